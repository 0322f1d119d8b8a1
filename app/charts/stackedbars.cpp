// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/stackedbars.h"

#include "app/sdk/theme.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <numeric>

namespace jitscope {
inline namespace charts {

namespace {

constexpr int rowPitch = metrics::rowHeight + 5;
constexpr int barHeight = metrics::rowHeight - 3;
constexpr int gap = metrics::grid;
constexpr int widestLabel = 260;
constexpr int totalRoom = 92; ///< right of the bars, for the sum

QString shareText(double value, double total) {
    return total > 0 ? QString::number(value / total * 100, 'f', 1) + QStringLiteral(" %") : QString();
}

} // namespace

StackedBars::StackedBars(std::function<QString(double)> valueText, QWidget *parent)
    : PickView(Qt::Vertical, parent)
    , m_valueText(std::move(valueText)) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(2 * rowPitch + gap);
}

void StackedBars::setBars(std::vector<BarPart> parts, std::vector<Bar> bars) {
    m_parts = std::move(parts);
    m_bars = std::move(bars);
    setCurrent(none);
    m_labelWidth = 0;
    m_widest = 0;
    const QFontMetrics fontMetrics(uiFont());
    for (const Bar &bar : m_bars) {
        m_labelWidth = std::max(m_labelWidth, std::min(widestLabel, fontMetrics.horizontalAdvance(bar.label) + gap));
        m_widest = std::max(m_widest, totalOf(bar));
    }
    // Room that no bar needs is better given to what stands below.
    setMaximumHeight(std::max(minimumHeight(), legendHeight() + int(m_bars.size()) * rowPitch + gap));
    arrange();
    updateGeometry();
}

double StackedBars::totalOf(const Bar &bar) const {
    return std::accumulate(bar.values.begin(), bar.values.end(), 0.0);
}

int StackedBars::legendHeight() const {
    return metrics::rowHeight + gap / 2;
}

QSize StackedBars::sizeHint() const {
    return {420, legendHeight() + rowPitch * int(std::clamp<size_t>(m_bars.size(), 1, 12)) + gap};
}

void StackedBars::arrange() {
    const int height = int(m_bars.size()) * rowPitch + gap, view = viewport()->height() - legendHeight();
    verticalScrollBar()->setRange(0, std::max(0, height - view));
    verticalScrollBar()->setPageStep(std::max(view, 1));
    verticalScrollBar()->setSingleStep(rowPitch);
}

QRectF StackedBars::rectOf(int64_t bar) const {
    return QRectF(0, legendHeight() + double(bar) * rowPitch - verticalScrollBar()->value(), viewport()->width(),
                  rowPitch);
}

void StackedBars::paint(QPainter &painter, const QRect &) {
    painter.fillRect(viewport()->rect(), currentTheme().panel);
    painter.setFont(uiFont());
    paintLegend(painter);
    painter.setClipRect(0, legendHeight(), viewport()->width(), viewport()->height());
    for (int bar = verticalScrollBar()->value() / rowPitch; bar < int(m_bars.size()); ++bar) {
        if (rectOf(bar).top() > viewport()->height()) break;
        paintBar(painter, bar);
    }
}

void StackedBars::paintLegend(QPainter &painter) const {
    const Theme &theme = currentTheme();
    int x = gap;
    for (const BarPart &part : m_parts) {
        const QRect square(x, (legendHeight() - 11) / 2, 11, 11);
        painter.fillRect(square, partColour(part.role));
        painter.fillRect(square, partHatch(part.role));
        painter.setPen(theme.line);
        painter.drawRect(square);
        painter.setPen(theme.text2);
        const int width = painter.fontMetrics().horizontalAdvance(part.name);
        painter.drawText(QRect(x + 17, 0, width + 1, legendHeight()), Qt::AlignVCenter, part.name);
        x += 17 + width + 2 * gap;
    }
}

void StackedBars::paintBar(QPainter &painter, int bar) const {
    const Theme &theme = currentTheme();
    const Bar &shown = m_bars[size_t(bar)];
    const QRect row = rectOf(bar).toRect();
    const int top = row.top();
    if (bar == current()) painter.fillRect(row, theme.selection);
    painter.setPen(theme.text);
    painter.drawText(QRect(gap, top, m_labelWidth, rowPitch), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(shown.label, Qt::ElideMiddle, m_labelWidth));
    const double total = totalOf(shown);
    const int left = 2 * gap + m_labelWidth, room = std::max(20, viewport()->width() - left - totalRoom - gap);
    double x = left;
    for (size_t i = 0; i < m_parts.size() && i < shown.values.size(); ++i) {
        const double width = m_widest > 0 ? shown.values[i] / m_widest * room : 0;
        if (width <= 0) continue;
        const QRectF part(x, top + (rowPitch - barHeight) / 2.0, std::max(width, 1.0), barHeight);
        const QColor colour = partColour(m_parts[i].role);
        painter.fillRect(part, colour);
        painter.fillRect(part, partHatch(m_parts[i].role));
        const QString text = shareText(shown.values[i], total);
        if (painter.fontMetrics().horizontalAdvance(text) + gap < width) {
            painter.setPen(inkOn(colour));
            painter.drawText(part, Qt::AlignCenter, text);
        }
        x += width;
    }
    painter.setPen(theme.text2);
    painter.drawText(QRect(int(x) + gap, top, totalRoom, rowPitch), Qt::AlignVCenter, m_valueText(total));
}

QString StackedBars::partText(const Bar &bar, size_t part) const {
    const QString share = shareText(bar.values[part], totalOf(bar));
    return m_parts[part].name + QLatin1Char(' ') + m_valueText(bar.values[part]) +
           (share.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(share));
}

int64_t StackedBars::itemAt(const QPointF &place) const {
    if (place.y() < legendHeight()) return none;
    const int bar = (int(place.y()) - legendHeight() + verticalScrollBar()->value()) / rowPitch;
    return bar < count() ? bar : none;
}

QString StackedBars::toolTipOf(int64_t bar) const {
    const Bar &shown = m_bars[size_t(bar)];
    QStringList lines{shown.label};
    for (size_t i = 0; i < m_parts.size() && i < shown.values.size(); ++i)
        lines << partText(shown, i) +
                     (m_parts[i].meaning.isEmpty() ? QString() : QStringLiteral(" – ") + m_parts[i].meaning);
    return lines.join(QLatin1Char('\n'));
}

QString StackedBars::textOf(int64_t bar) const {
    const Bar &shown = m_bars[size_t(bar)];
    QStringList parts;
    for (size_t i = 0; i < m_parts.size() && i < shown.values.size(); ++i)
        parts << partText(shown, i);
    return shown.label + QStringLiteral(": ") + parts.join(QStringLiteral(", "));
}

} // namespace charts
} // namespace jitscope

#include "moc_stackedbars.cpp"
