// SPDX-License-Identifier: Apache-2.0
// Lines in compiled graphs: what runs for a line, and which lines the passes left nothing of.
#include "engine/run/linenodes.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/steppedscript.h"
#include "tests/support/testprogram.h"

#include <filesystem>
#include <set>

namespace jitscope::tst_linenodes {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const std::string file = "/tmp/jitscope_test.py";

const std::string preamble = "import numpy as np, mindspore as ms\n"
                             "from mindspore import Tensor, nn, ops\n"
                             "x = Tensor(np.ones((4, 4), np.float32))\n"
                             "b = Tensor(np.ones((4,), np.float32))\n";

Compilation compiled(const std::string &function, const std::string &call) {
    PythonScripts scripts;
    const std::string error = scripts.outputOf(preamble + function + call);
    Session session = Recorder::instance().take();
    if (session.compilations.empty()) qFatal("%s", error.c_str());
    return session.compilations.front();
}

/** The operators on a line, by what stands there: "Tanh Mul". */
std::string sitesOn(const LineNodes &nodes, int line) {
    std::string text;
    for (const NodeOnLine &node : nodes.on(file, line))
        text += (text.empty() ? "" : " ") + node.site->op.text();
    return text;
}

} // namespace

class LineNodesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesOfWhichNothingIsLeft() {
        const Compilation compilation = compiled("@ms.jit(jit_level='O0')\n"          // 5
                                                 "def f(x):\n"                        // 6
                                                 "    a = ops.tanh(x)\n"              // 7
                                                 "    c = ops.tanh(x)\n"              // 8
                                                 "    k = 2.0 * 3.0\n"                // 9
                                                 "    d = a + 0.0\n"                  // 10
                                                 "    return a, c, ops.exp(d) * k\n", // 11
                                                 "f(x)\n");
        const LineNodes nodes(compilation);
        COMPARE_TEXT(sitesOn(nodes, 7), "Tanh");
        COMPARE_TEXT(sitesOn(nodes, 8), "");
        QCOMPARE(nodes.capturedOn(file, 8).size(), size_t(1));
        COMPARE_TEXT(sitesOn(nodes, 9), "");
        QVERIFY(nodes.capturedOn(file, 9).empty());
        COMPARE_TEXT(sitesOn(nodes, 10), "");
        QCOMPARE(nodes.capturedOn(file, 10).size(), size_t(1));
        COMPARE_TEXT(sitesOn(nodes, 11), "Exp Mul");
        COMPARE_TEXT(sitesOn(nodes, 12), "");
        QVERIFY(nodes.on("/tmp/other.py", 7).empty());
    }

    void whatTookThePlaceOfSeveralStandsOnAllOfTheirLines() {
        const Compilation compilation = compiled("@ms.jit(jit_level='O0')\n"    // 5
                                                 "def f(x):\n"                  // 6
                                                 "    y = ops.matmul(x, x)\n"   // 7
                                                 "    y = ops.bias_add(y, b)\n" // 8
                                                 "    return ops.relu(y)\n",    // 9
                                                 "f(x)\n");
        const LineNodes nodes(compilation);
        const auto first = nodes.on(file, 7), second = nodes.on(file, 8), third = nodes.on(file, 9);
        QVERIFY(!first.empty() && !second.empty() && !third.empty());
        QCOMPARE(first.front().running, second.front().running);
        QCOMPARE(nodes.sitesOf(first.front().running).size(),
                 size_t(first.front().running == third.front().running ? 3 : 2));
    }

    void membersStandForTheirKernel() {
        const Compilation compilation = compiled("@ms.jit(jit_level='O1')\n"     // 5
                                                 "def f(x):\n"                   // 6
                                                 "    y = ops.exp(x) * 2.0\n"    // 7
                                                 "    return ops.tanh(y) + x\n", // 8
                                                 "f(x)\n");
        QCOMPARE(compilation.kernels.size(), size_t(1));
        const LineNodes nodes(compilation);
        COMPARE_TEXT(sitesOn(nodes, 7), "Exp Mul");
        COMPARE_TEXT(sitesOn(nodes, 8), "Tanh Add");
        QCOMPARE(nodes.on(file, 7).front().running, nodes.on(file, 8).front().running);
    }

    void callsAndLongStatementsCount() {
        const Compilation compilation = compiled("def inner(t):\n"           // 5
                                                 "    return ops.tanh(t)\n"  // 6
                                                 "@ms.jit(jit_level='O0')\n" // 7
                                                 "def f(x):\n"               // 8
                                                 "    y = inner(x)\n"        // 9
                                                 "    return ops.add(\n"     // 10
                                                 "        y,\n"              // 11
                                                 "        x)\n",             // 12
                                                 "f(x)\n");
        const LineNodes nodes(compilation);
        COMPARE_TEXT(sitesOn(nodes, 6), "Tanh");
        COMPARE_TEXT(sitesOn(nodes, 9), "Tanh");
        QCOMPARE(nodes.on(file, 6).front().depth, size_t(0));
        QCOMPARE(nodes.on(file, 9).front().depth, size_t(1));
        COMPARE_TEXT(sitesOn(nodes, 10), "Add");
        COMPARE_TEXT(sitesOn(nodes, 11), "Add");
    }

    void breakpointsMeetEveryLineThatRuns_data() {
        QTest::addColumn<std::string>("path");
        const std::string folder = isOnReference() ? sharedPath("seed_scripts") : dataPath("../../resources/samples");
        for (const auto &entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == ".py")
                QTest::newRow(entry.path().filename().c_str()) << entry.path().string();
    }
    /** Breakpoints on all lines, which never stop: those of the lines that nodes stand on are met. The first 2,000
        operators of a script are enough. */
    void breakpointsMeetEveryLineThatRuns() {
        QFETCH(std::string, path);
        const std::string text = readText(path);
        std::vector<Breakpoint> all;
        for (int line = 1; line <= int(std::count(text.begin(), text.end(), '\n')) + 1; ++line)
            all.push_back({.file = scriptPath, .line = line, .hitCount = int64_t(1) << 40});
        all.push_back({.kind = Breakpoint::Kind::OpNumber, .number = 2000});
        SteppedScript script;
        script.breakAt(all);
        script.start(text);
        while (script.interpreter.state() == RunState::Running)
            QTest::qSleep(1);
        script.interpreter.stop();
        script.interpreter.wait();
        const std::vector<int64_t> hits = script.hits();
        QCOMPARE(hits.size(), all.size());
        const Session session = Recorder::instance().take();
        std::map<int, LineNodes> graphs;
        std::set<int> expected;
        for (const OpEvent &op : session.ops) {
            const Compilation *compilation = session.compilation(op.compilation);
            if (!compilation || op.node.value < 0) continue;
            for (const Node *site : graphs.try_emplace(op.compilation, *compilation).first->second.sitesOf(op.node))
                for (const SourceSpan &span : *site->spans)
                    if (span.file == scriptPath) expected.insert(span.line);
        }
        for (const int line : expected)
            QVERIFY2(hits[size_t(line) - 1] > 0, std::to_string(line).c_str());
        qInfo("%zu lines of graphs ran", expected.size());
    }
};

JITSCOPE_TEST(LineNodesTest)

} // namespace jitscope::tst_linenodes

#include "tst_linenodes.moc"
