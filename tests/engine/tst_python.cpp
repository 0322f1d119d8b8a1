// SPDX-License-Identifier: Apache-2.0
// The embedded interpreter and the mindspore package through the door a user has: scripts, console, stepping, errors.
#include "engine/python/interpreter.h"
#include "engine/session/compilation.h"
#include "engine/session/forcedsettings.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "tests/support/captures.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>
#include <condition_variable>
#include <mutex>
#include <regex>

namespace jitscope::tst_python {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A run in a test: what it printed, where it was held. */
class Harness {
public:
    Harness()
        : interpreter({.output = [this](bool isError, const std::string &text) { add(isError, text); },
                       .stateChanged = {},
                       .paused = [this](const PauseInfo &info) { addPause(info); },
                       .finished = {},
                       .pictured = [this](const ConsolePicture &picture) { add(picture); }}) {}

    ConsolePicture picture() {
        const std::lock_guard lock(m_mutex);
        return m_picture;
    }

    RunOutcome run(const std::string &text, const RunOptions &options = {}) {
        return runAt("/tmp/jitscope_test_script.py", text, options);
    }

    RunOutcome runAt(const std::string &path, const std::string &text, const RunOptions &options = {}) {
        clear();
        Recorder::instance().restart();
        interpreter.runScript(path, text, options);
        return interpreter.wait();
    }

    RunOutcome runFile(const std::string &path, const RunOptions &options = {}) {
        clear();
        Recorder::instance().restart();
        interpreter.runScript(path, options);
        return interpreter.wait();
    }

    RunOutcome console(const std::string &source) {
        clear();
        interpreter.runConsole(source);
        return interpreter.wait();
    }

    /** The next place where the program is held. */
    PauseInfo nextPause() {
        std::unique_lock lock(m_mutex);
        if (!m_arrived.wait_for(lock, std::chrono::seconds(20), [this] { return m_seen < m_pauses.size(); })) return {};
        return m_pauses[m_seen++];
    }

    /** Waits until the program has printed `text`. */
    bool waitForOutput(const std::string &text) {
        std::unique_lock lock(m_mutex);
        return m_arrived.wait_for(lock, std::chrono::seconds(20),
                                  [&] { return m_output.find(text) != std::string::npos; });
    }

    std::string output() {
        const std::lock_guard lock(m_mutex);
        return m_output;
    }
    std::string errors() {
        const std::lock_guard lock(m_mutex);
        return m_errors;
    }

    void clear() {
        const std::lock_guard lock(m_mutex);
        m_output.clear();
        m_errors.clear();
        m_pauses.clear();
        m_seen = 0;
    }

private:
    void add(bool isError, const std::string &text) {
        const std::lock_guard lock(m_mutex);
        (isError ? m_errors : m_output) += text;
        m_arrived.notify_all();
    }
    void add(const ConsolePicture &picture) {
        const std::lock_guard lock(m_mutex);
        m_picture = picture;
    }
    void addPause(const PauseInfo &info) {
        const std::lock_guard lock(m_mutex);
        m_pauses.push_back(info);
        m_arrived.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::string m_output, m_errors;
    ConsolePicture m_picture; ///< the last
    std::vector<PauseInfo> m_pauses;
    size_t m_seen = 0;

public:
    Interpreter interpreter; ///< last, so that its events find the members above
};

const std::string preamble = "import numpy as np\n"
                             "import mindspore as ms\n"
                             "from mindspore import Tensor, nn, ops\n"
                             "x = Tensor(np.ones((2, 3), np.float32))\n";

const std::string threeOps = preamble + "y = x + x\n" // line 5
                                        "y = y * 2\n" // line 6
                                        "y = ops.tanh(y)\n"
                                        "print(y.shape)\n";

bool matches(const std::string &text, const std::string &pattern) {
    return std::regex_search(text, std::regex(pattern));
}

} // namespace

class PythonTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scriptPrintsAndEnds();
    void argumentsReachTheScript();
    void exitCodeIsTold_data();
    void exitCodeIsTold();
    void mistakesAreToldWithTheirPlace_data();
    void mistakesAreToldWithTheirPlace();
    void missingFileIsTold();
    void tracebackLeavesOutThePackage();
    void capturedPythonComputesTheSame();
    void everyVariantOfJitGivesTheSame();
    void scriptsPrintWhatMindSporePrinted_data();
    void scriptsPrintWhatMindSporePrinted();

    void operatorsAreRecordedWithTheirPlace();
    void callersOfOneLineAreToldApart();
    void scopeFollowsTheNameOfACell();
    void trainingStepsAreRecordedWithTheirPhases();
    void compilationIsRecordedWithItsReason();
    void functionRunsAsGraphOnRequest();
    void forcedSettingsKeepTheWordOfTheScript();
    void modeOfTheScriptIsOverridden();
    void graphModeThatCompilesNothingIsNoted();
    void aJitFunctionInsideOfAGradientIsTwoGraphs();
    void whatIsNoGraphInsideOfAGradientIsNoted();
    void loopsThatMindSporeRefusesAreNoted();
    void savedGraphsAreWritten();
    void nothingIsRecordedAtLevelNone();

    void operatorsAreStepped();
    void linesAreStepped();
    void breakpointHolds();
    void endlessLoopIsStopped();
    void sleepIsStopped();
    void heldProgramIsStopped();
    void runningLoopIsPaused();

