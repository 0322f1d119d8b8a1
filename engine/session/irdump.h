// SPDX-License-Identifier: Apache-2.0
// The stages of compilations as numbered .ir files, laid out as MindSpore's save_graphs does.
#pragma once

#include "engine/base/result.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <vector>

namespace jitscope::inline session {

/**
 * Writes the captured graph, the graph after each pass and the final graph of every compilation into `folder` (made if
 * missing) as `NN_stage_CCCC.ir`: NN counts the stages of one compilation from 0, CCCC all files of the directory,
 * going on behind what is there. Returns the paths in order.
 */
Result<std::vector<std::string>> writeIrDump(const Session &session, const std::string &folder);

/** One more than the largest counter (the last `_NNNN` of a name) of the dump files in `folder` and inside it. */
int nextDumpCounter(const std::string &folder);

/** The same for one compilation. */
Result<std::vector<std::string>> writeIrDump(const Compilation &compilation, const std::string &folder);

} // namespace jitscope::inline session
