// SPDX-License-Identifier: Apache-2.0
// Memory of a run: lives, the curve, the peak, who holds it, two moments, growth over steps.
#include "engine/analysis/memory/memorydifference.h"
#include "engine/analysis/memory/memorygrowth.h"
#include "engine/session/session.h"
#include "tests/support/memoryscript.h"
#include "tests/support/testing.h"

#include <QObject>

#include <random>

using namespace jitscope;
using namespace jitscope::testing;

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
        QCOMPARE(report.stepEnds.size(), size_t(4));
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
};

QTEST_MAIN(MemoryUseTest)
#include "tst_memoryuse.moc"
