// SPDX-License-Identifier: Apache-2.0
// Fused operators against the operators they stand for, at random shapes and layouts, and the reasons why a fusion is
// refused. Where the same loops run in the same order the numbers are equal to the last bit; elsewhere the bound stands
// in the test.
#include "engine/ir/irtext.h"
#include "engine/ir/nodename.h"
#include "engine/ops/opdef.h"
#include "engine/ops/rules/activationrules.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <limits>

namespace jitscope::tst_fusions {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** One function that is being captured, with random values for its parameters. */
class Sketch {
public:
    explicit Sketch(uint32_t seed)
        : m_random(seed) {
        m_capture.openGraph("test", nullptr);
    }

    int64_t size(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(m_random); }
    bool coin() { return size(0, 1) == 1; }

    /** A parameter with values in [low, high); half of them are views with another order of axes in memory. */
    NodePtr parameter(const Dims &shape, double low = -1, double high = 1) {
        Dims order;
        for (int i = 0; i < shape.rank(); ++i)
            order.push(i);
        if (shape.rank() > 1 && coin()) std::swap(order[0], order[shape.rank() - 1]);
        Dims stored;
        for (int i = 0; i < shape.rank(); ++i)
            stored.push(shape[int(order[i])]);
        Tensor tensor(stored, DType::Float32);
        std::uniform_real_distribution<float> values{float(low), float(high)};
        for (int64_t i = 0; i < tensor.count(); ++i)
            tensor.mutableData<float>()[i] = values(m_random);
        arguments.emplace_back(tensor.permuted(order));
        return m_capture.addParameter(format("p%zu", arguments.size()), Abstract::tensor(DType::Float32, shape));
    }

    NodePtr constant(const Value &value) { return m_capture.constant(value); }

    NodePtr call(const char *name, std::vector<NodePtr> inputs) {
        const OpDef &op = *findOp(name);
        for (size_t i = inputs.size(); i < op.params.size(); ++i)
            inputs.push_back(constant(op.params[i].defaultValue));
        auto node = m_capture.addCall(op, std::move(inputs), {}, nullptr, "Default");
        if (!node) throw std::invalid_argument(node.error().message);
        return *node;
    }

    NodePtr item(const NodePtr &tuple, int64_t index) { return m_capture.getItem(tuple, index, nullptr, {}); }
    NodePtr tuple(std::vector<NodePtr> items) { return m_capture.makeTuple(std::move(items), nullptr, {}); }

    NodePtr activated(const NodePtr &x, const FusedActivation &activation) {
        if (activation.primitive != "GeLU") return call(std::string(activation.primitive).c_str(), {x});
        return call("GeLU", {x, constant(activation.function == UnaryOp::GeLU ? "none" : "tanh")});
    }

    Module finish(const NodePtr &output) {
        m_capture.closeGraph(output);
        return m_capture.finish();
    }
    IdSource &ids() { return m_capture.ids(); }

    std::vector<Value> arguments;

private:
    std::mt19937 m_random;
    GraphCapture m_capture;
};

/** Largest distance of two results, relative to the largest magnitude; -1 where they are no results of one type. */
double distance(const Value &a, const Value &b) {
    if (const Sequence *left = a.asSequence()) {
        double worst = 0;
        for (size_t i = 0; i < left->items.size(); ++i) {
            const double own = distance(left->items[i], b.asSequence()->items.at(i));
            if (own < 0) return own;
            worst = std::max(worst, own);
        }
        return worst;
    }
    const Tensor &x = *a.asTensor(), &y = *b.asTensor();
    if (x.shape() != y.shape() || x.dtype() != y.dtype()) return -1;
    double worst = 0, largest = 1e-30;
    for (int64_t i = 0; i < x.count(); ++i) {
        if (std::isnan(x.at(i)) && std::isnan(y.at(i))) continue;
        if (std::isnan(x.at(i)) != std::isnan(y.at(i))) return std::numeric_limits<double>::infinity();
        if (x.at(i) == y.at(i)) continue;
        worst = std::max(worst, std::abs(x.at(i) - y.at(i)));
        largest = std::max(largest, std::abs(x.at(i)));
    }
    return worst / std::max(largest, worst > 0 ? 1e-30 : 1.0);
}

/** "" when `pass` puts `fused` into the module and the results are not further apart than `bound`. */
std::string wrongFusion(const char *pass, Sketch &sketch, const NodePtr &output, const char *fused, double bound) {
    const Module before = sketch.finish(output);
    const PassDef &definition = passNamed(pass);
    PassContext context{sketch.ids(), JitLevel::O0, {}, {}};
    const Module after = definition.run(before, context);
    if (const auto faults = verify(after); !faults.empty()) return faults.front();
    const auto isFused = [&](const NodePtr &node) { return node->op.text() == fused; };
    if (std::ranges::none_of(after.entry()->nodes, isFused)) return expressionOf(before) + "\nis not fused";
    const double apart = distance(evaluate(before, sketch.arguments), evaluate(after, sketch.arguments));
    if (apart >= 0 && apart <= bound) return {};
    return format("%s\n%s\nare %g apart", expressionOf(before).c_str(), expressionOf(after).c_str(), apart);
}

void addActivationRows() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < fusedActivations().size(); ++i)
        QTest::newRow(std::string(fusedActivations()[i].text).c_str()) << int(i);
}

