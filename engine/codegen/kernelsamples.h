// SPDX-License-Identifier: Apache-2.0
// Where a fused kernel takes its time: it is run in a loop and its thread asked where it is; then it is run in turn
// with what it is without each of its members.
//
// A timer interrupts the thread some thousand times a second; the interrupted address leads to a line of the assembly
// and by its debug location to the member. What such a sample tells is where the processor waits: an interrupt is taken
// between two instructions, behind the slow one or where its result is waited for. What a member costs is asked of the
// kernel without it (membercosts.h).
#pragma once

#include "engine/base/result.h"
#include "engine/codegen/membercosts.h"
#include "engine/ir/graph.h"

#include <functional>
#include <string>
#include <vector>

namespace jitscope::inline codegen {

struct SamplingOptions {
    double seconds = 1;     ///< of sampling
    double costSeconds = 1; ///< of running versions in turn; 0: costs are not asked for
    /** Asked between two parts of the kernel with the share (0..1) of the time that is over. */
    std::function<bool(double done)> shouldContinue = nullptr;
};

/** How many samples met what. */
struct KernelSamples {
    std::vector<int64_t> ofMember; ///< [0]: code of no single member; [n]: of member n
    std::vector<int64_t> ofLine;   ///< by line of KernelTexts::assembly
    int64_t elsewhere = 0;         ///< outside of the kernel: what it calls, the loop around it, the system
    int64_t runs = 0;              ///< whole runs of the kernel
    double seconds = 0;
    int64_t cpuNs = 0; ///< that the thread had the processor: on a busy machine much less than the seconds
    int64_t periodNs = 0;
    MemberCosts costs = {};

    int64_t inside() const;                                                      ///< samples in the kernel's own code
    double runNs() const { return runs > 0 ? double(cpuNs) / double(runs) : 0; } ///< of processor time
};

/** Fewer samples inside of a kernel than this say nothing about its lines. */
constexpr int64_t fewestSamples = 100;

/** On the thread that calls, which must be none that runs a user's program. `inputs`: one for each parameter, of its
   type. An error says what keeps the kernel from being measured; one that was cancelled gives what was seen so far. */
Result<KernelSamples> sampleKernel(const Graph &kernel, const std::vector<Tensor> &inputs,
                                   const SamplingOptions &options);

/** "4812 samples in 1.00 s, one each 97 µs, of 210000 runs on one thread": how it was measured. */
std::string howMeasured(const KernelSamples &samples);

} // namespace jitscope::inline codegen
