// SPDX-License-Identifier: Apache-2.0
// Scripts in processes of their own, from the window: it stays, says what became of them, and shows what they recorded.
#include "app/panels/console/consoleview.h"
#include "app/sdk/document.h"
#include "app/sdk/runner.h"
#include "app/sdk/settings.h"
#include "app/sdk/widgets/infobar.h"
#include "engine/base/file.h"
#include "engine/session/session.h"
#include "tests/support/codeeditor.h"
#include "tests/support/processmemory.h"
#include "tests/support/testing.h"
#include "tests/support/windowtest.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string_view>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** As sanitizers do, to see who still uses it. */
#ifdef JITSCOPE_SANITIZED
constexpr bool keepsFreedMemory = true;
#else
constexpr bool keepsFreedMemory = false;
#endif

constexpr int runTimeoutMs = 10000;

QString afterOperators(const QString &end) {
    return QStringLiteral("import os, sys, ctypes\nimport numpy as np\nfrom mindspore import Tensor\n"
                          "x = Tensor(np.ones(4, np.float32))\nfor i in range(400): x = x + 1\nprint('ready')\n") +
           end + QLatin1Char('\n');
}

/** Processes that run programs for this one. */
std::vector<int> programs() {
    std::vector<int> found;
    for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
        if (!std::isdigit(static_cast<unsigned char>(entry.path().filename().string().front()))) continue;
        std::ifstream status(entry.path() / "stat");
        std::string text((std::istreambuf_iterator<char>(status)), {});
        const size_t end = text.rfind(')');
        if (end == std::string::npos || text.find("(jitscope_progra") == std::string::npos) continue;
        char state = 0;
        int parent = 0;
        if (std::sscanf(text.c_str() + end + 1, " %c %d", &state, &parent) != 2) continue;
        if (parent == int(::getpid()) && state != 'Z') found.push_back(std::stoi(entry.path().filename()));
    }
    return found;
}

/** Stands for the one who sits before the window: runs the script that it shows, and says what the window shows of it
    once it has ended. */
class Person : public QObject {
public:
    Person() {
        connect(&m_look, &QTimer::timeout, this, [this] { look(); });
        m_look.start(lookMs);
    }

private:
    static constexpr int lookMs = 50;

    void look() {
        const QWidgetList all = QApplication::topLevelWidgets();
        const auto found = std::ranges::find_if(all, [](QWidget *each) { return qobject_cast<MainWindow *>(each); });
        if (found == all.end()) return;
        auto *window = static_cast<MainWindow *>(*found);
        if (!m_hasRun && window->isReady() && window->action("run")->isEnabled()) {
            m_hasRun = true;
            for (const char *panel : {"console", "timings"})
                window->showPanel(panel);
            window->action("run")->trigger();
        } else if (m_hasRun && isShown(*window)) {
            m_look.stop();
            std::printf("%s\n%zu children\n%s\n", qPrintable(consoleText(*window)), programs().size(),
                        qPrintable(window->panel("timings")->contentAsText()));
            window->close();
        }
    }
    static QString consoleText(const MainWindow &window) {
        const auto *console = window.findChild<ConsoleView *>("consoleText");
        return console ? console->toPlainText() : QString();
    }
    static bool isShown(MainWindow &window) {
        return window.isReady() && window.runner().state() == RunState::Idle &&
               consoleText(window).contains("the end") && !window.panel("timings")->contentAsText().isEmpty();
    }

    QTimer m_look;
    bool m_hasRun = false;
};

/** Begins the window as the program does, with its command line behind the first argument. */
int beTheProgram(int argc, char **argv) {
    qAddPreRoutine([] { new Person; });
    argv[1] = argv[0];
    return runWindow(argc - 1, argv + 1);
}

} // namespace

class ProcessesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpWindowTest(m_folder); }

    void init() {
        m_window = openWindow({1280, 720});
        QVERIFY(m_window);
        m_window->showPanel("console");
    }

    void cleanup() { m_window.reset(); }

    void aScriptThatDiesIsToldOfAndItsRecordingIsThere_data() {
        QTest::addColumn<QString>("end");
        QTest::addColumn<QString>("message");
        QTest::newRow("os._exit") << "os._exit(4)"
                                  << "exit code 4 after operator 400";
        QTest::newRow("a segmentation fault") << "ctypes.string_at(0)"
                                              << "SIGSEGV";
        QTest::newRow("abort") << "os.abort()"
                               << "SIGABRT";
        QTest::newRow("kill") << "import time; time.sleep(0.5); os.kill(os.getpid(), 9)"
                              << "SIGKILL";
    }
    void aScriptThatDiesIsToldOfAndItsRecordingIsThere() {
        QFETCH(QString, end);
        QFETCH(QString, message);
        run(afterOperators(end));
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
        QCOMPARE(m_window->document().session().ops.size(), size_t(400));
        QVERIFY2(bar()->isVisible() && bar()->message().contains(message), qPrintable(bar()->message()));
        QVERIFY2(console()->toPlainText().contains("ready"), qPrintable(console()->toPlainText()));
        // The next input has a console again, and the next run a process.
        m_window->runner().runConsole("6 * 7");
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && console()->toPlainText().contains("42"), scaledTimeout(runTimeoutMs));
        run(afterOperators("print('again')"));
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && console()->toPlainText().contains("again"), scaledTimeout(runTimeoutMs));
    }

    void whatOneRunPatchesIsNotThereInTheNext() {
        const QString script = "import os, sys, builtins\nfrom mindspore import ops\n"
                               "print('fresh', not hasattr(ops, 'patched'), 'MINE' not in os.environ, "
                               "'/nowhere' not in sys.path, builtins.len is not None, os.getcwd() != '/')\n"
                               "ops.patched = 1\nos.environ['MINE'] = '1'\nsys.path.append('/nowhere')\n"
                               "builtins.len = None\nos.chdir('/')\n";
        for (int i = 0; i < 2; ++i) {
            console()->clearText();
            run(script);
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
            QTRY_VERIFY2(console()->toPlainText().contains("fresh True True True True True"),
                         qPrintable(console()->toPlainText()));
        }
    }

    void aScriptIsRunWithItsSettings() {
        setScript("import os, sys\nprint(sys.argv[1:], os.environ.get('MINE'), os.getcwd(), sys.flags.optimize, "
                  "'/usr/share' in sys.path)\n");
        inRunSettings([](QWidget *dialog) {
            auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
            type(*dialog, "arguments", "--epochs 3 'two words'");
            type(*dialog, "folder", "/nowhere");
            QVERIFY(!ok->isEnabled());
            dialog->findChild<QLineEdit *>("folder")->clear();
            type(*dialog, "folder", "/usr");
            type(*dialog, "environment", "MINE=yes");
            type(*dialog, "modules", "/usr/share");
            type(*dialog, "python", "-O");
            QVERIFY(ok->isEnabled());
            ok->click();
        });
        for (int i = 0; i < 2; ++i) { // remembered
            console()->clearText();
            m_window->action("run")->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
            QTRY_VERIFY2(console()->toPlainText().contains("['--epochs', '3', 'two words'] yes /usr 1 True"),
                         qPrintable(console()->toPlainText()));
        }
    }

    /** The next window is a process of its own, so that what it knows it read. */
    void theNextWindowHasTheSettingsOfEachScript() {
        const QString shown = "import os, sys\nfrom mindspore import ops\nops.ones(3)\n"
                              "print(sys.argv[1:], os.environ.get('MINE'), os.getcwd(), sys.flags.optimize, "
                              "'/usr/share' in sys.path)\nprint('the end')\n";
        const QString one = savedScript("one.py", shown), two = savedScript("two.py", shown);
        m_window->openPath(one);
        inRunSettings([](QWidget *dialog) {
            type(*dialog, "arguments", "--epochs 3");
            type(*dialog, "folder", "/usr");
            type(*dialog, "environment", "MINE=yes");
            type(*dialog, "modules", "/usr/share");
            type(*dialog, "python", "-O");
            dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok)->click();
        });
        m_window->openPath(two);
        inRunSettings([](QWidget *dialog) {
            type(*dialog, "arguments", "--epochs 4");
            type(*dialog, "folder", "/etc");
            dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok)->click();
        });
        m_window.reset();
        settingsFile().sync();
        const QString ofOne = shownByAnotherWindow({one}), ofTwo = shownByAnotherWindow({two});
        QVERIFY2(ofOne.contains("['--epochs', '3'] yes /usr 1 True"), qPrintable(ofOne));
        QVERIFY2(ofTwo.contains("['--epochs', '4'] None /etc 0 False"), qPrintable(ofTwo));
    }

    void aWindowMayRunScriptsInItsOwnProcess_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<bool>("isOwn");
        QTest::newRow("by itself") << QStringList() << false;
        QTest::newRow("--in-process") << QStringList{"--in-process"} << true;
    }
    void aWindowMayRunScriptsInItsOwnProcess() {
        QFETCH(QStringList, options);
        QFETCH(bool, isOwn);
        const QString path = savedScript("where.py", "import os\nfrom mindspore import ops\nx = ops.ones(4)\n"
                                                     "for i in range(40): x = ops.tanh(x)\n"
                                                     "print('process', os.getpid())\nprint('the end')\n");
        const QString shown = shownByAnotherWindow(options + QStringList{path});
        const QString own = QStringLiteral("process %1\n").arg(m_otherProcess);
        QVERIFY2(shown.contains(QRegularExpression("process \\d+\n")), qPrintable(shown));
        QVERIFY2(shown.contains(own) == isOwn, qPrintable(shown));
        QVERIFY2(shown.contains("\n0 children\n") == isOwn, qPrintable(shown));
        QVERIFY2(shown.contains(QRegularExpression("Tanh\\s+40\\b")), qPrintable(shown));
    }

    void aLoopOfCIsKilled() {
        run(afterOperators("sum(range(10**12))"));
        QTRY_VERIFY_WITH_TIMEOUT(console()->toPlainText().contains("ready"), scaledTimeout(runTimeoutMs));
        QElapsedTimer sinceStop;
        sinceStop.start();
        m_window->action("stop")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(bar()->isVisible() && bar()->message().contains("does not stop"),
                                 scaledTimeout(runTimeoutMs));
        const qint64 offeredMs = sinceStop.elapsed();
        QVERIFY2(offeredMs >= 1900 && offeredMs <= scaledTimeout(2600), qPrintable(QString::number(offeredMs)));
        QToolButton *kill = nullptr;
        for (QToolButton *button : bar()->findChildren<QToolButton *>())
            if (button->text() == "Kill") kill = button;
        QVERIFY(kill);
        QTest::mouseClick(kill, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
        QCOMPARE(m_window->document().session().ops.size(), size_t(400));
        QTRY_VERIFY(console()->toPlainText().contains("was killed"));
    }

    void whatAScriptReadsIsTypedIntoTheConsole() {
        run("name = input('name? ')\nprint('hello', name)\n");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().waitsForInput(), scaledTimeout(runTimeoutMs));
        QTRY_VERIFY(console()->hasPrompt());
        console()->setFocus();
        QTest::keyClicks(console(), "Ada");
        QTest::keyClick(console(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
        QTRY_VERIFY2(console()->toPlainText().contains("hello Ada"), qPrintable(console()->toPlainText()));
    }

    void theConsoleComesForwardWhenAScriptReads() {
        m_window->showPanel("editor");
        run("name = input('name? ')\nprint('hello', name)\n");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().waitsForInput(), scaledTimeout(runTimeoutMs));
        QTRY_VERIFY(console()->isVisible() && console()->hasPrompt());
        QTRY_VERIFY2(statusText().contains("waits for input"), qPrintable(statusText()));
        m_window->runner().input("Ada\n");
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
    }

    /** A panel that is made while the program waits has the prompt, too. */
    void aConsoleThatIsMadeLaterAsksAsWell() {
        m_window.reset();
        m_window = openWindow({1280, 720});
        setScript("print('got', input('name? '))\n");
        m_window->action("run")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().waitsForInput(), scaledTimeout(runTimeoutMs));
        QTRY_VERIFY(console() && console()->hasPrompt());
        console()->setFocus();
        QTest::keyClicks(console(), "Ada");
        QTest::keyClick(console(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
        QTRY_VERIFY2(console()->toPlainText().contains("name? "), qPrintable(console()->toPlainText()));
        QVERIFY2(console()->toPlainText().contains("got Ada"), qPrintable(console()->toPlainText()));
    }

    void inputEndsWithCtrlD() {
        run("try:\n    input()\nexcept EOFError: print('no more')\n");
        QTRY_VERIFY_WITH_TIMEOUT(console()->hasPrompt() && m_window->runner().waitsForInput(),
                                 scaledTimeout(runTimeoutMs));
        console()->setFocus();
        QTest::keyClick(console(), Qt::Key_D, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
        QTRY_VERIFY(console()->toPlainText().contains("no more"));
    }

    void quittingLeavesNoProcess_data() {
        QTest::addColumn<QString>("work");
        QTest::newRow("idle") << "print('done')";
        QTest::newRow("a loop of C") << "sum(range(10**12))";
        QTest::newRow("a stopped process") << "import time; time.sleep(0.3); os.kill(os.getpid(), 19)";
        QTest::newRow("a child that stays") << "if os.fork() == 0:\n    import time\n    time.sleep(1000)\n";
    }
    void quittingLeavesNoProcess() {
        QFETCH(QString, work);
        run(afterOperators(work));
        QTRY_VERIFY_WITH_TIMEOUT(console()->toPlainText().contains("ready"), scaledTimeout(runTimeoutMs));
        QVERIFY(!programs().empty());
        m_window->runner().stop();
        m_window.reset();
        QTRY_VERIFY_WITH_TIMEOUT(programs().empty(), scaledTimeout(runTimeoutMs));
    }

    void whatAProgramBeganIsListedInTheStatusBar() {
        run(afterOperators("import subprocess\nsubprocess.run(['true', 'R&D'])\nsubprocess.Popen(['sleep', '1000'])"));
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
        auto *button = m_window->findChild<QToolButton *>("statusProcesses");
        QTRY_VERIFY(button->isVisible());
        QTRY_COMPARE(button->text(), QString("1 process"));
        Q_EMIT button->menu()->aboutToShow();
        QStringList rows;
        for (const QAction *row : button->menu()->actions())
            rows.append(row->text().section("  ", 1));
        QCOMPARE(rows, (QStringList{"sleep 1000  runs", "true R&&D  ended"}));
        run("pass\n");
        QTRY_VERIFY(!button->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
    }

    /** As when the disk is full. */
    void aJournalThatCannotGrowIsSaidAtOnceAndTheRunGoesOn() {
        run(afterOperators("import resource, time\ntime.sleep(0.5)\n"
                           "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))\n"
                           "for i in range(20000): x = x + 1\nprint('goes on')\ninput()\nprint('end')"));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().waitsForInput(), scaledTimeout(runTimeoutMs));
        QTRY_VERIFY2(bar()->isVisible() && bar()->message().contains("no longer kept on disk"),
                     qPrintable(bar()->message()));
        m_window->runner().input("\n");
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
        QCOMPARE(m_window->document().session().ops.size(), size_t(20400));
        QTRY_VERIFY(console()->toPlainText().contains("end"));
    }

    void muchThatIsPrintedAtOnceComesSoonAndIsNotKept() {
        run("print('ready')\ninput()\nprint('x' * 200_000_000)\nprint('the end')\n");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().waitsForInput(), scaledTimeout(runTimeoutMs));
        const int64_t before = memoryOf("self").own;
        int64_t most = before;
        qint64 longest = 0;
        QElapsedTimer since, turn;
        since.start();
        m_window->runner().input("\n");
        for (bool isAsked = true; isAsked || !isIdle(); isAsked = false) {
            turn.restart();
            QCoreApplication::processEvents();
            longest = std::max(longest, turn.elapsed());
            most = std::max(most, memoryOf("self").own);
            QTest::qSleep(1);
            QVERIFY(since.elapsed() < scaledTimeout(60000));
        }
        const qint64 tookMs = since.elapsed();
        qInfo("200 MB of one line: %lld ms; a turn of the event loop %lld ms at most; %lld MB more in the window",
              (long long)tookMs, (long long)longest, (long long)((most - before) >> 20));
        QTRY_VERIFY(console()->toPlainText().contains("the end"));
        QVERIFY2(tookMs < scaledTimeout(12000), qPrintable(QString::number(tookMs)));
        QVERIFY2(most - before < int64_t(120) << 20 || keepsFreedMemory, qPrintable(QString::number(most - before)));
    }

    void theWindowAnswersWhateverTheProgramDoes_data() {
        QTest::addColumn<QString>("work");
        QTest::newRow("prints without end") << "while True: print('x' * 100)";
        QTest::newRow("operators without end") << "while True: x = x + 1";
        QTest::newRow("stopped") << "import time; time.sleep(0.3); os.kill(os.getpid(), 19)";
        QTest::newRow("memory that is not there") << "try: bytearray(10**14)\nexcept MemoryError: print('none')";
    }
    void theWindowAnswersWhateverTheProgramDoes() {
        QFETCH(QString, work);
        run(afterOperators(work));
        QTRY_VERIFY_WITH_TIMEOUT(console()->toPlainText().contains(QRegularExpression("ready|xxx")),
                                 scaledTimeout(runTimeoutMs));
        QElapsedTimer time;
        qint64 longest = 0;
        for (int i = 0; i < 100; ++i) {
            time.restart();
            QCoreApplication::processEvents();
            longest = std::max(longest, time.elapsed());
            QTest::qSleep(5);
        }
        qInfo("%s: longest turn of the event loop %lld ms", QTest::currentDataTag(), (long long)(longest));
        m_window->runner().stop();
        m_window->runner().kill();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), scaledTimeout(runTimeoutMs));
    }

