// SPDX-License-Identifier: Apache-2.0
// Memory of a run: lives, the curve, the peak, who holds it, two moments, growth over steps, what could be computed
// again.
#include "engine/analysis/memory/memorybaseline.h"
#include "engine/analysis/memory/memorydifference.h"
#include "engine/analysis/memory/memorygrowth.h"
#include "engine/analysis/memory/recomputation.h"
#include "engine/session/session.h"
#include "tests/support/memoryscript.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <deque>
#include <random>

namespace jitscope::tst_memoryuse {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** So many rounds of a loop that makes 100 bytes in each and keeps those that `isKept` says. */
template<class IsKept> void keptRounds(MemoryScript &script, int rounds, IsKept isKept) {
    for (int round = 0; round < rounds; ++round) {
        const int64_t time = 10 + round * 40;
        const int64_t made = script.op("Exp", 100, time, "loop.py:7");
        if (!isKept(round)) script.release(made, time + 44); // when the next, which is there, takes its name
    }
}

} // namespace

class MemoryUseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sessionsOfBeforeKnowNothing() {
        Session session;
        TensorRecord tensor;
        tensor.id = 0;
        session.tensors.push_back(tensor);
        const MemoryUse use = memoryUse(session);
        QVERIFY(!use.isRecorded);
        QVERIFY(use.curve.empty());
    }

    /** A weight of 400 B; x of 100 B at 10, y of 200 B at 20, x goes at 25, z of 50 B at 30, y goes at 40. */
    void livesCurveAndPeakAreThoseWorkedOutByHand() {
        MemoryScript script;
        const int64_t weight = script.outside(400, 10, "fc.weight");
        const int64_t x = script.op("MatMul", 100, 10, "a.py:3"), y = script.op("Add", 200, 20, "a.py:4");
        script.release(x, 25);
        const int64_t z = script.op("MatMul", 52, 30, "a.py:3");
        script.release(y, 40);
        const Session &session = script.done();
        const MemoryUse use = memoryUse(session);
        QVERIFY(use.isRecorded);
        QCOMPARE(use.lives.size(), size_t(4));
        QCOMPARE(use.lives[0], (MemoryLife{weight, -1, 400, 10, MemoryLife::stillHeld}));
        QCOMPARE(use.lives[1], (MemoryLife{x, 1, 100, 10, 25}));
        QCOMPARE(use.lives[2], (MemoryLife{y, 2, 200, 20, 40}));
        QCOMPARE(use.lives[3], (MemoryLife{z, 3, 52, 30, MemoryLife::stillHeld}));
        const std::vector<CounterSample> curve{{10, 500}, {20, 700}, {25, 600}, {30, 652}, {40, 452}};
        QCOMPARE(use.curve, curve);
        QCOMPARE(use.peak, (CounterSample{20, 700}));
        QCOMPARE(use.bytesAt(9), int64_t(0));
        QCOMPARE(use.bytesAt(24), int64_t(700));
        QCOMPARE(use.heldAt(20), (std::vector<uint32_t>{0, 2, 1}));
        QCOMPARE(use.heldAt(25), (std::vector<uint32_t>{0, 2}));
    }

    void eachLifeIsExplained() {
        MemoryScript script;
        const int64_t weight = script.outside(400, 10, "fc.weight");
        const int64_t x = script.op("MatMul", 100, 10, "a.py:3");
        const Session &session = script.done();
        const OpColumns columns = opColumns(session);
        const MemoryUse use = memoryUse(session);
        const HeldMemory made = heldMemory(session, columns, use.lives[1]);
        QCOMPARE(made.tensor, x);
        QCOMPARE(made.type, std::string("f32[25]"));
        QCOMPARE(made.op, int64_t(1));
        QCOMPARE(made.opName, std::string("MatMul"));
        QCOMPARE(made.line, std::string("a.py:3"));
        QCOMPARE(made.scope, std::string("Default/net-Net"));
        const HeldMemory met = heldMemory(session, columns, use.lives[0]);
        QCOMPARE(met.tensor, weight);
        QCOMPARE(met.name, std::string("fc.weight"));
        QCOMPARE(met.op, int64_t(-1));
        QVERIFY2(met.opName.empty() && met.line.empty(), "no operator made it");
    }

    void sumsAreByLineScopeAndOperator() {
        MemoryScript script;
        script.outside(400, 10);
        script.op("MatMul", 100, 10, "a.py:3");
        script.op("Add", 200, 20, "a.py:4");
        script.op("MatMul", 52, 30, "a.py:3");
        const Session &session = script.done();
        const OpColumns columns = opColumns(session);
        const MemoryUse use = memoryUse(session);
        const auto byLine = memorySums(columns, use, use.heldAt(30), OpGrouping::Line);
        QCOMPARE(byLine.size(), size_t(3));
        QCOMPARE(byLine[0], (MemorySum{fromOutside, 400, 1, 400.0 / 752, 0}));
        QCOMPARE(byLine[1], (MemorySum{"a.py:4", 200, 1, 200.0 / 752, 2}));
        QCOMPARE(byLine[2], (MemorySum{"a.py:3", 152, 2, 152.0 / 752, 1}));
        const auto byScope = memorySums(columns, use, use.heldAt(30), OpGrouping::Scope);
        QCOMPARE(byScope.size(), size_t(2));
        QCOMPARE(byScope[1].bytes, int64_t(352));
    }

    void twoMomentsAreCompared() {
        MemoryScript script;
        const int64_t x = script.op("MatMul", 100, 10, "a.py:3");
        script.op("Add", 200, 20, "a.py:4");
        script.release(x, 25);
        script.op("Neg", 40, 30, "a.py:5");
        const Session &session = script.done();
        const MemoryUse use = memoryUse(session);
        const MemoryDifference difference = memoryDifference(opColumns(session), use, 20, 30, OpGrouping::Line);
        QCOMPARE(difference.bytesBefore, int64_t(300));
        QCOMPARE(difference.bytesAfter, int64_t(240));
        QCOMPARE(difference.came, (std::vector<uint32_t>{2}));
        QCOMPARE(difference.gone, (std::vector<uint32_t>{0}));
        QCOMPARE(difference.stayed, (std::vector<uint32_t>{1}));
        QCOMPARE(difference.rows.size(), size_t(3));
        QCOMPARE(difference.rows[0], (MemoryDifferenceRow{"a.py:3", 100, 0, 1, 0}));
        QCOMPARE(difference.rows[1], (MemoryDifferenceRow{"a.py:5", 0, 40, 0, 1}));
        QCOMPARE(difference.rows[2].delta(), int64_t(0));
    }

    /** Another run of the same program, in which line 4 makes more, line 6 is new and line 5 is gone. */
    void anotherRunIsHeldAgainstIt() {
        const auto program = [](int64_t start, int64_t atFour, const char *last) {
            MemoryScript script;
            for (int round = 0; round < 2; ++round) {
                const int64_t time = start + round * 100;
                const int64_t x = script.op("MatMul", 100, time, "a.py:3");
                script.op("Add", atFour, time + 20, "a.py:4");
                script.release(x, time + 25);
                script.op("Neg", 40, time + 30, last);
            }
            return script.done();
        };
        const Session before = program(10, 200, "a.py:5"), now = program(1010, 300, "a.py:6");
        const OpColumns beforeColumns = opColumns(before), columns = opColumns(now);
        const MemoryUse beforeUse = memoryUse(before), use = memoryUse(now);
        const auto momentOf = [&](int64_t time) {
            return sameMoment(beforeColumns, beforeUse, {columns, use, time}).value_or(-1);
        };
        QCOMPARE(momentOf(use.peak.timeNs), beforeUse.peak.timeNs);
        QCOMPARE(momentOf(1010), int64_t(10));  // the first product has begun
        QCOMPARE(momentOf(1112), int64_t(112)); // the second has ended
        QCOMPARE(momentOf(1041), int64_t(-1));  // the baseline has no Neg of line 6
        QCOMPARE(momentOf(1000), int64_t(-1));
        const MemoryAt then{beforeColumns, beforeUse, 145}, here{columns, use, 1145};
        const std::vector<MemoryDifferenceRow> rows = memoryAgainst(then, here, OpGrouping::Line);
        QCOMPARE(rows, (std::vector<MemoryDifferenceRow>{
                           {"a.py:4", 400, 600, 2, 2}, {"a.py:5", 80, 0, 2, 0}, {"a.py:6", 0, 80, 0, 2}}));
        int pairs = 0, here6 = 0, gone = 0;
        for (const HeldPair &each : heldAgainst(before, then, now, here)) {
            pairs += each.before && each.now;
            here6 += !each.before;
            gone += !each.now;
        }
        // Those of line 4 are larger, so they have another type.
        QCOMPARE((std::vector<int>{pairs, here6, gone}), (std::vector<int>{2, 2, 2}));
        const MemoryAt self{columns, use, 1145};
        for (const HeldPair &each : heldAgainst(now, self, now, here))
            QCOMPARE(each.before, each.now);
    }

    /** Four steps: the loss of each is kept in a list, activations go, the optimizer's state comes with the first. */
    void whatGrowsOverStepsIsNamed() {
        MemoryScript script;
        int64_t time = 0;
        for (int step = 0; step < 4; ++step) {
            const int64_t activation = script.op("MatMul", 1000, time += 10, "net.py:7");
            script.op("ReduceMean", 4, time += 10, "train.py:20");
            if (step == 0) script.op("Zeros", 500, time += 10, "adam.py:3", OpPhase::Optimizer);
            script.op("AssignAdd", 0, time += 10, "adam.py:9", OpPhase::Optimizer);
            script.release(activation, time + 5);
        }
        const Session &session = script.done();
        const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
        QCOMPARE(report.rounds.kind, RoundKind::Step);
        QCOMPARE(report.rounds.ends.size(), size_t(4));
        QCOMPARE(report.growing.size(), size_t(1));
        const MemoryGrowth &leak = report.growing[0];
        QCOMPARE(leak.opName, std::string("ReduceMean"));
        QCOMPARE(leak.line, std::string("train.py:20"));
        QCOMPARE(leak.bytesAtEnds, (std::vector<int64_t>{4, 8, 12, 16}));
        QCOMPARE(leak.countAtEnds, (std::vector<int64_t>{1, 2, 3, 4}));
        QCOMPARE(leak.growth(), int64_t(12));
    }

    void growthOfTwoStepsIsNotKnown() {
        MemoryScript script;
        for (int64_t time = 10; time < 50; time += 20) {
            script.op("ReduceMean", 4, time);
            script.op("AssignAdd", 0, time + 10, "adam.py:9", OpPhase::Optimizer);
        }
        const Session &session = script.done();
        const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
        QVERIFY(!report.isKnown());
        QVERIFY(report.growing.empty());
    }

    /** Six rounds of lines 7 to 9, with an inner loop in line 8; the result of line 9 is kept. */
    void withoutAnOptimizerRoundsOfTheOuterLoopAreCompared() {
        MemoryScript script;
        const Session &session = loopOf(script, 6, Keeping::Result);
        const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
        QCOMPARE(report.rounds.kind, RoundKind::Line);
        QCOMPARE(report.rounds.line, std::string("net.py:7"));
        QCOMPARE(report.rounds.ends.size(), size_t(6));
        QCOMPARE(report.growing.size(), size_t(1));
        QCOMPARE(report.growing[0].line, std::string("net.py:9"));
        QCOMPARE(report.growing[0].bytesAtEnds, (std::vector<int64_t>{8, 16, 24, 32, 40, 48}));
        QCOMPARE(report.growing[0].growthPerRound(), 8.0);
    }

    /** Two layers are called from one line, so their products come twice a round; the first of all takes longest. */
    void theSetUpOfTheFirstCallHidesNoRound() {
        MemoryScript script;
        for (int64_t time = 100000; time < 100800; time += 100) {
            script.release(script.op("MatMul", 40, time, "loop.py:7"), time + 25);
            if (time == 100000) script.changeLast([](OpEvent &op) { op.startNs = 0, op.durationNs = 100000; });
            script.release(script.op("ReLU", 40, time + 10, "loop.py:7"), time + 35);
            script.release(script.op("MatMul", 40, time + 20, "loop.py:7"), time + 55);
            script.op("Exp", 40, time + 40, "loop.py:8");
        }
        const Session &session = script.done();
        QCOMPARE(memoryGrowth(session, opColumns(session), memoryUse(session)).rounds.ends.size(), size_t(8));
    }

    void whatIsKeptInSomeRoundsGrows() {
        for (const int every : {2, 3, 10}) {
            MemoryScript script;
            keptRounds(script, 40, [&](int round) { return round % every == every - 1; });
            const Session &session = script.done();
            const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
            QCOMPARE(report.rounds.ends.size(), size_t(40));
            QCOMPARE(report.growing.size(), size_t(1));
            const MemoryGrowth &leak = report.growing[0];
            QCOMPARE(leak.line, std::string("loop.py:7"));
            // What the last round made may be in use.
            QCOMPARE(leak.keptRounds, size_t((40 - 1) / every));
            QCOMPARE(leak.keptBytes, int64_t(100 * leak.keptRounds));
        }
    }

    void whatIsKeptAtRandomGrows() {
        std::mt19937 random(5);
        for (int i = 0; i < 20; ++i) {
            MemoryScript script;
            keptRounds(script, 60, [&](int) { return random() % 3 == 0; });
            const Session &session = script.done();
            QCOMPARE(memoryGrowth(session, opColumns(session), memoryUse(session)).growing.size(), size_t(1));
        }
    }

    void aCacheThatFillsUpIsNoLeak() {
        for (const int size : {3, 6, 16}) {
            MemoryScript script;
            keptRounds(script, 40, [&](int round) { return round < size; });
            const Session &session = script.done();
            const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
            QVERIFY(report.isKnown());
            QVERIFY2(report.growing.empty(), std::to_string(size).c_str());
        }
    }

    /** A deque of the latest, and a list that is emptied from time to time. */
    void aWindowOfTheLatestIsNoLeak() {
        for (const int emptiedEvery : {0, 7, 15}) {
            MemoryScript script;
            std::deque<int64_t> kept;
            for (int round = 0; round < 40; ++round) {
                const int64_t time = 10 + round * 40;
                if (emptiedEvery > 0 && round % emptiedEvery == 0)
                    for (; !kept.empty(); kept.pop_front())
                        script.release(kept.front(), time);
                kept.push_back(script.op("Exp", 100, time, "loop.py:7"));
                if (emptiedEvery > 0 || kept.size() <= 5) continue;
                script.release(kept.front(), time + 5);
                kept.pop_front();
            }
            const Session &session = script.done();
            const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
            QVERIFY(report.isKnown());
            QVERIFY2(report.growing.empty(), std::to_string(emptiedEvery).c_str());
        }
    }

    /** Made of an array of NumPy: no operator made it, but one took it. */
    void whatCameFromOutsideSaysWhoUsedIt() {
        MemoryScript script;
        for (int64_t time = 10; time < 410; time += 40) {
            script.outside(100, time);
            script.release(script.op("MatMul", 1000, time + 1, "loop.py:7"), time + 15);
        }
        const Session &session = script.done();
        const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
        QCOMPARE(report.growing.size(), size_t(1));
        QCOMPARE(report.growing[0].opName, std::string());
        QCOMPARE(report.growing[0].firstUse, std::string("loop.py:7"));
        QCOMPARE(report.growing[0].keptRounds, size_t(9));
    }

    void aLoopThatKeepsNothingGrowsNothing() {
        MemoryScript script;
        const Session &session = loopOf(script, 6, Keeping::Nothing);
        const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
        QVERIFY(report.isKnown());
        QVERIFY(report.growing.empty());
    }

    void whatIsLetGoOfBehindTheLoopIsNoLeak() {
        MemoryScript script;
        loopOf(script, 6, Keeping::UntilTheEnd);
        script.op("Add", 4, 10'000, "net.py:30");
        const Session &session = script.done();
        QVERIFY(memoryGrowth(session, opColumns(session), memoryUse(session)).growing.empty());
    }

    void threeRoundsOfALoopAreTooFew() {
        MemoryScript script;
        const Session &session = loopOf(script, 3, Keeping::Result, 1);
        const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
        QVERIFY(!report.isKnown());
        QVERIFY(report.growing.empty());
    }

    /** A loop that makes the layers of a network. */
    void parametersAreNoLeak() {
        MemoryScript script;
        for (int64_t time = 10; time < 60; time += 10) {
            const int64_t weight = script.op("Normal", 400, time, "net.py:4");
            script.session.tensors.change(size_t(weight),
                                          [](TensorRecord &tensor) { tensor.name = SharedText("fc.weight"); });
        }
        const Session &session = script.done();
        const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
        QVERIFY(report.isKnown());
        QVERIFY(report.growing.empty());
    }

    void callsOfACompiledFunctionAreRounds() {
        MemoryScript script;
        script.op("Ones", 400, 5, "a.py:2");
        for (int64_t call = 1; call <= 5; ++call) {
            const int64_t beginNs = call * 100;
            for (int64_t node = 0; node < 3; ++node) {
                const int64_t made = script.op("Tanh", 40, beginNs + node * 10, "f.py:3");
                script.changeLast([&](OpEvent &op) {
                    op.compilation = 0;
                    op.graphCall = call;
                });
                if (node < 2) script.release(made, beginNs + node * 10 + 11);
            }
            GraphCall &each = script.session.graphCalls.emplace_back();
            each.number = call;
            each.function = "f";
            each.compilation = 0;
            each.startNs = beginNs - 1;
            each.durationNs = 40;
            each.stack = script.session.ops.front().stack;
        }
        const Session &session = script.done();
        const MemoryGrowthReport report = memoryGrowth(session, opColumns(session), memoryUse(session));
        QCOMPARE(report.rounds.kind, RoundKind::Calls);
        QCOMPARE(report.rounds.function, std::string("f"));
        QCOMPARE(report.rounds.line, std::string("a.py:2"));
        QCOMPARE(report.rounds.ends.size(), size_t(5));
        QCOMPARE(report.growing.size(), size_t(1));
        QCOMPARE(report.growing[0].growth(), int64_t(160));
    }

    /** x -> MatMul a -> Gelu b -> MatMul c -> Tanh d; backward reads d, b, a. Times of Gelu and Tanh are 2 ns. */
    void whatIsCheapToComputeAgainIsNamedWithWhatItSavesAndCosts() {
        MemoryScript script;
        const int64_t x = script.outside(400, 10), weight = script.outside(400, 10, "fc.weight");
        const int64_t a = costing(script, script.reading({x, weight}).op("MatMul", 1000, 10, "net.py:3"), 1e6);
        const int64_t b = costing(script, script.reading({a}).op("GeLU", 1000, 20, "net.py:4"), 2000);
        const int64_t c = costing(script, script.reading({b, weight}).op("MatMul", 2000, 30, "net.py:5"), 1e6);
        const int64_t d = costing(script, script.reading({c}).op("Tanh", 2000, 40, "net.py:6"), 2000);
        script.release(c, 45);
        script.reading({d}).op("TanhGrad", 2000, 50, "net.py:6", OpPhase::Backward); // the peak: a, b, d and this
        script.release(d, 55);
        script.reading({b}).op("MatMul", 400, 60, "net.py:5", OpPhase::Backward);
        script.release(b, 65);
        script.reading({a}).op("GeluGrad", 400, 70, "net.py:4", OpPhase::Backward);
        const RecomputationReport report = recomputationOf(script);
        QVERIFY(report.hasBackward);
        QCOMPARE(report.peakBytes, int64_t(6800));
        QCOMPARE(report.rows.size(), size_t(1));
        const Recomputation &row = report.rows[0];
        QCOMPARE(row.bytes, int64_t(1000));
        QCOMPARE(row.ops, (std::vector<int64_t>{2}));
        QCOMPARE(row.timeNs, int64_t(2));
        QCOMPARE(row.idleFromNs, int64_t(32));
        QCOMPARE(row.idleToNs, int64_t(60));
        QCOMPARE(report.peakBytesThen, int64_t(5800));
        QCOMPARE(report.others[size_t(HeldBecause::Expensive)], (HeldSum{1, 1000})); // a is a product
        QCOMPARE(report.idleBytes(), int64_t(2000));
        QVERIFY2(!report.stepNs, "no optimizer ended a step");
        QCOMPARE(report.unread, HeldSum());
    }

    void whatWasWrittenToDrawnOrIsGoneIsNotComputedAgain() {
        MemoryScript script;
        const int64_t x = script.outside(400, 10);
        const int64_t drawn = costing(script, script.reading({x}).op("Dropout", 1000, 10), 10);
        const int64_t written = costing(script, script.reading({x}).op("ReLU", 2000, 20), 10);
        const int64_t gone = costing(script, script.reading({script.outside(40, 30)}).op("ReLU", 3000, 30), 10);
        script.release(gone - 1, 35);
        script.reading({written}).op("AssignAdd", 0, 40);
        script.changeLast([&](OpEvent &op) {
            op.outputs = IdList{written};
            op.writes = true;
        });
        const int64_t unknown = script.reading({x}).op("ReLU", 5000, 45);
        script.op("Ones", 9000, 50, "a.py:1", OpPhase::Backward);
        script.reading({drawn, written, gone, unknown}).op("AddN", 0, 60, "a.py:1", OpPhase::Backward);
        const RecomputationReport report = recomputationOf(script);
        QVERIFY(report.rows.empty());
        QCOMPARE(report.others[size_t(HeldBecause::Effects)], (HeldSum{1, 1000}));
        QCOMPARE(report.others[size_t(HeldBecause::Written)], (HeldSum{1, 2000}));
        QCOMPARE(report.others[size_t(HeldBecause::InputsGone)], (HeldSum{1, 3000}));
        QCOMPARE(report.others[size_t(HeldBecause::UnknownCost)], (HeldSum{1, 5000}));
        QCOMPARE(report.peakBytesThen, report.peakBytes);
    }

    /** What is needed for another one comes back with that one: only one of the two lies idle at the peak then. */
    void whatIsComputedOfOthersBringsThemBack() {
        MemoryScript script;
        const int64_t x = script.outside(400, 10);
        const int64_t first = costing(script, script.reading({x}).op("ReLU", 1000, 10), 10);
        const int64_t second = costing(script, script.reading({first}).op("Tanh", 1000, 20), 10);
        script.op("Ones", 500, 50, "a.py:1", OpPhase::Backward);
        script.reading({second}).op("TanhGrad", 0, 60, "a.py:1", OpPhase::Backward);
        script.reading({first}).op("ReluGrad", 0, 70, "a.py:1", OpPhase::Backward);
        const RecomputationReport report = recomputationOf(script);
        QCOMPARE(report.rows.size(), size_t(2));
        QCOMPARE(report.rows[0].idleToNs, int64_t(60));
        QCOMPARE(report.rows[1].idleToNs, int64_t(60));
        QCOMPARE(report.peakBytes, int64_t(2900));
        QCOMPARE(report.peakBytesThen, int64_t(2900)); // all are back at 60, and nothing went
    }

    void whatNoOperatorReadsAfterThePeakIsCounted() {
        MemoryScript script;
        const int64_t x = script.op("MatMul", 1000, 10);
        const int64_t y = script.reading({x}).op("BiasAdd", 2000, 20);
        script.reading({y}).op("GeLUGrad", 3000, 30, "a.py:1", OpPhase::Backward);
        script.reading({y}).op("ReluGrad", 0, 40, "a.py:1", OpPhase::Backward);
        QCOMPARE(recomputationOf(script).unread, (HeldSum{1, 1000}));
    }

    void withoutABackwardPassNothingIsKnownOfActivations() {
        MemoryScript script;
        script.op("ReLU", 1000, 10);
        QVERIFY(!recomputationOf(script).hasBackward);
    }

    void behindAFullRecordingNothingIsKnown() {
        MemoryScript script;
        const int64_t x = script.op("MatMul", 100, 10), y = script.op("Add", 200, 20);
        script.release(x, 21);
        script.release(y, 500);
        script.session.problems.push_back({Severity::Warning, "limit", "full", {}});
        const MemoryUse use = memoryUse(script.done());
        QCOMPARE(use.unknownFrom, std::optional<int64_t>(22));
        QCOMPARE(use.endNs(), int64_t(21));
        QCOMPARE(use.lives[1].endNs, MemoryLife::stillHeld);
    }

    /** Random lives: the curve is at any moment the sum of those held then, ends and peak agree with it. */
    void theCurveIsTheSumOfTheLives() {
        std::mt19937_64 random(7);
        const auto below = [&](int64_t most) { return int64_t(random() % uint64_t(most)); };
        for (int round = 0; round < 200; ++round) {
            MemoryScript script;
            std::vector<int64_t> held;
            int64_t time = 100;
            for (int i = 0; i < 60; ++i) {
                time += below(4);
                if (!held.empty() && below(2) == 0) {
                    const size_t which = size_t(below(int64_t(held.size())));
                    script.release(held[which], time);
                    held.erase(held.begin() + int64_t(which));
                } else {
                    held.push_back(script.op("Add", 4 * (1 + below(50)), time));
                }
            }
            const Session &session = script.done();
            const MemoryUse use = memoryUse(session);
            double highest = 0;
            for (int64_t at = 95; at < time + 5; ++at) {
                int64_t sum = 0;
                for (const MemoryLife &life : use.lives)
                    sum += life.isHeldAt(at) ? life.bytes : 0;
                QCOMPARE(use.bytesAt(at), sum);
                int64_t listed = 0;
                for (const uint32_t place : use.heldAt(at))
                    listed += use.lives[place].bytes;
                QCOMPARE(listed, sum);
                highest = std::max(highest, double(sum));
            }
            QCOMPARE(use.peak.value, highest);
            QCOMPARE(use.heldAt(MemoryLife::stillHeld - 1).size(), held.size());
            QVERIFY(std::ranges::is_sorted(use.curve, {}, &CounterSample::timeNs));
        }
    }

private:
    enum class Keeping : uint8_t { Nothing, Result, UntilTheEnd };
    static const Session &loopOf(MemoryScript &script, int rounds, Keeping keeping, int inner = 5) {
        int64_t time = 0;
        std::vector<int64_t> kept;
        for (int round = 0; round < rounds; ++round) {
            const int64_t x = script.op("MatMul", 1000, time += 10, "net.py:7");
            for (int i = 0; i < inner; ++i) {
                time += 10;
                script.release(script.op("Tanh", 100, time, "net.py:8"), time + 5);
            }
            kept.push_back(script.op("ReduceMean", 8, time += 10, "net.py:9"));
            script.release(x, time + 5);
            if (keeping == Keeping::Nothing) script.release(kept.back(), time + 6);
        }
        if (keeping == Keeping::UntilTheEnd)
            for (const int64_t each : kept)
                script.release(each, time + 8);
        return script.done();
    }

    /** Gives the last operator, which made `tensor`, a cost. */
    static int64_t costing(MemoryScript &script, int64_t tensor, double flops) {
        script.changeLast([&](OpEvent &op) { op.cost = {flops, 1000}; });
        return tensor;
    }
    static RecomputationReport recomputationOf(MemoryScript &script) {
        const Session &session = script.done();
        return recomputationReport(session, opColumns(session), memoryUse(session));
    }
};

JITSCOPE_TEST(MemoryUseTest)

} // namespace jitscope::tst_memoryuse

#include "tst_memoryuse.moc"