const FusedActivation &fetchedActivation() {
    QFETCH(int, index);
    return fusedActivations()[size_t(index)];
}

constexpr uint32_t rounds = 24;

/** q k^T as users write it: by a turned operand or by the product's flag. */
NodePtr scoresOf(Sketch &sketch, const NodePtr &query, const NodePtr &key) {
    if (sketch.coin()) return sketch.call("BatchMatMul", {query, key, sketch.constant(false), sketch.constant(true)});
    const int rank = key->abstract->shape.rank();
    Dims axes;
    for (int i = 0; i < rank; ++i)
        axes.push(i < rank - 2 ? i : 2 * rank - 3 - i);
    return sketch.call("BatchMatMul", {query, sketch.call("Transpose", {key, sketch.constant(Value::ints(axes))})});
}

struct AttentionSizes {
    int64_t batch, heads, keyHeads, queries, keys, depth, valueDepth;
};

/** (b, keyHeads, n, d) for each of the heads, as language models repeat it. */
NodePtr repeated(Sketch &sketch, const NodePtr &x, int64_t heads) {
    const Dims &own = x->abstract->shape;
    if (own[1] == heads) return x;
    const NodePtr apart = sketch.call("ExpandDims", {x, sketch.constant(int64_t(2))});
    const NodePtr broadcast = sketch.call(
        "BroadcastTo", {apart, sketch.constant(Value::ints({own[0], own[1], heads / own[1], own[2], own[3]}))});
    return sketch.call("Reshape", {broadcast, sketch.constant(Value::ints({own[0], heads, own[2], own[3]}))});
}

NodePtr attention(Sketch &sketch, const AttentionSizes &s) {
    const NodePtr query = sketch.parameter({s.batch, s.heads, s.queries, s.depth}, -2, 2);
    const NodePtr key = repeated(sketch, sketch.parameter({s.batch, s.keyHeads, s.keys, s.depth}, -2, 2), s.heads);
    const NodePtr value = repeated(sketch, sketch.parameter({s.batch, s.keyHeads, s.keys, s.valueDepth}), s.heads);
    NodePtr scores = scoresOf(sketch, query, key);
    const int64_t scaling = sketch.size(0, 2);
    if (scaling == 1) scores = sketch.call("Mul", {scores, sketch.constant(0.3)});
    if (scaling == 2) scores = sketch.call("Div", {scores, sketch.constant(3.0)});
    const int64_t masking = sketch.size(0, 5);
    if (masking > 3) {
        const NodePtr hidden = sketch.call("Less", {sketch.parameter({s.queries, s.keys}), sketch.constant(-0.8)});
        const NodePtr fill = sketch.constant(-std::numeric_limits<double>::infinity());
        scores = masking == 4 ? sketch.call("MaskedFill", {scores, hidden, fill})
                              : sketch.call("Select", {hidden, fill, scores});
    }
    const Dims masks[] = {{s.queries, s.keys}, {s.batch, 1, s.queries, s.keys}, {s.keys}};
    if (masking > 0 && masking < 4) scores = sketch.call("Add", {scores, sketch.parameter(masks[masking - 1], -3, 3)});
    const NodePtr weights = sketch.call("Softmax", {scores, sketch.constant(Value::ints({-1}))});
    return sketch.call("BatchMatMul", {weights, value});
}

