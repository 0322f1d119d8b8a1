// SPDX-License-Identifier: Apache-2.0
// Statistics of profiles over small tables whose figures are worked out by hand.
#include "engine/analysis/comparison/rankdifference.h"
#include "engine/analysis/derivedtables.h"
#include "engine/analysis/device/apistatistics.h"
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/analysis/device/memorycurves.h"
#include "engine/analysis/device/overlap.h"
#include "engine/analysis/device/pipeusage.h"
#include "engine/analysis/device/steptrace.h"
#include "engine/analysis/links/kernellaunches.h"
#include "engine/analysis/ranks/communication.h"
#include "engine/analysis/ranks/communicationlinks.h"
#include "engine/analysis/tableorder.h"
#include "engine/analysis/taskkinds.h"
#include "engine/base/text.h"
#include "tests/support/profiledtrace.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <cmath>

namespace jitscope::tst_statistics {

using namespace jitscope;

namespace {

struct Kernel {
    const char *step, *name, *type, *core;
    int64_t start, duration, wait;
    const char *shapes = "";
};

DataTable kernelsTable(const std::vector<Kernel> &kernels) {
    DataTable table = makeTable("kernels");
    for (const Kernel &kernel : kernels) {
        const int64_t row = table.addRow();
        table.setText(row, table.column("step"), kernel.step);
        table.setInteger(row, table.column("device"), 0);
        table.setText(row, table.column("name"), kernel.name);
        table.setText(row, table.column("type"), kernel.type);
        table.setText(row, table.column("core"), kernel.core);
        table.setText(row, table.column("input_shapes"), kernel.shapes);
        table.setInteger(row, table.column("start"), kernel.start);
        table.setInteger(row, table.column("duration"), kernel.duration);
        table.setInteger(row, table.column("wait"), kernel.wait);
    }
    return table;
}

/** Two steps: [100, 300) and [300, 700) on the device. */
DataTable twoSteps() {
    return kernelsTable({
        {"1", "add_a", "Add", "AI_VECTOR_CORE", 100, 50, 0, "2,3"},
        {"1", "mm_a", "MatMul", "AI_CORE", 150, 100, 0, "2,3;3,4"},
        {"1", "hcom_allReduce__1_0_1", "hcom_allReduce_", "COMMUNICATION", 200, 100, 0},
        {"2", "add_b", "Add", "AI_VECTOR_CORE", 320, 30, 20, "4"},
        {"2", "hcom_receive__1_1_1", "hcom_receive_", "HCCL", 400, 100, 0},
        {"2", "add_c", "Add", "MIX_AIV", 600, 100, 100, "4"},
        {"2", "allreduceAivKernel", "x", "AI_VECTOR_CORE", 650, 500, 0},
    });
}

std::string listed(const std::vector<KernelGroup> &groups) {
    std::string text;
    for (const KernelGroup &group : groups)
        text += format("%s|%s n=%lld sum=%lld %lld..%lld median=%g wait=%lld %.0f%%\n", group.key.c_str(),
                       group.detail.c_str(), static_cast<long long>(group.count), static_cast<long long>(group.totalNs),
                       static_cast<long long>(group.minNs), static_cast<long long>(group.maxNs), group.spread.medianNs,
                       static_cast<long long>(group.waitNs), group.share * 100);
    return text;
}

std::string listed(const Intervals &set) {
    std::string text;
    for (const Interval &each : set)
        text += format("[%lld,%lld)", static_cast<long long>(each.beginNs), static_cast<long long>(each.endNs));
    return text;
}

std::string listed(const std::vector<StepParts> &steps) {
    std::string text;
    for (const StepParts &step : steps)
        text += format("%s: computing %lld, not overlapped %lld, overlapped %lld, communication %lld, free %lld, stage "
                       "%lld, bubble %lld, rest %lld, preparing %s\n",
                       step.step.c_str(), static_cast<long long>(step.computing),
                       static_cast<long long>(step.notOverlapped), static_cast<long long>(step.overlapped),
                       static_cast<long long>(step.communication), static_cast<long long>(step.free),
                       static_cast<long long>(step.stage), static_cast<long long>(step.bubble),
                       static_cast<long long>(step.notOverlappedWithoutReceive),
                       step.preparing ? std::to_string(*step.preparing).c_str() : "unknown");
    return text;
}

Profile profileOf(std::vector<DataTable> tables, int rank = 0) {
    Profile profile;
    profile.rank = rank;
    profile.label = "rank " + std::to_string(rank);
    profile.tables = std::move(tables);
    return profile;
}

ProfilePtr communicating(int rank, const std::vector<std::pair<const char *, std::pair<int64_t, int64_t>>> &ops) {
    DataTable table = makeTable("communication_ops");
    for (const auto &[name, times] : ops) {
        const int64_t row = table.addRow();
        table.setText(row, table.column("name"), name);
        table.setText(row, table.column("group"), "g");
        table.setInteger(row, table.column("start"), row * 1'000'000);
        table.setInteger(row, table.column("elapse"), times.first);
        table.setInteger(row, table.column("wait"), times.second);
    }
    return std::make_shared<Profile>(profileOf({std::move(table)}, rank));
}

struct Link {
    const char *name;
    int64_t source, target;
    const char *transport;
    double bytes;
    int64_t time;
};

ProfilePtr linked(int rank, const std::vector<Link> &links) {
    DataTable table = makeTable("communication_matrix");
    for (const Link &link : links) {
        const int64_t row = table.addRow();
        table.setText(row, table.column("name"), link.name);
        table.setText(row, table.column("group"), "g");
        table.setInteger(row, table.column("source"), link.source);
        table.setInteger(row, table.column("target"), link.target);
        table.setText(row, table.column("transport"), link.transport);
        table.setReal(row, table.column("transit_size"), link.bytes);
        table.setInteger(row, table.column("transit_time"), link.time);
    }
    return std::make_shared<Profile>(profileOf({std::move(table)}, rank));
}

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void kernelsAreSummedByType() {
        COMPARE_TEXT(listed(kernelStatistics(twoSteps(), KernelGroupBy::Type)),
                     "x|AI_VECTOR_CORE n=1 sum=500 500..500 median=500 wait=0 64%\n"
                     "Add| n=3 sum=180 30..100 median=50 wait=120 23%\n"
                     "MatMul|AI_CORE n=1 sum=100 100..100 median=100 wait=0 13%\n"
                     "hcom_allReduce_|COMMUNICATION n=1 sum=100 100..100 median=100 wait=0 50%\n"
                     "hcom_receive_|HCCL n=1 sum=100 100..100 median=100 wait=0 50%\n");
    }

