// SPDX-License-Identifier: Apache-2.0
// Attention as one operator, as a fusion pass makes it.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/attention.h"
#include "engine/ops/rules/rules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

constexpr const char *name = "PromptFlashAttention";

/** (heads, rows, columns) as one batch. */
Dims withBatch(const Dims &shape) {
    return shape.rank() == 4 ? shape : Dims{1, shape[0], shape[1], shape[2]};
}

void requireOperand(const char *operand, const Abstract &tensor, const Abstract &query) {
    if (tensor.dtype != query.dtype || tensor.shape.rank() != query.shape.rank())
        diagnose(format("For '%s', %s must be of the dtype and rank of query, which is %s, but got %s.", name, operand,
                        brief(query).c_str(), brief(tensor).c_str()));
}

/** Sizes of the operands with a batch axis. */
struct Shapes {
    Dims query, key, value;
};

Shapes shapesOf(TypeSpan arguments) {
    const Abstract &query = tensorType(name, arguments, 0), &key = tensorType(name, arguments, 1);
    const Abstract &value = tensorType(name, arguments, 2);
    if (!info(query.dtype).floating || (query.shape.rank() != 3 && query.shape.rank() != 4))
        diagnose(format("For '%s', query must be a floating Tensor of rank 3 or 4, but got %s.", name,
                        brief(query).c_str()));
    requireOperand("key", key, query);
    requireOperand("value", value, query);
    Shapes shapes = {withBatch(query.shape), withBatch(key.shape), withBatch(value.shape)};
    const auto &[q, k, v] = shapes;
    const bool headsFit = k[1] > 0 ? q[1] % k[1] == 0 : q[1] == 0;
    if (q[0] != k[0] || !headsFit || q[3] != k[3] || v[0] != k[0] || v[1] != k[1] || v[2] != k[2])
        diagnose(
            format("For '%s', the shapes must be query (batch, heads, queries, depth), key (batch, heads or a part "
                   "of them, keys, depth) and value (as key, but its own depth), but got %s, %s and %s.",
                   name, listText(query.shape).c_str(), listText(key.shape).c_str(), listText(value.shape).c_str()));
    return shapes;
}

void requireMask(const Abstract &mask, const Abstract &query, const Dims &scores) {
    if (isNone(mask)) return;
    const std::optional<Dims> common = mask.isTensor() ? broadcast(mask.shape, scores) : std::nullopt;
    if (!common || *common != scores || mask.dtype != query.dtype)
        diagnose(format("For '%s', pse_shift must be a Tensor[%s] that broadcasts to %s, but got %s.", name,
                        std::string(info(query.dtype).name).c_str(), listText(scores).c_str(), brief(mask).c_str()));
}

Dims resultShape(const Dims &query, const Dims &value) {
    Dims shape = query;
    shape[shape.rank() - 1] = value.back();
    return shape;
}

Abstract attentionRule(TypeSpan arguments) {
    const auto [query, key, value] = shapesOf(arguments);
    requireMask(arguments[3], arguments[0], {query[0], query[1], query[2], key[2]});
    if (!arguments[4].isConstant || !arguments[4].value.number())
        diagnose(format("For '%s', scale_value must be a number, but got %s.", name, brief(arguments[4]).c_str()));
    return Abstract::tensor(arguments[0].dtype, resultShape(arguments[0].shape, arguments[2].shape));
}

Value attentionEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    const Abstract result = attentionRule(types);
    const auto batched = [&](size_t i) {
        const Tensor &tensor = *arguments[i].asTensor();
        if (tensor.rank() == 4) return tensor;
        Dims strides = {0};
        for (const int64_t stride : tensor.strides().span())
            strides.push(stride);
        return Tensor(tensor.storage(), withBatch(tensor.shape()), strides, tensor.offset(), tensor.dtype());
    };
    const Tensor *mask = arguments[3].asTensor();
    return computeAttention({batched(0), batched(1), batched(2), mask ? *mask : Tensor(), *arguments[4].number()})
        .reshaped(result.shape);
}