    void consoleKeepsTheNamesOfTheScript();
    void jitWorksOnWhatIsTyped();
    void magicsChooseTheMode();
    void repetitionsOfTimeAreNotRecorded();
    void repetitionsPrintOnce();
    void whatTakesLongIsMeasuredOnce();
    void helpTellsOfEveryCommand();
    void variantsAreMadeInTheConsole();
    void comparedVersionsStandBesideEachOther_data();
    void comparedVersionsStandBesideEachOther();
    void aDifferenceIsTheLargestOne();
    void tensorsAreDrawn();
    void namesAreDescribed();
    void completenessOfInput_data();
    void completenessOfInput();
    void namesAreCompleted();

private:
    Harness m_python;
};

void PythonTest::scriptPrintsAndEnds() {
    const RunOutcome outcome = m_python.run(preamble + "print(x + x)\nprint(repr(x[0]))\n");
    QCOMPARE(outcome.exitCode, 0);
    COMPARE_TEXT(m_python.output(), "[[2. 2. 2.]\n [2. 2. 2.]]\n"
                                    "Tensor(shape=[3], dtype=Float32, value= [ 1.00000000e+00,  1.00000000e+00,  "
                                    "1.00000000e+00])\n");
    QCOMPARE(QString::fromStdString(m_python.errors()), QString());
}

void PythonTest::argumentsReachTheScript() {
    RunOptions options;
    options.arguments = {"--size", "3"};
    m_python.run("import sys\nprint(sys.argv[1:], __name__)\n", options);
    COMPARE_TEXT(m_python.output(), "['--size', '3'] __main__\n");
}

void PythonTest::exitCodeIsTold_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("code");
    QTest::newRow("end") << "pass" << 0;
    QTest::newRow("exit without code") << "import sys; sys.exit()" << 0;
    QTest::newRow("exit with code") << "import sys; sys.exit(7)" << 7;
    QTest::newRow("exit with text") << "import sys; sys.exit('no')" << 1;
    QTest::newRow("exception") << "1 / 0" << 1;
}

void PythonTest::exitCodeIsTold() {
    QFETCH(QString, text);
    QTEST(m_python.run(text.toStdString()).exitCode, "code");
}

void PythonTest::mistakesAreToldWithTheirPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message"); // a regular expression
    QTest::addColumn<int>("line");        // behind the four lines of the preamble
    const auto row = [](const char *name, const char *text, const char *message, int line) {
        QTest::newRow(name) << text << message << line + 4;
    };
    row("syntax", "y = (1,\nz = 2\n", "SyntaxError: '\\(' was never closed", 1);
    row("exception", "def f():\n    return {}['a']\nf()\n", "KeyError: 'a'", 2);
    row("name", "print(undefined)\n", "NameError: name 'undefined' is not defined", 1);
    row("shapes in matmul", "x @ x\n", "ValueError: For 'MatMul'.*3 and.*2", 1);
    row("shapes in add", "ops.add(x, Tensor(np.ones((4, 5), np.float32)))\n",
        "ValueError: For 'Add'.*\\[2, 3\\].*\\[4, 5\\]", 1);
    row("missing argument", "ops.add(x)\n", "TypeError: add\\(\\) missing 1 required positional argument: 'other'", 1);
    row("too many arguments", "ops.add(x, x, x)\n",
        "TypeError: add\\(\\) takes 2 positional arguments but 3 were given", 1);
    row("unknown keyword", "ops.add(x, z=3)\n", "TypeError: add\\(\\) got an unexpected keyword argument 'z'", 1);
    row("wrong kind of argument", "ops.relu(1)\n", "TypeError: .*ReLU", 1);
    row("index out of range", "x[5]\n", "IndexError: index 5 is out of bounds for dimension with size 2", 1);
    row("deleted elements", "del x[0]\n", "AttributeError: __delitem__", 1);
    row("truth of many", "bool(x)\n", "ValueError: The tensor should have only one element, but got 6", 1);
    row("a tensor times a tuple", "x * (1, 2, 3)\n",
        "TypeError: For '\\*', a Tensor and a tuple have no result; make a Tensor of the tuple.", 1);
    row("unknown layer", "nn.Conv9d(3)\n",
        "AttributeError: module 'mindspore.nn' has no attribute 'Conv9d'; MindSpore 2.7 and 2.10 have none of", 1);
    row("absent module", "from mindspore import rewrite\nrewrite.SymbolTree()\n",
        "NotImplementedError: There is no mindspore.rewrite.SymbolTree here. mindspore.rewrite is part of MindSpore",
        2);
    row("unknown function", "ops.foo(x)\n",
        "AttributeError: module 'mindspore.ops' has no attribute 'foo'; MindSpore 2.7", 1);
    row("GPU", "ms.set_context(device_target='GPU')\n",
        "RuntimeError: Unsupported device target GPU. This process only "
        "supports one of the \\['CPU'\\].*-e GPU",
        1);
    row("mode", "ms.set_context(mode=5)\n",
        "ValueError: For 'context.set_context', the argument 'mode' should be "
        "context.GRAPH_MODE \\(0\\) or context.PYNATIVE_MODE \\(1\\), but got 5",
        1);
    row("threads", "ms.set_context(runtime_num_threads=-1)\n",
        "ValueError: The num of thread must bigger than or equal to 0.", 1);
    row("unknown setting", "ms.set_context(foo=5)\n", "ValueError: .*keyword argument foo is not recognized", 1);
    row("save_graphs", "ms.set_context(save_graphs=4)\n", "ValueError: value for save_graphs should be 0-3 but got '4'",
        1);
    row("capture mode", "ms.jit(capture_mode='x')\n",
        "ValueError: For 'jit', the 'capture_mode' must be str and must be in "
        "'\\['ast', 'bytecode', 'trace'\\]', but got 'x'",
        1);
    row("jit level", "ms.jit(jit_level='O3')\n", "ValueError: For 'jit', the 'jit_level'.*'O3'", 1);
    row("fullgraph", "ms.jit(fullgraph=1)\n", "TypeError: For 'jit', the 'fullgraph' must be a bool, but got int", 1);
    const auto inGraph = [&row](const char *name, const std::string &body, const char *message, int line) {
        row(name, ("@ms.jit\ndef f(a):\n" + body + "f(x)\n").c_str(), message, line);
    };
    inGraph("graph: shapes", "    b = a\n    return a @ b\n", "ValueError: .*MatMul.*3 and.*2", 4);
    inGraph("graph: try", "    try:\n        return a\n    except ValueError:\n        return a\n",
            "RuntimeError: Unsupported statement 'Try'", 3);
    inGraph("graph: yield", "    yield a\n", "RuntimeError: Unsupported expression 'Yield'", 3);
    inGraph("graph: name", "    return a + nothing\n", "NameError: The name 'nothing' is not defined, or not supported",
            3);
    inGraph("graph: attribute", "    return a.nothing\n", "AttributeError: 'Tensor' object has no attribute 'nothing'",
            3);
    inGraph("graph: raise", "    raise ValueError('mine')\n", "ValueError: mine", 3);
    inGraph("graph: assert", "    assert a.shape[0] == 3, 'no'\n", "AssertionError: no", 3);
    row("graph: number of arguments", "@ms.jit\ndef f(a, b):\n    return a\nf(x)\n",
        "TypeError: Function f needs 2 positional argument, but got 1", 4);
}

