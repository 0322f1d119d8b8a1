// SPDX-License-Identifier: Apache-2.0
// Where a program stops and how it goes on: breakpoints of each kind, each step, questions while it is held.
#include "engine/base/clock.h"
#include "engine/session/session.h"
#include "tests/support/steppedscript.h"
#include "tests/support/testprogram.h"

#include <regex>

namespace jitscope::tst_stepping {

extern "C" const char *Py_GetVersion();

using namespace jitscope;
using namespace jitscope::testing;
using Kind = StepRequest::Kind;
using Stop = Breakpoint::Kind;

namespace {

const std::string preamble = "import numpy as np\n"
                             "import mindspore as ms\n"
                             "from mindspore import Tensor, nn, ops\n"
                             "x = Tensor(np.ones((2, 3), np.float32))\n"; // what follows begins at line 5

const std::string fourOps = preamble + "y = x + x\n"       // 5, #1
                                       "y = y * 2\n"       // 6, #2
                                       "y = ops.tanh(y)\n" // 7, #3
                                       "y = y * 3\n"       // 8, #4
                                       "print('end')\n";   // 9

const std::string cells = preamble + "class Inner(nn.Cell):\n"            // 5
                                     "    def construct(self, t):\n"      // 6
                                     "        t = ops.tanh(t)\n"          // 7
                                     "        return t * 2\n"             // 8
                                     "class Net(nn.Cell):\n"              // 9
                                     "    def __init__(self):\n"          // 10
                                     "        super().__init__()\n"       // 11
                                     "        self.inner = Inner()\n"     // 12
                                     "        self.fc = nn.Dense(3, 2)\n" // 13
                                     "    def construct(self, t):\n"      // 14
                                     "        t = self.inner(t)\n"        // 15
                                     "        t = self.fc(t)\n"           // 16
                                     "        return t + 1\n"             // 17
                                     "net = Net()\n"                      // 18
                                     "out = net(x)\n"                     // 19
                                     "print(out.shape)\n";                // 20

const std::string simpleGraph = preamble + "@ms.jit(jit_level='O0')\n"    // 5
                                           "def f(a):\n"                  // 6
                                           "    b = ops.matmul(a, a.T)\n" // 7
                                           "    return ops.softmax(b)\n"  // 8
                                           "f(x)\n"                       // 9
                                           "f(x)\n";                      // 10

Breakpoint atLine(int line) {
    Breakpoint breakpoint;
    breakpoint.line = line;
    return breakpoint;
}

Breakpoint of(Stop kind, const std::string &text) {
    Breakpoint breakpoint;
    breakpoint.kind = kind;
    (kind == Stop::Condition ? breakpoint.condition : breakpoint.op) = text;
    return breakpoint;
}

RunOptions steppingFromTheStart() {
    RunOptions options;
    options.stopAtFirstOp = true;
    return options;
}

std::string nameOf(PauseReason reason) {
    constexpr const char *names[] = {"Breakpoint", "Step", "Pause", "Exception", "NonFinite", "Watchpoint"};
    return names[size_t(reason)];
}

std::string namesIn(const FrameView &frame) {
    std::string text;
    for (const Variable &variable : frame.variables)
        text += (text.empty() ? "" : ", ") + std::string(variable.isGlobal ? "global " : "") + variable.name;
    return text;
}

/** "f:7, <module>:9", innermost first. */
std::string stackText(const PauseInfo &info) {
    std::string text;
    for (const StackFrame &frame : info.stack)
        text += (text.empty() ? "" : ", ") + frame.function + ":" + std::to_string(frame.span.line);
    return text.empty() ? info.message : text;
}

const Variable *variable(const FrameView &frame, const std::string &name) {
    for (const Variable &one : frame.variables)
        if (one.name == name) return &one;
    return nullptr;
}

} // namespace

class SteppingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() {
        m_script.breakAt({});
        m_script.interpreter.setWatchpoints({});
        m_script.interpreter.stop();
        m_script.interpreter.wait();
    }

    void lineBreakpointHolds();
    void timeAtStopsIsNotTheProgramS();
    void lineConditionIsPython();
    void lineWithoutCodeIsTheNextWithSome();
    void hitsAreCounted();
    void logPointsPrintAndGoOn();
    void disabledOnesAreSilent();
    void conditionThatFailsStopsOnce();
    void operatorsAreStoppedAt();
    void operatorOfANumberIsStoppedAt();
    void conditionOnTheOperator();
    void conditionOnTheResult();
    void conditionThatCannotBeReadIsTold();
    void nodesOfGraphsAreStoppedAt();
    void linesOfGraphsAreStoppedAt();
    void linesOfGraphsShowTheirCalls();
    void roundsOfAGraphComeToTheirLinesAnew();
    void gradientsOfGraphsComeToTheirLines();
    void conditionsOnLinesOfGraphs();
    void logPointsOnLinesOfGraphs();
    void kernelsStopOnceForTheirLines();
    void linesOfGraphsAreSteppedOverAndRunTo();
    void exceptionsAreStoppedAtOnce();
    void exceptionOfAnOperatorNamesIt();
    void exceptionConditionSeesTheException();
    void watchpointStopsAndIsRecorded();
    void weightsAndGradientsAreWatched();
    void breakpointsOfARunningProgramChange();

    void linesAreSteppedOver();
    void recursionIsSteppedOver();
    void functionsAreEntered();
    void cellsAreEnteredAndLibraryCellsPassed();
    void functionsAreLeft();
    void cellsAreLeft();
    void operatorsOfTheCellAreStepped();
    void generatorsAreStepped();
    void caughtExceptionsAreStepped();
    void lambdasAndComprehensionsAreEntered();
    void callbacksOfTheLibraryAreEntered();
    void runsToTheCursor();
    void runsToAnOperator();
    void runsToTheFirstNaN();
    void graphsArePassedEnteredAndLeft();
    void kernelsTakeOverMemoryUnlessSomebodyLooksBack();
    void stepsThatCannotBeMadeAreRefused();
    void nothingRecordedIsStillStepped();
    void endOfTheScriptEndsTheStep();

    void framesShowTheirNames();
    void reprsAreBounded();
    void expressionsAreEvaluated();
    void evaluationLeavesNoTrace();
    void localsAreChanged();
    void elementsAndAttributesAreChanged();
    void closuresAndGlobalsAreChanged();
    void consoleWorksInTheFrame();
    void namesOfTheFrameAreCompleted();
    void endlessEvaluationIsStopped();
    void evaluationThatTakesTooLongIsGivenUp();
    void questionsWithoutAPauseAreRefused();
    void stopsAreRecorded();
    void threadsAreHeldOneByOne();
    void threadsHaveLineBreakpoints();
    void gradientsGoOnAfterAQuestion();

private:
    SteppedScript m_script;
};

void SteppingTest::lineBreakpointHolds() {
    m_script.breakAt({atLine(6), atLine(8)});
    m_script.start(fourOps);
    PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(SteppedScript::placeOf(pause), "<module>:6");
    COMPARE_TEXT(nameOf(pause.reason), "Breakpoint");
    QCOMPARE(pause.breakpoint, 0);
    QCOMPARE(pause.nextOp, int64_t(2));
    COMPARE_TEXT(pause.op, "");
    pause = m_script.step(Kind::Continue);
    COMPARE_TEXT(SteppedScript::placeOf(pause), "<module>:8");
    QCOMPARE(pause.breakpoint, 1);
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "end\n");
}

