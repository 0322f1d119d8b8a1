// SPDX-License-Identifier: Apache-2.0
// Call stack and watch, driven with keys and mouse: live values and those of the past, editing, adding, moving.
#include "app/models/variablemodel.h"
#include "app/models/variableview.h"
#include "app/panels/callstack/callstackpanel.h"
#include "app/panels/watch/watchexpression.h"
#include "app/panels/watch/watchpanel.h"
#include "app/sdk/settings.h"
#include "app/sdk/watchlist.h"
#include "app/shell/application.h"
#include "engine/session/session.h"
#include "tests/support/steppedsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTreeView>

namespace jitscope::tst_callstack {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** "batch = 3", one row of the variables a line. */
QString rowsOf(const VariableModel &model, const QModelIndex &parent = {}) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex name = model.index(row, VariableModel::NameColumn, parent);
        const QString value = name.siblingAtColumn(VariableModel::ValueColumn).data().toString();
        lines.append(value.isEmpty() ? name.data().toString() : name.data().toString() + " = " + value);
        if (const QString below = rowsOf(model, name); !below.isEmpty()) lines.append(below);
    }
    return lines.join('\n');
}

} // namespace

class CallstackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        qputenv("JITSCOPE_CONFIG_DIR", m_folder.path().toLocal8Bit());
        setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
    }

    void init() { settingsFile().clear(); }

    void framesOfAPausedProgramAreShownWithTheirNames() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_COMPARE(rowsOf(f.variables()), QString("Locals\nbatch = 3\nx = [0.5, -1]\nz = Δ [3.5, nan]"));
        QCOMPARE(f.frames().model()->rowCount(), 2);
        QCOMPARE(f.frames().model()->index(0, 0).data().toString(), QString("▶ Net.construct"));
        QCOMPARE(f.frames().model()->index(0, 1).data().toString(), QString("net.py:6"));
        QCOMPARE(f.frames().model()->index(0, 2).data().toString(), QString("batch=3"));
        QVERIFY(f.sentence().isEmpty());
    }

    void theDownKeyChoosesTheCallerAndShowsItsNames() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_COMPARE(f.frames().model()->rowCount(), 2);
        f.frames().setFocus();
        QTest::keyClick(&f.frames(), Qt::Key_Down);
        QTRY_COMPARE(f.desk.playhead.frame(), 1);
        QCOMPARE(f.desk.playhead.chosenFrame()->span.line, 9);
        QTRY_COMPARE(rowsOf(f.variables()), QString("Globals\nnet = Net<>"));
        QVERIFY(f.desk.playhead.isLive());
        QTest::keyClick(&f.frames(), Qt::Key_Up);
        QTRY_COMPARE(f.desk.playhead.frame(), 0);
    }

    void aValueIsChangedInPlace() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_VERIFY(f.variables().find("batch").isValid());
        f.view().setCurrentIndex(f.variables().find("batch"));
        QTest::keyClick(&f.view(), Qt::Key_F2);
        auto *cell = f.view().findChild<QLineEdit *>();
        QVERIFY(cell != nullptr);
        QCOMPARE(cell->text(), QString("3"));
        cell->selectAll();
        QTest::keyClicks(cell, "batch * 2");
        f.desk.runner.views[0].variables[0].text = "6";
        QTest::keyClick(cell, Qt::Key_Return);
        QTRY_COMPARE(f.desk.runner.assigned, QStringList{"0: batch = batch * 2"});
        QTRY_VERIFY(rowsOf(f.variables()).contains("batch = Δ 6"));
    }

    void aGlobalIsChangedAsOne() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_COMPARE(f.frames().model()->rowCount(), 2);
        f.frames().setFocus();
        QTest::keyClick(&f.frames(), Qt::Key_Down);
        QTRY_VERIFY(f.variables().find("net").isValid());
        f.edit("net", "None");
        QTRY_COMPARE(f.desk.runner.assigned, QStringList{"1: globals()['net'] = None"});
    }

    void aMistakeStandsInItsRow() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_VERIFY(f.variables().find("batch").isValid());
        f.edit("batch", "wrong");
        QTRY_VERIFY(rowsOf(f.variables()).contains("batch = ✗ NameError: name 'wrong' is not defined"));
    }

    /** A breakpoint in the caller is the last stop before an operator of what it calls. */
    void namesOfAStopInTheCallerAreNotThoseOfTheOperator() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        Session session = steppedSession();
        session.stops[0].stack.erase(session.stops[0].stack.begin());
        session.stops[0].variables.erase(session.stops[0].variables.begin());
        f.desk.document.replace(std::move(session));
        f.desk.playhead.goTo(2);
        QTRY_COMPARE(f.sentence(), QString("Call stack of #2. Names are known only where the program stopped."));
        QCOMPARE(f.frames().model()->index(0, 0).data().toString(), QString("▷ Net.construct"));
    }

    void inThePastTheNamesOfTheStopAreShownAndCannotBeChanged() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        f.desk.playhead.goTo(2);
        QTRY_COMPARE(f.sentence(), QString("As they were at the stop before #2"));
        QCOMPARE(rowsOf(f.variables()), QString("Locals\nbatch = 2\nx = [0.5, -1]"));
        QVERIFY(f.variables().editable.isEmpty());
        f.view().setCurrentIndex(f.variables().find("batch"));
        QTest::keyClick(&f.view(), Qt::Key_F2);
        QVERIFY(f.view().findChild<QLineEdit *>() == nullptr);
        f.desk.playhead.goTo(3);
        QTRY_COMPARE(f.sentence(), QString("As they were at the stop before #3"));
        QCOMPARE(rowsOf(f.variables()), QString("Locals\nbatch = Δ 3\nx = [0.5, -1]\ny = Δ [1.5, -1]"));
        f.desk.playhead.goTo(1);
        QTRY_COMPARE(f.sentence(), QString("As they were at the stop after #1"));
        f.desk.playhead.returnToLive();
        QTRY_VERIFY(f.sentence().isEmpty());
    }

    void withoutAStopTheFramesAloneAreKnown() {
        Session session = steppedSession();
        session.stops.clear();
        Fixture f(callstackPanel(), std::move(session));
        f.desk.selection.selectOp(2);
        QTRY_COMPARE(f.frames().model()->rowCount(), 2);
        QCOMPARE(f.sentence(), QString("Call stack of #2. Names are known only where the program stopped."));
        QCOMPARE(f.variables().rowCount(), 0);
    }

    void enterOpensATensorWithoutLeavingTheLiveEnd() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_VERIFY(f.variables().find("x").isValid());
        f.view().setCurrentIndex(f.variables().find("x"));
        QTest::keyClick(&f.view(), Qt::Key_Return);
        QCOMPARE(f.desk.selection.current().tensor, int64_t(1));
        QCOMPARE(f.desk.selection.current().op, int64_t(4));
        QVERIFY(f.desk.playhead.isLive());
        QCOMPARE(f.desk.shown, QStringList{"values"});
    }

    void valuesAreCopiedAsTextAndAsPython() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_VERIFY(f.variables().find("z").isValid());
        f.view().setCurrentIndex(f.variables().find("z"));
        QTest::keyClick(&f.view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), QString("[3.5, nan]"));
        QTest::keyClick(&f.view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(QApplication::clipboard()->text(), QString("Tensor([3.5, float('nan')], mindspore.float32)"));
        QVERIFY(f.panel->contentAsText().contains("Net.construct"));
    }

    void whatRunsFreelyHasNoStack() {
        Fixture f(callstackPanel());
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_COMPARE(f.frames().model()->rowCount(), 2);
        f.desk.runner.become(RunState::Running);
        QTRY_COMPARE(f.panel->contentAsText(), QString());
    }

    void watchedExpressionsAreEvaluatedInTheChosenFrame() {
        Fixture f(watchPanel());
        f.desk.runner.values = {{"batch * 2", {{"batch * 2", "int", "6"}, ""}}, {"x", {{"x", "Tensor", "...", 1}, ""}}};
        f.type("batch * 2");
        f.type("x");
        f.type("nothing");
        QCOMPARE(rowsOf(f.variables()), QString("batch * 2 = known at the next stop\nx = known at the next stop\n"
                                                "nothing = known at the next stop"));
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_COMPARE(rowsOf(f.variables()), QString("batch * 2 = 6\nx = [0.5, -1]\n"
                                                    "nothing = ✗ NameError: name 'nothing' is not defined"));
        f.desk.runner.asked.clear();
        f.desk.playhead.chooseFrame(1, standingFrames()[1].frame);
        QTRY_COMPARE(f.desk.runner.asked, (QStringList{"1: batch * 2", "1: x", "1: nothing"}));
    }

    void whatTookTooLongIsNotAskedAtEachStop() {
        Fixture f(watchPanel());
        f.desk.runner.values = {{"slow", {{}, "TimeLimit: it took longer than 2 s and was given up."}},
                                {"batch", {{"batch", "int", "3"}, ""}}};
        f.type("slow");
        f.type("batch");
        f.desk.runner.standAt(standingFrames(), 5);
        const QString given =
            "slow = ✗ TimeLimit: it took longer than 2 s and was given up. It is tried again in the next "
            "run, or when you edit it.\nbatch = 3";
        QTRY_COMPARE(rowsOf(f.variables()), given);
        f.desk.runner.asked.clear();
        f.desk.runner.standAt(standingFrames(), 6);
        QTRY_COMPARE(f.desk.runner.asked, QStringList{"0: batch"});
        QCOMPARE(rowsOf(f.variables()), given);
        f.view().setFocus();
        f.edit("slow", "slow");
        QTRY_VERIFY(f.desk.runner.asked.contains("0: slow"));
    }

    void whatDiffersFromTheStopBeforeIsMarked() {
        Fixture f(watchPanel());
        f.type("batch");
        f.desk.runner.values = {{"batch", {{"batch", "int", "3"}, ""}}};
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_COMPARE(rowsOf(f.variables()), QString("batch = 3"));
        f.desk.runner.values = {{"batch", {{"batch", "int", "4"}, ""}}};
        f.desk.runner.standAt(standingFrames(), 5);
        QTRY_COMPARE(rowsOf(f.variables()), QString("batch = Δ 4"));
    }

    void inThePastOnlyRecordedNamesAreKnown() {
        Fixture f(watchPanel());
        f.type("batch");
        f.type("x,shape");
        f.type("x,dtype");
        f.type("batch * 2");
        f.desk.runner.standAt(standingFrames(), 5);
        f.desk.playhead.goTo(2);
        QTRY_COMPARE(rowsOf(f.variables()), QString("batch = 2\nx,shape = (2,)\nx,dtype = Float32\n"
                                                    "batch * 2 = not known at #2"));
        QCOMPARE(f.sentence(), QString("As they were at the stop before #2"));
    }

    void expressionsAreChangedMovedAndRemovedByKeys() {
        Fixture f(watchPanel());
        f.type("a");
        f.type("b");
        f.type("c");
        f.view().setFocus();
        f.view().setCurrentIndex(f.variables().find("c"));
        QTest::keyClick(&f.view(), Qt::Key_Up, Qt::AltModifier);
        QTRY_COMPARE(f.expressions(), (QStringList{"a", "c", "b"}));
        QTest::keyClick(&f.view(), Qt::Key_F2);
        auto *cell = f.view().findChild<QLineEdit *>();
        QVERIFY(cell != nullptr);
        cell->selectAll();
        QTest::keyClicks(cell, "c.size");
        QTest::keyClick(cell, Qt::Key_Return);
        QTRY_COMPARE(f.expressions(), (QStringList{"a", "c.size", "b"}));
        f.view().setFocus();
        f.view().setCurrentIndex(f.variables().find("a"));
        QTest::keyClick(&f.view(), Qt::Key_Delete);
        QCOMPARE(f.expressions(), (QStringList{"c.size", "b"}));
    }

    void aNameIsDroppedToBeWatched() {
        Fixture f(watchPanel());
        QMimeData data;
        data.setText("x\ny");
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(f.panel.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(f.panel.get(), &drop);
        QCOMPARE(f.expressions(), (QStringList{"x", "y"}));
    }

    void aScriptHasItsExpressionsAgainNextTime() {
        Session session = steppedSession();
        session.info["script"] = "/x/kept.py";
        {
            Fixture f(watchPanel(), session);
            f.type("loss");
        }
        Fixture f(watchPanel(), session);
        QCOMPARE(f.expressions(), QStringList{"loss"});
    }

    void aFormIsToldFromATuple_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("python");
        QTest::newRow("plain") << "loss"
                               << "loss";
        QTest::newRow("hexadecimal") << "flags,x"
                                     << "hex(int(flags))";
        QTest::newRow("tuple with a blank") << "flags, x"
                                            << "flags, x";
        QTest::newRow("tuple of names") << "a,b2"
                                        << "a,b2";
        QTest::newRow("shape of an expression") << "a + b,shape"
                                                << "(a + b).shape";
        QTest::newRow("call") << "f(a,x)"
                              << "f(a,x)";
    }

    void aFormIsToldFromATuple() {
        QFETCH(QString, text);
        QFETCH(QString, python);
        QCOMPARE(WatchExpression::parse(text).python(), python);
    }

