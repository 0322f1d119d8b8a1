// SPDX-License-Identifier: Apache-2.0
// Which tasks of a device compute, which communicate and which do neither, by the words of its profiler.
#pragma once

#include "engine/profile/datatable.h"

#include <string_view>
#include <vector>

namespace jitscope::inline analysis {

enum class TaskKind : uint8_t {
    Computing,
    Communication, ///< a collective or a transfer between ranks as a whole
    Helper,        ///< a kernel that a collective launches for itself: neither of both
};

/** By what a task ran on ("COMMUNICATION", older "HCCL") and its name. */
TaskKind taskKind(std::string_view core, std::string_view name);
/** The same for each row of a kernels table. */
std::vector<TaskKind> taskKinds(const DataTable &kernels);

/** Whether a communication operator only waits for another pipeline stage, by its name as MindSpore or as torch_npu
    counts it. */
bool isStageTransfer(std::string_view name);
bool isReceive(std::string_view name);

} // namespace jitscope::inline analysis
