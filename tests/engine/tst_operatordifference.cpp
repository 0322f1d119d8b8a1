// SPDX-License-Identifier: Apache-2.0
// Two recordings compared: planted differences are found with their identity, equals give nothing; instances of a row.
#include "engine/analysis/comparison/flamedifference.h"
#include "engine/analysis/operators/instances.h"
#include "engine/analysis/comparison/opdifference.h"
#include "engine/analysis/comparison/runcomparison.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/sameplace.h"
#include "engine/session/session.h"
#include "tests/support/nestedops.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <cmath>
#include <numeric>
#include <random>

namespace jitscope::tst_operatordifference {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int names = 20, callsOfName = 40;

struct Planted {
    int slower = -1; ///< twice as slow
    int dropped = -1, added = -1;
};

/** Steps of a program: times scatter as on a machine with other work, with a long tail. */
Session steps(unsigned seed, const Planted &planted = {}) {
    std::mt19937 random(seed);
    std::lognormal_distribution<double> scatter(0, 0.08);
    Session session;
    session.stacks.resize(names + 1);
    for (int name = 0; name <= names; ++name) {
        SourceSpan span;
        span.file = "/home/me/script.py";
        span.line = 10 + name;
        session.stacks[size_t(name)] = {{"step", span}};
    }
    int64_t now = 0;
    for (int step = 0; step < callsOfName; ++step)
        for (int name = 0; name <= names; ++name) {
            if (name == planted.dropped || (name == names && planted.added < 0)) continue;
            double time = 2000.0 * (1 + name) * scatter(random);
            if (random() % 50 == 0) time *= 4;
            if (name == planted.slower) time *= 2;
            OpEvent op;
            op.number = int64_t(session.ops.size()) + 1;
            op.op = "Op" + std::to_string(name);
            op.startNs = now;
            op.durationNs = int64_t(time);
            op.stack = name;
            now += op.durationNs + 100;
            session.ops.push_back(op);
        }
    return session;
}

/** 30 steps of a training: "planted" is called 27 times a step in three sizes, thirty others once or some times. */
TimesByKey heavyTailed(unsigned seed, double plantedFactor) {
    std::mt19937 random(seed);
    std::lognormal_distribution<double> scatter(0, 0.3);
    const auto timeOf = [&](double ns) {
        double time = ns * scatter(random);
        if (random() % 100 == 0) time *= 8;
        if (random() % 1000 == 0) time *= 40;
        return int64_t(time);
    };
    TimesByKey measured;
    for (int step = 0; step < 30; ++step) {
        for (int call = 0; call < 27; ++call)
            measured["planted"].times.push_back(timeOf(plantedFactor * (call % 3 == 0 ? 120'000 : 40'000)));
        for (int other = 0; other < 30; ++other)
            for (int call = 0; call <= other % 4; ++call)
                measured["other" + std::to_string(other)].times.push_back(timeOf(2000.0 * (1 + other)));
    }
    return measured;
}

std::vector<uint32_t> allOf(const OpColumns &columns) {
    return placesOf(columns, {});
}

std::vector<OpDelta> compared(const Session &a, const Session &b, OpGrouping grouping) {
    const OpColumns before = opColumns(a), now = opColumns(b);
    return compareOperators(before, allOf(before), now, allOf(now), grouping);
}

bool isFinding(DeltaVerdict verdict) {
    return verdict != DeltaVerdict::Same && verdict != DeltaVerdict::Noise && verdict != DeltaVerdict::TooFew;
}

/** A tree with what it was made of. */
struct Grown {
    explicit Grown(const Session &session, FlameOrder order = FlameOrder::TopDown)
        : columns(opColumns(session))
        , places(allOf(columns))
        , tree(flameTree(session, columns, places, FlameBy::Stack, order)) {}
    FlameSide side() const { return {tree, columns, places}; }

    OpColumns columns;
    std::vector<uint32_t> places;
    FlameTree tree;
};

} // namespace

class OperatorDifferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /** The other run began later and its operators take twice as long. */
    void aStretchIsFoundInAnotherRunByItsOperators() {
        const Session before = steps(1), now = steps(2, {.slower = 3});
        const OpColumns beforeColumns = opColumns(before), columns = opColumns(now);
        for (const auto &[first, last] : {std::pair<size_t, size_t>(20, 59), {0, 19}, {137, 137}}) {
            const std::pair stretch(columns.start[first], columns.start[last] + 1);
            const auto same = sameStretch(columns, stretch, beforeColumns);
            QVERIFY(same);
            const OpFilter filter{{.kind = OpCondition::Kind::Time, .from = same->first, .to = same->second}};
            std::vector<uint32_t> expected;
            for (size_t place = first; place <= last; ++place)
                expected.push_back(uint32_t(place));
            QCOMPARE(placesOf(beforeColumns, filter), expected);
        }
        Session shorter = steps(1);
        shorter.ops = decltype(shorter.ops)();
        for (size_t i = 0; i < 40; ++i)
            shorter.ops.push_back(before.ops[i]);
        const std::pair late(columns.start[500], columns.start[520]);
        QVERIFY2(!sameStretch(columns, late, opColumns(shorter)), "it never was there");
    }

    /** Twice as many calls of the same: the sum is more, the mean is not. */
    void moreCallsAreNoSlowerOnes() {
        std::mt19937 random(7);
        std::lognormal_distribution<double> scatter(0, 0.05);
        const auto times = [&](int count, double ns) {
            MeasuredTimes measured;
            for (int i = 0; i < count; ++i)
                measured.times.push_back(int64_t(ns * scatter(random)));
            return measured;
        };
        const std::vector<OpDelta> deltas = compareTimes({{"a", times(200, 1000)}, {"b", times(200, 1000)}},
                                                         {{"a", times(400, 1000)}, {"b", times(200, 1500)}});
        for (const OpDelta &delta : deltas) {
            QCOMPARE(delta.verdict, DeltaVerdict::Slower);
            QCOMPARE(delta.meanVerdict, delta.key == "a" ? DeltaVerdict::Noise : DeltaVerdict::Slower);
        }
    }

    void aRunAgainstItselfIsTheSame() {
        const Session session = steps(1);
        for (const OpDelta &delta : compared(session, session, OpGrouping::Op))
            QVERIFY(delta.verdict == DeltaVerdict::Same);
        const Grown grown(session);
        const FlameDifference difference = compareFlames(grown.side(), grown.side());
        for (const FlameDelta &delta : difference.frames)
            QVERIFY(delta.verdict == DeltaVerdict::Same);
        QCOMPARE(difference.missing, int64_t(0));
    }

    void equalsGiveNothingInAHundredTries() {
        int findings = 0, flames = 0;
        for (unsigned seed = 0; seed < 100; ++seed) {
            const Session a = steps(1000 + seed), b = steps(5000 + seed);
            for (const OpDelta &delta : compared(a, b, OpGrouping::Line))
                findings += isFinding(delta.verdict);
            const Grown before(a), now(b);
            for (const FlameDelta &delta : compareFlames(before.side(), now.side()).frames)
                flames += isFinding(delta.verdict);
        }
        QCOMPARE(findings, 0);
        QCOMPARE(flames, 0);
    }

    void whatWasPlantedIsFoundWithItsIdentity() {
        int missed = 0, invented = 0;
        for (unsigned seed = 0; seed < 50; ++seed) {
            const Planted planted{.slower = int(seed % 7), .dropped = 7 + int(seed % 5), .added = names};
            const auto deltas = compared(steps(seed), steps(seed + 500, planted), OpGrouping::Op);
            for (const OpDelta &delta : deltas) {
                const int name = std::stoi(delta.key.substr(2));
                const DeltaVerdict expected = name == planted.slower    ? DeltaVerdict::Slower
                                              : name == planted.dropped ? DeltaVerdict::Missing
                                              : name == planted.added   ? DeltaVerdict::New
                                                                        : DeltaVerdict::Noise;
                missed += expected != DeltaVerdict::Noise && delta.verdict != expected;
                invented += expected == DeltaVerdict::Noise && isFinding(delta.verdict);
            }
        }
        QVERIFY2(missed <= 3, std::to_string(missed).c_str()); // of 150: outliers may hide one
        QCOMPARE(invented, 0);
    }

    /** Calls of several sizes a step, with a long tail and now and then a stop of the machine. */
    void oneAndAHalfTimesIsFoundInHeavyTailedTimes() {
        int missed = 0, invented = 0;
        for (unsigned seed = 0; seed < 60; ++seed) {
            const TimesByKey before = heavyTailed(2 * seed, 1), now = heavyTailed(2 * seed + 1, 1.5);
            for (const OpDelta &delta : compareTimes(before, now)) {
                missed += delta.key == "planted" && delta.verdict != DeltaVerdict::Slower;
                invented += delta.key != "planted" && isFinding(delta.verdict);
            }
        }
        QVERIFY2(missed <= 3, std::to_string(missed).c_str());
        QCOMPARE(invented, 0);
    }

    /** One run kept all values, by which each operator became slower by a factor of its own. */
    void whatIsTwiceAsFastIsFoundWhereAllFaresDifferently() {
        int missed = 0;
        for (unsigned seed = 0; seed < 40; ++seed) {
            TimesByKey before = heavyTailed(900 + 2 * seed, 2), now = heavyTailed(901 + 2 * seed, 1);
            std::mt19937 random(seed);
            std::lognormal_distribution<double> factor(0.75, 0.5);
            for (auto &[key, measured] : before) {
                const double slower = key == "planted" ? 1 : factor(random);
                for (int64_t &time : measured.times)
                    time = int64_t(double(time) * slower);
            }
            for (const OpDelta &delta : compareTimes(before, now))
                missed += delta.key == "planted" && delta.verdict != DeltaVerdict::Faster;
        }
        QVERIFY2(missed <= 3, std::to_string(missed).c_str());
    }

    /** A whole of which a part is far slower is slower, however many other parts scatter. */
    void theWholeHasAVerdictToo() {
        const Grown before(steps(3)), now(steps(4, {.slower = names - 1}));
        QVERIFY(compareFlames(before.side(), now.side()).frames[0].verdict == DeltaVerdict::Slower);
        const RunComparison runs = compareRuns(steps(3), steps(4, {.slower = names - 1}), OpGrouping::Op);
        QVERIFY(runs.total.verdict == DeltaVerdict::Slower);
        QCOMPARE(runs.total.noiseNs, compareFlames(before.side(), now.side()).frames[0].noiseNs);
        QVERIFY(compareRuns(steps(5), steps(6), OpGrouping::Op).total.verdict == DeltaVerdict::Noise);
    }

    void theFlameGraphFindsTheSame() {
        for (const FlameOrder order : {FlameOrder::TopDown, FlameOrder::BottomUp}) {
            const Grown before(steps(3), order), now(steps(4, {.slower = 2, .dropped = 9, .added = names}), order);
            const FlameDifference difference = compareFlames(before.side(), now.side());
            QCOMPARE(difference.missing, int64_t(1));
            int64_t sum = 0;
            for (size_t i = 0; i < now.tree.frames.size(); ++i) {
                const FlameFrame &frame = now.tree.frames[i];
                if (frame.kind == FlameKind::Operator && frame.name == "Op2")
                    QVERIFY(difference.frames[i].verdict == DeltaVerdict::Slower);
                if (frame.kind == FlameKind::Operator && frame.name == "Op5")
                    QVERIFY(difference.frames[i].verdict == DeltaVerdict::Noise);
                if (frame.depth == 1) sum += difference.frames[i].baselineNs;
            }
            QCOMPARE(difference.frames[0].baselineNs, before.tree.totalNs());
            QCOMPARE(sum + difference.missingNs, before.tree.totalNs());
        }
    }

    void fewCallsTellNothing() {
        Session a, b;
        for (int i = 1; i <= 4; ++i)
            for (Session *session : {&a, &b}) {
                OpEvent op;
                op.number = i;
                op.op = "Add";
                op.startNs = 1000 * i;
                op.durationNs = session == &a ? 10 : 900;
                session->ops.push_back(op);
            }
        QVERIFY(compared(a, b, OpGrouping::Op)[0].verdict == DeltaVerdict::TooFew);
        const Grown before(a), now(b);
        QVERIFY(compareFlames(before.side(), now.side()).frames[0].verdict == DeltaVerdict::TooFew);
        const RunComparison runs = compareRuns(a, b, OpGrouping::Op);
        QVERIFY2(sentence(runs).find("nothing ran often enough to know the noise") != std::string::npos,
                 sentence(runs).c_str());
    }

    /** What else the machine did meanwhile may have met one of the runs more than the other. */
    void aRunThatWaitedForACoreTellsLess() {
        const auto withWaits = [](Session session, double share) {
            ThreadSpan span;
            span.thread = 0;
            span.durationNs = 1'000'000;
            span.readyNs = int64_t(share * 1e6);
            span.runNs = span.durationNs - span.readyNs;
            session.threadSpans.push_back(span);
            return session;
        };
        const auto verdict = [&](double share, double times) {
            Session now = withWaits(steps(2), share);
            for (size_t place = 0; place < now.ops.size(); ++place)
                now.ops.change(place, [&](OpEvent &op) {
                    if (op.op.str() == "Op3") op.durationNs = int64_t(double(op.durationNs) * times);
                });
            for (const OpDelta &delta : compared(withWaits(steps(1), 0.01), now, OpGrouping::Op))
                if (delta.key == "Op3") return delta.verdict;
            return DeltaVerdict::Missing;
        };
        QVERIFY(verdict(0, 1.5) == DeltaVerdict::Slower);
        QVERIFY(verdict(0.4, 1.5) == DeltaVerdict::Noise);
        QVERIFY(verdict(0.9, 3) == DeltaVerdict::Slower); // not everything is noise
        QCOMPARE(leastOfRunsThatWaited(0, 0), leastOfRuns);
        QCOMPARE(leastOfRunsThatWaited(0.3, 0.2), 0.3);
    }

    /** Two programs of which neither has an operator of the other: their times scatter all the same. */
    void theNoiseOfUnrelatedRunsIsKnownOrSaidToBeUnknown() {
        const auto calls = [](const char *name, int count, int64_t ns, unsigned seed) {
            std::mt19937 random(seed);
            std::lognormal_distribution<double> scatter(0, 0.1);
            Session session;
            for (int i = 1; i <= count; ++i) {
                OpEvent op;
                op.number = i;
                op.op = name;
                op.startNs = 100'000 * i;
                op.durationNs = int64_t(double(ns) * scatter(random));
                session.ops.push_back(op);
            }
            return session;
        };
        const RunDifference few = compareRuns(calls("A", 2, 100, 1), calls("B", 3, 9000, 2), OpGrouping::Op).total;
        QVERIFY(few.verdict == DeltaVerdict::TooFew && few.noiseNs == 0);
        const RunDifference far = compareRuns(calls("A", 200, 100, 1), calls("B", 200, 9000, 2), OpGrouping::Op).total;
        QVERIFY(far.verdict == DeltaVerdict::Slower && far.noiseNs > 0);
        const RunDifference near =
            compareRuns(calls("A", 200, 9000, 1), calls("B", 200, 9000, 2), OpGrouping::Op).total;
        QVERIFY(near.verdict == DeltaVerdict::Noise && near.noiseNs > 0);
        QVERIFY(verdictText(far).find("noise of 0") == std::string::npos);
    }

    void deltasAddUpToTheDifferenceOfTheRuns() {
        for (unsigned seed = 1; seed < 30; ++seed) {
            const Session a = NestedOps(seed).make(200), b = NestedOps(seed + 100).make(300);
            const OpColumns before = opColumns(a), now = opColumns(b);
            const auto sum = [](const OpColumns &columns) {
                return std::accumulate(columns.self.begin(), columns.self.end(), int64_t(0));
            };
            int64_t difference = 0;
            for (const OpDelta &delta : compared(a, b, OpGrouping::Op))
                difference += delta.deltaNs();
            QCOMPARE(difference, sum(now) - sum(before));
        }
    }

    void everyInstanceIsInOneBin() {
        for (unsigned seed = 1; seed < 20; ++seed) {
            const OpColumns columns = opColumns(NestedOps(seed).make(500));
            const auto places = allOf(columns);
            const InstanceGrid grid = instanceGrid(columns, places, 40, 12);
            const auto sum = [](const auto &counts) {
                return std::accumulate(counts.begin(), counts.end(), int64_t(0));
            };
            QCOMPARE(sum(grid.bins.counts), int64_t(places.size()));
            QCOMPARE(sum(grid.counts), int64_t(places.size()));
            for (size_t bin = 0; bin < grid.bins.counts.size(); ++bin) {
                const bool isLast = bin + 1 == grid.bins.counts.size();
                OpCondition condition;
                condition.kind = OpCondition::Kind::Duration;
                condition.from = grid.bins.edges[bin];
                condition.to = grid.bins.edges[bin + 1] - (isLast ? 0 : 1);
                QCOMPARE(int64_t(placesOf(columns, {condition}).size()), grid.bins.counts[bin]);
            }
        }
    }

    void instancesAreThoseOfTheGroup() {
        const OpColumns columns = opColumns(NestedOps(5).make(300));
        const uint32_t group = columns.by(OpGrouping::Op).find("MatMul");
        const auto places = instancesOf(columns, OpGrouping::Op, group, allOf(columns));
        QVERIFY(!places.empty());
        OpCondition condition;
        condition.text = "MatMul";
        QVERIFY(places == placesOf(columns, {condition}));
        QVERIFY(instanceGrid(columns, {}, 10, 10).bins.counts.empty());
    }
};

JITSCOPE_TEST(OperatorDifferenceTest)

} // namespace jitscope::tst_operatordifference

#include "tst_operatordifference.moc"
