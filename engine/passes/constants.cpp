// SPDX-License-Identifier: Apache-2.0
// Reading constants as numbers and lists of sizes.
#include "engine/passes/constants.h"

#include <algorithm>

namespace jitscope {

namespace {

constexpr int64_t mostElements = 4096;

std::optional<double> uniformElement(const Tensor &tensor) {
    const int64_t count = tensor.count();
    if (count == 0 || count > mostElements) return {};
    const double first = tensor.at(0);
    for (int64_t i = 1; i < count; ++i)
        if (tensor.at(i) != first) return {};
    return first;
}

} // namespace

std::optional<double> uniformNumber(const Node &node) {
    if (!node.isConstant() || node.value.asBool()) return {};
    if (const Tensor *tensor = node.value.asTensor()) return uniformElement(*tensor);
    return node.value.number();
}

bool isNumber(const Node &node, double number) {
    const auto value = uniformNumber(node);
    return value && *value == number;
}

std::optional<Dims> constantDims(const Node &node) {
    if (!node.isConstant()) return {};
    return node.value.dims();
}

} // namespace jitscope
