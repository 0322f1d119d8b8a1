// SPDX-License-Identifier: Apache-2.0
// Which files of a folder belong to which kernel: a folder may hold one, its simulation, or several of each.
#pragma once

#include "engine/profile/diagnostics.h"
#include "plugins/msprof_op/simulatordump.h"

#include <string>
#include <vector>

namespace jitscope {
inline namespace msprof_op {

/** The files of one kernel. */
struct OperatorFiles {
    std::string folder, label;
    std::vector<std::string> blocks;    ///< visualize_data.bin
    std::vector<std::string> metrics;   ///< CSV files
    std::vector<std::string> traces;    ///< trace.json of all cores, else one a core
    std::vector<SimulatorLog> dumps;    ///< raw logs
    std::vector<std::string> registers; ///< lrm*.data
    bool isEmpty() const {
        return blocks.empty() && metrics.empty() && traces.empty() && dumps.empty() && registers.empty();
    }
};

/** Whether a folder holds operator tuning, by the names of its files and of those two folders below. */
bool holdsOperatorFiles(const std::string &folder);
/** All kernels of a folder, or the one that a file is about. Says in `diagnostics` what it does not take. */
std::vector<OperatorFiles> operatorFiles(const std::string &path, Diagnostics &diagnostics);

} // namespace msprof_op
} // namespace jitscope