    void launchesAreKnownByTheFlowsOfTheTrace() {
        testing::ProfiledTrace made;
        made.launched("add_a", 0.1, 0.05, 0.02, 0.01);
        made.launched("mm_a", 0.15, 0.1, 0.03, 0.01);
        made.launched("add_b", 0.32, 0.03, 0.33, 0.01); // clocks of host and device are aligned only roughly
        made.task(2, "add_c", 0.6, 0.1);
        const std::vector<int64_t> launches = kernelLaunches(made.arranged(), twoSteps(), 0);
        QCOMPARE(launches[0], int64_t(80));
        QCOMPARE(launches[1], int64_t(120));
        for (const size_t row : {2, 3, 4, 5, 6})
            QCOMPARE(launches[row], missingInteger);
        for (const OpRow &row : kernelRows(twoSteps(), KernelGroupBy::Name, launches)) {
            const double expected = row.key == "add_a" ? 80 : row.key == "mm_a" ? 120 : OpRow::unknown;
            QVERIFY2(row.launchNs == expected || (std::isnan(row.launchNs) && std::isnan(expected)), row.key.c_str());
        }
        for (const OpRow &row : kernelRows(twoSteps(), KernelGroupBy::Type, launches))
            QCOMPARE(std::isnan(row.launchNs), row.key != "MatMul"); // of the sums, one in Add is not known
        for (const OpRow &row : kernelRows(twoSteps(), KernelGroupBy::Type))
            QVERIFY(std::isnan(row.launchNs));
    }

