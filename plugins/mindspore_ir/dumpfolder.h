// SPDX-License-Identifier: Apache-2.0
// What the files of a MindSpore dump directory are, judged by their names alone.
#pragma once

#include "engine/passes/pass.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope {
inline namespace mindspore_ir {

/** "08_jit_opt_a_0128.ir": stage 8, "jit_opt_a", the 128th file that the process dumped. */
struct DumpFile {
    std::string path;
    std::string stage;   ///< the name without numbers: "jit_opt_a"; for other files without the counter only
    int index = -1;      ///< of a stage file; -1 for others
    int64_t counter = 0; ///< the last number of the name, by which MindSpore numbers all files of a process
    bool isStep = false; ///< a step inside a stage: "opt_pass_3_cconv_0208.ir"
};

/** The stages and steps of one compile, in the order in which they were written. */
using DumpRun = std::vector<DumpFile>;

struct DumpFolder {
    std::vector<DumpRun> runs;
    std::vector<DumpFile> others;   ///< graphs of other moments (hwopt_..., graph_build_...), by counter
    std::vector<DumpFile> failures; ///< analyze_fail.ir
};

/** The parts of a file name, or nothing if it is no dump. */
std::optional<DumpFile> dumpFileNamed(const std::string &path);

/** Sorts names: all runs of a folder. Stage numbers grow within a compile, so a new run starts where they do not. */
DumpFolder dumpFolderOf(const std::vector<std::string> &paths);

/** In which part of the pipeline a stage runs. */
PassPhase phaseOfStage(std::string_view stage);

} // namespace mindspore_ir
} // namespace jitscope
