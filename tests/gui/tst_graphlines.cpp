// SPDX-License-Identifier: Apache-2.0
// Breakpoints in compiled functions as a user meets them: keys, arrows and call stacks, marks of lines that are gone.
#include "tests/support/codeeditor.h"

#include "app/panels/editor/editorpanel.h"
#include "app/sdk/theme.h"
#include "engine/base/file.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>

namespace jitscope::tst_graphlines {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int runTimeoutMs = 20000;

const QString script = QStringLiteral("import numpy as np\n"
                                      "import mindspore as ms\n"
                                      "from mindspore import Tensor, ops\n"
                                      "@ms.jit(jit_level='O0')\n"
                                      "def f(a):\n"            // 5
                                      "    b = ops.tanh(a)\n"  // 6
                                      "    c = ops.tanh(a)\n"  // 7: common subexpression
                                      "    k = 2 * 3\n"        // 8: known when it is captured
                                      "    d = ops.exp(b)\n"   // 9
                                      "    return c + d * k\n" // 10
                                      "def step(x):\n"         // 11
                                      "    here = 3\n"         // 12
                                      "    return f(x)\n"      // 13
                                      "x = Tensor(np.ones((2, 3), np.float32))\n"
                                      "step(x)\n" // 15
                                      "step(x)\n" // 16
                                      "print('the end')\n");

const QString gradients = QStringLiteral("import numpy as np\n"
                                         "import mindspore as ms\n"
                                         "from mindspore import Tensor, ops\n"
                                         "def loss(a):\n"                          // 4
                                         "    b = a * a\n"                         // 5
                                         "    c = ops.tanh(b)\n"                   // 6
                                         "    return (c * c).sum()\n"              // 7
                                         "@ms.jit(jit_level='O0')\n"               // 8
                                         "def step(a):\n"                          // 9
                                         "    return ms.value_and_grad(loss)(a)\n" // 10
                                         "step(Tensor(np.ones((2, 3), np.float32)))\n");

} // namespace

class GraphLinesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        setUpWindowTest(m_folder);
        m_window = openWindow({1400, 900});
        QVERIFY(m_window);
        const QString path = m_folder.filePath("graph.py");
        m_window->setPerspective("step");
        open("graph.py", script);
    }
    void cleanup() {
        m_window->runner().setBreakpoints({});
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }
    void cleanupTestCase() { m_window.reset(); }

    void linesThatAPassTookHaveHollowMarks() {
        breakAt({6, 7, 8, 12});
        for (const int line : {6, 7, 8})
            QVERIFY2(isFilled(line), qPrintable(QString::number(line)));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(12), runTimeoutMs);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(6), runTimeoutMs);
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QTRY_VERIFY(!isFilled(7));
        QVERIFY(isFilled(6) && !isFilled(8) && isFilled(12));
        QCOMPARE(tipAt(6), QString("Stops here"));
        const QString taken = tipAt(7);
        QVERIFY2(taken.startsWith("Of this line nothing is left in the compiled graph of f"), qPrintable(taken));
        QVERIFY2(taken.contains("removed by") && taken.contains("cse"), qPrintable(taken));
        const QString known = tipAt(8);
        QVERIFY2(known.contains("No node of the compiled graph of f was captured on this line"), qPrintable(known));
    }

    void f9StopsInTheGraphAndStepsGoNodeByNode() {
        breakAt({9});
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(9), runTimeoutMs);
        QCOMPARE(code().arrow(CodeEditor::Arrow::Live), 9);
        QCOMPARE(calls(), QStringList({"f:9", "step:13", "<module>:15"}));
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(10), runTimeoutMs);
        QCOMPARE(code().arrow(CodeEditor::Arrow::Live), 10);
        QTRY_VERIFY2(callStack().contains("f (compiled)"), qPrintable(callStack()));
        QVERIFY2(callStack().contains("no Python names"), qPrintable(callStack()));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(9), runTimeoutMs);
        QCOMPARE(calls(), QStringList({"f:9", "step:13", "<module>:16"}));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void oneLooksBackToALineOfAGraph() {
        m_window->runner().setBreakpoints({});
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QTRY_VERIFY(m_window->document().session().ops.size() >= 8);
        breakAt({9});
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ControlModifier);
        const auto viewed = [this] { return m_window->document().session().op(m_window->playhead().viewed()); };
        QTRY_VERIFY_WITH_TIMEOUT(viewed() && viewed()->op == "Exp", runTimeoutMs);
        const int64_t second = viewed()->number;
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(viewed()->number < second && viewed()->op == "Exp", runTimeoutMs);
    }

    /** Forward and then backward: the gradients of a line stand on it. */
    void gradientsOfALineAreStoppedAtAndSteppedNodeByNode() {
        open("gradients.py", gradients);
        breakAt({6});
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(6), runTimeoutMs);
        QCOMPARE(nextOperator(), QString("Tanh"));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(6) && nextOperator() == "TanhGrad", runTimeoutMs);
        QTRY_COMPARE(code().arrow(CodeEditor::Arrow::Live), 6);
        QCOMPARE(calls(), QStringList({"loss:6", "step:10", "<module>:11"}));
        QTRY_VERIFY2(callStack().contains("loss (compiled)"), qPrintable(callStack()));
        for (const char *next : {"Mul", "Add"}) { // of the gradient of line 5
            const size_t before = m_window->document().session().ops.size();
            QTest::keyClick(m_window.get(), Qt::Key_F10);
            QTRY_VERIFY_WITH_TIMEOUT(isPausedAt(5) && nextOperator() == next, runTimeoutMs);
            QCOMPARE(m_window->document().session().ops.size(), before + 1);
            QCOMPARE(calls(), QStringList({"loss:5", "step:10", "<module>:11"}));
        }
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

