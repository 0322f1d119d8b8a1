// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timelinecommands.h"

#include "app/timeline/timelineview.h"

#include <QCoreApplication>
#include <QScrollBar>
#include <algorithm>

namespace jitscope {
inline namespace timeline {

namespace {

constexpr double zoomStep = 0.7;

QKeySequence key(const char *text) {
    return QKeySequence(QString::fromLatin1(text));
}

void go(TimelineView &view, SliceId slice) {
    if (slice.valid()) Q_EMIT view.sliceClicked(slice);
}

double plotPart(const TimelineView &view) {
    return (view.viewport()->width() - view.labelWidth()) / 8.0;
}

/** Left and right: from slice to slice when one is selected, else the view moves. */
void sideways(TimelineView &view, int direction) {
    if (view.selected().valid())
        go(view, view.walk().beside(view.selected(), direction));
    else
        view.pan(direction * plotPart(view));
}

void upOrDown(TimelineView &view, int direction) {
    if (!view.selected().valid()) {
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() + direction * 40);
        return;
    }
    const SliceWalk walk = view.walk();
    const SliceId inside = direction < 0 ? walk.parent(view.selected()) : walk.child(view.selected());
    go(view, inside.valid() ? inside : walk.onNextLane(view.selected(), direction));
}

/** To where the arrow comes from (-1) or goes to (+1); of several the nearest in time. */
void alongFlow(TimelineView &view, int direction) {
    const Trace *trace = view.store().trace();
    if (trace == nullptr || !view.selected().valid()) return;
    const SliceId here = view.selected();
    const auto flows = direction < 0 ? view.store().flows().to(*trace, here) : view.store().flows().from(*trace, here);
    SliceId nearest;
    for (const uint32_t flow : flows) {
        const SliceId other = direction < 0 ? trace->flows()[flow].from : trace->flows()[flow].to;
        const auto away = [&](SliceId slice) { return std::abs(trace->startOf(slice) - trace->startOf(here)); };
        if (!nearest.valid() || away(other) < away(nearest)) nearest = other;
    }
    go(view, nearest);
}

std::pair<int64_t, int64_t> selectedRange(const TimelineView &view) {
    const Trace &trace = *view.store().trace();
    const int64_t shift = view.shiftOf(trace.trackAt(trace.trackOf(view.selected())).rank);
    return {trace.startOf(view.selected()) + shift, trace.endOf(view.selected()) + shift};
}

void markSelected(TimelineView &view) {
    if (view.selected().valid() && !view.isRangeLocked()) view.setMarkedRange(selectedRange(view));
}

/** The left edge to the begin of the selected slice, the right edge to its end. */
void alignEdge(TimelineView &view, bool left) {
    if (!view.selected().valid() || view.isRangeLocked()) return;
    const auto [begin, end] = selectedRange(view);
    auto range = view.markedRange().value_or(TimelineView::Range{begin, end});
    (left ? range.first : range.second) = left ? begin : end;
    if (range.first > range.second) range = {begin, end};
    view.setMarkedRange(range);
}

void zoomToMarked(TimelineView &view) {
    if (view.markedRange() || view.selected().valid()) view.fitSelected();
}

void addMarker(TimelineView &view) {
    std::vector<TimelineMarker> markers = view.markers();
    const int64_t time = view.pointedTime();
    int number = 1;
    const auto isTaken = [&](const QString &name) {
        return std::any_of(markers.begin(), markers.end(), [&](const auto &each) { return each.name == name; });
    };
    while (isTaken(QString::number(number)))
        ++number;
    markers.push_back({QString::number(number), time, time});
    view.setMarkers(std::move(markers));
}

void keepRange(TimelineView &view) {
    if (!view.markedRange()) return;
    std::vector<TimelineMarker> markers = view.markers();
    markers.push_back({QCoreApplication::translate("Timeline", "range %1").arg(markers.size() + 1),
                       view.markedRange()->first, view.markedRange()->second});
    view.setMarkers(std::move(markers));
}

void foldAll(TimelineView &view, bool folded) {
    LaneChoices choices = view.choices();
    choices.folded.clear();
    if (folded)
        for (const TimelineLane &lane : view.lanes())
            choices.folded.insert(headingKey(lane, choices.grouping));
    view.setChoices(choices);
}

QString selectedLaneKey(const TimelineView &view) {
    const SlicePlace place = view.walk().find(view.selected());
    return place.isValid() ? view.lanes()[size_t(place.lane)].key : QString();
}

/** The lane of the selected slice to one row, or to all of its rows. */
void foldLane(TimelineView &view) {
    const QString key = selectedLaneKey(view);
    if (key.isEmpty()) return;
    LaneChoices choices = view.choices();
    if (choices.folded.erase(key) == 0) choices.folded.insert(key);
    view.setChoices(choices);
}

void toggleHeight(TimelineView &view, LaneHeight height) {
    LaneChoices choices = view.choices();
    choices.height = choices.height == height ? LaneHeight::Normal : height;
    view.setChoices(choices);
}

/** The lane of the selected slice to the place of the one above or below. */
void moveLane(TimelineView &view, int direction) {
    const QString moved = selectedLaneKey(view);
    LaneChoices choices = view.choices();
    const std::vector<int> &shown = view.bands().shown;
    for (size_t i = 0; i < shown.size(); ++i) {
        if (view.lanes()[size_t(shown[i])].key != moved) continue;
        const int64_t other = int64_t(i) + direction;
        if (other < 0 || other >= int64_t(shown.size())) return;
        choices.order.clear();
        for (const TimelineLane &lane : view.lanes())
            choices.order.push_back(lane.key);
        std::swap(choices.order[size_t(shown[i])], choices.order[size_t(shown[size_t(other)])]);
        view.setChoices(choices);
        return;
    }
}

} // namespace

const std::vector<TimelineCommand> &timelineCommands() {
    using View = TimelineView &;
    static const std::vector<TimelineCommand> commands = {
        {"zoom-in",
         "zoom",
         QT_TRANSLATE_NOOP("Timeline", "Zoom in at the pointer"),
         {key("W"), key("+"), key("=")},
         [](View v) { v.zoomAt(zoomStep, v.pointedPixel()); }},
        {"zoom-out",
         "zoom",
         QT_TRANSLATE_NOOP("Timeline", "Zoom out at the pointer"),
         {key("S"), key("-")},
         [](View v) { v.zoomAt(1 / zoomStep, v.pointedPixel()); }},
        {"pan-left",
         "zoom",
         QT_TRANSLATE_NOOP("Timeline", "Move to the left"),
         {key("A"), key("Shift+Left")},
         [](View v) { v.pan(-plotPart(v)); }},
        {"pan-right",
         "zoom",
         QT_TRANSLATE_NOOP("Timeline", "Move to the right"),
         {key("D"), key("Shift+Right")},
         [](View v) { v.pan(plotPart(v)); }},
        {"fit-selection",
         "zoom",
         QT_TRANSLATE_NOOP("Timeline", "Fit the marked range or the slice"),
         {key("F")},
         [](View v) { v.fitSelected(); }},
        {"zoom-to-range",
         "zoom",
         QT_TRANSLATE_NOOP("Timeline", "Zoom to the marked range"),
         {key("Shift+Z")},
         zoomToMarked},
        {"undo-zoom",
         "zoom",
         QT_TRANSLATE_NOOP("Timeline", "Undo zoom"),
         {key("Backspace")},
         [](View v) { v.undoZoom(); }},
        {"fit-all", "zoom", QT_TRANSLATE_NOOP("Timeline", "Show all"), {key("Space")}, [](View v) { v.fitAll(); }},

        {"previous-slice",
         "slice",
         QT_TRANSLATE_NOOP("Timeline", "Previous slice of the row"),
         {key("Left")},
         [](View v) { sideways(v, -1); }},
        {"next-slice",
         "slice",
         QT_TRANSLATE_NOOP("Timeline", "Next slice of the row"),
         {key("Right")},
         [](View v) { sideways(v, 1); }},
        {"outer-slice",
         "slice",
         QT_TRANSLATE_NOOP("Timeline", "Caller, or the lane above"),
         {key("Up")},
         [](View v) { upOrDown(v, -1); }},
        {"inner-slice",
         "slice",
         QT_TRANSLATE_NOOP("Timeline", "First callee, or the lane below"),
         {key("Down")},
         [](View v) { upOrDown(v, 1); }},
        {"next-same",
         "slice",
         QT_TRANSLATE_NOOP("Timeline", "Next slice of the same name"),
         {key("N")},
         [](View v) { go(v, v.walk().ofSameName(v.selected(), 1)); }},
        {"previous-same",
         "slice",
         QT_TRANSLATE_NOOP("Timeline", "Previous slice of the same name"),
         {key("Shift+N"), key("P")},
         [](View v) { go(v, v.walk().ofSameName(v.selected(), -1)); }},
        {"flow-source",
         "slice",
         QT_TRANSLATE_NOOP("Timeline", "Back along the flow: to the launch"),
         {key("[")},
         [](View v) { alongFlow(v, -1); }},
        {"flow-target",
         "slice",
         QT_TRANSLATE_NOOP("Timeline", "Along the flow: to the kernel"),
         {key("]")},
         [](View v) { alongFlow(v, 1); }},

        {"mark-slice",
         "range",
         QT_TRANSLATE_NOOP("Timeline", "Mark the range of the selected slice"),
         {key("M")},
         markSelected},
        {"align-left",
         "range",
         QT_TRANSLATE_NOOP("Timeline", "Left edge of the range to the slice's begin"),
         {key("L")},
         [](View v) { alignEdge(v, true); }},
        {"align-right",
         "range",
         QT_TRANSLATE_NOOP("Timeline", "Right edge of the range to the slice's end"),
         {key("R")},
         [](View v) { alignEdge(v, false); }},
        {"clear-range",
         "range",
         QT_TRANSLATE_NOOP("Timeline", "Clear the marked range"),
         {key("Esc")},
         [](View v) {
             if (!v.isRangeLocked()) v.setMarkedRange({});
         }},
        {"lock-range",
         "range",
         QT_TRANSLATE_NOOP("Timeline", "Lock the marked range, or release it"),
         {key("Shift+L")},
         [](View v) { v.setRangeLocked(v.markedRange() && !v.isRangeLocked()); }},
        {"add-marker", "range", QT_TRANSLATE_NOOP("Timeline", "Set a marker at the pointer"), {key("K")}, addMarker},
        {"keep-range",
         "range",
         QT_TRANSLATE_NOOP("Timeline", "Keep the marked range as a marker"),
         {key("Shift+K")},
         keepRange},

        {"fold-all",
         "lanes",
         QT_TRANSLATE_NOOP("Timeline", "Fold all headings"),
         {key("Ctrl+Shift+Up")},
         [](View v) { foldAll(v, true); }},
        {"unfold-all",
         "lanes",
         QT_TRANSLATE_NOOP("Timeline", "Unfold all headings"),
         {key("Ctrl+Shift+Down")},
         [](View v) { foldAll(v, false); }},
        {"fold-lane",
         "lanes",
         QT_TRANSLATE_NOOP("Timeline", "Fold the slice's lane to one row, or unfold it"),
         {key("T")},
         foldLane},
        {"lane-up",
         "lanes",
         QT_TRANSLATE_NOOP("Timeline", "Move the slice's lane up"),
         {key("Alt+Up")},
         [](View v) { moveLane(v, -1); }},
        {"lane-down",
         "lanes",
         QT_TRANSLATE_NOOP("Timeline", "Move the slice's lane down"),
         {key("Alt+Down")},
         [](View v) { moveLane(v, 1); }},
        {"compact",
         "lanes",
         QT_TRANSLATE_NOOP("Timeline", "Low rows, or normal ones"),
         {key("C")},
         [](View v) { toggleHeight(v, LaneHeight::Compact); }},
        {"fit-height",
         "lanes",
         QT_TRANSLATE_NOOP("Timeline", "Rows as high as fit the window, or normal ones"),
         {key("H")},
         [](View v) { toggleHeight(v, LaneHeight::Fit); }},
        {"undo-lanes",
         "lanes",
         QT_TRANSLATE_NOOP("Timeline", "Undo the last change of lanes"),
         {key("U")},
         [](View v) { v.undoChoices(); }},
    };
    return commands;
}

const TimelineCommand *timelineCommand(const QKeySequence &key) {
    for (const TimelineCommand &command : timelineCommands())
        if (command.keys.contains(key)) return &command;
    return nullptr;
}

const TimelineCommand *timelineCommand(const QString &id) {
    for (const TimelineCommand &command : timelineCommands())
        if (id == QLatin1String(command.id)) return &command;
    return nullptr;
}

QString menuText(const TimelineCommand &command) {
    const QString text = QCoreApplication::translate("Timeline", command.text);
    return command.keys.isEmpty() ? text
                                  : text + QLatin1Char('\t') + command.keys.first().toString(QKeySequence::NativeText);
}

} // namespace timeline
} // namespace jitscope
