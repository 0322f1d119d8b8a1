// SPDX-License-Identifier: Apache-2.0
// The timeline widget: lanes and what the user makes of them, ruler, and every key and mouse move.
#include "app/timeline/slicecolors.h"
#include "app/timeline/timelinecommands.h"
#include "app/timeline/timelineview.h"
#include "app/timeline/timeruler.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QSignalSpy>
#include <QWheelEvent>

namespace jitscope::tst_timeline {

using namespace jitscope;

namespace {

/** Two lanes: nested slices on the host, three kernels on a device, 0 to 1000 ns; a launch leads to each kernel. */
Trace sample() {
    Trace trace;
    const TrackId host = trace.addTrack("Host", "Python", 10);
    const TrackId device = trace.addTrack("Ascend910B4 (simulated)", "Stream 3", 20, true);
    trace.addSlice(host, "run", "python", 0, 1000);
    const SliceId first = trace.addSlice(host, "MatMul", "op", 100, 200);
    trace.addSlice(host, "ReLU", "op", 400, 100);
    for (int i = 0; i < 3; ++i) {
        const SliceId kernel = trace.addSlice(device, "MatMul", "kernel", 300 + i * 200, 100);
        if (i == 0) trace.addFlow(first, kernel, "HostToDevice1", "HostToDevice");
    }
    return trace;
}

Track track(int rank, const char *process, const char *name, int sortKey, LaneKind kind) {
    Track each;
    each.rank = rank;
    each.process = process;
    each.name = name;
    each.sortKey = sortKey;
    each.kind = kind;
    return each;
}

/** Two ranks with two streams, an overlap lane and a Python lane each; arranged. */
Trace twoRanks() {
    Trace trace;
    for (int rank = 0; rank < 2; ++rank) {
        const TrackId python = trace.addTrack(track(rank, "Python", "Thread 1", 1, LaneKind::Framework));
        const TrackId second = trace.addTrack(track(rank, "Ascend Hardware", "Stream 3", 3, LaneKind::Stream));
        const TrackId first = trace.addTrack(track(rank, "Ascend Hardware", "Stream 2", 2, LaneKind::Stream));
        const TrackId overlap = trace.addTrack(track(rank, "Overlap Analysis", "Computing", 5, LaneKind::Overlap));
        trace.addSlice(python, "train.py(5): step", "python_function", 0, 900);
        trace.addSlice(python, "aten::mul", "cpu_op", 100, 200);
        trace.addSlice(first, "MatMul", "", 200, 300);
        trace.addSlice(second, "Add", "", 300, 300);
        trace.addSlice(overlap, "Computing", "", 200, 400);
        Counter counter{first, "HBM", "GB/s", {}};
        for (int i = 0; i < 50; ++i)
            counter.samples.push_back({i * 20, double(i % 10)});
        trace.addCounter(std::move(counter));
    }
    trace.arrange();
    return trace;
}

/** One line a band: its text, indented; with what is special about it. */
QString bandsText(const TimelineView &view) {
    QStringList lines;
    for (const auto *bands : {&view.bands().pinned, &view.bands().scrolled})
        for (const TimelineBand &band : *bands)
            lines += QString(2 * band.indent, QLatin1Char(' ')) + band.text + (band.isPinned ? " [pinned]" : "") +
                     (band.isFolded ? " [folded]" : "") +
                     (band.rows > 1 ? QStringLiteral(" %1 rows").arg(band.rows) : QString());
    return lines.join(QLatin1Char('\n'));
}

/** A view that follows its own clicks, as the panel makes it do. */
struct Shown {
    explicit Shown(const Trace &trace, QSize size = {900, 420}) {
        QObject::connect(&view, &TimelineView::sliceClicked, &view, &TimelineView::setSelected);
        view.resize(size);
        view.setTrace(&trace);
        view.show();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&view, Qt::Key(code), modifiers); }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(view.viewport(), Qt::LeftButton, modifiers, from);
        QTest::mouseMove(view.viewport(), (from + to) / 2);
        QTest::mouseMove(view.viewport(), to);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, modifiers, to);
    }
    std::string selectedName() const {
        return view.selected().valid() ? std::string(view.store().trace()->nameOf(view.selected())) : "";
    }
    TimelineView view;
};

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lanesStandInTheirOrderWithNestedRows() {
        const Trace trace = sample();
        const Shown shown(trace);
        COMPARE_TEXT(bandsText(shown.view).toStdString(), "Host\n  Python 2 rows\nAscend910B4 (simulated)\n  Stream 3");
        QCOMPARE(shown.view.extent(), (std::pair<int64_t, int64_t>{0, 1000}));
    }

    void stagesOfACompileHaveTheirColour() {
        // Two compiles in two recordings, in which the names stand in another order.
        std::map<std::string, QRgb> known;
        for (const bool isSecond : {false, true}) {
            Trace trace;
            const TrackId track = trace.addTrack("Compile", "stages", 10);
            if (isSecond) trace.addSlice(track, "another", "stage", 0, 10);
            for (const char *name : {"capture", "passes", "codegen", "GraphKernel_Mul_fusion", "LLVM", "cache"})
                trace.addSlice(track, name, "stage", 0, 10);
            SliceColors colours;
            colours.setTrace(&trace);
            const QRgb kernel = colours.colour(trace.texts().find("GraphKernel_Mul_fusion"),
                                               trace.texts().find("stage"), LaneKind::Compile);
            for (const char *name : {"capture", "passes", "codegen", "LLVM", "cache"}) {
                const QRgb colour =
                    colours.colour(trace.texts().find(name), trace.texts().find("stage"), LaneKind::Compile);
                QCOMPARE(known.emplace(name, colour).first->second, colour);
            }
            QCOMPARE(known.emplace("kernel", kernel).first->second, kernel);
            trace.addSlice(track, "GraphKernel_Add_Sub_fusion", "stage", 0, 10); // not seen yet
            const TextId name = trace.texts().find("GraphKernel_Add_Sub_fusion");
            QCOMPARE(colours.colour(name, trace.texts().find("stage"), LaneKind::Compile), kernel);
            colours.setRoles(rolesOfNames(trace));
            QCOMPARE(colours.colour(name, trace.texts().find("stage"), LaneKind::Compile), kernel);
        }
    }

    void ranksHaveHeadingsAndStreamsTheirOrder() {
        const Trace trace = twoRanks();
        Shown shown(trace);
        const char *rank =
            "  Python\n    Thread 1 2 rows\n  Ascend Hardware\n    Stream 2\n    HBM GB/s\n    Stream 3\n"
            "  Overlap Analysis\n    Computing";
        COMPARE_TEXT(bandsText(shown.view).toStdString(), std::string("rank 0\n") + rank + "\nrank 1\n" + rank);
        LaneChoices choices;
        choices.grouping = LaneGrouping::Kind;
        choices.filter = "stream";
        shown.view.setChoices(choices);
        COMPARE_TEXT(bandsText(shown.view).toStdString(), "Ascend Hardware\n  rank 0 \u00B7 Stream 2\n"
                                                          "  rank 0 \u00B7 Stream 3\n  rank 1 \u00B7 Stream 2\n"
                                                          "  rank 1 \u00B7 Stream 3");
    }

    void lanesAreHiddenPinnedFoldedMergedAndAllThatIsUndone() {
        const Trace trace = twoRanks();
        Shown shown(trace);
        const QString before = bandsText(shown.view);
        LaneChoices choices;
        choices.filter = "rank 0";
        choices.pinned = {"0/Overlap Analysis/Computing"};
        choices.hidden = {"0/Ascend Hardware/Stream 2/HBM GB/s"};
        choices.merged = {"rank 0/Ascend Hardware"};
        choices.folded = {"rank 0/Python"};
        shown.view.setChoices(choices);
        COMPARE_TEXT(bandsText(shown.view).toStdString(),
                     "rank 0 \u00B7 Computing [pinned]\nrank 0\n  Python [folded]\n  Ascend Hardware\n"
                     "    2 lanes merged 2 rows");
        QCOMPARE(shown.view.bands().hidden, 6);
        QVERIFY(!shown.view.grab().isNull());
        choices.hidesStack = true;
        choices.folded.clear();
        shown.view.setChoices(choices);
        QVERIFY(bandsText(shown.view).contains("    Thread 1\n")); // one row: the Python function is gone
        shown.view.undoChoices();
        shown.view.undoChoices();
        QCOMPARE(bandsText(shown.view), before);
        QVERIFY(!shown.view.canUndoChoices());
    }

    void aClickOnAHeadingFoldsIt() {
        const Trace trace = twoRanks();
        Shown shown(trace);
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, {60, 28 + 10}); // rank 0
        QVERIFY(bandsText(shown.view).startsWith("rank 0 [folded]\nrank 1\n"));
        shown.key(Qt::Key_U);
        QVERIFY(!bandsText(shown.view).contains("[folded]"));
        shown.key(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(bandsText(shown.view).count("[folded]"), 6);
        shown.key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!bandsText(shown.view).contains("[folded]"));
    }

    void lanesMoveByKeyAndByDragging() {
        const Trace trace = twoRanks();
        Shown shown(trace);
        shown.view.setSelected(shown.view.store().rows(shown.view.lanes()[3])[0].columns.at(0));
        QCOMPARE(shown.selectedName(), "Add");
        shown.key(Qt::Key_Up, Qt::AltModifier);
        QVERIFY(bandsText(shown.view)
                    .startsWith("rank 0\n  Python\n    Thread 1 2 rows\n  Ascend Hardware\n"
                                "    Stream 2\n    Stream 3\n    HBM GB/s"));
        shown.view.undoChoices();
        const auto placeOf = [&](const QString &text) {
            for (const TimelineBand &band : shown.view.bands().scrolled)
                if (band.text == text) return QPoint(60, 28 + band.top + 6);
            return QPoint();
        };
        shown.drag(placeOf("Stream 3"), placeOf("Stream 2"));
        QVERIFY(bandsText(shown.view).contains("  Ascend Hardware\n    Stream 3\n    Stream 2\n"));
    }

    void anEmptyTraceHasNoLanes() {
        const Trace none;
        Shown shown(none, {400, 200});
        QVERIFY(shown.view.lanes().empty());
        QVERIFY(!shown.view.grab().isNull());
        shown.view.fitSelected();
        for (const TimelineCommand &command : timelineCommands())
            command.run(shown.view);
        QVERIFY(!shown.view.sliceAt({200, 100}).valid());
    }

    void everyCommandWorksWithAndWithoutASelection() {
        const Trace trace = twoRanks();
        Shown shown(trace);
        for (const bool isSelected : {false, true})
            for (const TimelineCommand &command : timelineCommands()) {
                shown.view.setSelected(isSelected ? SliceId{2} : SliceId());
                command.run(shown.view);
                QVERIFY2(!shown.view.grab().isNull(), command.id);
            }
        for (const TimelineCommand &command : timelineCommands())
            for (const QKeySequence &key : command.keys)
                QCOMPARE(timelineCommand(key)->id, command.id); // no key has two meanings
    }

    void rulerStepsAreRound_data() {
        QTest::addColumn<double>("atLeast");
        QTest::addColumn<qint64>("step");
        QTest::newRow("below 1 ns") << 0.2 << qint64(1);
        QTest::newRow("exact") << 1000.0 << qint64(1000);
        QTest::newRow("2") << 1100.0 << qint64(2000);
        QTest::newRow("5") << 2.1e6 << qint64(5000000);
        QTest::newRow("10") << 5.1e6 << qint64(10000000);
        QTest::newRow("all of time") << 9e18 << qint64(5000000000000000000);
    }
    void rulerStepsAreRound() {
        QFETCH(double, atLeast);
        QFETCH(qint64, step);
        QCOMPARE(qint64(rulerStep(atLeast)), step);
    }

    void timesAreExact() {
        QCOMPARE(rulerText(0, 2'000'000), QString("0 ms"));
        QCOMPARE(rulerText(4'000'000, 2'000'000), QString("4 ms"));
        QCOMPARE(rulerText(1500, 500), QString::fromUtf8("1.5 \xC2\xB5s"));
        QCOMPARE(rulerText(-500, 500), QString::fromUtf8("-0.5 \xC2\xB5s"));
        QCOMPARE(rulerText(20, 10), QString("20 ns"));
        QCOMPARE(exactTime(0), QString("0 ns"));
        QCOMPARE(exactTime(999), QString("999 ns"));
        QCOMPARE(exactTime(-1'000'001), QString("-1.000001 ms"));
        QCOMPARE(exactTime(1'736'412'474'714'258'991), QString("1736412474.714258991 s"));
        QCOMPARE(timeOfText("1.5 ms"), std::optional<int64_t>(1'500'000));
        QCOMPARE(timeOfText("-200us"), std::optional<int64_t>(-200'000));
        QCOMPARE(timeOfText(QString::fromUtf8("2 \xC2\xB5s")), std::optional<int64_t>(2'000));
        QCOMPARE(timeOfText("17"), std::optional<int64_t>(17));
        QVERIFY(!timeOfText("soon") && !timeOfText("1e99 s") && !timeOfText("99999999999999 s"));
    }

    void aClickOnASliceTellsWhich() {
        const Trace trace = sample();
        Shown shown(trace);
        QSignalSpy clicked(&shown.view, &TimelineView::sliceClicked);
        const SliceId relu{2};
        const QRect place = shown.view.rectOf(relu);
        QVERIFY(place.width() > 20);
        QCOMPARE(shown.view.sliceAt(place.center()), relu);
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked[0][0].value<SliceId>(), relu);
        QVERIFY(shown.view.toolTipOf(relu).contains("100 ns"));
        QVERIFY(shown.view.toolTipOf(relu).contains("400 ns"));
    }

    void keysZoomPanFitAndUndo() {
        const Trace trace = sample();
        Shown shown(trace);
        TimelineView &view = shown.view;
        const auto window = [&] { return std::pair(view.visibleBegin(), view.visibleEnd()); };
        const auto whole = window();
        shown.key(Qt::Key_W);
        QVERIFY(view.visibleEnd() - view.visibleBegin() < whole.second - whole.first);
        shown.key(Qt::Key_W); // of one gesture
        QCOMPARE(view.zoomUndoCount(), 1);
        const int64_t begin = view.visibleBegin();
        shown.key(Qt::Key_D);
        QVERIFY(view.visibleBegin() > begin);
        shown.key(Qt::Key_A);
        QVERIFY(std::abs(view.visibleBegin() - begin) <= 1);
        shown.key(Qt::Key_Backspace);
        QCOMPARE(window(), whole);
        QCOMPARE(view.zoomUndoCount(), 0);
        view.setSelected(SliceId{2});
        shown.key(Qt::Key_F);
        QVERIFY(view.visibleBegin() > 300 && view.visibleEnd() < 600);
        shown.key(Qt::Key_Space);
        QCOMPARE(window(), whole);
        shown.key(Qt::Key_Backspace);
        QVERIFY(view.visibleBegin() > 300 && view.visibleEnd() < 600);
        shown.key(Qt::Key_Space);
        QCOMPARE(view.visibleBegin(), 0);
        shown.drag({350, 100}, {450, 140}, Qt::AltModifier); // a box
        QVERIFY(view.visibleBegin() > 100 && view.visibleEnd() < 600);
        shown.key(Qt::Key_Backspace);
        QCOMPARE(window(), whole);
        QVERIFY(!view.markedRange());
    }

    void theWheelZoomsAtThePointer() {
        const Trace trace = sample();
        Shown shown(trace);
        const QPoint at = shown.view.rectOf(SliceId{2}).center();
        QWheelEvent wheel(at, shown.view.viewport()->mapToGlobal(at), {}, {0, 120 * 8}, {}, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(shown.view.viewport(), &wheel);
        QCOMPARE(shown.view.sliceAt(at), SliceId{2});
        QVERIFY(shown.view.visibleEnd() - shown.view.visibleBegin() < 250);
    }

    void aNanosecondFillsTheViewAtEpochTimes() {
        constexpr int64_t epoch = 1'736'412'474'714'258'990;
        Trace trace;
        const TrackId lane = trace.addTrack("Host", "Python", 10);
        for (int i = 0; i < 100; ++i)
            trace.addSlice(lane, i == 50 ? "this" : "other", "", epoch + i * 10, i == 50 ? 1 : 9);
        trace.arrange();
        Shown shown(trace);
        shown.view.setVisibleRange(epoch + 498, epoch + 504);
        for (int i = 0; i < 40; ++i)
            shown.key(Qt::Key_W);
        QVERIFY(shown.view.nsPerPixel() <= 0.00101);
        const double before = shown.view.nsPerPixel();
        shown.view.pan(3); // less than a nanosecond
        QCOMPARE(shown.view.nsPerPixel(), before);
        shown.view.setVisibleRange(epoch + 499, epoch + 503);
        const QRect place = shown.view.rectOf(SliceId{50});
        QVERIFY(std::abs(place.width() - (900 - shown.view.labelWidth() - 12) / 4) <= 3);
        QCOMPARE(shown.view.sliceAt(place.center()), SliceId{50});
        QVERIFY(!shown.view.sliceAt(place.center() + QPoint(place.width(), 0)).valid());
    }

    void arrowsWalkFromSliceToSlice() {
        const Trace trace = sample();
        Shown shown(trace);
        const auto at = [&](int64_t slice) { return SliceId{slice}; };
        shown.view.setSelected(at(3));
        shown.key(Qt::Key_Right);
        QCOMPARE(shown.view.selected(), at(4));
        shown.key(Qt::Key_Left);
        shown.key(Qt::Key_Left); // the first of its row: nothing before it
        QCOMPARE(shown.view.selected(), at(3));
        shown.key(Qt::Key_Up); // the lane above, what runs there at 300: "run" alone
        QCOMPARE(shown.selectedName(), "run");
        shown.key(Qt::Key_Down);
        QCOMPARE(shown.view.selected(), at(1));
        shown.key(Qt::Key_Up);
        QCOMPARE(shown.selectedName(), "run");
        shown.view.setSelected(at(2));
        shown.key(Qt::Key_Down);
        QCOMPARE(shown.view.selected(), at(3)); // what runs or ran nearest to 400 on the device
    }

    void theSameNameIsNextInTimeOnAnyLane() {
        const Trace trace = sample();
        Shown shown(trace);
        shown.view.setSelected(SliceId{1});
        QList<qint64> walked;
        for (int i = 0; i < 4; ++i) {
            shown.key(Qt::Key_N);
            walked += shown.view.selected().value;
        }
        QCOMPARE(walked, (QList<qint64>{3, 4, 5, 5}));
        shown.key(Qt::Key_P);
        QCOMPARE(shown.view.selected(), SliceId{4});
        shown.key(Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(shown.view.selected(), SliceId{3});
    }

    void flowsLeadToTheKernelAndBack() {
        const Trace trace = sample();
        Shown shown(trace);
        shown.view.setSelected(SliceId{1});
        const QImage plain = shown.view.grab().toImage();
        shown.key(Qt::Key_BracketRight);
        QCOMPARE(shown.view.selected(), SliceId{3});
        shown.key(Qt::Key_BracketRight); // it leads nowhere
        QCOMPARE(shown.view.selected(), SliceId{3});
        shown.key(Qt::Key_BracketLeft);
        QCOMPARE(shown.view.selected(), SliceId{1});
        QVERIFY(shown.view.toolTipOf(SliceId{1}).contains("0 in, 1 out"));
        shown.view.setSelected({});
        const QImage none = shown.view.grab().toImage();
        shown.view.setShownFlows({trace.texts().find("HostToDevice")});
        QVERIFY(shown.view.grab().toImage() != none);
    }

    void draggingMarksARangeOverTheLanesItCrosses() {
        const Trace trace = twoRanks();
        Shown shown(trace, {900, 620});
        QSignalSpy marked(&shown.view, &TimelineView::rangeMarked);
        shown.drag({400, 10}, {500, 10});
        QVERIFY(shown.view.markedRange() && shown.view.markedLanes().empty());
        QVERIFY(marked.size() > 0);
        const auto topOf = [&](const QString &text) {
            for (const TimelineBand &band : shown.view.bands().scrolled)
                if (band.text == text) return 28 + band.top + 5;
            return 0;
        };
        shown.drag({400, topOf("Stream 2")}, {600, topOf("Stream 3")});
        QCOMPARE(shown.view.markedLanes(), (std::vector<int>{1, 2, 3})); // two streams and the counter between them
        const auto range = *shown.view.markedRange();
        QVERIFY(range.first < range.second);

        shown.key(Qt::Key_Escape);
        shown.drag({400, 10}, {500, 10});
        const auto before = *shown.view.markedRange();
        shown.drag({500, 10}, {580, 10}); // its edge is taken along
        QCOMPARE(shown.view.markedRange()->first, before.first);
        QVERIFY(shown.view.markedRange()->second > before.second);

        shown.key(Qt::Key_L, Qt::ShiftModifier); // locked
        const auto locked = shown.view.markedRange();
        shown.drag({300, 10}, {350, 10});
        shown.key(Qt::Key_Escape);
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, {880, 400});
        QCOMPARE(shown.view.markedRange(), locked);
        shown.key(Qt::Key_L, Qt::ShiftModifier);
        shown.key(Qt::Key_Escape);
        QVERIFY(!shown.view.markedRange());
    }

    void theRangeFollowsTheSelectedSlice() {
        const Trace trace = sample();
        Shown shown(trace);
        shown.view.setSelected(SliceId{2});
        shown.key(Qt::Key_M);
        QCOMPARE(shown.view.markedRange(), (TimelineView::Range{400, 500}));
        shown.view.setSelected(SliceId{1});
        shown.key(Qt::Key_L);
        QCOMPARE(shown.view.markedRange(), (TimelineView::Range{100, 500}));
        shown.view.setSelected(SliceId{5});
        shown.key(Qt::Key_R);
        QCOMPARE(shown.view.markedRange(), (TimelineView::Range{100, 800}));
        shown.key(Qt::Key_Z, Qt::ShiftModifier);
        QCOMPARE(shown.view.visibleBegin(), 100);
        shown.key(Qt::Key_K, Qt::ShiftModifier);
        QCOMPARE(shown.view.markers().size(), size_t(1));
        QCOMPARE(shown.view.markers()[0].endNs, 800);
    }

    void markersHaveNamesOfTheirOwn() {
        const Trace trace = sample();
        Shown shown(trace);
        QTest::mouseMove(shown.view.viewport(), {500, 100});
        shown.key(Qt::Key_K);
        QTest::mouseMove(shown.view.viewport(), {300, 100});
        shown.key(Qt::Key_K);
        QCOMPARE(shown.view.markers().size(), size_t(2));
        QVERIFY(shown.view.markers()[0].beginNs < shown.view.markers()[1].beginNs);
        QCOMPARE(shown.view.markers()[0].name, QString("2"));
        QVERIFY(!shown.view.grab().isNull());
    }

    void aDoubleClickFitsTheSlice() {
        const Trace trace = sample();
        Shown shown(trace);
        const QPoint at = shown.view.rectOf(SliceId{2}).center();
        QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {}, at);
        QVERIFY(shown.view.visibleBegin() > 300 && shown.view.visibleEnd() < 600);
    }

    void controlDragMovesTheView() {
        const Trace trace = sample();
        Shown shown(trace);
        shown.key(Qt::Key_W);
        const int64_t begin = shown.view.visibleBegin();
        shown.drag({500, 100}, {400, 100}, Qt::ControlModifier);
        QVERIFY(shown.view.visibleBegin() > begin);
        QVERIFY(!shown.view.markedRange());
    }

    void ranksAreShiftedWhereTheyAreDrawn() {
        const Trace trace = twoRanks();
        Shown shown(trace, {900, 620});
        const SliceId second = shown.view.store().rows(shown.view.lanes()[5])[0].columns.at(0);
        QCOMPARE(trace.trackAt(trace.trackOf(second)).rank, 1);
        const int before = shown.view.rectOf(second).left();
        shown.view.setVisibleRange(0, 2000);
        const int at = shown.view.rectOf(second).left();
        shown.view.setShifts({{1, 500}});
        const int moved = shown.view.rectOf(second).left();
        QVERIFY(std::abs((moved - at) * shown.view.nsPerPixel() - 500) < 2 * shown.view.nsPerPixel());
        QCOMPARE(shown.view.sliceAt(shown.view.rectOf(second).center()), second);
        QCOMPARE(shown.view.extent().second, 1480);
        Q_UNUSED(before)
    }

    void aStrayEventDoesNotBlankTheView() {
        Trace trace;
        const TrackId lane = trace.addTrack("Host", "Python", 10);
        constexpr int64_t epoch = 1'736'412'474'714'258'990;
        trace.addSlice(lane, "stray", "", 0, 5);
        for (int i = 0; i < 500; ++i)
            trace.addSlice(lane, "op", "", epoch + i * 1000, 900);
        trace.arrange();
        Shown shown(trace);
        QVERIFY(shown.view.robustExtent());
        QVERIFY(shown.view.visibleBegin() > epoch - 50'000 && shown.view.visibleEnd() < epoch + 600'000);
        QVERIFY(shown.view.outliers() >= 1 && shown.view.outliers() < 4);
        QVERIFY(!Shown(sample()).view.robustExtent());
    }

    void aLiveTraceGrowsWithoutLayingAllOutAgain() {
        Trace trace = sample();
        Shown shown(trace);
        const TrackId host{0};
        for (int i = 0; i < 200; ++i) {
            trace.addSlice(host, "Add", "op", 1000 + i * 10, 8);
            shown.view.traceGrew();
        }
        trace.addSlice(host, "outer", "op", 990, 2100); // comes last, is around the others
        trace.addSlice(trace.addTrack("Host", "new", 11), "x", "op", 5, 5);
        shown.view.traceGrew();
        COMPARE_TEXT(bandsText(shown.view).toStdString(),
                     "Host\n  Python 2 rows\n  new\nAscend910B4 (simulated)\n  Stream 3");
        QCOMPARE(shown.view.extent().second, 3090);
        QVERIFY(shown.view.visibleEnd() >= 3080); // it still shows all
        QVERIFY(!shown.view.rectOf(SliceId{205}).isEmpty());
    }

    void manySlicesArePaintedByPixel() {
        Trace trace;
        const TrackId lane = trace.addTrack("Host", "dispatch", 0);
        for (int i = 0; i < 200'000; ++i)
            trace.addSlice(lane, "Add", "op", i * 100, 60);
        Shown shown(trace, {1600, 200});
        QVERIFY(!shown.view.grab().isNull());
        QVERIFY(shown.view.sliceAt({800, 28 + 26 + 8}).valid());
    }
};

JITSCOPE_WINDOW_TEST(TimelineTest)

} // namespace jitscope::tst_timeline

#include "tst_timeline.moc"
