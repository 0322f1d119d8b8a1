// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timelineview.h"

#include "app/sdk/theme.h"
#include "engine/base/text.h"
#include "engine/ops/opdef.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace jitscope {

namespace {

constexpr int rulerHeight = 28;
constexpr int headingHeight = 26;
constexpr int rowHeight = 20;
constexpr int barHeight = 17;
constexpr int laneGap = 4;
constexpr int counterHeight = 34;
constexpr int rightMargin = 12;
constexpr int dragThreshold = 4;

QString timeText(int64_t ns) {
    return QString::fromStdString(humanTime(ns));
}

} // namespace

TimelineView::TimelineView(QWidget *parent)
    : QAbstractScrollArea(parent) {
    setObjectName(QStringLiteral("timelineView"));
    setAccessibleName(tr("Timeline"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_InputMethodEnabled, false);
    setAttribute(Qt::WA_InputMethodEnabled, false);
}

void TimelineView::setTrace(const Trace *trace) {
    m_trace = trace;
    m_lanes = trace ? timelineLanes(*trace) : TimelineLanes();
    if (m_selected.valid() && (trace == nullptr || m_selected.value >= trace->sliceCount())) m_selected = {};
    placeBands();
    if (m_fitted || m_beginNs > m_lanes.endNs || visibleEnd() < m_lanes.beginNs) {
        m_marked.reset();
        fitAll();
    }
    viewport()->update();
}

void TimelineView::placeBands() {
    m_bands.clear();
    int top = 0, widest = 90;
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics plain(font()), heading(bold);
    for (const TimelineGroup &group : m_lanes.groups) {
        m_bands.push_back({&group, nullptr, top, headingHeight});
        widest = std::max(widest, heading.horizontalAdvance(group.heading));
        top += headingHeight;
        for (const TimelineLane &lane : group.lanes) {
            const int height = (lane.counter >= 0 ? counterHeight : int(lane.rows.size()) * rowHeight) + laneGap;
            m_bands.push_back({&group, &lane, top, height});
            widest = std::max(widest, plain.horizontalAdvance(lane.name));
            top += height;
        }
        top += laneGap;
    }
    m_contentHeight = top;
    m_labelWidth = std::min(widest + 28, 260);
    updateScrollBars();
}

void TimelineView::updateScrollBars() {
    const int visible = viewport()->height() - rulerHeight;
    verticalScrollBar()->setRange(0, std::max(0, m_contentHeight - visible));
    verticalScrollBar()->setPageStep(std::max(1, visible));
    verticalScrollBar()->setSingleStep(rowHeight);
}

int TimelineView::plotWidth() const {
    return std::max(50, viewport()->width() - m_labelWidth - rightMargin);
}

int64_t TimelineView::visibleEnd() const {
    return m_beginNs + int64_t(double(plotWidth()) * m_nsPerPixel);
}

double TimelineView::pixelOf(int64_t timeNs) const {
    return m_labelWidth + double(timeNs - m_beginNs) / m_nsPerPixel;
}

int64_t TimelineView::timeAt(double pixel) const {
    return m_beginNs + int64_t(std::llround((pixel - m_labelWidth) * m_nsPerPixel));
}

void TimelineView::fitAll() {
    setVisibleRange(m_lanes.beginNs, m_lanes.endNs);
    m_fitted = true;
}

void TimelineView::fitSelected() {
    if (m_trace == nullptr) return;
    if (m_marked) {
        setVisibleRange(m_marked->first, m_marked->second);
    } else if (m_selected.valid()) {
        const int64_t start = m_trace->startOf(m_selected), duration = m_trace->durationOf(m_selected);
        const int64_t margin = std::max<int64_t>(duration / 4, 10);
        setVisibleRange(start - margin, start + duration + margin);
    } else {
        fitAll();
    }
}

void TimelineView::setVisibleRange(int64_t beginNs, int64_t endNs) {
    m_fitted = false;
    m_beginNs = beginNs;
    m_nsPerPixel = std::max(0.01, double(std::max<int64_t>(endNs - beginNs, 1)) / plotWidth());
    viewport()->update();
}

void TimelineView::zoom(double factor, double aroundPixel) {
    const int64_t fixed = timeAt(aroundPixel);
    const double whole = double(std::max<int64_t>(m_lanes.endNs - m_lanes.beginNs, 1)) / plotWidth();
    m_nsPerPixel = std::clamp(m_nsPerPixel * factor, 0.01, std::max(whole * 4, 0.02));
    m_beginNs = fixed - int64_t((aroundPixel - m_labelWidth) * m_nsPerPixel);
    m_fitted = false;
    viewport()->update();
}

void TimelineView::pan(double pixels) {
    m_beginNs += int64_t(pixels * m_nsPerPixel);
    m_fitted = false;
    viewport()->update();
}

void TimelineView::setSelected(SliceId slice) {
    if (slice == m_selected) return;
    m_selected = slice;
    if (m_trace != nullptr && slice.valid()) {
        const int64_t start = m_trace->startOf(slice), end = start + m_trace->durationOf(slice);
        const int64_t span = visibleEnd() - m_beginNs;
        if (end < m_beginNs || start > visibleEnd()) setVisibleRange(start - span / 2, start - span / 2 + span);
        for (const Band &band : m_bands) {
            if (band.lane == nullptr || band.lane->track != m_trace->trackOf(slice)) continue;
            const int visible = viewport()->height() - rulerHeight, scroll = verticalScrollBar()->value();
            if (band.top < scroll)
                verticalScrollBar()->setValue(band.top);
            else if (band.top + band.height > scroll + visible)
                verticalScrollBar()->setValue(band.top + band.height - visible);
            break;
        }
    }
    viewport()->update();
}

void TimelineView::setHighlight(const QString &text) {
    m_highlight = text.trimmed();
    viewport()->update();
}

bool TimelineView::matches(SliceId slice) const {
    if (m_highlight.isEmpty()) return true;
    const std::string_view name = m_trace->nameOf(slice);
    return QString::fromUtf8(name.data(), qsizetype(name.size())).contains(m_highlight, Qt::CaseInsensitive);
}

void TimelineView::findNext(int direction) {
    if (m_trace == nullptr || m_highlight.isEmpty()) return;
    std::vector<SliceId> found;
    for (int64_t i = 0; i < m_trace->sliceCount(); ++i)
        if (matches(SliceId{i})) found.push_back(SliceId{i});
    if (found.empty()) return;
    std::stable_sort(found.begin(), found.end(),
                     [this](SliceId a, SliceId b) { return m_trace->startOf(a) < m_trace->startOf(b); });
    const auto at = std::find(found.begin(), found.end(), m_selected);
    const auto count = ptrdiff_t(found.size());
    const ptrdiff_t next =
        at == found.end() ? (direction > 0 ? 0 : count - 1) : (at - found.begin() + direction + count) % count;
    Q_EMIT sliceClicked(found[size_t(next)]);
}

QColor TimelineView::colorOf(SliceId slice) const {
    const Theme &theme = currentTheme();
    const Slice whole = m_trace->slice(slice);
    const std::string name(m_trace->nameOf(slice));
    if (const OpDef *op = findOp(name)) return theme.category(op->category);
    struct Kind {
        const char *category;
        QColor color;
    };
    const Kind kinds[] = {
        {"capture", theme.matmul},       {"passes", theme.reduction},     {"pass", theme.reduction},
        {"codegen", theme.fused},        {"llvm", theme.fused},           {"plan", theme.elementWise},
        {"kernel", theme.fused},         {"graph", theme.elementWise},    {"python", theme.dataMovement},
        {"launch", theme.normalisation}, {"communication", theme.changed}};
    const std::string &category = m_trace->texts().text(whole.category);
    for (const Kind &kind : kinds)
        if (category == kind.category) return kind.color;
    const QColor others[] = {theme.matmul,    theme.elementWise, theme.normalisation,
                             theme.reduction, theme.parameter,   theme.dataMovement};
    size_t hash = 0;
    for (char c : name)
        hash = hash * 31 + static_cast<unsigned char>(c);
    return others[hash % std::size(others)];
}

void TimelineView::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.panel);
    if (m_trace == nullptr || m_lanes.groups.empty()) return;
    const int scroll = verticalScrollBar()->value();

    painter.save();
    painter.setClipRect(m_labelWidth, 0, viewport()->width() - m_labelWidth, viewport()->height());
    const int64_t step = rulerStep(90 * m_nsPerPixel);
    painter.setPen(QPen(blend(theme.line, theme.panel, 0.6), 1));
    const int64_t first = (m_beginNs - m_lanes.beginNs) / step * step + m_lanes.beginNs;
    for (int64_t mark = first; mark <= visibleEnd() + step; mark += step) {
        const int x = int(pixelOf(mark));
        painter.drawLine(x, rulerHeight, x, viewport()->height());
    }
    painter.setClipRect(m_labelWidth, rulerHeight, viewport()->width() - m_labelWidth,
                        viewport()->height() - rulerHeight);
    for (const Band &band : m_bands) {
        const int top = band.top - scroll + rulerHeight;
        if (band.lane == nullptr || top > viewport()->height() || top + band.height < rulerHeight) continue;
        if (band.lane->counter >= 0) {
            paintCounter(painter, *band.lane, top, band.height - laneGap);
            continue;
        }
        for (size_t row = 0; row < band.lane->rows.size(); ++row)
            paintRow(painter, band.lane->rows[row], top + int(row) * rowHeight);
    }
    painter.restore();
    paintMarked(painter);
    paintLabels(painter);
    paintRuler(painter);
}

