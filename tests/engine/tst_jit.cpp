// SPDX-License-Identifier: Apache-2.0
// mindspore.jit at its door: the cases of tests/data/jit and tests/data/trace, what is said about mistakes, and why
// something is compiled again.
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/compilereport.h"
#include "engine/session/session.h"
#include "tests/support/captures.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>

namespace jitscope::tst_jit {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const std::string preamble = "import numpy as np\n"
                             "import mindspore as ms\n"
                             "from mindspore import Tensor, nn, ops\n"
                             "x = Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))\n"
                             "def f(a, b=2):\n"
                             "    return a * b\n";

} // namespace

class JitTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void caseHolds_data();
    void caseHolds();
    void mistakesAreTold_data();
    void mistakesAreTold();
    void nestedCompilationIsRefused();
    void warningsAreGiven_data();
    void warningsAreGiven();
    void recompilationsAreExplained_data();
    void recompilationsAreExplained();
    void optionsAreRecorded();
    void tracedNodesHaveLinesAndScopes();
    void readValuesOfATraceAreTold();
    void partsOfACompileAddUp();
    void reportsHaveMindSporesForm();

private:
    Session sessionOf(const std::string &text) {
        m_python.run(preamble + text);
        return m_python.take();
    }

    PythonScripts m_python;
};

void JitTest::caseHolds_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("name");
    for (const char *file : {"jit/calls.py", "trace/programs.py"})
        for (const std::string &name : casesOf(dataPath(file)))
            QTest::newRow((file + (": " + name)).c_str()) << file << QString::fromStdString(name);
}

void JitTest::caseHolds() {
    QFETCH(QString, file);
    QFETCH(QString, name);
    const std::string output = m_python.outputOfFile(dataPath(file.toStdString()), name.toStdString());
    // Warnings may stand before it.
    QVERIFY2(output == "ok\n" || output.ends_with("\nok\n"), output.c_str());
}

void JitTest::mistakesAreTold_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *text, const char *message) { QTest::newRow(text) << text << message; };
    row("ms.jit(capture_mode='X')", "ValueError: For 'jit', the 'capture_mode' must be str and must be in '['ast', "
                                    "'bytecode', 'trace']', but got 'X'.");
    row("ms.jit(jit_level='O2')",
        "ValueError: For 'jit', the 'jit_level' must be str and must be in '['O0', 'O1']', but got 'O2'.");
    row("ms.jit(dynamic='1')", "TypeError: For 'jit', the 'dynamic' must be 'int',  but got 'str'.");
    row("ms.jit(dynamic=2)",
        "ValueError: For 'jit', the 'dynamic' must be in range of [0, 1], but got 2 with type 'int'.");
    row("ms.jit(fullgraph=1)", "TypeError: For 'jit', the 'fullgraph' must be a bool, but got int.");
    row("ms.jit(backend='X')",
        "ValueError: For 'jit', the 'backend' must be str and must be in '['ms_backend', 'GE']', but got 'X'.");
    row("ms.jit(exec_order='x')",
        "ValueError: For 'exec_order', the value of 'exec_order' must be one of ['bfs', 'dfs'], but got 'x'.");
    row("ms.jit(f)()", "TypeError: Function f needs 1 positional argument and 1 default argument, total 2, but got 0.");
    row("ms.jit(f)(x, 1, 2)",
        "TypeError: Function f needs 1 positional argument and 1 default argument, total 2, but got 3.");
    row("ms.jit(f)(x, c=1)", "TypeError: got an unexpected keyword argument 'c'");
    row("ms.jit(eval('lambda a: a'))(x)",
        "OSError: Mindspore can not compile temporary source code in terminal. Please write source code to a python "
        "file and run the file.");
}

void JitTest::mistakesAreTold() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const std::string output = m_python.outputOrError(preamble + text.toStdString() + "\n");
    QVERIFY2(output.starts_with(message.toStdString()), output.c_str());
}

void JitTest::nestedCompilationIsRefused() {
    const std::string output = m_python.outputOf(preamble + "g = ms.jit(f)\n"
                                                            "class Made:\n"
                                                            "    def __init__(self):\n"
                                                            "        self.v = g(x)\n"
                                                            "@ms.jit\n"
                                                            "def outer(a):\n"
                                                            "    return a + Made().v\n"
                                                            "outer(x)\n");
    const std::string message =
        "RuntimeError: Nested execution during JIT execution for 'f' is not supported when 'outer' compile and "
        "execute. "
        "For more details, please refer to https://www.mindspore.cn/search?inputValue=Nested%20execution";
    QVERIFY2(output.find(message) != std::string::npos, output.c_str());
}

