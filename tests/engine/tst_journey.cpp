// SPDX-License-Identifier: Apache-2.0
// Values followed through all stages: each ends in a node, a kernel, a constant or a stated removal, and nothing is
// passed over in silence.
#include "engine/session/compilation.h"
#include "engine/session/journey.h"
#include "engine/session/session.h"
#include "engine/ir/nodename.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/randomprogram.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace jitscope::tst_journey {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const char *const denseScript = "import numpy as np, mindspore as ms\n"
                                "from mindspore import nn, ops\n"
                                "class Net(nn.Cell):\n"
                                "    def __init__(self):\n"
                                "        super().__init__()\n"
                                "        self.fc = nn.Dense(8, 16)\n"
                                "    def construct(self, x):\n"
                                "        y = ops.matmul(x, self.fc.weight.T) * 0.5 + self.fc.bias\n"
                                "        z = ops.tanh(y * 2.0 + 1.0)\n"
                                "        return z + 0.0 * (3.0 - 1.0)\n"
                                "net = Net()\n"
                                "@ms.jit(jit_level='O1')\n"
                                "def run(x):\n"
                                "    return net(x)\n"
                                "run(ms.Tensor(np.ones((3, 8), np.float32)))\n";
constexpr int denseLine = 8, tanhLine = 9;

Session recorded(const char *script) {
    PythonScripts scripts;
    scripts.run(script);
    return Recorder::instance().take();
}

std::vector<NodePtr> capturedNodesOf(const Compilation &compilation) {
    std::vector<NodePtr> nodes;
    for (const GraphPtr &graph : compilation.captured.graphs) {
        nodes.insert(nodes.end(), graph->parameters.begin(), graph->parameters.end());
        nodes.insert(nodes.end(), graph->nodes.begin(), graph->nodes.end());
    }
    return nodes;
}

/** Each stage's forms and ends account for every form of the stage before. */
bool isWhole(const Journey &journey) {
    for (size_t i = 1; i < journey.stages.size(); ++i) {
        std::set<int> accounted;
        for (const JourneyForm &form : journey.stages[i].forms)
            accounted.insert(form.from.begin(), form.from.end());
        for (const JourneyEnd &end : journey.stages[i].ends)
            accounted.insert(end.from);
        if (accounted.size() != journey.stages[i - 1].forms.size()) return false;
    }
    return true;
}

struct Ends {
    int nodes = 0, kernels = 0, constants = 0, removed = 0, withoutRule = 0;
};

void count(const Journey &journey, Ends &ends) {
    for (const std::string &end : endsOf(journey)) {
        ends.nodes += end == "node";
        ends.kernels += end == "kernel";
        ends.constants += end == "constant";
        ends.removed += end == "removed";
    }
    for (const JourneyStage &stage : journey.stages)
        for (const JourneyEnd &end : stage.ends)
            ends.withoutRule += end.rule.empty();
}

const JourneyForm *formCalling(const JourneyStage &stage, const std::string &op) {
    const auto found = std::find_if(stage.forms.begin(), stage.forms.end(),
                                    [&](const JourneyForm &form) { return form.node->isCallOf(OpName(op)); });
    return found == stage.forms.end() ? nullptr : &*found;
}

} // namespace

