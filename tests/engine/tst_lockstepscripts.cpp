// SPDX-License-Identifier: Apache-2.0
// Lock step of Python functions: random programs in every capture mode, what the console says, what is undone.
#include "engine/session/session.h"
#include "tests/support/plantedrewrite.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_lockstepscripts {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

#ifdef NDEBUG
constexpr const char *usualCount = "40";
#else
constexpr const char *usualCount = "8";
#endif

const std::string preamble = "import numpy as np\n"
                             "import mindspore as ms\n"
                             "from mindspore import Tensor, Parameter, nn, ops\n"
                             "x = Tensor(np.linspace(-1, 1, 12).reshape(4, 3).astype(np.float32))\n";

} // namespace

class LockstepScriptsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomProgramsAgree_data() {
        QTest::addColumn<QString>("seed");
        for (int seed = 1; seed <= 3; ++seed)
            QTest::addRow("seed %d", seed) << QString::number(seed);
    }
    void randomProgramsAgree() {
        QFETCH(QString, seed);
        RunOptions options;
        options.arguments = {seed.toStdString(), qEnvironmentVariable("JITSCOPE_PROGRAMS", usualCount).toStdString()};
        const RunOutcome outcome = m_scripts.runFile(dataPath("scripts/lockstep_programs.py"), options);
        COMPARE_TEXT(outcome.error, "");
        const std::string printed = m_scripts.printed();
        QVERIFY2(printed.starts_with("done ") && std::stoi(printed.substr(5)) > std::stoi(usualCount), printed.c_str());
    }

    void nothingOfItIsLeftBehind() {
        COMPARE_TEXT(m_scripts.outputOf(preamble + R"(
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.count = Parameter(Tensor(np.zeros(4, np.float32)), name='count')
    def construct(self, x):
        ops.assign_add(self.count, ops.ones((4,), ms.float32))
        print('once')
        return ops.reduce_sum(x, 1) * self.count
ms.set_seed(3)
net = Net()
graph = ms.jit(net.construct)
graph(x)
print(ms._run.lockstep('construct'))
print(net.count.asnumpy().tolist())
)"),
                     "once\nNet.construct: 5 values agree, eager and graph, within 0.0001 of each tensor's largest "
                     "element.\n[1.0, 1.0, 1.0, 1.0]\n");
    }

    void aCallInsideOfAGradientIsRepeatedWithoutIt() {
        COMPARE_TEXT(m_scripts.outputOf(preamble + R"(
@ms.jit(jit_level='O1')
def f(x):
    y = ops.tanh(x) * 2
    return ops.exp(y).sum(), y
@ms.jit
def g(x):
    return ops.exp(ops.tanh(x))
ms.grad(f)(x)
ms.grad(g)(x)
print(ms._run.lockstep('f'))
print(ms._run.lockstep('g'))
)"),
                     "f: 5 values agree, eager and graph, within 0.0001 of each tensor's largest element.\n"
                     "g: 3 values agree, eager and graph, within 0.0001 of each tensor's largest element.\n");
    }

    void randomNumbersAreTheSameOnBothSides() {
        COMPARE_TEXT(m_scripts.outputOf(preamble + R"(
ms.set_seed(5)
@ms.jit(jit_level='O1')
def f(x):
    return ops.tanh(ops.dropout(x, 0.5)) + ops.rand_like(x)
f(x)
first = ms.ops.rand(2).asnumpy()
ms.set_seed(5)
f(x)
words = ms._run.lockstep('f')
print('agree' in words, (first == ms.ops.rand(2).asnumpy()).all())
)"),
                     "True True\n");
    }

    void loopsArePairedRoundByRound() {
        run(R"(
@ms.jit
def f(x, n):
    i = Tensor(0)
    while i < n:
        x = ops.tanh(x) + 0.1
        i = i + 1
    return x
f(x, Tensor(5))
print(ms._run.lockstep('f'))
)");
        const std::string json = lastJson();
        QVERIFY2(json.find("\"round\": 5") != std::string::npos, json.c_str());
        QVERIFY2(json.find("\"op\": -1,\n    \"primitive\": \"Tanh\"") == std::string::npos, json.c_str());
    }

    void functionsInsideRunEagerlyToo() {
        run(R"(
@ms.jit
def inner(x):
    return ops.tanh(x) * 2.0
@ms.jit
def outer(x):
    return inner(x) + x
outer(x)
print(ms._run.lockstep('outer'))
)");
        COMPARE_TEXT(m_scripts.printed(),
                     "outer: 4 values agree, eager and graph, within 0.0001 of each tensor's largest element.\n");
    }

    /** The fused node gives the activation's value, not the norm's; the moments are the norm's still. */
    void aNormFusedWithItsActivationIsNoDifference() {
        run(R"(
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm2d(3)
    def construct(self, x):
        return ops.relu(self.norm(x))
images = Tensor(np.linspace(-1, 1, 96).reshape(2, 3, 4, 4).astype(np.float32))
for level in ('O0', 'O1'):
    net = Net()
    net.set_train()
    ms.jit(net.construct, jit_level=level)(images)
    print('agree' in ms._run.lockstep('construct'))
)");
        COMPARE_TEXT(m_scripts.printed(), "True\nTrue\n");
        const std::string json = lastJson();
        QVERIFY2(json.find("BatchNormWithActivation") != std::string::npos, json.c_str());
    }

    void aFunctionThatRanAsNoGraphIsRefused() {
        const std::string printed = m_scripts.outputOrError(preamble + "ms._run.lockstep('f')\n");
        QVERIFY2(printed.find("There is no call of 'f' to repeat") != std::string::npos, printed.c_str());
    }

    void aPlantedRewriteIsNamed() {
        PlantedRewrite planted("arithmetic_simplify");
        QVERIFY(planted.isRegistered());
        run(R"(
@ms.jit(jit_level='O1')
def f(x, y):
    return ops.exp(ops.tanh(x) * 0.5 + y) * y
f(x, ops.abs(x))
print(ms._run.lockstep('f'))
)");
        const std::string printed = m_scripts.printed();
        QVERIFY2(printed.find(" Add, in the graph ") != std::string::npos, printed.c_str());
        QVERIFY2(printed.find("." + planted.name() + " made it, at ") != std::string::npos, printed.c_str());
        QVERIFY2(printed.find("Rule: x + y -> x - y") != std::string::npos, printed.c_str());
    }

private:
    void run(const std::string &text) {
        const RunOutcome outcome = m_scripts.run(preamble + text);
        COMPARE_TEXT(outcome.error, "");
    }
    /** What the last lock step recorded. */
    std::string lastJson() {
        std::string last;
        for (const auto &[key, value] : m_scripts.take().info)
            if (key.starts_with("lockstep 0")) last = value;
        return last;
    }

    PythonScripts m_scripts;
};

JITSCOPE_TEST(LockstepScriptsTest)

} // namespace jitscope::tst_lockstepscripts

#include "tst_lockstepscripts.moc"
