// SPDX-License-Identifier: Apache-2.0
// Finds slices by their name among millions: first which of the distinct names match, then where they stand in the
// column of names, on all cores.
#pragma once

#include "engine/base/result.h"
#include "engine/profile/trace.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline profile {

struct SliceQuery {
    std::string text;
    bool matchCase = false;
    bool wholeWord = false; ///< no letter, digit or underscore before and behind it
    bool regularExpression = false;
    std::vector<TrackId> tracks;                      ///< empty = all
    std::optional<std::pair<int64_t, int64_t>> range; ///< only what overlaps it
};

/** The matching slices by start. Fails for a regular expression that is none, and with "searching was cancelled". An
    empty text matches nothing. `isCancelled` is asked from several threads; it may be empty. */
Result<std::vector<SliceId>> findSlices(const Trace &trace, const SliceQuery &query,
                                        const std::function<bool()> &isCancelled = {});

/** The index in `found` of the first slice that starts after `timeNs`, the first of all behind the last; -1 for none.
 */
int64_t nextAfter(const Trace &trace, const std::vector<SliceId> &found, int64_t timeNs);
/** The same backwards. */
int64_t lastBefore(const Trace &trace, const std::vector<SliceId> &found, int64_t timeNs);

} // namespace jitscope::inline profile