void PythonTest::mistakesAreToldWithTheirPlace() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const RunOutcome outcome = m_python.run(preamble + text.toStdString());
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(matches(outcome.problem.message, "^" + message.toStdString()), outcome.problem.message.c_str());
    QVERIFY2(m_python.errors().find(outcome.error) != std::string::npos, m_python.errors().c_str());
    QCOMPARE(QString::fromStdString(outcome.problem.span.file), QString("/tmp/jitscope_test_script.py"));
    QTEST(outcome.problem.span.line, "line");
}

void PythonTest::missingFileIsTold() {
    const RunOutcome outcome = m_python.runFile("/nowhere/script.py");
    QCOMPARE(outcome.exitCode, 3);
    COMPARE_TEXT(outcome.problem.message, "Cannot read /nowhere/script.py: No such file or directory.");
}

void PythonTest::tracebackLeavesOutThePackage() {
    m_python.run(preamble + "nn.Dense(2, 4)(x)\n");
    QVERIFY2(m_python.errors().find("/mindspore/") == std::string::npos, m_python.errors().c_str());
    QVERIFY(
        m_python.errors().starts_with("Traceback (most recent call last):\n  File \"/tmp/jitscope_test_script.py\""));
}

void PythonTest::capturedPythonComputesTheSame() {
    const RunOutcome outcome = m_python.runFile(dataPath("scripts/capture_features.py"));
    COMPARE_TEXT(outcome.error, "");
    COMPARE_TEXT(m_python.output(), "True 20\n");
}

void PythonTest::everyVariantOfJitGivesTheSame() {
    const RunOutcome outcome = m_python.runFile(dataPath("scripts/jit_variants.py"));
    COMPARE_TEXT(outcome.error, "");
    const QString output = QString::fromStdString(m_python.output());
    QCOMPARE(output.count("out=Tensor(shape=[2, 3], dtype=Float32, value=\n[["), 2);
    QCOMPARE(output.count("out shape: (2, 3), time to prepare:"), 6);
    QCOMPARE(Recorder::instance().take().compilations.size(), size_t(6));
}

void PythonTest::scriptsPrintWhatMindSporePrinted_data() {
    QTest::addColumn<QString>("script");
    for (const char *script : {"eager_debug", "smallest", "attention", "train_step", "branches", "wrong_shapes"})
        QTest::newRow(script) << script;
}

void PythonTest::scriptsPrintWhatMindSporePrinted() {
    QFETCH(QString, script);
    const std::string folder = dataPath("samples/mindspore/");
    const RunOutcome outcome = m_python.runFile(folder + "scripts/" + script.toStdString() + ".py");
    COMPARE_TEXT(outcome.error, "");
    COMPARE_TEXT(m_python.output(), readText(folder + "printed/" + script.toStdString() + ".txt"));
}

void PythonTest::operatorsAreRecordedWithTheirPlace() {
    m_python.run(preamble + "class Net(nn.Cell):\n"
                            "    def __init__(self):\n"
                            "        super().__init__()\n"
                            "        self.fc = nn.Dense(3, 4)\n"
                            "    def construct(self, t):\n"
                            "        return self.fc(t)\n"
                            "Net()(x)\n");
    const Session session = Recorder::instance().take();
    QCOMPARE(session.ops.size(), size_t(2));
    COMPARE_TEXT(session.ops[0].op, "MatMul");
    COMPARE_TEXT(session.ops[0].scope, "Default/fc-Dense");
    const auto &stack = session.stacks[size_t(session.ops[0].stack)];
    COMPARE_TEXT(stack[0].function, "Net.construct");
    QCOMPARE(stack[0].span.line, 10);
    QCOMPARE(stack[0].span.column, 15);
    QCOMPARE(stack[1].span.line, 11);
    QVERIFY(session.source("/tmp/jitscope_test_script.py"));
    QCOMPARE(QString::fromStdString(session.tensor(session.ops[0].inputs[1])->name), QString("fc.weight"));
}

