// SPDX-License-Identifier: Apache-2.0
// Traces: rows of slices, joining, text, Chrome JSON, and sums over times.
#include "engine/profile/trace.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>

namespace jitscope::tst_trace {

using namespace jitscope;

namespace {

std::vector<int> rowsOf(const std::vector<std::pair<int64_t, int64_t>> &slices) {
    Trace trace;
    const TrackId track = trace.addTrack("Host", "Python", 0);
    for (const auto &[start, duration] : slices)
        trace.addSlice(track, "x", "", start, duration);
    return layoutTrack(trace, track).depth;
}

Trace smallTrace() {
    Trace trace;
    const TrackId host = trace.addTrack("Host", "Python", 0);
    const TrackId device = trace.addTrack("Ascend910B4 (simulated)", "Stream 3", 1, true);
    const SliceId call = trace.addSlice(host, "matmul", "eager", 1000, 500, {.op = 7});
    trace.addArgument(call, "operands", "f32[2,3], f32[3,2]");
    const SliceId kernel = trace.addSlice(device, "MatMul", "AI_CORE", 1600, 9);
    trace.addFlow(call, kernel, "HostToDevice");
    trace.addCounter({device, "HBM", "GB/s", {{1600, 612.5}, {1609, 0}}});
    return trace;
}

} // namespace

class TraceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nestedSlicesStandBelowTheirParent() {
        QCOMPARE(rowsOf({{0, 100}, {10, 20}, {12, 5}, {40, 50}}), (std::vector<int>{0, 1, 2, 1}));
    }

    void childrenRecordedBeforeTheirParentAreFound() {
        QCOMPARE(rowsOf({{12, 5}, {10, 20}, {0, 100}}), (std::vector<int>{0, 1, 2}));
    }

    void slicesThatOverlapWithoutNestingDoNotHideEachOther() {
        QCOMPARE(rowsOf({{0, 100}, {90, 30}, {110, 5}}), (std::vector<int>{0, 1, 0}));
    }

    void sliceThatBeginsWhereAnotherEndsSharesItsRow() {
        QCOMPARE(rowsOf({{0, 10}, {10, 10}}), (std::vector<int>{0, 0}));
    }

    void instantsAtTheSameTimeStandInRowsOfTheirOwn() {
        QCOMPARE(rowsOf({{5, 0}, {5, 0}, {7, 0}}), (std::vector<int>{0, 1, 0}));
    }

    void layoutSeesOnlyTheSlicesOfItsTrack() {
        const Trace trace = smallTrace();
        const LaneRows lane = layoutTrack(trace, TrackId{1});
        QCOMPARE(lane.slices.size(), size_t(1));
        QCOMPARE(trace.nameOf(lane.slices[0]), std::string_view("MatMul"));
        QCOMPARE(lane.rows, 1);
    }

    void traceIsPrintedWithAllThatItHolds() {
        COMPARE_TEXT(printTrace(smallTrace()), "Host / Python\n"
                                               "  matmul (eager) 1000 +500 operands=f32[2,3], f32[3,2]\n"
                                               "Ascend910B4 (simulated) / Stream 3 [simulated]\n"
                                               "  MatMul (AI_CORE) 1600 +9\n"
                                               "  counter HBM [GB/s] 1600:612.5 1609:0\n"
                                               "flow HostToDevice: matmul -> MatMul\n");
    }

    void appendedTraceSharesTracksOfTheSameName() {
        Trace trace = smallTrace();
        Trace later;
        const TrackId device = later.addTrack("Ascend910B4 (simulated)", "Stream 3", 1, true);
        const SliceId first = later.addSlice(device, "Add", "", 2000, 5);
        const SliceId second = later.addSlice(device, "Mul", "", 2010, 5);
        later.addFlow(first, second, "next");
        later.addCounter({device, "HBM", "GB/s", {{2000, 5}}});
        trace.append(later);
        QCOMPARE(trace.tracks().size(), size_t(2));
        QCOMPARE(trace.sliceCount(), int64_t(4));
        QCOMPARE(trace.counters().size(), size_t(1));
        QCOMPARE(trace.counters()[0].samples.size(), size_t(3));
        QCOMPARE(trace.nameOf(trace.flows()[1].from), std::string_view("Add"));
        QCOMPARE(trace.beginNs(), int64_t(1000));
        QCOMPARE(trace.endNs(), int64_t(2015));
    }

    void emptyTraceHasNoExtent() {
        QCOMPARE(Trace().beginNs(), int64_t(0));
        QCOMPARE(Trace().endNs(), int64_t(0));
    }

    void chromeJsonNamesLanesAndKeepsEveryNanosecond() {
        Trace trace = smallTrace();
        trace.addSlice(TrackId{0}, "say \"hi\"\n", "", 1736412474714258990, 1001);
        trace.addSlice(TrackId{0}, "before zero", "", -1500, 1);
        const std::string json = toChromeJson(trace);
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
        QVERIFY(document.isArray());
        QMap<QString, int> phases;
        for (const auto &event : document.array())
            ++phases[event.toObject()["ph"].toString()];
        QCOMPARE(phases, (QMap<QString, int>{{"M", 9}, {"X", 4}, {"C", 2}, {"s", 1}, {"f", 1}}));
        QVERIFY(json.find("\"ts\":1736412474714258.990,\"dur\":1.001") != std::string::npos);
        QVERIFY(json.find("\"ts\":-1.500,\"dur\":0.001") != std::string::npos);
        QVERIFY(json.find("\"labels\":\"simulated\"") != std::string::npos);
    }
};

JITSCOPE_TEST(TraceTest)

} // namespace jitscope::tst_trace

#include "tst_trace.moc"