void JitTest::warningsAreGiven_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("warning");
    const auto row = [](const char *text, const char *warning) { QTest::newRow(text) << text << warning; };
    row("ms.jit(f, mode='PIJit')", "For 'jit', the parameter 'mode' has been deprecated. Please use the parameter "
                                   "'capture_mode' instead. For more details, please refer to ");
    row("ms.jit(f, hash_args=3)", "For 'jit', the parameter 'hash_args' has been deprecated.");
    row("ms.jit(f, nothing=3)", "For 'jit(options)', the option argument 'nothing' is not recognized, please check!For "
                                "detailed usage of 'jit(options)', please refer to the Mindspore official website.");
    row("ms.jit(ms.jit(f))", "The func <function f at 0x");
    row("assert ms.jit(5) == 5", "The func should be function, method or cell instance/class, but got 5");
    row("for _ in range(2):\n    ms.jit(f)(x)",
        "The function \"f\" at the file \"/tmp/jitscope_test.py\", line 5 has been compiled again. Try to reuse the "
        "function object decorated by @jit to reduce the compile time. For more details, get instructions about `jit` "
        "at https://www.mindspore.cn/search?inputValue=jit. ");
    row("g = ms.jit(lambda pair: pair[0])\ng((x, x))\ng((x[0], x))",
        "Constant value tensor are detected in tuple or list, which might cause recompiling when tensor value changes. "
        "You can use mutable(Tensor) or mutable(tuple(Tensor)) to set tensor's value as variable to to avoid "
        "recompiling. The tuple or list arg is: (");
}

void JitTest::warningsAreGiven() {
    QFETCH(QString, text);
    QFETCH(QString, warning);
    // A text is told once in a process: each run of this test gets its own.
    const std::string output =
        m_python.outputOf("from mindspore import _log\n_log._told.clear()\n" + preamble + text.toStdString() + "\n");
    std::string expected = warning.toStdString();
    const size_t line = expected.find("line 5");
    if (line != std::string::npos) expected.replace(line, 6, "line 7"); // two lines stand before the preamble
    QVERIFY2(output.starts_with("[WARNING] " + expected), output.c_str());
}

void JitTest::recompilationsAreExplained_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const char *text, const char *reason) {
        QTest::newRow(name) << text << reason;
    };
    row("first", "g(x)\n", "first call");
    row("shape", "g(x)\ng(x[0])\n", "argument a: f32[3] instead of f32[2,3]");
    row("dtype", "g(x)\ng(x.astype(ms.float16))\n", "argument a: f16[2,3] instead of f32[2,3]");
    row("constant", "g(x)\ng(x, 3)\n", "argument b: 3 instead of nothing");
    row("type of a constant", "g(x, 2)\ng(x, 2.0)\n", "argument b: 2.0 instead of 2");
    row("the nearest of several", "g(x, 2.0)\ng(x.astype(ms.float16), 2.0)\ng(x[0], 2.0)\ng(x, 3.0)\n",
        "argument b: 3.0 instead of 2.0 in the nearest graph, for f32[2,3], 2.0");
    row("the nearest of equally many", "g(x, 2.0)\ng(x[0], 2.0)\ng(x.astype(ms.float16), 2.0)\n",
        "argument a: f16[2,3] instead of f32[2,3] in the nearest graph, for f32[2,3], 2.0");
    row("two arguments", "g(x, 2)\ng(x[0], 3)\n", "argument a: f32[3] instead of f32[2,3], argument b: 3 instead of 2");
    if (hasBytecodeCapture)
        row("the nearest from bytecode",
            "h = ms.jit(f, capture_mode='bytecode')\nh(x, 2.0)\nh(x.astype(ms.float16), 2.0)\nh(x[0], 2.0)\nh(x, "
            "3.0)\n",
            "b: 3.0 instead of 2.0 in the nearest graph, for a: f32[2,3]");
    row("items", "h = ms.jit(lambda p: p[0])\nh((x,))\nh((x, x))\n",
        "argument p: (f32[2,3], f32[2,3]) instead of (f32[2,3])");
    row("weight",
        "net = ms.jit(nn.Dense(3, 3))\nnet(x)\nnet.weight.assign_value(Tensor(np.ones((3, 3), np.float32)))\nnet(x)\n",
        "parameter weight was given other data");
    row("mode", "net = ms.jit(nn.SequentialCell(nn.ReLU()))\nnet(x)\nnet.set_train()\nnet(x)\n",
        "a layer is in another mode (training or not)");
    row("device", "g(x)\nms.set_device('Ascend')\ng(x)\n", "device_target Ascend instead of CPU");
}

void JitTest::recompilationsAreExplained() {
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const Session session = sessionOf("g = ms.jit(f)\n" + text.toStdString());
    QVERIFY(!session.compilations.empty());
    COMPARE_TEXT(session.compilations.back().reason, reason.toStdString());
}

void JitTest::optionsAreRecorded() {
    const Session session =
        sessionOf(std::string("for mode in ") + (hasBytecodeCapture ? "'ast', 'bytecode'" : "'ast',") +
                  ":\n"
                  "    ms.jit(f, capture_mode=mode, backend='GE')(x)\n"
                  "    ms.jit(f, capture_mode=mode, fullgraph=True)(x)\n"
                  "    ms.jit(f, capture_mode=mode)(x)\n");
    std::vector<std::string> options;
    for (const Compilation &compilation : session.compilations)
        options.push_back(compilation.captureMode + ": " + compilation.options);
    std::string expected = "ast: backend GE\nast: fullgraph\nast: ";
    if (hasBytecodeCapture) expected += "\nbytecode: backend GE\nbytecode: fullgraph\nbytecode: ";
    COMPARE_TEXT(join(options, "\n"), expected);
}

