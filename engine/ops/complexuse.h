// SPDX-License-Identifier: Apache-2.0
// Operators whose record does not say that they compute complex numbers refuse them, where they are called and where
// their result is inferred, so that none takes them for real ones.
#pragma once

#include "engine/ops/opdef.h"

namespace jitscope::inline ops {

/** Why `op` refuses arguments of such types, if so: one of them is complex, and it does not compute complex numbers. */
std::optional<Error> whyNotComplex(const OpDef &op, std::span<const Abstract> arguments);

/** The type of the result, by the operator's rule, of arguments that it takes. */
Result<Abstract> inferredType(const OpDef &op, std::span<const Abstract> arguments);

/** Throws a TypeMistake where one of the values is a complex tensor, or holds one. */
void refuseComplexValues(const OpDef &op, std::span<const Value> arguments);

/** The operator on complete, checked arguments. Throws std::invalid_argument as OpDef::eval, a TypeMistake for complex
    tensors that it does not compute. */
inline Value evaluate(const OpDef &op, std::span<const Value> arguments) {
    if (!op.computesComplex) refuseComplexValues(op, arguments);
    return op.eval(arguments);
}

/** The same where OpDef::evalApart is there. */
inline Value evaluateApart(const OpDef &op, const Value &first, const Value &second) {
    if (!op.computesComplex) {
        refuseComplexValues(op, {&first, 1});
        refuseComplexValues(op, {&second, 1});
    }
    return op.evalApart(first, second);
}

} // namespace jitscope::inline ops
