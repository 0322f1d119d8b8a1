// SPDX-License-Identifier: Apache-2.0
// What devices compute together: AllReduce, AllGather, ReduceScatter, Broadcast.
//
// One process runs, and it stands for all: every one of the `ranks` devices is taken to hold what this one holds, and
// this one is rank 0. So shapes are those of a real run, values those of a run whose ranks got equal data.
#include "engine/base/text.h"
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/rules/rules.h"
#include "engine/ops/rules/stridedparts.h"

namespace jitscope::inline ops {

namespace {

constexpr int64_t mostRanks = 1024;

const Abstract &sent(const char *op, TypeSpan arguments) {
    const Abstract &input = tensorType(op, arguments, 0);
    if (input.dtype == DType::Bool) diagnoseType(format("For '%s', the dtype of the input cannot be bool.", op));
    return input;
}

int64_t ranksOf(const char *op, TypeSpan arguments, size_t index) {
    const int64_t ranks = intOf(op, arguments, index);
    if (ranks < 1 || ranks > mostRanks)
        diagnose(
            format("For '%s', there are 1 to %lld ranks, but got %lld.", op, (long long)mostRanks, (long long)ranks));
    return ranks;
}

/** "sum", "max", "min" or "prod". */
std::string reductionOf(const char *op, const Abstract &argument) {
    const auto *text = argument.isConstant ? argument.value.asString() : nullptr;
    const std::string name = text ? *text : std::string();
    if (name != "sum" && name != "max" && name != "min" && name != "prod")
        diagnose(
            format("For '%s', the reduction must be 'sum', 'max', 'min' or 'prod', but got '%s'.", op, name.c_str()));
    return name;
}

/** What `ranks` equal tensors give. */
Tensor reduced(const Tensor &x, const std::string &reduction, int64_t ranks) {
    if (ranks == 1 || reduction == "max" || reduction == "min") return x.clone();
    const std::vector<Value> operands{x, Value(ranks)};
    const OpDef &op = *findOp(reduction == "sum" ? "Mul" : "Pow");
    return op.eval(operands).asTensor()->cast(x.dtype());
}

Abstract allReduceRule(TypeSpan arguments) {
    const Abstract &input = sent("AllReduce", arguments);
    reductionOf("AllReduce", arguments[1]);
    ranksOf("AllReduce", arguments, 2);
    return Abstract::tensor(input.dtype, input.shape);
}

Value allReduceEval(ValueSpan arguments) {
    inferred(allReduceRule, arguments);
    return reduced(*arguments[0].asTensor(), *arguments[1].asString(), *arguments[2].asInt());
}

std::vector<Term> allReduceGradient(Gradient &g) {
    const std::string reduction = *g.constant(1).asString();
    if (reduction == "prod") diagnose("For 'AllReduce', the reduction 'prod' has no gradient.");
    const Term all = g.call("AllReduce", {g.dout(), "sum", g.intOf(2)});
    if (reduction == "sum") return {all};
    return {all * g.cast(g.call("Equal", {g.in(0), g.out()}), all.dtype())};
}

Dims gatheredShape(const char *op, const Abstract &input, int64_t ranks) {
    if (input.shape.rank() == 0) diagnose(format("For '%s', the input must have an axis, but it is a scalar.", op));
    Dims shape = input.shape;
    if (__builtin_mul_overflow(shape[0], ranks, &shape[0]))
        diagnose(format("For '%s', the result would be larger than memory can be addressed.", op));
    return checkedShape(op, shape);
}

Abstract allGatherRule(TypeSpan arguments) {
    const Abstract &input = tensorType("AllGather", arguments, 0);
    return Abstract::tensor(input.dtype, gatheredShape("AllGather", input, ranksOf("AllGather", arguments, 1)));
}

Value allGatherEval(ValueSpan arguments) {
    inferred(allGatherRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    Dims repeats{*arguments[1].asInt()};
    for (int i = 1; i < x.rank(); ++i)
        repeats.push(1);
    return findOp("Tile")->eval(std::vector<Value>{x, Value::ints(repeats)});
}

std::vector<Term> allGatherGradient(Gradient &g) {
    return {g.call("ReduceScatter", {g.dout(), "sum", g.intOf(1)})};
}

Abstract reduceScatterRule(TypeSpan arguments) {
    const Abstract &input = sent("ReduceScatter", arguments);
    reductionOf("ReduceScatter", arguments[1]);
    const int64_t ranks = ranksOf("ReduceScatter", arguments, 2);
    if (input.shape.rank() == 0) diagnose("For 'ReduceScatter', the input must have an axis, but it is a scalar.");
    if (input.shape[0] % ranks != 0)
        diagnose(
            format("For 'ReduceScatter', the first dimension must be divisible by the number of ranks, but got %lld "
                   "and %lld.",
                   (long long)input.shape[0], (long long)ranks));
    Dims shape = input.shape;
    shape[0] /= ranks;
    return Abstract::tensor(input.dtype, shape);
}

Value reduceScatterEval(ValueSpan arguments) {
    const Abstract type = inferred(reduceScatterRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    const Tensor first = viewOf(x, blockPart(x.shape(), Dims::filled(x.rank(), 0), type.shape));
    return reduced(first, *arguments[1].asString(), *arguments[2].asInt());
}

std::vector<Term> reduceScatterGradient(Gradient &g) {
    if (*g.constant(1).asString() != "sum") diagnose("For 'ReduceScatter', only the reduction 'sum' has a gradient.");
    return {g.call("AllGather", {g.dout(), g.intOf(2)})};
}

Abstract broadcastRule(TypeSpan arguments) {
    const Abstract &input = tensorType("Broadcast", arguments, 0);
    const int64_t root = intOf("Broadcast", arguments, 1), ranks = ranksOf("Broadcast", arguments, 2);
    if (root < 0 || root >= ranks)
        diagnose(format("For 'Broadcast', 'root_rank' must be 0 to %lld, but got %lld.", (long long)ranks - 1,
                        (long long)root));
    return Abstract::tensor(input.dtype, input.shape);
}

Value broadcastEval(ValueSpan arguments) {
    inferred(broadcastRule, arguments);
    return arguments[0].asTensor()->clone();
}

OpDef collective(std::string name, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.category = OpCategory::DataMovement;
    return def;
}

OpDef allReduce() {
    OpDef def = collective("AllReduce", "The tensors of all ranks reduced element by element (sum, max, min, prod); "
                                        "shape and dtype of input_x.");
    def.params = {tensorParam("input_x"), optionalParam("op", ParamKind::Text, "sum"),
                  optionalParam("ranks", ParamKind::Int, 1)};
    def.infer = inferBy<allReduceRule>;
    def.eval = allReduceEval;
    def.samples = [] {
        return Samples{{sampleValues({2, 3}, -1, 1), "sum", 4},
                       {sampleValues({}, -1, 1), "max", 1},
                       {Tensor::zeros({0, 3}, DType::Float32), "sum", 2}};
    };
    def.numpy = "a[0] * (a[2] if a[1] == 'sum' else 1)";
    def.gradient = allReduceGradient;
    return def;
}

OpDef allGather() {
    OpDef def = collective("AllGather", "The tensors of all ranks joined along the first axis: (n, ...) of r ranks "
                                        "becomes (r * n, ...).");
    def.params = {tensorParam("input_x"), optionalParam("ranks", ParamKind::Int, 1)};
    def.infer = inferBy<allGatherRule>;
    def.eval = allGatherEval;
    // The gradient sums what all ranks' results need of this rank; a difference quotient sees this rank's alone.
    def.samples = [] {
        return Samples{{sampleValues({2, 3}, -1, 1), 1},
                       {sampleValues({4}, -1, 1), 1},
                       {Tensor::zeros({0, 3}, DType::Float32), 1}};
    };
    def.numpy = "np.concatenate([a[0]] * a[1])";
    def.gradient = allGatherGradient;
    return def;
}

OpDef reduceScatter() {
    OpDef def = collective("ReduceScatter", "The tensors of all ranks reduced, of which each rank gets its part of the "
                                            "first axis: (n, ...) of r ranks becomes (n / r, ...).");
    def.params = {tensorParam("input_x"), optionalParam("op", ParamKind::Text, "sum"),
                  optionalParam("ranks", ParamKind::Int, 1)};
    def.infer = inferBy<reduceScatterRule>;
    def.eval = reduceScatterEval;
    def.samples = [] {
        return Samples{{sampleValues({2, 3}, -1, 1), "sum", 1},
                       {sampleValues({4}, -1, 1), "sum", 1},
                       {Tensor::zeros({0, 3}, DType::Float32), "sum", 1}};
    };
    def.numpy = "a[0][:len(a[0]) // a[2]] * a[2]";
    def.gradient = reduceScatterGradient;
    return def;
}

OpDef broadcastOp() {
    OpDef def = collective("Broadcast", "The tensor of rank root_rank on every rank; shape and dtype of input_x.");
    def.params = {tensorParam("input_x"), optionalParam("root_rank", ParamKind::Int, 0),
                  optionalParam("ranks", ParamKind::Int, 1)};
    def.infer = inferBy<broadcastRule>;
    def.eval = broadcastEval;
    def.samples = [] {
        return Samples{{sampleValues({2, 3}, -1, 1), 0, 4},
                       {sampleValues({}, -1, 1), 1, 2},
                       {Tensor::zeros({0, 3}, DType::Float32), 0, 1}};
    };
    def.numpy = "a[0]";
    def.gradient = noGradient;
    return def;
}

} // namespace

std::vector<OpDef> collectiveOps() {
    const std::vector<OpUseRow> uses = {
        {{"AllReduce", "AllGather", "ReduceScatter", "Broadcast"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Collective, .operations = notByShapes}},
    };
    return withUses({allReduce(), allGather(), reduceScatter(), broadcastOp()}, uses);
}

} // namespace jitscope::inline ops