class TestJourney : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDensesLineLeadsToMembersOfAKernel() {
        const Session session = recorded(denseScript);
        const Compilation &compilation = session.compilations.front();
        const Journey journey = followLine(session, compilation, compilation.spans->front().file, denseLine);
        QVERIFY(!journey.empty());
        QCOMPARE(journey.lines.size(), size_t(1));
        QCOMPARE(journey.lines.front().span.line, denseLine);
        QCOMPARE(journey.stages.front().pass, -2);
        QVERIFY2(isWhole(journey), toString(journey).c_str());
        const std::string text = toString(journey);
        QVERIFY2(text.find("member [") != std::string::npos || text.find("input ") != std::string::npos, text.c_str());
        QVERIFY2(text.find("stages unchanged") != std::string::npos, text.c_str());
        QVERIFY2(text.find("became") != std::string::npos, text.c_str());
    }

    /** The bias is a parameter: in the end a kernel reads it. */
    void aWeightEndsAsTheInputOfAKernel() {
        const Session session = recorded(denseScript);
        const Compilation &compilation = session.compilations.front();
        NodePtr bias;
        for (const NodePtr &node : capturedNodesOf(compilation))
            if (node->isParameter() && node->name.find("bias") != std::string::npos) bias = node;
        QVERIFY(bias);
        const Journey journey = followNode(session, compilation, -2, bias->id);
        QCOMPARE(journey.lines.size(), size_t(1));
        QCOMPARE(journey.lines.front().span.line, denseLine);
        QVERIFY2(!journey.kernels.empty(), toString(journey).c_str());
        QVERIFY(journey.kernels.front().input >= 0);
        QCOMPARE(endsOf(journey), std::vector<std::string>{"kernel"});
    }

    /** Also where nothing changed it, and where a graph that is called is given it. */
    void aWeightSaysWhoReadsIt() {
        const Session session = recorded("import numpy as np, mindspore as ms\n"
                                         "from mindspore import nn, ops\n"
                                         "net = nn.Dense(8, 16)\n"
                                         "@ms.jit(jit_level='O0')\n"
                                         "def run(x):\n"
                                         "    return net(x)\n"
                                         "run(ms.Tensor(np.ones((3, 8), np.float32)))\n");
        const Compilation &compilation = session.compilations.front();
        for (const NodePtr &parameter : compilation.captured.entry()->parameters) {
            const Journey journey = followNode(session, compilation, -2, parameter->id);
            const std::string text = toString(journey);
            for (const std::vector<JourneyReader> *readers : {&journey.firstReaders, &journey.lastReaders}) {
                QVERIFY2(!readers->empty(), text.c_str());
                for (const JourneyReader &reader : *readers) {
                    const std::string told = "read by " + nodeTitle(*reader.node);
                    QVERIFY2(text.find(told) != std::string::npos, text.c_str());
                }
            }
            for (const JourneyReader &reader : journey.lastReaders)
                QVERIFY(findNode(compilation.final, reader.node->id));
        }
    }

    void whatBecameOfANodeIsFollowedFromAnyStage() {
        const Session session = recorded(denseScript);
        const Compilation &compilation = session.compilations.front();
        const Journey whole = followLine(session, compilation, compilation.spans->front().file, tanhLine);
        const JourneyForm *last = formCalling(whole.last(), "Tanh");
        QVERIFY2(last, toString(whole).c_str());
        const Journey back = followNode(session, compilation, -1, last->node->id);
        QVERIFY(formCalling(back.stages.front(), "Tanh"));
        QVERIFY(formCalling(back.last(), "Tanh"));
        QCOMPARE(back.lines.front().span.line, tanhLine);
    }

    void severalThatBecomeOneAreJoined() {
        const Session session = recorded("import numpy as np, mindspore as ms\n"
                                         "from mindspore import ops\n"
                                         "@ms.jit(jit_level='O0')\n"
                                         "def run(x, w, b):\n"
                                         "    y = ops.matmul(x, w)\n"
                                         "    return ops.bias_add(y, b)\n"
                                         "f = lambda *s: ms.Tensor(np.ones(s, np.float32))\n"
                                         "run(f(2, 3), f(3, 4), f(4))\n");
        const Compilation &compilation = session.compilations.front();
        const JourneyForm *product = nullptr;
        const Journey all = followLine(session, compilation, compilation.spans->front().file, 5);
        product = formCalling(all.stages.front(), "MatMul");
        QVERIFY2(product, toString(all).c_str());
        bool joined = false;
        for (const JourneyStage &stage : all.stages)
            for (const JourneyForm &form : stage.forms)
                joined = joined || (form.change == FormChange::Became && !form.joined.empty() && !form.rule.empty());
        QVERIFY2(joined, toString(all).c_str());
        // Both lines at once: two branches that meet.
        std::vector<NodeId> calls;
        for (const NodePtr &node : compilation.captured.entry()->nodes)
            calls.push_back(node->id);
        const Journey both = followNodes(session, compilation, calls);
        const auto isMeeting = [](const JourneyForm &form) { return form.from.size() >= 2; };
        bool meets = false;
        for (const JourneyStage &stage : both.stages)
            meets = meets || std::any_of(stage.forms.begin(), stage.forms.end(), isMeeting);
        QVERIFY2(meets, toString(both).c_str());
    }

    void whatIsExpandedSaysBySuchARule_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("op");
        QTest::newRow("several results") << "ops.layer_norm(ops.exp(x), (8,), g, g)"
                                         << "LayerNorm";
        QTest::newRow("one result") << "ops.softmax(ops.exp(x))"
                                    << "Softmax";
        QTest::newRow("another") << "ops.log_softmax(ops.exp(x))"
                                 << "LogSoftmax";
    }
    void whatIsExpandedSaysBySuchARule() {
        QFETCH(QString, expression);
        QFETCH(QString, op);
        const std::string script = "import numpy as np, mindspore as ms\n"
                                   "from mindspore import ops\n"
                                   "@ms.jit(jit_level='O1')\n"
                                   "def run(x, g):\n"
                                   "    y = " +
                                   expression.toStdString() +
                                   "\n"
                                   "    return ops.tanh(y)\n"
                                   "f = lambda *s: ms.Tensor(np.ones(s, np.float32))\n"
                                   "run(f(64, 8), f(8))\n";
        const Session session = recorded(script.c_str());
        const Compilation &compilation = session.compilations.front();
        const Journey journey = followLine(session, compilation, compilation.spans->front().file, 5);
        const std::string text = toString(journey);
        const std::string expected =
            " expanded by stage1_cluster.graph_kernel_expander, rule " + op.toStdString() + " -> ";
        QVERIFY2(text.find(expected) != std::string::npos, text.c_str());
        QVERIFY2(text.find("element of an expanded operator") == std::string::npos, text.c_str());
        // The axes and numbers of the formula are no form of the value.
        for (const JourneyForm &form : journey.last().forms)
            QVERIFY2(!form.node->isConstant(), text.c_str());
    }

    void whatIsRemovedSaysByWhom() {
        const Session session = recorded("import numpy as np, mindspore as ms\n"
                                         "from mindspore import ops\n"
                                         "@ms.jit\n"
                                         "def run(x):\n"
                                         "    unused = ops.exp(x)\n"
                                         "    a = ops.sin(x)\n"
                                         "    b = ops.sin(x)\n"
                                         "    return a + b\n"
                                         "run(ms.Tensor(np.ones((2, 3), np.float32)))\n");
        const Compilation &compilation = session.compilations.front();
        const std::string file = compilation.spans->front().file;
        const std::string unused = toString(followLine(session, compilation, file, 5));
        QVERIFY2(unused.empty() || unused.find(" removed by ") != std::string::npos, unused.c_str());
        const std::string twice = toString(followLine(session, compilation, file, 7));
        QVERIFY2(twice.find(" removed by ") != std::string::npos, twice.c_str());
        QVERIFY2(twice.find("stands for it") != std::string::npos, twice.c_str());
        QVERIFY2(twice.find("rule ") != std::string::npos, twice.c_str());
    }

    void aNodeThatNobodyCapturedBeginsAtItsPass() {
        const Session session = recorded(denseScript);
        const Compilation &compilation = session.compilations.front();
        for (const GraphPtr &graph : compilation.final.graphs)
            for (const NodePtr &node : graph->nodes) {
                const Journey journey = followNode(session, compilation, -1, node->id);
                QVERIFY2(!journey.empty(), nodeTitle(*node).c_str());
                QVERIFY2(isWhole(journey), toString(journey).c_str());
            }
    }

    /** All passes over random programs: nothing is lost between two stages, and each value ends somewhere. */
    void valuesOfRandomProgramsEndSomewhere() {
        for (unsigned seed = 1; seed <= 200; ++seed) {
            GraphCapture capture;
            Compilation compilation;
            compilation.index = 0;
            compilation.captured = randomProgram(capture, seed);
            PassContext context{capture.ids(), JitLevel::O1, {}, {}};
            SnapshotInstrument snapshots;
            PassInstrument *const instruments[] = {&snapshots};
            compilation.final = runPasses(compilation.captured, builtinPasses(), context, instruments);
            compilation.passes = std::move(snapshots.records);
            std::vector<NodeId> nodes;
            for (const NodePtr &node : capturedNodesOf(compilation))
                nodes.push_back(node->id);
            const Journey journey = followNodes(compilation, nodes);
            QVERIFY2(isWhole(journey), toString(journey).c_str());
            for (const std::string &end : endsOf(journey))
                QVERIFY2(!end.empty(), toString(journey).c_str());
        }
    }

    void nothingIsFollowedFromALineWithoutCode() {
        const Session session = recorded(denseScript);
        const Compilation &compilation = session.compilations.front();
        QVERIFY(followLine(session, compilation, compilation.spans->front().file, 999).empty());
        QVERIFY(endsOf({}).empty());
        QCOMPARE(toString(Journey()), std::string());
    }

    void everyCapturedNodeEndsSomewhere_data() {
        QTest::addColumn<std::string>("path");
        const std::string folder = isOnReference() ? sharedPath("seed_scripts") : dataPath("../../resources/samples");
        for (const auto &entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == ".py")
                QTest::newRow(entry.path().filename().c_str()) << entry.path().string();
    }
    void everyCapturedNodeEndsSomewhere() {
        QFETCH(std::string, path);
        PythonScripts scripts;
        scripts.runShort(path);
        const Session session = Recorder::instance().take();
        Ends ends;
        for (const Compilation &compilation : session.compilations) {
            std::vector<NodeId> nodes;
            for (const NodePtr &node : capturedNodesOf(compilation))
                nodes.push_back(node->id);
            const Journey journey = followNodes(session, compilation, nodes);
            if (nodes.empty()) continue;
            QCOMPARE(journey.stages.front().forms.size(), nodes.size());
            QVERIFY2(isWhole(journey), toString(journey).c_str());
            const std::vector<std::string> ended = endsOf(journey);
            for (size_t i = 0; i < ended.size(); ++i)
                QVERIFY2(!ended[i].empty(), nodeTitle(*journey.stages.front().forms[i].node).c_str());
            count(journey, ends);
        }
        qInfo("%d end as nodes, %d in kernels, %d as constants, %d removed (%d of them without a logged rule)",
              ends.nodes, ends.kernels, ends.constants, ends.removed, ends.withoutRule);
    }
};

JITSCOPE_TEST(TestJourney)

} // namespace jitscope::tst_journey

#include "tst_journey.moc"
