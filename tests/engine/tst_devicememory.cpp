// SPDX-License-Identifier: Apache-2.0
// The memory of the simulated device over the steps of training loops: what a step made is given back, weights stay.
#include "engine/ascend/device910b4.h"
#include "engine/ascend/simulator.h"
#include "engine/session/session.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_devicememory {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int steps = 20;

/** A loop of that many steps; `optimizer` is its expression, `call` what runs a step. */
std::string loopScript(const std::string &optimizer, const std::string &call, const std::string &batch) {
    return "import numpy as np\n"
           "import mindspore as ms\n"
           "from mindspore import Tensor, nn, ops\n"
           "net = nn.Dense(128, 128)\n"
           "optimizer = " +
           optimizer +
           "\n"
           "loss = nn.MSELoss()\n"
           "def batch():\n"
           "    return Tensor(np.random.randn(16, 128).astype(np.float32))\n"
           "x, y = batch(), batch()\n"
           "def forward(x, y):\n"
           "    return loss(net(x), y)\n"
           "gradients = ms.value_and_grad(forward, None, optimizer.parameters)\n"
           "def step(x, y):\n"
           "    value, grads = gradients(x, y)\n"
           "    optimizer(grads)\n"
           "    return value\n"
           "run = " +
           call +
           "\n"
           "for i in range(" +
           std::to_string(steps) +
           "):\n"
           "    " +
           batch +
           "\n"
           "    run(x, y)\n";
}

/** The recording of a host so slow that the device always keeps up: how far a host runs ahead, and with it how many
    batches wait on the device, depends on the machine and its load. */
Session withASlowHost(Session session) {
    constexpr int64_t times = 1000;
    for (size_t place = 0; place < session.ops.size(); ++place)
        session.ops.change(place, [](OpEvent &op) {
            op.startNs *= times;
            op.durationNs *= times;
        });
    for (GraphCall &call : session.graphCalls) {
        call.startNs *= times;
        call.durationNs *= times;
    }
    return session;
}

} // namespace

class DeviceMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSteadyLoopIsLevel_data() {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("batch");
        const QString parameters = "(net.trainable_params(), 1e-3)";
        for (const char *name : {"SGD", "Adam", "AdamWeightDecay", "RMSProp", "Adagrad", "Lamb"}) {
            const QString optimizer = QString("nn.") + name + parameters;
            QTest::addRow("%s", name) << optimizer << "step"
                                      << "pass";
            QTest::addRow("%s, a new batch each time", name) << optimizer << "step"
                                                             << "x, y = batch(), batch()";
        }
        const QString momentum = "nn.Momentum(net.trainable_params(), 1e-3, 0.9)";
        QTest::addRow("Momentum") << momentum << "step"
                                  << "pass";
        QTest::addRow("Momentum, one graph") << momentum << "ms.jit(step)"
                                             << "x, y = batch(), batch()";
        QTest::addRow("Adam, one graph") << "nn.Adam" + parameters << "ms.jit(step)"
                                         << "pass";
        QTest::addRow("numbers kept by the program") << momentum << "lambda x, y: seen.append(float(step(x, y)))"
                                                     << "seen = [] if i == 0 else seen";
    }
    void aSteadyLoopIsLevel() {
        QFETCH(QString, optimizer);
        QFETCH(QString, call);
        QFETCH(QString, batch);
        const std::string script = loopScript(optimizer.toStdString(), call.toStdString(), batch.toStdString());
        COMPARE_TEXT(m_scripts.outputOrError(script), "");
        const Session session = withASlowHost(Recorder::instance().take());
        const SimulatedRun whole = simulateWhole(device910B4(), session);
        const std::vector<MemoryEvent> &memory = whole.run.memory;
        QVERIFY(!memory.empty());

        // Halfway and at the end the same is held at most.
        const auto half = memory.begin() + ptrdiff_t(memory.size() / 2),
                   late = memory.begin() + ptrdiff_t(memory.size() * 9 / 10);
        const auto most = [](auto begin, auto end) {
            return std::max_element(
                       begin, end, [](const MemoryEvent &a, const MemoryEvent &b) { return a.allocated < b.allocated; })
                ->allocated;
        };
        const auto tenth = memory.begin() + ptrdiff_t(memory.size() / 10);
        QVERIFY2(most(late, memory.end()) <= most(tenth, half),
                 qPrintable(QString("%1 then, %2 at the end").arg(most(tenth, half)).arg(most(late, memory.end()))));
        // No more than a few copies of the weights and what belongs to them.
        const int64_t weight = 128 * 128 * 4;
        QVERIFY(most(memory.begin(), memory.end()) < 10 * weight);
        // At the end the weights are there, once, with what the optimizer keeps of each.
        int64_t held = memory.back().allocated;
        QVERIFY2(held >= weight && held < 5 * weight, qPrintable(QString::number(held)));
    }

    void tensorsOfOneMemoryAreKnownToBe() {
        COMPARE_TEXT(m_scripts.outputOrError("import numpy as np\n"
                                             "import mindspore as ms\n"
                                             "from mindspore import Tensor, ops\n"
                                             "x = Tensor(np.ones((2, 3), np.float32))\n"
                                             "y = ops.relu(x)\n"
                                             "z = y.reshape((3, 2))\n"
                                             "ops.exp(z)\n"
                                             "y.add_(1)\n"
                                             "ops.exp(y)\n"),
                     "");
        const Session session = Recorder::instance().take();
        const auto memoryOf = [&](int64_t id) {
            const auto record = session.tensor(id);
            return record->memory < 0 ? id : record->memory;
        };
        std::map<std::string, std::vector<OpEvent>> ops;
        for (const OpEvent &op : session.ops)
            ops[op.op.str()].push_back(op);
        const int64_t y = ops.at("ReLU")[0].outputs[0];
        QCOMPARE(memoryOf(ops.at("ReLU")[0].inputs[0]), ops.at("ReLU")[0].inputs[0]);
        QCOMPARE(memoryOf(y), y);
        QCOMPARE(memoryOf(ops.at("Exp")[0].inputs[0]), y); // reshaped
        QCOMPARE(memoryOf(ops.at("Exp")[1].inputs[0]), y); // written to
        QVERIFY(memoryOf(ops.at("Exp")[0].outputs[0]) != y);
    }

private:
    PythonScripts m_scripts;
};

JITSCOPE_TEST(DeviceMemoryTest)

} // namespace jitscope::tst_devicememory

#include "tst_devicememory.moc"
