// SPDX-License-Identifier: Apache-2.0
// Gradients that are captured into a graph give what a tape gives: every rule of the catalogue, by being in the
// catalogue.
#include "engine/capture/graphgradient.h"
#include "engine/eager/dispatch.h"
#include "engine/eager/tape.h"
#include "engine/ops/gradient.h"
#include "engine/run/compile.h"
#include "engine/session/compilation.h"
#include "tests/support/comparison.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_graphgradients {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

bool isFloating(const Abstract &type) {
    return type.isTensor() && info(type.dtype).floating;
}

/** One call with its gradients as a graph: the parameters are the tensors of the sample, in order. */
struct CapturedGradient {
    Module module;
    IdSource ids;
    std::vector<Value> arguments;
    std::vector<size_t> sources; ///< places in `arguments`
};

class Capturing {
public:
    Result<CapturedGradient> of(const OpDef &op, const std::vector<Value> &sample) {
        m_capture.openGraph("gradient", nullptr);
        std::vector<NodePtr> inputs;
        for (const Value &argument : sample)
            inputs.push_back(inputOf(argument));
        auto result = m_capture.addCall(op, inputs, "y", nullptr, "Default");
        if (!result) return result.error();
        GraphGradientTask task{outputsOf(*result), {}, m_sources, NodeId{0}};
        for (const NodePtr &output : task.outputs)
            task.seeds.push_back(m_capture.constant(Tensor::full(output->abstract->shape, 1, output->abstract->dtype)));
        auto gradients = addGradients(m_capture, task);
        if (!gradients) return gradients.error();
        for (size_t i = 0; i < gradients->size(); ++i)
            if (!(*gradients)[i])
                (*gradients)[i] =
                    m_capture.constant(Tensor::zeros(m_sources[i]->abstract->shape, m_sources[i]->abstract->dtype));
        m_capture.closeGraph(m_capture.makeTuple(*gradients, nullptr, "Default"));
        m_found.module = m_capture.finish();
        m_found.ids = m_capture.ids();
        return m_found;
    }

private:
    NodePtr inputOf(const Value &value) {
        if (value.asTensor()) {
            const NodePtr node = m_capture.addParameter(format("x%zu", m_found.arguments.size()), Abstract::of(value));
            if (isFloating(node->abstract)) {
                m_sources.push_back(node);
                m_found.sources.push_back(m_found.arguments.size());
            }
            m_found.arguments.push_back(value);
            return node;
        }
        const Sequence *sequence = value.asSequence();
        const bool hasTensors = sequence && !sequence->items.empty() && sequence->items.front().asTensor();
        if (!hasTensors) return m_capture.constant(value);
        std::vector<NodePtr> items;
        for (const Value &item : sequence->items)
            items.push_back(inputOf(item));
        return m_capture.makeTuple(items, nullptr, "Default");
    }

    std::vector<NodePtr> outputsOf(const NodePtr &result) {
        if (isFloating(result->abstract)) return {result};
        std::vector<NodePtr> outputs;
        for (size_t i = 0; i < result->abstract->items.size(); ++i)
            if (isFloating(result->abstract->items[i]))
                outputs.push_back(m_capture.getItem(result, int64_t(i), nullptr, "Default"));
        return outputs;
    }

    GraphCapture m_capture;
    CapturedGradient m_found;
    std::vector<NodePtr> m_sources;
};