/** The frame of the line is the same one in memory each time, and stands where it stood. */
void PythonTest::callersOfOneLineAreToldApart() {
    m_python.run(preamble + "def double(t):\n"
                            "    return t + t\n"
                            "def run():\n"
                            "    for _ in range(3):\n"
                            "        double(x)\n"
                            "        double(x)\n"
                            "run()\n"
                            "double(x)\n");
    const Session session = Recorder::instance().take();
    QCOMPARE(session.ops.size(), size_t(7));
    const auto &stackOf = [&](size_t op) { return session.stacks[size_t(session.ops[op].stack)]; };
    for (size_t op = 0; op < 6; ++op) {
        QCOMPARE(stackOf(op).size(), size_t(3));
        QCOMPARE(stackOf(op)[0].span.line, stackOf(0)[0].span.line);
        QCOMPARE(stackOf(op)[1].span.line, stackOf(0)[1].span.line + int(op % 2));
    }
    QCOMPARE(stackOf(6).size(), size_t(2));
    QCOMPARE(stackOf(6)[1].span.line, stackOf(0)[2].span.line + 1);
}

void PythonTest::scopeFollowsTheNameOfACell() {
    m_python.run(preamble + "class Net(nn.Cell):\n"
                            "    def __init__(self):\n"
                            "        super().__init__()\n"
                            "        self.a = nn.ReLU()\n"
                            "    def construct(self, t):\n"
                            "        return self.a(t)\n"
                            "net = Net()\n"
                            "for _ in range(3):\n"
                            "    net(x)\n"
                            "    net.b = net.a\n");
    const Session session = Recorder::instance().take();
    QCOMPARE(session.ops.size(), size_t(3));
    COMPARE_TEXT(session.ops[0].scope, "Default/a-ReLU");
    COMPARE_TEXT(session.ops[1].scope, "Default/b-ReLU");
    COMPARE_TEXT(session.ops[2].scope, "Default/b-ReLU");
    QCOMPARE(session.ops[0].stack, session.ops[2].stack);
}

void PythonTest::trainingStepsAreRecordedWithTheirPhases() {
    m_python.run(preamble + "net = nn.Dense(3, 4)\n"
                            "optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)\n"
                            "grad = ms.value_and_grad(lambda t: ops.sum(net(t)), None, optimizer.parameters)\n"
                            "for _ in range(2):\n"
                            "    value, grads = grad(x)\n"
                            "    optimizer(grads)\n");
    const Session session = Recorder::instance().take();
    std::string order;
    for (const OpEvent &op : session.ops) {
        const char phase = "FBO"[int(op.phase)];
        if (order.empty() || order.back() != phase) order += phase;
        if (op.forward >= 0) {
            QVERIFY(op.phase == OpPhase::Backward);
            QVERIFY(session.op(op.forward)->phase == OpPhase::Forward);
        }
        if (op.op == "ApplyMomentum") QVERIFY(op.writes);
    }
    COMPARE_TEXT(order.substr(0, 6), "FBOFBO");
    int weights = 0;
    for (const GradientLink &link : session.gradients)
        weights += session.tensor(link.tensor)->name == "weight" &&
                   session.tensor(link.gradient)->shape == session.tensor(link.tensor)->shape;
    QCOMPARE(weights, 2);
}

void PythonTest::compilationIsRecordedWithItsReason() {
    m_python.run(preamble + "def inner(t):\n"
                            "    return ops.tanh(t)\n"
                            "@ms.jit\n"
                            "def f(a, k):\n"
                            "    return inner(a) * k\n"
                            "f(x, 2)\n"
                            "f(x, 2)\n"
                            "f(x, 3)\n"
                            "f(Tensor(np.ones(5, np.float32)), 3)\n");
    const Session session = Recorder::instance().take();
    QCOMPARE(session.compilations.size(), size_t(3));
    QCOMPARE(session.graphCalls.size(), size_t(4));
    const Compilation &first = session.compilations[0];
    COMPARE_TEXT(first.function, "f");
    COMPARE_TEXT(first.key, "f32[2,3], 2");
    COMPARE_TEXT(first.reason, "first call");
    COMPARE_TEXT(session.compilations[1].reason, "argument k: 3 instead of 2");
    COMPARE_TEXT(session.compilations[2].reason,
                 "argument a: f32[5] instead of f32[2,3] in the nearest graph, for f32[2,3], 3");
    QCOMPARE(first.captured.graphs.size(), size_t(2)); // f and what it calls
    QCOMPARE(first.final.graphs.size(), size_t(1));
    const NodePtr tanh = first.captured.graphs[1]->nodes.front();
    COMPARE_TEXT(tanh->op, "Tanh");
    QCOMPARE(tanh->spans->size(), size_t(2));
    QCOMPARE((*tanh->spans)[0].line, 6);
    QCOMPARE((*tanh->spans)[0].column, 11);
    COMPARE_TEXT((*tanh->spans)[0].text, "    return ops.tanh(t)");
    QCOMPARE((*tanh->spans)[1].line, 9);
    QCOMPARE(first.stages.front().name, std::string("capture"));
}

void PythonTest::functionRunsAsGraphOnRequest() {
    RunOptions options;
    options.jitFunctions = {"f"};
    options.jitLevel = "O1";
    const RunOutcome outcome = m_python.run(preamble + "def f(a):\n    return a * 2 + 1\nprint(f(x))\n", options);
    COMPARE_TEXT(outcome.error, "");
    const Session session = Recorder::instance().take();
    QCOMPARE(session.compilations.size(), size_t(1));
    COMPARE_TEXT(session.compilations[0].jitLevel, "O1");
    COMPARE_TEXT(m_python.output(), "[[3. 3. 3.]\n [3. 3. 3.]]\n");

    options.jitFunctions = {"g"};
    QVERIFY(matches(m_python.run("def f(): pass\n", options).problem.message, "has no function named g"));
}

