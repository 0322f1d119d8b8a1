// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about a run and what shows them as table rows, in the language of the window.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/runadvice/runadvice.h"

namespace jitscope {
inline namespace runadvicepanel {

QString ruleTitle(const RunRule &rule);
QString ruleAdvice(const RunRule &rule);
/** "20 % of the operators' time" */
QString limitText(const RunRule &rule);
/** Whether it is above its limit; what is not was looked at alone. */
bool isTold(const RunFinding &finding);
/** "3.1 %, told above 20 % of the operators' time" */
QString belowLimitText(const RunFinding &finding);
QString measuredText(const RunFinding &finding);
/** What a row of evidence is, in the user's language where the engine says more than names. */
QString whatText(const RunEvidence &row);
/** What the button that checks it says. */
QString checkTitle(RunCheck check);
QString checkToolTip(RunCheck check);

/** All of it as text, a finding a paragraph. */
QString adviceText(const RunAdvice &advice);

std::vector<TableColumn<RunFinding>> findingColumns();
std::vector<TableColumn<RunEvidence>> evidenceColumns();

} // namespace runadvicepanel
} // namespace jitscope
