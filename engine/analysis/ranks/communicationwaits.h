// SPDX-License-Identifier: Apache-2.0
// What the producer's tables (communication.json, CommAnalyzer*) say about how long a collective moved nothing, for
// timelines that have no tasks of it.
//
// Its "Transit Time" and "Idle Time" look at one plane alone, the master's: transfers of the others count as idle. What
// moved over each kind of link counts all planes, one after the other. A collective waited at least for the time that
// remains if none of these transfers ran beside another.
#pragma once

#include "engine/profile/profile.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline analysis {

class CommunicationWaits {
public:
    /** None for null, or where the profile lacks the tables. */
    explicit CommunicationWaits(const Profile *profile);
    bool empty() const { return m_operators.empty(); }
    /** Within a collective's time, the least in which nothing moved; none where the tables do not name it. */
    std::optional<int64_t> leastWait(std::string_view name, int64_t startNs, int64_t durationNs) const;

private:
    struct Operator {
        int64_t startNs = 0, movedNs = 0;
    };
    std::map<std::string, std::vector<Operator>, std::less<>> m_operators; ///< by name
};

} // namespace jitscope::inline analysis
