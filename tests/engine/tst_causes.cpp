// SPDX-License-Identifier: Apache-2.0
// Idle gaps and their causes, where a slice comes from, which rank makes others wait: on traces made by hand, and on
// real ones where they are at hand.
#include "engine/analysis/advice/advice.h"
#include "engine/analysis/device/idlecause.h"
#include "engine/analysis/links/slicefacts.h"
#include "engine/analysis/ranks/rankwaits.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/profiledtrace.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <set>

namespace jitscope::tst_causes {

using namespace jitscope;
using testing::ProfiledTrace;
using testing::sliceNamed;

namespace {

/** All that is asked about the device of a trace, with what it needs. */
struct Asked {
    explicit Asked(Trace made)
        : trace(std::move(made))
        , lanes(trace)
        , roles(trace)
        , flows(trace)
        , device(lanes.devices().front())
        , idle(idleTime(lanes, roles, device))
        , explainer(lanes, roles, flows, device) {}

    std::string gap(size_t number) const {
        if (number >= idle.longest.size()) return "no such gap";
        const IdleGap &gap = idle.longest[number];
        const IdleCause cause = explainer.explain(gap);
        return format("%g..%g us: %s (%s)", double(gap.span.beginNs) / 1000, double(gap.span.endNs) / 1000,
                      sentence(cause).c_str(), std::string(toString(cause.certainty)).c_str());
    }

