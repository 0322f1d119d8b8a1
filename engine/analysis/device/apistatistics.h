// SPDX-License-Identifier: Apache-2.0
// Where the host's time went in CANN: calls summed by level and function.
#pragma once

#include "engine/analysis/device/groupdurations.h"
#include "engine/analysis/intervals.h"
#include "engine/profile/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

struct ApiGroup {
    std::string level, name;
    int64_t count = 0;
    int64_t totalNs = 0, minNs = 0, maxNs = 0;
    double meanNs = 0;
    double varianceUs2 = 0; ///< square microseconds, of the whole population
    double share = 0;       ///< of its level, 0..1: levels lie inside each other
    SliceId longest;        ///< none where the calls came as a table

    /** What the group is on any rank. */
    std::string identity() const { return level + '\n' + name; }
};

/** "AscendCL@aclnnAdd" -> {"acl", "aclnnAdd"}; a name without a level has level "". */
struct ApiName {
    std::string_view level, name;
};
ApiName apiName(std::string_view sliceName);

/** Calls of a rank that overlap `within`, of its table host_api, or of the timeline's lanes where that is missing or
    empty; by level, then by falling total. */
std::vector<ApiGroup> apiStatistics(const Profile &profile, const Trace &trace,
                                    const std::optional<Interval> &within = std::nullopt);
/** The durations of the calls of each group, by its identity, in their order. */
GroupDurations apiTimes(const Profile &profile, const Trace &trace,
                        const std::optional<Interval> &within = std::nullopt);
DataTable apiStatisticsTable(const std::vector<ApiGroup> &groups);

} // namespace jitscope::inline analysis
