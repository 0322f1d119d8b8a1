// SPDX-License-Identifier: Apache-2.0
// From a captured module to something that runs, with everything about the way kept.
#pragma once

#include "engine/passes/decisions.h"
#include "engine/run/executable.h"
#include "engine/session/sessionfwd.h"

#include <functional>

namespace jitscope::inline run {

struct CompileOptions {
    JitLevel level = JitLevel::O0;
    std::vector<std::string> switchedOff; ///< passes by name
    bool anyShape = false; ///< it will run with other shapes of the same ranks: nothing is built for those of its types
    std::vector<Decision> decisions = {};           ///< what passes do otherwise; these add to `switchedOff`
    std::function<void(const char *)> onStage = {}; ///< told "passes", then "codegen", before each begins
};

/** The record of a compilation and what came out of it. `record.captured`, function, key and the like are the caller's;
    passes, final, kernels and the stages after capture are filled here. */
struct Compiled {
    Compilation record;
    std::shared_ptr<const Executable> executable;
    std::vector<int> decisionUses = {}; ///< how often each decision made a pass do something else
};

/** What was reached of a compilation. Where there is an error (which names the pass or the node), the record holds all
    stages up to it, the broken one included, and there is no executable. */
struct Attempt {
    Compiled compiled;
    std::string error = {};
};

Attempt tryCompile(Compilation record, IdSource &ids, const CompileOptions &options);

/** Runs the passes of the level, verifies after each, generates code. */
Result<Compiled> compile(Compilation record, IdSource &ids, const CompileOptions &options);

} // namespace jitscope::inline run
