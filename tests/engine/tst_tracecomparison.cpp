// SPDX-License-Identifier: Apache-2.0
// Traces compared: what was put in is found, all of it and nothing else, and a trace against itself shows nothing.
#include "engine/analysis/comparison/sequencealignment.h"
#include "engine/analysis/comparison/significance.h"
#include "engine/analysis/comparison/tasksequence.h"
#include "engine/analysis/comparison/tracecomparison.h"
#include "engine/session/session.h"
#include "tests/support/profiledtrace.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <array>
#include <cmath>
#include <random>
#include <set>

namespace jitscope::tst_tracecomparison {

using namespace jitscope;
using testing::ProfiledTrace;

namespace {

constexpr const char *kinds[] = {"MatMul", "Add", "Cast", "Softmax", "LayerNorm", "Transpose", "Mul", "ReduceSum"};

/** What happens to one task of a synthetic run. */
enum class Change : uint8_t { None, Slower, Faster, Dropped, Added };

struct RunOptions {
    int steps = 6, layers = 20;
    double noise = 0; ///< of durations, relative
    uint32_t seed = 1;
    bool fullNames = true;
    std::map<std::pair<int, int>, Change> changes = {}; ///< by step and task of it
};

/** Steps of a network: each task has the full name of its node, and durations of its own. */
Session runOf(const RunOptions &options) {
    std::mt19937 random(options.seed);
    std::normal_distribution<double> normal(0, 1);
    ProfiledTrace made;
    double now = 0;
    for (int step = 0; step < options.steps; ++step) {
        const double begin = now;
        for (int task = 0; task < options.layers * 8; ++task) {
            const char *kind = kinds[task % 8];
            const auto change = options.changes.find({step, task});
            const Change is = change == options.changes.end() ? Change::None : change->second;
            double duration = (20 + 7 * (task % 13)) * std::exp(options.noise * normal(random));
            if (is == Change::Slower) duration = duration * 2 + 50;
            if (is == Change::Faster) duration = duration / 3;
            const std::string name = options.fullNames ? format("Default/layer%d/%s-op%d", task / 8, kind, task)
                                                       : format("aclnn%s_%s_%d", kind, kind, step * 1000 + task);
            if (is == Change::Dropped) continue;
            made.task(2, name, now, duration);
            now += duration + 2;
            if (is != Change::Added) continue;
            made.task(2, format("Default/extra/Print-op%d", 9000 + task), now, 15);
            now += 17;
        }
        made.collective(format("hcom_allReduce__271_%d_1", step), now, 200 * std::exp(options.noise * normal(random)));
        now += 220;
        made.op(format("ProfilerStep#%d", step), begin - 1, now - begin);
    }
    Session session;
    session.trace = made.arranged();
    return session;
}

TraceComparison compared(const Session &a, const Session &b) {
    return compareTraces({&a, {0, 0}}, {&b, {0, 0}});
}

std::string countsOf(const TraceComparison &comparison) {
    return format("%lld matched, %lld slower, %lld faster, %lld missing, %lld new, %lld moved",
                  (long long)comparison.matched, (long long)comparison.count(DifferenceKind::Slower),
                  (long long)comparison.count(DifferenceKind::Faster),
                  (long long)comparison.count(DifferenceKind::Missing),
                  (long long)comparison.count(DifferenceKind::New), (long long)comparison.count(DifferenceKind::Moved));
}

/** The length of the longest common subsequence, by the textbook. */
size_t commonLength(const std::vector<int32_t> &a, const std::vector<int32_t> &b) {
    std::vector<size_t> row(b.size() + 1, 0);
    for (const int32_t key : a) {
        size_t diagonal = 0;
        for (size_t k = 0; k < b.size(); ++k) {
            const size_t above = row[k + 1];
            row[k + 1] = key == b[k] ? diagonal + 1 : std::max(row[k + 1], row[k]);
            diagonal = above;
        }
    }
    return row.back();
}

bool isAlignment(const AlignedPairs &pairs, const std::vector<int32_t> &a, const std::vector<int32_t> &b) {
    for (size_t i = 0; i < pairs.size(); ++i) {
        if (a[pairs[i].first] != b[pairs[i].second]) return false;
        if (i > 0 && (pairs[i].first <= pairs[i - 1].first || pairs[i].second <= pairs[i - 1].second)) return false;
    }
    return true;
}

} // namespace

class TraceComparisonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alignmentIsALongestCommonSubsequence() {
        std::mt19937 random(3);
        for (int round = 0; round < 400; ++round) {
            std::vector<int32_t> a(random() % 40), b(random() % 40);
            const uint32_t letters = 1 + random() % 6;
            for (int32_t &key : a)
                key = int32_t(random() % letters);
            for (int32_t &key : b)
                key = int32_t(random() % letters);
            const AlignedPairs pairs = alignSequences(a, b);
            QVERIFY(isAlignment(pairs, a, b));
            QCOMPARE(pairs.size(), commonLength(a, b));
        }
    }