void PythonTest::forcedSettingsKeepTheWordOfTheScript() {
    const std::string captures = hasBytecodeCapture ? "('ast', 'bytecode', 'trace')" : "('ast', 'trace')";
    const std::string script = preamble +
                               "ms.set_context(mode=ms.GRAPH_MODE, device_target='CPU')\n"
                               "def f(a):\n    return a * 2 + 1\n"
                               "for capture in " +
                               captures +
                               ":\n"
                               "    for level in ('O0', 'O1'):\n"
                               "        ms.jit(f, capture_mode=capture, jit_level=level)(x)\n";
    const auto words = [&](const RunOptions &options) {
        const RunOutcome outcome = m_python.run(script, options);
        const Session session = Recorder::instance().take();
        std::string text = outcome.error;
        for (const Compilation &each : session.compilations)
            text += each.captureMode + ": " + levelText(each) + "\n";
        return text;
    };
    COMPARE_TEXT(words({}), "ast: O0\nast: O1\ntrace: O0\ntrace: O1\n");
    RunOptions options;
    options.jitLevel = "O1";
    COMPARE_TEXT(words(options), "ast: O1, forced; the script says O0\nast: O1\n"
                                 "trace: O1, forced; the script says O0\ntrace: O1\n");
    options.jitLevel = "";
    options.mode = "pynative";
    options.device = "Ascend";
    COMPARE_TEXT(words(options), std::string("ast: O0\nast: O1\n") +
                                     (hasBytecodeCapture ? "bytecode: O0\nbytecode: O1\n" : "") +
                                     "trace: O0\ntrace: O1\n");
    m_python.run(script, options);
    const Session session = Recorder::instance().take();
    const std::vector<ForcedSetting> forced = {{"mode", "pynative", "graph"}, {"device_target", "Ascend", "CPU"}};
    for (const Compilation &each : session.compilations)
        QCOMPARE(forcedSettings(each), forced);
}

void PythonTest::modeOfTheScriptIsOverridden() {
    RunOptions options;
    options.mode = "graph";
    options.device = "Ascend";
    m_python.run(preamble + "ms.set_context(mode=ms.PYNATIVE_MODE, device_target='CPU')\nnn.ReLU()(x)\n", options);
    const Session session = Recorder::instance().take();
    QCOMPARE(session.compilations.size(), size_t(1));
    COMPARE_TEXT(session.compilations[0].function, "ReLU.construct");
    COMPARE_TEXT(session.info.at("device"), "Ascend");
    COMPARE_TEXT(session.info.at("mode"), "graph");
}

void PythonTest::graphModeThatCompilesNothingIsNoted() {
    m_python.run(preamble + "ms.set_context(mode=ms.GRAPH_MODE)\nprint(ops.add(x, x).shape)\n");
    const Session session = Recorder::instance().take();
    QCOMPARE(session.problems.size(), size_t(1));
    COMPARE_TEXT(session.problems[0].kind, "portability");
    QCOMPARE(session.problems[0].span.line, 5);
}

void PythonTest::loopsThatMindSporeRefusesAreNoted() {
    m_python.run(preamble + "@ms.jit\ndef f(n):\n    total = n\n    for i in range(n):\n        total = total + i\n"
                            "    else:\n        total = total + 1\n    return total\nprint(f(ms.Tensor(3)))\n");
    const Session session = Recorder::instance().take();
    QCOMPARE(session.problems.size(), size_t(2));
    for (const Problem &problem : session.problems) {
        COMPARE_TEXT(problem.kind, "portability");
        QVERIFY2(problem.message.starts_with("Real MindSpore "), problem.message.c_str());
    }
}

void PythonTest::aJitFunctionInsideOfAGradientIsTwoGraphs() {
    m_python.run(preamble + "@ms.jit\ndef f(a):\n    return (a * a).sum()\n"
                            "for i in range(3):\n    ms.grad(f)(x)\n");
    const Session session = Recorder::instance().take();
    QCOMPARE(session.problems.size(), size_t(0));
    QCOMPARE(session.compilations.size(), size_t(2));
    COMPARE_TEXT(session.compilations[0].function, "f");
    COMPARE_TEXT(session.compilations[0].options, "for a gradient");
    COMPARE_TEXT(session.compilations[1].function, "f.grad");
    QCOMPARE(session.graphCalls.size(), size_t(6)); // forwards and back, three times
}

void PythonTest::whatIsNoGraphInsideOfAGradientIsNoted() {
    m_python.run(preamble + "@ms.jit\ndef f(a):\n    return a * float(np.sum(a.asnumpy()))\n"
                            "for i in range(3):\n    ms.grad(f)(x)\n");
    const Session session = Recorder::instance().take();
    QVERIFY(session.compilations.empty());
    QCOMPARE(session.problems.size(), size_t(1));
    COMPARE_TEXT(session.problems[0].kind, "gradient");
    QVERIFY(QString::fromStdString(session.problems[0].message).startsWith("'f' runs operator by operator here"));
    m_python.run(preamble + "@ms.jit\ndef g(a):\n    return ms.grad(lambda b: (b * b).sum())(a)\ng(x)\n");
    QCOMPARE(Recorder::instance().take().problems.size(), size_t(0));
}

