// SPDX-License-Identifier: Apache-2.0
// What records of element-wise families share: their common fields, and the rules of functions of floating numbers.
#pragma once

#include "engine/ops/gradient.h"
#include "engine/ops/kernels/complexmath.h"
#include "engine/ops/kernels/mapped.h"
#include "engine/ops/rules/rules.h"

#include <algorithm>

namespace jitscope::inline ops {

using Terms = std::vector<Term>;
using GradientRule = Terms (*)(Gradient &);

/** A record of an element-wise operator: `functions` are its names under `ops`, also as methods of Tensor. */
OpDef elementWiseRecord(std::string name, std::vector<std::string> functions, std::string doc, std::string numpy,
                        GradientRule gradient);

/** `def` with only those names as methods of Tensor that MindSpore has as such. */
OpDef withMethods(OpDef def, std::vector<std::string> methods);

/** The name of an operator as a template argument: rules are plain functions, and must know whose they are. */
template<size_t size> struct NameLiteral {
    char text[size];
    constexpr NameLiteral(const char (&name)[size]) { std::copy_n(name, size, text); }
};

/** Where the samples of a function lie. */
struct SampleInterval {
    double low, high;
};

// --- one operand -----------------------------------------------------------------------------------------------------

/** Floats keep their dtype, integers and bools become Float32. */
template<NameLiteral name> Abstract floatRule(TypeSpan arguments) {
    const Abstract &x = tensorType(name.text, arguments, 0);
    return Abstract::tensor(floatingOf(x.dtype), x.shape);
}

/** Computes by `block` (see mapBlocks) where there is one, but for float64 and complex numbers. */
template<NameLiteral name, auto function, auto block> Value floatEval(ValueSpan arguments) {
    const DType dtype = inferred(floatRule<name>, arguments.first(1)).dtype;
    if (isComplex(dtype)) return mapComplex(*arguments[0].asTensor(), complexFunction(name.text));
    if constexpr (!std::is_null_pointer_v<decltype(block)>)
        if (dtype != DType::Float64) return mapBlocks(arguments[0].asTensor()->cast(dtype), block);
    return mapFloats(arguments[0].asTensor()->cast(dtype), heavyGrain / 4, function);
}

template<SampleInterval where> Samples floatSamples() {
    return {{sampleValues({2, 3}, where.low, where.high)},
            {sampleValues({3, 1, 67}, where.low, where.high)},
            {sampleValues({}, where.low, where.high)},
            {Tensor::zeros({0, 4}, DType::Float32)}};
}

/** A function of one floating number; `function` is a lambda of float and double. */
template<NameLiteral name, auto function, SampleInterval where, auto block = nullptr>
OpDef floatFunction(std::vector<std::string> functions, std::string doc, std::string numpy, GradientRule gradient) {
    OpDef def = elementWiseRecord(name.text, std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<floatRule<name>>;
    def.eval = floatEval<name, function, block>;
    def.samples = floatSamples<where>;
    return def;
}

// --- two operands ----------------------------------------------------------------------------------------------------

/** The promoted dtype, Float32 for integers and bools. */
template<NameLiteral name> Abstract floatPairRule(TypeSpan arguments) {
    if (arguments.size() < 2) diagnose("For '" + std::string(name.text) + "', two operands are needed.");
    const Matched result = matched(name.text, arguments[0], arguments[1]);
    return Abstract::tensor(floatingOf(result.dtype), result.shape);
}

template<NameLiteral name, auto function> Value floatPairEval(ValueSpan arguments) {
    const Abstract result = inferred(floatPairRule<name>, arguments.first(2));
    return mapFloats(operand(arguments[0], result.dtype), operand(arguments[1], result.dtype), result.shape,
                     heavyGrain / 4, function);
}

template<SampleInterval first, SampleInterval second> Samples floatPairSamples() {
    const Tensor a = sampleValues({2, 3}, first.low, first.high);
    return {{a, sampleValues({2, 3}, second.low, second.high)},
            {a, sampleValues({3}, second.low, second.high)},
            {sampleValues({4, 1, 3}, first.low, first.high), sampleValues({1, 5, 1}, second.low, second.high)},
            {a, (second.low + second.high) / 2},
            {(first.low + first.high) / 2, sampleValues({2, 2}, second.low, second.high)},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, second.low, second.high)}};
}

/** A function of two floating numbers that broadcast. */
template<NameLiteral name, auto function, SampleInterval first, SampleInterval second>
OpDef floatPair(std::vector<std::string> functions, std::string doc, std::string numpy, GradientRule gradient) {
    OpDef def = elementWiseRecord(name.text, std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.params = {operandParam("input", {"x"}), operandParam("other", {"y"})};
    def.infer = inferBy<floatPairRule<name>>;
    def.eval = floatPairEval<name, function>;
    def.samples = floatPairSamples<first, second>;
    return def;
}

} // namespace jitscope::inline ops
