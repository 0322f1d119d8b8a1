// SPDX-License-Identifier: Apache-2.0
// The record of a function of one tensor: shared by the families of arithmetic, functions and activations.
#pragma once

#include "engine/ops/gradient.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

/** The primitive's name: "Exp". */
const char *nameOf(UnaryOp op);

/** Floats keep their dtype; integers keep theirs where the result is whole, and become Float32 elsewhere. */
Abstract unaryResult(UnaryOp op, TypeSpan arguments);

/** Computes `op` of a tensor whose rule gave `result`. */
Tensor unaryValue(UnaryOp op, const Tensor &x, DType result);

/** Floating-point operations of one element, as rooflines count them. */
double flopsOf(UnaryOp op);

template<UnaryOp op> Abstract unaryRule(TypeSpan arguments) {
    return unaryResult(op, arguments);
}

template<UnaryOp op> Value unaryEval(ValueSpan arguments) {
    const Tensor *x = arguments[0].asTensor();
    if (x && x->dtype() == DType::Float32) return computeUnary(op, *x);
    return unaryValue(op, *x, inferred(unaryRule<op>, arguments).dtype);
}

template<UnaryOp op> OpCost unaryCost(TypeSpan arguments, const Abstract &result) {
    return {flopsOf(op) * double(result.count()), double(arguments[0].bytes() + result.bytes())};
}

/** Values between `low` and `high`, where the function is defined. */
template<int low, int high> Samples unarySamples() {
    return {{sampleValues({2, 3}, low, high)},
            {sampleValues({3, 1, 67}, low, high)},
            {sampleValues({}, low, high)},
            {Tensor::zeros({0, 4}, DType::Float32)}};
}

template<UnaryOp op, int low, int high>
OpDef unary(std::string function, std::vector<std::string> aliases, std::string doc, std::string numpy,
            std::vector<Term> (*gradient)(Gradient &)) {
    OpDef def;
    def.name = nameOf(op);
    def.function = function;
    def.aliases = aliases;
    def.methods = aliases;
    def.methods.insert(def.methods.begin(), function);
    def.doc = std::move(doc);
    def.category = OpCategory::ElementWise;
    def.fusion = FusionClass::ElementWise;
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<unaryRule<op>>;
    def.eval = unaryEval<op>;
    def.cost = unaryCost<op>;
    def.samples = unarySamples<low, high>;
    def.numpy = std::move(numpy);
    def.gradient = gradient;
    return def;
}

} // namespace jitscope::inline ops
