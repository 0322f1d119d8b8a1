// SPDX-License-Identifier: Apache-2.0
// Random tensors that are the same in every run.
#pragma once

#include "engine/ir/graph.h"

#include <random>
#include <vector>

namespace jitscope::testing {

/** Numbers of a size that no operator chain of a test overflows: floats in [-2, 2], integers in [-4, 4], bools. */
inline Tensor randomTensor(DType dtype, const Dims &shape, std::mt19937 &random) {
    std::uniform_real_distribution<float> floats(-2, 2);
    std::uniform_int_distribution<int> integers(-4, 4);
    Tensor values(shape, DType::Float32);
    for (int64_t i = 0; i < values.count(); ++i)
        values.mutableData<float>()[i] = info(dtype).floating ? floats(random) : float(integers(random));
    return values.cast(dtype);
}

/** One argument for each parameter of the entry that is no weight. */
inline std::vector<Value> randomArguments(const Module &module, std::mt19937 &random) {
    std::vector<Value> arguments;
    for (const NodePtr &parameter : module.entry()->parameters)
        if (!parameter->weight->defined())
            arguments.push_back(randomTensor(parameter->abstract->dtype, parameter->abstract->shape, random));
    return arguments;
}

} // namespace jitscope::testing
