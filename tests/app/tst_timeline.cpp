// SPDX-License-Identifier: Apache-2.0
// The timeline: order of lanes, ruler, covered time, and the widget driven by mouse and keys.
#include "app/timeline/timelineview.h"
#include "tests/support/testing.h"

#include <QObject>
#include <QSignalSpy>

using namespace jitscope;

namespace {

/** Two lanes: nested slices on the host, three kernels on a device, 0 to 1000 ns. */
Trace sample() {
    Trace trace;
    const TrackId host = trace.addTrack("Host", "Python", 10);
    const TrackId device = trace.addTrack("Ascend910B4 (simulated)", "Stream 3", 20, true);
    trace.addSlice(host, "run", "python", 0, 1000);
    trace.addSlice(host, "MatMul", "op", 100, 200);
    trace.addSlice(host, "ReLU", "op", 400, 100);
    for (int i = 0; i < 3; ++i)
        trace.addSlice(device, "MatMul", "kernel", 300 + i * 200, 100);
    return trace;
}

QStringList texts(const TimelineLanes &lanes) {
    QStringList all;
    for (const TimelineGroup &group : lanes.groups)
        for (const TimelineLane &lane : group.lanes)
            all += group.heading + "/" + lane.name + ": " + QString::number(lane.rows.size()) + " rows";
    return all;
}

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lanesStandInTheirOrderWithNestedRows() {
        const TimelineLanes lanes = timelineLanes(sample());
        QCOMPARE(texts(lanes), (QStringList{"Host/Python: 2 rows", "Ascend910B4 (simulated)/Stream 3: 1 rows"}));
        QVERIFY(!lanes.groups[0].simulated);
        QVERIFY(lanes.groups[1].simulated);
        QCOMPARE(lanes.beginNs, 0);
        QCOMPARE(lanes.endNs, 1000);
    }

    void anEmptyTraceHasNoLanes() {
        QVERIFY(timelineLanes(Trace()).groups.empty());
        TimelineView view;
        const Trace none;
        view.setTrace(&none);
        view.resize(400, 200);
        QVERIFY(!view.grab().isNull());
        view.fitSelected();
        view.findNext(1);
        QVERIFY(!view.sliceAt({200, 100}).valid());
    }

    void coveredTimeCountsOverlapsOnce_data() {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<qint64>("covered");
        QTest::newRow("all") << qint64(0) << qint64(1000) << qint64(1000);
        QTest::newRow("behind the end") << qint64(2000) << qint64(3000) << qint64(0);
        QTest::newRow("part") << qint64(900) << qint64(1500) << qint64(100);
    }
    void coveredTimeCountsOverlapsOnce() {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(qint64, covered);
        QCOMPARE(qint64(coveredTime(timelineLanes(sample()), begin, end)), covered);
    }

    void rulerStepsAreRound_data() {
        QTest::addColumn<double>("atLeast");
        QTest::addColumn<qint64>("step");
        QTest::newRow("below 1 ns") << 0.2 << qint64(1);
        QTest::newRow("exact") << 1000.0 << qint64(1000);
        QTest::newRow("2") << 1100.0 << qint64(2000);
        QTest::newRow("5") << 2.1e6 << qint64(5000000);
        QTest::newRow("10") << 5.1e6 << qint64(10000000);
    }
    void rulerStepsAreRound() {
        QFETCH(double, atLeast);
        QFETCH(qint64, step);
        QCOMPARE(qint64(rulerStep(atLeast)), step);
    }

    void rulerTextsKeepOneUnit() {
        QCOMPARE(rulerText(0, 2'000'000), QString("0 ms"));
        QCOMPARE(rulerText(4'000'000, 2'000'000), QString("4 ms"));
        QCOMPARE(rulerText(1500, 500), QString::fromUtf8("1.5 \xC2\xB5s"));
        QCOMPARE(rulerText(20, 10), QString("20 ns"));
    }

    void aClickOnASliceTellsWhich() {
        const Trace trace = sample();
        TimelineView view;
        view.resize(900, 300);
        view.setTrace(&trace);
        view.show();
        QSignalSpy clicked(&view, &TimelineView::sliceClicked);
        const SliceId relu{2};
        const QRect place = view.rectOf(relu);
        QVERIFY(place.width() > 20);
        QCOMPARE(view.sliceAt(place.center()), relu);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][0].value<SliceId>(), relu);
    }

    void keysZoomPanAndFit() {
        const Trace trace = sample();
        TimelineView view;
        view.resize(900, 300);
        view.setTrace(&trace);
        view.show();
        const int64_t whole = view.visibleEnd() - view.visibleBegin();
        QTest::keyClick(&view, Qt::Key_W);
        QVERIFY(view.visibleEnd() - view.visibleBegin() < whole);
        const int64_t begin = view.visibleBegin();
        QTest::keyClick(&view, Qt::Key_D);
        QVERIFY(view.visibleBegin() > begin);
        QTest::keyClick(&view, Qt::Key_Space);
        QCOMPARE(view.visibleBegin(), 0);
        view.setSelected(SliceId{2});
        QTest::keyClick(&view, Qt::Key_F);
        QVERIFY(view.visibleBegin() > 300 && view.visibleEnd() < 600);
    }

    void arrowsWalkThroughALane() {
        const Trace trace = sample();
        TimelineView view;
        view.setTrace(&trace);
        view.setSelected(SliceId{3});
        QSignalSpy clicked(&view, &TimelineView::sliceClicked);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(clicked.takeFirst()[0].value<SliceId>(), SliceId{4});
        QTest::keyClick(&view, Qt::Key_Left); // the first of the lane is selected: nothing before it
        QVERIFY(clicked.isEmpty());
    }

    void findingGoesAroundByTime() {
        const Trace trace = sample();
        TimelineView view;
        view.setTrace(&trace);
        view.setHighlight("matmul");
        connect(&view, &TimelineView::sliceClicked, &view, &TimelineView::setSelected);
        QList<qint64> found;
        for (int i = 0; i < 5; ++i) {
            view.findNext(1);
            found += view.selected().value;
        }
        QCOMPARE(found, (QList<qint64>{1, 3, 4, 5, 1}));
    }

    void draggingInTheRulerMarksAStretch() {
        const Trace trace = sample();
        TimelineView view;
        view.resize(900, 300);
        view.setTrace(&trace);
        view.show();
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, {400, 10});
        QTest::mouseMove(view.viewport(), {500, 10});
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, {500, 10});
        QVERIFY(view.markedRange().has_value());
        QVERIFY(view.markedRange()->first < view.markedRange()->second);
    }

    void manySlicesArePaintedByPixel() {
        Trace trace;
        const TrackId lane = trace.addTrack("Host", "dispatch", 0);
        for (int i = 0; i < 200'000; ++i)
            trace.addSlice(lane, "Add", "op", i * 100, 60);
        TimelineView view;
        view.resize(1600, 200);
        view.setTrace(&trace);
        QVERIFY(!view.grab().isNull());
        QVERIFY(view.sliceAt({800, 70}).valid() || view.sliceAt({800, 62}).valid());
    }
};

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