/** The axis of time goes on where it stood, so that a stop of a minute does not hide operators of microseconds. */
void SteppingTest::timeAtStopsIsNotTheProgramS() {
    m_script.breakAt({atLine(6), atLine(8)});
    m_script.take();
    const int64_t beganNs = systemNs();
    m_script.start(fourOps);
    int64_t stoodNs = 0;
    const auto stand = [&stoodNs] {
        const int64_t sinceNs = systemNs();
        QTest::qSleep(150);
        stoodNs += systemNs() - sinceNs;
    };
    m_script.nextPause();
    stand();
    m_script.step(Kind::Continue);
    stand();
    const RunOutcome outcome = m_script.finish();
    const int64_t programNs = systemNs() - beganNs - stoodNs;
    QVERIFY(outcome.durationNs <= programNs);
    const Session session = m_script.take();
    const OpEvent &first = session.ops.front(), &last = session.ops.back();
    QVERIFY(last.startNs > first.startNs);
    QVERIFY(last.startNs - first.startNs <= programNs);
}

void SteppingTest::lineConditionIsPython() {
    Breakpoint breakpoint = atLine(3);
    breakpoint.condition = "len([k for k in range(i)]) == 2";
    m_script.breakAt({breakpoint});
    m_script.start("def f(n):\n    for i in range(n):\n        total = i\nf(5)\n");
    const PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(m_script.valueOf("i"), "2");
    COMPARE_TEXT(pause.message, breakpoint.condition);
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::lineWithoutCodeIsTheNextWithSome() {
    m_script.breakAt({atLine(2), atLine(6)});
    m_script.start("def f():\n"        // 1
                   "    # a comment\n" // 2
                   "\n"                // 3
                   "    return 1\n"    // 4
                   "f()\n"             // 5
                   "\n"                // 6
                   "print('end')\n");  // 7
    const PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(SteppedScript::placeOf(pause), "f:4");
    QCOMPARE(pause.breakpoint, 0);
    COMPARE_TEXT(m_script.placeAfter(Kind::Continue), "<module>:7");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::hitsAreCounted() {
    Breakpoint third = atLine(2), never = atLine(3);
    third.hitCount = 3;
    never.hitCount = 100;
    m_script.breakAt({third, never});
    m_script.start("for i in range(5):\n    a = i\n    b = i\nprint('end')\n");
    m_script.nextPause();
    COMPARE_TEXT(m_script.valueOf("i"), "2");
    QCOMPARE(m_script.hits(), (std::vector<int64_t>{3, 2}));
    m_script.step(Kind::Continue);
    COMPARE_TEXT(m_script.valueOf("i"), "3");
    m_script.breakAt({});
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::logPointsPrintAndGoOn() {
    Breakpoint point = atLine(2), ofOps = of(Stop::Op, "Tanh");
    point.logMessage = "i is {i}, twice {i * 2:>3}";
    ofOps.logMessage = "{missing}";
    m_script.breakAt({point, ofOps});
    QCOMPARE(m_script.run("for i in range(2):\n    a = i\n" + preamble + "ops.tanh(x)\n").exitCode, 0);
    QCOMPARE(m_script.hits(), (std::vector<int64_t>{2, 1}));
    COMPARE_TEXT(m_script.output(), "i is 0, twice   0\ni is 1, twice   2\n"
                                    "{missing}   (NameError: name 'missing' is not defined)\n");
}

void SteppingTest::disabledOnesAreSilent() {
    Breakpoint line = atLine(6), op = of(Stop::Op, "Tanh");
    line.isEnabled = op.isEnabled = false;
    m_script.breakAt({line, op});
    QCOMPARE(m_script.run(fourOps).exitCode, 0);
    QCOMPARE(m_script.hits(), (std::vector<int64_t>{0, 0}));
}

void SteppingTest::conditionThatFailsStopsOnce() {
    Breakpoint breakpoint = atLine(2);
    breakpoint.condition = "missing > 1";
    m_script.breakAt({breakpoint});
    m_script.start("for i in range(3):\n    a = i\nprint('end')\n");
    COMPARE_TEXT(m_script.nextPause().message, "The condition \"missing > 1\" of this breakpoint cannot be evaluated: "
                                               "NameError: name 'missing' is not defined");
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "end\n");
}

void SteppingTest::operatorsAreStoppedAt() {
    m_script.breakAt({of(Stop::Op, "Mul")});
    m_script.start(fourOps);
    PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(pause.op, "Mul");
    COMPARE_TEXT(pause.operands, "f32[2,3], other=2");
    QCOMPARE(pause.nextOp, int64_t(2));
    pause = m_script.step(Kind::Continue);
    QCOMPARE(pause.nextOp, int64_t(4));
    QCOMPARE(m_script.finish().exitCode, 0);
    m_script.breakAt({of(Stop::Op, "tanh")}); // as the user calls it
    m_script.start(fourOps);
    COMPARE_TEXT(m_script.nextPause().op, "Tanh");
}

void SteppingTest::operatorOfANumberIsStoppedAt() {
    Breakpoint breakpoint;
    breakpoint.kind = Stop::OpNumber;
    breakpoint.number = 3;
    m_script.breakAt({breakpoint});
    m_script.start(fourOps);
    const PauseInfo pause = m_script.nextPause();
    QCOMPARE(pause.nextOp, int64_t(3));
    COMPARE_TEXT(pause.op, "Tanh");
}

void SteppingTest::conditionOnTheOperator() {
    m_script.breakAt({of(Stop::Condition, "op == \"Mul\" and max(in[0]) < 3")});
    m_script.start(fourOps);
    const PauseInfo pause = m_script.nextPause();
    QCOMPARE(pause.nextOp, int64_t(2)); // 2 * 2, before it runs
    QCOMPARE(pause.lastOp, int64_t(-1));
    COMPARE_TEXT(pause.message, "op == \"Mul\" and max(in[0]) < 3");
    Breakpoint ofOps = of(Stop::Op, "Mul");
    ofOps.condition = "number > 2";
    m_script.breakAt({ofOps});
    QCOMPARE(m_script.step(Kind::Continue).nextOp, int64_t(4));
}

void SteppingTest::conditionOnTheResult() {
    m_script.breakAt({of(Stop::Condition, "max(out) > 3")});
    m_script.start(fourOps);
    const PauseInfo pause = m_script.nextPause();
    QCOMPARE(pause.lastOp, int64_t(2));
    QCOMPARE(pause.nextOp, int64_t(3));
    COMPARE_TEXT(SteppedScript::placeOf(pause), "<module>:6");
    COMPARE_TEXT(m_script.valueOf("float(y.max())"), "2.0"); // not yet assigned
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::conditionThatCannotBeReadIsTold() {
    m_script.breakAt({of(Stop::Condition, "op ==")});
    m_script.start(fourOps);
    const PauseInfo pause = m_script.nextPause();
    QVERIFY2(pause.message.starts_with("The condition \"op ==\" of this breakpoint cannot be evaluated: column "),
             pause.message.c_str());
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::nodesOfGraphsAreStoppedAt() {
    const std::string graph = preamble + "@ms.jit\ndef f(a):\n    b = ops.matmul(a, a.T)\n    return ops.softmax(b)\n"
                                         "f(x)\nf(x)\n";
    m_script.breakAt({of(Stop::Node, "Default/MatMul")});
    m_script.start(graph);
    PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(pause.op, "MatMul");
    QVERIFY(pause.nextOp >= 1);
    const int64_t first = pause.nextOp;
    pause = m_script.step(Kind::Continue);
    QVERIFY2(pause.nextOp > first, "the second call");
    m_script.breakAt({of(Stop::Condition, "op == \"Softmax\" and shape(out)[0] == 2")});
    pause = m_script.step(Kind::Continue);
    COMPARE_TEXT(nameOf(pause.reason), "Breakpoint");
    QVERIFY(pause.lastOp > 0);
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::linesOfGraphsAreStoppedAt() {
    m_script.breakAt({atLine(8)});
    for (const RecordLevel level : {RecordLevel::Ops, RecordLevel::None}) {
        RunOptions options;
        options.record = level;
        m_script.start(simpleGraph, options);
        PauseInfo pause = m_script.nextPause();
        COMPARE_TEXT(nameOf(pause.reason), "Breakpoint");
        QCOMPARE(pause.breakpoint, 0);
        COMPARE_TEXT(pause.op, "Softmax");
        COMPARE_TEXT(stackText(pause), "f:8, <module>:9");
        QCOMPARE(pause.capturedFrames, 1);
        pause = m_script.step(Kind::Continue);
        COMPARE_TEXT(stackText(pause), "f:8, <module>:10");
        QCOMPARE(m_script.finish().exitCode, 0);
        QCOMPARE(m_script.hits(), std::vector<int64_t>({2}));
    }
}

void SteppingTest::kernelsTakeOverMemoryUnlessSomebodyLooksBack() {
    const std::string script = preamble + R"(
@ms.jit(jit_level="O1")
def f(x):
    return ops.tanh(ops.matmul(x, x) * 2 + x)
f(Tensor(np.ones((64, 64), np.float32)))
)";
    const auto takenOver = [&](RecordLevel level) {
        RunOptions options;
        options.record = level;
        m_script.start(script, options);
        m_script.finish();
        const Session session = m_script.take();
        int64_t kernels = 0, taken = 0;
        for (const OpEvent &op : session.ops) {
            if (!op.isKernel) continue;
            ++kernels;
            for (const int64_t input : op.inputs)
                taken += session.tensors[size_t(op.outputs[0])].memory == input;
        }
        return std::pair(kernels, taken);
    };
    using Counts = std::pair<int64_t, int64_t>;
    QCOMPARE(takenOver(RecordLevel::Ops), Counts(1, 1));
    QCOMPARE(takenOver(RecordLevel::Values), Counts(1, 0));
    m_script.breakAt({of(Stop::Condition, "max(out) > 1e9")}); // is asked when the kernel has run
    QCOMPARE(takenOver(RecordLevel::Ops), Counts(1, 0));
}

void SteppingTest::linesOfGraphsShowTheirCalls() {
    m_script.breakAt({atLine(7), atLine(20)});
    m_script.start(preamble + "scale = 3\n"                              // 5
                              "def twice(t):\n"                          // 6
                              "    return ops.tanh(t) * 2\n"             // 7
                              "class Net(nn.Cell):\n"                    // 8
                              "    def __init__(self):\n"                // 9
                              "        super().__init__()\n"             // 10
                              "        self.fc = nn.Dense(3, 3)\n"       // 11
                              "    @ms.jit\n"                            // 12
                              "    def construct(self, t):\n"            // 13
                              "        t = twice(t)\n"                   // 14
                              "        # what follows calls a library\n" // 15
                              "        t = self.fc(\n"                   // 16
                              "            t)\n"                         // 17
                              "        t = twice(\n"                     // 18
                              "            t)\n"                         // 19
                              "\n"                                       // 20
                              "        return t - scale\n"               // 21
                              "def run(net):\n"                          // 22
                              "    here = 5\n"                           // 23
                              "    return net(x)\n"                      // 24
                              "run(Net())\n");                           // 25
    COMPARE_TEXT(stackText(m_script.nextPause()), "twice:7, Net.construct:14, run:24, <module>:25");
    COMPARE_TEXT(stackText(m_script.step(Kind::Continue)), "twice:7, Net.construct:18, run:24, <module>:25");
    COMPARE_TEXT(stackText(m_script.step(Kind::Continue)), "Net.construct:21, run:24, <module>:25");
    const std::vector<FrameView> frames = m_script.frames();
    QCOMPARE(frames.size(), size_t(3));
    QVERIFY(frames[0].isCaptured && frames[0].variables.empty());
    QVERIFY(!frames[1].isCaptured && variable(frames[1], "here"));
    COMPARE_TEXT(m_script.valueOf("scale + 1"), "4");
    const std::string error = m_script.valueOf("t");
    QVERIFY2(error.starts_with("NameError: 't' is a name of Net.construct, which runs as a compiled graph"),
             error.c_str());
    COMPARE_TEXT(m_script.valueOf("here", 1), "5");
    QVERIFY(m_script.assign("t", "1").starts_with("A compiled graph has no Python names."));
    COMPARE_TEXT(m_script.assign("here", "6", 1), "6");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::roundsOfAGraphComeToTheirLinesAnew() {
    const std::string rounds = preamble + "@ms.jit(jit_level='O0')\n"                                        // 5
                                          "def f(a):\n"                                                      // 6
                                          "    for factor in (2, 3, 4):\n"                                   // 7
                                          "        a = ops.tanh(a) * factor\n"                               // 8
                                          "    while a.sum() < 1000:\n"                                      // 9
                                          "        a = a + ops.exp(a)\n"                                     // 10
                                          "    return a\n"                                                   // 11
                                          "layers = nn.SequentialCell([nn.Dense(3, 3) for _ in range(4)])\n" // 12
                                          "@ms.jit(jit_level='O0')\n"                                        // 13
                                          "def g(a):\n"                                                      // 14
                                          "    for layer in layers:\n"                                       // 15
                                          "        a = layer(a)\n"                                           // 16
                                          "    return a\n"                                                   // 17
                                          "rounds = 0\n"                                                     // 18
                                          "f(x)\ng(x)\n";
    m_script.breakAt({atLine(8), atLine(10), atLine(16)});
    m_script.start(rounds);
    for (int i = 0; i < 3; ++i) {
        const PauseInfo pause = i == 0 ? m_script.nextPause() : m_script.step(Kind::Continue);
        COMPARE_TEXT(pause.op, "Tanh");
        QCOMPARE(pause.breakpoint, 0);
    }
    m_script.breakAt({atLine(10), atLine(16)});
    COMPARE_TEXT(m_script.step(Kind::Continue).op, "Exp");
    COMPARE_TEXT(m_script.step(Kind::Continue).op, "Exp");
    m_script.breakAt({atLine(16)});
    for (int i = 0; i < 4; ++i)
        COMPARE_TEXT(stackText(m_script.step(Kind::Continue)), "g:16, <module>:20");
    QCOMPARE(m_script.finish().exitCode, 0);
    QCOMPARE(m_script.hits(), std::vector<int64_t>({4}));
}

void SteppingTest::gradientsOfGraphsComeToTheirLines() {
    m_script.breakAt({atLine(7)});
    m_script.start(preamble + "def loss(a):\n"                          // 5
                              "    b = a * a\n"                         // 6
                              "    c = ops.tanh(b)\n"                   // 7
                              "    return (c * c).sum()\n"              // 8
                              "@ms.jit(jit_level='O0')\n"               // 9
                              "def step(a):\n"                          // 10
                              "    return ms.value_and_grad(loss)(a)\n" // 11
                              "step(x)\n");                             // 12
    PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(pause.op, "Tanh");
    COMPARE_TEXT(stackText(pause), "loss:7, step:11, <module>:12");
    pause = m_script.step(Kind::Continue);
    COMPARE_TEXT(pause.op, "TanhGrad");
    COMPARE_TEXT(stackText(pause), "loss:7, step:11, <module>:12");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::conditionsOnLinesOfGraphs() {
    Breakpoint ofResult = atLine(7), ofGlobal = atLine(7), ofLocal = atLine(7), later = atLine(7);
    ofResult.condition = "shape(out)[0] == 3";
    ofGlobal.condition = "turn == 2";
    ofLocal.condition = "a.shape[0] == 3";
    later.hitCount = 3;
    const std::string turns = preamble + "@ms.jit\ndef f(a):\n    b = ops.matmul(a, a.T)\n    return ops.softmax(b)\n"
                                         "y = Tensor(np.ones((3, 3), np.float32))\n" // 9
                                         "for turn in range(4):\n"                   // 10
                                         "    f(x)\n"                                // 11
                                         "    f(y)\n";                               // 12
    m_script.breakAt({ofResult});
    m_script.start(turns);
    PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(stackText(pause), "f:7, <module>:12");
    COMPARE_TEXT(pause.message, "shape(out)[0] == 3");
    QVERIFY(pause.lastOp > 0);
    COMPARE_TEXT(m_script.valueOf("turn"), "0");
    m_script.breakAt({ofGlobal});
    pause = m_script.step(Kind::Continue);
    COMPARE_TEXT(stackText(pause), "f:7, <module>:11");
    COMPARE_TEXT(m_script.valueOf("turn"), "2");
    m_script.breakAt({ofLocal});
    pause = m_script.step(Kind::Continue);
    QVERIFY2(pause.message.starts_with("The condition \"a.shape[0] == 3\" of this breakpoint cannot be evaluated: "
                                       "NameError: 'a' is a name of f, which runs as a compiled graph"),
             pause.message.c_str());
    m_script.interpreter.stop();
    m_script.interpreter.wait();
    m_script.breakAt({later});
    m_script.start(turns);
    COMPARE_TEXT(stackText(m_script.nextPause()), "f:7, <module>:11");
    COMPARE_TEXT(m_script.valueOf("turn"), "1");
    m_script.breakAt({});
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::logPointsOnLinesOfGraphs() {
    Breakpoint log = atLine(9);
    log.logMessage = "number {number}";
    m_script.breakAt({log});
    QCOMPARE(m_script.run("number = 7\n" + simpleGraph).exitCode, 0);
    COMPARE_TEXT(m_script.output(), "number 7\nnumber 7\n");
    log.logMessage = "a is {a}";
    m_script.breakAt({log});
    QCOMPARE(m_script.run("number = 7\n" + simpleGraph).exitCode, 0);
    QVERIFY2(m_script.output().starts_with("a is {a}   (NameError: 'a' is a name of f,"), m_script.output().c_str());
}

void SteppingTest::kernelsStopOnceForTheirLines() {
    m_script.breakAt({atLine(9), atLine(8)});
    m_script.start(preamble + "@ms.jit(jit_level='O1')\n"       // 5
                              "def f(a):\n"                     // 6
                              "    b = ops.exp(a) * 2\n"        // 7
                              "    b = ops.tanh(b) + a\n"       // 8
                              "    return ops.sigmoid(b) - a\n" // 9
                              "f(x)\n"                          // 10
                              "f(x)\n");                        // 11
    PauseInfo pause = m_script.nextPause();
    QCOMPARE(pause.breakpoint, 1);
    COMPARE_TEXT(stackText(pause), "f:8, <module>:10");
    pause = m_script.step(Kind::Continue);
    COMPARE_TEXT(stackText(pause), "f:8, <module>:11");
    QCOMPARE(m_script.finish().exitCode, 0);
    QCOMPARE(m_script.hits(), std::vector<int64_t>({2, 2}));
}

void SteppingTest::linesOfGraphsAreSteppedOverAndRunTo() {
    const std::string lines = preamble + "@ms.jit(jit_level='O0')\n"          // 5
                                         "def f(a):\n"                        // 6
                                         "    b = ops.exp(a) * ops.tanh(a)\n" // 7
                                         "    b = g(b)\n"                     // 8
                                         "    return ops.sigmoid(b)\n"        // 9
                                         "def g(a):\n"                        // 10
                                         "    a = ops.sin(a)\n"               // 11
                                         "    return ops.cos(a)\n"            // 12
                                         "f(x)\n"                             // 13
                                         "z = x + 1\n";                       // 14
    m_script.breakAt({atLine(7)});
    m_script.start(lines);
    COMPARE_TEXT(stackText(m_script.nextPause()), "f:7, <module>:13");
    COMPARE_TEXT(stackText(m_script.step(Kind::Op)), "f:7, <module>:13");
    COMPARE_TEXT(stackText(m_script.step(Kind::Line)), "g:11, f:8, <module>:13");
    COMPARE_TEXT(stackText(m_script.step(Kind::Line)), "g:12, f:8, <module>:13");
    COMPARE_TEXT(stackText(m_script.step(Kind::Line)), "f:9, <module>:13");
    COMPARE_TEXT(stackText(m_script.step(Kind::Line)), "<module>:14");
    QCOMPARE(m_script.finish().exitCode, 0);
    m_script.breakAt({});
    m_script.start(lines, steppingFromTheStart());
    m_script.nextPause();
    COMPARE_TEXT(stackText(m_script.step(StepRequest{.kind = Kind::ToLine, .file = scriptPath, .line = 12})),
                 "g:12, f:8, <module>:13");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::exceptionsAreStoppedAtOnce() {
    m_script.breakAt({of(Stop::Exception, "")});
    m_script.start("def inner(d):\n"
                   "    return d['a']\n" // 2
                   "def outer():\n"
                   "    try:\n"
                   "        return inner({})\n"
                   "    finally:\n"
                   "        print('left')\n"
                   "for i in range(2):\n"
                   "    try:\n"
                   "        outer()\n"
                   "    except KeyError:\n"
                   "        print('caught')\n"
                   "def numbers():\n"
                   "    yield 1\n"
                   "print(list(numbers()), hasattr(3, 'nothing'))\n"
                   "int('no')\n");
    PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(SteppedScript::placeOf(pause), "inner:2");
    COMPARE_TEXT(pause.message, "KeyError: 'a'");
    COMPARE_TEXT(nameOf(pause.reason), "Exception");
    QCOMPARE(pause.stack.size(), size_t(3));
    COMPARE_TEXT(m_script.valueOf("d"), "{}");
    COMPARE_TEXT(m_script.output(), "");
    pause = m_script.step(Kind::Continue); // not again in outer, nor in the module: the next round
    COMPARE_TEXT(SteppedScript::placeOf(pause), "inner:2");
    COMPARE_TEXT(m_script.output(), "left\ncaught\n");
    pause = m_script.step(Kind::Continue);
    COMPARE_TEXT(pause.message, "ValueError: invalid literal for int() with base 10: 'no'");
    COMPARE_TEXT(SteppedScript::placeOf(pause), "<module>:16");
    QCOMPARE(m_script.finish().exitCode, 1);
    COMPARE_TEXT(m_script.output(), "left\ncaught\nleft\ncaught\n[1] False\n");
}

void SteppingTest::exceptionOfAnOperatorNamesIt() {
    m_script.breakAt({of(Stop::Exception, "")});
    m_script.start(preamble + "y = x + x\n"
                              "try:\n"
                              "    z = y + y[:, :2]\n" // 7
                              "except ValueError:\n"
                              "    {}['other']\n");
    const PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(SteppedScript::placeOf(pause), "<module>:7");
    QVERIFY2(pause.message.starts_with("ValueError: For 'Add'"), pause.message.c_str());
    const Session session = m_script.take();
    QVERIFY(session.op(pause.lastOp).has_value());
    QVERIFY(!session.op(pause.lastOp)->error.empty());
    QCOMPARE(m_script.step(Kind::Continue).lastOp, int64_t(-1)); // of no operator
}

void SteppingTest::exceptionConditionSeesTheException() {
    Breakpoint breakpoint = of(Stop::Exception, "");
    breakpoint.condition = "isinstance(exception, ValueError)";
    m_script.breakAt({breakpoint});
    m_script.start("try:\n    {}['a']\nexcept KeyError:\n    pass\nint('no')\n");
    COMPARE_TEXT(SteppedScript::placeOf(m_script.nextPause()), "<module>:5");
}

void SteppingTest::watchpointStopsAndIsRecorded() {
    m_script.interpreter.setWatchpoints({{.rule = "tensor_overflow", .parameters = {}, .filter = {}}});
    RunOptions options;
    options.record = RecordLevel::Values;
    m_script.start(preamble + "y = ops.log(x - 1)\nz = y * 2\n", options);
    const PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(nameOf(pause.reason), "Watchpoint");
    QCOMPARE(pause.lastOp, int64_t(2));
    QVERIFY2(pause.message.starts_with("#2 Log: "), pause.message.c_str());
    m_script.interpreter.setWatchpoints({});
    QCOMPARE(m_script.finish().exitCode, 0);
    const Session session = m_script.take();
    QCOMPARE(session.watchHits.size(), size_t(1));
    QCOMPARE(session.watchHits[0].op, int64_t(2));
    QCOMPARE(session.watchHits[0].tensor, session.ops[1].outputs[0]);
}

void SteppingTest::weightsAndGradientsAreWatched() {
    const std::string training = preamble + "net = nn.Dense(3, 1)\n"
                                            "rate = 0.0\n"
                                            "optimizer = nn.SGD(net.trainable_params(), learning_rate=rate)\n"
                                            "step = ms.value_and_grad(lambda t: net(t).sum(), None, "
                                            "optimizer.parameters)\n"
                                            "for k in range(2):\n"
                                            "    loss, gradients = step(x)\n"
                                            "    optimizer(gradients)\n"
                                            "print((x + 1).shape)\n";
    Watchpoint gradients{.rule = "gradient_too_large", .parameters = {{"max_gt", 1.5}}, .filter = {}, .stops = false};
    Watchpoint weights{.rule = "weight_not_changed", .parameters = {{"rtol", 1e-5}}, .filter = {}};
    m_script.interpreter.setWatchpoints({gradients, weights});
    m_script.start(training);
    const PauseInfo pause = m_script.nextPause();
    COMPARE_TEXT(nameOf(pause.reason), "Watchpoint");
    QVERIFY2(pause.message.ends_with(": not changed within 1e-05"), pause.message.c_str());
    m_script.interpreter.setWatchpoints({});
    QCOMPARE(m_script.finish().exitCode, 0);
    const Session session = m_script.take();
    QCOMPARE(session.watchHits[0].rule, std::string("gradient_too_large")); // every gradient is 2
    QCOMPARE(session.watchHits[0].actual, 2.0);
    QVERIFY(
        std::ranges::any_of(session.watchHits, [](const WatchHit &hit) { return hit.rule == "weight_not_changed"; }));
}

void SteppingTest::breakpointsOfARunningProgramChange() {
    m_script.start("print('on')\nn = 0\nwhile n >= 0:\n    n += 1\n");
    QVERIFY(m_script.waitForOutput("on"));
    m_script.breakAt({atLine(4)});
    COMPARE_TEXT(SteppedScript::placeOf(m_script.nextPause()), "<module>:4");
    COMPARE_TEXT(m_script.assign("n", "-5"), "-5");
    m_script.breakAt({});
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::linesAreSteppedOver() {
    m_script.breakAt({atLine(5)});
    m_script.start("def f(a):\n"      // 1
                   "    b = a + 1\n"  // 2
                   "    return b\n"   // 3
                   "def g():\n"       // 4
                   "    c = f(1)\n"   // 5
                   "    d = c\n"      // 6
                   "    return d\n"   // 7
                   "g()\n"            // 8
                   "print('end')\n"); // 9
    m_script.nextPause();
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "g:6");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "g:7");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:9");
    m_script.interpreter.step({.kind = Kind::Line, .file = {}});
    QCOMPARE(m_script.interpreter.wait().exitCode, 0);
}

void SteppingTest::recursionIsSteppedOver() {
    Breakpoint once = atLine(3);
    once.condition = "n == 2";
    m_script.breakAt({once});
    m_script.start("def f(n):\n"               // 1
                   "    if n == 0: return 0\n" // 2
                   "    below = f(n - 1)\n"    // 3
                   "    return below + n\n"    // 4
                   "total = f(3)\n"            // 5
                   "print(total)\n");          // 6
    m_script.nextPause();
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "f:4");
    COMPARE_TEXT(m_script.valueOf("n"), "2");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "f:4"); // of the caller, n == 3
    COMPARE_TEXT(m_script.valueOf("n"), "3");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:6");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::functionsAreEntered() {
    m_script.breakAt({atLine(5)});
    m_script.start("import json\n"              // 1
                   "def f(a):\n"                // 2
                   "    return a + 1\n"         // 3
                   "def g():\n"                 // 4
                   "    c = json.dumps(f(1))\n" // 5
                   "    return c\n"             // 6
                   "g()\n");                    // 7
    m_script.nextPause();
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "f:3");
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "g:6"); // not into json
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::cellsAreEnteredAndLibraryCellsPassed() {
    m_script.breakAt({atLine(19)});
    m_script.start(cells);
    m_script.nextPause();
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "Net.construct:15");
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "Inner.construct:7");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "Inner.construct:8");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "Net.construct:16");
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "Net.construct:17"); // nn.Dense is the library's
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "<module>:20");
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "(2, 2)\n");
}