/** Two products, and the softmax between them. */
OpCost attentionCost(TypeSpan arguments, const Abstract &result) {
    const auto [query, key, value] = shapesOf(arguments);
    const double scores = double(query[0] * query[1] * query[2]) * double(key[2]);
    OpCost cost = {scores * (2.0 * double(query[3]) + 2.0 * double(value[3]) + 16), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

Samples attentionSamples() {
    const Value none;
    return {{sampleValues({2, 3, 5, 4}, -2, 2), sampleValues({2, 3, 7, 4}, -1, 2), sampleValues({2, 3, 7, 6}, -1, 1),
             none, 0.5},
            {sampleValues({2, 4, 15, 8}, -2, 2), sampleValues({2, 2, 9, 8}, -1, 2), sampleValues({2, 2, 9, 8}, -1, 1),
             sampleValues({2, 1, 15, 9}, -3, 3), 0.3},
            {sampleValues({3, 5, 4}, -2, 2), sampleValues({3, 600, 4}, -1, 2), sampleValues({3, 600, 40}, -1, 1),
             sampleValues({5, 600}, -3, 3), 1.0},
            {sampleValues({2, 2, 3, 4}, -2, 2), sampleValues({2, 1, 5, 4}, -1, 2), sampleValues({2, 1, 5, 3}, -1, 1),
             sampleValues({5}, -3, 3), 0.7},
            {Tensor::zeros({0, 2, 3, 4}, DType::Float32), Tensor::zeros({0, 2, 5, 4}, DType::Float32),
             Tensor::zeros({0, 2, 5, 4}, DType::Float32), none, 1.0}};
}

/** A head of keys or values for each head of queries, for the products of the rule below. */
Term forEachHead(Gradient &g, Term x, const Dims &heads) {
    const Dims own = withBatch(x.shape());
    const Dims apart = {own[0], own[1], 1, own[2], own[3]};
    const Dims broadcast = {own[0], own[1], heads[1] / std::max<int64_t>(own[1], 1), own[2], own[3]};
    return g.reshape(g.broadcast(g.reshape(x, apart), broadcast), {own[0], heads[1], own[2], own[3]});
}

/** Back from that: summed over the heads that share one. */
Term backToHeads(Gradient &g, Term x, const Dims &shape) {
    const Dims own = withBatch(shape);
    const Dims apart = {own[0], own[1], x.shape()[1] / std::max<int64_t>(own[1], 1), own[2], own[3]};
    return g.reshape(g.sum(g.reshape(x, apart), {2}, false), shape);
}

std::vector<Term> attentionGradient(Gradient &g) {
    const Dims heads = withBatch(g.shape(0)), result = withBatch(g.dout().shape());
    const Term query = g.reshape(g.in(0), heads), dout = g.reshape(g.dout(), result);
    const Term key = forEachHead(g, g.in(1), heads), value = forEachHead(g, g.in(2), heads);
    const bool hasMask = !g.isNone(3);
    Term scores = g.call("BatchMatMul", {query, key, false, true}) * g.numberOf(4);
    if (hasMask) scores = scores + g.in(3);
    const Term weights = g.call("Softmax", {scores, -1});
    const Term dweights = g.call("BatchMatMul", {dout, value, false, true});
    const Term dscores = g.call("SoftmaxBackward", {dweights, weights, -1});
    const Term dproduct = dscores * g.numberOf(4);
    std::vector<Term> terms = {g.reshape(g.call("BatchMatMul", {dproduct, key, false, false}), g.shape(0)),
                               backToHeads(g, g.call("BatchMatMul", {dproduct, query, true, false}), g.shape(1)),
                               backToHeads(g, g.call("BatchMatMul", {weights, dout, true, false}), g.shape(2))};
    if (hasMask) terms.push_back(dscores);
    return terms;
}

OpDef promptFlashAttention() {
    OpDef def;
    def.name = name;
    def.doc =
        "softmax(query key^T * scale_value + pse_shift) value for each head, without a tensor of all weights; query "
        "(batch, heads, queries, depth), key and value (batch, heads or a part of them, keys, depth), or all "
        "without batch; pse_shift broadcasts to the scores, or None; one floating dtype.";
    def.category = OpCategory::MatMul;
    def.params = {tensorParam("query"), tensorParam("key"), tensorParam("value"),
                  optionalParam("pse_shift", ParamKind::Any, {}), optionalParam("scale_value", ParamKind::Float, 1.0)};
    def.infer = inferBy<attentionRule>;
    def.eval = attentionEval;
    def.cost = attentionCost;
    def.samples = attentionSamples;
    def.gradient = attentionGradient;
    def.numpy = "(lambda k, v, z: (lambda s: (lambda e: (e / e.sum(axis=-1, keepdims=True)) @ v)"
                "(np.exp(s - (s.max(axis=-1, keepdims=True) if s.size else 0))))"
                "((a[0] @ np.swapaxes(k, -1, -2)) * a[4] + z))"
                "(np.repeat(a[1], a[0].shape[-3] // a[1].shape[-3], axis=-3), "
                "np.repeat(a[2], a[0].shape[-3] // a[1].shape[-3], axis=-3), 0 if a[3] is None else a[3])";
    return def;
}

} // namespace

std::vector<OpDef> attentionOps() {
    const std::vector<OpUseRow> uses = {
        {{"PromptFlashAttention"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Matrix, .operations = notByShapes}},
    };
    return withUses({promptFlashAttention()}, uses);
}

} // namespace jitscope::inline ops