    /** Much longer than the budget of the edit script: fixed points keep it exact where there are some. */
    void longSequencesAreAlignedInTime() {
        std::mt19937 random(5);
        std::vector<int32_t> a, b;
        size_t kept = 0;
        for (int32_t i = 0; i < 300000; ++i) {
            const bool isShared = random() % 4 != 0;
            a.push_back(i);
            if (isShared) b.push_back(i), ++kept;
            if (random() % 5 == 0) b.push_back(1'000'000 + i);
        }
        const AlignedPairs pairs = alignSequences(a, b);
        QVERIFY(isAlignment(pairs, a, b));
        QCOMPARE(pairs.size(), kept);
    }

    /** Tables of Student's t: 4 degrees of freedom, two-sided, 5 % at 2.7764; 9 and 1 % at 3.2498. */
    void theTestOfMeansKnowsItsTable() {
        const auto with = [](double t, int count) {
            std::vector<double> values; // of mean t / sqrt(count) and variance 1
            for (int i = 0; i < count; ++i)
                values.push_back(i % 2 == 0 ? 1 : -1);
            if (count % 2 == 1) values.back() = 0;
            double squares = 0;
            for (const double value : values)
                squares += value * value;
            for (double &value : values)
                value = value / std::sqrt(squares / (count - 1)) + t / std::sqrt(double(count));
            return pairedProbability(values);
        };
        QVERIFY(std::abs(with(2.7764, 5) - 0.05) < 1e-5);
        QVERIFY(std::abs(with(3.2498, 10) - 0.01) < 1e-5);
        QVERIFY(std::abs(with(0.7027, 10) - 0.5) < 1e-4);
        QCOMPARE(pairedProbability({0, 0, 0}), 1.0);
        QCOMPARE(pairedProbability({1, 1}), 0.0);
        QCOMPARE(pairedProbability({1}), 1.0);
    }

    /** Worked out by others with 40 digits. */
    void theLimitOfStudentIsExact() {
        constexpr double probabilities[] = {0.9, 0.3, 0.01, 1e-4, 1e-8, 1e-12};
        const std::pair<double, std::array<double, 6>> limits[] = {
            {1,
             {0.1583844403245363, 1.962610505505151, 63.65674116287158, 6366.197671315936, 63661977.23675813,
              636619772367.5813}},
            {2.5,
             {0.1388147679194696, 1.301662277159935, 7.163728138948786, 46.02421524694992, 1833.097178727528,
              72976.93421841858}},
            {4,
             {0.1338303671119434, 1.189566852443694, 4.604094871349993, 15.54410058154568, 156.4978087019787,
              1565.08351516786}},
            {7,
             {0.1302927965917774, 1.119159128361364, 3.499483297350494, 7.884584262416603, 30.71838211919369,
              114.8553431872038}},
            {39,
             {0.1264823066723178, 1.050399484969496, 2.707913183517662, 4.332791341212676, 7.241839488250037,
              10.33433883697055}},
            {78,
             {0.1260711573729518, 1.043369883830592, 2.640340015292127, 4.101407038092116, 6.414627839265835,
              8.501923129957463}},
            {1000.25,
             {0.1256932545407328, 1.036970976360603, 2.580753464811418, 3.906339785562829, 5.77955570799407,
              7.223930971488691}},
            {20000,
             {0.1256629424361815, 1.036460262245566, 2.576075153017255, 3.891376794023453, 5.733153940234892,
              7.13513033734729}},
            {800000,
             {0.1256613867443422, 1.036434061295507, 2.575835449247203, 3.890611505668172, 5.730789473490952,
              7.130622373175301}},
        };
        for (const auto &[freedom, expected] : limits)
            for (size_t i = 0; i < expected.size(); ++i)
                QVERIFY(std::abs(studentLimit(probabilities[i], freedom) / expected[i] - 1) < 1e-11);
        for (const double probability : {0.9999, 0.5, 1e-30, 1e-90}) { // of two degrees in closed form
            const double rest = 1 - probability;
            const double exact = rest * std::sqrt(2 / (probability * (1 + rest)));
            QVERIFY(std::abs(studentLimit(probability, 2) / exact - 1) < 1e-11);
        }
    }

