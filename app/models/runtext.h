// SPDX-License-Identifier: GPL-3.0-or-later
// A run in words: how it ended, after how long, what it holds.
#pragma once

#include "app/sdk/runs.h"

namespace jitscope {
inline namespace models {

/** What a recording says of its run; `id`, `note`, `bytes` and `isPinned` are not in it. */
RunRecord describeRun(const Session &session);

/** "finished in 1.3 s", "ended by an error after 20 ms", "ended with exit code 4 after 3 ms"; "" for unknown. */
QString endText(const RunRecord &record);
/** "585 operators, 2 compilations"; "" for neither. */
QString countsText(const RunRecord &record);
/** Why a run is lost with the window, with how much it needs and how much is free. */
QString unkeptText(const RunRecord &record, const RunSpace &space);
/** "attention.py"; "console" for what had no script. */
QString scriptName(const RunRecord &record);

} // namespace models
} // namespace jitscope
