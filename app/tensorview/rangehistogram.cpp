// SPDX-License-Identifier: GPL-3.0-or-later
// Paints bars, what the range leaves out in a fainter colour, and the handles.
#include "app/tensorview/rangehistogram.h"

#include "app/sdk/theme.h"
#include "app/tensorview/numberformat.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace jitscope {
inline namespace tensorview {

namespace {

constexpr int margin = 6;
constexpr int axisHeight = 18;
constexpr double keySteps = 64; ///< of a handle from one end to the other

} // namespace

RangeHistogram::RangeHistogram(QWidget *parent)
    : QWidget(parent) {
    setAccessibleName(tr("Histogram of the values"));
    setAccessibleDescription(tr("Left and Right move the lower end of the range, with Shift the upper end"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

void RangeHistogram::setHistogram(const Histogram &histogram) {
    m_histogram = histogram;
    update();
}

void RangeHistogram::setRange(const ValueRange &range) {
    m_range = range;
    update();
}

double RangeHistogram::xOf(double value) const {
    const double extent = m_histogram.high - m_histogram.low;
    const double share = extent > 0 ? (value - m_histogram.low) / extent : value > m_histogram.low ? 1 : 0;
    return margin + std::clamp(share, 0.0, 1.0) * (width() - 2 * margin);
}

double RangeHistogram::valueAt(double x) const {
    const double share = std::clamp((x - margin) / std::max(1, width() - 2 * margin), 0.0, 1.0);
    return m_histogram.low * (1 - share) + m_histogram.high * share;
}

void RangeHistogram::paintEvent(QPaintEvent *) {
    const auto &bins = m_histogram.bins;
    const Theme &theme = currentTheme();
    QPainter painter(this);
    if (bins.empty()) {
        painter.setPen(theme.text3);
        painter.setFont(smallUiFont());
        painter.drawText(rect(), Qt::AlignCenter, tr("no finite values"));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const int64_t highest = std::max<int64_t>(*std::max_element(bins.begin(), bins.end()), 1);
    const double bottom = height() - axisHeight, step = double(width() - 2 * margin) / double(bins.size());
    painter.setPen(Qt::NoPen);
    for (size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0) continue;
        const double left = margin + double(i) * step, middle = valueAt(left + step / 2);
        const bool isInside = middle >= m_range.low && middle <= m_range.high;
        painter.setBrush(isInside ? theme.accent : blend(theme.accent, theme.panel, 0.35));
        const double bar = std::max(1.5, double(bins[i]) / double(highest) * (bottom - 8));
        painter.drawRect(QRectF(left + 0.5, bottom - bar, std::max(1.0, step - 1), bar));
    }
    painter.setPen(theme.line);
    painter.drawLine(QPointF(0, bottom + 0.5), QPointF(width(), bottom + 0.5));
    paintHandle(painter, m_range.low);
    paintHandle(painter, m_range.high);
    painter.setPen(theme.text3);
    painter.setFont(smallUiFont());
    const QRectF axis(margin, bottom, width() - 2 * margin, axisHeight);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignBottom, briefNumber(m_histogram.low));
    painter.drawText(axis, Qt::AlignRight | Qt::AlignBottom, briefNumber(m_histogram.high));
}

void RangeHistogram::paintHandle(QPainter &painter, double value) const {
    const Theme &theme = currentTheme();
    const double x = xOf(value), bottom = height() - axisHeight;
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.text2, 1));
    painter.setBrush(hasFocus() ? theme.accent : theme.text2);
    painter.drawLine(QPointF(x, 2), QPointF(x, bottom));
    painter.drawPolygon(QPolygonF({{x - 4, bottom + 5}, {x + 4, bottom + 5}, {x, bottom}}));
}

void RangeHistogram::move(Handle handle, double value) {
    if (handle == Handle::Low) m_range.low = std::min(value, m_range.high);
    if (handle == Handle::High) m_range.high = std::max(value, m_range.low);
    update();
    Q_EMIT rangeChanged(m_range);
}

void RangeHistogram::mousePressEvent(QMouseEvent *event) {
    if (event->button() != Qt::LeftButton || m_histogram.bins.empty()) return;
    const double x = event->position().x();
    // Where both stand together, the side of the click says which one is meant.
    const double low = xOf(m_range.low), high = xOf(m_range.high);
    const bool isLow = std::abs(x - low) < std::abs(x - high) || (low == high && x < low);
    m_dragged = isLow ? Handle::Low : Handle::High;
    move(m_dragged, valueAt(x));
}

void RangeHistogram::mouseMoveEvent(QMouseEvent *event) {
    if (m_dragged != Handle::None) move(m_dragged, valueAt(event->position().x()));
}

void RangeHistogram::mouseReleaseEvent(QMouseEvent *) {
    m_dragged = Handle::None;
}

void RangeHistogram::keyPressEvent(QKeyEvent *event) {
    if (m_histogram.bins.empty()) return QWidget::keyPressEvent(event);
    const bool isLeft = event->key() == Qt::Key_Left;
    if ((!isLeft && event->key() != Qt::Key_Right) || event->modifiers().testFlag(Qt::ControlModifier))
        return QWidget::keyPressEvent(event);
    const double step = (m_histogram.high - m_histogram.low) / keySteps * (isLeft ? -1 : 1);
    const bool isHigh = event->modifiers().testFlag(Qt::ShiftModifier);
    move(isHigh ? Handle::High : Handle::Low, (isHigh ? m_range.high : m_range.low) + step);
}

bool RangeHistogram::event(QEvent *event) {
    if (event->type() != QEvent::ToolTip || m_histogram.bins.empty()) return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto &bins = m_histogram.bins;
    const double step = double(width() - 2 * margin) / double(bins.size());
    const auto i = size_t(std::clamp((help->pos().x() - margin) / step, 0.0, double(bins.size() - 1)));
    const double size = (m_histogram.high - m_histogram.low) / double(bins.size());
    QToolTip::showText(help->globalPos(), tr("%1 to %2: %n value(s)", nullptr, int(std::min<int64_t>(bins[i], INT_MAX)))
                                              .arg(briefNumber(m_histogram.low + double(i) * size),
                                                   briefNumber(m_histogram.low + double(i + 1) * size)));
    return true;
}

} // namespace tensorview
} // namespace jitscope

#include "moc_rangehistogram.cpp"
