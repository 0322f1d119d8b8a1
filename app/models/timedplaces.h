// SPDX-License-Identifier: GPL-3.0-or-later
// Which operators, and which slices of theirs, count in sums and means of times: an operator that failed has none,
// which is not a time of 0.
#pragma once

#include "engine/profile/trace.h"
#include "engine/session/sessionfwd.h"

#include <cstdint>
#include <vector>

namespace jitscope {
inline namespace analysis {
struct OpColumns;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** How long an operator that failed would have taken is not known. */
bool isTimed(const OpEvent &op);
/** Those of `places`, which are of `columns` of the session, that have a time. */
std::vector<uint32_t> timedOf(const Session &session, const OpColumns &columns, const std::vector<uint32_t> &places);

/** The slice of an operator that failed has no length, which is not its time. */
bool isTimed(const Session &session, SliceId slice);

} // namespace models
} // namespace jitscope