NodePtr meanOf(Sketch &sketch, const NodePtr &x) {
    return sketch.call("ReduceMean", {x, sketch.constant(Value::ints({-1})), sketch.constant(true)});
}

NodePtr squareOf(Sketch &sketch, const NodePtr &x) {
    const int64_t way = sketch.size(0, 2);
    if (way == 0) return sketch.call("Square", {x});
    return way == 1 ? sketch.call("Mul", {x, x}) : sketch.call("Pow", {x, sketch.constant(2.0)});
}

/** x divided by the root of the mean of `squares`. */
NodePtr byRoot(Sketch &sketch, const NodePtr &x, const NodePtr &squares) {
    const NodePtr sum = sketch.call("Add", {meanOf(sketch, squares), sketch.constant(1e-5)});
    if (sketch.coin()) return sketch.call("Div", {x, sketch.call("Sqrt", {sum})});
    const NodePtr factor = sketch.call("Rsqrt", {sum});
    return sketch.coin() ? sketch.call("Mul", {x, factor}) : sketch.call("Mul", {factor, x});
}

Tensor randomTensor(const Dims &shape, uint32_t seed) {
    std::mt19937 random(seed);
    Tensor tensor(shape, DType::Float32);
    for (int64_t i = 0; i < tensor.count(); ++i)
        tensor.mutableData<float>()[i] = std::uniform_real_distribution<float>(0.1f, 1.0f)(random);
    return tensor;
}

} // namespace

