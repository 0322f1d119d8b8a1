// SPDX-License-Identifier: Apache-2.0
// The event list and the breakpoint list in the window, with keys and mouse; and the rows of the tree as text.
#include "app/panels/breakpoints/breakpointmodel.h"
#include "app/panels/breakpoints/breakpointspanel.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/events/eventmodel.h"
#include "app/panels/events/eventspanel.h"
#include "app/panels/events/eventview.h"
#include "app/sdk/theme.h"
#include "engine/session/session.h"
#include "tests/support/stepsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>

namespace jitscope::tst_events {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int runTimeoutMs = 10000;

/** One line a row: headings with + or - and their names, operators with their numbers; indented by depth. */
QString rowsOf(const EventRows &rows) {
    QStringList lines;
    for (int row = 0; row < rows.count(); ++row) {
        const EventRow at = rows.at(row);
        QString line(2 * at.depth, QLatin1Char(' '));
        if (at.group < 0)
            line += QString::number(at.place + 1);
        else
            line += QLatin1String(rows.group(at.group).isExpanded ? "- " : "+ ") +
                    QString::fromStdString(rows.name(rows.group(at.group)));
        lines.append(line);
    }
    return lines.join(QLatin1Char('\n'));
}

const QString oneRound = QStringLiteral(R"(- forward
  - train_step
    - forward_fn
      - network-Net
        - fc1-Dense
          1
          2
        3
        - fc2-Dense
          4
          5
      - loss-Loss
        6
        7
- backward
  - train_step
    - network-Net
      - fc2-Dense
        8
      9
- optimizer
  - train_step
    - optimizer-SGD
      10)");

} // namespace

class EventsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow();
        QVERIFY(m_window);
        m_window->setPerspective("step");
        m_window->showPanel("events");
    }

    void init() {
        m_window->showPanel("events");
        filter()->clear();
        m_window->document().replace({});
    }

    void cleanup() {
        m_window->runner().setBreakpoints({});
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void cleanupTestCase() { m_window.reset(); }

    void theTimeNamesItsMeasure() {
        m_window->document().replace(loopSession(3));
        QTRY_VERIFY(model()->rowCount() > 0);
        const auto header = [this](int role) {
            return model()->headerData(EventModel::Time, Qt::Horizontal, role).toString();
        };
        QCOMPARE(header(Qt::DisplayRole), QStringLiteral("Wall time"));
        QVERIFY2(header(Qt::ToolTipRole).startsWith("Wall time: "), qPrintable(header(Qt::ToolTipRole)));
    }

    void theTreeHasPhasesFunctionsAndCells() {
        const Session session = loopSession(10);
        EventRows rows;
        rows.reset(EventRows::Form::Tree, nullptr);
        QVERIFY(rows.take(session) == EventRows::Change::Everything);
        QCOMPARE(rowsOf(rows), oneRound);
    }

    void theTreeOfForwardOperatorsNeedsNoPhase() {
        const Session session = loopSession(3);
        EventRows rows;
        rows.reset(EventRows::Form::Tree, nullptr);
        rows.take(session);
        QCOMPARE(rowsOf(rows),
                 "- train_step\n  - forward_fn\n    - network-Net\n      - fc1-Dense\n        1\n        2\n"
                 "      3");
    }

    void theTreeGrownInPartsIsTheTreeOfTheWhole() {
        const Session whole = loopSession(137);
        EventRows expected;
        expected.reset(EventRows::Form::Tree, nullptr);
        expected.take(whole);
        for (const int64_t step : {1, 3, 10, 50}) {
            Session session;
            EventRows rows;
            rows.reset(EventRows::Form::Tree, nullptr);
            for (int64_t first = 1; first <= 137; first += step) {
                session.append(loopSession(std::min(step, 138 - first), LoopValues::None, first));
                rows.take(session);
            }
            QCOMPARE(rowsOf(rows), rowsOf(expected));
        }
    }

    void closedGroupsHideTheirRowsAlsoWhileTheyGrow() {
        Session session = loopSession(10);
        EventRows rows;
        rows.reset(EventRows::Form::Tree, nullptr);
        rows.take(session);
        const int net = 3; // the row of network-Net
        rows.setExpanded(rows.at(net).group, false);
        QVERIFY(rowsOf(rows).startsWith(
            "- forward\n  - train_step\n    - forward_fn\n      + network-Net\n      - loss-Loss\n"));
        for (int32_t place = 0; place < 5; ++place)
            QCOMPARE(rows.rowOf(place), net);
        QCOMPARE(rows.at(rows.rowOf(5)).place, 5);
        rows.setAllExpanded(false);
        QCOMPARE(rowsOf(rows), "+ forward\n+ backward\n+ optimizer");
        session.append(loopSession(20, LoopValues::None, 11));
        rows.take(session);
        QCOMPARE(rows.count(), 9);
        rows.setAllExpanded(true);
        for (int row = 0; row < rows.count(); ++row)
            if (const EventRow at = rows.at(row); at.group < 0) QCOMPARE(rows.rowOf(at.place), row);
    }

    void everyRowKnowsItsHeading() {
        const Session session = loopSession(40);
        EventRows rows;
        rows.reset(EventRows::Form::Tree, nullptr);
        rows.take(session);
        for (int row = 0; row < rows.count(); ++row) {
            const int parent = rows.parentRow(row);
            if (rows.at(row).depth == 0) {
                QCOMPARE(parent, -1);
                continue;
            }
            QVERIFY(parent >= 0 && parent < row);
            QCOMPARE(rows.at(parent).depth, rows.at(row).depth - 1);
        }
    }

    void aFilteredTreeHoldsOnlyWhatIsListed() {
        const Session session = loopSession(10);
        const std::vector<int32_t> listed = {0, 3, 7};
        EventRows rows;
        rows.reset(EventRows::Form::Tree, &listed);
        rows.take(session);
        QCOMPARE(rows.rowOf(1), -1);
        QVERIFY(rowsOf(rows).contains("8"));
        QVERIFY(!rowsOf(rows).contains("9"));
    }

    void countsShownTogetherAreOfOneState() {
        const auto counts = [this] { return m_window->findChild<QLabel *>("statusCounts")->text(); };
        m_window->document().replace(loopSession(24));
        m_window->selection().clear();
        for (int64_t number = 25; number < 60; ++number) {
            Session part;
            OpEvent op;
            op.number = number;
            op.op = "Neg";
            part.ops.push_back(op);
            m_window->document().append(std::move(part));
            const QString all = QString("%1 operators").arg(number);
            QVERIFY2(footer().startsWith(all), qPrintable(footer()));
            QVERIFY2(counts().startsWith(all), qPrintable(counts()));
            QCOMPARE(model()->rowCount(), int(number));
        }
    }

    void theEndStaysInViewAndWhoScrolledUpStaysThere() {
        m_window->document().replace(loopSession(200));
        QTRY_COMPARE(model()->listed(), 200);
        m_window->playhead().returnToLive();
        QScrollBar &bar = *view()->verticalScrollBar();
        QCOMPARE(bar.value(), bar.maximum());
        appendOps(201, 220);
        QTRY_COMPARE(model()->listed(), 220);
        QCOMPARE(bar.value(), bar.maximum());
        appendOps(221, 240);
        QCOMPARE(bar.value(), bar.maximum());
        m_window->resize(m_window->width(), m_window->height() - 100);
        QCoreApplication::processEvents();
        QCOMPARE(bar.value(), bar.maximum());
        m_window->resize(m_window->width(), m_window->height() + 100);
        bar.setValue(bar.maximum() / 2);
        const int before = bar.value();
        appendOps(241, 260);
        QCOMPARE(bar.value(), before);
        // Who looks at the past stays with it, too.
        m_window->playhead().goTo(255);
        bar.setValue(bar.maximum());
        const int end = bar.value();
        appendOps(261, 280);
        QCOMPARE(bar.value(), end);
    }

    void arrowKeysMoveThePlayheadAndEndReturnsToLive() {
        m_window->document().replace(loopSession(240));
        view()->setFocus();
        m_window->playhead().goTo(118);
        QTRY_COMPARE(view()->currentIndex().row(), 117);
        QTest::keyClick(view(), Qt::Key_Up);
        QCOMPARE(m_window->playhead().viewed(), int64_t(117));
        QTest::keyClick(view(), Qt::Key_Down);
        QTest::keyClick(view(), Qt::Key_Down);
        QCOMPARE(m_window->playhead().viewed(), int64_t(119));
        QVERIFY(footer().startsWith("119 of 240"));
        QVERIFY(status().contains("viewing #119 of 240"));
        QTest::keyClick(view(), Qt::Key_Home);
        QCOMPARE(m_window->playhead().viewed(), int64_t(1));
        QTest::keyClick(view(), Qt::Key_End);
        QCOMPARE(m_window->playhead().viewed(), int64_t(240));
        QVERIFY(m_window->playhead().isLive());
    }

    void aClickedRowTakesThePlayheadThere() {
        m_window->document().replace(loopSession(40));
        const QRect row = view()->visualRect(model()->index(4, EventModel::Op));
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, row.center());
        QCOMPARE(m_window->playhead().viewed(), int64_t(5));
        QCOMPARE(m_window->selection().current().op, int64_t(5));
        QCOMPARE(view()->viewedRow(), 4);
    }

    void eventsAreSteppedFromAnywhereButNotWithinTextFields() {
        m_window->document().replace(loopSession(40));
        m_window->playhead().goTo(20);
        m_window->panel("graph")->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(m_window->playhead().viewed(), int64_t(19));
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(m_window->playhead().viewed(), int64_t(21));
        filter()->setFocus();
        QTest::keyClicks(filter(), "a b");
        QTest::keyClick(filter(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(m_window->playhead().viewed(), int64_t(21));
        QCOMPARE(filter()->cursorPosition(), 2);
    }

    void typedDigitsGoToThatOperator() {
        m_window->document().replace(loopSession(240));
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_1);
        auto *number = find<QLineEdit>("eventNumber");
        QTRY_VERIFY(number->hasFocus());
        QTest::keyClicks(number, "18");
        QTest::keyClick(number, Qt::Key_Return);
        QCOMPARE(m_window->playhead().viewed(), int64_t(118));
        QVERIFY(view()->hasFocus());
    }

    void theFilterListsWhatMatchesAndSaysWhatItHides() {
        m_window->document().replace(loopSession(240));
        type(filter(), "op == \"MatMul\"");
        QTRY_COMPARE(model()->listed(), 72);
        QVERIFY2(footer().contains("72 shown, 168 hidden"), qPrintable(footer()));
        QVERIFY(!find<QLabel>("eventExplanation")->text().isEmpty());
        QCOMPARE(model()->event(1)->number, int64_t(4));
        m_window->document().append(loopSession(20, LoopValues::None, 241));
        QTRY_COMPARE(model()->listed(), 78);
        QTest::keyClick(filter(), Qt::Key_Escape);
        QTRY_COMPARE(model()->listed(), 260);
    }

    void aFilterThatCannotBeUnderstoodSaysWhereAndLeavesTheListAlone() {
        m_window->document().replace(loopSession(20));
        type(filter(), "op ==");
        QVERIFY2(find<QLabel>("eventExplanation")->text().contains("column"),
                 qPrintable(find<QLabel>("eventExplanation")->text()));
        QCOMPARE(model()->listed(), 20);
    }

    void aMillionOperatorsAreFilteredInTheBackground() {
        m_window->document().replace(loopSession(1'000'000));
        filter()->setText("op == \"Log\"");
        QTRY_COMPARE_WITH_TIMEOUT(model()->listed(), 100'000, 30'000);
        QCOMPARE(model()->event(0)->number, int64_t(6));
    }

    void findGoesToTheNextMatchAndRoundTheEnd() {
        m_window->document().replace(loopSession(30));
        m_window->playhead().goTo(1);
        view()->setFocus();
        m_window->action("find")->trigger();
        auto *text = find<QLineEdit>("eventFind");
        QTRY_VERIFY(text->hasFocus());
        QTest::keyClicks(text, "Log");
        for (const int64_t expected : {6, 16, 26, 6}) {
            QTest::keyClick(text, Qt::Key_Return);
            QTRY_COMPARE(m_window->playhead().viewed(), expected);
        }
        QTest::keyClick(text, Qt::Key_Return, Qt::ShiftModifier);
        QTRY_COMPARE(m_window->playhead().viewed(), int64_t(26));
        text->setText("17");
        QTest::keyClick(text, Qt::Key_Return);
        QTRY_COMPARE(m_window->playhead().viewed(), int64_t(17));
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(!text->isVisible());
    }

    void theTreeOpensAndClosesWithTheArrowKeys() {
        m_window->document().replace(loopSession(10));
        find<QToolButton>("tree")->click();
        QCOMPARE(model()->rowCount(), oneRound.count(QLatin1Char('\n')) + 1);
        view()->setFocus();
        m_window->playhead().goTo(1);
        const int row = view()->currentIndex().row();
        QCOMPARE(model()->event(row)->number, int64_t(1));
        QTest::keyClick(view(), Qt::Key_Left); // its heading, which stands for its last operator
        QCOMPARE(m_window->playhead().viewed(), int64_t(2));
        QVERIFY(model()->kind(view()->currentIndex().row()) == EventModel::Kind::Heading);
        const int open = model()->rowCount();
        QTest::keyClick(view(), Qt::Key_Left);
        QCOMPARE(model()->rowCount(), open - 2);
        QTest::keyClick(view(), Qt::Key_Right);
        QCOMPARE(model()->rowCount(), open);
        QTest::keyClick(view(), Qt::Key_Right);
        QCOMPARE(m_window->playhead().viewed(), int64_t(1));
        find<QToolButton>("list")->click();
        QCOMPARE(model()->rowCount(), 10);
    }

    void bookmarksAreSetJumpedToAndShown() {
        m_window->document().replace(loopSession(40));
        m_window->playhead().goTo(12);
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        m_window->playhead().goTo(5);
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QCOMPARE(m_window->document().session().bookmarks.size(), size_t(2));
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(m_window->playhead().viewed(), int64_t(12));
        QVERIFY(model()->index(11, EventModel::Note).data().toString().startsWith("⚑"));
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QCOMPARE(m_window->document().session().bookmarks.size(), size_t(1));
        QVERIFY(m_window->document().isModified());
    }

    void selectedRowsAreCopiedWithTheirColumns() {
        m_window->document().replace(loopSession(10));
        view()->setFocus();
        m_window->playhead().goTo(2);
        QTest::keyClick(view(), Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(view(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith("#\tOperator\t"));
        QVERIFY(lines[1].startsWith("2\tBiasAdd\tf32[4,8], f32[8,8] → f32[4,8]\t"));
        QVERIFY(m_window->panel("events")->contentAsText().contains("\tReduceMean\t"));
    }

    void valuesInViewGetTheirHealth() {
        m_window->document().replace(loopSession(10, LoopValues::Small));
        view()->viewport()->repaint();
        QTRY_VERIFY(model()->health(2).has_value());
        QCOMPARE(model()->health(2)->positive, int64_t(32));
        QVERIFY(model()->index(2, EventModel::Values).data(Qt::ToolTipRole).toString().contains("32 positive"));
    }

    void rowsComeWhileTheScriptRunsAndTheNextOperatorStandsBelow() {
        openScript();
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused, runTimeoutMs);
        QTRY_COMPARE(model()->rowCount(), 1); // only what comes next
        QVERIFY(model()->kind(0) == EventModel::Kind::Next);
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(model()->listed(), 1, runTimeoutMs);
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 2, runTimeoutMs);
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(model()->listed(), 2, runTimeoutMs);
        QTRY_COMPARE(m_window->playhead().viewed(), int64_t(2));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused, runTimeoutMs); // comes after the row
        QTest::keyClick(m_window.get(), Qt::Key_F10, Qt::ShiftModifier);
        QCOMPARE(m_window->playhead().viewed(), int64_t(1));
        QVERIFY(status().contains("End returns to live"));
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QVERIFY(m_window->runner().state() == RunState::Paused);
        QVERIFY(m_window->playhead().isLive());
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
        QCOMPARE(model()->rowCount(), model()->listed());
        QCOMPARE(m_window->playhead().viewed(), m_window->playhead().last());
    }

    void breakpointsAreAddedEditedAndRemovedInTheirPanel() {
        m_window->action("break-on-op")->trigger();
        auto *panel = static_cast<BreakpointsPanel *>(m_window->panel("breakpoints"));
        auto *place = panel->findChild<QLineEdit *>("breakpointPlace");
        auto *error = panel->findChild<QLabel *>("breakpointError");
        QTRY_VERIFY(place->hasFocus());
        type(place, "NoSuchOp");
        QTest::keyClick(place, Qt::Key_Return);
        QVERIFY(error->text().contains("NoSuchOp"));
        QVERIFY(m_window->runner().breakpoints().empty());
        type(place, "MatMul");
        QTest::keyClick(place, Qt::Key_Return);
        QCOMPARE(m_window->runner().breakpoints().size(), size_t(1));
        QVERIFY(error->text().isEmpty());

        auto *list = panel->findChild<QTreeView *>("breakpointList");
        QVERIFY(!list->model()->setData(list->model()->index(0, BreakpointModel::Condition), "nan("));
        QVERIFY2(error->isVisibleTo(panel), qPrintable(error->text()));
        QVERIFY(list->model()->setData(list->model()->index(0, BreakpointModel::Condition), "nan(out)"));
        QCOMPARE(m_window->runner().breakpoints().front().condition, std::string("nan(out)"));
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Space);
        QVERIFY(!m_window->runner().breakpoints().front().isEnabled);
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(m_window->runner().breakpoints().empty());
        QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_window->runner().breakpoints().size(), size_t(1));
    }

    void theNumberOfABreakpointsLineIsNeverCut() {
        m_window->runner().setBreakpoints({{.file = "/somewhere/a_long_name_of_a_training_script.py", .line = 1234}});
        m_window->showPanel("breakpoints");
        const auto *list = m_window->panel("breakpoints")->findChild<QTreeView *>("breakpointList");
        const QString shown = QFontMetrics(codeFont())
                                  .elidedText(list->model()->index(0, 0).data().toString(), list->textElideMode(),
                                              list->header()->sectionSize(0) - 30);
        QVERIFY2(shown.endsWith(":1234") && shown.contains(QStringLiteral("…")), qPrintable(shown));
        m_window->runner().setBreakpoints({});
    }

    void breakOnExceptionsIsASwitch() {
        QAction *action = m_window->action("break-on-exceptions");
        action->trigger();
        QCOMPARE(m_window->runner().breakpoints().size(), size_t(1));
        QVERIFY(action->isChecked());
        action->trigger();
        QVERIFY(m_window->runner().breakpoints().empty());
        QVERIFY(!action->isChecked());
    }

    void commandsThatCannotBeDoneSayWhyInTheStatusBar() {
        QVERIFY(!m_window->action("step-back")->isEnabled());
        QVERIFY(m_window->action("step-back")->statusTip().contains("No operator was recorded"));
        m_window->document().replace(loopSession(5));
        m_window->playhead().goTo(3);
        QVERIFY(m_window->action("step-back")->isEnabled());
        QVERIFY(m_window->action("step-out")->isEnabled());
    }

    void breakpointsAreKeptForTheirScript() {
        const QString path = m_folder.filePath("kept.py");
        QVERIFY(writeFile(path.toStdString(), "a = 1\nb = 2\n").ok());
        {
            const auto window = MainWindow::create(keptWindow());
            window->openPath(path);
            window->runner().setBreakpoints({{.file = path.toStdString(), .line = 2, .condition = "a > 0"},
                                             {.kind = Breakpoint::Kind::Op, .op = "MatMul"}});
        }
        const auto window = MainWindow::create(keptWindow());
        QVERIFY(window->runner().breakpoints().empty());
        window->openPath(path);
        QCOMPARE(window->runner().breakpoints().size(), size_t(2));
        QCOMPARE(window->runner().breakpoints().front().condition, std::string("a > 0"));
    }

