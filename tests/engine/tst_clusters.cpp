// SPDX-License-Identifier: Apache-2.0
// The graph-kernel passes on random graphs with reductions: the same values, no cycles, nothing left to do, and in
// time.
#include "engine/ops/opdef.h"
#include "engine/passes/support/kernelparts.h"
#include "engine/passes/support/kernelspace.h"
#include "engine/run/executable.h"
#include "tests/support/expression.h"
#include "tests/support/passchecks.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_clusters {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A random program over matrices with rows, columns and single numbers, reductions, composite operators, and pairs of
    transposes as something that kernels cannot hold. */
class RandomReductions {
public:
    RandomReductions(GraphCapture &capture, unsigned seed, int64_t rows = 4, int64_t columns = 5)
        : m_capture(capture)
        , m_random(seed)
        , m_rows(rows)
        , m_columns(columns) {}

    Module make() {
        m_capture.openGraph("random", nullptr);
        for (const Dims &shape : {Dims{m_rows, m_columns}, Dims{m_rows, m_columns}, Dims{m_columns}, Dims{m_rows, 1},
                                  Dims{}, Dims{1, m_columns}})
            m_values.push_back(
                m_capture.addParameter("p" + std::to_string(m_values.size()), Abstract::tensor(DType::Float32, shape)));
        while (m_values.size() < 30)
            draw();
        m_capture.closeGraph(m_capture.makeTuple({m_values.back(), m_values[m_values.size() - 2], any()}, nullptr, {}));
        // Passes take no dead calls along, so that their log would end at nodes that are gone.
        return runPass(passNamed("dead_node_eliminate"), m_capture.finish(), m_capture.ids()).after;
    }

private:
    size_t below(size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(m_random); }
    NodePtr any() { return m_values[below(m_values.size())]; }
    /** One of the last values: chains rather than bushes. */
    NodePtr recent() { return m_values[m_values.size() - 1 - below(std::min<size_t>(4, m_values.size()))]; }
    NodePtr constant(Value value) { return m_capture.constant(std::move(value)); }

    void add(const std::string &op, std::vector<NodePtr> inputs) {
        for (size_t i = inputs.size(); i < findOp(op)->params.size(); ++i)
            inputs.push_back(constant(findOp(op)->params[i].defaultValue));
        const auto call = m_capture.addCall(*findOp(op), std::move(inputs), {}, nullptr, "Default");
        if (!call) return; // shapes that do not fit are drawn again
        if ((*call)->abstract->isTensor() && (*call)->abstract->count() <= m_rows * m_columns)
            m_values.push_back(*call);
        if (!(*call)->abstract->isTensor()) m_values.push_back(m_capture.getItem(*call, 0, nullptr, {}));
    }

    void draw() {
        constexpr const char *unary[] = {"Neg",    "Abs",  "Tanh", "Sigmoid", "ReLU",
                                         "Square", "GeLU", "SiLU", "Tanh",    "Tanh"};
        constexpr const char *binary[] = {"Add", "Sub", "Mul", "Maximum", "Minimum"};
        // Sums of many elements grow, and what follows them then magnifies their rounding.
        const char *sum = m_rows * m_columns > 100 ? "ReduceMean" : "ReduceSum";
        const char *reductions[] = {sum, "ReduceMax", "ReduceMin", "ReduceMean"};
        const std::vector<Value> axes = {Value(), Value::ints({0}), Value::ints({1}), Value::ints({-1}),
                                         Value::ints({0, 1})};
        switch (below(11)) {
        case 0:
        case 1:
            return add(unary[below(std::size(unary))], {recent()});
        case 2:
        case 3:
            return add(binary[below(std::size(binary))], {recent(), any()});
        case 4:
        case 5:
            return add(reductions[below(std::size(reductions))],
                       {recent(), constant(axes[below(axes.size())]), constant(below(3) > 0)});
        case 6:
            return add(below(2) ? "Softmax" : "LogSoftmax", {recent(), constant(-1)});
        case 7:
            return add(below(2) ? "SoftmaxBackward" : "TanhGrad", {recent(), any()});
        case 8:
            return add("LayerNorm", {recent(), m_values[2], m_values[2], constant(-1), constant(-1), constant(0.1)});
        case 9:
            return add("ReluGrad", {recent(), any()});
        default:
            return addTransposes();
        }
    }