private:
    QString nextOperator() { return QString::fromStdString(m_window->runner().pauseInfo().op); }
    void open(const QString &name, const QString &text) {
        const QString path = m_folder.filePath(name);
        QVERIFY(writeFile(path.toStdString(), text.toStdString()).ok());
        m_window->openPath(path);
        QCOMPARE(editor().currentPath(), path);
    }
    EditorPanel &editor() { return *static_cast<EditorPanel *>(m_window->panel("editor")); }
    /** The one in front. */
    CodeEditor &code() {
        const QList<CodeEditor *> all = editor().findChildren<CodeEditor *>("code");
        return **std::ranges::find_if(all, [](const CodeEditor *each) { return each->isVisible(); });
    }
    void breakAt(const QList<int> &lines) {
        m_window->runner().setBreakpoints({});
        for (const int line : lines) {
            editor().goToLine(line);
            m_window->action("toggle-breakpoint")->trigger();
        }
        QCOMPARE(m_window->runner().breakpoints().size(), size_t(lines.size()));
    }
    bool isPausedAt(int line) {
        if (m_window->runner().state() != RunState::Paused) return false;
        const auto &stack = m_window->runner().pauseInfo().stack;
        return !stack.empty() && stack.front().span.line == line;
    }
    QStringList calls() {
        QStringList all;
        for (const StackFrame &frame : m_window->runner().pauseInfo().stack)
            all.append(QStringLiteral("%1:%2").arg(QString::fromStdString(frame.function)).arg(frame.span.line));
        return all;
    }
    QString callStack() { return m_window->panel("callstack")->contentAsText(); }
    QPoint markOf(int line) { return {8, code().lineRect(line).center().y()}; }
    bool isFilled(int line) {
        const QImage image = code().viewport()->grab().toImage();
        const double ratio = image.devicePixelRatio();
        const QColor middle = image.pixelColor((QPointF(markOf(line)) * ratio).toPoint());
        return middle == currentTheme().breakpoint;
    }
    QString tipAt(int line) {
        QToolTip::hideText();
        QHelpEvent event(QEvent::ToolTip, markOf(line), code().viewport()->mapToGlobal(markOf(line)));
        QApplication::sendEvent(code().viewport(), &event);
        return QToolTip::text();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(GraphLinesTest)

} // namespace jitscope::tst_graphlines

#include "tst_graphlines.moc"