    Trace trace;
    LaneIndex lanes;
    TaskRoles roles;
    FlowIndex flows;
    DeviceKey device;
    IdleTime idle;
    IdleExplainer explainer;
};

/** A kernel up to 100 us, and one from 200 us on that `prepare` says how it came about. */
template<class Prepare> Asked gapAfter(Prepare prepare) {
    ProfiledTrace made;
    made.launched("first", 0, 100, -20, 5);
    prepare(made);
    return Asked(made.arranged());
}

} // namespace

class CausesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTellWhatTasksAndCallsAre_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("task");
        QTest::addColumn<int>("host");
        const auto row = [](const char *name, TaskRole task, HostRole host) {
            QTest::newRow(name) << QString(name) << int(task) << int(host);
        };
        row("EVENT_WAIT", TaskRole::Wait, HostRole::Operator);
        row("Notify Wait", TaskRole::RankWait, HostRole::Operator);
        row("Notify_Wait", TaskRole::RankWait, HostRole::Operator);
        row("NOTIFY_WAIT_SQE", TaskRole::RankWait, HostRole::Operator);
        row("notify wait task", TaskRole::RankWait, HostRole::Operator);
        row("stream wait event task", TaskRole::Wait, HostRole::Operator);
        row("EVENT_RECORD", TaskRole::Record, HostRole::Operator);
        row("EVENT_RECORD_SQE", TaskRole::Record, HostRole::Operator);
        row("Notify_Record", TaskRole::Marker, HostRole::Operator);
        row("SDMA", TaskRole::Transfer, HostRole::Operator);
        row("Reduce_Inline", TaskRole::Transfer, HostRole::Operator);
        row("Memcpy", TaskRole::Transfer, HostRole::Operator);
        row("hcom_allReduceAicpuKernel", TaskRole::Collective, HostRole::Operator);
        row("Flipper_1", TaskRole::Work, HostRole::Operator);
        row("Write Value", TaskRole::Marker, HostRole::Operator);
        row("MEMCPY_ASYNC", TaskRole::Work, HostRole::Operator);
        row("MatMulV2_1", TaskRole::Work, HostRole::Operator);
        row("AscendCL@aclrtSynchronizeStreamWithTimeout", TaskRole::Work, HostRole::Synchronize);
        row("AscendCL@aclrtMemcpy", TaskRole::Work, HostRole::Copy);
        row("AscendCL@aclrtMemcpyAsync", TaskRole::Work, HostRole::Operator);
        row("AscendCL@aclopCompileAndExecute", TaskRole::Work, HostRole::Compile);
        row("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", TaskRole::Work, HostRole::DataInput);
        row("ProfilerStep#50", TaskRole::Work, HostRole::Step);
        row("/home/u/train.py(88): synchronize", TaskRole::Work, HostRole::Python);
        row("Node@launch", TaskRole::Work, HostRole::Launch);
    }
    void namesTellWhatTasksAndCallsAre() {
        QFETCH(QString, name);
        QFETCH(int, task);
        QFETCH(int, host);
        QCOMPARE(int(taskRole(name.toStdString())), task);
        QCOMPARE(int(hostRole(name.toStdString())), host);
    }

    void linesOfStacksAreRead() {
        const auto lines = stackLines("/lib/python3.9/a.py(181): get;\r\n/home/u/main (old).py(345): train;\r\n<x>");
        QCOMPARE(lines.size(), size_t(2));
        QCOMPARE(lines[1], (StackLine{"/home/u/main (old).py", 345, "train"}));
        QVERIFY(!isUserFile(lines[0].file));
        QVERIFY(isUserFile(lines[1].file));
        QCOMPARE(stackLine("matmul (2, 3)").line, 0);
        QCOMPARE(stackLine("f.py(99999999999999999999): g").line, 0);
    }

    /** Waits and records are no work, transfers are; what is free and what a collective waits sum up with the rest. */
    void timeIsFreeOrWaitedOrBusy() {
        ProfiledTrace made;
        made.task(2, "a", 0, 10);
        made.task(2, "EVENT_WAIT", 10, 15);
        made.task(3, "b", 5, 10);
        made.task(2, "c", 25, 5);
        made.collective("hcom_allReduce_", 28, 72);
        made.transfer(1, "Notify_Wait", 28, 50);
        made.transfer(1, "Memcpy", 78, 22);
        made.task(2, "d", 50, 10);
        const Asked asked(made.arranged());
        QCOMPARE(asked.idle.extent, (Interval{0, 100'000}));
        QCOMPARE(asked.idle.freeNs, int64_t(10'000)); // 15..25
        QCOMPARE(asked.idle.waitNs, int64_t(38'000)); // 30..50 and 60..78
        QCOMPARE(asked.idle.busyNs, int64_t(52'000));
        QCOMPARE(asked.idle.longest.size(), size_t(3));
        QCOMPARE(asked.idle.longest[0].span, (Interval{30'000, 50'000}));
        QCOMPARE(asked.trace.nameOf(asked.idle.longest[0].before), std::string_view("c"));
        QCOMPARE(asked.trace.nameOf(asked.idle.longest[0].after), std::string_view("d"));
        QCOMPARE(asked.idle.longest[2].span, (Interval{15'000, 25'000}));
        QVERIFY(!asked.idle.longest[2].collective.valid());
    }

    /** Neither waiting nor working: not known, and said so. */
    void ofACollectiveWithoutTasksNothingIsKnown() {
        ProfiledTrace made;
        made.collective("hcom_allReduce_", 0, 50);
        made.task(2, "a", 60, 10);
        const Asked asked(made.arranged());
        QVERIFY(!asked.idle.waits().has_value());
        QCOMPARE(asked.idle.unknownNs, int64_t(50'000));
        QCOMPARE(asked.idle.busyNs, int64_t(10'000));
        QCOMPARE(asked.idle.freeNs, int64_t(10'000));
        Session session;
        session.trace = made.arranged();
        const Advice advice = idleReport(session, {0, 0}).advice;
        const auto waits = std::find_if(advice.unchecked.begin(), advice.unchecked.end(), [](const Unchecked &each) {
            return std::string_view(each.rule->id) == "wait_share";
        });
        QVERIFY(waits != advice.unchecked.end());
        COMPARE_TEXT(sentence(*waits), "of the collectives neither tasks (planes, level 1 on) nor a table "
                                       "(communication.json) are there, so that 71.4 % of the time may be waiting or "
                                       "not");
    }

    /** The lowest level records no planes: tasks of collectives stand on streams, in the words of another writer. */
    void tasksOfCollectivesOnStreamsTellThem() {
        ProfiledTrace made;
        made.task(2, "a", 0, 10);
        made.collective("hcom_allReduce_", 10, 90);
        made.task(4, "Notify Wait", 10, 60);
        made.task(4, "SDMA", 70, 20);
        made.task(4, "Write Value", 90, 1);
        made.task(4, "Notify Wait", 91, 9);
        const Asked asked(made.arranged());
        QCOMPARE(asked.idle.waits(), std::optional<int64_t>(70'000)); // 10..70 and 90..100
        QCOMPARE(asked.idle.unknownNs, int64_t(0));
        QVERIFY(!asked.idle.isWaitAtLeast());
        COMPARE_TEXT(asked.gap(0), "10..70 us: hcom_allReduce_ waits for other ranks. (certain)");
    }

    /** A kernel that is a whole collective is busy or waits: nobody knows, and it hides no wait. */
    void kernelsThatAreACollectiveAreNotTakenForWork() {
        ProfiledTrace made;
        made.task(2, "hcom_allReduceAivKernel", 0, 80);
        made.task(2, "a", 80, 20);
        const Asked asked(made.arranged());
        QVERIFY(!asked.idle.waits().has_value());
        QCOMPARE(asked.idle.unknownNs, int64_t(80'000));
    }

    /** The table counts all transfers; what it calls idle looks at one plane alone. */
    void tablesOfCommunicationTellWhatTasksDoNot() {
        ProfiledTrace made;
        made.task(2, "a", 0, 20);
        made.collective("hcom_allReduce__1_0_1", 10, 90); // 80 us of it alone
        made.collective("hcom_allReduce__1_1_1", 100, 50);
        const Trace trace = made.arranged();
        const LaneIndex lanes(trace);
        Profile profile;
        DataTable ops = makeTable("communication_ops"), links = makeTable("communication_bandwidth");
        const auto add = [&](const char *name, double start, double length, double moved) {
            const int64_t row = ops.addRow();
            ops.setText(row, ops.column("name"), name);
            ops.setInteger(row, ops.column("start"), ProfiledTrace::ns(start));
            ops.setInteger(row, ops.column("elapse"), ProfiledTrace::ns(length));
            ops.setInteger(row, ops.column("transit"), 0);
            ops.setInteger(row, ops.column("idle"), ProfiledTrace::ns(length));
            for (const char *transport : {"HCCS", "SDMA"}) { // the second sums up the first
                const int64_t link = links.addRow();
                links.setText(link, links.column("name"), name);
                links.setText(link, links.column("transport"), transport);
                links.setInteger(link, links.column("transit_time"), ProfiledTrace::ns(moved));
            }
        };
        add("hcom_allReduce__1_0_1", 10, 90, 30);
        add("hcom_allReduce__1_1_1", 100, 50, 60);
        profile.tables = {ops, links};
        IdleOptions options;
        options.profile = &profile;
        const TaskRoles roles(trace);
        const IdleTime idle = idleTime(lanes, roles, lanes.devices().front(), options);
        QCOMPARE(idle.waits(), std::optional<int64_t>(50'000)); // 80 less 30; nothing of the second
        QVERIFY(idle.isWaitAtLeast());
        QCOMPARE(idle.unknownNs, int64_t(0));
        QCOMPARE(idle.busyNs + idle.freeNs + idle.waitNs, idle.extent.length());
        QCOMPARE(idle.longest.front().length(), int64_t(50'000));
        const FlowIndex flows(trace);
        const IdleCause cause = IdleExplainer(lanes, roles, flows, lanes.devices().front()).explain(idle.longest[0]);
        COMPARE_TEXT(sentence(cause),
                     "In hcom_allReduce__1_0_1 nothing moves for at least 50.0 \xC2\xB5s, by the profiler's "
                     "table of communication.");
    }

    void theHostOperatorThatTookTheTimeIsNamed() {
        const Asked asked = gapAfter([](ProfiledTrace &made) {
            made.python("/home/u/train.py(88): train_step", -50, 400);
            made.op("aten::nonzero", 90, 80);
            const SliceId op = made.op("aten::add", 172, 20);
            made.launched("second", 200, 50, 180, 8, op);
        });
        COMPARE_TEXT(asked.gap(0), "100..200 us: The next task was launched late: the host was in "
                                   "aten::nonzero. (likely)");
        const IdleCause cause = asked.explainer.explain(asked.idle.longest[0]);
        QCOMPARE(cause.share, 0.7); // 100..170 of 100..200, whenever the launch came
        QCOMPARE(cause.python, std::string("/home/u/train.py(88): train_step"));
        QCOMPARE(asked.trace.nameOf(cause.evidence[0].slice), std::string_view("aten::nonzero"));
    }

    /** A call whose time is all that of a function which it calls back has no time of its own. */
    void aCallWithoutTimeOfItsOwnIsNotNamed() {
        const Asked asked = gapAfter([](ProfiledTrace &made) {
            const SliceId op = made.op("Optimizer.step", 90, 100);
            made.python("/home/u/train.py(88): closure", 90, 100);
            made.trace().addFlow(op, made.task(2, "second", 200, 50), "torch_to_npu", "async_npu");
        });
        COMPARE_TEXT(asked.gap(0), "100..200 us: The next task was launched late: the host was in "
                                   "/home/u/train.py(88): closure. (certain)");
    }

    void ofNestedCallsTheOneWithTimeOfItsOwnIsNamed() {
        const Asked asked = gapAfter([](ProfiledTrace &made) {
            const SliceId op = made.op("aten::linear", 60, 135);
            made.op("aten::transpose", 105, 70);
            made.op("aten::as_strided", 110, 5);
            made.launched("second", 200, 50, 180, 8, op);
        });
        QVERIFY2(asked.gap(0).find("aten::transpose") != std::string::npos, asked.gap(0).c_str());
    }

    void callsSayByTheirNamesWhatTheyAre_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("cause");
        QTest::newRow("compile") << "AscendCL@aclopCompileAndExecute"
                                 << "The host was compiling an operator in AscendCL@aclopCompileAndExecute.";
        QTest::newRow("data") << "DataLoader.__next__"
                              << "The host was waiting for input data in DataLoader.__next__.";
        QTest::newRow("copy")
            << "AscendCL@aclrtMemcpy"
            << "The host was in AscendCL@aclrtMemcpy, a copy that it waits for: nothing can be queued "
               "meanwhile.";
        QTest::newRow("memory") << "AscendCL@aclrtMalloc"
                                << "The host was allocating or freeing device memory in AscendCL@aclrtMalloc.";
    }
    void callsSayByTheirNamesWhatTheyAre() {
        QFETCH(QString, call);
        QFETCH(QString, cause);
        const Asked asked = gapAfter([&](ProfiledTrace &made) {
            made.call(call.toStdString(), 110, 60);
            made.launched("second", 200, 50, 180, 8);
        });
        COMPARE_TEXT(asked.gap(0), "100..200 us: " + cause.toStdString() + " (likely)"); // 60 of 100 us
    }

    /** The call that waited for the device is over soon after the gap begins, and yet it is why nothing was queued. */
    void aSynchronizationThatEmptiedTheQueueIsFound() {
        const Asked asked = gapAfter([](ProfiledTrace &made) {
            made.call("AscendCL@aclrtSynchronizeStream", 20, 85);
            made.op("aten::add", 110, 85);
            made.launched("second", 200, 50, 180, 8);
        });
        QVERIFY2(asked.gap(0).find("waited for the device in AscendCL@aclrtSynchronizeStream") != std::string::npos,
                 asked.gap(0).c_str());
    }

    void codeThatIsNotRecordedIsSaidToBe() {
        const Asked asked = gapAfter([](ProfiledTrace &made) {
            made.op("aten::mul", -10, 30);
            made.launched("second", 200, 50, 180, 8);
        });
        COMPARE_TEXT(asked.gap(0), "100..200 us: The next task was launched late, by host code that is not "
                                   "recorded; the last call before was aten::mul. (certain)");
    }

    void aWaitForAnEventNamesTheStreamThatRecordsIt() {
        const Asked asked = gapAfter([](ProfiledTrace &made) {
            made.task(2, "EVENT_WAIT", 100, 98);
            made.task(3, "EVENT_RECORD", 197, 0.02);
            made.launched("second", 200, 50, 10, 8);
        });
        COMPARE_TEXT(asked.gap(0), "100..200 us: The stream waits in EVENT_WAIT for Stream 3. (certain)");
    }

    void aCollectiveNamesTheRankThatItWaitsFor() {
        ProfiledTrace made;
        made.collective("hcom_allReduce__1_0", 0, 1000);
        for (const int plane : {1, 2}) {
            const SliceId wait = made.transfer(plane, "Notify_Wait", 0, plane == 2 ? 900 : 50);
            made.argument(wait, "src rank", "0");
            made.argument(wait, "dst rank", std::to_string(plane + 3));
        }
        made.transfer(1, "Memcpy", 900, 100);
        const Asked asked(made.arranged());
        COMPARE_TEXT(asked.gap(0), "0..900 us: hcom_allReduce__1_0 waits for rank 5 of its group. (certain)");
    }

    void shortGapsOfTasksThatWereLaunchedInTimeAreScheduling() {
        ProfiledTrace made;
        made.launched("first", 0, 100, -20, 5);
        made.launched("second", 108, 50, 10, 8);
        const Asked asked(made.arranged());
        COMPARE_TEXT(asked.gap(0), "100..108 us: The next task was launched in time; the device took this long to "
                                   "begin it. (likely)");
    }

    /** No flow, no wait, no host: then nothing is made up. */
    void whatNothingExplainsIsNotExplained() {
        ProfiledTrace made;
        made.task(2, "first", 0, 100);
        made.task(2, "second", 500, 100);
        const Asked asked(made.arranged());
        COMPARE_TEXT(asked.gap(0), "100..500 us: Nothing that is recorded explains this gap. (none)");
    }

    void withoutFlowsTheHostIsAHint() {
        ProfiledTrace made;
        made.task(2, "first", 0, 100);
        made.op("aten::sort", 90, 390);
        made.task(2, "second", 500, 100);
        const Asked asked(made.arranged());
        COMPARE_TEXT(asked.gap(0), "100..500 us: The next task was launched late: the host was in "
                                   "aten::sort. (possible)");
    }

    void aTraceThatStillGrowsGivesTheSame() {
        const auto make = [](ProfiledTrace &made) {
            made.launched("first", 0, 100, -20, 5);
            made.op("aten::nonzero", 90, 80);
            made.launched("second", 200, 50, 180, 8, made.op("aten::add", 172, 20));
        };
        ProfiledTrace made;
        make(made);
        COMPARE_TEXT(Asked(made.trace()).gap(0), Asked(made.arranged()).gap(0));
    }

    void gapsAgreeWithAPlainCount() {
        uint32_t seed = 7;
        const auto random = [&](uint32_t below) {
            seed = seed * 1664525 + 1013904223;
            return (seed >> 8) % below;
        };
        for (int round = 0; round < 60; ++round) {
            ProfiledTrace made;
            std::vector<bool> busy(400, false);
            for (int i = 0; i < 30; ++i) {
                const uint32_t begin = random(380), length = random(20);
                made.task(int(random(3)), "k", begin, length);
                for (uint32_t t = begin; t < begin + length; ++t)
                    busy[t] = true;
            }
            const Asked asked(made.arranged());
            if (asked.idle.extent.length() == 0) continue;
            const auto first = std::find(busy.begin(), busy.end(), true);
            const auto last = std::find(busy.rbegin(), busy.rend(), true).base();
            QCOMPARE(asked.idle.freeNs, int64_t(std::count(first, last, false)) * 1000);
            int64_t listed = 0;
            for (const IdleGap &gap : asked.idle.longest)
                listed += gap.span.length();
            QCOMPARE(listed, asked.idle.freeNs);
        }
    }

    /** From a kernel over its launch to the operator, what encloses it, and the line of the program. */
    void aKernelLeadsBackToItsLine() {
        ProfiledTrace made;
        made.python("/home/u/train.py(12): main", -100, 500);
        made.python("/home/u/train.py(88): train_step", -90, 400);
        made.op("aten::linear", 10, 60);
        const SliceId op = made.op("aten::addmm", 20, 40);
        made.call("AscendCL@aclnnAddmm", 30, 20);
        made.launched("MatMul_5", 100, 30, 35, 5, op);
        Session session;
        session.trace = made.arranged();
        const LaneIndex lanes(session.trace);
        const TaskRoles roles(session.trace);
        const FlowIndex flows(session.trace);
        const OriginFinder finder(session, lanes, roles, flows, nullptr);
        const SliceOrigin origin = finder.originOf(sliceNamed(session.trace, "MatMul_5"));
        std::vector<std::string> steps;
        for (const OriginStep &step : origin.steps)
            steps.push_back(step.text + (step.how.empty() ? "" : " (" + step.how + ")"));
        COMPARE_TEXT(join(steps, "\n"), "MatMul_5\n"
                                        "AscendCL@aclnnAddmm > Node@launch (flow HostToDevice)\n"
                                        "aten::addmm (flow async_npu)\n"
                                        "aten::linear (encloses it)\n"
                                        "/home/u/train.py(88): train_step (functions that enclose it in time)");
        QCOMPARE(origin.stack.size(), size_t(2));
        QCOMPARE(origin.steps.back().line, 88);
        QVERIFY(origin.missing.empty());
    }

    void aWrittenCallStackGoesBeforeTheLanes() {
        ProfiledTrace made;
        const SliceId op = made.op("aten::mm", 20, 40);
        made.argument(op, "Call stack", "/usr/lib/python3.9/x.py(1): f;\r\n/home/u/model.py(31): forward");
        made.launched("MatMul_5", 100, 30, 35, 5, op);
        Session session;
        session.trace = made.arranged();
        const LaneIndex lanes(session.trace);
        const TaskRoles roles(session.trace);
        const FlowIndex flows(session.trace);
        const SliceOrigin origin =
            OriginFinder(session, lanes, roles, flows, nullptr).originOf(sliceNamed(session.trace, "MatMul_5"));
        QCOMPARE(origin.stack.size(), size_t(2));
        QCOMPARE(origin.steps.back().file, std::string("/home/u/model.py"));
        QCOMPARE(origin.stackHow, std::string("written with the operator"));
    }

    void whatIsMissingIsSaid() {
        ProfiledTrace made;
        made.task(2, "MatMul_5", 100, 30);
        Session session;
        session.trace = made.arranged();
        const LaneIndex lanes(session.trace);
        const TaskRoles roles(session.trace);
        const FlowIndex flows(session.trace);
        const SliceOrigin origin =
            OriginFinder(session, lanes, roles, flows, nullptr).originOf(sliceNamed(session.trace, "MatMul_5"));
        QCOMPARE(origin.steps.size(), size_t(1));
        QVERIFY(!origin.missing.empty());
    }

    /** Rank 1 comes late to every collective: it is in them for a short time, the others wait. */
    void theRankThatMakesOthersWaitIsFound() {
        Trace all;
        for (int rank = 0; rank < 4; ++rank) {
            ProfiledTrace made(rank);
            for (int i = 0; i < 10; ++i) {
                const double late = rank == 1 ? 80 : double(rank);
                made.collective("hcom_allReduce__" + std::to_string(i), 1000.0 * i + late + rank * 1e6, 100 - late);
            }
            all.append(made.trace());
        }
        all.arrange();
        const RankWaits waits = rankWaits(all, groupOf({0, 1, 2, 3}, 10));
        QCOMPARE(waits.slowRank, 1);
        QCOMPARE(waits.ranks[1].last, int64_t(10));
        QCOMPARE(waits.ranks[1].causedNs, int64_t((80 + 78 + 77) * 10 * 1000));
        QCOMPARE(waits.ranks[0].waitedNs, int64_t(80 * 10 * 1000));
    }

    void equalRanksHaveNoSlowOne() {
        Trace all;
        for (int rank = 0; rank < 2; ++rank) {
            ProfiledTrace made(rank);
            for (int i = 0; i < 10; ++i)
                made.collective("hcom_allReduce__" + std::to_string(i), 1000.0 * i, 100 + (i + rank) % 2);
            all.append(made.trace());
        }
        all.arrange();
        const RankWaits waits = rankWaits(all, groupOf({0, 1}, 10));
        QCOMPARE(waits.slowRank, -1);
        QCOMPARE(waits.ranks[0].last + waits.ranks[1].last, int64_t(0)); // 1 us apart: nobody comes last
    }

    /** Of eight ranks two are open: whoever is late may be among the others. */
    void withMembersMissingNobodyIsNamed() {
        Trace all;
        for (int rank = 0; rank < 2; ++rank) {
            ProfiledTrace made(rank);
            for (int i = 0; i < 4; ++i)
                made.collective("hcom_allReduce__" + std::to_string(i), 1000.0 * i + 80 * rank, 100 - 80 * rank);
            all.append(made.trace());
        }
        all.arrange();
        const RankWaits few = rankWaits(all, groupOf({0, 1, 2, 3, 4, 5, 6, 7}, 4));
        QCOMPARE(few.slowRank, -1);
        QCOMPARE(few.incomplete, int64_t(4));
        COMPARE_TEXT(sentence(whyNoSlowRank(few)), "ranks of the collectives are not open: 2, 3, 4, 5, 6, 7");
        const RankWaits unknown = rankWaits(all, {});
        QCOMPARE(unknown.slowRank, -1);
        QVERIFY(!whyNoSlowRank(unknown).empty());
        QCOMPARE(rankWaits(all, groupOf({0, 1}, 4)).slowRank, 1);
    }

    /** Without a list of members, the ranks that tasks on planes name tell how large the group is. */
    void tasksNameTheRanksOfTheirGroup() {
        ProfiledTrace made;
        made.collective("hcom_allReduce__0", 0, 100);
        const SliceId wait = made.transfer(1, "Notify_Wait", 0, 60);
        made.argument(wait, "src rank", "0");
        made.argument(wait, "dst rank", "5");
        const SliceId own = made.transfer(2, "Memcpy", 0, 60);
        made.argument(own, "dst rank", "4294967295");
        Session session;
        session.trace = made.arranged();
        QCOMPARE(RankGroups(session).ofOperator("hcom_allReduce__0").size, 6);
        QCOMPARE(RankGroups(session).ofOperator("hcom_allReduce__1").size, 0);
    }

    /** Launches come 60 us apart and kernels take 5: the host is what the device waits for. */
    void adviceNamesWhatWasMeasured() {
        Session session;
        ProfiledTrace made;
        for (int i = 0; i < 120; ++i)
            made.launched("Add_" + std::to_string(i), 60.0 * i + 50, 5, 60.0 * i + 40, 8,
                          made.op("aten::add", 60.0 * i, 49));
        session.trace = made.arranged();
        const IdleReport report = idleReport(session, {0, 0});
        std::vector<std::string> found;
        for (const Finding &finding : report.advice.findings)
            found.push_back(std::string(finding.rule->id) + ": " + sentence(finding));
        COMPARE_TEXT(
            join(found, "\n"),
            "host_bound: 91.6 % of the time the device is idle because its next task was not launched yet; "
            "most often the host was in aten::add.\n"
            "tiny_kernels: 100.0 % of the 120 tasks take less than 10 us while launches come too late: an eager "
            "launch costs the host 12 to 33 us.");
        QVERIFY(!report.advice.findings[0].measured.slices.empty());
        QCOMPARE(report.advice.unchecked.size(), size_t(11)); // nothing but the timeline is there
    }

    void adviceOnKernelsGoesByTheirTable() {
        Session session;
        ProfiledTrace made;
        made.task(2, "Cast_1", 0, 30);
        made.task(2, "MatMul_1", 30, 70);
        session.trace = made.arranged();
        Profile profile;
        profile.rank = 0;
        DataTable table = makeTable("kernels");
        const auto add = [&](const char *name, const char *type, double start, double duration, const char *shapes) {
            const int64_t row = table.addRow();
            table.setText(row, table.column("name"), name);
            table.setText(row, table.column("type"), type);
            table.setText(row, table.column("core"), "AI_CORE");
            table.setText(row, table.column("input_shapes"), shapes);
            table.setInteger(row, table.column("stream"), 2);
            table.setInteger(row, table.column("start"), ProfiledTrace::ns(start));
            table.setInteger(row, table.column("duration"), ProfiledTrace::ns(duration));
        };
        add("Cast_1", "Cast", 0, 30, "64,64");
        add("MatMul_1", "MatMulV2", 30, 70, "100,64;64,64");
        profile.tables = {std::move(table)};
        session.profiles = {std::make_shared<const Profile>(std::move(profile))};
        std::vector<std::string> found;
        for (const Finding &finding : idleReport(session, {0, 0}).advice.findings)
            found.push_back(std::string(finding.rule->id) + ": " + sentence(finding) + " " +
                            std::string(session.trace.nameOf(finding.measured.slices.front())));
        COMPARE_TEXT(
            join(found, "\n"),
            "unaligned: 70.0 % of the kernel time multiplies matrices of which a side is no multiple of 16, for "
            "instance 100,64;64,64. MatMul_1\n"
            "cast: 30.0 % of the kernel time casts between types (1 kernels). Cast_1");
    }

    /** A ratio of 0 everywhere was not filled in; where the sizes of packets are known, they tell. */
    void packetsAreSmallByTheirSizes() {
        struct Packet {
            double bytes;
            int64_t ns;
        };
        const auto advised = [](double ratio, const std::vector<Packet> &packets) {
            Profile profile;
            profile.rank = 0;
            DataTable links = makeTable("communication_bandwidth"), sizes = makeTable("communication_packets"),
                      ops = makeTable("communication_ops");
            const auto named = [](DataTable &table) {
                const int64_t row = table.addRow();
                table.setText(row, table.column("name"), "allReduce");
                if (table.column("transport") >= 0) table.setText(row, table.column("transport"), "HCCS");
                return row;
            };
            const int64_t link = named(links), op = named(ops);
            links.setInteger(link, links.column("transit_time"), 14'000);
            links.setReal(link, links.column("large_packet_ratio"), ratio);
            ops.setInteger(op, ops.column("transit"), 2'000); // on seven links beside each other
            for (const Packet &packet : packets) {
                const int64_t row = named(sizes);
                sizes.setReal(row, sizes.column("package_size"), packet.bytes);
                sizes.setInteger(row, sizes.column("total"), packet.ns);
            }
            profile.tables = {links, sizes, ops};
            Session session;
            ProfiledTrace made;
            made.task(2, "a", 0, 20);
            session.trace = made.arranged();
            session.profiles = {std::make_shared<const Profile>(std::move(profile))};
            return saidOf("small_packets", session);
        };
        COMPARE_TEXT(advised(0, {{2e6, 14'000}}), "nothing");
        COMPARE_TEXT(advised(0, {}), "not known: sizes of packets are not recorded, and no large packet ratio is "
                                     "filled in");
        COMPARE_TEXT(advised(0, {{2e6, 7'000}, {1e3, 7'000}}),
                     "50.0 % of the time on links goes to packets too small for the link's speed. 1000 ns");
        COMPARE_TEXT(advised(0.4, {}),
                     "100.0 % of the time on links goes to packets too small for the link's speed. 2000 ns");
    }

    /** Vector kernels say AI_CORE too, and no number of blocks tells how many cores a chip has. */
    void coresAreThoseOfTheChip() {
        const auto advised = [](const char *soc, int64_t product) {
            Session session;
            ProfiledTrace made;
            made.task(2, "Tril", 0, 30);
            session.trace = made.arranged();
            Profile profile;
            profile.rank = 0;
            if (*soc) profile.info["soc"] = soc;
            DataTable table = kernelsTable({{"Tril", "Tril"}, {"m", "MatMulV3"}, {"Gather", "GatherV2"}});
            const int64_t blocks[] = {1639, product, 1};
            for (int64_t row = 0; row < table.rowCount(); ++row) {
                table.setInteger(row, table.column("blocks"), blocks[row]);
                table.setInteger(row, table.column("duration"), 1000);
            }
            profile.tables = {std::move(table)};
            session.profiles = {std::make_shared<const Profile>(std::move(profile))};
            return saidOf("occupancy", session);
        };
        const char *const unknown =
            "not known: the exact chip is not recorded, so that its number of cube cores is not known";
        COMPARE_TEXT(advised("", 24), unknown);
        COMPARE_TEXT(advised("Ascend910B", 24), unknown);
        COMPARE_TEXT(advised("Ascend910B4", 20), "nothing");
        COMPARE_TEXT(advised("Ascend910B4", 10), "33.3 % of the kernel time runs on at most half of the 20 cube cores "
                                                 "of this chip. 1000 ns");
    }

    /** What the communication panel names is what the advice names; with a rank missing, neither names one. */
    void theSlowRankOfTheTablesIsTheAdvice() {
        const auto advised = [](int members) {
            Session session;
            ProfiledTrace made;
            made.task(2, "a", 0, 20);
            made.collective("send__1", 20, 10);
            session.trace = made.arranged();
            for (const int rank : {1, 3}) {
                Profile profile;
                profile.rank = rank;
                DataTable ops = makeTable("communication_ops"), matrix = makeTable("communication_matrix");
                for (int op = 0; op < 4; ++op) {
                    const int64_t row = ops.addRow();
                    ops.setText(row, ops.column("name"), "hcom_send__764_" + std::to_string(op));
                    ops.setText(row, ops.column("group"), "g");
                    ops.setInteger(row, ops.column("elapse"), 1'000'000);
                    ops.setInteger(row, ops.column("wait"), rank == 3 ? 10'000 : 900'000);
                }
                for (int place = 0; place < members; ++place) {
                    const int64_t row = matrix.addRow();
                    matrix.setText(row, matrix.column("group"), "g");
                    matrix.setInteger(row, matrix.column("source"), place);
                    matrix.setInteger(row, matrix.column("target"), (place + 1) % members);
                }
                profile.tables = {ops, matrix};
                session.profiles.push_back(std::make_shared<const Profile>(std::move(profile)));
            }
            return saidOf("slow_rank", session);
        };
        COMPARE_TEXT(advised(2), "Rank 3 makes the others of its group (ranks 1, 3) wait: over 4 operators it waited "
                                 "40.0 \xC2\xB5s itself, the others 3.60 ms (median), by the table of communication. "
                                 "3560000 ns");
        COMPARE_TEXT(advised(3), "not known: only one rank of each collective is open");
    }

    void everyRuleSaysWhatItNeeds() {
        std::set<std::string> ids;
        for (const AdviceRule &rule : adviceRules()) {
            QVERIFY2(ids.insert(rule.id).second, rule.id);
            QVERIFY2(*rule.needs == 0 || tableSchema(rule.needs) != nullptr, rule.needs);
            QVERIFY(*rule.title && *rule.pattern && *rule.advice && *rule.source && rule.measure != nullptr);
        }
        for (const IdleCauseWords &words : idleCauseWords())
            QCOMPARE(&wordsOf(words.kind), &words);
    }

    void factsOfASliceAreGathered() {
        ProfiledTrace made;
        const SliceId op = made.op("aten::mm", 20, 40);
        const SliceId inner = made.op("aten::empty", 30, 10);
        made.argument(op, "Input Dims", "2,3");
        made.launched("MatMul_5", 100, 30, 45, 5, op);
        Q_UNUSED(inner)
        Session session;
        session.trace = made.arranged();
        const SliceIndexes indexes(session);
        const SliceFacts facts = sliceFacts(session, indexes, sliceNamed(session.trace, "aten::mm"));
        QCOMPARE(facts.selfNs, int64_t(30'000));
        QCOMPARE(facts.arguments.size(), size_t(1));
        QCOMPARE(facts.flows.size(), size_t(1));
        QVERIFY(!facts.flows[0].isInto);
        QCOMPARE(session.trace.nameOf(facts.flows[0].other), std::string_view("MatMul_5"));
    }

    void kernelsFindTheirNodesByName() {
        const Session session = sessionWithGraph();
        const auto matches =
            matchKernels(session, kernelsTable({{"Default/fc-Dense/MatMul-op3", "MatMul"},
                                                {"PynativeFramework::Task/Default/fc-Dense/ReLU-op4", "ReLU"},
                                                {"Add_1", "Add"},
                                                {"TransData_9", "TransData"}}));
        QCOMPARE(matches.size(), size_t(4));
        QCOMPARE(matches[0].node, (NodePlace{0, NodeId{3}}));
        QCOMPARE(int(matches[0].certainty), int(Certainty::Certain));
        QCOMPARE(matches[1].node, (NodePlace{0, NodeId{4}}));
        QCOMPARE(sentence(matches[2].how), std::string("same type, in order"));
        QCOMPARE(matches[2].node, (NodePlace{0, NodeId{5}}));
        QCOMPARE(sentence(matches[3].how), std::string("no node of type TransData"));
        QCOMPARE(matches[3].node.compilation, -1);
    }

    void anotherNumberOfKernelsIsNotGuessedAt() {
        const auto matches = matchKernels(sessionWithGraph(), kernelsTable({{"Add_1", "Add"}, {"Add_2", "Add"}}));
        QCOMPARE(matches[0].node.compilation, -1);
        QCOMPARE(sentence(matches[0].how),
                 std::string("the graphs have 1 nodes of type Add, the step another number of kernels"));
    }

    /** A list's limit is no count. */
    void allKernelsAreCounted() {
        Session session;
        ProfiledTrace made;
        made.task(2, "Cast_0", 0, 1);
        session.trace = made.arranged();
        Profile profile;
        profile.rank = 0;
        DataTable table = makeTable("kernels");
        for (int i = 0; i < 302; ++i) {
            const int64_t row = table.addRow();
            table.setText(row, table.column("name"), "Cast_" + std::to_string(i));
            table.setText(row, table.column("type"), "Cast");
            table.setText(row, table.column("core"), "AI_VECTOR_CORE");
            table.setInteger(row, table.column("start"), ProfiledTrace::ns(i));
            table.setInteger(row, table.column("duration"), ProfiledTrace::ns(1));
        }
        profile.tables.push_back(std::move(table));
        session.profiles.push_back(std::make_shared<Profile>(std::move(profile)));
        const Advice advice = idleReport(session, {0, 0}).advice;
        const auto casts = std::find_if(advice.findings.begin(), advice.findings.end(),
                                        [](const Finding &each) { return std::string_view(each.rule->id) == "cast"; });
        QVERIFY(casts != advice.findings.end());
        COMPARE_TEXT(sentence(*casts), "100.0 % of the kernel time casts between types (302 kernels).");
        QCOMPARE(casts->measured.count(), int64_t(302));
    }

private:
    /** A session that was told the members of the group of hcom_allReduce__0, __1, ... */
    static RankGroups groupOf(const std::vector<int> &members, int operators) {
        DataTable groups("communication_groups"), ops = makeTable("communication_ops");
        for (const char *column : {"type", "name", "group", "ranks"})
            groups.addColumn(column, ColumnType::Text);
        groups.addRow();
        std::vector<std::string> ranks;
        for (const int member : members)
            ranks.push_back(std::to_string(member));
        groups.setText(0, groups.column("group"), "7");
        groups.setText(0, groups.column("ranks"), join(ranks, ", "));
        for (int i = 0; i < operators; ++i) {
            const int64_t row = ops.addRow();
            ops.setText(row, ops.column("name"), "hcom_allReduce__" + std::to_string(i));
            ops.setText(row, ops.column("group"), "7");
        }
        Profile profile;
        profile.tables = {groups, ops};
        Session session;
        session.profiles.push_back(std::make_shared<Profile>(std::move(profile)));
        return RankGroups(session);
    }

    static Session sessionWithGraph() {
        auto graph = std::make_shared<Graph>();
        graph->name = "main";
        int64_t id = 3;
        for (const char *op : {"MatMul", "ReLU", "Add"}) {
            auto node = std::make_shared<Node>();
            node->id = NodeId{id};
            node->op = OpName(op);
            node->scope = "Default/fc-Dense";
            DumpText dump;
            dump.opNumber = int(id);
            node->dump = std::make_shared<const DumpText>(dump);
            ++id;
            graph->nodes.push_back(node);
        }
        Session session;
        session.compilations.resize(1);
        session.compilations[0].index = 0;
        session.compilations[0].final.graphs = {graph};
        return session;
    }

    /** What a rule says of the first device: its sentence and the time at stake, that nothing is known, or nothing. */
    static std::string saidOf(std::string_view rule, const Session &session) {
        const Advice advice = idleReport(session, {0, 0}).advice;
        for (const Finding &finding : advice.findings)
            if (finding.rule->id == rule)
                return sentence(finding) + format(" %lld ns", static_cast<long long>(finding.measured.gainNs));
        for (const Unchecked &each : advice.unchecked)
            if (each.rule->id == rule) return "not known: " + sentence(each);
        return "nothing";
    }

    static DataTable kernelsTable(const std::vector<std::pair<std::string, std::string>> &rows) {
        DataTable table = makeTable("kernels");
        for (const auto &[name, type] : rows) {
            const int64_t row = table.addRow();
            table.setText(row, table.column("name"), name);
            table.setText(row, table.column("type"), type);
            table.setText(row, table.column("core"), "AI_CORE");
        }
        return table;
    }
};

JITSCOPE_TEST(CausesTest)

} // namespace jitscope::tst_causes

#include "tst_causes.moc"