private:
    static WindowOptions keptWindow() {
        WindowOptions options;
        options.programs = WindowOptions::Programs::None;
        return options;
    }
    template<class Widget> Widget *find(const char *name) const {
        return m_window->panel("events")->findChild<Widget *>(QLatin1String(name));
    }
    EventView *view() const { return find<EventView>("eventList"); }
    EventModel *model() const { return static_cast<EventModel *>(view()->model()); }
    QLineEdit *filter() const { return find<QLineEdit>("eventFilter"); }
    QString footer() const { return find<QLabel>("eventFooter")->text(); }
    QString status() const { return m_window->findChild<QLabel *>("statusPast")->text(); }
    void appendOps(int64_t first, int64_t last) {
        Session part;
        for (int64_t number = first; number <= last; ++number) {
            OpEvent op;
            op.number = number;
            op.op = "Add";
            part.ops.push_back(op);
        }
        m_window->document().append(std::move(part));
    }
    static void type(QLineEdit *field, const char *text) {
        field->setFocus();
        field->clear();
        QTest::keyClicks(field, QLatin1String(text));
    }
    void openScript() {
        const QString path = m_folder.filePath("stepped.py");
        QVERIFY(writeFile(path.toStdString(), "import numpy as np\nfrom mindspore import Tensor, ops\n"
                                              "x = Tensor(np.ones((2, 3), np.float32))\ny = ops.add(x, x)\n"
                                              "z = ops.mul(y, y)\nw = ops.sub(z, x)\n")
                    .ok());
        m_window->openPath(path);
        m_window->showPanel("events");
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(EventsTest)

} // namespace jitscope::tst_events

#include "tst_events.moc"