    void addTransposes() {
        const Value axes = Value::ints({1, 0});
        const NodePtr x = recent();
        if (x->abstract->shape.rank() != 2) return;
        const auto there = m_capture.addCall(*findOp("Transpose"), {x, constant(axes)}, {}, nullptr, "Default");
        add("Transpose", {*there, constant(axes)});
    }

    GraphCapture &m_capture;
    std::mt19937 m_random;
    int64_t m_rows, m_columns;
    std::vector<NodePtr> m_values;
};

Module throughAllPasses(const Module &module, IdSource &ids) {
    PassContext context{ids, JitLevel::O1, {}, {}};
    return runPasses(module, builtinPasses(), context, {});
}

/** The first pass behind which the module gives other values, or "the code of a kernel". */
std::string wrongPass(const Module &module, const std::vector<Value> &arguments, IdSource &ids) {
    const Value expected = evaluate(module, arguments);
    PassContext context{ids, JitLevel::O1, {}, {}};
    Module current = module;
    for (const PassDef &pass : builtinPasses()) {
        current = pass.run(current, context);
        if (!closeValues(expected, evaluate(current, arguments), 1e-4, 1e-4)) return pass.name;
    }
    return "the code of a kernel";
}

/** A chain of `size` calls with a reduction and a product now and then. */
Module longProgram(GraphCapture &capture, int size) {
    capture.openGraph("long", nullptr);
    const NodePtr x = capture.addParameter("x", Abstract::tensor(DType::Float32, {8, 8}));
    NodePtr last = x;
    const auto call = [&](const char *op, std::vector<NodePtr> inputs) {
        return *capture.addCall(*findOp(op), std::move(inputs), {}, nullptr, "Default");
    };
    for (int i = 0; i < size; ++i) {
        if (i % 50 == 49)
            last = call("MatMul", {last, x, capture.constant(false), capture.constant(false)});
        else if (i % 10 == 9)
            last = call("Sub",
                        {last, call("ReduceMax", {last, capture.constant(Value::ints({1})), capture.constant(true)})});
        else
            last = call(i % 2 ? "Neg" : "Add", i % 2 ? std::vector{last} : std::vector{last, x});
    }
    capture.closeGraph(last);
    return capture.finish();
}

double secondsToCluster(int size) {
    GraphCapture capture;
    const Module module = longProgram(capture, size);
    const testing::CpuTime effort;
    for (const char *pass : {"graph_kernel_expander", "graph_kernel_cluster"})
        runPass(passNamed(pass), module, capture.ids());
    return effort.ms() * 1e-3;
}

} // namespace

