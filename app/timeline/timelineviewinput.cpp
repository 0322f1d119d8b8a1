// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, wheel and keys of the view, and what it says under the pointer.
#include "app/sdk/plaintext.h"
#include "app/timeline/timelinecommands.h"
#include "app/timeline/timelinegeometry.h"
#include "app/timeline/timelineview.h"
#include "app/timeline/timeruler.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace timeline {

namespace {

constexpr int edgeReach = 4; ///< pixels to both sides of an edge of the range where it can be grabbed
constexpr int argumentLimit = 12;
constexpr int valueLimit = 200;

QString row(const QString &key, const QString &value) {
    QString shown = value.left(valueLimit);
    if (shown.size() < value.size()) shown += QStringLiteral("\u2026");
    return QLatin1Char('\n') + key + QStringLiteral(": ") + shown;
}

/** An operator that failed has a slice without length, which is not its time. */
bool isUntimed(const Trace &trace, SliceId slice, const TimelineView::SliceFacts &facts) {
    if (trace.durationOf(slice) > 0) return false;
    const auto isError = [](const auto &fact) { return fact.first == "error"; };
    return std::ranges::any_of(facts, isError) || std::ranges::any_of(trace.argumentsOf(slice), isError);
}

} // namespace

QString TimelineView::lengthText(const Trace &trace, SliceId slice, const SliceFacts &facts) {
    return isUntimed(trace, slice, facts) ? QStringLiteral("\u2013") : exactTime(trace.durationOf(slice));
}

QString TimelineView::toolTipOf(SliceId slice) const {
    const Track &track = m_trace->trackAt(m_trace->trackOf(slice));
    const int64_t shift = shiftOf(track.rank), start = m_trace->startOf(slice) + shift - m_originNs;
    QString lane = QString::fromStdString(track.process) + QStringLiteral(" \u00B7 ") +
                   (m_laneNames ? m_laneNames(track) : QString::fromStdString(track.name));
    if (track.rank >= 0) lane.prepend(tr("rank %1").arg(track.rank) + QStringLiteral(" \u00B7 "));
    QString text = brokenLines(sliceName(*m_trace, slice)) + QLatin1Char('\n') + lane;
    const SliceFacts facts = factsOf(slice);
    text += row(tr("duration"), lengthText(*m_trace, slice, facts));
    text += row(tr("begins"), exactTime(start));
    if (!isUntimed(*m_trace, slice, facts)) text += row(tr("ends"), exactTime(start + m_trace->durationOf(slice)));
    const size_t from = m_store.flows().from(*m_trace, slice).size(), to = m_store.flows().to(*m_trace, slice).size();
    if (from + to > 0) text += row(tr("flows"), tr("%1 in, %2 out").arg(to).arg(from));
    const SliceArguments arguments = m_trace->argumentsOf(slice);
    for (size_t i = 0; i < std::min<size_t>(arguments.size(), argumentLimit); ++i)
        text += row(QString::fromStdString(arguments[i].first), QString::fromStdString(arguments[i].second));
    if (arguments.size() > argumentLimit)
        text += QLatin1Char('\n') + tr("and %n more", nullptr, int(arguments.size() - argumentLimit));
    for (const auto &[key, value] : facts)
        text += row(QString::fromStdString(key), QString::fromStdString(value));
    if (track.simulated) text += QLatin1Char('\n') + tr("simulated, not measured");
    return text;
}

/** One line: the time to the nanosecond, and what is there. */
QString TimelineView::pointedText(const QPoint &point) const {
    if (m_trace == nullptr || point.x() < m_labelWidth) return {};
    const int64_t time = timeAt(point.x());
    QString text = exactTime(time - m_originNs);
    const TimelineBand *band = point.y() < rulerHeight ? nullptr : bandAt(point);
    if (band && band->lane >= 0) {
        const TimelineLane &lane = m_chosen[size_t(band->lane)];
        if (lane.counter >= 0) {
            const auto &samples = m_trace->counters()[size_t(lane.counter)].samples;
            const int64_t at = sampleAt(samples, time - shiftOf(lane.rank));
            if (at >= 0)
                text += QStringLiteral("   ") + lane.name + QStringLiteral(" ") +
                        QString::number(samples[size_t(at)].value, 'g', 10);
        } else if (const SliceId slice = sliceAt(point); slice.valid()) {
            text += QStringLiteral("   ") + sliceName(*m_trace, slice).left(120) + QStringLiteral("   ") +
                    lengthText(*m_trace, slice, factsOf(slice));
        }
    }
    return text;
}

