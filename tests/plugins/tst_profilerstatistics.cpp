// SPDX-License-Identifier: Apache-2.0
// Our statistics against those that the producer wrote beside its events: counted by tests/data/samples/ascend/make.py,
// or, on the reference material, by the profilers of real runs.
#include "engine/analysis/device/apistatistics.h"
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/analysis/device/memorycurves.h"
#include "engine/analysis/device/overlap.h"
#include "engine/analysis/device/steptrace.h"
#include "engine/analysis/links/rowslices.h"
#include "engine/analysis/ranks/communication.h"
#include "engine/analysis/ranks/communicationlinks.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace jitscope::tst_profilerstatistics {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** The folder of a rank without a timeline. */
std::string rankWithoutTimeline(int rank) {
    return format(isOnReference() ? "torch_npu_qwen3_cann83/rank_%d_ascend_pt" : "torch_npu_ranks/rank_%d_ascend_pt",
                  rank);
}

Result<Session> openSample(const std::string &name) {
    return openPath(samplePath("ascend/" + name));
}

/** Figures that shall be equal but for `tolerance`. */
#define COMPARE_NEAR(actual, expected, tolerance)                                                                      \
    do {                                                                                                               \
        const double actual_ = double(actual), expected_ = double(expected), tolerance_ = double(tolerance);           \
        QVERIFY2(std::abs(actual_ - expected_) <= tolerance_,                                                          \
                 format("line %d, %s: %.3f instead of %.3f, tolerance %.3f", __LINE__, #actual, actual_, expected_,    \
                        tolerance_)                                                                                    \
                     .c_str());                                                                                        \
    } while (false)

const DataTable &table(const Session &session, const char *name, size_t profile = 0) {
    const DataTable *found = session.profiles.at(profile)->table(name);
    static const DataTable none;
    return found != nullptr ? *found : none;
}

int64_t integerAt(const DataTable &of, int64_t row, const char *column) {
    return of.integer(row, of.column(column));
}

std::map<std::string, int64_t> countsByType(const Session &session) {
    std::map<std::string, int64_t> counts;
    for (const KernelGroup &group : kernelStatistics(table(session, "kernels"), KernelGroupBy::Type))
        if (!group.isCommunication) counts[group.key] = group.count;
    return counts;
}

} // namespace