void PythonTest::savedGraphsAreWritten() {
    QTemporaryDir folder;
    m_python.run(preamble + "ms.set_context(save_graphs=True, save_graphs_path='" + folder.path().toStdString() +
                 "/graphs')\nms.jit(lambda a: ops.tanh(a) + 0)(x)\n");
    const QStringList files = QDir(folder.path() + "/graphs").entryList({"[0-9]*.ir"}, QDir::Files, QDir::Name);
    QVERIFY(files.size() >= 3);
    QVERIFY2(files.first().startsWith("00_type_inference_"), qPrintable(files.first()));
    QVERIFY2(files.last().contains("_execute_"), qPrintable(files.last()));
    QVERIFY(matches(readText((folder.path() + "/graphs/" + files.last()).toStdString()), "Tanh\\(%para1_a\\)"));
}

void PythonTest::nothingIsRecordedAtLevelNone() {
    RunOptions options;
    options.record = RecordLevel::None;
    m_python.run(threeOps + "ms.jit(ops.tanh)(x)\n" + "ms.jit(lambda a: a + 1)(x)\n", options);
    const Session session = Recorder::instance().take();
    QVERIFY(session.ops.empty());
    QVERIFY(session.compilations.empty());
}

void PythonTest::operatorsAreStepped() {
    m_python.clear();
    Recorder::instance().restart();
    RunOptions options;
    options.stopAtFirstOp = true;
    m_python.interpreter.runScript("/tmp/jitscope_test_script.py", threeOps, options);
    PauseInfo pause = m_python.nextPause();
    COMPARE_TEXT(pause.op, "Add");
    COMPARE_TEXT(pause.operands, "f32[2,3], f32[2,3]");
    QCOMPARE(pause.reason, PauseReason::Step);
    QCOMPARE(pause.nextOp, int64_t(1));
    QCOMPARE(pause.stack.at(0).span.line, 5);
    QCOMPARE(m_python.interpreter.state(), RunState::Paused);
    m_python.interpreter.step({.kind = StepRequest::Kind::Op});
    pause = m_python.nextPause();
    COMPARE_TEXT(pause.op, "Mul");
    QCOMPARE(pause.nextOp, int64_t(2));
    m_python.interpreter.step({});
    QCOMPARE(m_python.interpreter.wait().exitCode, 0);
    COMPARE_TEXT(m_python.output(), "(2, 3)\n");
}

void PythonTest::linesAreStepped() {
    m_python.clear();
    RunOptions options;
    options.stopAtFirstOp = true;
    m_python.interpreter.runScript("/tmp/jitscope_test_script.py", threeOps, options);
    m_python.nextPause();
    for (const int line : {6, 7, 8}) {
        m_python.interpreter.step({.kind = StepRequest::Kind::Line});
        QCOMPARE(m_python.nextPause().stack.at(0).span.line, line);
    }
    m_python.interpreter.step({.kind = StepRequest::Kind::Line});
    QCOMPARE(m_python.interpreter.wait().exitCode, 0);
}

void PythonTest::breakpointHolds() {
    m_python.clear();
    m_python.interpreter.setBreakpoints({{.file = "/tmp/jitscope_test_script.py", .line = 6}});
    m_python.interpreter.runScript("/tmp/jitscope_test_script.py", threeOps, {});
    const PauseInfo pause = m_python.nextPause();
    QCOMPARE(pause.reason, PauseReason::Breakpoint);
    QCOMPARE(pause.stack.at(0).span.line, 6);
    QCOMPARE(pause.nextOp, Recorder::instance().nextOp());
    m_python.interpreter.setBreakpoints({});
    m_python.interpreter.step({});
    QCOMPARE(m_python.interpreter.wait().exitCode, 0);
}

void PythonTest::endlessLoopIsStopped() {
    m_python.clear();
    m_python.interpreter.runScript("/tmp/jitscope_test_script.py", "print('on', flush=True)\nwhile True:\n    pass\n",
                                   {});
    QVERIFY(m_python.waitForOutput("on"));
    m_python.interpreter.stop();
    const RunOutcome outcome = m_python.interpreter.wait();
    QVERIFY(outcome.stopped);
    QCOMPARE(m_python.interpreter.state(), RunState::Idle);
}

void PythonTest::sleepIsStopped() {
    m_python.clear();
    m_python.interpreter.runScript("/tmp/jitscope_test_script.py",
                                   "import time\n"
                                   "n = 0\n"
                                   "print('on')\n"
                                   "while n < 2:\n"
                                   "    try:\n"
                                   "        time.sleep(60)\n"
                                   "    except KeyboardInterrupt:\n"
                                   "        n += 1\n"
                                   "time.sleep(60)\n",
                                   {});
    QVERIFY(m_python.waitForOutput("on"));
    m_python.interpreter.stop();
    QVERIFY(m_python.interpreter.wait().stopped);
}

void PythonTest::heldProgramIsStopped() {
    m_python.clear();
    RunOptions options;
    options.stopAtFirstOp = true;
    m_python.interpreter.runScript("/tmp/jitscope_test_script.py", threeOps, options);
    m_python.nextPause();
    m_python.interpreter.stop();
    QVERIFY(m_python.interpreter.wait().stopped);
    COMPARE_TEXT(m_python.output(), "");
}

void PythonTest::runningLoopIsPaused() {
    m_python.clear();
    m_python.interpreter.runScript("/tmp/jitscope_test_script.py", "print('on')\nwhile True:\n    pass\n", {});
    QVERIFY(m_python.waitForOutput("on"));
    m_python.interpreter.pause();
    QCOMPARE(m_python.nextPause().reason, PauseReason::Pause);
    m_python.interpreter.step({});
    m_python.interpreter.stop();
    QVERIFY(m_python.interpreter.wait().stopped);
}