    void typesAreSplitByCoreOrShape() {
        const auto byCore = kernelStatistics(twoSteps(), KernelGroupBy::TypeAndCore);
        QCOMPARE(byCore.size(), size_t(6)); // Add on two kinds of cores
        const auto byShape = kernelStatistics(twoSteps(), KernelGroupBy::Shape);
        COMPARE_TEXT(listed({byShape[1]}), "Add|4 n=2 sum=130 30..100 median=65 wait=120 17%\n");
    }

    void onlyKernelsThatTouchTheRangeCount() {
        COMPARE_TEXT(listed(kernelStatistics(twoSteps(), KernelGroupBy::Name, Interval{149, 160})),
                     "mm_a|MatMul n=1 sum=100 100..100 median=100 wait=0 67%\n"
                     "add_a|Add n=1 sum=50 50..50 median=50 wait=0 33%\n");
        COMPARE_TEXT(listed(kernelStatistics(twoSteps(), KernelGroupBy::Name, Interval{150, 160})),
                     "mm_a|MatMul n=1 sum=100 100..100 median=100 wait=0 100%\n");
    }

    /** Adds that take `add` and `slow` products that take `product` ns on a rank, each with a scatter of its own. */
    static DataTable manyKernels(int64_t add, int64_t product, int extra = 0) {
        std::vector<Kernel> kernels;
        for (int i = 0; i < 40; ++i) {
            kernels.push_back({"1", "add", "Add", "AI_VECTOR_CORE", i * 10'000, add + 7 * (i * 13 % 11), 0});
            kernels.push_back({"1", "mm", "MatMul", "AI_CORE", i * 10'000 + 5000, product + 5 * (i * 7 % 13), 0});
        }
        for (int i = 0; i < extra; ++i)
            kernels.push_back({"1", "cast", "Cast", "AI_VECTOR_CORE", 500'000 + i, 10, 0});
        return kernelsTable(kernels);
    }

    static QString deltasOf(const ComparedTable &compared) {
        QStringList lines;
        const DataTable &table = compared.table;
        for (int64_t row = 0; row < table.rowCount(); ++row)
            lines << QString::fromStdString(table.text(row, 0)) + " " +
                         QString::fromStdString(table.cell(row, table.column("delta_total"))) + " " +
                         QString::number(int(compared.deltas[0].verdicts[size_t(row)]));
        return lines.join(", ");
    }

    static ComparedTable comparedRanks(const DataTable &before, const DataTable &now) {
        const auto grouping = KernelGroupBy::Type;
        const auto groups = kernelStatistics(now, grouping);
        return withDeltas(kernelStatisticsTable(groups, grouping), groups, grouping,
                          compareGroups(kernelTimes(before, grouping), kernelTimes(now, grouping)));
    }

    void kernelsOfARankAreHeldAgainstThoseOfAnother() {
        const int slower = int(DeltaVerdict::Slower), noise = int(DeltaVerdict::Noise);
        const ComparedTable compared = comparedRanks(manyKernels(1000, 3000, 3), manyKernels(1002, 3600));
        QCOMPARE(
            deltasOf(compared),
            QString("MatMul 24000 %1, Add 80 %2, Cast -30 %3").arg(slower).arg(noise).arg(int(DeltaVerdict::Missing)));
        const DataTable &table = compared.table;
        QCOMPARE(table.integer(0, table.column("delta_mean")), int64_t(600));
        QCOMPARE(table.integer(2, table.column("count_before")), int64_t(3));
        QCOMPARE(table.integer(2, table.column("delta_mean")), missingInteger); // of no kernel there is no mean
        QVERIFY(compared.deltas[0].noise[0] > 0 && compared.deltas[0].noise[0] < 24000);
        for (const ComparedTable &same : {comparedRanks(manyKernels(1000, 3000), manyKernels(1000, 3000))})
            for (const DeltaVerdict verdict : same.deltas[0].verdicts)
                QCOMPARE(verdict, DeltaVerdict::Same);
        const ComparedTable fewer = comparedRanks(twoSteps(), manyKernels(1000, 3000));
        QCOMPARE(fewer.deltas[0].verdicts[1], DeltaVerdict::TooFew);
    }

    /** Twice as many calls of the same time: the sum is more, a call is not. */
    void moreCallsAreNoSlowerOnes() {
        DataTable twice = manyKernels(1000, 3000);
        const DataTable once = manyKernels(1000, 3000);
        for (int64_t row = 0; row < once.rowCount(); ++row) {
            const int64_t again = twice.addRow();
            for (const char *name : {"type", "name", "core"})
                twice.setText(again, twice.column(name), once.text(row, once.column(name)));
            for (const char *name : {"start", "duration"})
                twice.setInteger(again, twice.column(name), once.integer(row, once.column(name)));
        }
        const ComparedTable compared = comparedRanks(once, twice);
        QCOMPARE(compared.deltas[0].verdicts[0], DeltaVerdict::Slower);
        QCOMPARE(compared.deltas[1].verdicts[0], DeltaVerdict::Noise);
    }

    void stepsOfRanksAreHeldAgainstTheSameSteps() {
        DataTable all("step_parts");
        const int rank = all.addColumn("rank", ColumnType::Text), step = all.addColumn("step", ColumnType::Text),
                  computing = all.addColumn("computing", ColumnType::Integer, "ns");
        for (const auto &[name, time] : {std::pair{"rank 0", 1000}, {"rank 1", 1300}, {"rank 2", 1001}})
            for (int i = 0; i < 8; ++i) {
                const int64_t row = all.addRow();
                all.setText(row, rank, name);
                all.setText(row, step, std::to_string(i));
                all.setInteger(row, computing, time + 3 * (i * 5 % 7));
            }
        const ComparedTable compared =
            againstRank(all, "rank 0", {"step"}, {"computing", "free"}, RowsOfRank::Repetitions);
        QCOMPARE(compared.deltas.size(), size_t(1)); // the table has no "free"
        const int delta = compared.deltas[0].column;
        QCOMPARE(compared.table.integer(0, delta), missingInteger); // the baseline itself
        QCOMPARE(compared.table.integer(8, delta), int64_t(300));
        QCOMPARE(compared.deltas[0].verdicts[8], DeltaVerdict::Slower);
        QCOMPARE(compared.table.integer(16, delta), int64_t(1));
        QCOMPARE(compared.deltas[0].verdicts[16], DeltaVerdict::Noise);
        const ComparedTable parts = againstRank(all, "rank 0", {"step"}, {"computing"}, RowsOfRank::Parts);
        QCOMPARE(parts.deltas[0].verdicts[8], DeltaVerdict::TooFew);
    }

    void launchesOfAGroupAreSummedWhereAllAreKnown() {
        const DataTable kernels = twoSteps();
        std::vector<int64_t> launches(size_t(kernels.rowCount()), 10);
        launches[1] = missingInteger; // the product's
        const DataTable table = kernelStatisticsTable(
            kernelStatistics(kernels, KernelGroupBy::Type, std::nullopt, launches), KernelGroupBy::Type);
        for (int64_t row = 0; row < table.rowCount(); ++row) {
            const int64_t launch = table.integer(row, table.column("launch"));
            if (table.text(row, 0) == "MatMul") QCOMPARE(launch, missingInteger);
            if (table.text(row, 0) == "Add") QCOMPARE(launch, int64_t(30));
        }
    }

    void everyColumnOfOurTablesIsExplained() {
        for (const auto grouping : {KernelGroupBy::Type, KernelGroupBy::Name, KernelGroupBy::Core, KernelGroupBy::Shape,
                                    KernelGroupBy::TypeAndCore}) {
            const DataTable table = kernelStatisticsTable({}, grouping);
            for (const DataColumn &column : table.columns())
                QVERIFY2(!columnMeaning(table.name(), column.name).empty(), (table.name() + column.name).c_str());
        }
        for (const DataTable &table : {apiStatisticsTable({}), overlapTable({}), stepTraceTable({})})
            for (const DataColumn &column : table.columns())
                QVERIFY2(!columnMeaning(table.name(), column.name).empty(), (table.name() + column.name).c_str());
    }

    void overlapIsOfUnions() {
        const auto devices = overlapOf(twoSteps());
        QCOMPARE(devices.size(), size_t(1));
        COMPARE_TEXT(listed(devices[0].computing), "[100,250)[320,350)[600,700)");
        COMPARE_TEXT(listed(devices[0].communication), "[200,300)[400,500)");
        COMPARE_TEXT(listed(devices[0].notOverlapped), "[250,300)[400,500)");
        COMPARE_TEXT(listed(devices[0].free), "[300,320)[350,400)[500,600)");
    }

    void stepsByTorchNpuBeginOnTheDevice() {
        DataTable steps = makeTable("steps");
        for (const auto &[name, begin, end] : {std::tuple{"1", 10, 290}, {"2", 290, 650}}) {
            const int64_t row = steps.addRow();
            steps.setText(row, 0, name);
            steps.setInteger(row, 1, begin);
            steps.setInteger(row, 2, end);
        }
        Profile profile = profileOf({twoSteps(), steps});
        profile.producer = "torch_npu 2.1";
        QCOMPARE(stepRulesOf(profile), StepRules::TorchNpu);
        COMPARE_TEXT(listed(stepTrace(profile, StepRules::TorchNpu)),
                     "1: computing 150, not overlapped 50, overlapped 50, communication 100, free 0, stage 200, bubble "
                     "0, rest 50, preparing 90\n"
                     "2: computing 130, not overlapped 100, overlapped 0, communication 100, free 150, stage 280, "
                     "bubble 100, rest 0, preparing 30\n");
    }

    void stepsByMindSporeAreTheHosts() {
        DataTable steps = makeTable("steps");
        const int64_t row = steps.addRow();
        steps.setText(row, 0, "7");
        steps.setInteger(row, 1, 90);
        steps.setInteger(row, 2, 380); // ends within a free stretch
        const Profile profile = profileOf({twoSteps(), steps});
        COMPARE_TEXT(
            listed(stepTrace(profile, StepRules::MindSpore)),
            "7: computing 180, not overlapped 50, overlapped 50, communication 100, free 50, stage 100, bubble "
            "0, rest 50, preparing 10\n");
    }

    void withoutStepsThereIsOneOfAll() {
        const Profile profile = profileOf({kernelsTable({{"", "a", "Add", "AI_CORE", 5, 10, 0}})});
        const auto steps = stepTrace(profile, StepRules::MindSpore, 1);
        COMPARE_TEXT(listed(steps),
                     "0: computing 10, not overlapped 0, overlapped 0, communication 0, free 0, stage 0, "
                     "bubble 0, rest 0, preparing 4\n");
    }

    void transfersBetweenStagesAreKnownByName() {
        QVERIFY(isStageTransfer("hcom_batchSendRecv__128_3_1"));
        QVERIFY(isStageTransfer("hcom_send__1"));
        QVERIFY(!isStageTransfer("hcom_SendRecv__1")); // the pattern wants a word before
        QVERIFY(!isStageTransfer("hcom_allReduce__1"));
        QVERIFY(isReceive("hcom_receive__1") && !isReceive("hcom_batchSendRecv__128_3_1"));
    }

    void hostCallsAreSummedByLevel() {
        Trace trace;
        Track lane;
        lane.process = "CANN";
        lane.name = "Thread 1";
        lane.kind = LaneKind::HostApi;
        lane.rank = 0;
        const TrackId id = trace.addTrack(lane);
        trace.addSlice(id, "AscendCL@aclnnAdd", "", 0, 10'000);
        trace.addSlice(id, "Node@launch", "", 2'000, 2'000);
        trace.addSlice(id, "Node@launch", "", 5'000, 4'000);
        trace.arrange();
        const auto groups = apiStatistics(profileOf({}), trace);
        QCOMPARE(groups.size(), size_t(2));
        QCOMPARE(groups[0].level, std::string("acl"));
        QCOMPARE(groups[1].name, std::string("launch"));
        QCOMPARE(groups[1].totalNs, 6'000);
        QCOMPARE(groups[1].varianceUs2, 1.0);
        QCOMPARE(groups[1].share, 1.0);
    }

    void theRankThatComesLateIsTheSlowOne() {
        const int64_t ms = 1'000'000;
        const auto ops = communicationOps({communicating(0, {{"a", {10 * ms, 9 * ms}}, {"b", {5 * ms, 4 * ms}}}),
                                           communicating(1, {{"a", {1 * ms, 0}}, {"b", {1 * ms, 0}}}),
                                           communicating(2, {{"a", {9 * ms, 8 * ms}}, {"b", {2 * ms, 1 * ms}}})});
        QCOMPARE(ops.size(), size_t(2));
        QCOMPARE(ops[0].ranks.size(), size_t(3));
        const auto slow = slowRanks(ops);
        QCOMPARE(slow.size(), size_t(1));
        QCOMPARE(slow[0].rank, 1);
        QCOMPARE(slow[0].ownWait, 0);
        QCOMPARE(slow[0].othersWait, (17 * ms + 5 * ms) / 2);
        QCOMPARE(slow[0].leastIn, 2);
        QCOMPARE(timesByRank(ops)[2].wait, 9 * ms);
    }

    void ranksThatWaitAlikeAreNotSlow() {
        const auto ops = communicationOps(
            {communicating(0, {{"a", {10'000'000, 50'000}}}), communicating(1, {{"a", {10'000'000, 0}}})});
        QVERIFY(slowRanks(ops).empty());
        QVERIFY(slowRanks(communicationOps({communicating(0, {{"a", {10, 9}}})})).empty());
    }

    void placesInAGroupBecomeRanks() {
        const auto links =
            linkTraffic({linked(4, {{"x-total", 0, 0, "LOCAL", 8, 1},
                                    {"x-total", 0, 1, "HCCS", 1.8e8, 10'000'000},
                                    {"x-top1", 0, 1, "HCCS", 1.8e8, 10'000'000}}),
                         linked(6, {{"x-total", 1, 1, "LOCAL", 8, 1}, {"x-total", 1, 0, "HCCS", 0.9e8, 10'000'000}})});
        QCOMPARE(links.size(), size_t(4));
        QCOMPARE(links[1].source, 4);
        QCOMPARE(links[1].target, 6);
        QCOMPARE(links[1].bandwidth(), 18.0);
        QVERIFY(!links[1].isLocalNumber);
        const auto slow = slowLinks(links);
        QCOMPARE(slow.size(), size_t(1));
        QCOMPARE(slow[0].link.source, 6);
        QCOMPARE(slow[0].median, 13.5);
        QCOMPARE(slow[0].usual, 18.0);
    }

    void ranksThatWereNotProfiledKeepTheirPlace() {
        const auto links =
            linkTraffic({linked(4, {{"x-total", 0, 0, "LOCAL", 8, 1}, {"x-total", 0, 3, "HCCS", 1e6, 1'000'000}})});
        QVERIFY(links[1].isLocalNumber);
        QCOMPARE(links[1].target, 3);
    }

    void memoryIsHeldFromAllocationToRelease() {
        DataTable table = makeTable("operator_memory");
        const auto add = [&](const char *name, int64_t size, int64_t begin, int64_t end) {
            const int64_t row = table.addRow();
            table.setText(row, table.column("name"), name);
            table.setInteger(row, table.column("size"), size);
            table.setInteger(row, table.column("allocation_time"), begin);
            table.setInteger(row, table.column("release_time"), end);
        };
        add("a", 100, 10, 20);
        add("b", 300, 15, missingInteger);
        add("c", -50, missingInteger, 18); // a release alone
        add("a", 10, 16, 17);
        const auto all = allocationsOf(profileOf({table}));
        const auto namesAt = [&](int64_t time) {
            std::string names;
            for (const Allocation &each : heldAt(all, time))
                names += each.name;
            return names;
        };
        QCOMPARE(namesAt(5), std::string("c"));
        QCOMPARE(namesAt(16), std::string("baca"));
        QCOMPARE(namesAt(18), std::string("ba")); // released then: no longer held
        QCOMPARE(namesAt(20), std::string("b"));
        QCOMPARE(neverReleased(all).size(), size_t(1));
        QCOMPARE(sumByOperator(all)[1].bytes, 110);
    }

    void curvesAreByComponentAndQuantity() {
        DataTable table = makeTable("memory_record");
        for (const auto &[time, bytes] : {std::pair{30, 5}, {10, 7}, {20, 9}, {40, 9}}) {
            const int64_t row = table.addRow();
            table.setText(row, table.column("component"), "PTA");
            table.setInteger(row, table.column("time"), time);
            table.setInteger(row, table.column("allocated"), bytes);
            table.setInteger(row, table.column("reserved"), 0);
        }
        const auto curves = memoryCurves(profileOf({table}));
        QCOMPARE(curves.size(), size_t(1)); // reserved is zero throughout, active is missing
        QCOMPARE(curves[0].samples.front().timeNs, 10);
        QCOMPARE(curves[0].peak, (CounterSample{20, 9}));
    }

    void pipesAreWeightedByDuration() {
        DataTable table = kernelsTable({{"", "a", "Add", "AI_VECTOR_CORE", 0, 100, 0},
                                        {"", "b", "Add", "AI_VECTOR_CORE", 100, 300, 0},
                                        {"", "c", "Add", "AI_VECTOR_CORE", 400, 600, 0}});
        QCOMPARE(pipeUsageTable(pipeUsages(table)).rowCount(), 0);
        const int ratio = table.addColumn("aiv_vec_ratio", ColumnType::Real);
        table.setReal(0, ratio, 0.5);
        table.setReal(1, ratio, 0.1); // the third has none
        const DataTable pipes = pipeUsageTable(pipeUsages(table));
        QCOMPARE(pipes.rowCount(), 1);
        QCOMPARE(pipes.real(0, pipes.column("aiv_vec_ratio")), 0.2);
    }

    /** 40 kernels whose vector ratio scatters about `ratio`, and one of a type that only some ranks have. */
    static PipeUsages busyPipes(double ratio, const char *other = nullptr) {
        std::vector<Kernel> kernels;
        for (int i = 0; i < 40; ++i)
            kernels.push_back({"1", "add", "Add", "AI_VECTOR_CORE", i * 10'000, 1000 + 7 * (i * 13 % 11), 0});
        if (other) kernels.push_back({"1", "x", other, "AI_VECTOR_CORE", 500'000, 10, 0});
        kernels.push_back({"1", "hcom_allReduce__1_0_1", "hcom_allReduce_", "COMMUNICATION", 600'000, 10, 0});
        DataTable table = kernelsTable(kernels);
        const int column = table.addColumn("aiv_vec_ratio", ColumnType::Real);
        for (int i = 0; i < 40; ++i)
            table.setReal(i, column, ratio + 0.01 * (i * 5 % 7));
        return pipeUsages(table);
    }

    static ComparedTable comparedPipes(const PipeUsages &before, const PipeUsages &now) {
        return withDeltas(pipeUsageTable(now), now, before);
    }

    void pipesOfARankAreHeldAgainstThoseOfAnother() {
        const ComparedTable compared = comparedPipes(busyPipes(0.2, "Cast"), busyPipes(0.5));
        const DataTable &table = compared.table;
        QCOMPARE(table.rowCount(), 2);
        COMPARE_TEXT(table.text(1, 0) + " on " + table.text(1, 1), "Cast on AI_VECTOR_CORE");
        QCOMPARE(table.integer(1, table.column("count_before")), int64_t(1));
        const DeltaColumn &ratio = compared.deltas.back();
        QCOMPARE(ratio.column, table.column("delta_aiv_vec_ratio"));
        QVERIFY(std::abs(table.real(0, ratio.column) - 0.3) < 1e-9);
        QCOMPARE(ratio.verdicts[0], DeltaVerdict::Slower);
        QVERIFY(ratio.noise[0] > 0 && ratio.noise[0] < 0.1);
        QVERIFY(std::isnan(table.real(1, ratio.column)));
        QCOMPARE(comparedPipes(busyPipes(0.2), busyPipes(0.202)).deltas.back().verdicts[0], DeltaVerdict::Noise);
        QCOMPARE(comparedPipes(busyPipes(0.2), busyPipes(0.2)).deltas.back().verdicts[0], DeltaVerdict::Same);
    }

    void heldMemoryIsComparedByOperator() {
        const auto table = [](const std::vector<HeldByOperator> &held) {
            DataTable result("memory_held");
            result.addColumn("name", ColumnType::Text);
            result.addColumn("size", ColumnType::Integer, "B");
            result.addColumn("count", ColumnType::Integer);
            for (const HeldByOperator &each : held)
                result.setText(result.addRow(), 0, each.name);
            return result;
        };
        const std::vector<HeldByOperator> now = {{"Add", 2, 300}, {"Mul", 1, 50}, {"Exp", 1, 8}};
        const ComparedTable compared = withDeltas(table(now), now, {{"Add", 1, 100}, {"Mul", 2, 50}, {"Sin", 1, 7}});
        QStringList lines;
        for (int64_t row = 0; row < compared.table.rowCount(); ++row)
            lines << QString("%1 %2 %3")
                         .arg(QString::fromStdString(compared.table.text(row, 0)))
                         .arg(compared.table.integer(row, compared.deltas[0].column))
                         .arg(int(compared.deltas[0].verdicts[size_t(row)]));
        QCOMPARE(lines.join(", "), QString("Add 200 %1, Mul 0 %2, Exp 8 %3, Sin -7 %4")
                                       .arg(int(DeltaVerdict::Slower))
                                       .arg(int(DeltaVerdict::Same))
                                       .arg(int(DeltaVerdict::New))
                                       .arg(int(DeltaVerdict::Missing)));
    }

    void rowsAreFilteredAndSorted() {
        const DataTable table = twoSteps();
        TableQuery query;
        query.words = {"ADD", "core"};
        query.sortColumn = table.column("duration");
        query.isDescending = true;
        QCOMPARE(rowsOf(table, query), (std::vector<int64_t>{0, 3}));
        query.words = {"600"};
        QCOMPARE(rowsOf(table, query), (std::vector<int64_t>{5}));
        query = {};
        query.within = Interval{340, 401};
        QCOMPARE(rowsOf(table, query), (std::vector<int64_t>{3, 4}));
        QVERIFY(rowsOf(table, query, [] { return false; }).empty());
    }

    void missingValuesComeLastInEitherOrder() {
        DataTable table("t");
        const int number = table.addColumn("n", ColumnType::Integer), text = table.addColumn("t", ColumnType::Text);
        for (const auto &[value, name] : {std::pair<int64_t, const char *>{missingInteger, "9"}, {5, "10"}, {7, ""}}) {
            const int64_t row = table.addRow();
            table.setInteger(row, number, value);
            table.setText(row, text, name);
        }
        TableQuery query;
        query.sortColumn = number;
        QCOMPARE(rowsOf(table, query), (std::vector<int64_t>{1, 2, 0}));
        query.isDescending = true;
        QCOMPARE(rowsOf(table, query), (std::vector<int64_t>{2, 1, 0}));
        query.sortColumn = text; // numbers as numbers
        QCOMPARE(rowsOf(table, query), (std::vector<int64_t>{1, 0, 2}));
    }
};

JITSCOPE_TEST(TestStatistics)

} // namespace jitscope::tst_statistics

#include "tst_statistics.moc"