class TestProfilerStatistics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { loadPlugins(JITSCOPE_BUILD_DIR "/plugins"); }

    void operatorsEqualOpStatistic_data() {
        QTest::addColumn<QString>("sample");
        QTest::newRow("level 1") << "torch_npu_text/level1/rank0_ascend_pt";
        QTest::newRow("level 2") << "torch_npu_text/level2/rank0_ascend_pt";
        QTest::newRow("without a timeline") << QString::fromStdString(rankWithoutTimeline(0));
    }
    void operatorsEqualOpStatistic() {
        QFETCH(QString, sample);
        const auto session = openSample(sample.toStdString());
        VERIFY_RESULT(session);
        const auto groups = kernelStatistics(table(*session, "kernels"), KernelGroupBy::TypeAndCore);
        const DataTable &theirs = table(*session, "op_statistic");
        QVERIFY(theirs.rowCount() > (isOnReference() ? 30 : 1));
        QCOMPARE(int64_t(std::count_if(groups.begin(), groups.end(), [](const auto &g) { return !g.isCommunication; })),
                 theirs.rowCount());
        for (int64_t row = 0; row < theirs.rowCount(); ++row) {
            const auto group = std::find_if(groups.begin(), groups.end(), [&](const KernelGroup &each) {
                return each.key == theirs.text(row, theirs.column("type")) &&
                       each.detail == theirs.text(row, theirs.column("core"));
            });
            QVERIFY(group != groups.end());
            QCOMPARE(group->count, integerAt(theirs, row, "count"));
            // kernel_details.csv rounds each duration to a nanosecond, op_statistic.csv only the sum.
            COMPARE_NEAR(group->totalNs, integerAt(theirs, row, "total"), 1 + 0.5 * double(group->count));
            COMPARE_NEAR(group->minNs, integerAt(theirs, row, "min"), 1);
            COMPARE_NEAR(group->maxNs, integerAt(theirs, row, "max"), 1);
            COMPARE_NEAR(group->spread.meanNs, integerAt(theirs, row, "mean"), 1.5);
            COMPARE_NEAR(group->share * 100, theirs.real(row, theirs.column("ratio")), 0.001); // three decimals
        }
    }

    void hostCallsEqualApiStatistic_data() {
        QTest::addColumn<QString>("sample");
        QTest::newRow("level 1") << "torch_npu_text/level1/rank0_ascend_pt";
        QTest::newRow("level 2") << "torch_npu_text/level2/rank0_ascend_pt";
    }
    void hostCallsEqualApiStatistic() {
        QFETCH(QString, sample);
        const auto session = openSample(sample.toStdString());
        VERIFY_RESULT(session);
        const auto groups = apiStatistics(*session->profiles.at(0), session->trace);
        const DataTable &theirs = table(*session, "api_statistic");
        QVERIFY(theirs.rowCount() > (isOnReference() ? 30 : 10));
        for (int64_t row = 0; row < theirs.rowCount(); ++row) {
            std::string level = theirs.text(row, theirs.column("level"));
            if (level == "hccl") level = "communication"; // its name of before
            const auto group = std::find_if(groups.begin(), groups.end(), [&](const ApiGroup &each) {
                return each.level == level && each.name == theirs.text(row, theirs.column("name"));
            });
            QVERIFY2(group != groups.end(), theirs.text(row, theirs.column("name")).c_str());
            QCOMPARE(group->count, integerAt(theirs, row, "count"));
            // Both files are rounded: a call to a nanosecond, the sum to ten.
            COMPARE_NEAR(group->totalNs, integerAt(theirs, row, "total"), 10 + double(group->count));
            COMPARE_NEAR(group->minNs, integerAt(theirs, row, "min"), 10);
            COMPARE_NEAR(group->maxNs, integerAt(theirs, row, "max"), 10);
            const double variance = theirs.real(row, theirs.column("variance"));
            COMPARE_NEAR(group->varianceUs2, variance, 0.002 + variance * 1e-3);
        }
    }

    void stepsEqualStepTraceTime_data() {
        QTest::addColumn<QString>("sample");
        QTest::newRow("level 0") << "torch_npu_text/level0/rank0_ascend_pt";
        QTest::newRow("level 1") << "torch_npu_text/level1/rank0_ascend_pt";
        QTest::newRow("level 2") << "torch_npu_text/level2/rank0_ascend_pt";
        QTest::newRow("without a timeline") << QString::fromStdString(rankWithoutTimeline(0));
        QTest::newRow("level 0, database") << "torch_npu_db/level0/rank0_ascend_pt";
        QTest::newRow("level 1, database") << "torch_npu_db/level1/rank0_ascend_pt";
        QTest::newRow("level 2, database") << "torch_npu_db/level2/rank0_ascend_pt";
    }
    void stepsEqualStepTraceTime() {
        QFETCH(QString, sample);
        const auto session = openSample(sample.toStdString());
        VERIFY_RESULT(session);
        const Profile &profile = *session->profiles.at(0);
        QCOMPARE(stepRulesOf(profile), StepRules::TorchNpu);
        const DataTable &theirs = table(*session, "step_trace");
        QVERIFY(theirs.rowCount() > 0);
        const auto steps = stepTrace(profile, stepRulesOf(profile));
        QCOMPARE(int64_t(steps.size()), theirs.rowCount());
        const auto us = [&](const char *column) { return theirs.real(0, theirs.column(column)) * 1000; };
        const StepParts &step = steps[0];
        QCOMPARE(step.step, theirs.text(0, theirs.column("step")));
        // The kernels' begins and durations are rounded to a nanosecond each, those of the producer's lanes are not.
        const double each = 1 + double(table(*session, "kernels").rowCount());
        COMPARE_NEAR(step.computing, us("computing"), each);
        COMPARE_NEAR(step.communication, us("communication"), each);
        COMPARE_NEAR(step.notOverlapped, us("communication_not_overlapped"), each);
        COMPARE_NEAR(step.overlapped, us("overlapped"), each);
        COMPARE_NEAR(step.free, us("free"), each);
        // The producer subtracts microseconds since 1970 as doubles: a quarter of a microsecond at either end.
        COMPARE_NEAR(step.stage, us("stage"), 500 + each);
        COMPARE_NEAR(step.bubble, us("bubble"), each);
        COMPARE_NEAR(step.notOverlappedWithoutReceive, us("communication_not_overlapped_and_exclude_receive"), each);
        if (step.preparing) COMPARE_NEAR(*step.preparing, us("preparing"), 500 + each);
    }

    void overlapEqualsTheProducersLanes_data() {
        QTest::addColumn<QString>("sample");
        for (const char *level : {"level0", "level1", "level2"})
            QTest::newRow(level) << QStringLiteral("torch_npu_text/%1/rank0_ascend_pt").arg(QLatin1String(level));
    }
    void overlapEqualsTheProducersLanes() {
        QFETCH(QString, sample);
        const auto session = openSample(sample.toStdString());
        VERIFY_RESULT(session);
        const auto ours = overlapOf(table(*session, "kernels"));
        QCOMPARE(ours.size(), size_t(1));
        const DeviceOverlap theirs = overlapLanes(session->trace, session->profiles[0]->rank);
        QVERIFY(!theirs.computing.empty());
        const double rounding = 1 + double(table(*session, "kernels").rowCount()); // a nanosecond each
        COMPARE_NEAR(totalLength(ours[0].computing), totalLength(theirs.computing), rounding);
        COMPARE_NEAR(totalLength(ours[0].communication), totalLength(theirs.communication), rounding);
        COMPARE_NEAR(totalLength(ours[0].notOverlapped), totalLength(theirs.notOverlapped), rounding);
        COMPARE_NEAR(totalLength(ours[0].free), totalLength(theirs.free), rounding);
        COMPARE_NEAR(ours[0].span().length(), theirs.span().length(), 2);
    }

    void kernelsAreTheSameInTextAndDatabase_data() {
        QTest::addColumn<QString>("level");
        for (const char *level : {"level0", "level1", "level2"})
            QTest::newRow(level) << QString::fromLatin1(level);
    }
    /** The two were recorded one after the other of one program: counts are the same, times are not. */
    void kernelsAreTheSameInTextAndDatabase() {
        QFETCH(QString, level);
        const auto a = openSample("torch_npu_text/" + level.toStdString() + "/rank0_ascend_pt");
        const auto b = openSample("torch_npu_db/" + level.toStdString() + "/rank0_ascend_pt");
        VERIFY_RESULT(a);
        VERIFY_RESULT(b);
        if (level == QLatin1String("level0")) {
            // Level 0 has no types; the number of kernels is what can be compared.
            QCOMPARE(table(*a, "kernels").rowCount(), table(*b, "kernels").rowCount());
            return;
        }
        QCOMPARE(countsByType(*a), countsByType(*b));
    }

    void everyKernelHasItsSlice_data() {
        QTest::addColumn<QString>("sample");
        QTest::newRow("text") << "torch_npu_text/level2/rank0_ascend_pt";
        QTest::newRow("database") << "torch_npu_db/level2/rank0_ascend_pt";
        QTest::newRow("without a timeline") << QString::fromStdString(rankWithoutTimeline(0));
    }
    void everyKernelHasItsSlice() {
        QFETCH(QString, sample);
        const auto session = openSample(sample.toStdString());
        VERIFY_RESULT(session);
        const DataTable &kernels = table(*session, "kernels");
        const SliceFinder finder(session->trace);
        const RowsByStart rows = rowsByStart(kernels);
        for (int64_t row = 0; row < kernels.rowCount(); ++row) {
            const SliceId slice = sliceOfRow(finder, kernels, row, session->profiles[0]->rank);
            QVERIFY2(slice.valid(), kernels.text(row, kernels.column("name")).c_str());
            COMPARE_NEAR(session->trace.durationOf(slice), integerAt(kernels, row, "duration"), 1);
            QCOMPARE(rowOfSlice(session->trace, slice, kernels, rows), row);
        }
    }

    void communicationIsComparedOverRanks() {
        std::vector<std::string> paths;
        for (const int rank : {0, 1, 3})
            paths.push_back(samplePath("ascend/" + rankWithoutTimeline(rank)));
        const auto session = openPaths(paths);
        VERIFY_RESULT(session);
        QCOMPARE(session->profiles.size(), size_t(3));
        const auto ops = communicationOps(session->profiles);
        int shared = 0;
        for (const CommunicationOp &op : ops) {
            shared += op.ranks.size() > 1;
            for (const CommunicationTime &each : op.ranks) // the producer's parts add up to the whole
                COMPARE_NEAR(each.transit + each.wait + each.idle, each.elapse, 10);
        }
        QVERIFY(shared > 5);
        const auto links = linkTraffic(session->profiles);
        const bool knowsRanks = std::any_of(links.begin(), links.end(), [](const LinkTraffic &link) {
            return !link.isLocalNumber && link.source == 1 && link.target == 3 && link.transport == "HCCS";
        });
        QVERIFY(knowsRanks); // place 0 and 1 of their group
        QVERIFY(!packetRates(session->profiles).empty());
    }

    void memoryIsReadInFull() {
        const auto session = openSample(rankWithoutTimeline(0));
        VERIFY_RESULT(session);
        const auto curves = memoryCurves(*session->profiles[0]);
        QVERIFY(curves.size() > 3);
        int64_t samples = 0;
        for (const MemoryCurve &curve : curves)
            if (!curve.isModule) samples += int64_t(curve.samples.size());
        QVERIFY(samples > (isOnReference() ? 18'000 : 50));
        // At the begin of any allocation the producer's own total is at least what we say is held by then.
        const auto all = allocationsOf(*session->profiles[0]);
        const DataTable &theirs = table(*session, "operator_memory");
        for (int64_t row = 0; row < theirs.rowCount(); row += isOnReference() ? 97 : 1) {
            const int64_t time = integerAt(theirs, row, "allocation_time");
            const int64_t total = integerAt(theirs, row, "allocation_allocated");
            if (time == missingInteger || total == missingInteger) continue;
            int64_t held = 0;
            for (const Allocation &each : heldAt(all, time))
                held += each.bytes;
            QVERIFY2(held <= total + 1024,
                     format("%lld of %lld", static_cast<long long>(held), static_cast<long long>(total)).c_str());
        }
    }
};

JITSCOPE_TEST(TestProfilerStatistics)

} // namespace jitscope::tst_profilerstatistics

#include "tst_profilerstatistics.moc"
