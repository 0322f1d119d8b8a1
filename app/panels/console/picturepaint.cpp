// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/console/picturepaint.h"

#include "app/sdk/theme.h"
#include "app/tensorview/colourmap.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace consolepanel {

namespace {

constexpr double curveWidth = 420, curveHeight = 64, gap = 3, border = 1;
constexpr double largestCell = 14, smallestCell = 3; ///< pixels of a place of a heat picture

double cellSize(const ConsolePicture &picture, double room) {
    const double fitting = std::floor(std::max(1.0, room - 2 * border) / picture.columns);
    const double wanted = std::floor(320.0 / std::max(picture.columns, picture.rows));
    return std::max(1.0, std::min(fitting, std::clamp(wanted, smallestCell, largestCell)));
}

QSizeF plotSize(const ConsolePicture &picture, double room) {
    if (picture.kind != ConsolePicture::Kind::Heat) return {std::min(curveWidth, room), curveHeight};
    const double cell = cellSize(picture, room);
    return {picture.columns * cell + 2 * border, picture.rows * cell + 2 * border};
}

/** As the heat picture of Values: one colour map for values of one sign, another around zero for both. */
QRgb colourOf(float value, const ConsolePicture &picture) {
    if (!std::isfinite(value)) return currentTheme().nan.rgb();
    if (picture.low < 0 && picture.high > 0) return diverging(double(value) / std::max(-picture.low, picture.high));
    const double span = picture.high - picture.low;
    return viridis(span > 0 ? std::clamp((double(value) - picture.low) / span, 0.0, 1.0) : 0.5);
}

void paintHeat(QPainter &painter, const QRectF &plot, const ConsolePicture &picture) {
    QImage image(picture.columns, picture.rows, QImage::Format_RGB32);
    for (int row = 0; row < picture.rows; ++row)
        for (int column = 0; column < picture.columns; ++column)
            image.setPixel(column, row, colourOf(picture.values[size_t(row * picture.columns + column)], picture));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(plot.adjusted(border, border, -border, -border), image);
}

void paintCurve(QPainter &painter, const QRectF &plot, const ConsolePicture &picture) {
    const Theme &theme = currentTheme();
    const double span = picture.high > picture.low ? picture.high - picture.low : 1;
    const double low = picture.high > picture.low ? picture.low : picture.low - 0.5;
    const auto x = [&](int point) { return plot.left() + (point + 0.5) * plot.width() / picture.columns; };
    const auto y = [&](float value) { return plot.bottom() - 3 - (double(value) - low) / span * (plot.height() - 6); };
    if (picture.low < 0 && picture.high > 0) {
        painter.setPen(QPen(theme.line, 1, Qt::DashLine));
        painter.drawLine(QPointF(plot.left(), y(0)), QPointF(plot.right(), y(0)));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath path;
    bool isOpen = false;
    for (int point = 0; point < picture.columns; ++point) {
        const float least = picture.values[size_t(point)], most = picture.values[size_t(picture.columns + point)];
        if (!std::isfinite(least) || !std::isfinite(most)) {
            painter.fillRect(QRectF(x(point) - 1, plot.top(), 2, plot.height()), theme.nan);
            isOpen = false;
            continue;
        }
        if (isOpen)
            path.lineTo(x(point), y(least));
        else
            path.moveTo(x(point), y(least));
        if (most > least) path.lineTo(x(point), y(most));
        isOpen = true;
    }
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawPath(path);
    if (picture.columns == 1) painter.drawEllipse(QPointF(x(0), y(picture.values[0])), 2, 2);
}

void paintHistogram(QPainter &painter, const QRectF &plot, const ConsolePicture &picture) {
    const float most = *std::max_element(picture.values.begin(), picture.values.end());
    if (!(most > 0)) return;
    const double width = plot.width() / picture.columns;
    for (int bin = 0; bin < picture.columns; ++bin) {
        const double height = double(picture.values[size_t(bin)] / most) * (plot.height() - 4);
        painter.fillRect(QRectF(plot.left() + bin * width, plot.bottom() - height, std::max(1.0, width - 1), height),
                         currentTheme().accent);
    }
}

} // namespace

QSizeF pictureSize(const ConsolePicture &picture, double room) {
    const QSizeF plot = plotSize(picture, room);
    return {plot.width(), plot.height() + 2 * gap};
}

void paintPicture(QPainter &painter, const QRectF &room, const ConsolePicture &picture) {
    painter.save();
    const QRectF plot = room.adjusted(0, gap, 0, -gap);
    painter.setClipRect(room);
    painter.fillRect(plot, currentTheme().raised);
    if (picture.kind == ConsolePicture::Kind::Heat)
        paintHeat(painter, plot, picture);
    else if (picture.kind == ConsolePicture::Kind::Curve)
        paintCurve(painter, plot, picture);
    else
        paintHistogram(painter, plot, picture);
    painter.setPen(currentTheme().line);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot.adjusted(0, 0, -1, -1));
    painter.restore();
}

} // namespace consolepanel
} // namespace jitscope
