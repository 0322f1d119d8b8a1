// SPDX-License-Identifier: GPL-3.0-or-later
// What operators are grouped and filtered by, in the language of the window.
#pragma once

#include "engine/analysis/operators/opfilter.h"
#include "engine/session/sessionfwd.h"

#include <QString>

namespace jitscope {
inline namespace models {

QString groupingTitle(OpGrouping grouping);
QString groupingToolTip(OpGrouping grouping);
/** A group as tables show it: what is our own word is translated, names are not. */
QString groupText(OpGrouping grouping, const std::string &group);
/** "Line: attention.py:23", "not Operator: MatMul", "at 1.20 ms to 3.40 ms". Times count from `originNs`. */
QString conditionText(const OpCondition &condition, int64_t originNs);
/** What to know of the times of a run whose values were recorded; "" of others. */
QString recordingSentence(const Session &session);
/** How long the program waited for a core that others had, where that is much of the run; "" else. Times contain it.
 */
QString coresSentence(const Session &session);
/** What passed from the first operator of a run to the end of its last, and what of it was in none; "" where unknown.
 */
QString runTimeSentence(const TimeParts &whole);
/** "12.4 µs"; "–" where it is not known. */
QString opTimeText(const OpEvent &op);
/** "12.4 µs"; "–" for NaN, which is unknown. */
QString timeOrUnknown(double ns);

} // namespace models
} // namespace jitscope