private:
    bool isIdle() const { return m_window->runner().state() == RunState::Idle; }
    InfoBar *bar() const { return m_window->findChild<InfoBar *>("infoBar"); }
    QString statusText() const {
        QString text;
        for (const QLabel *label : m_window->statusBar()->findChildren<QLabel *>())
            text += label->text() + QLatin1Char(' ');
        return text;
    }
    ConsoleView *console() const { return m_window->findChild<ConsoleView *>("consoleText"); }
    void setScript(const QString &text) {
        if (!m_window->findChild<CodeEditor *>("code")) m_window->newScript();
        m_window->findChild<CodeEditor *>("code")->setText(text);
    }
    QString savedScript(const QString &name, const QString &text) {
        const QString path = m_folder.filePath(name);
        return writeFile(path.toStdString(), text.toStdString()).ok() ? path : QString();
    }
    /** What a person does in the dialog, which is then gone. */
    void inRunSettings(const std::function<void(QWidget *dialog)> &act) {
        QTimer::singleShot(0, this, [act] {
            QWidget *dialog = QApplication::activeModalWidget();
            QVERIFY(dialog);
            act(dialog);
        });
        m_window->action("run-settings")->trigger();
    }
    static void type(QWidget &dialog, const char *field, const QString &text) {
        auto *edit = dialog.findChild<QWidget *>(field);
        edit->setFocus();
        QTest::keyClicks(edit, text);
    }
    QString shownByAnotherWindow(const QStringList &commandLine) {
        QProcess window;
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(QCoreApplication::applicationFilePath(), QStringList{"--window"} + commandLine);
        m_otherProcess = window.processId();
        window.waitForFinished(scaledTimeout(3 * runTimeoutMs));
        return QString::fromUtf8(window.readAllStandardOutput());
    }
    void run(const QString &text) {
        setScript(text);
        m_window->action("run")->trigger();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    qint64 m_otherProcess = 0;
};

int main(int argc, char **argv) {
    if (argc > 1 && std::string_view(argv[1]) == "--window") return beTheProgram(argc, argv);
    QApplication application(argc, argv);
    ProcessesTest test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_processes.moc"
