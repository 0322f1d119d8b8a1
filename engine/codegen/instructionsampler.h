// SPDX-License-Identifier: Apache-2.0
// Where a thread's instruction pointer is, asked by a timer of that thread alone.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace jitscope::inline codegen {

/** Samples the thread that started it until stop(). Only for that time a signal handler is installed, for a real-time
    signal that nobody in the process handles; afterwards everything is as it was. */
class InstructionSampler {
public:
    static Result<std::unique_ptr<InstructionSampler>> start(int64_t periodNs, size_t mostSamples);
    virtual ~InstructionSampler() = default;
    /** The addresses in the order in which they were seen; on the thread that started it. */
    virtual std::vector<uintptr_t> stop() = 0;
};

} // namespace jitscope::inline codegen