private:
    struct Fixture {
        explicit Fixture(const PanelDef &def, Session session = steppedSession()) {
            desk.document.replace(std::move(session));
            panel.reset(def.create(desk.context(), nullptr));
            panel->resize(600, 400);
            panel->show();
            panel->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(panel.get()));
        }
        QTreeView &frames() { return *panel->findChild<QTreeView *>("callstackFrames"); }
        VariableView &view() { return *panel->findChild<VariableView *>(); }
        VariableModel &variables() { return view().variables(); }
        QString sentence() {
            for (const char *name : {"callstackSentence", "watchSentence"})
                if (const auto *line = panel->findChild<QWidget *>(name)) return line->accessibleName();
            return {};
        }
        void edit(const QString &name, const QString &text) {
            view().setCurrentIndex(variables().find(name));
            QTest::keyClick(&view(), Qt::Key_F2);
            auto *cell = view().findChild<QLineEdit *>();
            QVERIFY(cell != nullptr);
            cell->selectAll();
            QTest::keyClicks(cell, text);
            QTest::keyClick(cell, Qt::Key_Return);
        }
        void type(const QString &expression) {
            auto *input = panel->findChild<QLineEdit *>("watchInput");
            QTest::keyClicks(input, expression);
            QTest::keyClick(input, Qt::Key_Return);
        }
        QStringList expressions() { return WatchList::of(desk.document).expressions(); }

        PanelDesk desk;
        std::unique_ptr<Panel> panel;
    };

    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(CallstackTest)

} // namespace jitscope::tst_callstack

#include "tst_callstack.moc"
