// SPDX-License-Identifier: Apache-2.0
// The sentence of the operators that do not compute complex numbers.
#include "engine/ops/complexuse.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

bool holdsComplex(const Abstract &type) {
    if (type.isTensor()) return isComplex(type.dtype);
    return std::ranges::any_of(type.items, holdsComplex);
}

bool isComplexValue(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->defined() && isComplex(tensor->dtype());
    const Sequence *sequence = value.asSequence();
    return sequence && std::ranges::any_of(sequence->items, isComplexValue);
}

std::string refusal(const OpDef &op) {
    return "For '" + op.name +
           "', complex tensors are not supported; compute with their real and imaginary parts (ops.real, ops.imag).";
}

} // namespace

std::optional<Error> whyNotComplex(const OpDef &op, std::span<const Abstract> arguments) {
    if (op.computesComplex || std::ranges::none_of(arguments, holdsComplex)) return std::nullopt;
    return Error{refusal(op)};
}

Result<Abstract> inferredType(const OpDef &op, std::span<const Abstract> arguments) {
    if (auto refused = whyNotComplex(op, arguments)) return *std::move(refused);
    return op.infer(arguments);
}

void refuseComplexValues(const OpDef &op, std::span<const Value> arguments) {
    if (std::ranges::any_of(arguments, isComplexValue)) throw TypeMistake(refusal(op));
}

} // namespace jitscope::inline ops
