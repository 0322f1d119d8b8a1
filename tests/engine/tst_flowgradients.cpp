// SPDX-License-Identifier: Apache-2.0
// Gradients through branches, loops and functions of a graph: the graphs that give them, against the eager tape that
// runs the same control flow in C++, and against a second derivative.
#include "engine/capture/graphgradient.h"
#include "engine/eager/dispatch.h"
#include "engine/eager/tape.h"
#include "engine/ir/verifier.h"
#include "engine/ops/opdef.h"
#include "engine/run/compile.h"
#include "engine/session/compilation.h"
#include "tests/support/comparison.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_flowgradients {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const Abstract vector = Abstract::tensor(DType::Float64, {3});
const Abstract number = Abstract::tensor(DType::Float64, {});

Tensor numbers(double a, double b, double c) {
    Tensor tensor({3}, DType::Float64);
    double *data = tensor.mutableData<double>();
    data[0] = a, data[1] = b, data[2] = c;
    return tensor;
}

/** The rest of an operator's arguments are its defaults. */
template<class Make, class Item> std::vector<Item> completed(const OpDef &op, std::vector<Item> given, Make make) {
    for (size_t i = given.size(); i < op.params.size(); ++i)
        given.push_back(make(op.params[i].defaultValue));
    return given;
}

/** One program in two forms: captured, with the gradients of its result, and eager. */
class Captured {
public:
    Captured()
        : weight(numbers(0.5, -1.5, 2)) {
        graph.openGraph("main", nullptr);
        x = graph.addParameter("x", vector);
        n = graph.addParameter("n", number);
        w = graph.weight("w", weight);
    }

    NodePtr call(const char *op, std::vector<NodePtr> inputs) {
        const OpDef &definition = *findOp(op);
        inputs = completed(definition, std::move(inputs), [this](const Value &value) { return graph.constant(value); });
        auto node = graph.addCall(definition, std::move(inputs), "", nullptr, "Default");
        if (!node) throw std::invalid_argument(node.error().message);
        return *node;
    }

    NodePtr chosen(const NodePtr &condition, const std::string &yes, const std::string &no) {
        return graph.addSwitchCall(condition, yes, no, "", nullptr, "Default");
    }

    /** The gradients of `output` for x and w behind the result, in a module. */
    Result<Module> finish(const NodePtr &output) {
        const NodePtr seed = graph.constant(Tensor::full(output->abstract->shape, 1, DType::Float64));
        auto gradients = addGradients(graph, {{output}, {seed}, {x, w}, NodeId{0}});
        if (!gradients) return gradients.error();
        std::vector<NodePtr> items = {output};
        for (size_t i = 0; i < 2; ++i)
            items.push_back((*gradients)[i] ? (*gradients)[i] : graph.constant(Tensor::zeros({3}, DType::Float64)));
        graph.closeGraph(graph.makeTuple(items, nullptr, ""));
        return graph.finish();
    }

    GraphCapture graph;
    Tensor weight;
    NodePtr x, n, w;
};

Tensor eagerly(const char *op, std::vector<Value> arguments) {
    const OpDef &definition = *findOp(op);
    arguments = completed(definition, std::move(arguments), [](const Value &value) { return value; });
    return *dispatch(definition, arguments).asTensor();
}

using EagerProgram = std::function<Tensor(const Tensor &x, const Tensor &n, const Tensor &w)>;

/** The result, and its gradients for x and w, by the tape. */
Value byTape(const EagerProgram &program, const Tensor &x, const Tensor &n, const Tensor &w) {
    Tape tape;
    const std::vector<Tensor> sources = {tape.watch(x), tape.watch(w)};
    tape.open();
    const Tensor result = program(sources[0], n, sources[1]);
    tape.close();
    const std::vector<Value> outputs = {result}, seeds = {Tensor::full(result.shape(), 1, DType::Float64)};
    std::vector<Value> items = {result};
    for (Value &gradient : tape.gradients(outputs, seeds, sources))
        items.push_back(gradient.isNone() ? Value(Tensor::zeros({3}, DType::Float64)) : gradient);
    return Value::tuple(std::move(items));
}

bool isPositive(const Tensor &x) {
    return eagerly("ReduceSum", {x}).at(0) > 0;
}

/** One stage of the way from the captured to the final graph. */
struct Form {
    std::string name;
    Module module;
    std::shared_ptr<const Executable> executable = nullptr;
};