void PythonTest::consoleKeepsTheNamesOfTheScript() {
    m_python.run("kept = 41\n");
    QCOMPARE(m_python.console("kept + 1").exitCode, 0);
    COMPARE_TEXT(m_python.output(), "42\n");
    m_python.console("other = kept");
    COMPARE_TEXT(m_python.output(), "");
    m_python.console("for i in range(2):\n    print(i)\nother");
    COMPARE_TEXT(m_python.output(), "0\n1\n41\n");
    QCOMPARE(m_python.console("1 / 0").exitCode, 1);
    QVERIFY(matches(m_python.errors(), "File \"<console \\d+>\", line 1"));
    QVERIFY(matches(m_python.errors(), "ZeroDivisionError: division by zero"));
}

void PythonTest::jitWorksOnWhatIsTyped() {
    m_python.run(preamble);
    const RunOutcome outcome = m_python.console("@ms.jit\ndef typed(a):\n    return a * 2\ntyped(x)[0]");
    COMPARE_TEXT(outcome.error, "");
    COMPARE_TEXT(m_python.output(),
                 "Tensor(shape=[3], dtype=Float32, value= [ 2.00000000e+00,  2.00000000e+00,  2.00000000e+00])\n");
}

void PythonTest::magicsChooseTheMode() {
    m_python.run(preamble + "def f(a):\n    return ops.tanh(a) * 0\n");
    Recorder::instance().restart();
    m_python.console("%graph f(x).shape");
    QCOMPARE(m_python.console("%graph f(x)").exitCode, 0);
    QCOMPARE(Recorder::instance().take().compilations.size(), size_t(1));
    m_python.console("%time f(x).shape");
    const std::string time = "[0-9.]+ (ns|µs|ms|s)";
    QVERIFY2(matches(m_python.output(), "^\\(2, 3\\)\\nmedian " + time + ", min " + time + ", p90 " + time +
                                            " of [0-9,]+ runs; warm-up excluded: the first run took " + time + "\\n$"),
             m_python.output().c_str());
    QVERIFY(matches(m_python.console("%what f(x)").problem.message, "no console command %what"));
}

void PythonTest::repetitionsOfTimeAreNotRecorded() {
    m_python.run(preamble);
    Recorder::instance().restart();
    QCOMPARE(m_python.console("%time x + x").exitCode, 0);
    QCOMPARE(Recorder::instance().take().ops.size(), size_t(1));
}

void PythonTest::repetitionsPrintOnce() {
    m_python.run(preamble + "def f(a):\n    print('called')\n    return a\n");
    const auto calls = [&](const std::string &input) {
        m_python.console(input);
        return QString::fromStdString(m_python.output()).count(QStringLiteral("called"));
    };
    QCOMPARE(calls("%time f(x).shape"), 1);
    QVERIFY2(matches(m_python.output(), "what the repetitions print is not shown"), m_python.output().c_str());
    QCOMPARE(calls("%compare f x"), 3); // the first call of each
    QVERIFY2(matches(m_python.output(), "what the repetitions print is not shown"), m_python.output().c_str());
}

void PythonTest::whatTakesLongIsMeasuredOnce() {
    m_python.run("import time\n");
    m_python.console("%time time.sleep(0.6)");
    QVERIFY2(matches(m_python.output(), "^0?[0-9.]+ (ms|s) in one run, too long to be repeated"),
             m_python.output().c_str());
}

void PythonTest::helpTellsOfEveryCommand() {
    m_python.console("%help");
    for (const char *name : {"%help", "%graph", "%pynative", "%time", "%compare", "%lockstep", "%variant", "%plot"})
        QVERIFY2(matches(m_python.output(), std::string("(^|\\n)") + name + "[^\\n]* [A-Z][^\\n]*\\."), name);
    m_python.console("%help time");
    QVERIFY2(matches(m_python.output(), "^%time f\\(x\\)\\nMeasures [^~]*warm-up"), m_python.output().c_str());
    QVERIFY(matches(m_python.console("%help nothing").problem.message, "no console command %nothing"));
    for (const std::string &name : m_python.interpreter.completions("%"))
        QVERIFY2(!m_python.interpreter.describe(name).documentation.empty(), name.c_str());
}

void PythonTest::variantsAreMadeInTheConsole() {
    m_python.run(preamble + "@ms.jit\ndef f(a):\n    return ops.tanh(ops.exp(a) * 1.0)\nf(x)\n");
    QCOMPARE(m_python.console("%variant f --without arithmetic_simplify --compile-at O1").exitCode, 0);
    for (const char *text :
         {"as compiled +variant", "arithmetic_simplify is switched off \\(passes came to it", "against eager"})
        QVERIFY2(matches(m_python.output(), text), m_python.output().c_str());
    QVERIFY(matches(m_python.console("%variant f --without nothing").problem.message, "no pass 'nothing'"));
    QVERIFY(matches(m_python.console("%variant f --without").problem.message, "options with a value each"));
    QVERIFY(matches(m_python.console("%variant g --without cse").problem.message, "a variant needs a function"));
    const Session session = Recorder::instance().take();
    std::string left;
    for (const auto &[key, text] : session.info)
        if (key.starts_with("variant ")) left += text + "|";
    COMPARE_TEXT(left, "0\n--without\narithmetic_simplify\n--compile-at\nO1|");
}

