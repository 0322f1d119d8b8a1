// SPDX-License-Identifier: Apache-2.0
// The whole window, offscreen, driven through the doors that a user has: keys, commands, what panels show.
#include "app/models/operatorwords.h"
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/tracefocus.h"
#include "app/shell/builtins.h"
#include "app/shell/panelhost.h"
#include "app/shell/perspectives.h"
#include "engine/base/file.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>

namespace jitscope::tst_window {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 10000;

const QString script = QStringLiteral("import numpy as np\n"
                                      "import mindspore as ms\n"
                                      "from mindspore import Tensor, ops\n"
                                      "x = Tensor(np.ones((2, 3), np.float32))\n"
                                      "y = ops.add(x, x)\n"
                                      "z = ops.mul(y, y)\n"
                                      "print('sum is', float(ops.sum(z).asnumpy()))\n");

} // namespace

class WindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow();
        QVERIFY(m_window);
    }

    void cleanup() {
        m_window->runner().setBreakpoints({});
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void cleanupTestCase() { m_window.reset(); }

    void everyCommandHasWordsAndNoKeyIsTakenTwice() {
        QHash<QString, QString> owners;
        for (const QAction *action : m_window->actions()) {
            QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!action->toolTip().isEmpty() && !action->statusTip().isEmpty(), qPrintable(action->objectName()));
            for (const QKeySequence &key : action->shortcuts()) {
                const QString text = key.toString();
                QVERIFY2(!owners.contains(text),
                         qPrintable(text + " belongs to " + owners.value(text) + " and " + action->objectName()));
                owners.insert(text, action->objectName());
            }
        }
        QVERIFY(owners.size() > 30);
    }

    void noKeyIsTheSystems() {
        for (const QAction *action : m_window->actions())
            for (const QKeySequence &key : action->shortcuts())
                for (int i = 0; i < key.count(); ++i) {
                    const QKeyCombination keys = key[i];
                    const auto both = Qt::ControlModifier | Qt::AltModifier;
                    const bool isConsole = keys.keyboardModifiers().testFlags(both) && keys.key() >= Qt::Key_F1 &&
                                           keys.key() <= Qt::Key_F12;
                    QVERIFY2(!isConsole, qPrintable(action->objectName() + " has a key that switches consoles"));
                }
        QCOMPARE(m_window->action("reverse-continue")->shortcut(), QKeySequence("Ctrl+F5"));
    }

    void everyCommandStandsInAMenu() {
        QSet<const QAction *> inMenus;
        for (const QMenu *menu : m_window->menuBar()->findChildren<QMenu *>())
            for (const QAction *action : menu->actions())
                inMenus.insert(action);
        for (const QAction *action : m_window->actions())
            QVERIFY2(inMenus.contains(action), qPrintable(action->objectName()));
    }

    void everyButtonHasANameForScreenReaders() {
        for (const QToolButton *button : m_window->findChildren<QToolButton *>()) {
            // Buttons of Qt's own (of tab bars, of the tool bar's overflow) are named by Qt's style.
            if (button->objectName().startsWith("qt_") || button->inherits("QToolBarExtension") ||
                qobject_cast<QTabBar *>(button->parentWidget()) || qobject_cast<QLineEdit *>(button->parentWidget()))
                continue;
            QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty(),
                     qPrintable(button->objectName() + " in " + button->parentWidget()->objectName()));
        }
    }

    void everyPanelOpensOnAnEmptySession_data() {
        QTest::addColumn<QString>("id");
        for (const PanelDef &def : allPanels())
            QTest::newRow(qPrintable(def.id)) << def.id;
    }

    void everyPanelOpensOnAnEmptySession() {
        QFETCH(QString, id);
        PanelHost host;
        const auto panel = host.panel(id);
        QVERIFY(panel != nullptr);
        panel->resize(640, 480);
        panel->show();
        QTRY_VERIFY(host.isReady(*panel));
        const QImage image = panel->grab().toImage();
        QVERIFY(image.width() >= 640 && image.height() >= 480);
        // Not one colour only: an empty panel says what to do.
        const QRgb first = image.pixel(0, 0);
        bool painted = false;
        for (int y = 0; y < image.height() && !painted; ++y)
            for (int x = 0; x < image.width() && !painted; ++x)
                painted = image.pixel(x, y) != first;
        QVERIFY(painted);
    }

    void everyPerspectiveShowsItsPanels_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("panels");
        QTest::newRow("step") << "step" << QStringList{"editor", "events", "callstack", "graph", "values"};
        QTest::newRow("passes") << "passes" << QStringList{"passes", "inspector"};
        QTest::newRow("profile") << "profile" << QStringList{"timeline", "timings", "inspector"};
        QTest::newRow("trace") << "trace" << QStringList{"timeline", "slice", "statistics", "advice"};
    }

    void everyPerspectiveShowsItsPanels() {
        QFETCH(QString, id);
        QFETCH(QStringList, panels);
        m_window->action("perspective-" + id)->trigger();
        if (m_window->height() < 800) panels.removeAll("callstack"); // there it is behind the events
        for (const QString &panel : panels) {
            const QWidget *widget = m_window->panel(panel);
            QTRY_VERIFY2(isInView(panel), qPrintable(panel));
            QTRY_VERIFY2(widget->width() > 150 && widget->height() > 60, qPrintable(panel));
        }
        m_window->setPerspective("step");
    }

    void f5RunsTheScriptAndTheConsoleShowsItsOutput() {
        open("sum.py", script);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(consoleText().contains("sum is 24.0"), runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        const Session &session = m_window->document().session();
        QVERIFY(session.ops.size() >= 3);
        QVERIFY(session.trace.sliceCount() > 0);
        QVERIFY(m_window->document().isModified());
    }

    void f9StopsAtItsLineAndF10GoesOneOperatorOn() {
        open("steps.py", script);
        editor().goToLine(6);
        m_window->action("toggle-breakpoint")->trigger();
        QCOMPARE(m_window->runner().breakpoints().size(), size_t(1));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused, runTimeoutMs);
        QCOMPARE(m_window->runner().pauseInfo().stack.front().span.line, 6);
        QCOMPARE(m_window->selection().current().op, int64_t(1)); // the one that ran last
        QCOMPARE(m_window->document().session().ops.size(), size_t(1));
        QCOMPARE(m_window->action("run")->iconText(), QString("Continue"));

        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->runner().state() == RunState::Paused && m_window->runner().pauseInfo().op == "Mul", runTimeoutMs);
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->document().session().ops.size(), size_t(2), runTimeoutMs);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void endLeadsBackToTheLineWhereTheProgramStands() {
        open("end.py", script);
        editor().goToLine(6);
        m_window->action("toggle-breakpoint")->trigger();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused, runTimeoutMs);
        QTRY_COMPARE(m_window->selection().current().op, int64_t(1));
        editor().goToLine(1);
        m_window->action("return-live")->trigger();
        QCOMPARE(editor().currentLine(), 6); // and not 5, of the operator that ran last
    }

    /** Who hears of a pause asks at once where it is. */
    void whereAProgramStandsIsKnownAsSoonAsItIsPaused() {
        open("known.py", script);
        editor().goToLine(6);
        m_window->action("toggle-breakpoint")->trigger();
        std::vector<size_t> frames;
        const auto connection = connect(&m_window->runner(), &Runner::stateChanged, this, [&](RunState state) {
            if (state == RunState::Paused) frames.push_back(m_window->runner().pauseInfo().stack.size());
        });
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(!frames.empty(), runTimeoutMs);
        disconnect(connection);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused, runTimeoutMs);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QCOMPARE(frames, std::vector<size_t>{1});
    }

    void f10FromIdleStopsBeforeTheFirstOperator() {
        open("first.py", script);
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused, runTimeoutMs);
        QCOMPARE(m_window->runner().pauseInfo().nextOp, int64_t(1));
        m_window->action("stop")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void stopEndsAnEndlessLoop() {
        open("endless.py", "print('begun', flush=True)\nwhile True:\n    pass\n");
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(consoleText().contains("begun"), runTimeoutMs);
        QTest::qWait(300);
        QVERIFY(m_window->runner().state() == RunState::Running);
        QTest::keyClick(m_window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void aPanelAloneDoesNotCoverItselfWithItsTitleControls() {
        PanelHost host;
        for (const PanelDef &def : allPanels()) {
            const auto panel = host.panel(def.id);
            panel->show();
            const QWidget *controls = panel->titleControls();
            QVERIFY2(controls == nullptr || !controls->isVisible(), qPrintable(def.id));
        }
    }

    void mistakesAreToldInABarAndInTheConsole_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        QTest::addColumn<int>("line");
        QTest::newRow("syntax error") << "x = 1\ny = (\n"
                                      << "SyntaxError" << 2;
        QTest::newRow("exception") << "a = 1\nb = a / 0\n"
                                   << "ZeroDivisionError: division by zero" << 2;
        QTest::newRow("shape mismatch")
            << "import numpy as np\nfrom mindspore import Tensor, ops\n"
               "a = Tensor(np.ones((2, 3), np.float32))\nb = Tensor(np.ones((4, 5), np.float32))\nops.matmul(a, b)\n"
            << "ValueError" << 5;
    }

    void mistakesAreToldInABarAndInTheConsole() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QFETCH(int, line);
        open("wrong.py", text);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(bar().contains(message), runTimeoutMs);
        QVERIFY(consoleText().contains(message));
        QCOMPARE(m_window->selection().current().line, line);
    }

    void aPathThatIsNotThereIsToldInTheBar() {
        m_window->openPath("/nowhere/at/all.py");
        QTRY_VERIFY(bar().contains("/nowhere/at/all.py"));
    }

    void aFileThatNobodyReadsIsToldInTheBar() {
        const QString path = m_folder.filePath("cut.jitscope");
        QVERIFY(writeFile(path.toStdString(), "SQLite format 3, but cut off").ok());
        m_window->openPath(path);
        QTRY_VERIFY(bar().contains("cut.jitscope"));
    }

    void theConsoleRunsWhatIsTyped() {
        auto *console = consoleView();
        m_window->showPanel("console");
        QTest::keyClicks(console, "6 * 7");
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY2_WITH_TIMEOUT(consoleText().contains("\n42\n"), qPrintable(consoleText().right(300)), runTimeoutMs);
        QTRY_VERIFY(m_window->runner().state() == RunState::Idle);
        QTest::keyClick(console, Qt::Key_Up);
        QVERIFY(consoleText().endsWith("6 * 7"));
        QTest::keyClick(console, Qt::Key_Escape);
        QTest::keyClicks(console, "for i in range(2):");
        QTest::keyClick(console, Qt::Key_Return);
        QVERIFY(consoleText().endsWith("...     "));
        QTest::keyClicks(console, "print('turn', i)");
        QTest::keyClick(console, Qt::Key_Return);
        QTest::keyClick(console, Qt::Key_Escape);
        QTest::keyClick(console, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(consoleText().contains("turn 1"), runTimeoutMs);
    }

    void aSavedSessionOpensWithItsScriptAndOutput() {
        open("saved.py", script);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().session().ops.size() >= 3, runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        const size_t ops = m_window->document().session().ops.size();
        const QString path = m_folder.filePath("saved.jitscope");
        VERIFY_RESULT(saveSession(m_window->document().session(), path.toStdString()));
        m_window->document().replace({});
        m_window->openPath(path);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->document().session().ops.size(), ops, runTimeoutMs);
        QCOMPARE(m_window->document().path(), path);
        QVERIFY(!m_window->document().isModified());
        QVERIFY(m_window->windowTitle().contains("saved.jitscope"));
        QVERIFY(consoleText().contains("sum is 24.0"));
    }

    void aModifiedScriptIsMarkedUntilItIsSaved() {
        open("edited.py", "a = 1\n");
        QWidget *code = editor().focusProxy();
        QVERIFY(code != nullptr);
        code->setFocus();
        QTest::keyClicks(code, "#");
        QVERIFY(editor().currentIsModified());
        QCOMPARE(editor().windowTitle(), QString::fromUtf8("edited.py •"));
        m_window->action("save")->trigger();
        QVERIFY(!editor().currentIsModified());
        QCOMPARE(testing::readText(m_folder.filePath("edited.py").toStdString()), std::string("#a = 1\n"));
    }

    void goToFindsWhatRan() {
        open("found.py", script);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().session().ops.size() >= 3, runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        m_window->action("go-to")->trigger();
        auto *query = m_window->findChild<QLineEdit *>("finderQuery");
        QVERIFY(query && query->isVisible());
        QTest::keyClicks(query, "#2 mul");
        QTest::keyClick(query, Qt::Key_Return);
        QVERIFY(!query->isVisible());
        QCOMPARE(m_window->selection().current().op, int64_t(2));
        QCOMPARE(m_window->selection().current().line, 6);
    }

    void goToGoesToALineOfTheScriptInTheEditor() {
        open("line.py", script);
        m_window->action("go-to")->trigger();
        auto *query = m_window->findChild<QLineEdit *>("finderQuery");
        const auto *model = m_window->findChild<QListView *>("finderList")->model();
        QTest::keyClicks(query, ":8000");
        QCOMPARE(model->rowCount(), 0);
        query->clear();
        QTest::keyClicks(query, ":6");
        QCOMPARE(model->index(0, 0).data().toString(), QString("line.py:6"));
        QTest::keyClick(query, Qt::Key_Return);
        QCOMPARE(editor().currentLine(), 6);
    }

    void keysDoNothingBehindGoTo() {
        open("behind.py", script);
        m_window->action("go-to")->trigger();
        auto *query = m_window->findChild<QLineEdit *>("finderQuery");
        QTest::keyClick(query, Qt::Key_F9);
        QTest::keyClick(query, Qt::Key_F5);
        QVERIFY(query->isVisible());
        QVERIFY(m_window->runner().breakpoints().empty());
        QCOMPARE(m_window->runner().state(), RunState::Idle);
        QTest::keyClick(query, Qt::Key_Escape);
        QVERIFY(!query->isVisible());
    }

    /** Also where one typed before: the operator that failed has selected the line, which is no news any more. */
    void theLineThatFailedIsShown() {
        const QString before = QStringLiteral("import numpy as np\nfrom mindspore import Tensor, ops\n") +
                               QString(60, QLatin1Char('\n')) + "x = Tensor(np.ones((2, 3), np.float32))\n";
        open("fails.py", before + "ops.matmul(x, x)\n");
        editor().setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(bar().contains("MatMul"), runTimeoutMs);
        QCOMPARE(editor().currentLine(), int(before.count(QLatin1Char('\n'))) + 1);
        const auto &ops = m_window->document().session().ops;
        QVERIFY(!ops.empty() && !ops.back().error.empty());
        QCOMPARE(opTimeText(ops.back()), QString("–"));
    }

    /** The lines of a script that is called like a panel stand behind the panel. */
    void goToFindsAPanelByItsNameFirst() {
        open("threads.py", script);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().session().ops.size() >= 3, runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        m_window->action("go-to")->trigger();
        auto *query = m_window->findChild<QLineEdit *>("finderQuery");
        QTest::keyClicks(query, "threads");
        const auto *model = m_window->findChild<QListView *>("finderList")->model();
        QCOMPARE(model->index(0, 0).data().toString(), QString("Threads"));
        QVERIFY(model->rowCount() > 5); // the lines, too
        QTest::keyClick(query, Qt::Key_Return);
        QVERIFY(m_window->findChild<Panel *>("threads")->isVisible());
    }

    void thePaletteRunsACommand() {
        m_window->action("palette")->trigger();
        auto *query = m_window->findChild<QLineEdit *>("finderQuery");
        QTest::keyClicks(query, "new script");
        QTest::keyClick(query, Qt::Key_Return);
        QVERIFY(editor().windowTitle().startsWith("untitled"));
        m_window->action("close-file")->trigger();
    }

    void thePaletteClearsFilters() {
        TraceFocus &focus = TraceFocus::of(m_window->document());
        for (const char *command : {"clear filters", "undo last filter"}) {
            focus.setMarked(std::nullopt);
            m_window->action("undo-filter")->trigger(); // none is left over
            focus.setMarked(TraceFocus::Range{1, 5});
            if (QString(command).startsWith("undo")) m_window->action("clear-filters")->trigger();
            m_window->action("palette")->trigger();
            auto *query = m_window->findChild<QLineEdit *>("finderQuery");
            QTest::keyClicks(query, "filter");
            QVERIFY(m_window->findChild<QListView *>("finderList")->model()->rowCount() >= 2);
            query->clear();
            QTest::keyClicks(query, command);
            QTest::keyClick(query, Qt::Key_Return);
            QCOMPARE(focus.marked().has_value(), QString(command).startsWith("undo"));
        }
        focus.setMarked(std::nullopt);
    }

    void whatAnotherProgramWroteIsNotLost() {
        const QString path = m_folder.filePath("outside.py");
        QVERIFY(writeFile(path.toStdString(), "a = 1\n").ok());
        m_window->openPath(path);
        QVERIFY(writeFile(path.toStdString(), "a = 1\n# outside\n").ok());
        comeBack();
        QCOMPARE(editor().currentText(), QString("a = 1\n# outside\n"));
        editor().setFocus();
        QTest::keyClicks(QApplication::focusWidget(), "b");
        QVERIFY(writeFile(path.toStdString(), "# later\n").ok());
        comeBack();
        QVERIFY(editor().currentText().startsWith("b") || editor().currentText().contains("b"));
        answer(QString());
        m_window->action("save")->trigger();
        QCOMPARE(QString::fromStdString(*readFile(path.toStdString())), QString("# later\n"));
        answer("Write mine over it");
        m_window->action("save")->trigger();
        QVERIFY(readFile(path.toStdString())->find("# outside") != std::string::npos);
        m_window->action("close-file")->trigger();
    }

    /** Keeping values costs more than many operators: the figures say that they contain it. */
    void timesOfARunWithValuesSaySo() {
        m_window->showPanel("timings");
        auto *sentence = m_window->panel("timings")->findChild<QWidget *>("timingsSentence");
        Session session;
        session.tensors.push_back({0, DType::Float32, {2}, Tensor::of({2}, std::vector<float>{1, 2}), "", 1});
        OpEvent op;
        op.number = 1;
        op.op = "Abs";
        op.outputs = {0};
        session.ops.push_back(op);
        Session bare = session;
        TensorRecord withoutValue = bare.tensors[0];
        withoutValue.value = {};
        bare.tensors.set(0, withoutValue);
        m_window->document().replace(std::move(session));
        QTRY_VERIFY(sentence->accessibleName().startsWith("Values were recorded"));
        m_window->document().replace(std::move(bare));
        QTRY_VERIFY(sentence->accessibleName().isEmpty());
    }

    void aPerspectiveComesBackAsTheUserLeftIt() {
        m_window->setPerspective("profile");
        QTRY_VERIFY(isInView("timings"));
        m_window->showPanel("console");
        QTRY_VERIFY(isInView("console"));
        m_window->setPerspective("step");
        m_window->setPerspective("profile");
        QTRY_VERIFY(isInView("console"));
        QVERIFY(!isInView("passes") && !isInView("irdiff"));
        m_window->action("reset-perspective")->trigger();
        QTRY_VERIFY(isInView("timings"));
        m_window->setPerspective("step");
    }