/** The graph as captured and after each pass, for several arguments, against the tape; "" if all is equal. */
std::string differenceFromTape(Captured &captured, const Module &module, const EagerProgram &program) {
    if (const auto faults = verify(module); !faults.empty()) return faults.front();
    Compilation record;
    record.captured = module;
    const auto compiled = compile(std::move(record), captured.graph.ids(), CompileOptions{JitLevel::O1, {}});
    if (!compiled) return compiled.error().message;
    std::vector<Form> forms = {{"captured", module}};
    for (const PassRecord &pass : compiled->record.passes)
        if (pass.changed) forms.push_back({fullName(pass), pass.after});
    for (Form &form : forms) {
        const auto executable = Executable::prepare(form.module);
        if (!executable) return form.name + ": " + executable.error().message;
        form.executable = *executable;
    }
    for (double rounds : {0.0, 1.0, 3.0, 40.0})
        for (const Tensor &x : {numbers(0.3, -0.2, 0.9), numbers(-0.3, -0.2, 0.1)}) {
            const Tensor n = Tensor::scalar(rounds, DType::Float64);
            const Value expected = byTape(program, x, n, captured.weight);
            const std::vector<Value> arguments = {x, n};
            for (const Form &form : forms) {
                const std::string difference = firstDifferenceOf(form.executable->run(arguments), expected, 1e-9);
                if (!difference.empty()) return form.name + format(", %g rounds: ", rounds) + difference;
            }
        }
    return {};
}

/** if sum(x) > 0: exp(x) * w else: x * x */
NodePtr branch(Captured &in, const NodePtr &x) {
    const NodePtr sum = in.call("ReduceSum", {x});
    const NodePtr condition = in.call("Greater", {sum, in.graph.constant(0.0)});
    const std::string yes = in.graph.openGraph("yes", nullptr);
    in.graph.closeGraph(in.call("Mul", {in.call("Exp", {x}), in.w}));
    const std::string no = in.graph.openGraph("no", nullptr);
    in.graph.closeGraph(in.call("Mul", {x, x}));
    return in.chosen(condition, yes, no);
}

Tensor eagerBranch(const Tensor &x, const Tensor &w) {
    if (isPositive(x)) return eagerly("Mul", {eagerly("Exp", {x}), w});
    return eagerly("Mul", {x, x});
}

/** i = 0; while i < n: x, i = body(x), i + 1; then cos(x) */
template<class Body> NodePtr loop(Captured &in, const NodePtr &x, Body body) {
    const std::string header = in.graph.openGraph("header", nullptr);
    const NodePtr i = in.graph.addParameter("i", number), a = in.graph.addParameter("a", vector);
    const NodePtr condition = in.call("Less", {i, in.n});
    const std::string round = in.graph.openGraph("round", nullptr);
    const NodePtr next = body(a);
    in.graph.closeGraph(
        in.graph.addInnerCall(header, {in.call("Add", {i, in.graph.constant(1.0)}), next}, vector, nullptr, "Default"));
    const std::string after = in.graph.openGraph("after", nullptr);
    in.graph.closeGraph(in.call("Cos", {a}));
    in.graph.closeGraph(in.chosen(condition, round, after));
    return in.graph.addGraphCall(header, {in.graph.constant(Tensor::scalar(0, DType::Float64)), x}, "", nullptr, "");
}

template<class Body> Tensor eagerLoop(Tensor x, const Tensor &n, Body body) {
    for (int i = 0; i < n.at(0); ++i)
        x = body(x);
    return eagerly("Cos", {x});
}

} // namespace

