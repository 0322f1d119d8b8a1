// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/curveview.h"

#include "app/charts/partcolours.h"
#include "app/sdk/theme.h"
#include "engine/base/text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <cmath>

namespace jitscope {
inline namespace charts {

namespace {

constexpr int gap = metrics::grid;
constexpr int leftRoom = 76, legendHeight = metrics::rowHeight, axisHeight = 20;
constexpr int64_t leastShown = 100; ///< ns
constexpr int dragThreshold = 4;

/** 1, 2 or 5 times a power of ten at or above a value. */
double roundStep(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(std::max(value, 1e-9))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= value) return factor * power;
    return 10 * power;
}

QString timeLabel(int64_t ns, double step) {
    const int decimals = std::clamp(int(std::ceil(-std::log10(step / 1e6))), 0, 6);
    return QString::number(double(ns) / 1e6, 'f', decimals) + QStringLiteral(" ms");
}

} // namespace

double roundSize(double bytes) {
    return std::exp2(std::ceil(std::log2(std::max(bytes, 1.0))));
}

QString gridLabel(double bytes) {
    constexpr std::array units = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    for (; bytes >= 1024 && unit + 1 < units.size(); ++unit)
        bytes /= 1024;
    return QString::number(bytes, 'g', 4) + QLatin1Char(' ') + QLatin1String(units[unit]);
}

CurveView::CurveView(std::function<QString(double)> valueText, QWidget *parent)
    : QWidget(parent)
    , m_valueText(std::move(valueText)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(96);
}

void CurveView::setCurves(std::vector<Curve> curves, int64_t originNs) {
    m_curves = std::move(curves);
    m_originNs = originNs;
    Range whole{INT64_MAX, INT64_MIN};
    m_most = 1;
    for (const Curve &curve : m_curves) {
        whole = {std::min(whole.first, curve.samples->front().timeNs),
                 std::max(whole.second, curve.samples->back().timeNs)};
        m_most = std::max(m_most, curve.peak.value);
    }
    if (m_curves.empty()) whole = {0, 1};
    if (whole.second <= whole.first) whole.second = whole.first + leastShown;
    const bool isNew = m_shown.first >= whole.second || m_shown.second <= whole.first || m_shown == m_whole;
    m_whole = whole;
    if (isNew) m_shown = whole;
    update();
}

void CurveView::setMarked(const std::optional<Range> &marked) {
    m_marked = marked;
    update();
}

void CurveView::setCursorTime(std::optional<int64_t> timeNs) {
    m_cursor = timeNs;
    update();
}

void CurveView::show(const Range &range) {
    const int64_t length = std::clamp(range.second - range.first, leastShown, m_whole.second - m_whole.first);
    const int64_t begin = std::clamp(range.first, m_whole.first, std::max(m_whole.first, m_whole.second - length));
    m_shown = {begin, begin + length};
    update();
}

void CurveView::showAll() {
    show(m_whole);
}

QRect CurveView::plot() const {
    return rect().adjusted(leftRoom, legendHeight, -2 * gap, -axisHeight);
}

TimeAxis CurveView::axis() const {
    TimeAxis axis;
    axis.beginNs = m_shown.first;
    axis.width = std::max(plot().width(), 1);
    axis.nsPerPixel = double(m_shown.second - m_shown.first) / axis.width;
    return axis;
}

int64_t CurveView::timeAt(double x) const {
    const double share = std::clamp((x - plot().left()) / std::max(plot().width(), 1), 0.0, 1.0);
    return m_shown.first + std::llround(share * double(m_shown.second - m_shown.first));
}

double CurveView::yOf(double value) const {
    return plot().bottom() - value / (m_most * 1.06) * plot().height();
}

QStringList CurveView::valuesAt(int64_t timeNs) const {
    QStringList lines;
    for (const Curve &curve : m_curves)
        if (const int64_t sample = sampleAt(*curve.samples, timeNs); sample >= 0)
            lines << curve.name + QLatin1Char(' ') + m_valueText((*curve.samples)[size_t(sample)].value);
    return lines;
}

void CurveView::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().panel);
    if (m_curves.empty() || plot().width() < 20 || plot().height() < 20) return;
    painter.setFont(smallUiFont());
    paintGrid(painter);
    painter.save();
    painter.setClipRect(plot().adjusted(0, -2, 1, 2));
    paintMarks(painter);
    for (int i = 0; i < int(m_curves.size()); ++i)
        paintCurve(painter, i);
    for (const Curve &curve : m_curves)
        if (curve.isMarked) paintPeak(painter, curve.peak);
    painter.restore();
    paintLegend(painter);
    paintHover(painter);
}

