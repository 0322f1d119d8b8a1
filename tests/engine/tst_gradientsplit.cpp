// SPDX-License-Identifier: Apache-2.0
// A function with its gradient, cut in two: both halves together give what the whole gives, for every operator that has
// a rule, by being in the catalogue.
#include "engine/capture/gradientsplit.h"

#include "engine/capture/graphgradient.h"
#include "engine/ops/gradient.h"
#include "engine/ops/opdef.h"
#include "engine/run/compile.h"
#include "engine/session/compilation.h"
#include "tests/support/comparison.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_gradientsplit {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

bool isFloating(const Abstract &type) {
    return type.isTensor() && info(type.dtype).floating;
}

/** A joint graph and values for its parameters: the arguments, then the gradients of results. */
struct Joint {
    JointGraph graph;
    IdSource ids;
    std::vector<Value> arguments, seeds;
};

/** Captures calls and ends with their gradients. */
class JointCapture {
public:
    JointCapture() { capture.openGraph("joint", nullptr); }

    NodePtr parameter(const Value &value) {
        const NodePtr node = capture.addParameter(format("x%zu", m_joint.arguments.size()), Abstract::of(value));
        if (isFloating(node->abstract)) m_sources.push_back(node);
        m_joint.arguments.push_back(value);
        return node;
    }

    NodePtr call(const char *op, std::vector<NodePtr> inputs) {
        return *capture.addCall(*findOp(op), std::move(inputs), "", nullptr, "Default");
    }

    /** Parameters for tensors, constants for all else. */
    NodePtr inputOf(const Value &value) {
        if (value.asTensor()) return parameter(value);
        const Sequence *sequence = value.asSequence();
        if (!sequence || sequence->items.empty() || !sequence->items.front().asTensor()) return capture.constant(value);
        std::vector<NodePtr> items;
        for (const Value &item : sequence->items)
            items.push_back(inputOf(item));
        return capture.makeTuple(items, nullptr, "Default");
    }

    /** Nothing where no gradient flows. */
    Result<Joint> finish(std::vector<NodePtr> results) {
        m_joint.graph.backward = NodeId{capture.ids().peek()};
        GraphGradientTask task{results, {}, m_sources, NodeId{0}};
        for (const NodePtr &result : results) {
            task.seeds.push_back(capture.addParameter("dout", result->abstract));
            m_joint.seeds.emplace_back(Tensor::full(result->abstract->shape, 2, result->abstract->dtype));
        }
        auto gradients = addGradients(capture, task);
        if (!gradients) return gradients.error();
        std::vector<NodePtr> all = results;
        std::ranges::copy_if(*gradients, std::back_inserter(all), [](const NodePtr &node) { return node != nullptr; });
        m_joint.graph.arguments = m_joint.arguments.size();
        m_joint.graph.results = results.size();
        capture.closeGraph(capture.makeTuple(all, nullptr, "Default"));
        m_joint.graph.module = capture.finish();
        m_joint.ids = capture.ids();
        return m_joint;
    }

    GraphCapture capture;

private:
    Joint m_joint;
    std::vector<NodePtr> m_sources;
};

std::vector<Value> ran(const Module &module, IdSource ids, const std::vector<Value> &arguments) {
    Compilation record;
    record.captured = module;
    const auto compiled = compile(std::move(record), ids, CompileOptions{JitLevel::O0, {}});
    if (!compiled) qFatal("%s", compiled.error().message.c_str());
    const Value result = compiled->executable->run(arguments);
    return result.asSequence() ? result.asSequence()->items : std::vector<Value>{result};
}

/** The results, then the gradients, by the two halves. */
std::vector<Value> ranInHalves(const SplitGradient &split, const Joint &joint, IdSource ids) {
    const std::vector<Value> forward = ran(split.forward, ids, joint.arguments);
    std::vector<Value> inputs;
    for (const SavedValue &saved : split.saved) {
        const bool isArgument = saved.from == SavedValue::From::Argument;
        const size_t first = saved.from == SavedValue::From::Inside ? joint.graph.results : 0;
        inputs.push_back(isArgument ? joint.arguments[saved.place] : forward[first + saved.place]);
    }
    inputs.insert(inputs.end(), joint.seeds.begin(), joint.seeds.end());
    std::vector<Value> all(forward.begin(), forward.begin() + std::ptrdiff_t(joint.graph.results));
    const std::vector<Value> gradients = ran(split.backward, ids, inputs);
    all.insert(all.end(), gradients.begin(), gradients.end());
    return all;
}

size_t callsOfOp(const Module &module, const char *op) {
    return size_t(std::ranges::count_if(module.entry()->nodes,
                                        [&](const NodePtr &node) { return node->op.text() == std::string_view(op); }));
}

std::vector<NodePtr> floatingItems(GraphCapture &capture, const NodePtr &result) {
    if (isFloating(result->abstract)) return {result};
    std::vector<NodePtr> items;
    for (size_t i = 0; i < result->abstract->items.size(); ++i)
        if (isFloating(result->abstract->items[i])) items.push_back(capture.getItem(result, int64_t(i), nullptr, ""));
    return items;
}

Tensor numbers(const Dims &shape) {
    return Tensor::full(shape, 0.5, DType::Float32);
}

} // namespace

