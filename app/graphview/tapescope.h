// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a run on the tape: a function, a cell, a loop, a round.
#pragma once

#include "engine/base/sharedtext.h"

#include <cstdint>
#include <vector>

namespace jitscope {
inline namespace graphview {

/** A stretch of operators that ran one after the other and belong together. */
struct TapeScope {
    enum class Kind : uint8_t {
        Root,
        Function,  ///< a function of the user's
        Cell,      ///< "fc1-Dense"
        Backward,  ///< what gradient rules ran
        Optimizer, ///< what an optimizer ran
        GraphCall, ///< one call of a compiled graph
        Loop,      ///< holds rounds
        Round,     ///< the same lines once more
    };
    Kind kind = Kind::Root;
    int parent = -1;
    SharedText name;
    int line = 0; ///< of the user's code where it was called, for loops of their first line; 0 if not known
    int64_t first = -1, last = -1;     ///< operators' numbers
    int64_t durationNs = 0, bytes = 0; ///< of all its operators and their results
    int64_t failed = 0;                ///< operators with errors
    std::vector<int64_t> children;     ///< in the order of running: an operator's number, or ~ of a scope's index
    std::vector<int64_t> inputs;       ///< tensors from before it, in the order of their first use
};

} // namespace graphview
} // namespace jitscope
