// SPDX-License-Identifier: Apache-2.0
// Small readers that rules of dependence share.
#include "engine/inspect/dependenceparts.h"

#include <algorithm>

namespace jitscope::inline inspect {

bool isSet(const OpCall &call, std::string_view parameter) {
    const Value *value = call.constant(parameter);
    const bool *truth = value ? value->asBool() : nullptr;
    return truth && *truth;
}

int64_t integerOf(const OpCall &call, std::string_view parameter, int64_t otherwise) {
    const Value *value = call.constant(parameter);
    const int64_t *integer = value ? value->asInt() : nullptr;
    return integer ? *integer : otherwise;
}

bool hasTensors(const OpCall &call, size_t arguments) {
    if (call.arguments.size() < arguments) return false;
    return std::all_of(call.arguments.begin(), call.arguments.begin() + long(arguments),
                       [](const OpCall::Argument &argument) { return argument.count == 1; });
}

ElementSet fromAxis(const std::vector<int64_t> &positions, const Dims &result, const Dims &input, int begin) {
    Axes free = {};
    for (int axis = begin; axis < input.rank(); ++axis)
        free[size_t(axis)] = true;
    return boxesOf(cornersOf(positions, result), input, free);
}

} // namespace jitscope::inline inspect
