// SPDX-License-Identifier: Apache-2.0
// Tests of kernels that reduce axes: their layout, and their results against the operators one by one.
#include "engine/codegen/kernelcompiler.h"
#include "engine/codegen/kernelplan.h"
#include "engine/ops/opdef.h"
#include "tests/support/kernelgraph.h"
#include "tests/support/randomkernel.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <map>

namespace jitscope::tst_reductionkernels {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

NodePtr reduce(KernelGraph &builder, const char *op, const NodePtr &x, Value axes, bool keepsAxes) {
    return builder.call(op, {x, builder.constant(std::move(axes)), builder.constant(keepsAxes)});
}

const Graph &softmax(KernelGraph &builder, const Dims &shape) {
    const NodePtr x = builder.parameter(shape);
    const NodePtr top = reduce(builder, "ReduceMax", x, Value::ints({shape.rank() - 1}), true);
    const NodePtr power = builder.call("Exp", {builder.call("Sub", {x, top})});
    const NodePtr sum = reduce(builder, "ReduceSum", power, Value::ints({shape.rank() - 1}), true);
    return builder.finish(builder.call("Div", {power, sum}));
}

const Graph &layerNorm(KernelGraph &builder, const Dims &shape) {
    const Value last = Value::ints({shape.rank() - 1});
    const NodePtr x = builder.parameter(shape), gamma = builder.parameter({shape.back()});
    const NodePtr beta = builder.parameter({shape.back()});
    const NodePtr centred = builder.call("Sub", {x, reduce(builder, "ReduceMean", x, last, true)});
    const NodePtr variance = reduce(builder, "ReduceMean", builder.call("Square", {centred}), last, true);
    const NodePtr factor = builder.call("Rsqrt", {builder.call("Add", {variance, builder.constant(1e-5)})});
    const NodePtr scaled = builder.call("Mul", {builder.call("Mul", {centred, factor}), gamma});
    return builder.finish(builder.call("Add", {scaled, beta}));
}

/** All outputs of the graph, operator by operator. */
std::vector<Tensor> runNodes(const Graph &graph, const std::vector<Tensor> &inputs) {
    std::map<const Node *, Value> values;
    for (size_t i = 0; i < inputs.size(); ++i)
        values[graph.parameters[i].get()] = inputs[i];
    const auto valueOf = [&](const NodePtr &node) { return node->isConstant() ? *node->value : values.at(node.get()); };
    for (const NodePtr &node : graph.nodes) {
        if (node->isCallOf(op::MakeTuple)) continue;
        std::vector<Value> arguments;
        for (const NodePtr &input : node->inputs)
            arguments.push_back(valueOf(input));
        const OpDef &op = *findOp(node->op);
        for (size_t i = arguments.size(); i < op.params.size(); ++i)
            arguments.push_back(op.params[i].defaultValue);
        values[node.get()] = op.eval(arguments);
    }
    std::vector<NodePtr> outputs = {graph.output};
    if (graph.output->isCallOf(op::MakeTuple)) outputs = graph.output->inputs;
    std::vector<Tensor> results;
    for (const NodePtr &output : outputs)
        results.push_back(valueOf(output).asTensor()->contiguous());
    return results;
}

/** "" where kernel and operators agree: relative to the value, and to the size of what was added up. */
std::string difference(const Tensor &kernel, const Tensor &eager, double relative, double absolute) {
    if (!(kernel.shape() == eager.shape()) || kernel.dtype() != eager.dtype()) return "another type";
    for (int64_t i = 0; i < kernel.count(); ++i) {
        const double a = kernel.at(i), b = eager.at(i);
        if (std::isnan(a) && std::isnan(b)) continue;
        if (a == b || std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b)) + absolute) continue;
        return format("element %lld: kernel %.9g, eager %.9g", static_cast<long long>(i), a, b);
    }
    return {};
}

