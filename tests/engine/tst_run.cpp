// SPDX-License-Identifier: Apache-2.0
// Tests of running graphs: every operator and random programs against eager evaluation, calls, errors, the record.
#include "engine/capture/graphcapture.h"
#include "engine/ir/equality.h"
#include "engine/ir/irtext.h"
#include "engine/ops/opdef.h"
#include "engine/run/compile.h"
#include "engine/run/memoryplan.h"
#include "engine/session/compilation.h"
#include "tests/support/comparison.h"
#include "tests/support/programs.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <thread>

namespace jitscope::tst_run {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A captured graph of one call, with its arguments; tensors (also those in tuples) become parameters. */
struct OneCall {
    Module module;
    IdSource ids;
    std::vector<Value> arguments;
};

OneCall captureOneCall(const OpDef &op, const std::vector<Value> &sample) {
    GraphCapture capture;
    OneCall call;
    const auto inputOf = [&](const Value &value, const auto &self) -> NodePtr {
        if (value.asTensor()) {
            call.arguments.push_back(value);
            return capture.addParameter("x" + std::to_string(call.arguments.size()), Abstract::of(value));
        }
        const Sequence *sequence = value.asSequence();
        const bool hasTensors = sequence && !sequence->items.empty() && sequence->items.front().asTensor();
        if (!hasTensors) return capture.constant(value);
        std::vector<NodePtr> items;
        for (const Value &item : sequence->items)
            items.push_back(self(item, self));
        return capture.makeTuple(items, nullptr, "");
    };
    capture.openGraph("one", nullptr);
    std::vector<NodePtr> inputs;
    for (const Value &argument : sample)
        inputs.push_back(inputOf(argument, inputOf));
    auto node = capture.addCall(op, inputs, "result", nullptr, "");
    if (!node) throw std::invalid_argument(node.error().message);
    capture.closeGraph(*node);
    call.module = capture.finish();
    call.ids = capture.ids();
    return call;
}

Result<Compiled> compileModule(const Module &module, IdSource ids, JitLevel level,
                               std::vector<std::string> switchedOff = {}) {
    Compilation record;
    record.captured = module;
    return compile(std::move(record), ids, CompileOptions{level, std::move(switchedOff)});
}

/** Runs on arguments that stay where they are, each somewhere else, and are as they were. */
std::string differenceBorrowed(const Executable &executable, const std::vector<Value> &arguments, const Value &expected,
                               double tolerance) {
    if (!executable.borrows()) return {};
    std::vector<std::unique_ptr<Value>> apart;
    std::vector<const Value *> places;
    std::vector<Value> before;
    for (const Value &argument : arguments) {
        places.push_back(apart.emplace_back(std::make_unique<Value>(argument)).get());
        const Tensor *tensor = argument.asTensor();
        before.push_back(tensor ? Value(tensor->clone()) : argument);
    }
    const std::string difference = firstDifferenceOf(executable.runBorrowing(places), expected, tolerance);
    for (size_t i = 0; i < before.size(); ++i)
        if (!(before[i] == *apart[i])) return "argument " + std::to_string(i) + " has changed";
    return difference;
}

/** The message that running throws, on arguments that stay where they are as well. */
std::string errorOf(const Executable &executable, const std::vector<Value> &arguments) {
    std::vector<const Value *> places;
    for (const Value &argument : arguments)
        places.push_back(&argument);
    try {
        if (executable.borrows()) executable.runBorrowing(places);
    } catch (const std::invalid_argument &error) {
        const std::string borrowed = error.what();
        try {
            executable.run(arguments);
        } catch (const std::invalid_argument &same) {
            return same.what() == borrowed ? borrowed : borrowed + " / " + same.what();
        }
        return borrowed + " / no error";
    }
    try {
        executable.run(arguments);
    } catch (const std::invalid_argument &error) {
        return error.what();
    }
    return "no error";
}

Tensor row(std::vector<float> values) {
    return Tensor::of({int64_t(values.size())}, values);
}

NodePtr call(GraphCapture &capture, const char *op, std::vector<NodePtr> inputs, int line = 0) {
    SpanList spans;
    if (line > 0) {
        SourceSpan span;
        span.file = "x.py";
        span.line = line;
        spans = std::make_shared<const std::vector<SourceSpan>>(std::vector{span});
    }
    auto node = capture.addCall(*findOp(op), std::move(inputs), "", spans, "");
    if (!node) throw std::invalid_argument(node.error().message);
    return *node;
}

const Abstract pair = Abstract::tensor(DType::Float32, {2});

/** a * b + c on pairs. */
Module multiplyAdd(GraphCapture &capture) {
    capture.openGraph("f", nullptr);
    const NodePtr a = capture.addParameter("a", pair), b = capture.addParameter("b", pair),
                  c = capture.addParameter("c", pair);
    capture.closeGraph(call(capture, "Add", {call(capture, "Mul", {a, b}, 11), c}, 12));
    return capture.finish();
}

/** Writes down what ran. */
class Notes : public NodeListener {
public:
    void nodeDone(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &, int64_t startNs,
                  int64_t endNs) override {
        lines.push_back((isKernel ? "kernel" : node.op.text()) + format("(%zu)", arguments.size()));
        isOrdered = isOrdered && startNs <= endNs;
    }
    std::vector<std::string> lines;
    bool isOrdered = true;
};

/** Whose memory the results of kernels are in, for who looks at no argument when the kernel is done. */
class Takeovers : public NodeListener {
public:
    bool keepsArguments() const override { return false; }
    void beforeTaking(const Node &, std::span<const Value> arguments) override {
        for (const Value &argument : arguments)
            m_offered.push_back(argument.asTensor()->storage()->serial());
    }
    void nodeDone(const Node &, bool, std::span<const Value>, const Value &result, int64_t, int64_t) override {
        taken += std::ranges::count(m_offered, result.asTensor()->storage()->serial());
        m_offered.clear();
    }
    int64_t taken = 0;

private:
    std::vector<uint64_t> m_offered;
};

/** A node made by hand, for graphs that capture would not give. */
NodePtr handMade(int64_t id, NodeKind kind, const std::string &op, std::vector<NodePtr> inputs, const Abstract &type) {
    auto node = std::make_shared<Node>();
    node->id = NodeId{id};
    node->kind = kind;
    node->op = OpName(op);
    node->name = "n" + std::to_string(id);
    node->inputs = std::move(inputs);
    node->abstract = type;
    return node;
}

GraphPtr handMadeGraph(const std::string &name, std::vector<NodePtr> parameters, std::vector<NodePtr> nodes) {
    auto graph = std::make_shared<Graph>();
    graph->name = name;
    graph->parameters = std::move(parameters);
    graph->nodes = std::move(nodes);
    graph->output = graph->nodes.back();
    return graph;
}

} // namespace

class TestRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /** Not those whose effect is ordered by monads, nor those whose shapes a graph does not know before it runs. */
    void everyOperatorRunsAsAGraph_data() {
        QTest::addColumn<QString>("name");
        for (const OpDef &op : catalogue())
            if (op.effect != Effect::Writes && !op.shapeFromValues)
                QTest::newRow(op.name.c_str()) << QString::fromStdString(op.name);
    }
    void everyOperatorRunsAsAGraph() {
        QFETCH(QString, name);
        const OpDef &op = *findOp(name.toStdString());
        for (const auto &sample : op.samples()) {
            const Value expected = op.eval(sample);
            const OneCall one = captureOneCall(op, sample);
            const auto printed = parseModule(printModule(one.module), "printed.ir");
            VERIFY_RESULT(printed);
            COMPARE_TEXT(structuralDifference(one.module, printed->module), "");
            for (JitLevel level : {JitLevel::O0, JitLevel::O1}) {
                const auto compiled = compileModule(one.module, one.ids, level);
                VERIFY_RESULT(compiled);
                COMPARE_TEXT(firstDifferenceOf(compiled->executable->run(one.arguments), expected, 1e-5), "");
                COMPARE_TEXT(differenceBorrowed(*compiled->executable, one.arguments, expected, 1e-5), "");
            }
        }
    }

    void randomProgramsGiveTheEagerResultAfterEveryPass_data() {
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("calls");
        for (int seed = 1; seed <= 60; ++seed)
            QTest::addRow("%d", seed) << seed << 5 + seed % 60;
        QTest::addRow("a kernel that LLVM simplifies in two rounds") << 1531 << 36;
        for (int seed = 2001; seed <= 2120; ++seed) // few enough to run without frames
            QTest::addRow("%d, short", seed) << seed << 1 + seed % 7;
    }
    void randomProgramsGiveTheEagerResultAfterEveryPass() {
        QFETCH(int, seed);
        QFETCH(int, calls);
        const Program program = ProgramMaker(unsigned(seed)).make(calls);
        for (JitLevel level : {JitLevel::O0, JitLevel::O1}) {
            const auto compiled = compileModule(program.module, program.ids, level);
            VERIFY_RESULT(compiled);
            COMPARE_TEXT(firstDifferenceOf(compiled->executable->run(program.arguments), program.result, 1e-4), "");
            COMPARE_TEXT(differenceBorrowed(*compiled->executable, program.arguments, program.result, 1e-4), "");
            for (const BuiltKernel &kernel : compiled->executable->kernels())
                QVERIFY2(kernel.code, kernel.note.c_str());
            for (const PassRecord &pass : compiled->record.passes) {
                if (!pass.changed) continue;
                const auto snapshot = Executable::prepare(pass.after);
                VERIFY_RESULT(snapshot);
                const std::string difference =
                    firstDifferenceOf((*snapshot)->run(program.arguments), program.result, 1e-4);
                QVERIFY2(difference.empty(), ("after " + pass.name + ": " + difference).c_str());
            }
        }
    }

    void callsOfGraphsRunNested() {
        GraphCapture capture;
        capture.openGraph("outer", nullptr);
        const NodePtr x = capture.addParameter("x", pair);
        const std::string inner = capture.openGraph("inner", nullptr);
        const NodePtr y = capture.addParameter("y", pair);
        capture.closeGraph(capture.makeTuple({call(capture, "Neg", {y}), call(capture, "Add", {y, x})}, nullptr, ""));
        const NodePtr both = capture.addGraphCall(inner, {call(capture, "Square", {x})}, "", nullptr, "");
        capture.closeGraph(
            call(capture, "Mul", {capture.getItem(both, 0, nullptr, ""), capture.getItem(both, 1, nullptr, "")}));
        const auto executable = Executable::prepare(capture.finish());
        VERIFY_RESULT(executable);
        const std::vector<Value> arguments = {row({2, 3})};
        COMPARE_TEXT(toString((*executable)->run(arguments)), toString(Value(row({-4 * 6, -9 * 12}))));
    }

    void innerGraphsUseValuesAroundThem() {
        const NodePtr x = handMade(1, NodeKind::Parameter, "", {}, pair);
        const NodePtr square = handMade(2, NodeKind::Call, "Square", {x}, pair);
        const NodePtr y = handMade(3, NodeKind::Parameter, "", {}, pair);
        // The inner graph holds the node as it was before the outer one was rewritten: same id, another object.
        const NodePtr oldSquare = handMade(2, NodeKind::Call, "Abs", {x}, pair);
        auto inner = std::make_shared<Graph>(
            *handMadeGraph("inner", {y}, {handMade(4, NodeKind::Call, "Add", {y, oldSquare}, pair)}));
        inner->parent = "outer";
        auto callInner = std::make_shared<Node>(*handMade(5, NodeKind::Call, "", {x}, pair));
        callInner->callee = "inner";
        const Module module{{handMadeGraph("outer", {x}, {square, callInner}), inner}, {}};
        const auto executable = Executable::prepare(module);
        VERIFY_RESULT(executable);
        const std::vector<Value> arguments = {row({2, 3})};
        COMPARE_TEXT(toString((*executable)->run(arguments)), toString(Value(row({6, 12}))));
    }

    void graphsAsValuesAreCalled_data() {
        QTest::addColumn<float>("x");
        QTest::addColumn<float>("expected");
        QTest::newRow("true branch") << 3.0f << 9.0f;
        QTest::newRow("false branch") << -3.0f << 3.0f;
    }
    void graphsAsValuesAreCalled() {
        QFETCH(float, x);
        QFETCH(float, expected);
        const Abstract one = Abstract::tensor(DType::Float32, {1});
        const NodePtr parameter = handMade(1, NodeKind::Parameter, "", {}, one);
        const auto constant = [](int64_t id, const Value &value) {
            auto node = std::make_shared<Node>(*handMade(id, NodeKind::Constant, "", {}, Abstract::constant(value)));
            node->value = value;
            return node;
        };
        const NodePtr isPositive =
            handMade(3, NodeKind::Call, "Greater", {parameter, constant(2, 0.0)}, Abstract::tensor(DType::Bool, {1}));
        const NodePtr chosen = handMade(
            6, NodeKind::Call, "Switch",
            {isPositive, constant(4, GraphReference{"yes"}), constant(5, GraphReference{"no"})}, Abstract::function());
        auto result = std::make_shared<Node>(*handMade(7, NodeKind::Call, "", {}, one));
        result->function = chosen;
        const auto branch = [&](const char *name, const char *op, int64_t id) {
            auto graph =
                std::make_shared<Graph>(*handMadeGraph(name, {}, {handMade(id, NodeKind::Call, op, {parameter}, one)}));
            graph->parent = "entry";
            return graph;
        };
        const Module module{{handMadeGraph("entry", {parameter}, {isPositive, chosen, result}),
                             branch("yes", "Square", 8), branch("no", "Abs", 9)},
                            {}};
        const auto executable = Executable::prepare(module);
        VERIFY_RESULT(executable);
        const std::vector<Value> arguments = {row({x})};
        COMPARE_TEXT(toString((*executable)->run(arguments)), toString(Value(row({expected}))));
    }

    void aGraphThatCallsItselfForEverIsStopped() {
        const NodePtr x = handMade(1, NodeKind::Parameter, "", {}, pair);
        auto again = std::make_shared<Node>(*handMade(2, NodeKind::Call, "", {x}, pair));
        again->callee = "f";
        const NodePtr after = handMade(3, NodeKind::Call, "Abs", {again}, pair);
        const auto executable = Executable::prepare(Module{{handMadeGraph("f", {x}, {again, after})}, {}});
        VERIFY_RESULT(executable);
        COMPARE_TEXT(errorOf(**executable, {row({1, 2})}), "Exceed function call depth limit 1000, in @f.");
    }

    void aLoopWithoutEndCanBeEnded() {
        const NodePtr x = handMade(1, NodeKind::Parameter, "", {}, pair);
        auto again = std::make_shared<Node>(*handMade(2, NodeKind::Call, "", {x}, pair));
        again->callee = "f";
        const auto executable = Executable::prepare(Module{{handMadeGraph("f", {x}, {again})}, {}});
        VERIFY_RESULT(executable);
        static int rounds;
        rounds = 0;
        const auto poll = [] {
            if (++rounds == 5000) throw std::runtime_error("stopped");
        };
        const std::vector<Value> arguments = {row({1, 2})};
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, (*executable)->run(arguments, {nullptr, poll}));
        QCOMPARE(rounds, 5000);
    }

    void loopsOfAnyLengthRun() {
        const Abstract one = Abstract::tensor(DType::Float32, {1});
        const auto constant = [](int64_t id, const Value &value) {
            auto node = std::make_shared<Node>(*handMade(id, NodeKind::Constant, "", {}, Abstract::constant(value)));
            node->value = value;
            return node;
        };
        const auto calling = [&](int64_t id, const std::string &callee, std::vector<NodePtr> inputs) {
            auto node = std::make_shared<Node>(*handMade(id, NodeKind::Call, "", std::move(inputs), one));
            node->callee = callee;
            return node;
        };
        const NodePtr x = handMade(1, NodeKind::Parameter, "", {}, one);
        const NodePtr y = handMade(2, NodeKind::Parameter, "", {}, one);
        const NodePtr less =
            handMade(4, NodeKind::Call, "Less", {y, constant(3, 100000.0)}, Abstract::tensor(DType::Bool, {1}));
        const NodePtr chosen = handMade(
            7, NodeKind::Call, "Switch",
            {less, constant(5, GraphReference{"body"}), constant(6, GraphReference{"after"})}, Abstract::function());
        auto turn = std::make_shared<Node>(*handMade(8, NodeKind::Call, "", {y}, one));
        turn->function = chosen;
        const NodePtr z = handMade(9, NodeKind::Parameter, "", {}, one);
        const NodePtr next = handMade(11, NodeKind::Call, "Add", {z, constant(10, 1.0)}, one);
        const NodePtr w = handMade(13, NodeKind::Parameter, "", {}, one);
        const Module module{{handMadeGraph("entry", {x}, {calling(14, "header", {x})}),
                             handMadeGraph("header", {y}, {less, chosen, turn}),
                             handMadeGraph("body", {z}, {next, calling(12, "header", {next})}),
                             handMadeGraph("after", {w}, {handMade(15, NodeKind::Call, "Neg", {w}, one)})},
                            {}};
        const auto executable = Executable::prepare(module);
        VERIFY_RESULT(executable);
        const std::vector<Value> arguments = {row({0})};
        COMPARE_TEXT(toString((*executable)->run(arguments)), toString(Value(row({-100000}))));
    }

    void fusedKernelsRunAndAreRecorded() {
        GraphCapture capture;
        const Module module = multiplyAdd(capture);
        const auto compiled = compileModule(module, capture.ids(), JitLevel::O1);
        VERIFY_RESULT(compiled);
        const std::vector<Value> arguments = {row({2, 3}), row({5, 7}), row({1, 1})};
        COMPARE_TEXT(toString(compiled->executable->run(arguments)), toString(Value(row({11, 22}))));
        QCOMPARE(compiled->record.kernels.size(), size_t(1));
        const KernelRecord &kernel = compiled->record.kernels.front();
        QCOMPARE(kernel.members.size(), size_t(2));
        QVERIFY(compiled->record.final.find(kernel.graph));
        QVERIFY(kernel.llvmIr.text().find("fmul") != std::string::npos);
        QVERIFY(kernel.assembly.text().find("ret") != std::string::npos);
        QVERIFY(kernel.compileNs > 0);
        QVERIFY(kernel.codeBytes > 0);
        QVERIFY(kernel.origin == CodeOrigin::Compiled || kernel.origin == CodeOrigin::Disk);
        GraphCapture other;
        const auto again = compileModule(multiplyAdd(other), other.ids(), JitLevel::O1);
        VERIFY_RESULT(again);
        QVERIFY(again->record.kernels.front().origin == CodeOrigin::Memory); // the first one is alive
        QCOMPARE(again->record.kernels.front().codeBytes, kernel.codeBytes);
        QVERIFY(findNode(compiled->record.final, compiled->executable->kernels().front().node));
    }

    void theStagesOfACompileAreTimed() {
        GraphCapture capture;
        const Module module = multiplyAdd(capture);
        const auto compiled = compileModule(module, capture.ids(), JitLevel::O1);
        VERIFY_RESULT(compiled);
        const auto stageNamed = [&](const std::string &name) {
            for (const StageTime &stage : compiled->record.stages)
                if (stage.name == name) return stage;
            return StageTime{"no " + name, 0, -1};
        };
        for (const char *name : {"verify", "passes", "codegen", "loops", "cache", "link", "plan"})
            QVERIFY2(stageNamed(name).durationNs >= 0, name);
        const StageTime codegen = stageNamed("codegen"), kernel = stageNamed(compiled->record.kernels.front().graph);
        QVERIFY(kernel.durationNs >= 0);
        QVERIFY(kernel.startNs >= codegen.startNs);
        QVERIFY(kernel.startNs + kernel.durationNs <= codegen.startNs + codegen.durationNs);
    }

    void passesCanBeSwitchedOff() {
        GraphCapture capture;
        const Module module = multiplyAdd(capture);
        const auto compiled = compileModule(module, capture.ids(), JitLevel::O1, {"graph_kernel_cluster"});
        VERIFY_RESULT(compiled);
        QVERIFY(compiled->record.kernels.empty());
        for (const PassRecord &pass : compiled->record.passes)
            QVERIFY(pass.name != "graph_kernel_cluster");
    }

    void aKernelThatCannotBeCompiledRunsNodeByNode() {
        const NodePtr x = handMade(1, NodeKind::Parameter, "", {}, Abstract::tensor(DType::Int8, {2}));
        auto kernel = std::make_shared<Graph>(
            *handMadeGraph("GraphKernel_Neg_fusion", {x}, {handMade(2, NodeKind::Call, "Neg", {x}, x->abstract)}));
        kernel->attrs = {{"graph_kernel", true}};
        const NodePtr y = handMade(3, NodeKind::Parameter, "", {}, x->abstract);
        auto callKernel = std::make_shared<Node>(*handMade(4, NodeKind::Call, "", {y}, x->abstract));
        callKernel->callee = kernel->name;
        const auto compiled = compileModule(Module{{handMadeGraph("f", {y}, {callKernel}), kernel}, {}}, IdSource(10),
                                            JitLevel::O0, {"inline"});
        VERIFY_RESULT(compiled);
        const std::vector<Value> arguments = {row({2, -3}).cast(DType::Int8)};
        COMPARE_TEXT(toString(compiled->executable->run(arguments)), toString(Value(row({-2, 3}).cast(DType::Int8))));
        const std::string reason = "Kernel GraphKernel_Neg_fusion cannot be compiled: n1: a parameter must be "
                                   "a tensor of a type that "
                                   "kernels know, but is i8[2].";
        COMPARE_TEXT(compiled->executable->kernels().front().note, reason);
        COMPARE_TEXT(compiled->record.kernels.front().llvmIr.text(),
                     "; not compiled, its nodes run one by one: " + reason + "\n");
    }

    void kernelsOnTensorsOfOtherShapesAreInterpreted() {
        GraphCapture capture;
        const Module module = multiplyAdd(capture);
        const auto compiled = compileModule(module, capture.ids(), JitLevel::O1);
        VERIFY_RESULT(compiled);
        const std::vector<Value> arguments = {row({2, 3, 4}), row({5, 7, 9}), row({1, 1, 1})};
        COMPARE_TEXT(toString(compiled->executable->run(arguments)), toString(Value(row({11, 22, 37}))));
        COMPARE_TEXT(differenceBorrowed(*compiled->executable, arguments, row({11, 22, 37}), 0), "");
    }

    void kernelsPackStridedTensors() {
        GraphCapture capture;
        const Module module = multiplyAdd(capture);
        const auto compiled = compileModule(module, capture.ids(), JitLevel::O1);
        VERIFY_RESULT(compiled);
        const Tensor broadcast = Tensor::scalar(3, DType::Float32).broadcastTo({2});
        const std::vector<Value> arguments = {broadcast, row({5, 7}), row({1, 1})};
        COMPARE_TEXT(toString(compiled->executable->run(arguments)), toString(Value(row({16, 22}))));
        COMPARE_TEXT(differenceBorrowed(*compiled->executable, arguments, row({16, 22}), 0), "");
    }

    void resultsAreTheCallersOwn() {
        // x * 1 is simplified to x, the second sum is the first, 1 + 1 is folded: none may be handed out as it is.
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const NodePtr x = capture.addParameter("x", pair);
        const NodePtr one = capture.constant(1.0), ones = capture.constant(row({1, 1}));
        const NodePtr same = call(capture, "Mul", {x, one});
        std::vector<NodePtr> results = {call(capture, "Mul", {x, one}),
                                        call(capture, "Neg", {x}),
                                        call(capture, "Neg", {x}),
                                        call(capture, "Add", {ones, ones}),
                                        call(capture, "Reshape", {same, capture.constant(Value::ints({1, 2}))}),
                                        x};
        capture.closeGraph(capture.makeTuple(results, nullptr, ""));
        const auto compiled = compileModule(capture.finish(), capture.ids(), JitLevel::O0);
        VERIFY_RESULT(compiled);
        const std::vector<Value> arguments = {row({2, 3})};
        const Value first = compiled->executable->run(arguments), second = compiled->executable->run(arguments);
        const auto storageOf = [](const Value &result, size_t place) {
            return result.asSequence()->items[place].asTensor()->storage();
        };
        const StoragePtr own = arguments[0].asTensor()->storage();
        for (size_t i = 0; i < 5; ++i) {
            QVERIFY2(storageOf(first, i) != own, qPrintable(QString::number(i)));
            for (size_t j = 0; j < i; ++j)
                QVERIFY(storageOf(first, i) != storageOf(first, j));
        }
        QVERIFY(storageOf(first, 5) == own);
        QVERIFY(storageOf(first, 3) != storageOf(second, 3));
    }

    void listenersSeeOperatorsAndKernels() {
        GraphCapture capture;
        const Module module = multiplyAdd(capture);
        const std::vector<Value> arguments = {row({2, 3}), row({5, 7}), row({1, 1})};
        Notes plain, fused;
        compileModule(module, capture.ids(), JitLevel::O0).value().executable->run(arguments, {&plain});
        compileModule(module, capture.ids(), JitLevel::O1).value().executable->run(arguments, {&fused});
        COMPARE_TEXT(join(plain.lines, " "), "Mul(2) Add(2)");
        COMPARE_TEXT(join(fused.lines, " "), "kernel(3)");
        QVERIFY(plain.isOrdered && fused.isOrdered);
    }

    void failuresNameTheOperatorAndItsPlace() {
        GraphCapture capture;
        const auto executable = Executable::prepare(multiplyAdd(capture));
        VERIFY_RESULT(executable);
        const std::vector<Value> arguments = {row({1, 2}), row({1, 2, 3}), row({1, 2})};
        std::string expected;
        try {
            findOp("Mul")->eval(std::span(arguments).first(2));
        } catch (const std::invalid_argument &error) {
            expected = error.what();
        }
        QVERIFY(!expected.empty());
        COMPARE_TEXT(errorOf(**executable, arguments), expected + "\nIn file x.py:11");
        COMPARE_TEXT(errorOf(**executable, {row({1, 2})}),
                     "The graph @" + capturedName() + " takes 3 arguments, but got 1.");
    }

    void whatCannotRunIsNamed_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("inputs");
        QTest::addColumn<QString>("message");
        QTest::newRow("unknown") << "Frobnicate" << 1 << "Frobnicate %2 cannot run: no operator of this name is known.";
        QTest::newRow("count") << "Add" << 1 << "Add %2 cannot run: it takes 2 inputs, but has 1.";
        QTest::newRow("structural") << "TupleGetItem" << 1
                                    << "TupleGetItem %2 cannot run: it takes 2 inputs, but has 1.";
        QTest::newRow("graph") << "@missing" << 1 << "missing %2 uses the graph @missing, which the module lacks.";
    }
    void whatCannotRunIsNamed() {
        QFETCH(QString, op);
        QFETCH(int, inputs);
        QFETCH(QString, message);
        const NodePtr x = handMade(1, NodeKind::Parameter, "", {}, pair);
        auto node = std::make_shared<Node>(
            *handMade(2, NodeKind::Call, op.toStdString(), std::vector<NodePtr>(size_t(inputs), x), pair));
        if (node->op.text()[0] == '@') node->callee = std::exchange(node->op, OpName()).text().substr(1);
        const auto executable = Executable::prepare(Module{{handMadeGraph("f", {x}, {node})}, {}});
        QVERIFY(!executable.ok());
        COMPARE_TEXT(executable.error().message, message.toStdString());
    }

    void emptyModulesAreRefused() {
        COMPARE_TEXT(Executable::prepare(Module{}).error().message, "The module has no graph to run.");
        COMPARE_TEXT(compileModule(Module{}, IdSource(), JitLevel::O0).error().message,
                     "There is no captured graph to compile.");
    }

    void thePeakCountsWhatIsAliveAtOnce() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const Abstract type = Abstract::tensor(DType::Float32, {1000});
        NodePtr value = capture.addParameter("x", type);
        for (int i = 0; i < 10; ++i)
            value = call(capture, "Neg", {value});
        capture.closeGraph(value);
        const auto executable = Executable::prepare(capture.finish());
        VERIFY_RESULT(executable);
        QCOMPARE((*executable)->peakBytes(), int64_t(8000)); // a step's input and output; everything before is gone
    }

    /** Two products, an operator between them, and a kernel in the memory of the last. */
    void thePlanSaysWhatBecomesOfEachMemory() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const NodePtr x = capture.addParameter("x", Abstract::tensor(DType::Float32, {64, 64}));
        const NodePtr flag = capture.constant(false);
        const NodePtr product = call(capture, "MatMul", {x, x, flag, flag});
        const NodePtr again = call(capture, "MatMul", {call(capture, "Exp", {product}), x, flag, flag});
        capture.closeGraph(call(capture, "Tanh", {call(capture, "Neg", {again})}));
        const auto compiled = compileModule(capture.finish(), capture.ids(), JitLevel::O1, {"matmul_biasadd_fusion"});
        VERIFY_RESULT(compiled);
        const auto plan = memoryPlan(compiled->record.final);
        VERIFY_RESULT(plan);
        const int64_t one = 64 * 64 * 4;
        QCOMPARE(plan->values.size(), size_t(4)); // product, exp, product, tanh of neg
        QCOMPARE(plan->allBytes, 4 * one);
        QCOMPARE(plan->peakWithoutTaking, 2 * one);
        QCOMPARE(plan->peakBytes, compiled->executable->peakBytes());
        QVERIFY(!plan->hasOpenCalls);
        QCOMPARE(plan->values[0].memory, PlannedMemory::Own);
        QCOMPARE(plan->values[0].lastStep, plan->values[1].step);
        QCOMPARE(plan->values[1].memory, PlannedMemory::Own); // one call is no kernel
        QCOMPARE(plan->values[3].memory, PlannedMemory::TakenOver);
        QCOMPARE(plan->values[3].takenBytes, one);
        QCOMPARE(plan->values[3].from.front()->id, plan->values[2].node->id);
        QVERIFY(plan->values[0].isAtPeak && plan->values[1].isAtPeak && !plan->values[3].isAtPeak);
        QCOMPARE(plan->values[3].lastStep, -1);
    }

    void thePlanKnowsViewsAndWhatIsChosenWhileItRuns() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const NodePtr x = capture.addParameter("x", Abstract::tensor(DType::Float32, {8, 4}));
        const NodePtr negated = call(capture, "Neg", {x});
        const NodePtr shape = capture.constant(Value::ints({4, 8}));
        capture.closeGraph(call(capture, "Reshape", {negated, shape}));
        const auto plan = memoryPlan(capture.finish());
        VERIFY_RESULT(plan);
        QCOMPARE(plan->values.size(), size_t(2));
        QCOMPARE(plan->values[1].memory, PlannedMemory::View);
        QCOMPARE(plan->values[1].from.front()->id, negated->id);
        QCOMPARE(plan->allBytes, int64_t(128));
        QCOMPARE(plan->peakBytes, int64_t(128));
        QVERIFY(!memoryPlan(Module{}).ok());
    }

    void kernelsTakeOverMemoryThatNobodyElseNeeds() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const Abstract type = Abstract::tensor(DType::Float32, {64, 64});
        const NodePtr x = capture.addParameter("x", type);
        const NodePtr flag = capture.constant(false);
        const NodePtr product = call(capture, "MatMul", {x, x, flag, flag});
        const NodePtr again = call(capture, "MatMul", {call(capture, "Exp", {product}), x, flag, flag});
        capture.closeGraph(call(capture, "Tanh", {call(capture, "Neg", {again})}));
        const auto compiled = compileModule(capture.finish(), capture.ids(), JitLevel::O1, {"matmul_biasadd_fusion"});
        VERIFY_RESULT(compiled);
        QCOMPARE(compiled->executable->peakBytes(), int64_t(2 * 64 * 64 * 4)); // a product's input and its result
        Tensor values({64, 64}, DType::Float32);
        for (int64_t i = 0; i < values.count(); ++i)
            values.mutableData<float>()[i] = 0.001f * float(i % 97);
        const std::vector<Value> arguments = {values};
        const auto plain = Executable::prepare(compiled->record.captured);
        VERIFY_RESULT(plain);
        const Value expected = (*plain)->run(arguments);
        QCOMPARE(compiled->executable->kernels().size(), size_t(1));
        for (int round = 0; round < 3; ++round) {
            COMPARE_TEXT(firstDifferenceOf(compiled->executable->run(arguments), expected, 1e-5), "");
            Takeovers takeovers;
            COMPARE_TEXT(firstDifferenceOf(compiled->executable->run(arguments, {&takeovers}), expected, 1e-5), "");
            QCOMPARE(takeovers.taken, int64_t(1)); // that of the one kernel, as in a run that nobody follows
            Notes notes;                           // looks at the arguments
            COMPARE_TEXT(firstDifferenceOf(compiled->executable->run(arguments, {&notes}), expected, 1e-5), "");
        }
        COMPARE_TEXT(toString(arguments[0]), toString(Value(values.clone())));
    }

    /** exp(p) and the transposed p of one product: what stands where p stood is still read. */
    void aKernelWritesOverNothingThatItReadsTwice() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const Abstract type = Abstract::tensor(DType::Float32, {8, 8});
        const NodePtr x = capture.addParameter("x", type), flag = capture.constant(false);
        const NodePtr product = call(capture, "MatMul", {x, x, flag, flag});
        const NodePtr turned = call(capture, "Transpose", {product, capture.constant(Value::ints({1, 0}))});
        capture.closeGraph(call(capture, "Add", {call(capture, "Exp", {product}), call(capture, "Neg", {turned})}));
        const Module module = capture.finish();
        Tensor values({8, 8}, DType::Float32);
        for (int64_t i = 0; i < values.count(); ++i)
            values.mutableData<float>()[i] = 0.01f * float(i % 7);
        const std::vector<Value> arguments = {values};
        const auto plain = Executable::prepare(module);
        const auto compiled = compileModule(module, capture.ids(), JitLevel::O1);
        VERIFY_RESULT(plain);
        VERIFY_RESULT(compiled);
        const Value expected = (*plain)->run(arguments);
        COMPARE_TEXT(firstDifferenceOf(compiled->executable->run(arguments), expected, 1e-5), "");
        QVERIFY(compiled->executable->borrows());
        COMPARE_TEXT(differenceBorrowed(*compiled->executable, arguments, expected, 1e-5), "");
    }

    /** With and without a tuple in between: followed, not followed, and on shapes that its code does not fit. */
    void resultsOfAKernelGoWhereTheyAreUsed() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const Abstract type = Abstract::tensor(DType::Float32, {8, 8});
        const NodePtr x = capture.addParameter("x", type), flag = capture.constant(false);
        const NodePtr first = call(capture, "Exp", {x}), second = call(capture, "Add", {first, x});
        const NodePtr product = call(capture, "MatMul", {first, second, flag, flag});
        capture.closeGraph(capture.makeTuple({second, product, first}, nullptr, ""));
        const Module module = capture.finish();
        const auto plain = Executable::prepare(module);
        const auto compiled = compileModule(module, capture.ids(), JitLevel::O1);
        VERIFY_RESULT(plain);
        VERIFY_RESULT(compiled);
        QCOMPARE(compiled->executable->kernels().size(), size_t(1));
        for (const Dims &shape : {Dims{8, 8}, Dims{3, 3}}) {
            Tensor values(shape, DType::Float32);
            for (int64_t i = 0; i < values.count(); ++i)
                values.mutableData<float>()[i] = 0.01f * float(i % 7);
            const std::vector<Value> arguments = {values};
            const Value expected = (*plain)->run(arguments);
            Notes notes;
            COMPARE_TEXT(firstDifferenceOf(compiled->executable->run(arguments, {&notes}), expected, 1e-5), "");
            COMPARE_TEXT(firstDifferenceOf(compiled->executable->run(arguments), expected, 1e-5), "");
            COMPARE_TEXT(differenceBorrowed(*compiled->executable, arguments, expected, 1e-5), "");
        }
    }

    /** What writes, prints or calls others keeps its arguments to itself. */
    void graphsWithEffectsDoNotBorrow() {
        GraphCapture capture;
        capture.openGraph("f", nullptr);
        const NodePtr x = capture.addParameter("x", pair);
        const NodePtr written = call(capture, "InplaceAddExt", {x, x, capture.constant(1)});
        capture.closeGraph(written);
        const auto executable = Executable::prepare(capture.finish());
        VERIFY_RESULT(executable);
        QVERIFY(!(*executable)->borrows());
    }

    void oneExecutableRunsOnManyThreads() {
        const Program program = ProgramMaker(7).make(30);
        const auto compiled = compileModule(program.module, program.ids, JitLevel::O1);
        VERIFY_RESULT(compiled);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int round = 0; round < 50; ++round)
                    if (!firstDifferenceOf(compiled->executable->run(program.arguments), program.result, 1e-4).empty())
                        ++wrong;
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }

    /** Last, because a registered pass stays in the pipeline: it acts only on graphs of its own name. */
    void aPassThatBreaksTheGraphIsNamed() {
        PassDef breaking;
        breaking.name = "lose_output";
        breaking.phase = PassPhase::FrontEnd;
        breaking.summary = "Drops the output, as a wrong pass might.";
        breaking.run = [](const Module &module, PassContext &) {
            if (module.entry()->name.find("broken") == std::string::npos) return module;
            auto graph = std::make_shared<Graph>(*module.entry());
            graph->nodes.clear();
            return module.with(graph);
        };
        VERIFY_RESULT(registerPass(breaking));
        PassDef throwing;
        throwing.name = "give_up";
        throwing.phase = PassPhase::FrontEnd;
        throwing.summary = "Throws, as a wrong pass might.";
        throwing.run = [](const Module &module, PassContext &) -> Module {
            if (module.entry()->name.find("thrown") == std::string::npos) return module;
            throw std::runtime_error("out of ideas");
        };
        VERIFY_RESULT(registerPass(throwing));
        const auto compileNamed = [](const char *function) {
            GraphCapture capture;
            capture.openGraph(function, nullptr);
            const NodePtr x = capture.addParameter("x", pair);
            capture.closeGraph(call(capture, "Neg", {x}));
            const Module module = capture.finish();
            return compileModule(module, capture.ids(), JitLevel::O0).error().message;
        };
        const std::string broken = compileNamed("broken");
        QVERIFY2(broken.find("pass lose_output left a broken graph: ") == 0, broken.c_str());
        COMPARE_TEXT(compileNamed("thrown"), "pass give_up failed: out of ideas");
    }

private:
    static std::string capturedName() {
        GraphCapture capture;
        return multiplyAdd(capture).entry()->name;
    }
};

JITSCOPE_TEST(TestRun)

} // namespace jitscope::tst_run

#include "tst_run.moc"