void PythonTest::comparedVersionsStandBesideEachOther_data() {
    QTest::addColumn<QString>("call");
    QTest::newRow("call") << "f(x, 2)";
    QTest::newRow("names") << "f x 2";
    QTest::newRow("arguments") << "f x, k=2";
    QTest::newRow("layer") << "net(x)";
    QTest::newRow("decorated") << "g(x)";
}

void PythonTest::comparedVersionsStandBesideEachOther() {
    QFETCH(QString, call);
    m_python.run(preamble + "def f(a, k=1):\n    return ops.tanh(a) * k + 1\n"
                            "class Net(nn.Cell):\n    def construct(self, a):\n        return ops.tanh(a) * 2\n"
                            "net = Net()\n@ms.jit\ndef g(a):\n    return ops.exp(a) - a\n");
    QCOMPARE(m_python.console("%compare " + call.toStdString()).exitCode, 0);
    const std::string time = "[0-9.]+ (ns|µs|ms|s)", row = "( +" + time + "){4} +[0-9,]+";
    const std::string difference = "  (none|[0-9.e-]+ where values reach [0-9.e+-]+)\n";
    QVERIFY2(matches(m_python.output(), "^ +first call +median +min +p90 +runs  largest difference\neager" + row +
                                            "\nO0   " + row + difference + "O1   " + row + difference),
             m_python.output().c_str());
}

void PythonTest::aDifferenceIsTheLargestOne() {
    m_python.run("import numpy as np\nimport jitscope_commands as c\n"
                 "print(c.difference_text([np.array([1., 2.])], [np.array([1., 2.5])]))\n"
                 "print(c.difference_text([np.array([1., np.nan])], [np.array([1., np.nan])]))\n"
                 "print(c.difference_text([np.array([1., np.nan])], [np.array([1., 2.])]))\n"
                 "print(c.difference_text([np.array([np.inf])], [np.array([-np.inf])]))\n"
                 "print(c.difference_text([np.ones((2, 2))], [np.ones(4)]))\n");
    COMPARE_TEXT(m_python.output(), "0.5 where values reach 2\nnone\nother places of NaN or infinity\n"
                                    "infinities of another sign\nother shapes\n");
}

void PythonTest::tensorsAreDrawn() {
    m_python.run(preamble + "image = Tensor(np.arange(200 * 300).reshape(200, 300).astype(np.float32))\n"
                            "image[0, 0] = float('nan')\n");
    QCOMPARE(m_python.console("%plot image").exitCode, 0);
    const ConsolePicture picture = m_python.picture();
    QVERIFY(picture.kind == ConsolePicture::Kind::Heat);
    QVERIFY(picture.rows <= 64 && picture.columns <= 256);
    QCOMPARE(picture.values.size(), size_t(picture.rows * picture.columns));
    QVERIFY(std::isnan(picture.values.front()) && !std::isnan(picture.values[1]));
    QCOMPARE(picture.high, 59999.0);
    QVERIFY2(matches(picture.title, "^image\\[200, 300\\].*1 NaN$"), picture.title.c_str());
    m_python.console("%plot np.arange(10)");
    QVERIFY(m_python.picture().kind == ConsolePicture::Kind::Curve);
    QCOMPARE(m_python.picture().columns, 10);
    m_python.console("%plot np.ones((3, 4, 5))");
    QVERIFY(m_python.picture().kind == ConsolePicture::Kind::Histogram);
    QVERIFY(matches(m_python.console("%plot 'text'").problem.message, "no numbers"));
    m_python.console("image");
    QVERIFY(m_python.picture().kind == ConsolePicture::Kind::Heat); // a result is drawn unasked
}

void PythonTest::namesAreDescribed() {
    m_python.run(preamble +
                 "def f(a, k=1):\n    'Does it.'\nclass C:\n    'A class.'\n    def m(self): pass\nc = C()\n");
    const auto told = [this](const char *name) {
        const NameHelp help = m_python.interpreter.describe(name);
        return help.kind + "|" + help.signature + "|" + help.documentation;
    };
    COMPARE_TEXT(told("f"), "function|f(a, k=1)|Does it.");
    COMPARE_TEXT(told("C"), "class|C()|A class.");
    COMPARE_TEXT(told("c.m"), "function|m()|");
    COMPARE_TEXT(told("x"), "Tensor|Tensor f32[2,3] 1, 1, 1, 1, 1, 1|");
    COMPARE_TEXT(told("for"), "keyword||");
    COMPARE_TEXT(told("nothing.here"), "||");
    const auto names = m_python.interpreter.completions("c.");
    QCOMPARE(names, std::vector<std::string>{"c.m"});
}

void PythonTest::completenessOfInput_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("expected");
    QTest::newRow("expression") << "1 + 1" << int(Completeness::Complete);
    QTest::newRow("open bracket") << "f(1," << int(Completeness::NeedsMore);
    QTest::newRow("open block") << "for i in x:" << int(Completeness::NeedsMore);
    QTest::newRow("nonsense") << "1 + * 2" << int(Completeness::Invalid);
    QTest::newRow("magic") << "%time f(x)" << int(Completeness::Complete);
}

void PythonTest::completenessOfInput() {
    QFETCH(QString, source);
    QTEST(int(m_python.interpreter.completeness(source.toStdString())), "expected");
}

void PythonTest::namesAreCompleted() {
    m_python.run("longer_name = 1\n");
    const auto names = m_python.interpreter.completions("longer_n");
    QCOMPARE(names, std::vector<std::string>{"longer_name"});
}

JITSCOPE_TEST(PythonTest)

} // namespace jitscope::tst_python

#include "tst_python.moc"