/** `value` with its tensors replaced, one after the other, by those of `tensors`. */
Value replaced(const Value &value, const std::vector<Tensor> &tensors, size_t &next) {
    if (value.asTensor()) return tensors[next++];
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.emplace_back(replaced(item, tensors, next));
    return sequence->kind == SequenceKind::Tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

/** What a tape gives for the same call. */
std::vector<Value> tapeGradients(const OpDef &op, const std::vector<Value> &sample, const CapturedGradient &captured) {
    Tape tape;
    std::vector<Tensor> tensors, sources;
    for (const Value &argument : captured.arguments)
        tensors.push_back(*argument.asTensor());
    for (const size_t place : captured.sources) {
        tensors[place] = tape.watch(tensors[place]);
        sources.push_back(tensors[place]);
    }
    std::vector<Value> arguments;
    size_t next = 0;
    for (const Value &argument : sample)
        arguments.emplace_back(replaced(argument, tensors, next));
    tape.open();
    const Value result = dispatch(op, arguments);
    tape.close();
    std::vector<Value> outputs, seeds;
    const auto add = [&](const Value &value) {
        const Tensor *tensor = value.asTensor();
        if (!tensor || !info(tensor->dtype()).floating) return;
        outputs.push_back(value);
        seeds.emplace_back(Tensor::full(tensor->shape(), 1, tensor->dtype()));
    };
    add(result);
    if (const Sequence *sequence = result.asSequence())
        for (const Value &item : sequence->items)
            add(item);
    std::vector<Value> gradients = tape.gradients(outputs, seeds, sources);
    for (size_t i = 0; i < gradients.size(); ++i)
        if (gradients[i].isNone()) gradients[i] = Tensor::zeros(sources[i].shape(), sources[i].dtype());
    return gradients;
}

} // namespace

class TestGraphGradients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void graphGivesWhatTheTapeGives_data() {
        QTest::addColumn<QString>("name");
        for (const OpDef &op : catalogue())
            if (op.gradient && op.gradient != noGradient && op.effect != Effect::Writes && !op.shapeFromValues)
                QTest::newRow(op.name.c_str()) << QString::fromStdString(op.name);
    }
    void graphGivesWhatTheTapeGives() {
        QFETCH(QString, name);
        const OpDef &op = *findOp(name.toStdString());
        for (const auto &sample : op.samples()) {
            const auto captured = Capturing().of(op, sample);
            VERIFY_RESULT(captured);
            const std::vector<Value> expected = tapeGradients(op, sample, *captured);
            for (JitLevel level : {JitLevel::O0, JitLevel::O1}) {
                Compilation record;
                record.captured = captured->module;
                IdSource ids = captured->ids;
                const auto compiled = compile(std::move(record), ids, CompileOptions{level, {}});
                VERIFY_RESULT(compiled);
                const Value actual = compiled->executable->run(captured->arguments);
                COMPARE_TEXT(firstDifferenceOf(actual, Value::tuple(expected), 1e-4), "");
            }
        }
    }

    void nodesOfGradientsStandOnTheLinesOfTheForwardRun() {
        GraphCapture capture;
        capture.openGraph("gradient", nullptr);
        const auto spans =
            std::make_shared<const std::vector<SourceSpan>>(1, SourceSpan{.file = "net.py", .line = 7, .text = {}});
        const NodePtr x = capture.addParameter("x", Abstract::tensor(DType::Float32, {2}));
        const NodePtr y = *capture.addCall(*findOp("Exp"), {x}, "y", spans, "Default/net-Net");
        const NodePtr seed = capture.constant(Tensor::full({2}, 1, DType::Float32));
        const auto gradients = addGradients(capture, {{y}, {seed}, {x}, NodeId{0}});
        VERIFY_RESULT(gradients);
        QCOMPARE(gradients->front()->spans, spans);
        COMPARE_TEXT(gradients->front()->scope, "Gradients/Default/net-Net");
    }

    void nodesFromBeforeAreConstants() {
        GraphCapture capture;
        capture.openGraph("gradient", nullptr);
        const NodePtr x = capture.addParameter("x", Abstract::tensor(DType::Float32, {2}));
        const NodePtr before = *capture.addCall(*findOp("Exp"), {x}, "", nullptr, "");
        const NodeId first{capture.ids().peek()};
        const NodePtr y = *capture.addCall(*findOp("Neg"), {before}, "", nullptr, "");
        const NodePtr seed = capture.constant(Tensor::full({2}, 1, DType::Float32));
        const auto gradients = addGradients(capture, {{y}, {seed}, {x}, first});
        VERIFY_RESULT(gradients);
        QVERIFY(!gradients->front());
    }
};

JITSCOPE_TEST(TestGraphGradients)

} // namespace jitscope::tst_graphgradients

#include "tst_graphgradients.moc"
