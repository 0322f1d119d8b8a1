// SPDX-License-Identifier: Apache-2.0
// Operators that give their argument's elements as they are: in memory of their own, or row by row.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/rules/movementrules.h"
#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

namespace {

Abstract sameRule(TypeSpan arguments) {
    const Abstract &input = tensorType("Clone", arguments, 0);
    return Abstract::tensor(input.dtype, input.shape);
}

Value cloneEval(ValueSpan arguments) {
    return arguments[0].asTensor()->clone();
}

Value identityEval(ValueSpan arguments) {
    return arguments[0];
}

Value contiguousEval(ValueSpan arguments) {
    return arguments[0].asTensor()->contiguous();
}

std::vector<Term> sameGradient(Gradient &g) {
    return {g.dout()};
}

Samples sameSamples() {
    return {{sampleValues({2, 3}, -1, 1)}, {sampleValues({}, -1, 1)}, {Tensor::zeros({0, 3}, DType::Float32)}};
}

OpDef same(std::string name, std::string doc, Value (*eval)(ValueSpan)) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.category = OpCategory::DataMovement;
    def.params = {tensorParam("input")};
    def.infer = inferBy<sameRule>;
    def.cost = copyCost;
    def.eval = eval;
    def.samples = sameSamples;
    def.numpy = "a[0]";
    def.gradient = sameGradient;
    return def;
}

} // namespace

std::vector<OpDef> copyOps() {
    const std::vector<OpUseRow> uses = {
        {{"Identity"},
         {.dependence = Dependence::SamePlace,
          .device = DeviceKernel::Copy,
          .operations = notByShapes,
          .givesView = true}},
        {{"Clone"},
         {.dependence = Dependence::SamePlace, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"Contiguous"},
         {.dependence = Dependence::SamePlace,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .givesView = true}},
    };
    return withUses(
        {
            same("Identity", "input itself, as a value of its own.", identityEval),
            same("Clone", "The elements of input in memory of their own.", cloneEval),
            same("Contiguous", "The elements of input row by row: input itself when they lie so already.",
                 contiguousEval),
        },
        uses, {"Identity", "Clone", "Contiguous"});
}

} // namespace jitscope::inline ops
