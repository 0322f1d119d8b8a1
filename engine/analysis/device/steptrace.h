// SPDX-License-Identifier: Apache-2.0
// The parts of each training step on a device. MindSpore and torch_npu define some of them differently.
#pragma once

#include "engine/analysis/device/overlap.h"
#include "engine/profile/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

enum class StepRules : uint8_t { MindSpore, TorchNpu };
/** Those of the program that wrote a profile. */
StepRules stepRulesOf(const Profile &profile);

struct StepParts {
    std::string step; ///< "0" where the profile has no steps: all of it
    int64_t device = -1;
    int64_t computing = 0, communication = 0, notOverlapped = 0, overlapped = 0, free = 0;
    int64_t stage = 0, bubble = 0, notOverlappedWithoutReceive = 0;
    std::optional<int64_t> preparing; ///< none where the host's begin of the step is not known
    Interval onDevice;                ///< from its first stretch to its last
};

/** By device, then by step. `hostBegin` is where the host's part of a profile without steps begins, if it is known. */
std::vector<StepParts> stepTrace(const Profile &profile, StepRules rules,
                                 std::optional<int64_t> hostBegin = std::nullopt);
DataTable stepTraceTable(const std::vector<StepParts> &steps);

} // namespace jitscope::inline analysis
