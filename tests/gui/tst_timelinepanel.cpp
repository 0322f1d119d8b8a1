// SPDX-License-Identifier: Apache-2.0
// The timeline panel: search, menus, markers, ranks, what it tells other panels and hears from them.
#include "app/panels/timeline/timelinememory.h"
#include "app/panels/timeline/timelinemenus.h"
#include "app/panels/timeline/timelinepanel.h"
#include "app/sdk/settings.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/infobar.h"
#include "app/timeline/timelineoverview.h"
#include "app/timeline/timelineview.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/panelstage.h"
#include "tests/support/profiledtrace.h"
#include "tests/support/ranktrace.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QAction>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

namespace jitscope::tst_timelinepanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

QStringList textsOf(const QMenu &menu) {
    QStringList texts;
    for (const QAction *action : menu.actions())
        if (!action->isSeparator()) texts.append(action->text().section(QLatin1Char('\t'), 0, 0));
    return texts;
}

QAction *actionOf(const QMenu &menu, const QString &begin) {
    for (QAction *action : menu.actions())
        if (action->text().startsWith(begin)) return action;
    return nullptr;
}

/** Three Python threads of twelve frames, calls below each other, and only then the device. */
Trace deepHostTrace() {
    Trace trace;
    const auto lane = [&](const char *process, const char *name, int order, LaneKind kind) {
        Track track;
        track.process = process;
        track.name = name;
        track.sortKey = order;
        track.kind = kind;
        return trace.addTrack(track);
    };
    for (const char *thread : {"Thread 1", "Thread 2", "Thread 3"}) {
        const TrackId python = lane("Python", thread, 1, LaneKind::Framework);
        for (int depth = 0; depth < 12; ++depth)
            trace.addSlice(python, "frame " + std::to_string(depth), "python_function", depth * 1000,
                           100'000 - depth * 2000);
    }
    for (const char *thread : {"Thread 4", "Thread 5"}) {
        const TrackId cann = lane("CANN", thread, 7, LaneKind::HostApi);
        for (int depth = 0; depth < 3; ++depth)
            trace.addSlice(cann, "AscendCL@call", "", 10'000 + depth * 1000, 20'000 - depth * 2000);
    }
    const TrackId idle = lane("Ascend Hardware", "Stream 0", 13, LaneKind::Stream),
                  other = lane("Ascend Hardware", "Stream 2", 13, LaneKind::Stream);
    trace.addSlice(idle, "PROFILING_ENABLE", "", 0, 20);
    for (int i = 0; i < 20; ++i)
        trace.addSlice(other, "MatMul_" + std::to_string(i), "", 20'000 + i * 3000, 2000);
    trace.arrange();
    return trace;
}

} // namespace

class TimelinePanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("JITSCOPE_CONFIG_DIR", m_folder.path().toLocal8Bit());
        applyTheme(Theme::light());
    }

    void init() {
        settingsFile().clear(); // what is remembered of the trace
        m_stage = std::make_unique<PanelStage>();
        m_panel = &m_stage->add(timelinePanel(), {1200, 700});
        m_stage->open(rankTrace());
        QVERIFY(m_stage->settle());
        m_view = m_panel->findChild<TimelineView *>();
        QVERIFY(m_view);
    }
    void cleanup() { m_stage.reset(); }

    void theDeviceIsInSightAtTheFirstLook_data() {
        QTest::addColumn<int>("height");
        QTest::newRow("a low panel") << 190; // what 1280x720 leaves it
        QTest::newRow("a higher one") << 320;
    }
    void theDeviceIsInSightAtTheFirstLook() {
        QFETCH(int, height);
        PanelStage stage;
        Panel &panel = stage.add(timelinePanel(), {1100, height});
        stage.open(deepHostTrace());
        QVERIFY(stage.settle());
        auto *view = panel.findChild<TimelineView *>();
        const Trace &trace = stage.document.session().trace;
        const QRect kernel = view->rectOf(sliceNamed(trace, "MatMul_0"));
        QVERIFY2(!kernel.isEmpty() && view->viewport()->rect().contains(kernel), qPrintable(panel.contentAsText()));
        QVERIFY(view->isFirstLook());
        QVERIFY(!view->canUndoChoices());
        // What is chosen elsewhere shows all the same.
        const SliceId deepest = sliceNamed(trace, "frame 11");
        QVERIFY(view->rectOf(deepest).isEmpty());
        stage.selection.selectSlice(deepest);
        QVERIFY(!view->rectOf(deepest).isEmpty());
        QVERIFY(!view->isFirstLook());
    }

    /** A panel made anew for another language shows all again, also of the next run. */
    void allThatIsInViewIsNoRangeToKeep() {
        QVERIFY(m_view->isFitted());
        QVERIFY(!m_panel->property("viewState").isValid());
        const auto [begin, end] = m_view->extent();
        m_view->setVisibleRange(begin, begin + (end - begin) / 2);
        const QVariant state = m_panel->property("viewState");
        QVERIFY(state.isValid());
        m_view->fitAll();
        m_panel->setProperty("viewState", state);
        QVERIFY(!m_view->isFitted());
    }

    void nothingIsFoldedWhereAllFits() {
        PanelStage stage;
        Panel &panel = stage.add(timelinePanel(), {1100, 1400});
        stage.open(deepHostTrace());
        QVERIFY(stage.settle());
        QVERIFY(panel.findChild<TimelineView *>()->choices().folded.empty());
    }

    void whatDoesNotFitBelowEndsInAnEllipsis() {
        PanelStage stage;
        Panel &panel = stage.add(timelinePanel(), {700, 300});
        stage.open(deepHostTrace());
        QVERIFY(stage.settle());
        auto *details = panel.findChild<ElidedLabel *>(QStringLiteral("timelineDetails"));
        stage.selection.selectSlice(sliceNamed(stage.document.session().trace, "frame 11"));
        QVERIFY(details->text().startsWith(QStringLiteral("frame 11")));
        QVERIFY(details->shownText().endsWith(QChar(0x2026)));
        QVERIFY(details->fontMetrics().horizontalAdvance(details->shownText()) <= details->width());
    }

    void searchCountsAndStepsThroughTheRanksInTime() {
        QVERIFY(m_panel->startFind());
        auto *text = m_panel->findChild<QLineEdit *>("timelineFindText");
        QVERIFY(text->isVisible());
        QTest::keyClicks(text, "matmul");
        QVERIFY(m_stage->settle());
        QCOMPARE(countText(), QString("16 found"));
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(countText(), QString("1 of 16"));
        QCOMPARE(selectedName(), "MatMul_1");
        m_panel->findNext(FindDirection::Backward); // around the end
        QCOMPARE(countText(), QString("16 of 16"));
        QTest::mouseClick(m_panel->findChild<QToolButton *>("timelineFindNext"), Qt::LeftButton);
        QCOMPARE(countText(), QString("1 of 16"));
        m_panel->findChild<QToolButton *>("timelineFindCase")->click();
        QVERIFY(m_stage->settle());
        QCOMPARE(countText(), QString("nothing found"));
        text->setText("^(Add|MatMul)_[12]$");
        m_panel->findChild<QToolButton *>("timelineFindRegex")->click();
        QVERIFY(m_stage->settle());
        QCOMPARE(countText(), QString("1 of 32")); // what is selected is among them
        QCOMPARE(focus().found()->slices.size(), size_t(32));
        m_panel->findChild<QToolButton *>("timelineFindList")->click();
        QCOMPARE(m_stage->shown, QStringList{"slicelist"});
        text->setText("(");
        QVERIFY(m_stage->settle());
        QVERIFY(!countText().isEmpty() && !countText().contains("found"));
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(m_stage->settle());
        if (text->isVisible()) QTest::keyClick(text, Qt::Key_Escape); // the first empties the field
        QVERIFY(m_stage->settle());
        QVERIFY(!text->isVisible());
        QVERIFY(!focus().found());
    }

    void theMarkedRangeIsToldWithItsLanes() {
        m_stage->selection.selectSlice(sliceOf("MatMul_1", 0));
        QTest::keyClick(m_view, Qt::Key_M);
        QCOMPARE(focus().marked(), (TraceFocus::Range{rankEpoch + 200'000, rankEpoch + 500'000}));
        QVERIFY(focus().lanes().empty());
        QVERIFY(m_stage->settle());
        // The step, MatMul, Add and the collective of rank 0; rank 1 has nothing there.
        QVERIFY2(rangeText().startsWith("marked 300 \xC2\xB5s \xC2\xB7 4 slice"), qPrintable(rangeText()));
        LaneChoices choices = m_view->choices();
        choices.filter = "stream";
        m_view->setChoices(choices);
        QCOMPARE(focus().lanes().size(), size_t(4));
        QVERIFY(m_stage->settle());
        QVERIFY2(rangeText().contains("2 slice"), qPrintable(rangeText()));
        focus().setMarked({}); // from another panel
        QVERIFY(!m_view->markedRange());
    }

    void otherPanelsBringAStretchIntoView() {
        focus().reveal({rankEpoch + 1'000'000, rankEpoch + 1'200'000}, 1);
        QVERIFY(m_view->visibleBegin() <= rankEpoch + 1'000'000 && m_view->visibleEnd() >= rankEpoch + 1'200'000);
        QVERIFY(m_view->visibleEnd() - m_view->visibleBegin() < 400'000);
        m_stage->selection.selectSlice(sliceOf("Add_2", 1));
        QVERIFY(!m_view->rectOf(sliceOf("Add_2", 1)).isEmpty());
        QVERIFY(m_panel->findChild<QLabel *>("timelineDetails")->text().contains("240.000 \xC2\xB5s"));
    }

    void ranksAreAlignedByCollectivesAndThatIsUndone() {
        menus().alignRanks();
        QVERIFY(m_stage->settle());
        QCOMPARE(focus().shifts(), (std::map<int, int64_t>{{1, -rankClock}}));
        QCOMPARE(m_view->shiftOf(1), -rankClock);
        auto *bar = m_panel->findChild<InfoBar *>();
        QVERIFY2(bar->isVisible() && bar->message().startsWith("2 ranks aligned by 8 matching collectives"),
                 qPrintable(bar->message()));
        for (QToolButton *button : bar->findChildren<QToolButton *>())
            if (button->text() == "Undo") button->click();
        QVERIFY(focus().shifts().empty());
    }

    void aRankIsShiftedByAValueWithAUnit() {
        QTimer::singleShot(0, this, [] {
            auto *dialog = qobject_cast<QInputDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setTextValue("-1.5 ms");
            dialog->accept();
        });
        menus().editShift(1);
        QCOMPARE(focus().shifts(), (std::map<int, int64_t>{{1, -1'500'000}}));
        menus().resetShifts();
        QVERIFY(focus().shifts().empty());
        menus().undoShift();
        QCOMPARE(focus().shiftOf(1), -1'500'000);
        menus().undoShift();
        QVERIFY(focus().shifts().empty());
    }

    void theLanesMenuHidesMergesAndShowsAgain() {
        QMenu menu;
        menus().fillAt(menu, pointOf("Stream 2"));
        QVERIFY(actionOf(menu, "Pin on top"));
        actionOf(menu, "Hide this lane")->trigger();
        QCOMPARE(m_view->bands().hidden, 1);
        QMenu lanes;
        menus().fillLanes(lanes);
        QVERIFY2(textsOf(lanes).filter("hidden: show all").size() == 1, qPrintable(textsOf(lanes).join('\n')));
        lanes.findChild<QLineEdit *>("timelineLaneFilter")->setText("rank 1 communication");
        QCOMPARE(int(m_view->bands().shown.size()), 1);
        for (QAction *action : lanes.actions())
            if (action->text().contains("hidden: show all")) action->trigger();
        QCOMPARE(m_view->bands().hidden, 0);
        QMenu merge;
        menus().fillAt(merge, pointOf("Stream 3"));
        actionOf(merge, "Merge all lanes of Ascend Hardware")->trigger();
        QVERIFY(pointOf("2 lanes merged") != QPoint());
        QTest::keyClick(m_view, Qt::Key_U);
        QVERIFY(pointOf("2 lanes merged") == QPoint());
        QMenu pin;
        menus().fillAt(pin, pointOf("Stream 3"));
        actionOf(pin, "Pin on top")->trigger();
        QCOMPARE(m_view->bands().pinned.size(), size_t(1));
    }

    void theFlowsMenuCountsAndShowsThem() {
        QMenu menu;
        menus().fillFlows(menu);
        QAction *launches = actionOf(menu, "HostToDevice  (16)");
        QVERIFY2(launches, qPrintable(textsOf(menu).join('\n')));
        const QImage before = m_view->grab().toImage();
        launches->trigger();
        QCOMPARE(m_view->shownFlows().size(), size_t(1));
        QVERIFY(m_view->grab().toImage() != before);
        m_stage->selection.selectSlice(sliceOf("Node@launch", 0));
        QTest::keyClick(m_view, Qt::Key_BracketRight);
        QCOMPARE(selectedName(), "MatMul_1");
        QTest::keyClick(m_view, Qt::Key_BracketLeft); // the nearest of two: the launch, not the operator
        QCOMPARE(selectedName(), "Node@launch");
    }

    void theMarkersMenuListsThemWithTimesBetween() {
        m_view->setMarkers({{"begin", rankEpoch, rankEpoch}, {"end", rankEpoch + 1'234'567, rankEpoch + 1'234'567}});
        QMenu menu;
        menus().fillMarkers(menu);
        QVERIFY2(textsOf(menu).join('\n').contains("+1.234567 ms"), qPrintable(textsOf(menu).join('\n')));
        actionOf(menu, "Delete all markers")->trigger();
        QVERIFY(m_view->markers().empty());
    }

    void aNameHasTheColourThatTheUserChose() {
        const SliceId slice = sliceOf("Add_2", 0);
        const QPoint place = m_view->rectOf(slice).center();
        const auto shown = [this, place] {
            const QImage image = m_view->viewport()->grab().toImage();
            return image.pixelColor((place - QPoint(0, 5)) * image.devicePixelRatio());
        };
        const QColor before = shown();
        QMenu menu;
        menus().fillAt(menu, place);
        QMenu *colours = nullptr;
        for (QAction *action : menu.actions())
            if (action->text().contains("Add_2") && action->menu()) colours = action->menu();
        QVERIFY(colours);
        actionOf(*colours, "Red")->trigger();
        const QColor after = shown();
        QVERIFY(before != after);
        QCOMPARE(after.rgb(), currentTheme().error.rgb());
        actionOf(*colours, "By its name")->trigger();
    }

    void theOverviewMovesTheView() {
        QTest::keyClick(m_view, Qt::Key_W);
        QTest::keyClick(m_view, Qt::Key_W);
        auto *overview = m_panel->findChild<TimelineOverview *>();
        const int64_t begin = m_view->visibleBegin();
        QTest::mouseClick(overview, Qt::LeftButton, {}, {overview->width() - 40, 10});
        QVERIFY(m_view->visibleBegin() > begin);
    }

    void theTextIsWhatIsInView() {
        m_view->setVisibleRange(rankEpoch, rankEpoch + 300'000);
        const QString text = m_panel->contentAsText();
        QVERIFY2(
            text.contains("rank 0 / Ascend Hardware / Stream 2\n  MatMul_1\t200.000 \xC2\xB5s\t+300.000 \xC2\xB5s\n"),
            qPrintable(text));
        QVERIFY(!text.contains("Add_2"));
        QVERIFY(!text.contains("rank 1"));
    }

    void everyCommandIsAnAction() {
        QVERIFY(m_panel->findChild<QAction *>("timeline-fit-all"));
        QVERIFY(m_panel->findChild<QAction *>("timeline-align-ranks"));
        for (QAction *action : m_panel->actions())
            action->trigger();
        QVERIFY(m_stage->settle());
    }

    void lanesMarkersAndShiftsAreThereAgainWhenTheTraceIsOpenedAgain() {
        Trace trace = rankTrace();
        trace.arrange();
        m_stage->open(trace);
        LaneChoices choices = m_view->choices();
        choices.hidden.insert(m_view->lanes().front().key);
        choices.pinned.push_back(m_view->lanes().back().key);
        choices.height = LaneHeight::Compact;
        m_view->setChoices(choices);
        choices.filter = "stream"; // what is looked for today is not
        m_view->setChoices(choices);
        const std::vector<TimelineMarker> markers{{"here", rankEpoch, rankEpoch},
                                                  {"step", rankEpoch + 5, rankEpoch + 99}};
        m_view->setMarkers(markers);
        focus().setShifts({{1, -7}});
        m_stage->open(oneSlice());
        QVERIFY(m_view->markers().empty() && focus().shifts().empty());
        QCOMPARE(m_view->choices(), LaneChoices());
        m_stage->open(trace);
        choices.filter.clear();
        QCOMPARE(m_view->choices(), choices);
        QCOMPARE(m_view->markers(), markers);
        QCOMPARE(m_view->shiftOf(1), int64_t(-7));
    }

    void whatIsRememberedOfATraceIsReadAsItWasWritten() {
        TimelineState state;
        state.choices.hidden = {"a/\"b\"", "rank 1"};
        state.choices.folded = state.choices.merged = state.choices.tall = {"x"};
        state.choices.pinned = state.choices.order = {"y", "x"};
        state.choices.grouping = LaneGrouping::Kind;
        state.choices.height = LaneHeight::Fit;
        state.choices.hidesStack = true;
        state.markers = {{"m", INT64_MIN, INT64_MAX}};
        state.shifts = {{3, (int64_t(1) << 60) + 1}};
        QCOMPARE(timelineStateFromJson(toJson(state)), state);
        QCOMPARE(timelineStateFromJson({{"height", 77}, {"markers", 5}}), TimelineState());
    }

    void markersAndShiftsGoIntoTheSessionFile() {
        Trace trace = rankTrace();
        trace.arrange();
        m_stage->open(trace);
        const std::vector<TimelineMarker> markers{{"here", rankEpoch, rankEpoch}};
        m_view->setMarkers(markers);
        focus().setShifts({{1, -7}});
        QVERIFY(!m_stage->document.isModified()); // what a profiler wrote is no file of ours
        QTemporaryDir folder;
        const QString path = folder.filePath("marked.jitscope");
        VERIFY_RESULT(saveSession(m_stage->document.session(), path.toStdString()));
        settingsFile().clear(); // someone else opens it
        auto loaded = loadSession(path.toStdString());
        VERIFY_RESULT(loaded);
        m_stage->document.replace(std::move(*loaded), path);
        m_stage->settle();
        QCOMPARE(m_view->markers(), markers);
        QCOMPARE(m_view->shiftOf(1), int64_t(-7));
        QVERIFY(!m_stage->document.isModified());
        m_view->setMarkers({});
        QVERIFY(m_stage->document.isModified());
    }

    void marksOfAForeignSessionFileAreChecked() {
        TimelineState state;
        state.markers = {{"a", 1, 2}};
        for (const char *text : {"", "{", "[]", "7", R"({"markers":5})"}) {
            const TimelineState read = withMarks(state, text);
            QVERIFY2(read == state || (read.markers.empty() && read.shifts.empty()), text);
        }
        state.markers.push_back({"far", INT64_MIN, INT64_MAX});
        state.shifts = {{0, -5}, {1, INT64_MIN}};
        const TimelineState read = withMarks({}, marksAsText(state));
        QCOMPARE(read.markers, (std::vector<TimelineMarker>{{"a", 1, 2}}));
        QCOMPARE(read.shifts, (std::map<int, int64_t>{{0, -5}}));
        QCOMPARE(marksAsText({}), std::string());
    }

    void aLaneOfManyRowsHasLowOnesUntilFullOnesAreWanted() {
        Trace trace;
        const TrackId python = trace.addTrack("Python", "Thread 1", 0);
        for (int i = 0; i < 40; ++i)
            trace.addSlice(python, "f", "python", i, 1000 - 2 * i);
        trace.addSlice(trace.addTrack("Ascend Hardware", "Stream 2", 1), "MatMul", "op", 10, 100);
        trace.arrange();
        m_stage->open(trace);
        const TimelineBand low = m_view->bands().scrolled.at(1);
        QCOMPARE(low.rows, 40);
        QVERIFY2(low.hasLowRows && low.height < 300, qPrintable(QString::number(low.height)));
        QVERIFY(pointOf("Stream 2").y() < m_view->viewport()->height());
        QMenu menu;
        menus().fillAt(menu, {40, 28 + low.top + 8});
        QVERIFY2(actionOf(menu, "Full height"), qPrintable(textsOf(menu).join('\n')));
        actionOf(menu, "Full height")->trigger();
        QVERIFY(m_view->bands().scrolled.at(1).height >= 40 * 20);
        QMenu again;
        menus().fillAt(again, {40, 28 + low.top + 8});
        actionOf(again, "Low rows")->trigger();
        QCOMPARE(m_view->bands().scrolled.at(1).height, low.height);
    }

    void aLiveRunGrowsInView() {
        m_stage->document.replace({});
        for (int i = 0; i < 20; ++i) {
            Session part;
            part.info["device"] = "CPU";
            part.trace.addSlice(part.trace.addTrack("Host", "Python", 0), "Add", "op", i * 1000, 700);
            m_stage->document.append(std::move(part));
        }
        m_stage->document.settle();
        QVERIFY(m_stage->settle());
        QCOMPARE(int(m_view->store().rows(m_view->lanes().at(0))[0].columns.count), 20);
        QVERIFY(m_view->visibleEnd() >= 19'000);
    }

    void aLargeTraceIsLaidOutInTheBackground() {
        Trace trace;
        const TrackId lane = trace.addTrack("Host", "Python", 0);
        for (int i = 0; i < 300'000; ++i)
            trace.addSlice(lane, "Add", "op", i * 100, 60);
        m_stage->open(std::move(trace)); // not arranged
        QVERIFY(!m_view->isReady());
        QVERIFY(!m_view->grab().isNull());
        QVERIFY(m_stage->settle());
        QCOMPARE(int(m_view->store().rows(m_view->lanes().at(0))[0].columns.count), 300'000);
        QCOMPARE(m_view->visibleEnd() / 1'000'000, 29);
    }

private:
    static Trace oneSlice() {
        Trace trace;
        trace.addSlice(trace.addTrack("Host", "Python", 0), "Add", "op", 0, 60);
        trace.arrange();
        return trace;
    }
    TraceFocus &focus() { return TraceFocus::of(m_stage->document); }
    TimelineMenus &menus() { return *m_panel->findChild<TimelineMenus *>(); }
    QString countText() { return m_panel->findChild<QLabel *>("timelineFindCount")->text(); }
    QString rangeText() { return m_panel->titleControls()->findChild<QLabel *>("timelineRange")->text(); }
    std::string selectedName() {
        const SliceId slice = m_stage->selection.current().slice;
        return slice.valid() ? std::string(m_stage->document.session().trace.nameOf(slice)) : "";
    }
    SliceId sliceOf(const char *name, int rank) {
        const Trace &trace = m_stage->document.session().trace;
        for (int64_t i = 0; i < trace.sliceCount(); ++i)
            if (trace.nameOf(SliceId{i}) == name && trace.trackAt(trace.trackOf(SliceId{i})).rank == rank)
                return SliceId{i};
        return {};
    }
    /** On the label of the first lane of that name. */
    QPoint pointOf(const QString &lane) {
        for (const TimelineBand &band : m_view->bands().scrolled)
            if (band.text == lane) return {40, 28 + band.top + 8};
        return {};
    }

    QTemporaryDir m_folder;
    std::unique_ptr<PanelStage> m_stage;
    Panel *m_panel = nullptr;
    TimelineView *m_view = nullptr;
};

JITSCOPE_WINDOW_TEST(TimelinePanelTest)

} // namespace jitscope::tst_timelinepanel

#include "tst_timelinepanel.moc"
