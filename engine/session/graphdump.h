// SPDX-License-Identifier: Apache-2.0
// The files that MS_DEV_SAVE_GRAPHS asks for, while a program compiles: stages, passes and what runs.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/irtext.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <vector>

namespace jitscope::inline session {

/** What the user's settings say of the files. */
struct GraphDumpOptions {
    int level = 1; ///< 1: stages; 2: and the passes behind the front end; 3: and every step, and pictures
    std::vector<std::string> only = {}; ///< if not empty: files whose name holds one of these, of any level
    int interval = 1;                   ///< every n-th file
    PrintOptions::Detail detail = PrintOptions::Detail::Full;
    int graph = 0; ///< the number of the compiled graph in this process: hwopt_common_after_graph_0
};

/** One file as it would be called without its counter. */
struct GraphDumpFile {
    std::string name; ///< "01_auto_monad", "verbose_ir_files/hwopt_common_pm_0_convert_reshape"
    Module module;
    int level = 1;
    std::string extension = ".ir"; ///< or ".dot", or none
};

/** All files of a compilation in their order, of every level. */
std::vector<GraphDumpFile> graphDumpFiles(const Compilation &compilation, int graph);

/** Writes those that the options ask for into `folder` (made if missing), each with a number behind its name that goes
    on from the largest one there. They can only be read. Gives their paths in order. */
Result<std::vector<std::string>> writeGraphDump(const Compilation &compilation, const std::string &folder,
                                                const GraphDumpOptions &options);

/** A module as a Graphviz drawing: a box for each graph. */
std::string dotText(const Module &module);

} // namespace jitscope::inline session