bool TimelineView::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const SliceId slice = sliceAt(help->pos());
        const TimelineBand *band = help->pos().y() < rulerHeight ? nullptr : bandAt(help->pos());
        if (slice.valid())
            QToolTip::showText(help->globalPos(), toolTipOf(slice), viewport());
        else if (band && help->pos().x() < m_labelWidth)
            QToolTip::showText(help->globalPos(), brokenLines(band->text), viewport());
        else if (band && band->lane >= 0 && m_chosen[size_t(band->lane)].counter >= 0)
            QToolTip::showText(help->globalPos(), brokenLines(pointedText(help->pos())), viewport());
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Leave) {
        m_pointer = {-1, -1};
        Q_EMIT pointerMoved({});
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::wheelEvent(QWheelEvent *event) {
    const double steps = event->angleDelta().y() / 120.0;
    if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(std::pow(0.8, steps), event->position().x());
    } else if (event->modifiers() & Qt::ShiftModifier || event->angleDelta().x() != 0) {
        pan(-(event->angleDelta().x() != 0 ? event->angleDelta().x() / 120.0 : steps) * 80);
    } else if (verticalScrollBar()->maximum() > 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    } else {
        zoomAt(std::pow(0.8, steps), event->position().x());
    }
    event->accept();
}

/** The edge of the marked range (0 left, 1 right) that is under a point of the ruler. */
std::optional<int> TimelineView::grabbedEdge(const QPoint &point) const {
    if (!m_marked || m_isLocked || point.y() >= rulerHeight || point.x() < m_labelWidth) return {};
    if (std::abs(pixelOf(m_marked->first) - point.x()) <= edgeReach) return 0;
    if (std::abs(pixelOf(m_marked->second) - point.x()) <= edgeReach) return 1;
    return {};
}

