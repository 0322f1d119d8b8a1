// SPDX-License-Identifier: Apache-2.0
// What the families' rules share: reading arguments, refusing them in words, common shapes of records and samples.
//
// A rule is a function from the arguments' types to the result's type that throws std::invalid_argument with a
// sentence. OpDef::infer wraps it (inferBy), and eval calls it on the types of its arguments, so that both say the
// same.
#pragma once

#include "engine/ops/opdef.h"

#include <stdexcept>
#include <string_view>

namespace jitscope::inline ops {

using TypeSpan = std::span<const Abstract>;
using ValueSpan = std::span<const Value>;
using Rule = Abstract (*)(TypeSpan arguments);

[[noreturn]] void diagnose(const std::string &message);
/** Of a wrong kind or dtype: Python's TypeError. */
[[noreturn]] void diagnoseType(const std::string &message);
/** Of an operator whose result has a shape that only its elements tell. */
[[noreturn]] void diagnoseShapeFromValues(const char *op);

/** The rule as OpDef::infer wants it. */
template<Rule rule> Result<Abstract> inferBy(TypeSpan arguments) {
    try {
        return rule(arguments);
    } catch (const std::invalid_argument &problem) {
        return Error{problem.what()};
    }
}

/** The types of values. */
std::vector<Abstract> typesOf(ValueSpan arguments);

/** The rule on the types of values. */
Abstract inferred(Rule rule, ValueSpan arguments);

// Arguments of a rule by position. They throw if the argument is of another kind, or if a constant is not known yet.
const Abstract &tensorType(std::string_view op, TypeSpan arguments, size_t index);
int64_t intOf(std::string_view op, TypeSpan arguments, size_t index);
bool boolOf(std::string_view op, TypeSpan arguments, size_t index);
Dims intsOf(std::string_view op, TypeSpan arguments, size_t index);
/** A dtype, or the number that dumps write for it (43 is Float32). */
DType dtypeOf(std::string_view op, TypeSpan arguments, size_t index);
bool isNone(const Abstract &argument);

/** "[2, 3]", as MindSpore's messages print shapes. */
std::string listText(const Dims &shape);

/** `axis` from the front; refuses one out of range as MindSpore words it. */
int checkedAxis(std::string_view op, int64_t axis, int rank);

/** Refuses sizes that are negative or too many, naming the operator. */
Dims checkedShape(std::string_view op, const Dims &shape);

/** Two operands brought together: the dtype they are computed in and their common shape. */
struct Matched {
    DType dtype = DType::Float32;
    Dims shape;
};
Matched matched(std::string_view op, const Abstract &a, const Abstract &b);

/** A tensor converted to `dtype`, or a number as a tensor of rank 0. */
Tensor operand(const Value &value, DType dtype);

/** Float32 for integers and Bool, else itself: a floating or complex dtype. */
DType floatingOf(DType dtype);

// Parameters.
ParamDef tensorParam(std::string name, std::vector<std::string> aliases = {});
ParamDef operandParam(std::string name, std::vector<std::string> aliases = {});
ParamDef param(std::string name, ParamKind kind, std::vector<std::string> aliases = {});
ParamDef optionalParam(std::string name, ParamKind kind, Value defaultValue, std::vector<std::string> aliases = {});

// Inputs of samples: evenly spaced and shuffled values in [low, high] (the same ones each time).
Tensor sampleValues(const Dims &shape, double low, double high, DType dtype = DType::Float32);
using Samples = std::vector<std::vector<Value>>;

} // namespace jitscope::inline ops
