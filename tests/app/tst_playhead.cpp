// SPDX-License-Identifier: Apache-2.0
// The rules of the playhead and of steps: what is live, what is the past, and that the past runs nothing.
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/playhead.h"
#include "app/sdk/selection.h"
#include "app/shell/breakpointmemory.h"
#include "app/shell/stepping.h"
#include "engine/session/session.h"
#include "tests/support/fakerunner.h"
#include "tests/support/stepsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>

namespace jitscope::tst_playhead {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A document, a playhead and steps over a program that tests play. */
struct Bench {
    Document document;
    Selection selection{document};
    Jobs jobs;
    FakeRunner runner;
    Playhead playhead{document, selection, runner};
    Stepping stepping{document, selection, jobs, runner, playhead};
    QStringList said;

    Bench() {
        QObject::connect(&stepping, &Stepping::said, &stepping, [this](const QString &text) { said.append(text); });
    }
    void step(const char *id) { stepping.step(*stepDef(QString::fromLatin1(id))); }
    QString refusal(const char *id) const { return stepping.refusal(*stepDef(QString::fromLatin1(id))); }
};

} // namespace

class PlayheadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anOpenedRecordingIsLiveUntilAnOperatorBeforeTheLastIsSelected() {
        Bench bench;
        bench.document.replace(loopSession(20));
        QVERIFY(bench.playhead.isLive());
        QCOMPARE(bench.playhead.viewed(), int64_t(-1));
        bench.playhead.goTo(7);
        QCOMPARE(bench.playhead.viewed(), int64_t(7));
        QVERIFY(!bench.playhead.isLive());
        QCOMPARE(bench.playhead.text(), QString("viewing #7 of 20"));
        bench.playhead.returnToLive();
        QVERIFY(bench.playhead.isLive());
        QCOMPARE(bench.playhead.viewed(), int64_t(20));
        QCOMPARE(bench.playhead.text(), QString());
    }

    void aNumberThatNoOperatorHasMovesNothing() {
        Bench bench;
        bench.document.replace(loopSession(20));
        bench.playhead.goTo(7);
        bench.playhead.goTo(21);
        bench.playhead.goTo(0);
        QCOMPARE(bench.playhead.viewed(), int64_t(7));
    }

    void aPauseLooksAtTheOperatorThatRanLast() {
        Bench bench;
        bench.runner.setState(RunState::Running);
        bench.document.append(loopSession(5));
        QCOMPARE(bench.playhead.viewed(), int64_t(-1));
        bench.runner.pauseBefore(6, "Log");
        QCOMPARE(bench.playhead.viewed(), int64_t(5));
        QCOMPARE(bench.playhead.next(), int64_t(6));
        QVERIFY(bench.playhead.isLive());
    }

    void thePastStaysWhileTheProgramRecordsMoreAndEndsWithItsNextPause() {
        Bench bench;
        bench.document.append(loopSession(5));
        bench.runner.pauseBefore(6, "Log");
        bench.playhead.goTo(2);
        QCOMPARE(bench.playhead.text(), QString("viewing #2 of 5; End returns to live"));
        bench.runner.setState(RunState::Running);
        bench.document.append(loopSession(5, LoopValues::None, 6));
        QVERIFY(!bench.playhead.isLive());
        QCOMPARE(bench.playhead.text(), QString("viewing #2 of 10; End returns to live"));
        bench.runner.pauseBefore(11, "MatMul");
        QVERIFY(bench.playhead.isLive());
        QCOMPARE(bench.playhead.viewed(), int64_t(10));
    }

    void theEndOfASteppedRunIsLookedAt() {
        Bench bench;
        bench.document.append(loopSession(5));
        bench.runner.pauseBefore(6, "Log");
        bench.runner.setState(RunState::Running);
        bench.document.append(loopSession(5, LoopValues::None, 6));
        bench.runner.setState(RunState::Idle);
        QCOMPARE(bench.playhead.viewed(), int64_t(10));
        QVERIFY(bench.playhead.isLive());
    }

    void aFreeRunSelectsNothingUntilItsEnd() {
        Bench bench;
        bench.runner.setState(RunState::Running);
        bench.document.append(loopSession(30));
        QCOMPARE(bench.playhead.viewed(), int64_t(-1));
        bench.runner.setState(RunState::Idle);
        QCOMPARE(bench.playhead.viewed(), int64_t(30));
        QVERIFY(bench.playhead.isLive());
    }

    void whatOtherPanelsSelectMovesThePlayhead() {
        Bench bench;
        bench.document.replace(loopSession(20));
        bench.selection.selectTensor(3);
        QCOMPARE(bench.playhead.viewed(), int64_t(4));
        QVERIFY(!bench.playhead.isLive());
        bench.selection.selectLine("/home/me/train.py", 32);
        QCOMPARE(bench.playhead.viewed(), int64_t(20));
        QVERIFY(bench.playhead.isLive());
    }

    void changedIsToldOnceAMove() {
        Bench bench;
        bench.document.replace(loopSession(20));
        QSignalSpy changed(&bench.playhead, &Playhead::changed);
        bench.playhead.goTo(4);
        QCOMPARE(changed.size(), 1);
        bench.selection.selectTensor(bench.document.session().op(4)->inputs.front());
        QCOMPARE(bench.playhead.viewed(), int64_t(4));
        QCOMPARE(changed.size(), 1);
        bench.document.append(loopSession(5, LoopValues::None, 21));
        QCOMPARE(changed.size(), 1);
    }

    void stepsInThePastRunNothing() {
        Bench bench;
        bench.document.append(loopSession(20));
        bench.runner.pauseBefore(21, "MatMul");
        bench.step("step-back");
        bench.step("step-back");
        QCOMPARE(bench.playhead.viewed(), int64_t(18));
        bench.step("step-op");
        QCOMPARE(bench.playhead.viewed(), int64_t(19));
        bench.step("step-op");
        QVERIFY(bench.playhead.isLive());
        QVERIFY(bench.runner.steps.empty());
        bench.step("step-op");
        QCOMPARE(bench.runner.steps.size(), size_t(1));
        QVERIFY(bench.runner.steps.front().kind == StepRequest::Kind::Op);
    }

    void aForwardStepThatLeadsNowhereReturnsToLive() {
        Bench bench;
        bench.document.append(loopSession(20));
        bench.runner.pauseBefore(21, "MatMul");
        bench.playhead.goTo(20);
        bench.playhead.goTo(19);
        bench.step("next-in-cell"); // nothing else runs in the cell of #19 behind it
        QVERIFY(bench.playhead.isLive());
        QVERIFY(bench.runner.steps.empty());
        QVERIFY(!bench.said.isEmpty());
    }

    void continueFromThePastComesBackToLiveFirst() {
        Bench bench;
        bench.document.append(loopSession(20));
        bench.runner.pauseBefore(21, "MatMul");
        bench.playhead.goTo(3);
        bench.stepping.resume();
        QVERIFY(bench.playhead.isLive());
        QVERIFY(bench.runner.steps.empty());
        QVERIFY(bench.said.constLast().contains("live"));
        bench.stepping.resume();
        QCOMPARE(bench.runner.steps.size(), size_t(1));
        QVERIFY(bench.runner.steps.front().kind == StepRequest::Kind::Continue);
    }

    void whatCannotBeDoneSaysWhy() {
        Bench bench;
        QVERIFY(!bench.refusal("step-back").isEmpty());
        QVERIFY(!bench.refusal("next-event").isEmpty());
        QVERIFY(!bench.refusal("step-out").isEmpty());
        QVERIFY(bench.refusal("step-op").isEmpty()); // starts the script
        bench.document.append(loopSession(3));
        QVERIFY(bench.refusal("step-back").isEmpty());
        bench.playhead.goTo(1);
        QVERIFY(bench.refusal("step-back").contains("first"));
        QVERIFY(bench.refusal("step-out").isEmpty());
        bench.playhead.returnToLive();
        bench.runner.setState(RunState::Running);
        QVERIFY(bench.refusal("step-op").contains("F6"));
        QVERIFY(bench.refusal("next-event").contains("last"));
    }

    void f10AtTheEndOfARecordingStartsTheScript() {
        Bench bench;
        bench.document.replace(loopSession(3));
        QSignalSpy started(&bench.stepping, &Stepping::startWanted);
        bench.playhead.goTo(2);
        bench.step("step-op");
        QCOMPARE(started.size(), 0);
        QCOMPARE(bench.playhead.viewed(), int64_t(3));
        bench.step("step-op");
        QCOMPARE(started.size(), 1);
    }

    void theNextNaNIsFoundAmongRecordedValues() {
        Bench bench;
        Session session = loopSession(20, LoopValues::Small);
        const Tensor bad = Tensor::full({4, 8}, std::numeric_limits<double>::quiet_NaN(), DType::Float32);
        for (size_t id = 11; id < 14; ++id)
            session.tensors.change(id, [&](TensorRecord &tensor) { tensor.value = RecordedValue(bad); });
        bench.document.replace(std::move(session));
        bench.stepping.nextNonFinite();
        QTRY_COMPARE(bench.playhead.viewed(), int64_t(12));
        bench.stepping.nextNonFinite();
        QTRY_VERIFY(!bench.said.isEmpty());
        QCOMPARE(bench.playhead.viewed(), int64_t(12));
        bench.playhead.goTo(20);
        bench.stepping.firstNonFinite();
        QTRY_COMPARE(bench.playhead.viewed(), int64_t(12));
    }

    void missingValuesAreSaidWhereNaNIsLookedFor() {
        Bench bench;
        bench.document.replace(loopSession(20));
        bench.stepping.firstNonFinite();
        QTRY_VERIFY(!bench.said.isEmpty());
        QVERIFY(bench.said.constLast().contains("not recorded"));
    }

    void continuingBackwardsStopsAtBreakpointsAndThenAtTheFirstOperator() {
        Bench bench;
        bench.document.replace(loopSession(40));
        bench.runner.setBreakpoints({{.kind = Breakpoint::Kind::Op, .op = "Log"},
                                     {.kind = Breakpoint::Kind::Line, .file = "/home/me/train.py", .line = 31}});
        QList<int64_t> stops;
        for (const int64_t expected : {38, 36, 28, 26, 18, 16, 8, 6, 1}) {
            bench.stepping.reverseContinue();
            QTRY_COMPARE(bench.playhead.viewed(), expected);
        }
    }

    void backToTheLastWriterOfATensor() {
        Bench bench;
        bench.document.replace(loopSession(20));
        bench.playhead.goTo(9);
        bench.selection.selectTensor(7); // the operand of #9
        bench.stepping.lastWriter();
        QCOMPARE(bench.playhead.viewed(), int64_t(8));
        QCOMPARE(bench.selection.current().tensor, int64_t(7));
    }

    void runToOpGoesToRecordedOnesAndRunsToOthers() {
        Bench bench;
        bench.document.append(loopSession(20));
        bench.runner.pauseBefore(21, "MatMul");
        bench.stepping.runToOp(7);
        QCOMPARE(bench.playhead.viewed(), int64_t(7));
        QVERIFY(bench.runner.steps.empty());
        bench.stepping.runToOp(99);
        QVERIFY(bench.runner.steps.front().kind == StepRequest::Kind::ToOp);
        QCOMPARE(bench.runner.steps.front().op, int64_t(99));
    }

    void bookmarksAreSortedAndMarkTheDocument() {
        Bench bench;
        bench.document.replace(loopSession(20));
        QVERIFY(!bench.document.isModified());
        bench.document.setBookmarks({{9, "b"}, {3, "a"}});
        QVERIFY(bench.document.isModified());
        QCOMPARE(bench.document.session().bookmarks.front().op, int64_t(3));
    }

    void breakpointsComeBackFromTheirText() {
        const std::vector<Breakpoint> all = {
            {.kind = Breakpoint::Kind::Line, .file = "/a b/c.py", .line = 7, .condition = "x > 1", .hitCount = 3},
            {.kind = Breakpoint::Kind::Op, .op = "MatMul", .logMessage = "at {x}"},
            {.kind = Breakpoint::Kind::OpNumber, .number = 118, .isEnabled = false},
            {.kind = Breakpoint::Kind::Condition, .condition = "nan(out)"},
            {.kind = Breakpoint::Kind::Exception},
            {.kind = Breakpoint::Kind::Node, .op = "%12"},
        };
        QVERIFY(breakpointsFromJson(breakpointsAsJson(all)) == all);
        QVERIFY(breakpointsFromJson("no json").empty());
    }

    void selectingAmongAMillionOperatorsIsQuick() {
        Bench bench;
        Session session = loopSession(1'000'000);
        addRecordedLanes(session);
        bench.document.replace(std::move(session));
        bench.playhead.goTo(1); // the tables are made once
        const testing::CpuTime effort;
        for (int64_t op = 2; op < 1002; ++op)
            bench.playhead.goTo(op * 900);
        bench.selection.selectLine("/home/me/train.py", 40);
        bench.selection.selectLine("/home/me/train.py", 999);
        QVERIFY2(effort.isBelow(2000), qPrintable(QString::number(effort.ms()) + " ms for 1000 moves"));
    }
};

JITSCOPE_WINDOW_TEST(PlayheadTest)

} // namespace jitscope::tst_playhead

#include "tst_playhead.moc"