void CurveView::paintGrid(QPainter &painter) const {
    const Theme &theme = currentTheme();
    const QRect area = plot();
    const double step = roundSize(m_most * 28 / std::max(area.height(), 1));
    for (double value = 0; value <= m_most * 1.06; value += step) {
        const int y = int(yOf(value));
        painter.setPen(theme.track);
        painter.drawLine(area.left(), y, area.right(), y);
        painter.setPen(theme.text3);
        painter.drawText(QRect(0, y - 8, leftRoom - gap, 16), Qt::AlignRight | Qt::AlignVCenter, gridLabel(value));
    }
    const double timeStep = roundStep(double(m_shown.second - m_shown.first) * 110 / std::max(area.width(), 1));
    const double from = double(m_shown.first - m_originNs);
    for (double time = std::ceil(from / timeStep) * timeStep; time <= double(m_shown.second - m_originNs);
         time += timeStep) {
        const int x = area.left() + int((time - from) / double(m_shown.second - m_shown.first) * area.width());
        painter.setPen(theme.track);
        painter.drawLine(x, area.top(), x, area.bottom());
        painter.setPen(theme.text3);
        const QRect place(x - 60, area.bottom() + 3, 120, axisHeight - 3);
        if (place.right() < width() + 30)
            painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop, timeLabel(std::llround(time), timeStep));
    }
}

/** A step chart: each sample holds until the next; a pixel with many shows all that they span. */
void CurveView::paintCurve(QPainter &painter, int index) const {
    const Curve &curve = m_curves[size_t(index)];
    QPen pen(curveColour(index), 1.5, curveDashes(index));
    painter.setPen(pen);
    const std::vector<CounterColumn> columns = counterColumns(*curve.samples, *curve.pyramid, axis());
    const int left = plot().left();
    QPolygonF line;
    for (size_t x = 0; x < columns.size(); ++x) {
        if (!columns[x].isSet) continue;
        const double at = left + double(x);
        if (columns[x].values.low < columns[x].values.high) {
            line << QPointF(at, yOf(columns[x].values.high)) << QPointF(at, yOf(columns[x].values.low));
        }
        line << QPointF(at, yOf(columns[x].last)) << QPointF(at + 1, yOf(columns[x].last));
    }
    painter.drawPolyline(line);
}

void CurveView::paintLegend(QPainter &painter) const {
    const Theme &theme = currentTheme();
    int x = gap;
    for (int i = 0; i < int(m_curves.size()); ++i) {
        const QString text =
            tr("%1 (peak %2)").arg(m_curves[size_t(i)].name, m_valueText(m_curves[size_t(i)].peak.value));
        const int width = painter.fontMetrics().horizontalAdvance(text);
        if (x + 24 + width > this->width() && i > 0) {
            painter.setPen(theme.text3);
            painter.drawText(x, 0, 40, legendHeight, Qt::AlignVCenter,
                             QStringLiteral("+%1").arg(m_curves.size() - size_t(i)));
            break;
        }
        painter.setPen(QPen(curveColour(i), 2.5, curveDashes(i)));
        painter.drawLine(x, legendHeight / 2, x + 18, legendHeight / 2);
        painter.setPen(theme.text2);
        painter.drawText(QRect(x + 24, 0, width + 1, legendHeight), Qt::AlignVCenter, text);
        x += 24 + width + 2 * gap;
    }
}

void CurveView::paintMarks(QPainter &painter) const {
    const Theme &theme = currentTheme();
    const QRect area = plot();
    const auto xOf = [&](int64_t time) { return area.left() + axis().pixelOf(time); };
    const auto fill = [&](int64_t begin, int64_t end) {
        const double from = std::max<double>(xOf(begin), area.left() - 1),
                     to = std::min<double>(xOf(end), area.right() + 1);
        if (to <= from) return;
        painter.fillRect(QRectF(from, area.top(), to - from, area.height()), blend(theme.accent, theme.panel, 0.16));
        painter.setPen(theme.accent);
        painter.drawLine(QPointF(from, area.top()), QPointF(from, area.bottom()));
        painter.drawLine(QPointF(to, area.top()), QPointF(to, area.bottom()));
    };
    if (m_dragFrom && m_dragTo)
        fill(std::min(*m_dragFrom, *m_dragTo), std::max(*m_dragFrom, *m_dragTo));
    else if (m_marked)
        fill(m_marked->first, m_marked->second);
    if (m_cursor && *m_cursor >= m_shown.first && *m_cursor <= m_shown.second) {
        painter.setPen(QPen(theme.text, 1));
        painter.drawLine(QPointF(xOf(*m_cursor), area.top()), QPointF(xOf(*m_cursor), area.bottom()));
    }
}