void SteppingTest::functionsAreLeft() {
    m_script.breakAt({atLine(7)});
    m_script.start(cells);
    m_script.nextPause();
    COMPARE_TEXT(m_script.placeAfter(Kind::Out), "Net.construct:15"); // behind the call, before t is assigned
    COMPARE_TEXT(m_script.valueOf("t.shape"), "(2, 3)");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "Net.construct:16");
    COMPARE_TEXT(m_script.placeAfter(Kind::Out), "<module>:19");
    COMPARE_TEXT(m_script.valueOf("'out' in globals()"), "False");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:20");
    m_script.interpreter.step({.kind = Kind::Out, .file = {}});
    QCOMPARE(m_script.interpreter.wait().exitCode, 0);
}

void SteppingTest::cellsAreLeft() {
    m_script.breakAt({of(Stop::Op, "Tanh")});
    m_script.start(cells);
    QCOMPARE(m_script.nextPause().nextOp, int64_t(1));
    COMPARE_TEXT(m_script.placeAfter(Kind::OutOfCell), "Net.construct:15");
    const PauseInfo pause = m_script.step(Kind::Op);
    COMPARE_TEXT(pause.op, "MatMul");
    COMPARE_TEXT(m_script.placeAfter(Kind::OutOfCell), "Net.construct:16"); // out of nn.Dense
    COMPARE_TEXT(m_script.placeAfter(Kind::OutOfCell), "<module>:19");
    COMPARE_TEXT(m_script.step(Kind::OutOfCell).message, "The program stands in no cell here.");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::operatorsOfTheCellAreStepped() {
    m_script.start(preamble + "class Net(nn.Cell):\n"
                              "    def __init__(self):\n"
                              "        super().__init__()\n"
                              "        self.fc = nn.Dense(3, 2)\n"
                              "    def construct(self, t):\n"
                              "        t = ops.tanh(t)\n"
                              "        t = self.fc(t)\n"
                              "        return ops.relu(t)\n"
                              "Net()(x)\n",
                   steppingFromTheStart());
    PauseInfo pause = m_script.nextPause();
    if (pause.op != "Tanh") pause = m_script.step(Kind::Op);
    while (pause.op != "Tanh" && !pause.op.empty())
        pause = m_script.step(Kind::Op); // operators that make the weights
    COMPARE_TEXT(m_script.step(Kind::NextInCell).op, "ReLU");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::generatorsAreStepped() {
    m_script.breakAt({atLine(2)});
    m_script.start("def numbers():\n"        // 1
                   "    a = 1\n"             // 2
                   "    yield a\n"           // 3
                   "    yield a + 1\n"       // 4
                   "for n in numbers():\n"   // 5
                   "    print(n)\n"          // 6
                   "print(sum(numbers()))\n" // 7
                   "print('end')\n");        // 8
    m_script.nextPause();
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "numbers:3");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:6"); // what was yielded is at work there
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:5");
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "numbers:4");
    COMPARE_TEXT(m_script.placeAfter(Kind::Out), "<module>:5");
    PauseInfo pause = m_script.step(Kind::Continue);
    COMPARE_TEXT(SteppedScript::placeOf(pause), "numbers:2");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "numbers:3");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "numbers:4"); // sum() asks for the next at once
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:8");
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "1\n2\n3\nend\n");
}

