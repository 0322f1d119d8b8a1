// SPDX-License-Identifier: Apache-2.0
// A moment or a stretch of a run found again in another run of the program: by its operators, as their times differ.
#pragma once

#include "engine/analysis/operators/opcolumns.h"

#include <optional>
#include <utility>

namespace jitscope::inline analysis {

/** When the other run had begun, or had ended, the operator that began latest until a time: the same one of all with
    its name and line. Nothing where it has no such operator, or where none began until then. */
std::optional<int64_t> sameTime(const OpColumns &columns, int64_t timeNs, const OpColumns &other);

/** The stretch [first, second) of the other run in which the same operators run as in that one of this run. Nothing
    where an end of it is not found. */
std::optional<std::pair<int64_t, int64_t>> sameStretch(const OpColumns &columns, std::pair<int64_t, int64_t> stretch,
                                                       const OpColumns &other);

} // namespace jitscope::inline analysis
