// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/devicemodel/scatterview.h"

#include "app/sdk/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

namespace jitscope {
inline namespace devicemodelpanel {

namespace {

constexpr double markSize = 3.2, nearest = 12;
constexpr double band = 0.2; ///< the share on both sides of the diagonal that is shaded

QColor colourOf(int kind) {
    const Theme &theme = currentTheme();
    const QColor colours[] = {theme.matmul, theme.elementWise, theme.reduction, theme.normalisation};
    return colours[size_t(kind) % std::size(colours)];
}

/** Circle, square, triangle, diamond. */
QPainterPath markOf(int kind, const QPointF &at, double size) {
    QPainterPath path;
    switch (kind % 4) {
    case 0:
        path.addEllipse(at, size, size);
        break;
    case 1:
        path.addRect(QRectF(at.x() - size * 0.85, at.y() - size * 0.85, size * 1.7, size * 1.7));
        break;
    case 2:
        path.addPolygon(QPolygonF{{at.x(), at.y() - size * 1.2},
                                  {at.x() + size * 1.1, at.y() + size * 0.8},
                                  {at.x() - size * 1.1, at.y() + size * 0.8}});
        path.closeSubpath();
        break;
    default:
        path.addPolygon(QPolygonF{{at.x(), at.y() - size * 1.3},
                                  {at.x() + size * 1.3, at.y()},
                                  {at.x(), at.y() + size * 1.3},
                                  {at.x() - size * 1.3, at.y()}});
        path.closeSubpath();
    }
    return path;
}

QString decadeText(double us) {
    if (us < 1000) return QString::number(us) + QStringLiteral(" \u00b5s");
    if (us < 1e6) return QString::number(us / 1000) + QStringLiteral(" ms");
    return QString::number(us / 1e6) + QStringLiteral(" s");
}

} // namespace

ScatterView::ScatterView(QWidget *parent)
    : PickView(Qt::Horizontal, parent) {
    setObjectName(QStringLiteral("fitScatter"));
    setAccessibleName(tr("Predicted against measured times"));
    setMinimumSize(240, 160);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void ScatterView::setPoints(std::vector<ScatterPoint> points, const QStringList &kinds) {
    m_points = std::move(points);
    m_kinds = kinds;
    double low = 1e300, high = 0;
    for (const ScatterPoint &each : m_points) {
        low = std::min({low, each.measured, each.predicted});
        high = std::max({high, each.measured, each.predicted});
    }
    m_low = m_points.empty() ? 1 : std::pow(10, std::floor(std::log10(std::max(low, 1e-3))));
    m_high = m_points.empty() ? 1000 : std::max(m_low * 10, std::pow(10, std::ceil(std::log10(high))));
    m_order.resize(m_points.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    std::stable_sort(m_order.begin(), m_order.end(),
                     [this](int a, int b) { return m_points[size_t(a)].measured < m_points[size_t(b)].measured; });
    m_image = {};
    setCurrent(none);
}

QRectF ScatterView::plot() const {
    const QFontMetrics metrics(smallUiFont());
    const double left = metrics.horizontalAdvance(QStringLiteral("100 ms")) + metrics.height() + 14;
    const double bottom = metrics.height() * 2 + 12;
    return QRectF(left, 10, std::max(10.0, width() - left - 14), std::max(10.0, height() - bottom - 10));
}

QPointF ScatterView::place(const ScatterPoint &point) const {
    const QRectF area = plot();
    const double span = std::log10(m_high / m_low);
    const double x = std::log10(std::max(point.measured, m_low) / m_low) / span;
    const double y = std::log10(std::max(point.predicted, m_low) / m_low) / span;
    return {area.left() + x * area.width(), area.bottom() - y * area.height()};
}

QRectF ScatterView::rectOf(int64_t point) const {
    const QPointF middle = place(m_points[size_t(point)]), around(markSize, markSize);
    return {middle - around, middle + around};
}

int64_t ScatterView::itemAt(const QPointF &position) const {
    int64_t found = none;
    double best = nearest * nearest;
    for (size_t i = 0; i < m_points.size(); ++i) {
        const QPointF away = place(m_points[i]) - position;
        const double distance = QPointF::dotProduct(away, away);
        if (distance >= best) continue;
        best = distance;
        found = int64_t(i);
    }
    return found;
}

void ScatterView::paintAxes(QPainter &painter) const {
    const Theme &theme = currentTheme();
    const QRectF area = plot();
    painter.fillRect(area, theme.raised);
    painter.save();
    painter.setClipRect(area);
    const auto at = [&](double measured, double predicted) {
        ScatterPoint point;
        point.measured = measured;
        point.predicted = predicted;
        return place(point);
    };
    const double outer = 1 + band;
    const QPointF up = at(m_low, m_low * outer) - at(m_low, m_low);
    const QPolygonF shade{at(m_low, m_low) + up, at(m_high, m_high) + up, at(m_high, m_high) - up,
                          at(m_low, m_low) - up};
    painter.setPen(Qt::NoPen);
    painter.setBrush(blend(theme.good, theme.raised, 0.16));
    painter.drawPolygon(shade);
    painter.setPen(QPen(theme.line, 1));
    for (double decade = m_low; decade <= m_high * 1.01; decade *= 10) {
        painter.drawLine(at(decade, m_low), at(decade, m_high));
        painter.drawLine(at(m_low, decade), at(m_high, decade));
    }
    painter.setPen(QPen(theme.text3, 1, Qt::DashLine));
    painter.drawLine(at(m_low, m_low), at(m_high, m_high));
    painter.restore();

    painter.setFont(smallUiFont());
    painter.setPen(theme.text2);
    const QFontMetrics metrics(smallUiFont());
    for (double decade = m_low; decade <= m_high * 1.01; decade *= 10) {
        const QString text = decadeText(decade);
        const QPointF x = at(decade, m_low), y = at(m_low, decade);
        painter.drawText(QRectF(x.x() - 40, area.bottom() + 3, 80, metrics.height()), Qt::AlignCenter, text);
        painter.drawText(QRectF(0, y.y() - metrics.height() / 2.0, area.left() - 5, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    }
    painter.drawText(QRectF(area.left(), area.bottom() + metrics.height() + 5, area.width(), metrics.height() + 2),
                     Qt::AlignCenter, tr("measured"));
    painter.save();
    painter.translate(metrics.height() / 2.0 + 2, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-100, -metrics.height() / 2.0, 200, metrics.height()), Qt::AlignCenter, tr("predicted"));
    painter.restore();
}

/** Many kernels fall on one pixel: each pixel and class is painted once. */
void ScatterView::paintPoints() {
    const double ratio = devicePixelRatioF();
    m_image = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
    m_image.setDevicePixelRatio(ratio);
    m_image.fill(Qt::transparent);
    QPainter painter(&m_image);
    painter.setRenderHint(QPainter::Antialiasing);
    std::unordered_set<int64_t> taken;
    for (const ScatterPoint &each : m_points) {
        const QPointF at = place(each);
        const int64_t key = (int64_t(at.x()) << 34) | (int64_t(at.y()) << 4) | each.kind;
        if (!taken.insert(key).second) continue;
        QColor colour = colourOf(each.kind);
        painter.setPen(QPen(colour, 1));
        colour.setAlphaF(0.45F);
        painter.setBrush(colour);
        painter.drawPath(markOf(each.kind, at, markSize));
    }
}

void ScatterView::paintLegend(QPainter &painter) const {
    const QRectF area = plot();
    const QFontMetrics metrics(smallUiFont());
    painter.setFont(smallUiFont());
    double y = area.top() + 10;
    for (int kind = 0; kind < m_kinds.size(); ++kind) {
        const bool isThere = std::any_of(m_points.begin(), m_points.end(),
                                         [kind](const ScatterPoint &each) { return each.kind == kind; });
        if (!isThere) continue;
        painter.setPen(QPen(colourOf(kind), 1));
        painter.setBrush(colourOf(kind));
        painter.drawPath(markOf(kind, {area.left() + 14, y + metrics.height() / 2.0}, markSize + 1));
        painter.setPen(currentTheme().text);
        painter.drawText(QPointF(area.left() + 24, y + metrics.ascent()), m_kinds[kind]);
        y += metrics.height() + 3;
    }
    painter.setPen(currentTheme().text3);
    painter.drawText(QRectF(area.left(), area.bottom() - metrics.height() - 6, area.width() - 8, metrics.height()),
                     Qt::AlignRight, tr("dashed: as measured; shaded: within 20 %"));
}

void ScatterView::paint(QPainter &painter, const QRect &) {
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    if (m_image.isNull()) paintPoints();
    painter.drawImage(0, 0, m_image);
    paintLegend(painter);
    if (current() == none) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(currentTheme().accent, 2));
    painter.drawEllipse(place(m_points[size_t(current())]), markSize * 2.4, markSize * 2.4);
}

int64_t ScatterView::itemIn(const Cell &cell) const {
    const int64_t place = PickView::itemIn(cell);
    return place == none ? none : m_order[size_t(place)];
}

std::optional<PickView::Cell> ScatterView::cellOf(int64_t point) const {
    const auto at = std::find(m_order.begin(), m_order.end(), int(point));
    return PickView::cellOf(at == m_order.end() ? none : at - m_order.begin());
}

} // namespace devicemodelpanel
} // namespace jitscope

#include "moc_scatterview.cpp"