void SteppingTest::caughtExceptionsAreStepped() {
    m_script.breakAt({atLine(3)});
    m_script.start("def fail():\n"               // 1
                   "    try:\n"                  // 2
                   "        1 / 0\n"             // 3
                   "    finally:\n"              // 4
                   "        done = True\n"       // 5
                   "def call():\n"               // 6
                   "    fail()\n"                // 7
                   "try:\n"                      // 8
                   "    call()\n"                // 9
                   "except ZeroDivisionError:\n" // 10
                   "    print('caught')\n"       // 11
                   "print('end')\n");            // 12
    m_script.nextPause();
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "fail:5");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:10"); // through call(), which has no handler
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:11");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::lambdasAndComprehensionsAreEntered() {
    m_script.breakAt({atLine(3)});
    m_script.start("def run(values):\n"                             // 1
                   "    double = lambda v: (\n"                     // 2
                   "        v * 2)\n"                               // 3
                   "    doubled = [double(v)\n"                     // 4
                   "               for v in values]\n"              // 5
                   "    return sorted(doubled, key=lambda v: -v)\n" // 6
                   "print(run([1, 2]))\n");                         // 7
    COMPARE_TEXT(SteppedScript::placeOf(m_script.nextPause()), "run.<locals>.<lambda>:3");
    COMPARE_TEXT(m_script.valueOf("v"), "1");
    // From CPython 3.12 on a comprehension has no frame of its own.
    if (QByteArray(Py_GetVersion()).startsWith("3.11"))
        COMPARE_TEXT(m_script.placeAfter(Kind::Out), "run.<locals>.<listcomp>:4");
    m_script.breakAt({});
    COMPARE_TEXT(m_script.placeAfter(Kind::Out), "run:4");
    std::string place = m_script.placeAfter(Kind::Line);
    while (place == "run:5" || place == "run:4") // rounds of the comprehension in the frame itself
        place = m_script.placeAfter(Kind::Line);
    COMPARE_TEXT(place, "run:6");
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "run.<locals>.<lambda>:6");
    COMPARE_TEXT(m_script.placeAfter(Kind::Out), "run:6"); // sorted() called it as often as it liked
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "[4, 2]\n");
}