/** Outputs over the inputs whose memory they may have. */
std::vector<Tensor> runInPlace(const CompiledKernel &kernel, const Graph &graph, const std::vector<Tensor> &inputs) {
    std::vector<Tensor> memory, results;
    std::vector<const void *> from;
    std::vector<void *> to;
    for (const Tensor &input : inputs)
        from.push_back(memory.emplace_back(input.clone()).rawData());
    std::vector<NodePtr> outputs = {graph.output};
    if (graph.output->isCallOf(op::MakeTuple)) outputs = graph.output->inputs;
    for (size_t i = 0; i < outputs.size(); ++i) {
        const int input = kernel.reusableInputs()[i];
        results.push_back(input < 0 ? Tensor(outputs[i]->abstract->shape, outputs[i]->abstract->dtype)
                                    : memory[size_t(input)]);
        to.push_back(input < 0 ? results.back().mutableRawData() : const_cast<void *>(from[size_t(input)]));
    }
    kernel.run(from.data(), to.data());
    return results;
}

bool isSame(const Tensor &a, const Tensor &b) {
    return a.count() == b.count() && a.dtype() == b.dtype() &&
           std::memcmp(a.rawData(), b.rawData(), size_t(a.count()) * size_t(info(a.dtype()).bytes)) == 0;
}

std::string compare(const Graph &graph, const std::vector<Tensor> &inputs, double relative, double absolute) {
    const auto kernel = compileKernel(graph);
    if (!kernel) return kernel.error().message;
    const auto results = runKernel(**kernel, graph, inputs), expected = runNodes(graph, inputs);
    const auto inPlace = runInPlace(**kernel, graph, inputs);
    for (size_t i = 0; i < results.size(); ++i)
        if (!isSame(results[i], inPlace[i])) return format("output %zu over its input", i);
    for (size_t i = 0; i < results.size(); ++i)
        if (const std::string text = difference(results[i], expected[i], relative, absolute); !text.empty())
            return format("output %zu, ", i) + text;
    return {};
}

} // namespace