class TestFusions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void productsWithActivationsGiveTheSameBits_data() { addActivationRows(); }
    void productsWithActivationsGiveTheSameBits() {
        const FusedActivation &activation = fetchedActivation();
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            const int64_t rows = sketch.size(1, 70), columns = sketch.size(2, 70), depth = sketch.size(1, 90);
            const bool isBatch = sketch.coin(), turnsA = sketch.coin(), turnsB = sketch.coin();
            Dims a = turnsA ? Dims{depth, rows} : Dims{rows, depth};
            if (isBatch) a = {3, a[0], a[1]};
            const NodePtr x = sketch.parameter(a),
                          w = sketch.parameter(turnsB ? Dims{columns, depth} : Dims{depth, columns});
            NodePtr y = sketch.call(isBatch ? "BatchMatMul" : "MatMul",
                                    {x, w, sketch.constant(turnsA), sketch.constant(turnsB)});
            const bool hasBias = sketch.coin();
            if (hasBias) y = sketch.call("Add", {y, sketch.parameter({columns})});
            const bool isRelu = activation.function == UnaryOp::ReLU && !isBatch && hasBias;
            const NodePtr out = sketch.activated(y, activation);
            COMPARE_TEXT(wrongFusion("matmul_biasadd_fusion", sketch, out,
                                     isRelu ? "MatMulBiasAddReluFusion" : "FusedMatMulElemUnary", 0),
                         "");
        }
    }

    void aReshapeBetweenProductAndBiasMovesBehind() {
        Sketch sketch(1);
        const NodePtr x = sketch.parameter({6, 5}), w = sketch.parameter({5, 4}), b = sketch.parameter({4});
        const NodePtr apart =
            sketch.call("Reshape", {sketch.call("MatMul", {x, w}), sketch.constant(Value::ints({2, 3, 4}))});
        const NodePtr y = sketch.call("Tanh", {sketch.call("Add", {apart, b})});
        COMPARE_TEXT(wrongFusion("matmul_biasadd_fusion", sketch, y, "FusedMatMulElemUnary", 0), "");
    }

    void convolutionsGiveTheSameBits_data() {
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("outChannels");
        QTest::addColumn<int>("kernel");
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("side");
        QTest::newRow("3 x 3") << 5 << 7 << 3 << 1 << 11;
        QTest::newRow("3 x 3 by Winograd") << 32 << 40 << 3 << 1 << 17;
        QTest::newRow("1 x 1") << 16 << 20 << 1 << 1 << 9;
        QTest::newRow("1 x 1 of few places") << 16 << 40 << 1 << 1 << 2;
        QTest::newRow("groups") << 8 << 12 << 2 << 4 << 9;
        QTest::newRow("depthwise") << 6 << 12 << 3 << 6 << 9;
    }
    void convolutionsGiveTheSameBits() {
        QFETCH(int, channels);
        QFETCH(int, outChannels);
        QFETCH(int, kernel);
        QFETCH(int, groups);
        QFETCH(int, side);
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            const auto perChannel = [&](double low) { return sketch.parameter({outChannels}, low, low + 1); };
            const NodePtr x = sketch.parameter({2, channels, side, side});
            const NodePtr w = sketch.parameter({outChannels, channels / groups, kernel, kernel});
            NodePtr y = sketch.call("Conv2D", {x, w, sketch.coin() ? perChannel(-0.5) : sketch.constant({}),
                                               sketch.constant(1), sketch.constant("valid"), sketch.constant(0),
                                               sketch.constant(1), sketch.constant(groups)});
            const bool hasOwnBias = y->inputs[2]->isParameter();
            if (!hasOwnBias && sketch.coin()) y = sketch.call("BiasAdd", {y, perChannel(-0.5)});
            const bool isNormalised = sketch.coin();
            if (isNormalised)
                y = sketch.item(
                    sketch.call("BatchNorm", {y, perChannel(0.5), perChannel(-0.5), perChannel(-0.5), perChannel(0.5)}),
                    0);
            if (!isNormalised || sketch.coin()) y = sketch.activated(y, fusedActivations()[size_t(sketch.size(0, 5))]);
            COMPARE_TEXT(wrongFusion("conv_bn_activation_fusion", sketch, y, "Conv2DFusion", 0), "");
        }
    }

    void batchNormsGiveTheSameBits_data() { addActivationRows(); }
    void batchNormsGiveTheSameBits() {
        const FusedActivation &activation = fetchedActivation();
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            const int64_t channels = sketch.size(1, 9);
            const Dims shape = sketch.coin() ? Dims{sketch.size(2, 5), channels, sketch.size(1, 30), 3}
                                             : Dims{sketch.size(2, 40), channels};
            const auto perChannel = [&](double low) { return sketch.parameter({channels}, low, low + 1); };
            const NodePtr norm =
                sketch.call("BatchNorm", {sketch.parameter(shape), perChannel(0.5), perChannel(-0.5), perChannel(-0.5),
                                          perChannel(0.5), sketch.constant(sketch.coin())});
            const NodePtr y = sketch.activated(sketch.item(norm, 0), activation);
            const NodePtr all = sketch.tuple({y, sketch.item(norm, 2), sketch.item(norm, 3)});
            COMPARE_TEXT(wrongFusion("batchnorm_activation_fusion", sketch, all, "BatchNormWithActivation", 0), "");
        }
    }

    /** Pieces of one axis in any order, taken by index or by range. */
    void slicesSideBySideAreJoined() {
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            Dims whole = {sketch.size(1, 6), sketch.size(1, 6), sketch.size(1, 6)};
            const int axis = int(sketch.size(0, 2));
            whole[axis] = sketch.size(2, 9);
            std::vector<NodePtr> terms;
            for (int64_t begin = 0, size = 0; begin < whole[axis]; begin += size) {
                size = begin == 0 ? 1 : sketch.size(1, whole[axis] - begin);
                const bool isIndex = size == 1 && sketch.coin();
                Dims part, first, last, steps = {1, 1, 1};
                for (int i = 0; i < 3; ++i) {
                    if (i != axis || !isIndex) part.push(i == axis ? size : whole[i]);
                    first.push(i == axis ? begin : 0);
                    last.push(i == axis ? begin + size : whole[i]);
                }
                const auto dims = [&](const Dims &each) { return sketch.constant(Value::ints(each)); };
                const auto number = [&](int64_t each) { return sketch.constant(Value(each)); };
                terms.push_back(sketch.call(
                    "StridedSliceGrad", {sketch.parameter(part), dims(whole), dims(first), dims(last), dims(steps),
                                         number(0), number(0), number(0), number(0), number(isIndex ? 1 << axis : 0)}));
            }
            if (sketch.coin()) std::ranges::reverse(terms);
            NodePtr sum = terms[0];
            for (size_t i = 1; i < terms.size(); ++i)
                sum = sketch.coin() ? sketch.call("Add", {sum, terms[i]}) : sketch.call("Add", {terms[i], sum});
            COMPARE_TEXT(wrongFusion("strided_slice_grad_fusion", sketch, sum, "Concat", 0), "");
        }
    }

    /** Where elements are missing, or are in two pieces, zeros and sums are needed. */
    void slicesThatAreNoWholeStayAsTheyAre_data() {
        QTest::addColumn<int>("firstEnd");
        QTest::addColumn<int>("secondBegin");
        QTest::newRow("a gap") << 2 << 3;
        QTest::newRow("an overlap") << 3 << 2;
        QTest::newRow("the end is missing") << 2 << 2;
    }
    void slicesThatAreNoWholeStayAsTheyAre() {
        QFETCH(int, firstEnd);
        QFETCH(int, secondBegin);
        Sketch sketch(1);
        const auto gradient = [&](int64_t begin, int64_t end) {
            return sketch.call("StridedSliceGrad",
                               {sketch.parameter({end - begin, 3}), sketch.constant(Value::ints({6, 3})),
                                sketch.constant(Value::ints({begin})), sketch.constant(Value::ints({end})),
                                sketch.constant(Value::ints({1}))});
        };
        const int secondEnd = firstEnd == secondBegin ? 5 : 6;
        const NodePtr sum = sketch.call("Add", {gradient(0, firstEnd), gradient(secondBegin, secondEnd)});
        QVERIFY(QString::fromStdString(wrongFusion("strided_slice_grad_fusion", sketch, sum, "Concat", 0))
                    .endsWith("is not fused"));
    }

    void sumsWithReluGiveTheSameBits() {
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            const Dims shape = {sketch.size(1, 9), sketch.size(1, 70)};
            const NodePtr x = sketch.parameter(shape);
            const NodePtr y = sketch.parameter(sketch.coin() ? shape : Dims{shape[1]});
            const NodePtr out = sketch.call("ReLU", {sketch.call("Add", {x, y})});
            COMPARE_TEXT(wrongFusion("add_relu_fusion", sketch, out, "FusedAddReluV2", 0), "");
        }
    }

    void layerNormsOfSumsGiveTheSameBits() {
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            const int64_t count = sketch.size(1, 90);
            const Dims shape = {sketch.size(1, 5), sketch.size(1, 9), count};
            const NodePtr sum = sketch.call("Add", {sketch.parameter(shape), sketch.parameter(shape)});
            const NodePtr norm = sketch.call("LayerNorm", {sum, sketch.parameter({count}), sketch.parameter({count}),
                                                           sketch.constant(int64_t(-1)), sketch.constant(int64_t(2))});
            const NodePtr all = sketch.tuple({sketch.item(norm, 0), sketch.item(norm, 1), sketch.call("Exp", {sum})});
            COMPARE_TEXT(wrongFusion("add_layernorm_fusion", sketch, all, "AddLayerNorm", 0), "");
        }
    }

    /** Products of the same operands, but in other orders: 5e-6 of the largest result (some 40 units in its last
        place, as two ways to sum up to 700 products differ). */
    void attentionGivesTheSameNumbers_data() {
        QTest::addColumn<int>("keyHeads");
        QTest::addColumn<int>("keys");
        QTest::newRow("few keys") << 4 << 30;
        QTest::newRow("several blocks of keys") << 4 << 700;
        QTest::newRow("keys shared by heads") << 2 << 100;
        QTest::newRow("one head of keys") << 1 << 257;
    }
    void attentionGivesTheSameNumbers() {
        QFETCH(int, keyHeads);
        QFETCH(int, keys);
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            const NodePtr out = attention(sketch, {sketch.size(1, 2), 4, keyHeads, sketch.size(1, 40),
                                                   sketch.size(1, keys), sketch.size(1, 40), sketch.size(1, 70)});
            COMPARE_TEXT(wrongFusion("flash_attention_fusion", sketch, out, "PromptFlashAttention", 5e-6), "");
        }
    }

    void keysThatAMaskHidesCountForNothing() {
        const double hidden = -std::numeric_limits<double>::infinity();
        const Tensor query = randomTensor({1, 3, 4}, 1), key = randomTensor({1, 600, 4}, 2);
        const Tensor value = randomTensor({1, 600, 5}, 3);
        Tensor mask = Tensor::full({3, 600}, hidden, DType::Float32);
        for (int64_t k = 0; k < 600; ++k) {
            if (k >= 400) mask.mutableData<float>()[k] = 0;      // the first block is hidden
            if (k < 100) mask.mutableData<float>()[600 + k] = 0; // the last ones are
        }
        const Value result = findOp("PromptFlashAttention")->eval(std::vector<Value>{query, key, value, mask, 0.5});
        const Value scores = findOp("BatchMatMul")->eval(std::vector<Value>{query, key, false, true});
        const Value scaled = findOp("Mul")->eval(std::vector<Value>{scores, 0.5});
        const Value masked = findOp("Add")->eval(std::vector<Value>{scaled, mask});
        const Value weights = findOp("Softmax")->eval(std::vector<Value>{masked, Value::ints({-1})});
        const Value expected = findOp("BatchMatMul")->eval(std::vector<Value>{weights, value, false, false});
        QVERIFY(std::isnan(result.asTensor()->at(14))); // the third query sees no key, as softmax has it
        QVERIFY(distance(result, expected) <= 2e-6);
    }

    /** Means by sums in another order: 2e-6 of the largest result. */
    void writtenOutNormsGiveTheSameNumbers() {
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            const int64_t count = sketch.size(2, 90);
            const NodePtr x = sketch.parameter({sketch.size(1, 9), 3, count}, -1, 2);
            const NodePtr gamma = sketch.parameter({count}), beta = sketch.parameter({count});
            const NodePtr apart = sketch.call("Sub", {x, meanOf(sketch, x)});
            NodePtr y = byRoot(sketch, apart, squareOf(sketch, apart));
            if (sketch.coin()) y = sketch.call("Mul", {gamma, y});
            if (y->inputs[0] == gamma) y = sketch.call("Add", {y, beta});
            COMPARE_TEXT(wrongFusion("layer_norm_fusion", sketch, y, "LayerNorm", 2e-6), "");
        }
    }

    void writtenOutRootMeanSquaresGiveTheSameNumbers() {
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            Sketch sketch(seed);
            const int64_t count = sketch.size(2, 90);
            const NodePtr x = sketch.parameter({sketch.size(1, 9), count}, -1, 2), gamma = sketch.parameter({count});
            const NodePtr y = sketch.call("Mul", {byRoot(sketch, x, squareOf(sketch, x)), gamma});
            COMPARE_TEXT(wrongFusion("layer_norm_fusion", sketch, y, "RmsNorm", 2e-6), "");
        }
    }

    void writtenOutSoftmaxAndItsGradientGiveTheSameNumbers() {
        for (uint32_t seed = 0; seed < rounds; ++seed) {
            const auto shapeOf = [](Sketch &sketch) { return Dims{sketch.size(1, 9), sketch.size(1, 90)}; };
            const auto reduction = [](Sketch &sketch, const char *op, const NodePtr &x) {
                return sketch.call(op, {x, sketch.constant(Value::ints({1})), sketch.constant(true)});
            };
            Sketch forward(seed);
            const NodePtr x = forward.parameter(shapeOf(forward), -5, 5);
            const NodePtr e = forward.call("Exp", {forward.call("Sub", {x, reduction(forward, "ReduceMax", x)})});
            const NodePtr y = forward.call("Div", {e, reduction(forward, "ReduceSum", e)});
            COMPARE_TEXT(wrongFusion("softmax_fusion", forward, y, "Softmax", 2e-6), "");

            Sketch back(seed);
            const Dims shape = shapeOf(back);
            const NodePtr dout = back.parameter(shape), out = back.parameter(shape, 0, 1);
            const NodePtr sum = reduction(back, "ReduceSum", back.call("Mul", {dout, out}));
            const NodePtr dx = back.call("Mul", {back.call("Sub", {dout, sum}), out});
            COMPARE_TEXT(wrongFusion("softmax_grad_fusion", back, dx, "SoftmaxBackward", 2e-6), "");
        }
    }

    void combinedOptimizersGiveTheSameBits_data() {
        QTest::addColumn<QString>("single");
        QTest::addColumn<QString>("combined");
        QTest::newRow("momentum") << "ApplyMomentum"
                                  << "CombineMomentum";
        QTest::newRow("sgd") << "SGD"
                             << "CombineSGD";
        QTest::newRow("adam") << "Adam"
                              << "CombineAdam";
        QTest::newRow("adam with decay") << "AdamWeightDecay"
                                         << "CombineAdamWeightDecay";
    }
    void combinedOptimizersGiveTheSameBits() {
        QFETCH(QString, single);
        QFETCH(QString, combined);
        const OpDef &one = *findOp(single.toStdString()), &all = *findOp(combined.toStdString());
        const std::vector<Value> sample = one.samples().front();
        const Dims shapes[] = {{7}, {300, 200}, {1}, {40000}, {3, 5, 2}};
        std::vector<Value> together = sample, expected;
        for (size_t place = 0; place < sample.size(); ++place) {
            if (all.params[place].kind != ParamKind::Tensors) continue;
            std::vector<Value> tensors;
            for (const Dims &shape : shapes)
                tensors.emplace_back(randomTensor(shape, uint32_t(place * 10 + tensors.size())));
            together[place] = Value::tuple(tensors);
        }
        for (size_t i = 0; i < std::size(shapes); ++i) {
            std::vector<Value> own = sample;
            for (size_t place = 0; place < sample.size(); ++place)
                if (const Sequence *tuple = together[place].asSequence())
                    own[place] = tuple->items[i].asTensor()->clone();
            one.eval(own);
            for (const size_t place : one.written)
                expected.push_back(own[place]);
        }
        all.eval(together);
        size_t next = 0;
        for (size_t i = 0; i < std::size(shapes); ++i)
            for (const size_t place : all.written)
                QVERIFY(together[place].asSequence()->items[i] == expected[next++]);
    }

    void refusedFusionsSayWhy_data() {
        QTest::addColumn<QString>("pass");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const char *pass, const char *before, const char *reason) {
            QTest::addRow("%s: %s", pass, name) << pass << before << reason;
        };
        row("the weights are used", "flash_attention_fusion",
            "t = Softmax(BatchMatMul(image, image, False, True)); MakeTuple(BatchMatMul(t, image), t)",
            "Softmax %%1 has 2 users, needs 1");
        row("a gradient needs the weights", "flash_attention_fusion",
            "t = Softmax(BatchMatMul(image, image, False, True)); "
            "MakeTuple(BatchMatMul(t, image), SoftmaxBackward(t, t))",
            "the gradient reads the weights that Softmax %%1 gives");
        row("matrices", "flash_attention_fusion", "t = BatchMatMul(Softmax(BatchMatMul(x, y, False, True)), x); Neg(t)",
            "BatchMatMul %%1 has rank 2, needs 3 or 4");
        row("a finite number hides keys", "flash_attention_fusion",
            "t = MaskedFill(BatchMatMul(image, image, False, True), Less(s, 1.0), -1000.0); "
            "BatchMatMul(Softmax(t), image)",
            "MaskedFill %%1 hides keys by -1000, needs minus infinity");
        row("no maximum", "softmax_fusion", "t = Exp(x); Div(t, ReduceSum(t, (1), True))",
            "Exp %%1 may overflow, because no maximum is subtracted; Softmax does not");
        row("first axis", "layer_norm_fusion",
            "d = Sub(x, ReduceMean(x, (0), True)); Div(d, Sqrt(Add(ReduceMean(Square(d), (0), True), 0.1)))",
            "the means are along (0,), needs the last axes");
        row("parameter of another shape", "layer_norm_fusion",
            "Mul(Mul(x, Rsqrt(Add(ReduceMean(Square(x), (1), True), 0.1))), column)",
            "the parameter is f32[2,1], needs the last axes of f32[2,3]");
        row("training", "conv_bn_activation_fusion",
            "t = BatchNorm(Conv2D(image, Full((3, 3, 1, 1), 0.5)), row, row, row, row, True); "
            "ReLU(TupleGetItem(t, 0))",
            "BatchNorm %%1 is in training: its moments follow from the whole result of the convolution");
        row("two biases", "conv_bn_activation_fusion",
            "t = Conv2D(image, Full((3, 3, 1, 1), 0.5), row); BiasAdd(t, row)", "Conv2D %%1 has a bias already");
        row("convolution used twice", "conv_bn_activation_fusion",
            "t = Conv2D(image, Full((3, 3, 1, 1), 0.5)); Add(ReLU(t), t)", "Conv2D %%1 has 2 users, needs 1");
        row("integers", "add_relu_fusion", "t = Add(i, j); ReLU(t)", "Add %%1 takes i32[2,3], needs f32 tensors");
        row("sum used twice", "add_relu_fusion", "t = Add(x, y); Add(ReLU(t), t)", "Add %%1 has 2 users, needs 1");
        row("sum of unlike shapes", "add_layernorm_fusion", "t = Add(x, row); TupleGetItem(LayerNorm(t, row, row), 0)",
            "Add %%1 adds f32[3], needs f32[2,3]");
        row("a view that others need", "transpose_matmul_fusion",
            "t = Transpose(x, (1, 0)); MakeTuple(MatMul(t, y), t)",
            "Transpose %%1 has 2 users, needs 1; as a view it costs nothing");
        row("bias of channels", "matmul_biasadd_fusion", "t = BatchMatMul(image, Full((4, 5), 0.5)); BiasAdd(t, row)",
            "the bias is f32[3], needs f32[5] (one for each column)");
    }
    void refusedFusionsSayWhy() {
        QFETCH(QString, pass);
        QFETCH(QString, before);
        QFETCH(QString, reason);
        GraphCapture capture;
        const Module module = readExpression(before.toStdString(), capture);
        PassContext context{capture.ids(), JitLevel::O0, {}, {}};
        const Module after = passNamed(pass.toStdString()).run(module, context);
        QVERIFY(same(after, module));
        std::vector<std::string> reasons;
        for (const Refusal &refusal : context.refusals)
            reasons.push_back(refusal.reason());
        for (const NodePtr &node : module.entry()->nodes)
            if (node->name.ends_with("$t")) reason.replace("%1", QString::number(node->id.value));
        COMPARE_TEXT(join(reasons, "\n"), reason.toStdString());
    }

    void stepsWithOtherNumbersAreNotCombined() {
        std::string text = readText(dataPath("passes/combine_optimizer/before.ir"));
        const size_t rate = text.find("F32(0.1), %para2_y");
        QVERIFY(rate != std::string::npos);
        text.replace(rate, 8, "F32(0.3)");
        const auto parsed = parseModule(text, "before.ir");
        VERIFY_RESULT(parsed);
        IdSource ids(1000);
        PassContext context{ids, JitLevel::O0, {}, {}};
        QVERIFY(same(passNamed("combine_optimizer").run(parsed->module, context), parsed->module));
        QCOMPARE(context.refusals.size(), size_t(1));
        const auto titleOf = [&](const char *nameInFile) { // nodes of a file are numbered as they are read
            for (const NodePtr &node : parsed->module.entry()->nodes)
                if (node->name == nameInFile) return nodeTitle(*node);
            return std::string("no ") + nameInFile;
        };
        COMPARE_TEXT(context.refusals.front().reason(),
                     "learning_rate of " + titleOf("CNode_14") + " is another than that of " + titleOf("CNode_8"));
    }

    void atO1SumsWithReluAreLeftToKernels() {
        GraphCapture capture;
        const Module module = readExpression("ReLU(Add(x, y))", capture);
        PassContext context{capture.ids(), JitLevel::O1, {}, {}};
        QVERIFY(same(passNamed("add_relu_fusion").run(module, context), module));
    }
};

JITSCOPE_TEST(TestFusions)

} // namespace jitscope::tst_fusions

#include "tst_fusions.moc"
