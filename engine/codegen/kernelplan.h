// SPDX-License-Identifier: Apache-2.0
// A kernel graph laid out as loop nests, before any machine code: what is loaded where, computed, and stored.
#pragma once

#include "engine/base/result.h"
#include "engine/codegen/emitters.h"
#include "engine/ir/graph.h"

#include <string>
#include <vector>

namespace jitscope {

/** An input of the kernel read at every index of a nest. */
struct KernelLoad {
    int input = 0; ///< index into the graph's parameters
    Dims strides;  ///< in elements, one for each axis of the nest; 0 where the input is stretched
};

/** Where a step finds one operand. */
struct KernelOperand {
    enum class Source : uint8_t { Load, Step, Constant };
    Source source = Source::Constant;
    ElementKind kind = ElementKind::Number;
    int index = 0;       ///< of the load or step
    double constant = 0; ///< truths are 0 and 1
};

/** One operator at every index of a nest. */
struct KernelStep {
    const Emitter *emitter = nullptr;
    int member = 0; ///< index into KernelPlan::members
    std::vector<KernelOperand> operands;
};

struct KernelStore {
    int output = 0;
    KernelOperand value;
};

/** One loop nest over an output shape whose axes were merged as far as all loads allow; never without an axis. */
struct LoopNest {
    Dims shape;
    std::vector<KernelLoad> loads;
    std::vector<KernelStep> steps;
    std::vector<KernelStore> stores; ///< each contiguous in `shape`
};

struct KernelPlan {
    std::string name;
    std::vector<NodePtr> members; ///< the calls of the graph, in its order
    std::vector<Dims> outputs;    ///< the shape of each output
    std::vector<LoopNest> nests;  ///< one for each distinct output shape
};

/** Lays out `kernel`. The error names the first node that cannot be part of a kernel, and why. */
Result<KernelPlan> planKernel(const Graph &kernel);

/** The nests as text: all that the code of a kernel depends on, and nothing else. Equal texts, equal code. */
std::string toString(const KernelPlan &plan);

} // namespace jitscope