class TestGradientSplit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void halvesGiveWhatTheWholeGives_data() {
        QTest::addColumn<QString>("name");
        for (const OpDef &op : catalogue())
            if (op.gradient && op.gradient != noGradient && op.effect == Effect::None && !op.shapeFromValues)
                QTest::newRow(op.name.c_str()) << QString::fromStdString(op.name);
    }
    void halvesGiveWhatTheWholeGives() {
        QFETCH(QString, name);
        const OpDef &op = *findOp(name.toStdString());
        for (const auto &sample : op.samples()) {
            JointCapture capture;
            std::vector<NodePtr> inputs;
            for (const Value &argument : sample)
                inputs.push_back(capture.inputOf(argument));
            const auto result = capture.capture.addCall(op, inputs, "y", nullptr, "Default");
            VERIFY_RESULT(result);
            const auto joint = capture.finish(floatingItems(capture.capture, *result));
            VERIFY_RESULT(joint);
            if (joint->graph.module.entry()->output->inputs.size() == joint->graph.results) continue; // no gradients
            IdSource ids = joint->ids;
            const auto split = splitGradient(joint->graph, ids);
            VERIFY_RESULT(split);
            std::vector<Value> given = joint->arguments;
            given.insert(given.end(), joint->seeds.begin(), joint->seeds.end());
            const Value whole = Value::tuple(ran(joint->graph.module, joint->ids, given));
            COMPARE_TEXT(firstDifferenceOf(Value::tuple(ranInHalves(*split, *joint, ids)), whole, 1e-5), "");
        }
    }

    void whatTheFunctionGivesIsNotSavedTwice() {
        JointCapture capture;
        const NodePtr x = capture.parameter(numbers({2, 3}));
        const NodePtr inside = capture.call("Exp", {x});
        const auto joint = capture.finish({capture.call("Tanh", {inside})});
        VERIFY_RESULT(joint);
        IdSource ids = joint->ids;
        const auto split = splitGradient(joint->graph, ids);
        VERIFY_RESULT(split);
        QCOMPARE(split->saved.size(), size_t(2)); // of Tanh its result, of Exp its result
        QCOMPARE(int(std::ranges::count(split->saved, SavedValue::From::Inside, &SavedValue::from)), 1);
        QCOMPARE(int(std::ranges::count(split->saved, SavedValue::From::Result, &SavedValue::from)), 1);
    }

    void viewsAreMadeAgainAndNotSaved() {
        JointCapture capture;
        const NodePtr x = capture.parameter(numbers({2, 3}));
        const NodePtr shape = capture.capture.constant(Value::tuple({Value(int64_t(3)), Value(int64_t(2))}));
        const NodePtr view = capture.call("Reshape", {x, shape});
        const auto joint = capture.finish({capture.call("Mul", {view, view})});
        VERIFY_RESULT(joint);
        IdSource ids = joint->ids;
        const auto split = splitGradient(joint->graph, ids);
        VERIFY_RESULT(split);
        QCOMPARE(split->saved.size(), size_t(1));
        QVERIFY(split->saved.front().from == SavedValue::From::Argument);
        QVERIFY(callsOfOp(split->backward, "Reshape") >= 1);
    }

    void eachHalfHasTheWeightsThatItUses() {
        JointCapture capture;
        const NodePtr used = capture.capture.weight("used", numbers({2, 3}));
        const NodePtr added = capture.capture.weight("added", numbers({2, 3}));
        const NodePtr x = capture.parameter(numbers({2, 3}));
        const auto joint = capture.finish({capture.call("Add", {capture.call("Mul", {x, used}), added})});
        VERIFY_RESULT(joint);
        IdSource ids = joint->ids;
        const auto split = splitGradient(joint->graph, ids);
        VERIFY_RESULT(split);
        const auto weightsOf = [](const Module &module) {
            std::string names;
            for (const NodePtr &parameter : module.entry()->parameters)
                if (parameter->weight->defined()) names += parameter->name + " ";
            return names;
        };
        COMPARE_TEXT(weightsOf(split->forward), "used added ");
        COMPARE_TEXT(weightsOf(split->backward), "used ");
    }

    void longChainsOfViewsNeedNoDeepRecursion() {
        JointCapture capture;
        const NodePtr x = capture.parameter(numbers({2, 3}));
        const NodePtr shape = capture.capture.constant(Value::tuple({Value(int64_t(2)), Value(int64_t(3))}));
        NodePtr view = x;
        for (int i = 0; i < 2000; ++i)
            view = capture.call("Reshape", {view, shape});
        const auto joint = capture.finish({capture.call("Mul", {view, view})});
        VERIFY_RESULT(joint);
        IdSource ids = joint->ids;
        const auto split = splitGradient(joint->graph, ids);
        VERIFY_RESULT(split);
        const Value whole = Value::tuple(ranInHalves(*split, *joint, ids));
        std::vector<Value> given = joint->arguments;
        given.insert(given.end(), joint->seeds.begin(), joint->seeds.end());
        COMPARE_TEXT(firstDifferenceOf(whole, Value::tuple(ran(joint->graph.module, joint->ids, given)), 1e-6), "");
    }
};

JITSCOPE_TEST(TestGradientSplit)

} // namespace jitscope::tst_gradientsplit

#include "tst_gradientsplit.moc"