void SteppingTest::callbacksOfTheLibraryAreEntered() {
    m_script.breakAt({atLine(8)});
    m_script.start(preamble + "def hook(cell, inputs, output):\n"  // 5
                              "    seen = output.shape\n"          // 6
                              "relu = nn.ReLU()\n"                 // 7
                              "relu.register_forward_hook(hook)\n" // 8
                              "relu(x)\n"                          // 9
                              "print('end')\n");                   // 10
    m_script.nextPause();
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:9");
    COMPARE_TEXT(m_script.placeAfter(Kind::Into), "hook:6");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:10");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::runsToTheCursor() {
    m_script.start(cells, steppingFromTheStart());
    m_script.nextPause();
    const PauseInfo pause = m_script.step({.kind = Kind::ToLine, .file = scriptPath, .line = 17});
    COMPARE_TEXT(SteppedScript::placeOf(pause), "Net.construct:17");
    COMPARE_TEXT(nameOf(pause.reason), "Step");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::runsToAnOperator() {
    m_script.start(fourOps, steppingFromTheStart());
    m_script.nextPause();
    const PauseInfo pause = m_script.step({.kind = Kind::ToOp, .file = {}, .op = 3});
    QCOMPARE(pause.nextOp, int64_t(3));
    COMPARE_TEXT(m_script.step({.kind = Kind::ToOp, .file = {}, .op = 1}).message,
                 "Operator 1 has run already. Restart the program to stop before it.");
    COMPARE_TEXT(m_script.step(Kind::Op).op, "Mul");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::runsToTheFirstNaN() {
    m_script.start(preamble + "y = x - 1\ny = ops.log(y)\nz = y * 2\nw = z - z\nprint('end')\n",
                   steppingFromTheStart());
    m_script.nextPause();
    PauseInfo pause = m_script.step(Kind::NonFinite);
    COMPARE_TEXT(nameOf(pause.reason), "NonFinite");
    QCOMPARE(pause.lastOp, int64_t(2));
    COMPARE_TEXT(pause.message, "#2 Log gave NaN or an infinity; nothing that it was given held one.");
    pause = m_script.step(Kind::Op); // behind Log: runs the next operator
    COMPARE_TEXT(pause.op, "Sub");
    QCOMPARE(pause.nextOp, int64_t(4));
    m_script.interpreter.step({.kind = Kind::NonFinite, .file = {}}); // what follows was given them
    QCOMPARE(m_script.interpreter.wait().exitCode, 0);
}

void SteppingTest::graphsArePassedEnteredAndLeft() {
    const std::string graph = preamble + "@ms.jit(jit_level='O0')\ndef f(a):\n    b = ops.matmul(a, a.T)\n"
                                         "    return ops.softmax(b)\n"
                                         "f(x)\n"       // 9
                                         "y = f(x)\n"   // 10
                                         "z = y + 1\n"; // 11
    m_script.breakAt({atLine(10)});
    m_script.start(graph);
    m_script.nextPause();
    PauseInfo pause = m_script.step(Kind::Op);
    COMPARE_TEXT(pause.op, "f");
    const int64_t first = pause.nextOp;
    pause = m_script.step(Kind::Into);
    QCOMPARE(pause.nextOp, first);
    QVERIFY2(pause.op != "f", pause.op.c_str());
    pause = m_script.step(Kind::Op);
    QCOMPARE(pause.nextOp, first + 1);
    pause = m_script.step(Kind::Out);
    COMPARE_TEXT(SteppedScript::placeOf(pause), "<module>:10");
    COMPARE_TEXT(m_script.step(Kind::Op).op, "Add");
    QCOMPARE(m_script.finish().exitCode, 0);
    m_script.start(graph);
    m_script.nextPause();
    m_script.step(Kind::Op);
    COMPARE_TEXT(m_script.step(Kind::Op).op, "Add"); // over the graph
}

void SteppingTest::stepsThatCannotBeMadeAreRefused() {
    m_script.start(fourOps, steppingFromTheStart());
    m_script.nextPause();
    COMPARE_TEXT(m_script.step(Kind::OutOfCell).message, "The program stands in no cell here.");
    QCOMPARE(m_script.interpreter.state(), RunState::Paused);
    COMPARE_TEXT(m_script.step(Kind::Op).op, "Mul");
    QCOMPARE(m_script.finish().exitCode, 0);
}

void SteppingTest::nothingRecordedIsStillStepped() {
    RunOptions options = steppingFromTheStart();
    options.record = RecordLevel::None;
    m_script.start(fourOps, options);
    QCOMPARE(m_script.nextPause().nextOp, int64_t(1));
    PauseInfo pause = m_script.step(Kind::Op);
    QCOMPARE(pause.nextOp, int64_t(2));
    COMPARE_TEXT(pause.op, "Mul");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "<module>:7");
    COMPARE_TEXT(m_script.valueOf("y"), "Tensor f32[2,3] 4, 4, 4, 4, 4, 4");
    QCOMPARE(m_script.finish().exitCode, 0);
    QVERIFY(m_script.take().ops.empty());
}

void SteppingTest::endOfTheScriptEndsTheStep() {
    for (const Kind kind : {Kind::Line, Kind::Into, Kind::Out, Kind::Op, Kind::NextInCell, Kind::NonFinite}) {
        m_script.breakAt({atLine(9)});
        m_script.start(fourOps);
        m_script.nextPause();
        m_script.interpreter.step({.kind = kind, .file = {}});
        QCOMPARE(m_script.interpreter.wait().exitCode, 0);
    }
}

void SteppingTest::framesShowTheirNames() {
    m_script.breakAt({atLine(15)});
    RunOptions options;
    options.record = RecordLevel::Values;
    m_script.start("scale = 3\nlimits = [1, 2]\n_hidden = 1\n" + cells.substr(0, cells.find("class Inner")) +
                       "def f(a, *more, b=2):\n"                     // 8
                       "    c = a * b\n"                             // 9
                       "    def inner(d):\n"                         // 10
                       "        e = c + d\n"                         // 11
                       "        fc = nn.Dense(3, 2)\n"               // 12
                       "        t = x * 2\n"                         // 13
                       "        one, two = (1,), {'k': [t, None]}\n" // 14
                       "        return e\n"                          // 15
                       "    return inner(5)\n"                       // 16
                       "f(scale, 7)\n",
                   options); // 17
    m_script.nextPause();
    const std::vector<FrameView> frames = m_script.frames();
    QCOMPARE(frames.size(), size_t(3));
    COMPARE_TEXT(frames[0].frame.function, "f.<locals>.inner");
    COMPARE_TEXT(namesIn(frames[0]), "d, e, fc, t, one, two, c, global scale, global limits, global _hidden, global x");
    COMPARE_TEXT(namesIn(frames[1]), "a, b, more, inner, c, global scale, global limits, global _hidden, global x");
    COMPARE_TEXT(namesIn(frames[2]), "scale, limits, _hidden, x");
    COMPARE_TEXT(variable(frames[0], "t")->text, "Tensor f32[2,3] 2, 2, 2, 2, 2, 2");
    COMPARE_TEXT(variable(frames[0], "t")->type, "Tensor");
    COMPARE_TEXT(variable(frames[0], "fc")->text, "Dense, 8 parameters");
    COMPARE_TEXT(variable(frames[0], "one")->text, "(1,)");
    COMPARE_TEXT(variable(frames[0], "two")->text, "{'k': [Tensor f32[2,3] 2, 2, 2, 2, 2, 2, None]}");
    COMPARE_TEXT(variable(frames[1], "more")->text, "(7,)");
    COMPARE_TEXT(variable(frames[2], "limits")->text, "[1, 2]");
    const int64_t id = variable(frames[0], "t")->tensor;
    QVERIFY(id >= 0);
    const Session session = m_script.take();
    QVERIFY(session.tensor(id).has_value());
    QCOMPARE(session.ops.back().outputs[0], id); // the same tensor as the operator's result
    QVERIFY(session.tensor(id)->value.defined());
}

void SteppingTest::reprsAreBounded() {
    m_script.breakAt({atLine(12)});
    m_script.start("class Loud:\n"
                   "    def __repr__(self):\n"
                   "        print('called')\n"
                   "        return 'x' * 10 ** 9\n"
                   "    def __init__(self):\n"
                   "        self.a = 1\n"
                   "loud = Loud()\n"
                   "text = 'a\\nb' * 10000\n"
                   "numbers = list(range(10 ** 6))\n"
                   "big = 1 << 100000\n"
                   "loop = []; loop.append(loop)\n"
                   "print('end')\n");
    m_script.nextPause();
    const std::vector<FrameView> frames = m_script.frames();
    COMPARE_TEXT(variable(frames[0], "loud")->text, "Loud(a=1)");
    QVERIFY(variable(frames[0], "text")->text.size() <= 202);
    COMPARE_TEXT(variable(frames[0], "numbers")->text, "[0, 1, 2, 3, 4, 5, 6, 7, …]");
    COMPARE_TEXT(variable(frames[0], "big")->text, "an int of 100001 bits");
    COMPARE_TEXT(variable(frames[0], "loop")->text, "[[[…]]]");
    COMPARE_TEXT(m_script.output(), "");
}

void SteppingTest::expressionsAreEvaluated() {
    m_script.breakAt({atLine(3)});
    m_script.start("k = 10\ndef f(a):\n    return a\ndef g(b):\n    return f(b + 1)\ng(1)\n");
    m_script.nextPause();
    COMPARE_TEXT(m_script.valueOf("a + k"), "12");
    COMPARE_TEXT(m_script.valueOf("b", 1), "1");
    COMPARE_TEXT(m_script.valueOf("b"), "NameError: name 'b' is not defined");
    COMPARE_TEXT(m_script.valueOf("[a * i for i in range(3)]"), "[0, 2, 4]");
    COMPARE_TEXT(m_script.valueOf("(lambda: a)()"), "2");
    COMPARE_TEXT(m_script.valueOf("1 +"), "SyntaxError: invalid syntax");
    COMPARE_TEXT(m_script.valueOf("f(5)"), "5"); // the breakpoint in f does not hold
    COMPARE_TEXT(m_script.valueOf("a", 7), "There is no such frame of the user's code here.");
    QCOMPARE(m_script.evaluate("a").value.type, std::string("int"));
    QCOMPARE(m_script.hits(), std::vector<int64_t>{1});
}

void SteppingTest::evaluationLeavesNoTrace() {
    m_script.breakAt({atLine(6), of(Stop::Op, "Tanh")});
    m_script.start(fourOps + "g = ms.jit(lambda a: a + 1)\n");
    m_script.nextPause();
    const EvaluationResult result = m_script.evaluate("ops.tanh(y) + ops.relu(x)");
    QVERIFY2(result.value.text.starts_with("Tensor f32[2,3] 1.964, "), result.value.text.c_str());
    QVERIFY(result.value.tensor >= 0);
    COMPARE_TEXT(m_script.valueOf("ms.jit(lambda a: a + 1)(x)"), "Tensor f32[2,3] 2, 2, 2, 2, 2, 2");
    m_script.breakAt({});
    QCOMPARE(m_script.finish().exitCode, 0);
    const Session session = m_script.take();
    QCOMPARE(session.ops.size(), size_t(4));
    QCOMPARE(session.graphCalls.size(), size_t(0));
    QVERIFY(session.tensor(result.value.tensor).has_value());
}

void SteppingTest::localsAreChanged() {
    m_script.breakAt({atLine(6)});
    m_script.start(preamble + "def f(t, k):\n    t = t * k\n    return t\nprint(f(x, 2))\n");
    m_script.nextPause();
    COMPARE_TEXT(m_script.assign("k", "5"), "5");
    COMPARE_TEXT(m_script.assign("t", "t + t"), "Tensor f32[2,3] 2, 2, 2, 2, 2, 2");
    COMPARE_TEXT(m_script.assign("k +", "5"), "SyntaxError: invalid syntax");
    COMPARE_TEXT(m_script.assign("f()", "5"), "SyntaxError: cannot assign to f()");
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "[[10. 10. 10.]\n [10. 10. 10.]]\n");
    QCOMPARE(m_script.take().ops.size(), size_t(1));
}