class TestClusters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomGraphsGiveTheSameFused_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("programs");
        QTest::newRow("small") << 4 << 5 << 150;
        QTest::newRow("large enough to compute results again") << 130 << 140 << 40;
        QTest::newRow("one row") << 1 << 300 << 40;
    }
    void randomGraphsGiveTheSameFused() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(int, programs);
        for (unsigned seed = 0; seed < unsigned(programs); ++seed) {
            GraphCapture capture;
            const Module module = RandomReductions(capture, seed, rows, columns).make();
            const Module fused = throughAllPasses(module, capture.ids());
            const std::vector<std::string> faults = verify(fused);
            QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
            const auto executable = Executable::prepare(fused);
            VERIFY_RESULT(executable);
            for (const BuiltKernel &kernel : (*executable)->kernels())
                QVERIFY2(kernel.code, (kernel.note + " (seed " + std::to_string(seed) + ")").c_str());
            std::mt19937 random(seed);
            const std::vector<Value> arguments = randomArguments(module, random);
            const Value expected = evaluate(module, arguments), result = (*executable)->run(arguments);
            if (closeValues(expected, result, 1e-4, 1e-4)) continue;
            const std::string pass = wrongPass(module, arguments, capture.ids());
            QFAIL(("seed " + std::to_string(seed) + " gives " + toString(result) + ", expected " + toString(expected) +
                   ", by " + pass + ":\n" + expressionOf(fused))
                      .c_str());
        }
    }

    void kernelsOfOtherTypesGiveTheSame_data() {
        QTest::addColumn<QString>("program");
        QTest::newRow("integers") << "Select(Less(i, j), Cast(Add(i, j), float32), x)";
        QTest::newRow("integers and floats") << "Neg(Mul(Add(i, j), x))";
        QTest::newRow("16-bit floats") << "Cast(Mul(Cast(x, float16), Cast(y, bfloat16)), float32)";
        QTest::newRow("bools as results") << "LogicalAnd(Less(x, y), Equal(i, j))";
        QTest::newRow("bools from outside") << "t = Less(MatMul(x, m), y); MakeTuple(t, Select(t, Exp(x), Neg(y)))";
    }
    void kernelsOfOtherTypesGiveTheSame() {
        QFETCH(QString, program);
        GraphCapture capture;
        const Module module = readExpression(program.toStdString(), capture);
        const auto executable = Executable::prepare(throughAllPasses(module, capture.ids()));
        VERIFY_RESULT(executable);
        QVERIFY(!(*executable)->kernels().empty());
        for (const BuiltKernel &kernel : (*executable)->kernels())
            QVERIFY2(kernel.code, kernel.note.c_str());
        std::mt19937 random(3);
        const std::vector<Value> arguments = randomArguments(module, random);
        QVERIFY(closeValues(evaluate(module, arguments), (*executable)->run(arguments), 1e-5, 1e-5));
    }

    void eachPassKeepsItsPromises_data() {
        QTest::addColumn<QString>("name");
        for (const char *name : {"axis_normalizer", "reorder_ops", "graph_kernel_expander", "graph_kernel_cluster"})
            QTest::newRow(name) << name;
    }
    void eachPassKeepsItsPromises() {
        QFETCH(QString, name);
        const std::string wanted = name.toStdString();
        const PassDef &pass = passNamed(wanted);
        for (unsigned seed = 200; seed < 300; ++seed) {
            GraphCapture capture;
            const Module module = RandomReductions(capture, seed).make();
            const Run run = runPass(pass, module, capture.ids());
            const std::string broken = brokenPromise(pass, module, run, capture.ids());
            QVERIFY2(broken.empty(), (broken + " with seed " + std::to_string(seed)).c_str());
        }
    }

    void whatIsGroupedCanBeTakenApartAgain() {
        for (unsigned seed = 300; seed < 340; ++seed) {
            GraphCapture capture;
            const Module module = RandomReductions(capture, seed).make();
            const Run run = runPass(passNamed("graph_kernel_cluster"), module, capture.ids());
            std::unordered_map<std::string, GraphPtr> kernels;
            for (const GraphPtr &graph : run.after.graphs)
                if (graph->isKernel()) kernels.emplace(graph->name, graph);
            Module opened;
            opened.graphs = {openKernels(run.after.entry(), kernels).graph};
            QVERIFY(verify(opened).empty());
            COMPARE_TEXT(std::to_string(callCount(opened)), std::to_string(callCount(module)));
            std::mt19937 random(seed);
            const std::vector<Value> arguments = randomArguments(module, random);
            QVERIFY(closeValues(evaluate(module, arguments), evaluate(opened, arguments), 0, 0));
        }
    }

    void reductionsHaveAPattern_data() {
        QTest::addColumn<QString>("reduction");
        QTest::addColumn<int>("pattern");
        const auto row = [](const char *name, const char *reduction, ReductionPattern pattern) {
            QTest::newRow(name) << reduction << int(pattern);
        };
        row("last axis", "ReduceSum(x, (1))", ReductionPattern::Rows);
        row("first axis", "ReduceSum(x, (0))", ReductionPattern::Columns);
        row("all axes", "ReduceSum(x)", ReductionPattern::All);
        row("a middle axis", "ReduceSum(image, (1))", ReductionPattern::Mixed);
        row("an axis of size 1 does not count", "ReduceSum(image, (2, 3))", ReductionPattern::Rows);
        row("only axes of size 1", "ReduceSum(image, (2))", ReductionPattern::None);
    }
    void reductionsHaveAPattern() {
        QFETCH(QString, reduction);
        QFETCH(int, pattern);
        GraphCapture capture;
        const Module module = readExpression(reduction.toStdString(), capture);
        QCOMPARE(int(spaceOf(*module.entry()->output).pattern()), pattern);
    }

    void laterPassesSayWhyNot_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("pass");
        QTest::addColumn<QString>("reason");
        QTest::newRow("small results are stored") << "t = Mul(x, 2); Sub(Neg(MatMul(Exp(t), m)), t)"
                                                  << "graph_kernel_recompute"
                                                  << "has 24 bytes, computing it again pays from 65536 on";
        QTest::newRow("short rows stay one kernel")
            << "e = Exp(Sub(x, ReduceMax(x, (1), True))); Div(e, ReduceSum(e, (1), True))"
            << "graph_kernel_splitter"
            << "the whole 2 µs on 2 threads";
    }
    void laterPassesSayWhyNot() {
        QFETCH(QString, before);
        QFETCH(QString, pass);
        QFETCH(QString, reason);
        GraphCapture capture;
        const Module module = readExpression(before.toStdString(), capture);
        const Module clustered = runPass(passNamed("graph_kernel_cluster"), module, capture.ids()).after;
        const Run run = runPass(passNamed(pass.toStdString()), clustered, capture.ids());
        QVERIFY(same(run.after, clustered));
        QVERIFY2(reasonsOf(run).find(reason.toStdString()) != std::string::npos, reasonsOf(run).c_str());
    }

    void aMaskIsComputedAgainFromWhatIsStored() {
        GraphCapture capture;
        const Abstract type = Abstract::tensor(DType::Float32, {256, 256});
        const auto call = [&](const char *op, std::vector<NodePtr> inputs) {
            return *capture.addCall(*findOp(op), std::move(inputs), {}, nullptr, "Default");
        };
        capture.openGraph("test", nullptr);
        const NodePtr x = capture.addParameter("x", type), w = capture.addParameter("w", type);
        const NodePtr no = capture.constant(false);
        const NodePtr y = call("ReLU", {call("Neg", {x})});
        const NodePtr product = call("MatMul", {y, w, no, no});
        const NodePtr back = call("Select", {call("Greater", {y, capture.constant(0.0)}), product, product});
        capture.closeGraph(call("MatMul", {back, y, no, no}));
        Module module = capture.finish();
        for (const char *pass : {"graph_kernel_cluster", "graph_kernel_recompute"})
            module = runPass(passNamed(pass), module, capture.ids()).after;
        COMPARE_TEXT(expressionOf(module),
                     "t1 = GraphKernel_Neg_ReLU_fusion(x); "
                     "MatMul(GraphKernel_Greater_Select_fusion(t1, MatMul(t1, w)), t1)\n"
                     "GraphKernel_Neg_ReLU_fusion: ReLU(Neg(x))\n"
                     "GraphKernel_Greater_Select_fusion: Select(Greater(CNode_5, 0.0), CNode_6, CNode_6)");
    }

    void clusteringIsLinear() {
        secondsToCluster(1000); // warm up
        const double small = secondsToCluster(10000), large = secondsToCluster(50000);
        QVERIFY2(large < 5 * 4 * small + 0.2, std::to_string(large).c_str());
    }
};

JITSCOPE_TEST(TestClusters)

} // namespace jitscope::tst_clusters

#include "tst_clusters.moc"
