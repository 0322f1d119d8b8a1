// SPDX-License-Identifier: Apache-2.0
// The device tasks of a rank as sequences of keys, one a lane, by which two traces can be aligned.
#pragma once

#include "engine/analysis/comparison/tracecomparison.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline analysis {

/** Numbers for texts, the same for both sides. */
class KeyNumbers {
public:
    int32_t of(const std::string &text) { return m_numbers.try_emplace(text, int32_t(m_numbers.size())).first->second; }

private:
    std::unordered_map<std::string, int32_t> m_numbers;
};

struct DeviceTask {
    SliceId slice;
    int32_t identity = -1;                  ///< what it is, as sure as it is known
    int32_t coarse = -1;                    ///< type and shapes, or the name without its numbers
    int32_t type = -1;                      ///< type alone
    int32_t step = -1;                      ///< index in TaskSequences::steps
    MatchedBy by = MatchedBy::NameAndOrder; ///< what `identity` is made of
    bool isCollective = false;
};

struct TaskSequences {
    /** By lane: streams by number, then groups of collectives by order. */
    std::vector<std::vector<DeviceTask>> lanes;
    std::vector<std::string> laneKeys; ///< by which lanes of both sides belong together
    std::vector<std::string> steps;
    std::map<int32_t, std::string> typeNames, collectiveNames; ///< of DeviceTask::type and ::coarse
};

TaskSequences taskSequences(const TraceSide &side, KeyNumbers &keys);

/** A name with each run of digits as one '#'. */
std::string withoutNumbers(std::string_view name);

} // namespace jitscope::inline analysis