    void numbersInNamesAreNoIdentity() {
        QCOMPARE(withoutNumbers("trans_TransData_17"), std::string("trans_TransData_#"));
        QCOMPARE(withoutNumbers("hcom_allReduce__271_0_1"), std::string("hcom_allReduce__#_#_#"));
    }

    void aTraceAgainstItselfShowsNothing() {
        const Session run = runOf({});
        const TraceComparison comparison = compared(run, run);
        COMPARE_TEXT(countsOf(comparison), "966 matched, 0 slower, 0 faster, 0 missing, 0 new, 0 moved");
        QVERIFY(comparison.differences.empty());
    }

    /** The same program twice with the noise of a machine: nothing of it is significant. */
    void twoRunsOfTheSameProgramShowNothing() {
        for (uint32_t seed = 1; seed <= 12; ++seed) {
            const Session a = runOf({.steps = 8, .noise = 0.03, .seed = seed});
            const Session b = runOf({.steps = 8, .noise = 0.03, .seed = seed + 100});
            const TraceComparison comparison = compared(a, b);
            COMPARE_TEXT(countsOf(comparison), "1288 matched, 0 slower, 0 faster, 0 missing, 0 new, 0 moved");
            for (const auto *groups : {&comparison.types, &comparison.steps, &comparison.collectives})
                for (const GroupDifference &group : *groups)
                    QVERIFY2(!group.isSignificant, (group.key + format(" p = %g", group.probability)).c_str());
        }
    }

    void whatWasPutInIsFoundAndNothingElse_data() {
        QTest::addColumn<double>("noise");
        QTest::newRow("exact") << 0.0;
        QTest::newRow("3 % noise") << 0.03;
    }
    void whatWasPutInIsFoundAndNothingElse() {
        QFETCH(double, noise);
        std::mt19937 random(11);
        for (int round = 0; round < 10; ++round) {
            RunOptions changed{.steps = 8, .noise = noise, .seed = uint32_t(500 + round)};
            std::set<std::string> wanted;
            for (int i = 0; i < 24; ++i) {
                const std::pair<int, int> place{int(random() % 8), int(random() % 160)};
                const Change change = Change(1 + random() % 4);
                if (!changed.changes.try_emplace(place, change).second) continue;
                const bool isNew = change == Change::Added;
                const char *word = change == Change::Slower   ? "slower"
                                   : change == Change::Faster ? "faster"
                                   : isNew                    ? "new"
                                                              : "missing";
                wanted.insert(format(
                    "%s step %d %s", word, place.first,
                    isNew ? format("Default/extra/Print-op%d", 9000 + place.second).c_str()
                          : format("Default/layer%d/%s-op%d", place.second / 8, kinds[place.second % 8], place.second)
                                .c_str()));
            }
            const Session a = runOf({.steps = 8, .noise = noise, .seed = uint32_t(900 + round)}), b = runOf(changed);
            const TraceComparison comparison = compared(a, b);
            std::set<std::string> found;
            for (const TraceDifference &each : comparison.differences) {
                const bool hasA = each.a.valid();
                const Trace &trace = hasA ? a.trace : b.trace;
                const SliceId slice = hasA ? each.a : each.b;
                found.insert(format("%s step %d %s", std::string(toString(each.kind)).c_str(), stepOf(trace, slice),
                                    std::string(trace.nameOf(slice)).c_str()));
            }
            COMPARE_TEXT(join({found.begin(), found.end()}, "\n"), join({wanted.begin(), wanted.end()}, "\n"));
        }
    }

