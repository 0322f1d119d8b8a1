// SPDX-License-Identifier: Apache-2.0
// What the user forces on a script is said; runs and unsaved text are kept: over the next run, over a file that is
// opened, over a quit without a question.
#include "app/models/baseline.h"
#include "app/models/filterchips.h"
#include "app/models/nothingleft.h"
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/widgets/infobar.h"
#include "engine/base/file.h"
#include "engine/base/spillmemory.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "engine/session/variantrecord.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QTreeView>

namespace jitscope::tst_runs {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 15000;

/** So many additions, and one function that says O0. */
QString script(int additions) {
    return QStringLiteral("import numpy as np\n"
                          "import mindspore as ms\n"
                          "from mindspore import Tensor, ops\n"
                          "x = Tensor(np.ones((2, 3), np.float32))\n"
                          "for _ in range(%1):\n"
                          "    ops.add(x, x)\n"
                          "@ms.jit(jit_level='O0')\n"
                          "def f(a):\n"
                          "    return a * 2 + 1\n"
                          "f(x)\n")
        .arg(additions);
}

/** So many values of 16 MB that do not pack. */
QString largeScript(int values) {
    return QStringLiteral("import numpy as np\n"
                          "from mindspore import Tensor, ops\n"
                          "x = Tensor(np.random.rand(4000000).astype(np.float32))\n"
                          "for _ in range(%1):\n"
                          "    x = ops.sin(x)\n")
        .arg(values - 1);
}

} // namespace

class RunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        testing::setUpWindowTest(*m_folder);
        m_window = testing::openWindow();
        QVERIFY(m_window);
    }

    void cleanup() {
        m_window.reset();
        m_folder.reset();
    }

    void theScriptDecidesUntilTheUserForcesSomething() {
        QCOMPARE(tool("level")->text(), QString("Level: script"));
        QCOMPARE(tool("level")->menu()->actions().constFirst()->text(), QString("As the script says"));
        QVERIFY(tool("level")->menu()->actions().constFirst()->isChecked());
        run("a.py", script(1));
        QVERIFY(!consoleText().contains("forced"));
        QCOMPARE(compilation().jitLevel, std::string("O0"));
        QVERIFY(compilation().script == ScriptSettings());
    }

    void whatIsForcedIsMarkedInWordsAndRecorded() {
        const QIcon none = tool("level")->icon();
        choose("level", "level=O1");
        QCOMPARE(tool("level")->text(), QString("Level: O1 forced"));
        QVERIFY(none.isNull() && !tool("level")->icon().isNull());
        QCOMPARE(tool("level")->accessibleName(), QString("Level: O1 forced"));
        run("a.py", script(1));
        QVERIFY2(consoleText().contains("jit_level=O1 is forced by the tool bar"), qPrintable(consoleText()));
        QCOMPARE(compilation().jitLevel, std::string("O1"));
        QCOMPARE(compilation().script.jitLevel, std::string("O0"));
        QCOMPARE(m_window->runs()->runs()[0].forced, QStringList("jit_level=O1"));
        QCOMPARE(m_window->document().session().output[0].text,
                 std::string("jit_level=O1 is forced by the tool bar\n"));
        choose("level", "level=");
        QCOMPARE(tool("level")->text(), QString("Level: script"));
    }

    void theStatusSaysHowTheRunEndedAndWhatItHolds() {
        run("a.py", script(3));
        QVERIFY2(
            QRegularExpression("^finished in [0-9.]+ .?s, \\d+ operators, 1 compilation$").match(status()).hasMatch(),
            qPrintable(status()));
        run("b.py", "import sys\nsys.exit(4)\n");
        QVERIFY2(status().startsWith("ended with exit code 4 after "), qPrintable(status()));
        run("c.py", "1 / 0\n");
        QVERIFY2(status().startsWith("ended by an error after "), qPrintable(status()));
        open("d.py", "while True: pass\n");
        m_window->action("run")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(status(), QString("running"), runTimeoutMs);
        m_window->action("stop")->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(status().startsWith("stopped after "), qPrintable(status()), runTimeoutMs);
    }

    /** Beyond the budget, which is none here: they are all there, and the status says where. */
    void operatorsGoOnOnDisk() {
        const QTemporaryDir folder(QDir::current().filePath("lists-XXXXXX")); // not where files may be memory
        const int64_t budget = spillUse().budget;
        useSpillFolder(folder.path().toStdString());
        setSpillBudget(0);
        run("a.py", script(20000));
        setSpillBudget(budget);
        QVERIFY2(spillUse().trouble.empty(), spillUse().trouble.c_str());
        QVERIFY(spillUse().inFile > 20000 * 50);
        const auto *memory = m_window->findChild<QLabel *>("statusMemory");
        QTRY_VERIFY2(QRegularExpression("operators .* of .*, .* on disk").match(memory->text()).hasMatch(),
                     qPrintable(memory->text()));
        for (size_t place = 0; place < 20000; place += 7)
            QCOMPARE(session().ops[place].op.str(), std::string("Add"));
        const QString file = m_folder->filePath("long.jitscope");
        QVERIFY(saveSession(session(), file.toStdString()).ok());
        const auto reread = loadSession(file.toStdString());
        QVERIFY(reread.ok());
        QCOMPARE(reread->ops.size(), session().ops.size());
    }

    void aNewRunKeepsTheOneBefore() {
        run("a.py", script(2));
        const size_t ops = session().ops.size();
        run("b.py", script(5));
        QCOMPARE(m_window->runs()->runs().size(), size_t(2));
        QVERIFY(session().ops.size() > ops);
        const RunRecord first = m_window->runs()->runs()[1];
        QCOMPARE(QFileInfo(first.script).fileName(), QString("a.py"));
        QCOMPARE(size_t(first.ops), ops);
        m_window->runs()->show(first.id);
        QTRY_COMPARE_WITH_TIMEOUT(session().ops.size(), ops, runTimeoutMs);
        QCOMPARE(m_window->runs()->shown(), first.id);
        QVERIFY(status().startsWith("finished in"));
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 2, runTimeoutMs);
    }

    void openingAFileKeepsTheRecordingToo() {
        run("a.py", script(2));
        const size_t ops = session().ops.size();
        m_window->showSession({}, {});
        QVERIFY(session().ops.empty());
        QCOMPARE(m_window->runs()->shown(), QString());
        m_window->runs()->show(m_window->runs()->runs()[0].id);
        QTRY_COMPARE_WITH_TIMEOUT(session().ops.size(), ops, runTimeoutMs);
    }

    void theConsoleLeavesAShownFileAloneUntilAnOperatorRuns() {
        run("a.py", script(2));
        Session somebodys;
        somebodys.info["script"] = "somebody's";
        m_window->showSession(std::move(somebodys), {});
        m_window->runner().runConsole("1 + 1");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QCOMPARE(session().info.at("script"), std::string("somebody's"));
        m_window->runner().runConsole("ops.add(x, x)");
        QTRY_COMPARE_WITH_TIMEOUT(session().ops.size(), size_t(1), runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QCOMPARE(session().ops.front().number, int64_t(1));
        QCOMPARE(m_window->runs()->runs().size(), size_t(2));
        QCOMPARE(m_window->runs()->shown(), m_window->runs()->runs()[0].id);
    }

    void quittingAsksNothingAndTheNextWindowHasTheRuns() {
        openKeeping();
        run("a.py", script(2));
        m_window->runs()->setNote(m_window->runs()->runs()[0].id, "before the fix");
        open("unsaved.py", "a = 1\n");
        QWidget *code = editor().focusProxy();
        code->setFocus();
        QTest::keyClicks(code, "#");
        QVERIFY(editor().currentIsModified());
        reopen();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->runs()->runs().size(), size_t(1), runTimeoutMs);
        QCOMPARE(m_window->runs()->runs()[0].note, QString("before the fix"));
        QVERIFY(m_window->runs()->runs()[0].end == RunEnd::Finished);
        QVERIFY(session().ops.empty());
        QCOMPARE(editor().currentText(), QString("#a = 1\n"));
        QVERIFY(editor().currentIsModified());
        QCOMPARE(testing::readText(m_folder->filePath("unsaved.py").toStdString()), std::string("a = 1\n"));
        const Result<void> saved = editor().save();
        VERIFY_RESULT(saved);
        reopen();
        QCOMPARE(editor().currentText(), QString("#a = 1\n"));
        QVERIFY(!editor().currentIsModified());
    }

    void theNextWindowHasTheScriptsWithTheirBreakpoints() {
        openKeeping();
        open("first.py", "a = 1\nb = 2\nc = 3\n");
        open("second.py", "d = 4\n");
        editor().showScript(0);
        editor().goToLine(3);
        m_window->action("toggle-breakpoint")->trigger();
        editor().goToLine(2);
        reopen();
        QCOMPARE(editor().paths(), (QStringList{m_folder->filePath("first.py"), m_folder->filePath("second.py")}));
        QCOMPARE(editor().currentName(), QString("first.py"));
        QCOMPARE(editor().currentLine(), 2);
        QCOMPARE(m_window->runner().breakpoints().size(), size_t(1));
        QCOMPARE(m_window->runner().breakpoints()[0].line, 3);
        QFile::remove(m_folder->filePath("second.py"));
        reopen();
        QCOMPARE(editor().paths(), QStringList(m_folder->filePath("first.py")));
        m_window->runner().setBreakpoints({});
    }

    void theConsoleTakesNeitherTheScriptNorHowItEndedAway() {
        run("a.py", script(1) + "1 / 0\n");
        auto *bar = m_window->findChild<InfoBar *>("infoBar");
        QTRY_VERIFY(bar->isVisible());
        const QString ended = status(), message = bar->message();
        QVERIFY2(ended.startsWith("ended by an error"), qPrintable(ended));
        for (const char *input : {"y = ops.add(x, x)", "1 +"}) {
            QSignalSpy finished(&m_window->runner(), &Runner::finished);
            m_window->runner().runConsole(QString::fromLatin1(input));
            QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, runTimeoutMs);
            QCOMPARE(status(), ended);
            QVERIFY(bar->isVisible());
            QCOMPARE(bar->message(), message);
            QCOMPARE(editor().currentName(), QString("a.py"));
        }
        // The operator of the input is shown on demand; F5 runs the script all the same.
        m_window->selection().selectOp(session().ops.front().number);
        m_window->selection().selectOp(session().ops.back().number);
        QVERIFY2(editor().currentName().startsWith("<console"), qPrintable(editor().currentName()));
        QSignalSpy finished(&m_window->runner(), &Runner::finished);
        m_window->action("run")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, runTimeoutMs);
        QCOMPARE(editor().currentName(), QString("a.py"));
        QVERIFY(status().startsWith("ended by an error"));
    }

    void aRunLeavesTheCursorWhereItIs() {
        open("a.py", script(3));
        editor().goToLine(2);
        QSignalSpy finished(&m_window->runner(), &Runner::finished);
        m_window->action("run")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, runTimeoutMs);
        QCoreApplication::processEvents();
        QCOMPARE(editor().currentLine(), 2);
    }

    void whatRunsWhenTheWindowClosesIsKept() {
        openKeeping();
        open("long.py", script(2) + "import time\nprint('ready', flush=True)\nwhile True:\n    time.sleep(0.01)\n");
        m_window->action("run")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(consoleText().contains("ready"), runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(session().ops.size() > 2, runTimeoutMs);
        reopen();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->runs()->runs().size(), size_t(1), runTimeoutMs);
        QVERIFY(m_window->runs()->runs()[0].end == RunEnd::Stopped);
        QVERIFY(m_window->runs()->runs()[0].ops > 2);
    }

    void theOldestUnpinnedGiveWay() {
        run("a.py", script(1));
        run("b.py", script(1));
        run("c.py", script(1));
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 3, runTimeoutMs);
        QTRY_VERIFY(m_window->runs()->runs()[0].bytes > 0);
        m_window->runs()->setPinned(m_window->runs()->runs()[2].id, true);
        m_window->runs()->setBudget(1);
        QCOMPARE(names(), (QStringList{"c.py", "a.py"})); // the newest stays, as does what is pinned
        QCOMPARE(files().size(), 2);
        m_window->runs()->setBudget(qint64(1) << 32); // the settings live as long as the program
    }

    void aRunLargerThanTheRoomDrivesNothingOut() {
        m_window->showPanel("runs");
        run("a.py", script(1));
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1, runTimeoutMs);
        m_window->runs()->setBudget(qint64(1) << 20);
        run("large.py", largeScript(2));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->runs()[0].needs > (1 << 20), runTimeoutMs);
        QCOMPARE(names(), (QStringList{"large.py", "a.py"}));
        QCOMPARE(files().size(), 1);
        auto *bar = m_window->findChild<InfoBar *>();
        QVERIFY(bar->isVisible());
        QVERIFY2(bar->message().startsWith("The run of large.py is not kept for the next start: it needs 30"),
                 qPrintable(bar->message()));
        auto *sentence = m_window->panel("runs")->findChild<QLabel *>("unkeptRun");
        QVERIFY(sentence->isVisible());
        QCOMPARE(sentence->text(), bar->message());
        QVERIFY(m_window->panel("runs")->contentAsText().contains(", not kept"));

        answerNextQuestion("Cancel");
        QVERIFY(!m_window->close());
        QCOMPARE(m_asked, QString("unkeptRun"));
        for (QToolButton *each : bar->findChildren<QToolButton *>())
            if (each->text().startsWith("Raise the room")) each->click();
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 2, runTimeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->runs()->runs()[0].needs, qint64(-1), runTimeoutMs);
        QVERIFY(!sentence->isVisible());
        m_window->runs()->setBudget(qint64(1) << 32); // the settings live as long as the program
    }

    void quittingStopsTheProgramFirst() {
        openKeeping();
        open("endless.py", script(3) + "while True:\n    f(x)\n");
        m_window->action("run")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session().ops.size() > 20, runTimeoutMs);
        std::optional<RunState> whileWriting;
        connect(m_window->runs(), &Runs::changed, this, [&] {
            if (!m_window->isVisible() || files().isEmpty()) return;
            if (!whileWriting) whileWriting = m_window->runner().state();
        });
        QVERIFY(m_window->close());
        QVERIFY(m_window->runner().state() == RunState::Idle);
        QVERIFY(!whileWriting || *whileWriting == RunState::Idle);
        QCOMPARE(files().size(), 1);
    }

    void quittingEndsAProgramThatCannotBeStopped() {
        openKeeping();
        open("stubborn.py", script(3) + "while True:\n    try:\n        while True:\n            f(x)\n    except "
                                        "BaseException:\n        pass\n");
        m_window->action("run")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session().ops.size() > 20, runTimeoutMs);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(m_window->close());
        QVERIFY(m_window->runner().state() == RunState::Idle);
        QVERIFY2(clock.elapsed() < 30000, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(files().size(), 1);
    }

    void quittingShowsHowFarTheWritingIs() {
        run("large.py", largeScript(10));
        QString shown;
        QTimer look;
        connect(&look, &QTimer::timeout, this, [&] {
            auto *dialog = QApplication::activeModalWidget();
            if (!dialog) return;
            shown = dialog->objectName();
            for (QAbstractButton *each : dialog->findChildren<QAbstractButton *>())
                if (each->text() == "Quit without keeping") each->click();
        });
        look.start(20);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(m_window->close());
        m_window.reset();
        QCOMPARE(shown, QString("waitBeforeClosing"));
        QVERIFY2(clock.elapsed() < 3000, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(files().size(), 0);
    }

    void runsWhoseFilesAreGoneLeaveTheList() {
        openKeeping();
        run("a.py", script(1));
        run("b.py", script(1));
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 2, runTimeoutMs);
        reopen();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->runs()->runs().size(), size_t(2), runTimeoutMs);
        QFile::remove(m_folder->filePath("config/runs/") + m_window->runs()->runs()[1].id + ".jitscope");
        QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList("b.py"), runTimeoutMs);
    }

    void removedRunsComeBack() {
        run("a.py", script(1));
        run("b.py", script(1));
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 2, runTimeoutMs);
        const QString first = m_window->runs()->runs()[1].id;
        m_window->runs()->remove({first});
        QCOMPARE(names(), QStringList("b.py"));
        QCOMPARE(files().size(), 1);
        QVERIFY(m_window->runs()->canUndoRemove());
        m_window->runs()->undoRemove();
        QCOMPARE(names(), (QStringList{"b.py", "a.py"}));
        QCOMPARE(files().size(), 2);
        m_window->runs()->show(first);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->runs()->shown(), first, runTimeoutMs);
    }

    void thePanelComparesTwoRunsAndKeepsNotes() {
        m_window->showPanel("runs");
        run("a.py", script(2));
        run("b.py", script(5));
        auto *list = m_window->panel("runs")->findChild<QTreeView *>("runList");
        QTRY_COMPARE(list->model()->rowCount(), 2);
        list->selectAll();
        button("Compare two chosen runs by operator, line, ...; one with the run in view")->click();
        auto *table = m_window->panel("runs")->findChild<QTreeView *>("runDifferences");
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() >= 2, runTimeoutMs);
        bool isFound = false;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (table->model()->index(row, 0).data().toString() != "Add") continue;
            isFound = true;
            const int a = table->model()->index(row, 2).data().toInt(),
                      b = table->model()->index(row, 3).data().toInt();
            QCOMPARE(b - a, 3);
        }
        QVERIFY(isFound);
        QVERIFY(m_window->panel("runs")->contentAsText().contains("Add\t"));
        auto *by = m_window->panel("runs")->findChild<QComboBox *>("runComparisonBy");
        by->setCurrentIndex(int(OpGrouping::Line));
        const auto hasLine = [table] {
            return table->model()->rowCount() > 0 && table->model()->index(0, 0).data().toString().contains(".py:");
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasLine(), runTimeoutMs);

        list->clearSelection();
        list->setCurrentIndex(list->model()->index(0, 0));
        auto *note = m_window->panel("runs")->findChild<QLineEdit *>("runNote");
        note->setFocus();
        QTest::keyClicks(note, "five");
        QTest::keyClick(note, Qt::Key_Return);
        QCOMPARE(m_window->runs()->runs()[0].note, QString("five"));
        QCOMPARE(list->model()->rowCount(), 2);
    }

    /** A low panel has no room for the list and a comparison. */
    void aComparisonTakesTheListsPlaceInALowPanel() {
        m_window->showPanel("runs");
        run("a.py", script(2));
        run("b.py", script(5));
        Panel *panel = m_window->panel("runs");
        auto *list = panel->findChild<QTreeView *>("runList");
        auto *differences = panel->findChild<QTreeView *>("runDifferences");
        QTRY_COMPARE(list->model()->rowCount(), 2);
        list->selectAll();
        button("Compare two chosen runs by operator, line, ...; one with the run in view")->click();
        QTRY_VERIFY_WITH_TIMEOUT(differences->model()->rowCount() > 0, runTimeoutMs);
        m_window->resize(1200, 700);
        QTRY_VERIFY(differences->isVisible() && !list->isVisible());
        m_window->resize(1200, 1800);
        QTRY_VERIFY(differences->isVisible() && list->isVisible());
        m_window->resize(1200, 700);
        QTRY_VERIFY(!list->isVisible());
        panel->findChild<QToolButton *>("closeRunComparison")->click();
        QVERIFY(!differences->isVisible() && list->isVisible());
    }

    void theFilterOfRunsIsAChipAndSaysWhenNoneIsLeft() {
        m_window->showPanel("runs");
        run("a.py", script(1));
        run("b.py", script(1));
        Panel *panel = m_window->panel("runs");
        auto *list = panel->findChild<QTreeView *>("runList");
        QTRY_COMPARE(list->model()->rowCount(), 2);
        auto *filter = qobject_cast<QLineEdit *>(panel->titleControls());
        auto *chips = panel->findChild<FilterChips *>();
        auto *nothing = panel->findChild<NothingLeft *>();
        QVERIFY(filter && !chips->isVisible());
        filter->setText("a.py absent");
        QCOMPARE(chips->texts(), (QStringList{"rows with “a.py”", "rows with “absent”"}));
        QVERIFY(chips->isVisible() && nothing->isVisible() && !list->isVisible());
        QVERIFY2(nothing->text().contains("None of the 2 runs"), qPrintable(nothing->text()));
        chips->findChild<QToolButton *>("chip1")->click();
        QCOMPARE(filter->text(), QString("a.py"));
        QVERIFY(list->isVisible());
        QCOMPARE(list->model()->rowCount(), 1);
        filter->setText("absent");
        nothing->findChild<QToolButton *>("clearAllFilters")->click();
        QVERIFY(filter->text().isEmpty() && !chips->isVisible());
        QCOMPARE(list->model()->rowCount(), 2);
    }

    void theNewestRunStaysInViewAndAnOlderOneWhereItIs() {
        m_window->showPanel("runs");
        m_window->resize(1280, 560);
        auto *list = m_window->panel("runs")->findChild<QTreeView *>("runList");
        const auto isInView = [&](int row) {
            const QRect place = list->visualRect(list->model()->index(row, 0));
            return list->viewport()->rect().contains(QPoint(1, place.center().y()));
        };
        const auto runOnce = [&] {
            const int before = list->model()->rowCount();
            run("a.py", script(1));
            QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), before + 1, runTimeoutMs);
        };
        while (!list->verticalScrollBar()->isVisible() || list->verticalScrollBar()->maximum() < 3)
            runOnce();
        // The newest stands first; an old one is chosen, and the list is at its beginning.
        list->setCurrentIndex(list->model()->index(list->model()->rowCount() - 1, 0));
        list->scrollToTop();
        runOnce();
        QVERIFY(isInView(0));
        list->scrollToBottom();
        const int top = list->indexAt({0, 0}).row();
        QVERIFY(!isInView(0));
        runOnce();
        QCOMPARE(list->indexAt({0, 0}).row(), top + 1);
        // Sorted the other way round, it stands last.
        list->sortByColumn(0, Qt::AscendingOrder);
        list->setCurrentIndex(list->model()->index(0, 0));
        list->scrollToBottom();
        runOnce();
        QVERIFY(isInView(list->model()->rowCount() - 1));
    }

    void variantsStayWithTheirRun() {
        m_window->showPanel("runs");
        run("a.py", script(2));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->runs().size() == 1, runTimeoutMs);
        VariantRecord variant;
        variant.name = "mine";
        m_window->document().setVariants({variant});
        run("a.py", script(3));
        QVERIFY(m_window->document().session().variants.empty());
        QTRY_COMPARE(m_window->runs()->runs().size(), size_t(2));
        m_window->runs()->show(m_window->runs()->runs()[1].id);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->document().session().variants.size(), size_t(1), runTimeoutMs);
        QCOMPARE(m_window->document().session().variants[0].name, std::string("mine"));
    }

    /** It is of the same program until another one runs. */
    void aRunIsTheBaselineUntilAnotherProgramRuns() {
        m_window->showPanel("runs");
        run("a.py", script(2));
        run("a.py", script(3));
        auto *list = m_window->panel("runs")->findChild<QTreeView *>("runList");
        QTRY_COMPARE(list->model()->rowCount(), 2);
        list->setCurrentIndex(list->model()->index(1, 0));
        m_window->panel("runs")->findChild<QAction *>("runAsBaseline")->trigger();
        const auto *baseline = m_window->document().findChild<Baseline *>();
        QTRY_VERIFY_WITH_TIMEOUT(baseline->run() != nullptr, runTimeoutMs);
        run("a.py", script(4));
        QVERIFY2(baseline->run() != nullptr, "the same program");
        run("b.py", script(2));
        QTRY_VERIFY_WITH_TIMEOUT(baseline->run() == nullptr && baseline->id().isEmpty(), runTimeoutMs);
    }

    void codeOfARecordingAsksBeforeItRuns() {
        Session session;
        session.info = {{"script", "/nowhere/received.py"}};
        session.sources = {{"/nowhere/received.py", "print('it ran')\n"}};
        m_window->showSession(std::move(session), m_folder->filePath("received.jitscope"));
        QVERIFY(editor().currentIsRecorded());
        answerNextQuestion("Cancel");
        m_window->action("run")->trigger();
        QCOMPARE(m_asked, QString("recordedCode"));
        QVERIFY2(m_askedText.contains(m_folder->filePath("received.jitscope")), qPrintable(m_askedText));
        QVERIFY2(m_askedText.contains("There is no file /nowhere/received.py here."), qPrintable(m_askedText));
        QCOMPARE(m_defaultAnswer, QString("Cancel"));
        QVERIFY(m_window->runner().state() == RunState::Idle);
        QVERIFY(!consoleText().contains("it ran"));
        answerNextQuestion("Run it");
        m_window->action("run")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(consoleText().contains("it ran"), runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void aLineOnWhichNothingRanLeavesWhatIsLookedAt() {
        run("a.py", script(2));
        m_window->selection().selectOp(2);
        const Anchor before = m_window->selection().current();
        m_window->selection().followLine(m_folder->filePath("a.py"), 1);
        QVERIFY(m_window->selection().current() == before);
        m_window->selection().followLine(m_folder->filePath("a.py"), 9);
        QCOMPARE(m_window->selection().current().line, 9);
    }

private:
    const Session &session() { return m_window->document().session(); }
    const Compilation &compilation() { return session().compilations.front(); }
    EditorPanel &editor() { return *static_cast<EditorPanel *>(m_window->panel("editor")); }
    QToolButton *tool(const char *name) {
        return m_window->findChild<QWidget *>("toolBar")->findChild<QToolButton *>(QLatin1String(name));
    }
    QToolButton *button(const QString &accessibleName) {
        for (QToolButton *each : m_window->findChildren<QToolButton *>())
            if (each->accessibleName() == accessibleName) return each;
        return nullptr;
    }
    void choose(const char *tool_, const QString &action) {
        tool(tool_)->menu()->findChild<QAction *>(action)->trigger();
    }
    QString status() { return m_window->findChild<QLabel *>("statusState")->text(); }
    QString consoleText() {
        return m_window->panel("console")->findChild<QPlainTextEdit *>("consoleText")->toPlainText();
    }
    QStringList files() { return QDir(m_folder->filePath("config/runs")).entryList({"*.jitscope"}, QDir::Files); }
    QStringList names() {
        QStringList names;
        for (const RunRecord &each : m_window->runs()->runs())
            names.append(QFileInfo(each.script).fileName());
        return names;
    }
    void open(const QString &name, const QString &text) {
        QVERIFY(writeFile(m_folder->filePath(name).toStdString(), text.toStdString()).ok());
        m_window->openPath(m_folder->filePath(name));
    }
    void run(const QString &name, const QString &text) {
        open(name, text);
        QSignalSpy finished(&m_window->runner(), &Runner::finished);
        m_window->action("run")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, runTimeoutMs);
    }
    /** As a user's window, which remembers. */
    void openKeeping() {
        m_window.reset();
        m_window = MainWindow::create({});
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void reopen() {
        QTimer::singleShot(5000, m_window.get(), [] {
            if (QWidget *question = QApplication::activeModalWidget()) question->close();
        });
        QVERIFY2(m_window->close(), "nothing is asked");
        QVERIFY(!QApplication::activeModalWidget());
        m_window.reset();
        openKeeping();
    }
    void answerNextQuestion(const QString &text) {
        m_asked.clear();
        QTimer::singleShot(200, this, [this, text] {
            auto *question = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!question) return;
            m_asked = question->objectName();
            m_askedText = question->text() + QLatin1Char('\n') + question->informativeText();
            m_defaultAnswer = question->defaultButton() ? question->defaultButton()->text().remove('&') : QString();
            for (QAbstractButton *each : question->buttons())
                if (each->text().remove('&') == text) each->click();
        });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    QString m_asked, m_askedText, m_defaultAnswer;
};

JITSCOPE_WINDOW_TEST(RunsTest)

} // namespace jitscope::tst_runs

#include "tst_runs.moc"
