// SPDX-License-Identifier: Apache-2.0
// What stepping shows in the editor: breakpoints of all forms, arrows, values behind lines and under the mouse.
#include "engine/session/session.h"
#include "tests/support/codeeditor.h"

#include "app/panels/editor/assignednames.h"
#include "app/panels/editor/breakpointeditor.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/editor/gutterpaint.h"
#include "app/sdk/watchlist.h"
#include "app/shell/application.h"
#include "tests/support/steppedsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QApplication>
#include <QCursor>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolTip>

namespace jitscope::tst_editor {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Lines 3 to 5 are those of steppedSession(). */
const QString netText = QStringLiteral("class Net:\n"
                                       "    def construct(self, batch, w):\n"
                                       "        x = ops.sin(w)\n"
                                       "        y = ops.mul(x, x)\n"
                                       "        z = -ops.log(y)\n"
                                       "        return z\n"
                                       "\n"
                                       "batch = 1\n"
                                       "net.construct(batch, w)\n");

struct Fixture {
    explicit Fixture(Session session = steppedSession()) {
        session.sources = {{steppedPath, netText.toStdString()}};
        desk.document.replace(std::move(session));
        panel = std::make_unique<EditorPanel>(desk.context(), nullptr);
        panel->resize(700, 500);
        panel->show();
        panel->activateWindow();
    }
    CodeEditor &code() { return *panel->findChild<CodeEditor *>("code"); }
    /** The middle of a line in a margin, or at `column` of its text. */
    QPoint gutter(int line) { return {8, code().lineRect(line).center().y()}; }
    QPoint text(int line, int column) {
        const long position = code().positionFromLineIndex(line - 1, column);
        return {int(code().SendScintilla(QsciScintillaBase::SCI_POINTXFROMPOSITION, 0ul, position)) + 3,
                code().lineRect(line).center().y()};
    }
    QStringList notes(int first, int last) {
        QStringList all;
        for (int line = first; line <= last; ++line)
            all.append(code().facts(line).note);
        return all;
    }
    QStringList breakpoints() {
        QStringList all;
        for (const Breakpoint &each : desk.runner.breakpoints())
            all.append(QStringLiteral("%1: %2").arg(each.line).arg(describe(each)));
        return all;
    }
    QString hover(int line, int column) {
        QToolTip::hideText();
        const QPoint place = text(line, column);
        // A pointer that rests elsewhere would take the tip away again.
        QCursor::setPos(code().viewport()->mapToGlobal(place));
        QCoreApplication::processEvents();
        QHelpEvent event(QEvent::ToolTip, place, code().viewport()->mapToGlobal(place));
        QApplication::sendEvent(code().viewport(), &event);
        QCoreApplication::processEvents();
        return QToolTip::isVisible() ? QToolTip::text() : QString();
    }
    template<class Widget> Widget &field(const char *name) { return *panel->findChild<Widget *>(name); }

    PanelDesk desk;
    std::unique_ptr<EditorPanel> panel;
};

} // namespace

class EditorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        qputenv("JITSCOPE_CONFIG_DIR", m_folder.path().toLocal8Bit());
        setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
    }

    void aClickInTheGutterSetsABreakpointAndTakesItAway() {
        Fixture f;
        QTest::mouseClick(f.code().viewport(), Qt::LeftButton, {}, f.gutter(4));
        QCOMPARE(f.breakpoints(), QStringList{"4: Stops here"});
        QTest::mouseClick(f.code().viewport(), Qt::LeftButton, {}, f.gutter(4));
        QCOMPARE(f.breakpoints(), QStringList());
    }

    void aConditionIsTypedAndBreakpointsMoveWithTheirText() {
        Fixture f;
        f.panel->goToLine(5);
        f.panel->editBreakpoint();
        QTest::keyClicks(&f.field<QLineEdit>("breakpointCondition"), "batch > 2");
        QTest::keyClick(&f.field<QLineEdit>("breakpointCondition"), Qt::Key_Tab);
        QVERIFY(f.field<QSpinBox>("breakpointHits").hasFocus() || !f.panel->isActiveWindow());
        f.field<QSpinBox>("breakpointHits").setValue(3);
        QTest::keyClick(&f.field<QLineEdit>("breakpointCondition"), Qt::Key_Return);
        QCOMPARE(f.breakpoints(), QStringList{"5: Stops here if batch > 2, from hit 3 on"});
        QVERIFY(!f.field<BreakpointEditor>("breakpointEditor").isVisible());
        f.code().setReadOnly(false);
        f.code().setCursorPosition(0, 0);
        QTest::keyClick(&f.code(), Qt::Key_Return);
        QCOMPARE(f.breakpoints(), QStringList{"6: Stops here if batch > 2, from hit 3 on"});
    }

    void aMistakeInAConditionIsToldWhileTyping() {
        Fixture f;
        f.panel->goToLine(4);
        f.panel->editBreakpoint();
        auto &condition = f.field<QLineEdit>("breakpointCondition");
        QTest::keyClicks(&condition, "wrong");
        QVERIFY(f.field<QLabel>("breakpointMistake").text().contains("no Python expression"));
        QTest::keyClick(&condition, Qt::Key_Return);
        QCOMPARE(f.breakpoints(), QStringList());
        condition.clear();
        QTest::keyClicks(&f.field<QLineEdit>("breakpointMessage"), "batch {batch");
        QVERIFY(f.field<QLabel>("breakpointMistake").text().contains("braces"));
        QTest::keyClicks(&f.field<QLineEdit>("breakpointMessage"), "}");
        QTest::keyClick(&f.field<QLineEdit>("breakpointMessage"), Qt::Key_Return);
        QCOMPARE(f.breakpoints(), QStringList{"4: Prints \"batch {batch}\" here"});
        f.panel->editBreakpoint();
        QTest::keyClick(&condition, Qt::Key_Escape);
        QVERIFY(!f.field<BreakpointEditor>("breakpointEditor").isVisible());
    }

    void theMenuOfTheGutterTurnsABreakpointOff() {
        Fixture f;
        f.desk.runner.setBreakpoints({{.file = steppedPath, .line = 4}, {.kind = Breakpoint::Kind::Op, .op = "Log"}});
        QContextMenuEvent event(QContextMenuEvent::Mouse, f.gutter(4), f.code().viewport()->mapToGlobal(f.gutter(4)));
        QApplication::sendEvent(f.code().viewport(), &event);
        auto *menu = f.code().findChild<QMenu *>("lineMenu");
        QVERIFY(menu != nullptr);
        for (QAction *action : menu->actions())
            if (action->text() == "Turn breakpoint off") action->trigger();
        menu->close();
        QCOMPARE(f.desk.runner.breakpoints().size(), size_t(2));
        QVERIFY(f.breakpoints().contains("4: Stops here (off)"));
    }

    void breakpointsOfOtherKindsStandInNoGutter() {
        Fixture f;
        f.desk.runner.setBreakpoints({{.kind = Breakpoint::Kind::Op, .op = "Log"}});
        QVERIFY(f.code().breakpoints().empty());
        f.panel->goToLine(4);
        f.panel->toggleBreakpoint();
        QCOMPARE(f.desk.runner.breakpoints().size(), size_t(2));
    }

    void theArrowIsSolidWhereTheProgramStandsAndHollowInThePast() {
        using Arrow = CodeEditor::Arrow;
        Fixture f;
        f.desk.runner.standAt(standingFrames(), 5);
        QCOMPARE(f.code().arrow(Arrow::Live), 6);
        QCOMPARE(f.code().arrow(Arrow::Past), 0);
        QCOMPARE(f.code().currentLine(), 6);
        f.desk.playhead.goTo(2);
        QCOMPARE(f.code().arrow(Arrow::Live), 6);
        QCOMPARE(f.code().arrow(Arrow::Past), 4);
        QCOMPARE(f.code().currentLine(), 4);
        f.desk.playhead.returnToLive();
        QCOMPARE(f.code().arrow(Arrow::Past), 0);
    }

    void choosingAFrameGoesToItsLine() {
        Fixture f;
        f.desk.runner.standAt(standingFrames(), 5);
        f.desk.playhead.chooseFrame(1, frameAt("<module>", 9));
        QCOMPARE(f.code().currentLine(), 9);
        QVERIFY(f.desk.playhead.isLive());
    }

    void valuesBehindLinesFollowThePlayhead() {
        Fixture f;
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_COMPARE(f.notes(3, 5), (QStringList{"f32[2] = [0.5, -1]", "f32[2] = [1.5, -1]", "f32[2] = [3.5, nan]"}));
        f.desk.playhead.goTo(3);
        QTRY_COMPARE(f.code().facts(5).note, QString("f32[2] = [2.5, nan]"));
        f.code().setReadOnly(false);
        f.code().insertAt("# moved down\n", 0, 0); // the lines are others than those that ran
        QCOMPARE(f.code().facts(5).note, QString());
        f.code().undo();
        QCOMPARE(f.code().facts(5).note, QString("f32[2] = [2.5, nan]"));
        QTRY_VERIFY(f.code().facts(3).isNear);
        f.desk.playhead.goTo(2);
        QTRY_COMPARE(f.notes(3, 5), (QStringList{"f32[2] = [0.5, -1]", "f32[2] = [1.5, -1]", ""}));
        f.desk.playhead.goTo(1);
        QTRY_COMPARE(f.notes(3, 5), (QStringList{"f32[2] = [0.5, -1]", "", ""}));
    }

    void aRunThatIsOverIsShownAsAWhole() {
        Fixture f;
        QCOMPARE(f.notes(3, 4), (QStringList{"f32[2] · 1.0 µs", "f32[2] · 1.0 µs"}));
        QVERIFY(f.code().facts(5).heat == 1.0);
        QCOMPARE(f.code().facts(3).coverage, Coverage::Eager);
        QCOMPARE(f.code().facts(8).coverage, Coverage::None);
    }

    void linesOfAnotherTextHaveNoValues() {
        Fixture f;
        f.code().setReadOnly(false);
        f.code().setCursorPosition(0, 0);
        QTest::keyClicks(&f.code(), "#");
        QCOMPARE(f.notes(3, 5), (QStringList{"", "", ""}));
    }

    void theMouseOverANameShowsItsValue() {
        Fixture f;
        QVERIFY(QTest::qWaitForWindowActive(f.panel.get())); // becoming active takes a tip away
        f.desk.runner.values = {{"x", {{"x", "Tensor", "...", 1}, ""}},
                                {"self.scale", {{"self.scale", "float", "0.5"}, ""}}};
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_VERIFY(f.code().facts(3).isNear);
        QCOMPARE(f.hover(4, 20), QString("x = [0.5, -1]\nf32[2]"));
        f.desk.playhead.goTo(2);
        QCoreApplication::processEvents();
        QVERIFY2(f.hover(4, 20).startsWith("x = f32[2] = [0.5, -1]"), qPrintable(f.hover(4, 20)));
        QVERIFY2(f.hover(5, 8).startsWith("z is not known at #2"), qPrintable(f.hover(5, 8)));
    }

    void runningToTheCursorRunsLiveAndLooksInThePast() {
        Fixture f;
        f.desk.runner.standAt(standingFrames(), 5);
        f.panel->findChild<CodeEditor *>()->goToLine(9);
        f.panel->runToCursor(Direction::Forward);
        QCOMPARE(f.desk.runner.steps.size(), size_t(1));
        QVERIFY(f.desk.runner.steps[0].kind == StepRequest::Kind::ToLine);
        QCOMPARE(f.desk.runner.steps[0].line, 9);
        f.code().goToLine(3);
        f.panel->runToCursor(Direction::Back);
        QCOMPARE(f.desk.playhead.viewed(), int64_t(1));
        f.code().goToLine(5);
        f.panel->runToCursor(Direction::Forward);
        QCOMPARE(f.desk.playhead.viewed(), int64_t(3));
        QCOMPARE(f.desk.runner.steps.size(), size_t(1));
    }

    void aClickWhereTheProgramStandsOnlyPlacesTheCursor() {
        Fixture f;
        f.desk.runner.standAt(standingFrames(), 5);
        QTest::mouseClick(f.code().viewport(), Qt::LeftButton, {}, f.text(3, 10));
        QCOMPARE(f.code().currentLine(), 3);
        QVERIFY(f.desk.playhead.isLive());
        f.desk.runner.become(RunState::Idle);
        QTest::mouseClick(f.code().viewport(), Qt::LeftButton, {}, f.text(4, 10));
        QCOMPARE(f.desk.selection.current().op, int64_t(2));
    }

    void whatIsSelectedIsAddedToWatch() {
        Fixture f;
        f.code().setSelection(3, 12, 3, 25);
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
        QApplication::sendEvent(f.code().viewport(), &event);
        auto *menu = f.code().findChild<QMenu *>("lineMenu");
        for (QAction *action : menu->actions())
            if (action->text() == "Add to Watch") action->trigger();
        menu->close();
        QCOMPARE(WatchList::of(f.desk.document).expressions(), QStringList{"ops.mul(x, x)"});
        QCOMPARE(f.desk.shown, QStringList{"watch"});
    }

    void aLongScriptWithManyOperatorsKeepsUp() {
        constexpr int lines = 5000, rounds = 40;
        Session session;
        session.info = {{"script", steppedPath}};
        for (int line = 1; line <= lines; ++line)
            session.stacks.push_back({frameAt("<module>", line)});
        for (int i = 0; i < lines * rounds; ++i) {
            OpEvent op;
            op.number = i + 1;
            op.op = "Add";
            op.result = "f32[2]";
            op.durationNs = 100;
            op.stack = i % lines;
            session.ops.push_back(op);
        }
        LineStats stats;
        QVERIFY(!stats.update(session, 1000));
        QVERIFY(stats.update(session));
        QCOMPARE(stats.at(steppedPath, 17)->count, int64_t(rounds));
        QCOMPARE(stats.at(steppedPath, 17)->lastUpTo(lines + 16), int64_t(17));
        QCOMPARE(stats.at(steppedPath, 17)->lastUpTo(lines + 17), int64_t(lines + 17));
        QCOMPARE(stats.at(steppedPath, 17)->lastUpTo(3), int64_t(-1));
        QCOMPARE(stats.longestNs(steppedPath), int64_t(100 * rounds));
    }

    void namesThatALineAssignsTo_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("names");
        QTest::newRow("one") << "    x = f(y)"
                             << "x";
        QTest::newRow("several") << "q, k, v = qkv[0], qkv[1], qkv[2]"
                                 << "q k v";
        QTest::newRow("typed") << "x: int = 3"
                               << "x";
        QTest::newRow("augmented") << "total += 1"
                                   << "total";
        QTest::newRow("comparison") << "x == 3"
                                    << "";
        QTest::newRow("keyword") << "f(axis=-1)"
                                 << "";
        QTest::newRow("attribute") << "self.scale = 3"
                                   << "";
        QTest::newRow("item") << "x[0] = 3"
                              << "";
        QTest::newRow("loop") << "for i, (a, b) in enumerate(pairs):"
                              << "i a b";
        QTest::newRow("with") << "with open(p) as f:"
                              << "f";
        QTest::newRow("walrus") << "if (n := len(x)) > 3:"
                                << "n";
        QTest::newRow("return") << "return x"
                                << "";
    }

    void namesThatALineAssignsTo() {
        QFETCH(QString, line);
        QFETCH(QString, names);
        QCOMPARE(assignedNames(line).join(' '), names);
    }

    void theFunctionAroundALine() {
        const QStringList lines = {
            "x = 1", "def f():", "    for i in x:", "        y = i", "",          "    return", "",        "def g(",
            "    a", "):",       "    pass",        "    def h():",  "        z", "    w",      "print(x)"};
        const auto text = [&lines](int line) { return lines[line - 1]; };
        const auto around = [&](int line) {
            const LineRange range = functionAround(text, int(lines.size()), line);
            return QStringLiteral("%1-%2").arg(range.first).arg(range.last);
        };
        QCOMPARE(around(1), QString("1-15"));
        QCOMPARE(around(2), QString("2-6"));
        QCOMPARE(around(4), QString("2-6"));
        QCOMPARE(around(5), QString("2-6"));
        QCOMPARE(around(11), QString("8-14"));
        QCOMPARE(around(13), QString("12-13"));
        QCOMPARE(around(14), QString("8-14"));
        QCOMPARE(around(15), QString("1-15"));
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(EditorTest)

} // namespace jitscope::tst_editor

#include "tst_editor.moc"
