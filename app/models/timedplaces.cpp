// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/timedplaces.h"

#include "engine/analysis/operators/opcolumns.h"
#include "engine/session/session.h"

#include <algorithm>
#include <iterator>

namespace jitscope {
inline namespace models {

bool isTimed(const OpEvent &op) {
    return op.error.empty() || op.durationNs > 0;
}

/** Few operators take 0 ns: of these alone a record is made. */
std::vector<uint32_t> timedOf(const Session &session, const OpColumns &columns, const std::vector<uint32_t> &places) {
    std::vector<uint32_t> timed;
    timed.reserve(places.size());
    std::ranges::copy_if(places, std::back_inserter(timed),
                         [&](uint32_t place) { return columns.duration[place] > 0 || isTimed(session.ops[place]); });
    return timed;
}

bool isTimed(const Session &session, SliceId slice) {
    if (session.trace.durationOf(slice) > 0) return true;
    const auto op = session.op(session.trace.linkOf(slice).op);
    return !op || isTimed(*op);
}

} // namespace models
} // namespace jitscope