void SteppingTest::elementsAndAttributesAreChanged() {
    m_script.breakAt({of(Stop::Op, "Mul")});
    m_script.start(preamble + "class Net(nn.Cell):\n"
                              "    def __init__(self):\n"
                              "        super().__init__()\n"
                              "        self.scale = 2\n"
                              "    def construct(self, t):\n"
                              "        t = t * 1\n"
                              "        return t * self.scale\n"
                              "d = {'k': [1]}\n"
                              "print(Net()(x))\nprint(d)\n");
    m_script.nextPause();
    COMPARE_TEXT(m_script.assign("t[0]", "0"), "Tensor f32[3] 0, 0, 0");
    COMPARE_TEXT(m_script.assign("self.scale", "7"), "7");
    COMPARE_TEXT(m_script.assign("d['k'][0]", "'new'"), "'new'");
    m_script.breakAt({});
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "[[0. 0. 0.]\n [7. 7. 7.]]\n{'k': ['new']}\n");
}

void SteppingTest::closuresAndGlobalsAreChanged() {
    m_script.breakAt({atLine(5)});
    m_script.start("limit = 1\n"                    // 1
                   "def outer():\n"                 // 2
                   "    count = 1\n"                // 3
                   "    def inner():\n"             // 4
                   "        return count + limit\n" // 5
                   "    first = inner()\n"          // 6
                   "    return first, count\n"      // 7
                   "print(outer(), limit)\n");
    m_script.nextPause();
    COMPARE_TEXT(m_script.assign("count", "10"), "10");
    COMPARE_TEXT(m_script.assign("limit", "100"), "100");
    m_script.breakAt({});
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "(110, 10) 100\n");
}