    /** Kernel names with running numbers: an operator more at the beginning must not shift all that follow. */
    void namesWithRunningNumbersAreMatchedByOrder() {
        const Session a = runOf({.fullNames = false});
        const Session b =
            runOf({.fullNames = false, .changes = {{{0, 3}, Change::Dropped}, {{2, 17}, Change::Slower}}});
        COMPARE_TEXT(countsOf(compared(a, b)), "965 matched, 1 slower, 0 faster, 1 missing, 0 new, 0 moved");
    }

    /** A kernel that is a little slower each time is found as a whole, though no single one stands out. */
    void aSmallButSteadyChangeIsFoundForItsKind() {
        RunOptions slower{.steps = 30, .layers = 4, .noise = 0.03, .seed = 77};
        Session a = runOf({.steps = 30, .layers = 4, .noise = 0.03, .seed = 78});
        ProfiledTrace made;
        const Session plain = runOf(slower);
        for (int64_t i = 0; i < plain.trace.sliceCount(); ++i) {
            const SliceId slice{i};
            const Track &track = plain.trace.trackAt(plain.trace.trackOf(slice));
            const std::string name(plain.trace.nameOf(slice));
            const double start = double(plain.trace.startOf(slice)) / 1000;
            double duration = double(plain.trace.durationOf(slice)) / 1000;
            if (name == "Default/layer2/Softmax-op19") duration *= 1.08;
            if (track.kind == LaneKind::Stream) made.task(2, name, start, duration);
            if (track.kind == LaneKind::Communication) made.collective(name, start, duration);
        }
        Session b;
        b.trace = made.arranged();
        const TraceComparison comparison = compared(a, b);
        for (const TraceDifference &each : comparison.differences)
            QCOMPARE(b.trace.nameOf(each.b), std::string_view("Default/layer2/Softmax-op19"));
        QVERIFY(comparison.count(DifferenceKind::Slower) >= 15);
    }

    void anotherPlaceIsAMove() {
        const auto run = [](bool isMoved) {
            ProfiledTrace made;
            for (int i = 0; i < 20; ++i)
                made.task(isMoved && i == 7 ? 5 : 2, format("Default/a/Op-op%d", i), 10.0 * i, 5);
            made.task(5, "Default/b/Op-op99", 500, 5);
            Session session;
            session.trace = made.arranged();
            return session;
        };
        COMPARE_TEXT(countsOf(compared(run(false), run(true))),
                     "21 matched, 0 slower, 0 faster, 0 missing, 0 new, 1 moved");
    }

    void sumsAreThoseOfTheTasks() {
        const Session a = runOf({}), b = runOf({.changes = {{{1, 8}, Change::Slower}, {{2, 9}, Change::Dropped}}});
        const TraceComparison comparison = compared(a, b);
        QCOMPARE(comparison.steps.size(), size_t(6));
        for (const auto *groups : {&comparison.types, &comparison.steps}) {
            int64_t countA = 0, countB = 0, totalA = 0, totalB = 0;
            for (const GroupDifference &group : *groups) {
                countA += group.countA, countB += group.countB;
                totalA += group.totalA, totalB += group.totalB;
            }
            QCOMPARE(countA, comparison.tasksA);
            QCOMPARE(countB, comparison.tasksB);
            QCOMPARE(totalA, comparison.totalA);
            QCOMPARE(totalB, comparison.totalB);
        }
        QCOMPARE(comparison.collectives.size(), size_t(1));
        QCOMPARE(comparison.collectives[0].countA, int64_t(6));
    }

private:
    static int stepOf(const Trace &trace, SliceId slice) {
        for (int64_t i = 0; i < trace.sliceCount(); ++i) {
            const std::string name(trace.nameOf(SliceId{i}));
            if (!name.starts_with("ProfilerStep#")) continue;
            if (trace.startOf(SliceId{i}) <= trace.startOf(slice) && trace.startOf(slice) <= trace.endOf(SliceId{i}))
                return std::stoi(name.substr(13));
        }
        return -1;
    }
};

JITSCOPE_TEST(TraceComparisonTest)

} // namespace jitscope::tst_tracecomparison

#include "tst_tracecomparison.moc"
