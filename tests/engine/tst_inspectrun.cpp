// SPDX-License-Identifier: Apache-2.0
// Questions about recordings of real programs: a training script with a planted NaN, a loop, in-place writes.
#include "engine/inspect/lineage.h"
#include "engine/inspect/navigation.h"
#include "engine/inspect/query.h"
#include "engine/inspect/watchpoint.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"
#include "tests/support/pythonscripts.h"

#include <QObject>

#include <set>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const char training[] = R"(import numpy as np
import mindspore as ms
from mindspore import nn, ops, Tensor

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Dense(4, 3)
        self.fc2 = nn.Dense(3, 1)

    def construct(self, x):
        h = ops.relu(self.fc1(x))
        return self.fc2(h)

net = Net()
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.1)

def loss_of(x, y):
    d = net(x) - y
    return (d * d).mean()

step = ms.value_and_grad(loss_of, None, optimizer.parameters)

def train(x, y):
    loss, grads = step(x, y)
    optimizer(grads)
    return loss

data = Tensor(np.ones((2, 4), np.float32))
for i in range(3):
    train(data, Tensor(np.zeros((2, 1), np.float32)))
score = ops.log(Tensor(np.array([1.0, -2.0], np.float32))) * 2
total = score.sum()
)";

const char fused[] = R"(import numpy as np
import mindspore as ms
from mindspore import ops, Tensor

@ms.jit(jit_level="O1")
def f(x, y):
    return ops.exp(x) * y + x

f(Tensor(np.arange(6, dtype=np.float32).reshape(2, 3)), Tensor(np.ones(3, np.float32)))
)";

class Runs {
public:
    Session recorded(const std::string &script) {
        RunOptions options;
        options.record = RecordLevel::Values;
        outcome = m_python.run(script, options);
        return Recorder::instance().take();
    }
    Session recordedFile(const std::string &path) {
        RunOptions options;
        options.record = RecordLevel::Values;
        outcome = m_python.runFile(path, options);
        return Recorder::instance().take();
    }
    RunOutcome outcome;

private:
    PythonScripts m_python;
};

int lineOf(const Session &session, int64_t number) {
    const auto op = session.op(number);
    const StackFrame *frame = op ? userFrame(session, op->stack) : nullptr;
    return frame ? frame->span.line : 0;
}

int64_t firstOf(const Session &session, const char *query) {
    const Query wanted = *Query::parse(query);
    for (const OpEvent &op : session.ops)
        if (ask(wanted, session, op) == Verdict::Yes) return op.number;
    return -1;
}

int64_t lastOf(const Session &session, const char *query) {
    const Query wanted = *Query::parse(query);
    for (auto op = session.ops.rbegin(); op != session.ops.rend(); ++op)
        if (ask(wanted, session, *op) == Verdict::Yes) return op->number;
    return -1;
}

} // namespace

Q_DECLARE_METATYPE(std::string)

class InspectRunTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_session = m_runs.recorded(training);
        QVERIFY2(m_runs.outcome.exitCode == 0, m_runs.outcome.error.c_str());
    }

    void linesAreSteppedBothWays() {
        // From the last line of all, back over the score to the call of train; into it by its inner lines.
        const int64_t last = m_session.ops.back().number;
        QCOMPARE(lineOf(m_session, last), 33);
        const int64_t score = nextLine(m_session, last, Direction::Back);
        QCOMPARE(lineOf(m_session, score), 32);
        QCOMPARE(nextLine(m_session, score, Direction::Forward), nextLine(m_session, score + 1, Direction::Forward));
        const int64_t inTrain = nextOp(m_session, score, Direction::Back);
        QCOMPARE(lineOf(m_session, inTrain), 26);
        const int64_t out = outOfFunction(m_session, inTrain, Direction::Forward);
        QCOMPARE(out, score);
        // One call of train is left, not all three: its lines cannot come round.
        const int64_t first = lastOf(m_session, "line:25 or line:19 or line:20 number < 3");
        QVERIFY(first > 0);
        const int64_t before = outOfFunction(m_session, inTrain, Direction::Back);
        QCOMPARE(lineOf(m_session, before), 26); // the optimizer of the round before
        QVERIFY(before > 5 && before < inTrain);
    }

    void lineThatMadeNaNIsFound() {
        const OpEvent &sum = m_session.ops.back();
        const auto bad = firstBad(m_session, sum.outputs[0], 0, 1e6);
        QVERIFY(bad.has_value());
        COMPARE_TEXT(bad->because, "Log of -2 at in[0][1]");
        QCOMPARE(lineOf(m_session, bad->op), 32);
    }

    void lossDependsOnAllWeightsOfTheForwardPass() {
        const int64_t loss = firstOf(m_session, "line:20 op:Mean phase:forward");
        const int64_t last = lastOf(m_session, "line:20 op:Mean phase:forward");
        QVERIFY(loss > 0 && last > loss);
        const Lineage lineage = lineageOf(m_session, m_session.op(loss)->outputs[0], 0);
        QVERIFY(!lineage.isCut);
        std::set<std::string> names;
        for (const LineageTensor &each : lineage.tensors)
            if (const SharedText &name = m_session.tensor(each.tensor)->name; !name.empty()) names.insert(name.str());
        COMPARE_TEXT(join({names.begin(), names.end()}, " "), "fc1.bias fc1.weight fc2.bias fc2.weight");
        // The last loss depends on all steps before, through what the optimizer wrote.
        const Lineage ofAll = lineageOf(m_session, m_session.op(last)->outputs[0], 0);
        QVERIFY(ofAll.ops.back() <= lineage.ops.back());
        const auto isOptimizer = [&](int64_t op) { return m_session.op(op)->phase == OpPhase::Optimizer; };
        QVERIFY(std::count_if(ofAll.ops.begin(), ofAll.ops.end(), isOptimizer) >= 8);
    }

    void watchpointsAreRecommendedAndRechecked() {
        std::string rules;
        std::vector<Watchpoint> all;
        for (const RecommendedWatchpoint &each : recommendedWatchpoints(m_session)) {
            rules += each.watchpoint.rule + " ";
            all.push_back(each.watchpoint);
        }
        COMPARE_TEXT(rules, "operator_overflow tensor_all_zero weight_initialization weight_change_too_large "
                            "weight_not_changed gradient_exploding gradient_vanishing activation_range ");
        const auto hits = recheck(m_session, {{"operator_overflow", {}}}, 0, nullptr);
        QCOMPARE(hits.size(), size_t(1));
        QCOMPARE(m_session.op(hits[0].op)->op.str(), std::string("Log"));
        // Three steps with a learning rate of 0.1 change the weights by a part of themselves.
        const auto changes =
            recheck(m_session, {{"weight_change_too_small", {{"abs_mean_update_ratio_lt", 1e9}}}}, 0, nullptr);
        std::set<int64_t> tensors;
        for (const WatchHit &hit : changes)
            tensors.insert(hit.tensor);
        QCOMPARE(tensors.size(), size_t(12)); // four weights, three steps
        const auto gradients = recheck(m_session, {{"gradient_too_large", {{"abs_mean_gt", -0.0}}}}, 0, nullptr);
        QVERIFY(gradients.size() >= 12);
    }

    void everyOperandTextIsUnderstood() {
        std::string unread;
        for (const OpEvent &op : m_session.ops) {
            ElementSet one;
            one.elements = {0};
            if (op.outputs.empty() || m_session.tensor(op.outputs[0])->shape.product() == 0) continue;
            const auto sets = dependencies(m_session, op, 0, one);
            if (std::any_of(sets.begin(), sets.end(), [](const ElementSet &set) { return !set.isExact; }))
                if (op.op != "SGD") unread += op.op + "(" + op.operands + ")\n";
        }
        COMPARE_TEXT(unread, ""); // but for SGD, whose `stat` counts as a whole
    }

    void programsAreWalked_data() {
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("inexact"); // operators of which some operand counts as a whole
        const auto row = [](const std::string &path, const char *inexact) {
            QTest::newRow(std::filesystem::path(path).filename().c_str()) << path << std::string(inexact);
        };
        if (isOnReference()) {
            for (const char *name : {"s1_pynative_debug.py", "s2_attention_pynative.py", "s1_jit_train_step.py",
                                     "s4_basic_block.py", "s2_mixed_mode.py"})
                row(sharedPath(std::string("seed_scripts/") + name), "any");
            return;
        }
        const std::string scripts = dataPath("samples/mindspore/scripts/");
        row(scripts + "eager_debug.py", "");
        row(scripts + "attention.py", "PromptFlashAttention");
        row(scripts + "train_step.py", "AssignAdd CombineSGD");
        row(scripts + "branches.py", "");
    }
    void programsAreWalked() {
        QFETCH(std::string, path);
        QFETCH(std::string, inexact);
        const Session session = m_runs.recordedFile(path);
        QVERIFY2(!session.ops.empty(), m_runs.outcome.error.c_str());
        int64_t lines = 0;
        for (int64_t op = session.ops.front().number; op >= 0; op = nextLine(session, op, Direction::Forward))
            ++lines;
        int64_t back = 0;
        for (int64_t op = session.ops.back().number + 1; op >= 0; op = nextLine(session, op, Direction::Back))
            ++back;
        std::set<std::string> asWhole;
        int64_t tensors = 0;
        QElapsedTimer timer;
        timer.start();
        const size_t step = std::max<size_t>(1, session.ops.size() / 20);
        for (size_t i = session.ops.size(); i > 0; i = i > step ? i - step : 0) {
            const OpEvent &op = session.ops[i - 1];
            if (op.outputs.empty() || session.tensor(op.outputs[0])->shape.product() == 0) continue;
            const Lineage lineage = lineageOf(session, op.outputs[0], 0);
            tensors += int64_t(lineage.tensors.size());
            ElementSet one;
            one.elements = {0};
            for (const ElementSet &set : dependencies(session, op, 0, one))
                if (!set.isExact) asWhole.insert(op.op.str());
        }
        timer.restart();
        std::vector<Watchpoint> all;
        for (const RecommendedWatchpoint &each : recommendedWatchpoints(session))
            all.push_back(each.watchpoint);
        const size_t hits = recheck(session, all, 0, nullptr).size();
        QVERIFY(lines > 1 && back > 1 && tensors > 1);
        const std::string operators = join({asWhole.begin(), asWhole.end()}, " ");
        if (inexact != "any") COMPARE_TEXT(operators, inexact);
        qInfo() << session.ops.size() << "operators," << lines << "and" << back << "lines," << tensors << "tensors,"
                << timer.elapsed() << "ms of watch rules," << hits << "hits, inexact:" << operators.c_str();
    }

    void fusedKernelsArePassedByTheirMembers() {
        const Session session = m_runs.recorded(fused);
        QVERIFY2(m_runs.outcome.exitCode == 0, m_runs.outcome.error.c_str());
        const OpEvent &kernel = session.ops.back();
        QVERIFY2(kernel.isKernel, kernel.op.c_str());
        ElementSet one;
        one.elements = {4};
        std::string text;
        const auto sets = dependencies(session, kernel, 0, one);
        for (size_t i = 0; i < sets.size(); ++i)
            text += brief(DType::Float32, session.tensor(kernel.inputs[i])->shape) + " " +
                    (sets[i].elements.size() == 1 ? std::to_string(sets[i].elements[0]) : "many") +
                    (sets[i].isExact ? "\n" : "?\n");
        COMPARE_TEXT(text, "f32[2,3] 4\nf32[3] 1\n");
    }

private:
    Runs m_runs;
    Session m_session;
};

QTEST_GUILESS_MAIN(InspectRunTest)
#include "tst_inspectrun.moc"