void JitTest::tracedNodesHaveLinesAndScopes() {
    const Session session = sessionOf("class Net(nn.Cell):\n"
                                      "    def __init__(self):\n"
                                      "        super().__init__()\n"
                                      "        self.fc = nn.Dense(3, 2)\n"
                                      "    @ms.jit(capture_mode='trace')\n"
                                      "    def construct(self, a):\n"
                                      "        return ops.tanh(self.fc(a))\n"
                                      "Net()(x)\n");
    QCOMPARE(session.compilations.size(), size_t(1));
    const Compilation &compilation = session.compilations[0];
    COMPARE_TEXT(compilation.captureMode, "trace");
    COMPARE_TEXT(compilation.function, "Net.construct");
    const std::vector<NodePtr> &nodes = compilation.captured.entry()->nodes;
    COMPARE_TEXT(nodes.front()->scope, "Default/fc-Dense");
    COMPARE_TEXT(nodes.back()->op, "Tanh");
    COMPARE_TEXT(nodes.back()->scope, "Default");
    QCOMPARE(nodes.back()->spans->size(), size_t(1));
    QCOMPARE(nodes.back()->spans->front().line, 13);
    QCOMPARE(nodes.back()->spans->front().column, 15);
    QCOMPARE(compilation.captured.entry()->parameters.size(), size_t(3)); // a, and the weights
}

void JitTest::readValuesOfATraceAreTold() {
    const Session session = sessionOf("@ms.jit(capture_mode='trace')\n"
                                      "def g(a):\n"
                                      "    if a.sum() > 0:\n"
                                      "        return a\n"
                                      "    return -a\n"
                                      "g(x)\n");
    QCOMPARE(session.problems.size(), size_t(1));
    COMPARE_TEXT(session.problems[0].kind, "trace");
    QVERIFY(session.problems[0].message.starts_with("While 'g' is traced, bool() gives Python the value of a tensor"));
    QCOMPARE(session.problems[0].span.line, 9);
}

void JitTest::partsOfACompileAddUp() {
    const Session session = sessionOf("@ms.jit(jit_level='O1')\n"
                                      "def g(a):\n"
                                      "    for i in range(300):\n"
                                      "        a = ops.tanh(a) * (i + 1.5) + ops.exp(a)\n"
                                      "    return a\n"
                                      "g(x)\n");
    QCOMPARE(session.compilations.size(), size_t(1));
    const Compilation &compilation = session.compilations[0];
    int64_t outermost = 0, passes = 0, insidePasses = 0;
    for (const CompilePart &part : compileParts(compilation)) {
        if (part.depth == 0) outermost += part.stage.durationNs;
        if (part.stage.name == "passes") passes += part.stage.durationNs;
        const bool isPass = part.stage.name.starts_with("pass ") || part.stage.name == "check";
        if (part.depth == 1 && isPass) insidePasses += part.stage.durationNs;
    }
    const double total = double(compileTotalNs(compilation));
    QVERIFY(total > 0);
    QVERIFY2(std::abs(double(outermost) - total) < 0.02 * total,
             qPrintable(QString::number(double(outermost) / total)));
    QVERIFY2(std::abs(double(insidePasses - passes)) < 0.02 * total,
             qPrintable(QString::number(double(insidePasses) / double(passes))));
}

void JitTest::reportsHaveMindSporesForm() {
    const Session session = sessionOf("ms.jit(lambda a: ops.tanh(a) + 0)(x)\n");
    const QString profile = QString::fromStdString(totalTimeText(session.compilations.at(0)));
    for (const char *line :
         {"^\nTotalTime = [\\d.e-]+, \\[\\d+\\]\n\\[type_inference\\]: [\\d.e-]+\n", "\n\\[opt_a\\]: .*, \\[\\d\\]\n",
          "\n    \\[Cycle 1\\]: .*, \\[\\d+\\]\n        \\[\\w+\\]: [\\d.e-]+\n",
          "\nSums\n    type_inference {22} : {5}\\d\\.\\d{6}s : [ \\d]\\d\\.\\d\\d%\n",
          "\n\nTime group info:\n------\\[substitution\\.\\]   \\d\\.\\d{6} +\\d+\n",
          "\n *\\d+\\.\\d\\d% : {5}\\d\\.\\d{6}s : +\\d+: substitution\\.arithmetic_simplify\n"})
        QVERIFY2(profile.contains(QRegularExpression(line)), qPrintable(line + ("\n" + profile)));
    const QString statistics = QString::fromStdString(statisticsText(session.compilations.at(0)));
    QVERIFY2(statistics.contains(QRegularExpression("^\\[PROF\\]OptimizeGraph costs [\\d.e-]+ msec\\.\n")),
             qPrintable(statistics));
}

JITSCOPE_TEST(JitTest)

} // namespace jitscope::tst_jit

#include "tst_jit.moc"
