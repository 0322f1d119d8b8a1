// SPDX-License-Identifier: Apache-2.0
// Scripts for several devices: the group, the operators that devices compute together, and their time on the simulated
// device.
#include "engine/ascend/device910b4.h"
#include "engine/ascend/simulator.h"
#include "engine/eager/dispatch.h"
#include "engine/ops/opdef.h"
#include "engine/session/session.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_collectives {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const std::string begin = "import os\n"
                          "os.environ['RANK_SIZE'] = '4'\n"
                          "import numpy as np\n"
                          "import mindspore as ms\n"
                          "from mindspore import Tensor, nn, ops\n"
                          "from mindspore.communication import init, release, get_rank, get_group_size\n"
                          "init()\n"
                          "x = Tensor(np.arange(8, dtype=np.float32).reshape(4, 2))\n";

std::string textOf(const char *op, const std::vector<Value> &arguments) {
    const auto bound = bindArguments(*findOp(op), arguments, {});
    if (!bound) return bound.error().message;
    try {
        return toString(findOp(op)->eval(*bound));
    } catch (const std::invalid_argument &problem) {
        return problem.what();
    }
}

int64_t collectivesOf(const DeviceRun &run) {
    return std::count_if(run.tasks.begin(), run.tasks.end(),
                         [](const SimulatedTask &task) { return task.work.core == KernelCore::Collective; });
}

} // namespace

class CollectivesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGroupComesFromTheEnvironment() {
        COMPARE_TEXT(m_scripts.outputOf(begin + "print(get_rank(), get_group_size())\nrelease()\n"
                                                "try:\n    get_rank()\nexcept RuntimeError as e:\n    print(e)\n"),
                     "0 4\nFor 'get_rank', distributed communication is not initialized: call "
                     "mindspore.communication.init() first.\n");
        COMPARE_TEXT(m_scripts.outputOf("import os\nos.environ.pop('RANK_SIZE', None)\n"
                                        "from mindspore.communication.management import init, get_group_size\n"
                                        "init('hccl')\nprint(get_group_size())\n"),
                     "1\n");
        for (const char *wrong : {"0", "-3", "many", "4096"})
            QVERIFY2(QString::fromStdString(
                         m_scripts.outputOrError(std::string("import os\nos.environ['RANK_SIZE'] = '") + wrong +
                                                 "'\nfrom mindspore.communication import init\ninit()\n"))
                         .contains("must be a number of devices from 1 to 1024"),
                     wrong);
    }

    void aRunBeginsWithoutAGroup() {
        m_scripts.run(begin);
        QVERIFY(QString::fromStdString(m_scripts.outputOrError("from mindspore import ops\nops.AllReduce()\n"))
                    .contains("is not initialized"));
    }

    void whatTheOperatorsGive() {
        COMPARE_TEXT(m_scripts.outputOf(begin + "print(ops.AllReduce()(x)[1], ops.AllReduce(ops.ReduceOp.MAX)(x)[1],"
                                                " ops.AllReduce(ops.ReduceOp.PROD)(x)[1])\n"
                                                "print(ops.AllGather()(x).shape, ops.AllGather()(x)[5])\n"
                                                "print(ops.ReduceScatter()(x))\n"
                                                "print(ops.Broadcast(2)((x, x))[1][3])\n"),
                     "[ 8. 12.] [2. 3.] [16. 81.]\n(16, 2) [2. 3.]\n[[0. 4.]]\n[6. 7.]\n");
    }

    void graphsGiveTheSame() {
        COMPARE_TEXT(m_scripts.outputOf(begin + "reduce, gather, scatter = ops.AllReduce(), ops.AllGather(), "
                                                "ops.ReduceScatter()\n"
                                                "def f(a):\n    return scatter(gather(reduce(a) * 2)) + 1\n"
                                                "print(np.array_equal(f(x).asnumpy(), ms.jit(f)(x).asnumpy()))\n"),
                     "True\n");
    }

    /** The gradient of one rank's input is the sum of what all ranks' results need of it. */
    void gradientsGoThroughAllRanks() {
        COMPARE_TEXT(m_scripts.outputOf(begin + "w = Tensor(np.arange(32, dtype=np.float32).reshape(16, 2))\n"
                                                "g = lambda f: ms.grad(f)(x)\n"
                                                "print(g(lambda a: (ops.AllReduce()(a) * a).sum())[1])\n"
                                                "print(g(lambda a: ops.AllReduce('max')(a).sum())[1])\n"
                                                "print(g(lambda a: (ops.AllGather()(a) * w).sum())[1])\n"
                                                "print(g(lambda a: (ops.ReduceScatter()(a) * 3).sum()))\n"),
                     // of sum: 4 a + 4 a by AllReduce and by the factor; of the gather: 4 times the first part of w
                     "[16. 24.]\n[4. 4.]\n[ 8. 12.]\n[[3. 3.]\n [3. 3.]\n [3. 3.]\n [3. 3.]]\n");
    }

    void mistakesAreRefused() {
        const Tensor x = Tensor::zeros({4, 2}, DType::Float32);
        COMPARE_TEXT(textOf("AllReduce", {x, "mean", 2}), "For 'AllReduce', the reduction must be 'sum', 'max', 'min' "
                                                          "or 'prod', but got 'mean'.");
        COMPARE_TEXT(textOf("AllReduce", {x, "sum", 0}), "For 'AllReduce', there are 1 to 1024 ranks, but got 0.");
        COMPARE_TEXT(textOf("ReduceScatter", {x, "sum", 3}),
                     "For 'ReduceScatter', the first dimension must be divisible by the number of ranks, but got 4 and "
                     "3.");
        COMPARE_TEXT(textOf("AllGather", {Tensor::scalar(1, DType::Float32), 2}),
                     "For 'AllGather', the input must have an axis, but it is a scalar.");
        COMPARE_TEXT(textOf("Broadcast", {x, 4, 4}), "For 'Broadcast', 'root_rank' must be 0 to 3, but got 4.");
    }

    void gradientsOfATrainingStepAreReducedOnTheSimulatedDevice() {
        Recorder &recorder = Recorder::instance();
        recorder.restart();
        const RunOutcome outcome = m_scripts.run(
            begin + "ms.set_context(device_target='Ascend')\n"
                    "net = nn.Dense(2, 3)\nopt = nn.SGD(net.trainable_params(), 0.1)\n"
                    "reducer = nn.DistributedGradReducer(opt.parameters, mean=True)\n"
                    "step = ms.value_and_grad(lambda a: net(a).sum(), None, opt.parameters)\n"
                    "for i in range(2):\n    loss, grads = step(x)\n    reduced = reducer(grads)\n"
                    "    assert all(np.allclose(a.asnumpy(), b.asnumpy()) for a, b in zip(grads, reduced))\n"
                    "    opt(reduced)\n");
        QVERIFY2(outcome.exitCode == 0, outcome.error.c_str());
        const Session session = recorder.take();
        const SimulationOptions options = simulationOptions(session.info);
        QCOMPARE(options.ranks, 4);
        QCOMPARE(collectivesOf(simulateWhole(device910B4(), session, options).run), int64_t(4)); // weight and bias
        QCOMPARE(collectivesOf(simulateWhole(device910B4(), session).run), int64_t(0)); // alone it talks to nobody
    }

    void theNumberOfRanksInAFileIsChecked() {
        for (const char *text : {"", "0", "-1", "99999999999", "4x", "1025"})
            QCOMPARE(simulationOptions({{"ranks", text}}).ranks, 1);
        QCOMPARE(simulationOptions({{"ranks", "16"}}).ranks, 16);
        QCOMPARE(simulationOptions({}).ranks, 1);
    }

private:
    PythonScripts m_scripts;
};

JITSCOPE_TEST(CollectivesTest)

} // namespace jitscope::tst_collectives

#include "tst_collectives.moc"
