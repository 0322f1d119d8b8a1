// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/rooflineview.h"

#include "app/sdk/figuretext.h"
#include "app/sdk/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace jitscope {
inline namespace charts {

namespace {

constexpr double pointRadius = 5, largestRadius = 12;
constexpr double reach = 14; ///< pixels around a point in which a click means it

QString decade(double exponent) {
    const int power = int(std::lround(exponent));
    if (power >= 0 && power <= 4) return QString::number(int(std::pow(10.0, power)));
    return power >= -3 && power < 0 ? QString::number(std::pow(10.0, power)) : QStringLiteral("1e%1").arg(power);
}

} // namespace

QString rooflineSentence(const RooflinePoint &point) {
    const QString side =
        point.isMemoryBound()
            ? RooflineView::tr("the roof above it is the bandwidth of %1: moving fewer "
                               "bytes for each operation would raise what it can reach")
                  .arg(QString::fromStdString(point.bandwidthName))
            : RooflineView::tr("the roof above it is the compute peak (%1): its bytes are not what holds it back")
                  .arg(QString::fromStdString(point.computeName));
    const RooflineView::Unit unit = RooflineView::unitOf(point);
    return RooflineView::tr("%1 %6, %2 of the %3 %6 that are possible at %4 operations a byte; %5.")
        .arg(numberText(point.performanceTops * unit.factor), percentFigure(100 * point.ratio()),
             numberText(point.attainableTops() * unit.factor), numberText(point.intensity), side, unit.operations);
}

RooflineView::Unit RooflineView::unitOf(const RooflinePoint &point) {
    if (point.computeTops >= 1) return {1, QStringLiteral("TOPS"), QStringLiteral("TB/s")};
    return {1e3, QStringLiteral("GFLOP/s"), QStringLiteral("GB/s")};
}

RooflineView::RooflineView(QWidget *parent)
    : PickView(Qt::Horizontal, parent) {
    setObjectName(QStringLiteral("rooflineView"));
    setAccessibleName(tr("Roofline chart"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void RooflineView::setPoints(std::vector<RooflinePoint> points) {
    setNamedPoints(std::move(points), {});
}

void RooflineView::setNamedPoints(std::vector<RooflinePoint> points, std::vector<double> shares) {
    m_points = std::move(points);
    m_shares = std::move(shares);
    m_unit = m_points.empty() ? Unit() : unitOf(m_points.front());
    fitAxes();
    setCurrent(m_points.empty() ? none : 0);
}

void RooflineView::fitAxes() {
    double lowX = 0, highX = 1, lowY = 0, highY = 1;
    bool isFirst = true;
    const auto widen = [&](double x, double y) {
        const double lx = std::log10(x), ly = std::log10(y);
        lowX = isFirst ? lx : std::min(lowX, lx);
        highX = isFirst ? lx : std::max(highX, lx);
        lowY = isFirst ? ly : std::min(lowY, ly);
        highY = isFirst ? ly : std::max(highY, ly);
        isFirst = false;
    };
    for (const RooflinePoint &point : m_points) {
        widen(point.intensity, point.performanceTops * m_unit.factor);
        widen(point.computeTops / point.bandwidthTBs, point.computeTops * m_unit.factor); // where the roofs meet
    }
    m_x = {std::floor(lowX - 0.3), std::ceil(highX + 0.3)};
    m_y = {std::floor(lowY - 0.1), std::ceil(highY + 0.1)};
}

double RooflineView::radiusOf(int64_t index) const {
    return m_shares.empty() ? pointRadius
                            : pointRadius + (largestRadius - pointRadius) * std::sqrt(m_shares[size_t(index)]);
}

QString RooflineView::labelOf(int64_t index) const {
    const RooflinePoint &point = m_points[size_t(index)];
    const QString name = m_shares.empty() ? QString() : QString::fromStdString(point.group);
    if (index != current()) return m_shares.empty() ? QString::number(index + 1) : name;
    const QString figure = tr("%1 %3 · %2")
                               .arg(numberText(point.performanceTops * m_unit.factor),
                                    percentFigure(100 * point.ratio()), m_unit.operations);
    return name.isEmpty() ? figure : name + QStringLiteral(" · ") + figure;
}

QRectF RooflineView::plotArea() const {
    const QFontMetrics small(smallUiFont());
    const int left = small.horizontalAdvance(QStringLiteral("10,000")) + 2 * metrics::grid;
    const int bottom = 2 * small.height() + metrics::grid;
    return QRectF(rect()).adjusted(left, small.height() + metrics::grid, -2 * metrics::grid, -bottom);
}

QPointF RooflineView::placeOf(double intensity, double performance) const {
    const QRectF plot = plotArea();
    const double x = (std::log10(intensity) - m_x.low) / (m_x.high - m_x.low);
    const double y = (std::log10(performance * m_unit.factor) - m_y.low) / (m_y.high - m_y.low);
    return {plot.left() + x * plot.width(), plot.bottom() - y * plot.height()};
}

void RooflineView::paint(QPainter &painter, const QRect &) {
    if (m_points.empty()) return;
    painter.setRenderHint(QPainter::Antialiasing);
    paintGrid(painter);
    painter.save();
    painter.setClipRect(plotArea());
    for (int i = 0; i < int(m_points.size()); ++i)
        if (i != current()) paintRoofs(painter, m_points[size_t(i)], false);
    if (current() != none) paintRoofs(painter, m_points[size_t(current())], true);
    painter.restore();
    for (int i = 0; i < int(m_points.size()); ++i)
        paintPoint(painter, i);
    paintLabels(painter);
}

void RooflineView::paintGrid(QPainter &painter) const {
    const Theme &theme = currentTheme();
    const QRectF plot = plotArea();
    const QFontMetrics small(smallUiFont());
    painter.setFont(smallUiFont());
    const auto step = [](const Axis &axis) { return std::max(1.0, std::ceil((axis.high - axis.low) / 8)); };
    for (double power = m_x.low; power <= m_x.high; power += step(m_x)) {
        const double x = plot.left() + (power - m_x.low) / (m_x.high - m_x.low) * plot.width();
        painter.setPen(theme.line);
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(x - 40, plot.bottom() + 2, 80, small.height()), Qt::AlignCenter, decade(power));
    }
    for (double power = m_y.low; power <= m_y.high; power += step(m_y)) {
        const double y = plot.bottom() - (power - m_y.low) / (m_y.high - m_y.low) * plot.height();
        painter.setPen(theme.line);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(theme.text3);
        painter.drawText(QRectF(0, y - small.height() / 2.0, plot.left() - 6, small.height()),
                         Qt::AlignRight | Qt::AlignVCenter, decade(power));
    }
    painter.setPen(theme.text2);
    painter.drawText(QRectF(plot.left(), plot.bottom() + small.height() + 2, plot.width(), small.height()),
                     Qt::AlignCenter, tr("operations a byte"));
    painter.drawText(QRectF(0, 0, plot.width(), small.height()), Qt::AlignLeft | Qt::AlignVCenter, m_unit.operations);
}

void RooflineView::paintRoofs(QPainter &painter, const RooflinePoint &point, bool isCurrent) const {
    const Theme &theme = currentTheme();
    const double ridge = point.computeTops / point.bandwidthTBs;
    const double lowest = std::pow(10.0, m_x.low), highest = std::pow(10.0, m_x.high);
    const QPointF begin = placeOf(lowest, lowest * point.bandwidthTBs), corner = placeOf(ridge, point.computeTops);
    const QPointF end = placeOf(highest, point.computeTops);
    painter.setPen(
        QPen(isCurrent ? theme.text : theme.text3, isCurrent ? 2 : 1, isCurrent ? Qt::SolidLine : Qt::DotLine));
    painter.drawPolyline(QPolygonF({begin, corner, end}));
    if (!isCurrent) return;
    const double tall = QFontMetrics(smallUiFont()).height();
    painter.setFont(smallUiFont());
    painter.setPen(theme.text2);
    painter.drawText(peakBox(point), Qt::AlignRight, peakText(point));
    const QLineF slope = slopeOf(point);
    painter.save();
    painter.translate(slope.center());
    painter.rotate(-slope.angle());
    painter.drawText(QRectF(-200, -tall - 3, 400, tall), Qt::AlignCenter, slopeText(point));
    painter.restore();
}

QString RooflineView::peakText(const RooflinePoint &point) const {
    return tr("%1 %3 · %2")
        .arg(numberText(point.computeTops * m_unit.factor), QString::fromStdString(point.computeName),
             m_unit.operations);
}

QString RooflineView::slopeText(const RooflinePoint &point) const {
    return tr("%1 %3 · %2")
        .arg(numberText(point.bandwidthTBs * m_unit.factor), QString::fromStdString(point.bandwidthName), m_unit.bytes);
}

/** At the right end of the flat roof: above it, or below where that is the top of the chart. */
QRectF RooflineView::peakBox(const RooflinePoint &point) const {
    const QFontMetrics small(smallUiFont());
    const QRectF plot = plotArea();
    const double wide = std::min<double>(small.horizontalAdvance(peakText(point)) + 4, plot.width() - 8);
    const double roof = placeOf(point.computeTops / point.bandwidthTBs, point.computeTops).y();
    const bool hasRoom = roof - small.height() - 3 >= plot.top();
    return {plot.right() - 4 - wide, hasRoom ? roof - small.height() - 3 : roof + 3, wide, double(small.height())};
}

/** The part of the slope inside the chart. */
QLineF RooflineView::slopeOf(const RooflinePoint &point) const {
    const QRectF plot = plotArea();
    const double lowest = std::pow(10.0, m_x.low), ridge = point.computeTops / point.bandwidthTBs;
    const QPointF begin = placeOf(lowest, lowest * point.bandwidthTBs), corner = placeOf(ridge, point.computeTops);
    const double fall = (corner.y() - begin.y()) / (corner.x() - begin.x());
    const double from = std::max(begin.x(), plot.left() + std::max(0.0, (begin.y() - plot.bottom()) / -fall));
    return {QPointF(from, begin.y() + (from - begin.x()) * fall), corner};
}

void RooflineView::paintPoint(QPainter &painter, int index) const {
    const Theme &theme = currentTheme();
    const RooflinePoint &point = m_points[size_t(index)];
    const QPointF place = placeOf(point);
    const bool isCurrent = index == current();
    if (isCurrent) {
        painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
        painter.drawLine(place, placeOf(point.intensity, point.attainableTops()));
    }
    painter.setPen(QPen(isCurrent && hasFocus() ? theme.text : theme.panel, 1.5));
    painter.setBrush(isCurrent ? theme.accent : theme.text3);
    painter.drawEllipse(place, radiusOf(index), radiusOf(index));
}

/** Beside the point, above or below it: where it lies on the fewest of others. */
QRectF RooflineView::labelBox(int64_t index, double wide, const std::vector<QRectF> &taken) const {
    const QPointF place = placeOf(m_points[size_t(index)]);
    constexpr double tall = 18;
    const double away = radiusOf(index) + 5;
    const QSizeF size(wide, tall);
    const QRectF candidates[] = {{{place.x() + away, place.y() - 2}, size},
                                 {{place.x() - away - wide, place.y() - 2}, size},
                                 {{place.x() - wide / 2, place.y() - away - tall}, size},
                                 {{place.x() - wide / 2, place.y() + away}, size},
                                 {{place.x() + away, place.y() - away - tall}, size},
                                 {{place.x() - away - wide, place.y() - away - tall}, size}};
    // A long name stays inside of the chart, wherever its point is.
    const auto inside = [&](QRectF box) {
        box.moveLeft(std::clamp(box.left(), 0.0, std::max(0.0, width() - wide)));
        return box;
    };
    const auto coveredBy = [&](const QRectF &box) {
        return std::ranges::count_if(taken, [&box](const QRectF &other) { return other.intersects(box); });
    };
    std::optional<QRectF> best;
    for (const QRectF &candidate : candidates) {
        const QRectF box = inside(candidate);
        if (box.top() < 0 || box.bottom() > height()) continue;
        if (!best || coveredBy(box) < coveredBy(*best)) best = box;
    }
    return best.value_or(inside(candidates[0]));
}

/** The one along the slope by pieces. */
std::vector<QRectF> RooflineView::roofTexts() const {
    if (current() == none) return {};
    const RooflinePoint &point = m_points[size_t(current())];
    const QFontMetrics small(smallUiFont());
    std::vector<QRectF> boxes{peakBox(point)};
    const QLineF slope = slopeOf(point);
    if (slope.length() <= 0) return boxes;
    const double wide = small.horizontalAdvance(slopeText(point)), tall = small.height();
    const QPointF along = (slope.p2() - slope.p1()) / slope.length(), above(along.y(), -along.x());
    for (double at = -wide / 2; at <= wide / 2; at += tall / 2) {
        const QPointF middle = slope.center() + along * at + above * (tall / 2 + 3);
        boxes.push_back({middle.x() - tall / 2, middle.y() - tall / 2, tall, tall});
    }
    return boxes;
}

std::vector<RooflineView::Label> RooflineView::labels() const {
    const QFontMetrics small(smallUiFont());
    std::vector<QRectF> taken;
    for (int64_t i = 0; i < count(); ++i)
        taken.push_back(rectOf(i));
    std::ranges::copy(roofTexts(), std::back_inserter(taken));
    std::vector<Label> all;
    const auto add = [&](int64_t index) {
        const QString text = small.elidedText(labelOf(index), Qt::ElideMiddle, width() - 4);
        const QRectF box = labelBox(index, small.horizontalAdvance(text) + 4, taken);
        const bool isFree = std::ranges::none_of(taken, [&](const QRectF &other) { return other.intersects(box); });
        if (!isFree && index != current()) return;
        taken.push_back(box);
        all.push_back({index, box, text});
    };
    if (current() != none) add(current());
    for (int64_t i = 0; i < count(); ++i)
        if (i != current()) add(i);
    return all;
}

/** The current one's always, on a ground of its own where points lie below it; others where there is room. */
void RooflineView::paintLabels(QPainter &painter) const {
    const Theme &theme = currentTheme();
    painter.setFont(smallUiFont());
    for (const Label &label : labels()) {
        const bool isCurrent = label.point == current();
        if (isCurrent) painter.fillRect(label.box, blend(theme.panel, theme.text, 0.92));
        painter.setPen(isCurrent ? theme.text : theme.text2);
        painter.drawText(label.box, Qt::AlignCenter, label.text);
    }
}

QRectF RooflineView::rectOf(int64_t point) const {
    const QPointF middle = placeOf(m_points[size_t(point)]), around(radiusOf(point), radiusOf(point));
    return {middle - around, middle + around};
}

int64_t RooflineView::itemAt(const QPointF &place) const {
    int64_t best = none;
    double nearest = reach;
    for (int i = 0; i < int(m_points.size()); ++i) {
        const QPointF away = placeOf(m_points[size_t(i)]) - place;
        if (const double distance = std::hypot(away.x(), away.y()); distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

QString RooflineView::toolTipBeside() const {
    return tr("Height: operations / duration of the kernel. Across: operations / bytes moved. The "
              "slope is the bandwidth of the memory, the flat roof the compute peak.");
}

} // namespace charts
} // namespace jitscope

#include "moc_rooflineview.cpp"
