// SPDX-License-Identifier: Apache-2.0
// Operators that scale elements by what stands beside them.
#include "engine/ops/families.h"
#include "engine/ops/kernels/reduce.h"
#include "engine/ops/rules.h"

#include "engine/base/text.h"

namespace jitscope {

namespace {

/** One int, or a tuple of one, as dumps write it. */
int softmaxAxis(TypeSpan arguments, int rank) {
    const Dims axes = intsOf("Softmax", arguments, 1);
    if (axes.rank() != 1) refuse("For primitive[Softmax], the axis must be one int, but got " + listText(axes) + ".");
    const std::optional<int> axis = normalizedAxis(axes[0], std::max(rank, 1));
    if (!axis)
        refuse(format("For primitive[Softmax], the axis must be in [-%d,%d), but got %lld.", rank, rank,
                      (long long)axes[0]));
    return *axis;
}

Abstract softmaxRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Softmax", arguments, 0);
    if (!info(x.dtype).floating)
        refuse("For primitive[Softmax], the input argument[x] must be a type of {BFloat16, Float16, Float32, Float64}, "
               "but got " +
               std::string(info(x.dtype).name) + ".");
    softmaxAxis(arguments, x.shape.rank());
    return Abstract::tensor(x.dtype, x.shape);
}

Value softmaxEval(ValueSpan arguments) {
    ruled(softmaxRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    if (x.rank() == 0) return computeSoftmax(x.reshaped({1}), 0).reshaped({});
    return computeSoftmax(x, *normalizedAxis((*arguments[1].dims())[0], x.rank()));
}

OpCost softmaxCost(TypeSpan arguments, const Abstract &result) {
    // The largest, the difference, the exponential function, the sum and the division.
    return {16.0 * double(result.count()), double(arguments[0].bytes() + result.bytes())};
}

Samples softmaxSamples() {
    return {{spread({2, 3}, -3, 3), Value::ints({-1})},
            {spread({2, 3, 37}, -3, 3), Value::ints({1})},
            {spread({5, 200}, -90, 90), Value::ints({1})},
            {spread({}, -1, 1), Value::ints({-1})},
            {Tensor::zeros({0, 3}, DType::Float32), Value::ints({0})}};
}

OpDef softmax() {
    OpDef def;
    def.name = "Softmax";
    def.function = "softmax";
    def.methods = {"softmax"};
    def.doc = "exp(input) divided by its sum along axis, computed without overflow; floating dtypes, same shape.";
    def.category = OpCategory::Normalisation;
    def.params = {tensorParam("input", {"x", "logits"}),
                  optionalParam("axis", ParamKind::Ints, Value::ints({-1}), {"dim"})};
    def.infer = inferBy<softmaxRule>;
    def.eval = softmaxEval;
    def.cost = softmaxCost;
    def.samples = softmaxSamples;
    def.numpy = "(lambda x: (lambda e: (e / e.sum(axis=a[1], keepdims=True)).reshape(a[0].shape))"
                "(np.exp(x - (x.max(axis=a[1], keepdims=True) if x.size else 0))))(np.atleast_1d(a[0]))";
    return def;
}

} // namespace

std::vector<OpDef> normalisationOps() {
    return {softmax()};
}

} // namespace jitscope