void TimelineView::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    m_pressed = m_pointer = event->position().toPoint();
    m_moved = false;
    m_gesture = 0;
    m_pressedWindow = {m_beginNs, m_fraction, m_nsPerPixel};
    m_pressedScroll = verticalScrollBar()->value();
    const TimelineBand *band = m_pressed.y() < rulerHeight ? nullptr : bandAt(m_pressed);
    if (event->button() == Qt::MiddleButton || event->modifiers() & Qt::ControlModifier) {
        m_drag = Drag::Pan;
    } else if (m_pressed.x() < m_labelWidth) {
        m_drag = Drag::Lane;
        m_draggedLane = band && band->lane >= 0 && !band->isPinned ? band->key : QString();
    } else if (event->modifiers() & Qt::AltModifier) {
        m_drag = Drag::Box;
    } else {
        m_drag = Drag::Mark;
        m_anchorNs = timeAt(m_pressed.x());
        if (const auto edge = grabbedEdge(m_pressed)) m_anchorNs = *edge == 0 ? m_marked->second : m_marked->first;
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent *event) {
    m_pointer = event->position().toPoint();
    if (m_drag == Drag::None) {
        viewport()->setCursor(grabbedEdge(m_pointer) ? Qt::SizeHorCursor : Qt::ArrowCursor);
        Q_EMIT pointerMoved(pointedText(m_pointer));
        return;
    }
    const QPoint moved = m_pointer - m_pressed;
    if (!m_moved && moved.manhattanLength() < dragThreshold) return;
    m_moved = true;
    if (m_drag == Drag::Pan) {
        m_beginNs = m_pressedWindow.beginNs;
        m_fraction = m_pressedWindow.fraction;
        pan(-moved.x());
        verticalScrollBar()->setValue(m_pressedScroll - moved.y());
        viewport()->setCursor(Qt::ClosedHandCursor);
    } else if (m_drag == Drag::Mark && !m_isLocked) {
        m_marked = std::minmax(m_anchorNs, timeAt(std::max(m_pointer.x(), m_labelWidth)));
        if (m_pressed.y() >= rulerHeight) m_markedLanes = lanesBetween(m_pressed.y(), m_pointer.y());
        Q_EMIT rangeMarked();
        Q_EMIT pointerMoved(exactTime(m_marked->second - m_marked->first));
    }
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event) {
    viewport()->unsetCursor();
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_pointer = event->position().toPoint();
    if (drag == Drag::None) return;
    viewport()->update();
    if (m_moved) {
        if (drag == Drag::Box) {
            const int left = std::min(m_pressed.x(), m_pointer.x()), right = std::max(m_pressed.x(), m_pointer.x());
            const int top = std::min(m_pressed.y(), m_pointer.y());
            setVisibleRange(timeAt(std::max(left, m_labelWidth)), timeAt(right));
            if (const TimelineBand *band = bandAt({0, top}); band && band->lane >= 0) scrollToLane(band->lane);
        } else if (drag == Drag::Lane) {
            dropLane(m_pointer);
        }
        return;
    }
    if (event->button() != Qt::LeftButton) return;
    if (drag == Drag::Lane) {
        const TimelineBand *band = m_pressed.y() < rulerHeight ? nullptr : bandAt(m_pressed);
        if (band && band->canFold()) {
            LaneChoices choices = m_choices;
            const QString key = band->key;
            if (choices.folded.erase(key) == 0) choices.folded.insert(key);
            setChoices(choices);
        }
        return;
    }
    if (m_marked && !m_isLocked) setMarkedRange({});
    if (const SliceId slice = sliceAt(m_pointer); slice.valid()) Q_EMIT sliceClicked(slice);
}

/** The dragged lane takes the place of the one at `point`, behind it when it came from above. */
void TimelineView::dropLane(const QPoint &point) {
    const TimelineBand *target = bandAt(point);
    if (m_draggedLane.isEmpty() || target == nullptr || target->lane < 0 || target->key == m_draggedLane) return;
    LaneChoices choices = m_choices;
    choices.order.clear();
    size_t from = 0;
    for (size_t i = 0; i < m_chosen.size(); ++i) {
        choices.order.push_back(m_chosen[i].key);
        if (m_chosen[i].key == m_draggedLane) from = i;
    }
    const auto to = size_t(target->lane);
    choices.order.erase(choices.order.begin() + ptrdiff_t(from));
    choices.order.insert(choices.order.begin() + ptrdiff_t(to), m_draggedLane);
    setChoices(choices);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton || event->position().x() < m_labelWidth) return;
    const SliceId slice = sliceAt(event->position().toPoint());
    if (!slice.valid()) return;
    m_selected = slice;
    const std::optional<Range> kept = std::exchange(m_marked, {});
    fitSelected();
    if (m_isLocked) m_marked = kept;
}

void TimelineView::contextMenuEvent(QContextMenuEvent *event) {
    const QPoint point = event->reason() == QContextMenuEvent::Keyboard && m_selected.valid()
                             ? rectOf(m_selected).center()
                             : viewport()->mapFromGlobal(event->globalPos());
    Q_EMIT menuWanted(
        event->reason() == QContextMenuEvent::Keyboard ? viewport()->mapToGlobal(point) : event->globalPos(), point);
}

void TimelineView::keyPressEvent(QKeyEvent *event) {
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const int key = event->key();
    const TimelineCommand *command = timelineCommand(QKeySequence(QKeyCombination(modifiers, Qt::Key(key))));
    // "+" and "[" need Shift on some keyboards.
    if (command == nullptr && (key == Qt::Key_Plus || key == Qt::Key_BracketLeft || key == Qt::Key_BracketRight))
        command = timelineCommand(QKeySequence(key));
    if (command == nullptr || m_trace == nullptr) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    command->run(*this);
    event->accept();
}

} // namespace timeline
} // namespace jitscope