class TestFlowGradients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void throughABranch() {
        Captured captured;
        const NodePtr y = branch(captured, captured.call("Sin", {captured.x}));
        const auto module = captured.finish(captured.call("Mul", {y, y}));
        VERIFY_RESULT(module);
        COMPARE_TEXT(differenceFromTape(captured, *module,
                                        [](const Tensor &x, const Tensor &, const Tensor &w) {
                                            const Tensor y = eagerBranch(eagerly("Sin", {x}), w);
                                            return eagerly("Mul", {y, y});
                                        }),
                     "");
    }

    void throughALoop() {
        Captured captured;
        const NodePtr y = loop(captured, captured.x, [&](const NodePtr &a) {
            return captured.call("Sin", {captured.call("Mul", {a, captured.w})});
        });
        const auto module = captured.finish(captured.call("Mul", {y, captured.x}));
        VERIFY_RESULT(module);
        COMPARE_TEXT(differenceFromTape(captured, *module,
                                        [](const Tensor &x, const Tensor &n, const Tensor &w) {
                                            const auto body = [&](const Tensor &a) {
                                                return eagerly("Sin", {eagerly("Mul", {a, w})});
                                            };
                                            return eagerly("Mul", {eagerLoop(x, n, body), x});
                                        }),
                     "");
    }

    void throughABranchInALoop() {
        Captured captured;
        const NodePtr y =
            loop(captured, captured.x, [&](const NodePtr &a) { return captured.call("Tanh", {branch(captured, a)}); });
        const auto module = captured.finish(y);
        VERIFY_RESULT(module);
        COMPARE_TEXT(differenceFromTape(captured, *module,
                                        [](const Tensor &x, const Tensor &n, const Tensor &w) {
                                            return eagerLoop(x, n, [&](const Tensor &a) {
                                                return eagerly("Tanh", {eagerBranch(a, w)});
                                            });
                                        }),
                     "");
    }

    void throughALoopInALoop() {
        Captured captured;
        const NodePtr y = loop(captured, captured.x, [&](const NodePtr &a) {
            return loop(captured, a, [&](const NodePtr &b) { return captured.call("Mul", {b, captured.w}); });
        });
        const auto module = captured.finish(y);
        VERIFY_RESULT(module);
        COMPARE_TEXT(
            differenceFromTape(captured, *module,
                               [](const Tensor &x, const Tensor &n, const Tensor &w) {
                                   return eagerLoop(x, n, [&](const Tensor &a) {
                                       return eagerLoop(a, n, [&](const Tensor &b) { return eagerly("Mul", {b, w}); });
                                   });
                               }),
            "");
    }

    /** The second derivative passes the gradient graphs of the first. */
    void theGradientOfAGradient() {
        Captured captured;
        const NodePtr y = loop(captured, captured.x, [&](const NodePtr &a) {
            return captured.call("Sin", {captured.call("Mul", {a, a})});
        });
        const NodePtr seed = captured.graph.constant(Tensor::full({3}, 1, DType::Float64));
        const auto first = addGradients(captured.graph, {{y}, {seed}, {captured.x}, NodeId{0}});
        VERIFY_RESULT(first);
        const auto module = captured.finish(first->front());
        VERIFY_RESULT(module);
        const auto executable = Executable::prepare(*module);
        VERIFY_RESULT(executable);
        const auto at = [&](double shift) {
            const std::vector<Value> arguments = {numbers(0.3 + shift, -0.2 + shift, 0.9 + shift),
                                                  Tensor::scalar(2, DType::Float64)};
            return (*executable)->run(arguments).asSequence()->items;
        };
        constexpr double step = 1e-5;
        const auto middle = at(0), above = at(step), below = at(-step);
        for (int64_t i = 0; i < 3; ++i) {
            const double slope = (above[0].asTensor()->at(i) - below[0].asTensor()->at(i)) / (2 * step);
            QVERIFY2(std::abs(slope - middle[1].asTensor()->at(i)) < 1e-6,
                     format("%g instead of %g", middle[1].asTensor()->at(i), slope).c_str());
        }
    }

    void aLoopOfManyRoundsEndsAtTheLimitOfDepth() {
        Captured captured;
        const NodePtr y = loop(captured, captured.x, [&](const NodePtr &a) { return captured.call("Sin", {a}); });
        const auto module = captured.finish(y);
        VERIFY_RESULT(module);
        const auto executable = Executable::prepare(*module);
        VERIFY_RESULT(executable);
        const std::vector<Value> arguments = {numbers(1, 2, 3), Tensor::scalar(5000, DType::Float64)};
        QVERIFY_EXCEPTION_THROWN((*executable)->run(arguments), std::invalid_argument);
        try {
            (*executable)->run(arguments);
        } catch (const std::invalid_argument &error) {
            QVERIFY2(std::string(error.what()).starts_with("Exceed function call depth limit 1000"), error.what());
        }
    }

    void whatWouldHappenTwiceIsRefused() {
        Captured captured;
        const NodePtr condition = captured.call("Greater", {captured.n, captured.graph.constant(0.0)});
        const std::string yes = captured.graph.openGraph("yes", nullptr);
        const NodePtr shape = captured.graph.constant(Value::ints({3}));
        const NodePtr drawn = captured.call("UniformReal", {shape, captured.graph.constant(DType::Float64)});
        captured.graph.closeGraph(captured.call("Mul", {captured.x, drawn}));
        const std::string no = captured.graph.openGraph("no", nullptr);
        captured.graph.closeGraph(captured.call("Cos", {captured.x}));
        const auto module = captured.finish(captured.chosen(condition, yes, no));
        QVERIFY(!module);
        COMPARE_TEXT(module.error().message,
                     "The gradient of the branch, loop or function @2_yes is not supported, because it draws random "
                     "numbers, and would do so once more on the way back.");
    }

    void whatTheGradientDoesNotNeedHappensOnce() {
        Captured captured;
        const NodePtr condition = captured.call("Greater", {captured.n, captured.graph.constant(0.0)});
        const std::string yes = captured.graph.openGraph("yes", nullptr);
        captured.call("Print", {captured.graph.makeTuple({captured.x}, nullptr, "")});
        captured.graph.closeGraph(captured.call("Sin", {captured.x}));
        const std::string no = captured.graph.openGraph("no", nullptr);
        captured.graph.closeGraph(captured.call("Cos", {captured.x}));
        const auto module = captured.finish(captured.chosen(condition, yes, no));
        VERIFY_RESULT(module);
        size_t prints = 0;
        for (const GraphPtr &graph : module->graphs)
            prints += size_t(
                std::ranges::count_if(graph->nodes, [](const NodePtr &node) { return node->op == OpName("Print"); }));
        QCOMPARE(prints, size_t(1));
    }
};

JITSCOPE_TEST(TestFlowGradients)

} // namespace jitscope::tst_flowgradients

#include "tst_flowgradients.moc"