void SteppingTest::consoleWorksInTheFrame() {
    m_script.breakAt({atLine(3)});
    m_script.start("def f(a):\n    b = a\n    return a + b\nprint(f(1))\n");
    m_script.nextPause();
    QCOMPARE(m_script.console("a + b").exitCode, 0);
    COMPARE_TEXT(m_script.output(), "2\n");
    QCOMPARE(m_script.console("for i in range(3):\n    a += i\nhelper = [a * k for k in (1, 2)]\nhelper").exitCode, 0);
    COMPARE_TEXT(m_script.output(), "2\n[4, 8]\n");
    QCOMPARE(m_script.console("1 / 0").exitCode, 1);
    QVERIFY2(m_script.errors().find("ZeroDivisionError: division by zero") != std::string::npos,
             m_script.errors().c_str());
    QVERIFY2(m_script.errors().find("jitscope_frames") == std::string::npos, m_script.errors().c_str());
    QCOMPARE(m_script.console("%time a").exitCode, 0);
    QCOMPARE(m_script.console("%what").exitCode, 1);
    QCOMPARE(m_script.interpreter.state(), RunState::Paused);
    QCOMPARE(m_script.finish().exitCode, 0);
    QVERIFY2(m_script.output().ends_with("\n5\n"), m_script.output().c_str());
}