private:
    void comeBack() {
        QEvent event(QEvent::ActivationChange);
        QApplication::sendEvent(m_window.get(), &event);
    }
    /** Presses the button of the question that comes, or Cancel. */
    static void answer(const QString &text) {
        QTimer::singleShot(0, qApp, [text] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            QVERIFY(box);
            QAbstractButton *chosen = box->button(QMessageBox::Cancel);
            for (QAbstractButton *button : box->buttons())
                if (button->text() == text) chosen = button;
            chosen->click();
        });
    }
    EditorPanel &editor() { return *static_cast<EditorPanel *>(m_window->panel("editor")); }
    QPlainTextEdit *consoleView() { return m_window->panel("console")->findChild<QPlainTextEdit *>("consoleText"); }
    QString consoleText() { return consoleView()->toPlainText(); }
    QString bar() {
        const QWidget *bar = m_window->findChild<QWidget *>("infoBar");
        return bar->isVisible() ? bar->findChild<QLabel *>("infoBarMessage")->text() : QString();
    }
    /** Not behind another tab, whose place is outside of the window. */
    bool isInView(const QString &id) {
        const QWidget *panel = m_window->panel(id);
        return panel->isVisible() && m_window->rect().contains(panel->mapTo(m_window.get(), panel->rect().center()));
    }
    void open(const QString &name, const QString &text) {
        const QString path = m_folder.filePath(name);
        QVERIFY(writeFile(path.toStdString(), text.toStdString()).ok());
        m_window->setPerspective("step");
        m_window->openPath(path);
        QCOMPARE(editor().currentPath(), path);
        // Keys reach commands of the active window only; other tests opened windows of their own.
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(WindowTest)

} // namespace jitscope::tst_window

#include "tst_window.moc"