void TimelineView::paintRow(QPainter &painter, const TimelineRow &row, int top) const {
    const Theme &theme = currentTheme();
    const double right = m_labelWidth + plotWidth() + rightMargin;
    const QFontMetrics metrics(painter.font());
    for (size_t i = row.firstEndingAfter(m_beginNs); i < row.slices.size();) {
        const double x0 = std::max(pixelOf(row.starts[i]), double(m_labelWidth) - 4);
        if (x0 > right) break;
        const double x1 = std::min(pixelOf(row.ends[i]), right + 4);
        QColor color = colorOf(row.slices[i]);
        if (!matches(row.slices[i])) color = blend(color, theme.panel, 0.25);
        if (x1 - x0 < 2) { // too narrow to tell apart: one pixel stands for all slices that begin in it
            painter.fillRect(QRectF(std::floor(x0), top + 1, 1, barHeight), color);
            const size_t next = row.firstEndingAfter(timeAt(std::floor(x0) + 1));
            i = std::max(i + 1, next);
            continue;
        }
        const QRectF bar(x0, top + 1, std::max(1.5, x1 - x0 - 0.5), barHeight);
        painter.setRenderHint(QPainter::Antialiasing, x1 - x0 > 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(bar, std::min(3.0, bar.width() / 4), 3);
        if (row.slices[i] == m_selected) {
            painter.setPen(QPen(theme.text, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        }
        if (bar.width() > 26) {
            const std::string_view name = m_trace->nameOf(row.slices[i]);
            const QRectF room = bar.adjusted(6, 0, -4, 0).intersected(QRectF(m_labelWidth + 2, top, right, rowHeight));
            painter.setPen(inkOn(color));
            painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                             metrics.elidedText(QString::fromUtf8(name.data(), qsizetype(name.size())), Qt::ElideRight,
                                                int(room.width())));
        }
        ++i;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineView::paintCounter(QPainter &painter, const TimelineLane &lane, int top, int height) const {
    const Theme &theme = currentTheme();
    const Counter &counter = m_trace->counters()[size_t(lane.counter)];
    double largest = 0;
    for (const CounterSample &sample : counter.samples)
        largest = std::max(largest, sample.value);
    if (largest <= 0) return;
    const auto y = [&](double value) { return top + height - 2 - value / largest * (height - 6); };
    QPainterPath path;
    const double base = y(0);
    path.moveTo(pixelOf(counter.samples.front().timeNs), base);
    double previous = 0;
    for (const CounterSample &sample : counter.samples) {
        const double x = std::clamp(pixelOf(sample.timeNs), -1e6, 1e6);
        path.lineTo(x, y(previous));
        path.lineTo(x, y(sample.value));
        previous = sample.value;
    }
    path.lineTo(std::clamp(pixelOf(m_lanes.endNs), -1e6, 1e6), y(previous));
    path.lineTo(std::clamp(pixelOf(m_lanes.endNs), -1e6, 1e6), base);
    QColor fill = theme.parameter;
    fill.setAlphaF(0.35f);
    painter.setPen(QPen(theme.parameter, 1));
    painter.setBrush(fill);
    painter.drawPath(path);
    painter.setPen(theme.text3);
    painter.drawText(QRectF(m_labelWidth + 6, top, plotWidth() - 12, height), Qt::AlignTop | Qt::AlignRight,
                     QString::number(largest, 'g', 4));
}

void TimelineView::paintLabels(QPainter &painter) const {
    const Theme &theme = currentTheme();
    const int scroll = verticalScrollBar()->value();
    painter.fillRect(0, 0, m_labelWidth, viewport()->height(), theme.panel);
    QFont bold = font();
    bold.setBold(true);
    painter.save();
    painter.setClipRect(0, rulerHeight, viewport()->width(), viewport()->height() - rulerHeight);
    for (const Band &band : m_bands) {
        const int top = band.top - scroll + rulerHeight;
        if (top > viewport()->height() || top + band.height < rulerHeight) continue;
        const bool isHeading = band.lane == nullptr;
        painter.setFont(isHeading ? bold : font());
        painter.setPen(isHeading ? theme.text : theme.text2);
        const int height = isHeading ? headingHeight : (band.lane->counter >= 0 ? counterHeight : rowHeight);
        const QString text = isHeading ? band.group->heading : band.lane->name;
        const int room = isHeading ? viewport()->width() - 24 : m_labelWidth - 24;
        painter.drawText(QRect(12, top, room, height), Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(painter.font()).elidedText(text, Qt::ElideRight, room));
    }
    painter.restore();
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(m_labelWidth - 1, 0, m_labelWidth - 1, viewport()->height());
}

void TimelineView::paintRuler(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.fillRect(m_labelWidth, 0, viewport()->width() - m_labelWidth, rulerHeight, theme.panel);
    painter.setPen(theme.text3);
    painter.save();
    painter.setClipRect(m_labelWidth, 0, viewport()->width() - m_labelWidth, rulerHeight);
    const int64_t step = rulerStep(90 * m_nsPerPixel);
    const int64_t first = (m_beginNs - m_lanes.beginNs) / step * step;
    for (int64_t mark = first; mark + m_lanes.beginNs <= visibleEnd() + step; mark += step) {
        const double x = pixelOf(mark + m_lanes.beginNs);
        painter.drawText(QRectF(x + 4, 0, 86, rulerHeight), Qt::AlignVCenter | Qt::AlignLeft, rulerText(mark, step));
    }
    painter.restore();
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(0, rulerHeight - 1, viewport()->width(), rulerHeight - 1);
}

void TimelineView::paintMarked(QPainter &painter) const {
    if (!m_marked) return;
    const Theme &theme = currentTheme();
    QColor ground = theme.accent;
    ground.setAlphaF(0.13f);
    const double x0 = std::max(pixelOf(m_marked->first), double(m_labelWidth)), x1 = pixelOf(m_marked->second);
    if (x1 < m_labelWidth) return;
    painter.fillRect(QRectF(x0, rulerHeight, x1 - x0, viewport()->height()), ground);
    painter.setPen(QPen(theme.accent, 1));
    painter.drawLine(QPointF(x0, rulerHeight), QPointF(x0, viewport()->height()));
    painter.drawLine(QPointF(x1, rulerHeight), QPointF(x1, viewport()->height()));
}

SliceId TimelineView::sliceAt(const QPoint &point) const {
    if (m_trace == nullptr || point.x() < m_labelWidth || point.y() < rulerHeight) return {};
    const int y = point.y() - rulerHeight + verticalScrollBar()->value();
    for (const Band &band : m_bands) {
        if (band.lane == nullptr || y < band.top || y >= band.top + band.height) continue;
        const size_t at = size_t((y - band.top) / rowHeight);
        if (at >= band.lane->rows.size()) return {};
        const TimelineRow &row = band.lane->rows[at];
        // A slice thinner than a pixel can still be hit: look one pixel to both sides.
        const size_t i = row.firstEndingAfter(timeAt(point.x() - 1));
        if (i < row.slices.size() && pixelOf(row.starts[i]) <= point.x() + 1) return row.slices[i];
        return {};
    }
    return {};
}

QRect TimelineView::rectOf(SliceId slice) const {
    if (m_trace == nullptr || !slice.valid()) return {};
    for (const Band &band : m_bands) {
        if (band.lane == nullptr || band.lane->track != m_trace->trackOf(slice)) continue;
        for (size_t r = 0; r < band.lane->rows.size(); ++r) {
            const TimelineRow &row = band.lane->rows[r];
            const auto found = std::find(row.slices.begin(), row.slices.end(), slice);
            if (found == row.slices.end()) continue;
            const size_t i = size_t(found - row.slices.begin());
            const int left = int(pixelOf(row.starts[i])), right = int(std::ceil(pixelOf(row.ends[i])));
            const int top = band.top - verticalScrollBar()->value() + rulerHeight + int(r) * rowHeight;
            return QRect(left, top + 1, std::max(1, right - left), barHeight) & viewport()->rect();
        }
    }
    return {};
}

QString TimelineView::toolTipOf(SliceId slice) const {
    const Slice whole = m_trace->slice(slice);
    const Track &track = m_trace->tracks()[size_t(whole.track.value)];
    QString text =
        QStringLiteral("<b>%1</b><br>%2 · %3<br>%4 – %5 (%6)")
            .arg(QString::fromStdString(m_trace->texts().text(whole.name)).toHtmlEscaped(),
                 QString::fromStdString(track.process).toHtmlEscaped(),
                 QString::fromStdString(track.name).toHtmlEscaped(), timeText(whole.startNs - m_lanes.beginNs),
                 timeText(whole.startNs + whole.durationNs - m_lanes.beginNs), timeText(whole.durationNs));
    for (const auto &[key, value] : whole.args)
        text += QStringLiteral("<br>%1: %2")
                    .arg(QString::fromStdString(m_trace->texts().text(key)).toHtmlEscaped(),
                         QString::fromStdString(m_trace->texts().text(value)).toHtmlEscaped());
    for (const auto &[key, value] : m_factsOf ? m_factsOf(slice) : SliceFacts())
        text += QStringLiteral("<br>%1: %2")
                    .arg(QString::fromStdString(key).toHtmlEscaped(), QString::fromStdString(value).toHtmlEscaped());
    if (track.simulated) text += QStringLiteral("<br><i>") + tr("simulated, not measured") + QStringLiteral("</i>");
    return text;
}

bool TimelineView::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const SliceId slice = sliceAt(help->pos());
        if (slice.valid())
            QToolTip::showText(help->globalPos(), toolTipOf(slice), viewport());
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::resizeEvent(QResizeEvent *event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
    if (m_fitted) fitAll();
}

void TimelineView::wheelEvent(QWheelEvent *event) {
    const double steps = event->angleDelta().y() / 120.0;
    if (event->modifiers() & Qt::ControlModifier) {
        zoom(std::pow(0.8, steps), event->position().x());
    } else if (event->modifiers() & Qt::ShiftModifier || event->angleDelta().x() != 0) {
        pan(-(event->angleDelta().x() != 0 ? event->angleDelta().x() / 120.0 : steps) * 80);
    } else if (verticalScrollBar()->maximum() > 0) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    } else {
        zoom(std::pow(0.8, steps), event->position().x());
    }
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    const bool marks = event->button() == Qt::LeftButton &&
                       (event->position().y() < rulerHeight || event->modifiers() & Qt::ShiftModifier);
    m_drag = marks ? Drag::Mark : Drag::Pan;
    m_moved = false;
    m_pressed = event->position().toPoint();
    m_pressedBegin = m_beginNs;
    m_pressedScroll = verticalScrollBar()->value();
}

void TimelineView::mouseMoveEvent(QMouseEvent *event) {
    if (m_drag == Drag::None) return;
    const QPoint moved = event->position().toPoint() - m_pressed;
    if (!m_moved && moved.manhattanLength() < dragThreshold) return;
    m_moved = true;
    if (m_drag == Drag::Pan) {
        m_beginNs = m_pressedBegin - int64_t(moved.x() * m_nsPerPixel);
        m_fitted = false;
        verticalScrollBar()->setValue(m_pressedScroll - moved.y());
        viewport()->setCursor(Qt::ClosedHandCursor);
    } else {
        const int64_t a = timeAt(m_pressed.x()), b = timeAt(event->position().x());
        m_marked = std::minmax(a, b);
        Q_EMIT rangeMarked();
    }
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event) {
    viewport()->unsetCursor();
    const bool click = m_drag != Drag::None && !m_moved;
    m_drag = Drag::None;
    if (!click || event->button() != Qt::LeftButton) return;
    if (m_marked) {
        m_marked.reset();
        Q_EMIT rangeMarked();
        viewport()->update();
    }
    const SliceId slice = sliceAt(event->position().toPoint());
    if (slice.valid()) Q_EMIT sliceClicked(slice);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event) {
    const SliceId slice = sliceAt(event->position().toPoint());
    if (!slice.valid()) return;
    m_selected = slice;
    fitSelected();
}

void TimelineView::stepWithinLane(int direction) {
    if (m_trace == nullptr || !m_selected.valid()) return;
    for (const Band &band : m_bands) {
        if (band.lane == nullptr || band.lane->track != m_trace->trackOf(m_selected)) continue;
        for (const TimelineRow &row : band.lane->rows) {
            const auto found = std::find(row.slices.begin(), row.slices.end(), m_selected);
            if (found == row.slices.end()) continue;
            const auto next = found - row.slices.begin() + direction;
            if (next >= 0 && next < ptrdiff_t(row.slices.size())) Q_EMIT sliceClicked(row.slices[size_t(next)]);
            return;
        }
    }
}

void TimelineView::keyPressEvent(QKeyEvent *event) {
    const double middle = m_labelWidth + plotWidth() / 2.0;
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    if (modifiers != Qt::NoModifier) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_W:
        zoom(0.7, middle);
        break;
    case Qt::Key_S:
        zoom(1 / 0.7, middle);
        break;
    case Qt::Key_A:
        pan(-plotWidth() / 8.0);
        break;
    case Qt::Key_D:
        pan(plotWidth() / 8.0);
        break;
    case Qt::Key_F:
        fitSelected();
        break;
    case Qt::Key_Space:
        fitAll();
        break;
    case Qt::Key_Left:
        stepWithinLane(-1);
        break;
    case Qt::Key_Right:
        stepWithinLane(1);
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineView::scrollContentsBy(int, int) {
    viewport()->update();
}

void TimelineView::changeEvent(QEvent *event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) placeBands();
}

} // namespace jitscope