void CurveView::paintPeak(QPainter &painter, const CounterSample &peak) const {
    const Theme &theme = currentTheme();
    const QPointF at(plot().left() + axis().pixelOf(peak.timeNs), yOf(peak.value));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.warning);
    painter.drawPolygon(QPolygonF{at + QPointF(0, -1), at + QPointF(-5, -9), at + QPointF(5, -9)});
    painter.restore();
}

void CurveView::paintHover(QPainter &painter) const {
    if (!m_hover) return;
    const Theme &theme = currentTheme();
    QStringList lines = valuesAt(*m_hover);
    lines.prepend(
        timeLabel(*m_hover - m_originNs, double(m_shown.second - m_shown.first) / std::max(plot().width(), 1)));
    int width = 0;
    for (const QString &line : lines)
        width = std::max(width, painter.fontMetrics().horizontalAdvance(line));
    const int height = painter.fontMetrics().height() * int(lines.size()) + gap;
    const double x = plot().left() + axis().pixelOf(*m_hover);
    painter.setPen(QPen(theme.text3, 1, Qt::DotLine));
    painter.drawLine(QPointF(x, plot().top()), QPointF(x, plot().bottom()));
    QRectF box(x + gap, plot().top() + 4, width + 2 * gap, height);
    if (box.right() > this->width()) box.moveRight(x - gap);
    painter.setPen(theme.line);
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme.text);
    painter.drawText(box.adjusted(gap, gap / 2, -gap, 0), Qt::AlignLeft, lines.join(QLatin1Char('\n')));
}

void CurveView::zoom(double factor, double x) {
    const int64_t at = timeAt(x);
    const double before = double(at - m_shown.first) / double(m_shown.second - m_shown.first);
    const double length = std::max(double(m_shown.second - m_shown.first) * factor, double(leastShown));
    const int64_t begin = at - std::llround(before * length);
    show({begin, begin + std::llround(std::min(length, double(m_whole.second - m_whole.first)))});
}

void CurveView::pan(double share) {
    const int64_t by = std::llround(double(m_shown.second - m_shown.first) * share);
    show({m_shown.first + by, m_shown.second + by});
}

void CurveView::wheelEvent(QWheelEvent *event) {
    const QPoint turned = event->angleDelta();
    if (event->modifiers() & Qt::ShiftModifier || std::abs(turned.x()) > std::abs(turned.y()))
        pan(-(turned.x() != 0 ? turned.x() : turned.y()) / 1200.0);
    else
        zoom(std::pow(0.8, turned.y() / 120.0), event->position().x());
    event->accept();
}

void CurveView::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton || m_curves.empty()) return;
    m_dragFrom = timeAt(event->position().x());
    m_dragTo.reset();
}

void CurveView::mouseMoveEvent(QMouseEvent *event) {
    if (m_curves.empty()) return;
    m_hover = timeAt(event->position().x());
    if (m_dragFrom && std::abs(axis().pixelOf(*m_hover) - axis().pixelOf(*m_dragFrom)) >= dragThreshold)
        m_dragTo = m_hover;
    update();
}

void CurveView::mouseReleaseEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton || !m_dragFrom) return;
    const std::optional<int64_t> from = std::exchange(m_dragFrom, std::nullopt),
                                 to = std::exchange(m_dragTo, std::nullopt);
    if (to) {
        Q_EMIT rangeMarked(std::min(*from, *to), std::max(*from, *to));
    } else {
        setCursorTime(from);
        Q_EMIT cursorMoved(*from);
    }
    update();
}

void CurveView::leaveEvent(QEvent *event) {
    QWidget::leaveEvent(event);
    m_hover.reset();
    update();
}

void CurveView::keyPressEvent(QKeyEvent *event) {
    const auto moveCursor = [&](int direction) {
        const int64_t step = std::max<int64_t>(1, (m_shown.second - m_shown.first) / std::max(plot().width(), 1) * 4);
        const int64_t from = m_cursor.value_or((m_shown.first + m_shown.second) / 2);
        setCursorTime(std::clamp(from + direction * step, m_whole.first, m_whole.second));
        Q_EMIT cursorMoved(*m_cursor);
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-1);
    case Qt::Key_Right:
        return moveCursor(1);
    case Qt::Key_W:
    case Qt::Key_Plus:
        return zoom(0.7, plot().center().x());
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoom(1 / 0.7, plot().center().x());
    case Qt::Key_A:
        return pan(-0.2);
    case Qt::Key_D:
        return pan(0.2);
    case Qt::Key_Home:
        return showAll();
    default:
        QWidget::keyPressEvent(event);
    }
}

void CurveView::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
}

} // namespace charts
} // namespace jitscope

#include "moc_curveview.cpp"