class TestReductionKernels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void softmaxIsOneNestOfThreeLoops() {
        KernelGraph builder;
        const auto plan = planKernel(softmax(builder, {20, 30}));
        VERIFY_RESULT(plan);
        COMPARE_TEXT(toString(*plan), "rows (20,), row buffer 0 of 30\n"
                                      "  loop (30,)\n"
                                      "    load 0: input 0, strides (30, 1)\n"
                                      "    reduction 0: [1] max of load 0 -> number\n"
                                      "  loop (30,)\n"
                                      "    load 0: input 0, strides (30, 1)\n"
                                      "    step 0: [2] Sub(load 0, reduction 0) -> number\n"
                                      "    step 1: [3] Exp(step 0) -> number\n"
                                      "    reduction 1: [4] sum of step 1 -> number\n"
                                      "    row buffer 0 = step 1, strides (0, 1)\n"
                                      "  loop (30,)\n"
                                      "    load 0: row buffer 0, strides (0, 1)\n"
                                      "    step 0: [5] Div(load 0, reduction 1) -> number\n"
                                      "    output 0 = step 0, strides (30, 1)\n");
    }

    void softmaxOfEveryLengthIsRight() {
        for (int length = 1; length < 150; length += length < 70 ? 1 : 13) {
            KernelGraph builder;
            const Dims shape = {3, length};
            COMPARE_TEXT(compare(softmax(builder, shape), {randomTensor(shape, 1, -30, 30)}, 2e-6, 1e-37), "");
        }
    }

    void layerNormIsOneNest() {
        KernelGraph builder;
        const Graph &graph = layerNorm(builder, {19, 77});
        const auto plan = planKernel(graph);
        VERIFY_RESULT(plan);
        QCOMPARE(plan->nests.size(), size_t(1));
        QCOMPARE(plan->nests.front().loops.size(), size_t(3));
        COMPARE_TEXT(
            compare(graph, {randomTensor({19, 77}, 1), randomTensor({77}, 2), randomTensor({77}, 3)}, 1e-5, 1e-5), "");
    }

    void batchNormKeepsChannelsApart() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({3, 5, 4, 7});
        const Value axes = Value::ints({0, 2, 3});
        const NodePtr centred = builder.call("Sub", {x, reduce(builder, "ReduceMean", x, axes, true)});
        const NodePtr variance = reduce(builder, "ReduceMean", builder.call("Square", {centred}), axes, true);
        const NodePtr factor = builder.call("Rsqrt", {builder.call("Add", {variance, builder.constant(1e-5)})});
        const Graph &graph = builder.finish({builder.call("Mul", {centred, factor}), variance});
        const auto plan = planKernel(graph);
        VERIFY_RESULT(plan);
        COMPARE_TEXT(toString(plan->nests.front().rows), "(5,)");
        QCOMPARE(plan->nests.size(), size_t(1));
        COMPARE_TEXT(compare(graph, {randomTensor({3, 5, 4, 7}, 1)}, 1e-5, 1e-5), "");
    }

    void aGradientAndItsBiasGradientShareOneWalk() {
        for (const Dims &shape : {Dims{300, 70}, Dims{9, 3}, Dims{1000, 130}, Dims{20000, 40}}) {
            KernelGraph builder;
            const NodePtr x = builder.parameter(shape), dy = builder.parameter(shape);
            const NodePtr dx = builder.call("GeLUGrad", {dy, x, builder.constant(std::string("tanh"))});
            const Graph &graph = builder.finish({dx, reduce(builder, "ReduceSum", dx, Value::ints({0}), false)});
            const auto plan = planKernel(graph);
            VERIFY_RESULT(plan);
            QVERIFY(plan->nests.front().form == NestForm::Columns);
            QCOMPARE(plan->nests.size(), size_t(plan->nests.front().chunk == 0 ? 1 : 2));
            COMPARE_TEXT(compare(graph, {randomTensor(shape, 1), randomTensor(shape, 2)}, 1e-4, 1e-3), "");
        }
    }

    void crossEntropyIsOneKernel() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({40, 10}), labels = builder.parameter({40, 1}, DType::Int32);
        const NodePtr classes = builder.parameter({10}, DType::Int32);
        const Value last = Value::ints({1});
        const NodePtr moved = builder.call("Sub", {x, reduce(builder, "ReduceMax", x, last, true)});
        const NodePtr sum = reduce(builder, "ReduceSum", builder.call("Exp", {moved}), last, true);
        const NodePtr logarithms = builder.call("Sub", {moved, builder.call("Log", {sum})});
        const NodePtr hot = builder.call("Equal", {classes, labels});
        const NodePtr chosen = builder.call("Select", {hot, logarithms, builder.constant(0.0)});
        const NodePtr loss = reduce(builder, "ReduceSum", chosen, last, false);
        const NodePtr mean = builder.call("Neg", {reduce(builder, "ReduceMean", loss, Value(), false)});
        const Graph &graph = builder.finish({mean, logarithms});
        const Tensor targets = randomTensor({40, 1}, 2, 0, 9.9).cast(DType::Int32);
        Tensor numbers({10}, DType::Int32);
        for (int i = 0; i < 10; ++i)
            numbers.mutableData<int32_t>()[i] = i;
        COMPARE_TEXT(compare(graph, {randomTensor({40, 10}, 1), targets, numbers}, 1e-5, 1e-6), "");
    }

    void longSumsKeepTheirDigits_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<bool>("alongRows");
        QTest::newRow("one row") << 1 << 3000001 << true;
        QTest::newRow("few rows") << 3 << 700003 << true;
        QTest::newRow("many rows") << 500 << 5003 << true;
        QTest::newRow("long columns") << 300007 << 9 << false;
        QTest::newRow("many columns") << 700 << 5001 << false;
    }
    void longSumsKeepTheirDigits() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(bool, alongRows);
        KernelGraph builder;
        const NodePtr input = builder.parameter({rows, columns});
        const Graph &graph =
            builder.finish(reduce(builder, "ReduceSum", input, Value::ints({alongRows ? 1 : 0}), false));
        const auto kernel = compileKernel(graph);
        VERIFY_RESULT(kernel);
        const Tensor x = randomTensor({rows, columns}, 1, 0, 1);
        const Tensor result = runKernel(**kernel, graph, {x}).front();
        std::vector<double> sums(size_t(alongRows ? rows : columns));
        for (int64_t i = 0; i < x.count(); ++i)
            sums[size_t(alongRows ? i / columns : i % columns)] += double(x.data<float>()[i]);
        for (size_t i = 0; i < sums.size(); ++i)
            QVERIFY2(std::abs(result.at(int64_t(i)) - sums[i]) < 4e-7 * sums[i],
                     format("%zu: %.9g %.9g", i, result.at(int64_t(i)), sums[i]).c_str());
    }

    void fewLongRowsAreCutForThreads() {
        KernelGraph builder;
        const Graph &graph = softmax(builder, {2, 200000});
        const auto plan = planKernel(graph);
        VERIFY_RESULT(plan);
        QVERIFY(plan->nests.size() > 3);
        QVERIFY(plan->nests.front().chunk > 0);
        COMPARE_TEXT(compare(graph, {randomTensor({2, 200000}, 1)}, 1e-5, 1e-12), "");
    }

    void foldsOfNothingAreConstants() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({3, 0});
        const NodePtr sum = reduce(builder, "ReduceSum", x, Value::ints({1}), false);
        const NodePtr mean = reduce(builder, "ReduceMean", x, Value::ints({1}), true);
        const Graph &graph = builder.finish({sum, mean, builder.call("Add", {sum, builder.constant(2.0)})});
        COMPARE_TEXT(compare(graph, {Tensor::zeros({3, 0}, DType::Float32)}, 0, 0), "");
    }

    void listingsNameTheMembersOfReductions() {
        KernelGraph builder;
        const auto kernel = compileKernel(softmax(builder, {20, 300}));
        VERIFY_RESULT(kernel);
        for (const char *member : {"[1] ReduceMax", "[2] Sub", "[3] Exp", "[4] ReduceSum", "[5] Div"}) {
            QVERIFY2((*kernel)->llvmIr().find(std::string("; ") + member + "\n") != std::string::npos, member);
            QVERIFY2((*kernel)->assembly().find(std::string("# ") + member + "\n") != std::string::npos, member);
        }
    }

    void outputsTakeTheMemoryOfInputsWhereNothingReadsThemAgain() {
        KernelGraph first, second, third;
        const auto softmaxes = compileKernel(softmax(first, {4, 64}));
        QCOMPARE((*softmaxes)->reusableInputs()[0], 0);
        const NodePtr x = second.parameter({4, 64}), row = second.parameter({64});
        const auto added = compileKernel(second.finish({second.call("Add", {row, x}), second.call("Mul", {x, x})}));
        QCOMPARE((*added)->reusableInputs()[0], 0);
        QCOMPARE((*added)->reusableInputs()[1], -1); // one memory for one output
        const NodePtr square = third.parameter({64, 64});
        const NodePtr sum = reduce(third, "ReduceSum", square, Value::ints({0}), true);
        const auto columns = compileKernel(third.finish(third.call("Sub", {square, sum})));
        QCOMPARE((*columns)->reusableInputs()[0], 0); // the sums are known before the first element is written
    }

    void randomKernelsGiveWhatTheirNodesGive() {
        int compiled = 0;
        const int first = qEnvironmentVariableIntValue("JITSCOPE_TEST_SEED"); // others, for a longer search
        for (int seed = first; seed < first + 120; ++seed) {
            RandomKernel kernel{unsigned(seed)};
            if (!canCompile(kernel.graph())) continue; // a fold of a constant, for one
            ++compiled;
            const std::string text = compare(kernel.graph(), kernel.inputs(), 3e-5, 3e-5);
            if (text.empty()) continue;
            const auto plan = planKernel(kernel.graph());
            QFAIL(format("seed %d: %s\n%s", seed, text.c_str(), toString(*plan).c_str()).c_str());
        }
        QVERIFY(compiled > 60);
    }
};

JITSCOPE_TEST(TestReductionKernels)

} // namespace jitscope::tst_reductionkernels

#include "tst_reductionkernels.moc"
