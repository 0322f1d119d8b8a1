// SPDX-License-Identifier: GPL-3.0-or-later
// Asks recorded operators one question after the other, for a short while at a time, in a job.
#pragma once

#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "engine/inspect/navigation.h"
#include "engine/inspect/query.h"

#include <functional>
#include <memory>
#include <vector>

namespace jitscope {
inline namespace models {

/** Asked off the GUI thread; may read values. Unknown: what it asks about was not recorded. */
using OpVerdict = std::function<Verdict(size_t place)>;
/** How to ask the operators of a session, for as long as it does not change: what was found out of some of them may
    answer for others. */
using OpQuestion = std::function<OpVerdict(const Session &)>;

OpQuestion questionOf(const Query &query);
/** Asks each operator by itself. */
OpQuestion questionOfEach(std::function<Verdict(const Session &, const OpEvent &)> ask);
/** Whether a result holds NaN or an infinity though no operand does. */
OpQuestion makesNonFinite();

/** A stretch of Session::ops by place, [from, to). */
struct OpRange {
    int64_t from = 0, to = 0;
    bool isEmpty() const { return from >= to; }
};

/** What was found in the part of a range that was reached. */
struct Judged {
    OpRange range;              ///< what was asked
    std::vector<int32_t> found; ///< places, ascending
    int64_t unknown = 0;
};

enum class JudgeUntil : uint8_t { End, FirstFound };

/** From one end of `range` until it is through, some ms are over, or nobody wants it any more. */
Judged judge(const SessionLease &lease, const CancelFlag &cancelled, const OpQuestion &question, const OpRange &range,
             Direction direction, JudgeUntil until);

} // namespace models
} // namespace jitscope
