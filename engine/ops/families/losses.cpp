// SPDX-License-Identifier: Apache-2.0
// Losses that are operators of their own: cross entropies of classes, with the gradients that they compute on the way.
#include "engine/ops/families.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/elementwiserecord.h"

#include <cmath>
#include <numeric>

namespace jitscope::inline ops {

namespace {

OpDef lossRecord(std::string name, std::string doc, std::string numpy, GradientRule gradient) {
    OpDef def = elementWiseRecord(std::move(name), {}, std::move(doc), std::move(numpy), gradient);
    def.category = OpCategory::Reduction;
    def.fusion = FusionClass::Opaque;
    return def;
}

/** Rows of logits: samples by classes, floating. */
const Abstract &logitsType(const char *op, TypeSpan arguments) {
    const Abstract &logits = tensorType(op, arguments, 0);
    if (!info(logits.dtype).floating)
        diagnoseType("For primitive[" + std::string(op) +
                     "], the input argument[logits] must be a Tensor of a floating dtype, but got Tensor[" +
                     std::string(info(logits.dtype).name) + "].");
    if (logits.shape.rank() != 2)
        diagnose("For '" + std::string(op) + "', the dimension of logits must be equal to 2, but got " +
                 std::to_string(logits.shape.rank()) + ".");
    return logits;
}

/** log(sum(exp(row))) without overflow. */
template<class T> double logSumExp(const T *row, int64_t count) {
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int64_t i = 0; i < count; ++i)
        largest = std::max(largest, double(row[i]));
    if (std::isinf(largest)) return largest;
    for (int64_t i = 0; i < count; ++i)
        sum += std::exp(double(row[i]) - largest);
    return largest + std::log(sum);
}

/** The dtype in which a loss of `dtype` is computed. */
DType computedIn(DType dtype) {
    return dtype == DType::Float64 ? DType::Float64 : DType::Float32;
}

// --- SoftmaxCrossEntropyWithLogits -----------------------------------------------------------------------------------

Abstract softmaxCrossEntropyRule(TypeSpan arguments) {
    constexpr const char *op = "SoftmaxCrossEntropyWithLogits";
    const Abstract &logits = logitsType(op, arguments), &labels = tensorType(op, arguments, 1);
    if (labels.shape != logits.shape)
        diagnose("For 'SoftmaxCrossEntropyWithLogits', the shape of logits and labels must be equal, but got logits "
                 "shape: " +
                 listText(logits.shape) + ", labels shape: " + listText(labels.shape) + ".");
    if (labels.dtype != logits.dtype)
        diagnose(
            "For 'SoftmaxCrossEntropyWithLogits', the type of labels must be the same as that of logits, but got " +
            brief(logits) + " and " + brief(labels) + ".");
    return Abstract::tuple(
        {Abstract::tensor(logits.dtype, {logits.shape[0]}), Abstract::tensor(logits.dtype, logits.shape)});
}

template<class T> void softmaxCrossEntropyRow(const T *logits, const T *labels, T &loss, T *slope, int64_t classes) {
    const double total = logSumExp(logits, classes);
    double sum = 0;
    for (int64_t i = 0; i < classes; ++i) {
        const double logProbability = double(logits[i]) - total;
        if (labels[i] != 0) sum -= double(labels[i]) * logProbability;
        slope[i] = T(std::exp(logProbability) - double(labels[i]));
    }
    loss = T(sum);
}

Value softmaxCrossEntropyEval(ValueSpan arguments) {
    const DType dtype = inferred(softmaxCrossEntropyRule, arguments).items[0].dtype, computed = computedIn(dtype);
    const Tensor logits = arguments[0].asTensor()->cast(computed).contiguous();
    const Tensor labels = arguments[1].asTensor()->cast(computed).contiguous();
    const int64_t samples = logits.shape()[0], classes = logits.shape()[1];
    Tensor loss({samples}, computed), slope(logits.shape(), computed);
    const auto run = [&]<class T>(const T *from, const T *wanted, T *losses, T *slopes) {
        parallelFor(samples, std::max<int64_t>(1, heavyGrain / std::max<int64_t>(classes, 1)),
                    [=](int64_t begin, int64_t end) {
                        for (int64_t i = begin; i < end; ++i)
                            softmaxCrossEntropyRow(from + i * classes, wanted + i * classes, losses[i],
                                                   slopes + i * classes, classes);
                    });
    };
    if (computed == DType::Float32)
        run(logits.data<float>(), labels.data<float>(), loss.mutableData<float>(), slope.mutableData<float>());
    else
        run(logits.data<double>(), labels.data<double>(), loss.mutableData<double>(), slope.mutableData<double>());
    return Value::tuple({loss.cast(dtype), slope.cast(dtype)});
}

/** The second result is the slope of the first. Labels are constants, as in MindSpore; where their gradient is asked
   for, it is that of -sum(labels * log(softmax)). */
Terms softmaxCrossEntropyGradient(Gradient &g) {
    const Term dloss = g.call("ExpandDims", {g.dout(0), -1});
    const Term probabilities = g.call("Softmax", {g.in(0)});
    // Through the slope, softmax(logits) - labels: p * (d - sum(d * p)).
    const Term weighted = g.dout(1) * probabilities;
    const Term curved = weighted - probabilities * g.call("ReduceSum", {weighted, Dims{1}, true});
    const Term logits = dloss * (probabilities - g.in(1)) + curved;
    if (!g.wants(1)) return {logits};
    return {logits, -(dloss * g.call("LogSoftmax", {g.in(0), -1})) - g.dout(1)};
}

Samples softmaxCrossEntropySamples() {
    const auto probabilities = [](int64_t rows, int64_t classes) {
        Tensor x = sampleValues({rows, classes}, 0.1, 1);
        for (int64_t r = 0; r < rows; ++r) {
            float *row = x.mutableData<float>() + r * classes;
            const float sum = std::accumulate(row, row + classes, 0.0f);
            for (int64_t c = 0; c < classes; ++c)
                row[c] /= sum;
        }
        return x;
    };
    return {{sampleValues({2, 3}, -1, 3), probabilities(2, 3)},
            {sampleValues({4, 7}, -5, 5), probabilities(4, 7)},
            {Tensor::zeros({0, 3}, DType::Float32), Tensor::zeros({0, 3}, DType::Float32)}};
}

/** Of rows of logits: the softmax of each, and what is made of it. */
OpCost crossEntropyCost(TypeSpan arguments, const Abstract &result) {
    constexpr double ofSoftmax = 16, ofLoss = 3;
    return {(ofSoftmax + ofLoss) * double(arguments[0].count()),
            double(arguments[0].bytes() + arguments[1].bytes() + result.bytes())};
}

OpDef softmaxCrossEntropy() {
    OpDef def =
        lossRecord("SoftmaxCrossEntropyWithLogits",
                   "(loss, dlogits): for each row the cross entropy of labels (probabilities) and "
                   "softmax(logits), shape (N,), and its slope softmax(logits) - labels, shape (N, C).",
                   "(lambda p: (-np.sum(a[1] * np.log(p), 1), p - a[1]))(np.exp(a[0]) / np.sum(np.exp(a[0]), 1, "
                   "keepdims=True))",
                   softmaxCrossEntropyGradient);
    def.params = {tensorParam("logits"), tensorParam("labels")};
    def.infer = inferBy<softmaxCrossEntropyRule>;
    def.cost = crossEntropyCost;
    def.eval = softmaxCrossEntropyEval;
    def.samples = softmaxCrossEntropySamples;
    return def;
}

// --- with class numbers as labels ------------------------------------------------------------------------------------

void requireClassNumbers(const char *op, const Abstract &labels, int64_t samples) {
    if (labels.dtype != DType::Int32 && labels.dtype != DType::Int64 && labels.dtype != DType::UInt8)
        diagnose("For primitive[" + std::string(op) +
                 "], the input argument[labels] must be a Tensor of Int32 or Int64, but got Tensor[" +
                 std::string(info(labels.dtype).name) + "].");
    if (labels.shape != Dims{samples})
        diagnose("For '" + std::string(op) + "', the labels must have the shape " + listText({samples}) +
                 " of the rows of logits, but got " + listText(labels.shape) + ".");
}

Abstract sparseCrossEntropyRule(TypeSpan arguments) {
    constexpr const char *op = "SparseSoftmaxCrossEntropyWithLogits";
    const Abstract &logits = logitsType(op, arguments);
    requireClassNumbers(op, tensorType(op, arguments, 1), logits.shape[0]);
    const bool isSlope = arguments.size() > 2 && boolOf(op, arguments, 2);
    return Abstract::tensor(logits.dtype, isSlope ? logits.shape : Dims());
}

[[noreturn]] void diagnoseClass(const char *op, int64_t label, int64_t classes) {
    diagnose("For '" + std::string(op) + "', each value of 'labels' must be in [0, " + std::to_string(classes) +
             "), but got " + std::to_string(label) + ".");
}

/** The mean loss, or its slope with respect to the logits. */
Value sparseCrossEntropyEval(ValueSpan arguments) {
    constexpr const char *op = "SparseSoftmaxCrossEntropyWithLogits";
    const Abstract result = inferred(sparseCrossEntropyRule, arguments);
    const Tensor logits = arguments[0].asTensor()->cast(DType::Float64).contiguous();
    const Tensor labels = arguments[1].asTensor()->cast(DType::Int64).contiguous();
    const int64_t samples = logits.shape()[0], classes = logits.shape()[1];
    const bool isSlope = *arguments[2].asBool();
    Tensor slope(isSlope ? logits.shape() : Dims{0}, DType::Float64);
    double loss = 0;
    for (int64_t i = 0; i < samples; ++i) {
        const double *row = logits.data<double>() + i * classes;
        const int64_t label = labels.data<int64_t>()[i];
        if (label < 0 || label >= classes) diagnoseClass(op, label, classes);
        const double total = logSumExp(row, classes);
        loss += total - row[label];
        for (int64_t c = 0; isSlope && c < classes; ++c)
            slope.mutableData<double>()[i * classes + c] =
                (std::exp(row[c] - total) - (c == label ? 1 : 0)) / double(samples);
    }
    if (isSlope) return slope.cast(result.dtype);
    return Tensor::scalar(loss / double(samples), result.dtype);
}

Terms sparseCrossEntropyGradient(Gradient &g) {
    if (!g.boolOf(2)) return {g.dout() * g.call("SparseSoftmaxCrossEntropyWithLogits", {g.in(0), g.in(1), true})};
    const Term p = g.call("Softmax", {g.in(0)});
    const Term weighted = g.dout() * p;
    const Term curved = weighted - p * g.call("ReduceSum", {weighted, Dims{1}, true});
    return {curved / double(g.shape(0)[0])};
}

Samples sparseCrossEntropySamples() {
    return {{sampleValues({2, 3}, -1, 3), sampleValues({2}, 0, 3, DType::Int32), false},
            {sampleValues({4, 7}, -5, 5), sampleValues({4}, 0, 7, DType::Int64), false},
            {sampleValues({4, 7}, -5, 5), sampleValues({4}, 0, 7, DType::Int32), true}};
}

OpDef sparseCrossEntropy() {
    OpDef def = lossRecord(
        "SparseSoftmaxCrossEntropyWithLogits",
        "The mean over all rows of the cross entropy of softmax(logits) and class numbers, or its slope if is_grad.",
        "(lambda p, y: (p - y) / len(p) if a[2] else -np.mean(np.sum(y * np.log(p), 1)))(np.exp(a[0]) / "
        "np.sum(np.exp(a[0]), 1, keepdims=True), np.eye(a[0].shape[1])[a[1]])",
        sparseCrossEntropyGradient);
    def.params = {tensorParam("logits"), tensorParam("labels"), optionalParam("is_grad", ParamKind::Bool, false)};
    def.infer = inferBy<sparseCrossEntropyRule>;
    def.cost = crossEntropyCost;
    def.eval = sparseCrossEntropyEval;
    def.samples = sparseCrossEntropySamples;
    return def;
}

// --- NLLLoss ---------------------------------------------------------------------------------------------------------

enum class Joined { None, Mean, Sum };

Joined joinedBy(const Value &reduction) {
    const std::string *way = reduction.asString();
    if (way && *way == "none") return Joined::None;
    if (way && *way == "mean") return Joined::Mean;
    if (way && *way == "sum") return Joined::Sum;
    diagnose("For 'NLLLoss', the 'reduction' must be str and must be in '['none', 'mean', 'sum']', but got " +
             toString(reduction) + ".");
}

Abstract nllLossRule(TypeSpan arguments) {
    const Abstract &logits = logitsType("NLLLoss", arguments);
    requireClassNumbers("NLLLoss", tensorType("NLLLoss", arguments, 1), logits.shape[0]);
    const bool isWeighted = arguments.size() > 2 && !isNone(arguments[2]);
    if (isWeighted && tensorType("NLLLoss", arguments, 2).shape != Dims{logits.shape[1]})
        diagnose("For 'NLLLoss', the weight must have one element for each class, the shape " +
                 listText({logits.shape[1]}) + ", but got " + listText(arguments[2].shape) + ".");
    const Joined joined = arguments.size() > 3 ? joinedBy(arguments[3].value) : Joined::Mean;
    if (arguments.size() > 4) intOf("NLLLoss", arguments, 4);
    const Dims shape = joined == Joined::None ? Dims{logits.shape[0]} : Dims();
    return Abstract::tuple(
        {Abstract::tensor(logits.dtype, shape), Abstract::tensor(isWeighted ? arguments[2].dtype : logits.dtype, {})});
}

Value nllLossEval(ValueSpan arguments) {
    const Abstract result = inferred(nllLossRule, arguments);
    const Joined joined = joinedBy(arguments[3]);
    const Tensor logits = arguments[0].asTensor()->cast(DType::Float64).contiguous();
    const Tensor labels = arguments[1].asTensor()->cast(DType::Int64).contiguous();
    const Tensor weight =
        (arguments[2].asTensor() ? *arguments[2].asTensor() : Tensor::full({logits.shape()[1]}, 1, DType::Float64))
            .cast(DType::Float64)
            .contiguous();
    const int64_t samples = logits.shape()[0], classes = logits.shape()[1], ignored = *arguments[4].asInt();
    Tensor losses({samples}, DType::Float64);
    double sum = 0, totalWeight = 0;
    for (int64_t i = 0; i < samples; ++i) {
        const int64_t label = labels.data<int64_t>()[i];
        losses.mutableData<double>()[i] = 0;
        if (label == ignored) continue;
        if (label < 0 || label >= classes) diagnoseClass("NLLLoss", label, classes);
        const double scale = weight.data<double>()[label];
        const double loss = -scale * logits.data<double>()[i * classes + label];
        losses.mutableData<double>()[i] = loss;
        sum += loss;
        totalWeight += scale;
    }
    const Tensor total = Tensor::scalar(totalWeight, result.items[1].dtype);
    if (joined == Joined::None) return Value::tuple({losses.cast(result.items[0].dtype), total});
    return Value::tuple(
        {Tensor::scalar(joined == Joined::Mean ? sum / totalWeight : sum, result.items[0].dtype), total});
}

Terms nllLossGradient(Gradient &g) {
    Tensor classes({1, g.shape(0)[1]}, DType::Int64);
    std::iota(classes.mutableData<int64_t>(), classes.mutableData<int64_t>() + classes.count(), 0);
    const Term labels = g.call("ExpandDims", {g.cast(g.in(1), DType::Int64), -1});
    const Term isChosen =
        g.call("LogicalAnd", {g.call("Equal", {labels, g.term(classes)}), g.call("NotEqual", {labels, g.intOf(4)})});
    const Joined joined = joinedBy(g.constant(3));
    Term dout = g.dout(0);
    if (joined == Joined::None) dout = g.call("ExpandDims", {dout, -1});
    if (joined == Joined::Mean) dout = dout / g.item(g.out(), 1);
    const auto atChosen = [&](Term x) { return g.select(isChosen, g.broadcast(x, g.shape(0)), 0.0); };
    if (g.isNone(2)) return {atChosen(-dout)};
    const Term logits = atChosen(-(dout * g.in(2)));
    if (!g.wants(2)) return {logits};
    // The mean moves with the sum of the weights, too.
    Term perWeight = -(g.in(0) * dout);
    if (joined == Joined::Mean) perWeight = perWeight - g.item(g.out(), 0) * dout;
    return {logits, Term(), g.sum(atChosen(perWeight + g.cast(g.dout(1), dout.dtype())), Dims{0}, false)};
}

Samples nllLossSamples() {
    const Tensor logits = sampleValues({4, 5}, -3, -0.1), labels = sampleValues({4}, 0, 5, DType::Int32);
    const Tensor weight = sampleValues({5}, 0.5, 2);
    return {{logits, labels, weight, "mean", -100},
            {logits, labels, weight, "sum", 1},
            {logits, labels, weight, "none", 3},
            {logits, labels, Value(), "mean", 1}};
}

/** Of each label: one logit and one weight are read, multiplied and added. */
OpCost nllLossCost(TypeSpan arguments, const Abstract &result) {
    constexpr double ofLabel = 3;
    const double labels = double(arguments[1].count());
    OpCost cost{ofLabel * labels, labels * double(info(arguments[0].dtype).bytes) + double(result.bytes())};
    for (const Abstract &argument : arguments.subspan(1))
        cost.bytes += double(argument.bytes());
    return cost;
}

OpDef nllLoss() {
    OpDef def = lossRecord(
        "NLLLoss",
        "(loss, total_weight): minus the logits at the class numbers times their weights, joined by reduction ('none', "
        "'mean' by weight, 'sum'); rows whose class is ignore_index count nothing.",
        "(lambda w: (lambda rows: (rows if a[3] == 'none' else np.sum(rows) / (np.sum(w) if a[3] == 'mean' else 1), "
        "np.sum(w)))(-w * a[0][np.arange(len(a[1])), a[1]]))(np.where(a[1] == a[4], 0, (np.ones(a[0].shape[1]) if a[2] "
        "is None else a[2])[a[1]]))",
        nllLossGradient);
    def.params = {tensorParam("logits"), tensorParam("labels"), optionalParam("weight", ParamKind::Any, Value()),
                  optionalParam("reduction", ParamKind::Text, "mean"),
                  optionalParam("ignore_index", ParamKind::Int, -100)};
    def.infer = inferBy<nllLossRule>;
    def.cost = nllLossCost;
    def.eval = nllLossEval;
    def.samples = nllLossSamples;
    return def;
}

} // namespace

std::vector<OpDef> lossOps() {
    const std::vector<OpUseRow> uses = {
        {{"SoftmaxCrossEntropyWithLogits"},
         {.dependence = Dependence::Row, .device = DeviceKernel::Activation, .operations = notByShapes}},
        {{"SparseSoftmaxCrossEntropyWithLogits", "NLLLoss"},
         {.dependence = Dependence::Labels, .device = DeviceKernel::Reduction, .operations = notByShapes}},
    };
    return withUses({softmaxCrossEntropy(), sparseCrossEntropy(), nllLoss()}, uses);
}

} // namespace jitscope::inline ops