void SteppingTest::namesOfTheFrameAreCompleted() {
    m_script.breakAt({atLine(3)});
    m_script.start("def f(longer_local):\n    other = 1\n    return longer_local\nf(1)\n");
    m_script.nextPause();
    QCOMPARE(m_script.interpreter.completions("longer_"), std::vector<std::string>{"longer_local"});
    QCOMPARE(int(m_script.interpreter.completeness("for i in f:")), int(Completeness::NeedsMore));
}

void SteppingTest::endlessEvaluationIsStopped() {
    m_script.breakAt({atLine(2)});
    m_script.start("a = 1\nb = a\nprint('end')\n");
    m_script.nextPause();
    std::promise<std::string> answer;
    m_script.interpreter.evaluate(0,
                                  "exec(\"print('in')\\nwhile True:\\n    try:\\n        while True: pass\\n"
                                  "    finally: pass\")",
                                  [&](const EvaluationResult &result) { answer.set_value(result.error); });
    QVERIFY(m_script.waitForOutput("in"));
    m_script.interpreter.stop();
    QVERIFY(m_script.interpreter.wait().stopped);
    COMPARE_TEXT(answer.get_future().get(), "KeyboardInterrupt: it was stopped.");
    QCOMPARE(m_script.run("print('again')\n").exitCode, 0);
    COMPARE_TEXT(m_script.output(), "again\n");
}

void SteppingTest::evaluationThatTakesTooLongIsGivenUp() {
    m_script.breakAt({atLine(2)});
    m_script.start("a = 1\nb = a\nprint('end')\n");
    m_script.nextPause();
    const std::string tooLong = "TimeLimit: it took longer than 2 s and was given up.";
    COMPARE_TEXT(m_script.evaluate("any(False for _ in iter(int, 1))").error, tooLong);
    COMPARE_TEXT(m_script
                     .evaluate("exec(\"while True:\\n    try:\\n        while True: pass\\n"
                               "    except BaseException as e:\\n        if n: raise\\n        n = 1\", {'n': 0})")
                     .error,
                 tooLong);
    COMPARE_TEXT(m_script.evaluate("__import__('time').sleep(60)").error, tooLong);
    COMPARE_TEXT(m_script.valueOf("a + 1"), "2"); // and the program goes on as if nothing had been
    m_script.step(Kind::Continue);
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "end\n");
}

void SteppingTest::questionsWithoutAPauseAreRefused() {
    COMPARE_TEXT(m_script.valueOf("1"), "The program does not stand still.");
    QVERIFY(m_script.frames().empty());
}

void SteppingTest::stopsAreRecorded() {
    m_script.breakAt({atLine(6), of(Stop::Op, "Tanh")});
    m_script.start(fourOps);
    m_script.nextPause();
    m_script.step(Kind::Continue);
    QCOMPARE(m_script.finish().exitCode, 0);
    const Session session = m_script.take();
    QCOMPARE(session.stops.size(), size_t(2));
    QCOMPARE(session.stops[0].nextOp, int64_t(2));
    QCOMPARE(session.stops[1].nextOp, int64_t(3));
    COMPARE_TEXT(session.stops[1].reason, "breakpoint");
    QCOMPARE(session.stops[1].stack.size(), size_t(1));
    QVERIFY(!session.stops[0].variables.at(0).empty());
    QCOMPARE(session.stops[1].variables.size(), size_t(1));
    COMPARE_TEXT(session.stops[0].variables[0].back().text, "Tensor f32[2,3] 2, 2, 2, 2, 2, 2");
    COMPARE_TEXT(session.stops[1].variables[0].back().text, "Tensor f32[2,3] 4, 4, 4, 4, 4, 4");
}

void SteppingTest::threadsAreHeldOneByOne() {
    m_script.breakAt({of(Stop::Op, "Tanh")});
    m_script.start(preamble + "import threading\n"
                              "def work():\n"
                              "    ops.tanh(x)\n"
                              "threads = [threading.Thread(target=work) for _ in range(3)]\n"
                              "for t in threads: t.start()\n"
                              "ops.tanh(x)\n"
                              "for t in threads: t.join()\n"
                              "print('end')\n");
    for (int i = 0; i < 4; ++i) {
        const PauseInfo pause = i == 0 ? m_script.nextPause() : m_script.step(Kind::Continue);
        COMPARE_TEXT(pause.op, "Tanh");
        COMPARE_TEXT(m_script.valueOf("x.shape"), "(2, 3)");
    }
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "end\n");
    QCOMPARE(m_script.take().ops.size(), size_t(4));
}

void SteppingTest::threadsHaveLineBreakpoints() {
    m_script.breakAt({atLine(3)});
    m_script.start("import threading\ndef work():\n    a = 1\n    b = 2\nt = threading.Thread(target=work)\nt.start()\n"
                   "t.join()\nprint('end')\n");
    COMPARE_TEXT(SteppedScript::placeOf(m_script.nextPause()), "work:3");
    COMPARE_TEXT(m_script.placeAfter(Kind::Line), "work:4");
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "end\n");
}

void SteppingTest::gradientsGoOnAfterAQuestion() {
    m_script.breakAt({of(Stop::Op, "Tanh")});
    m_script.start(preamble + "def loss(t):\n    u = t * t\n    return ops.tanh(u).sum()\n"
                              "print(ms.grad(loss)(x * 0 + 0.5)[0])\n");
    m_script.nextPause();
    COMPARE_TEXT(m_script.valueOf("(u * 2)[0]"), "Tensor f32[3] 0.5, 0.5, 0.5");
    m_script.breakAt({});
    QCOMPARE(m_script.finish().exitCode, 0);
    COMPARE_TEXT(m_script.output(), "[0.94001484 0.94001484 0.94001484]\n");
}

JITSCOPE_TEST(SteppingTest)

} // namespace jitscope::tst_stepping

#include "tst_stepping.moc"
