// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/charts.h"

#include "app/sdk/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace jitscope {

namespace {
constexpr int margin = 2;
constexpr int axisHeight = 18;
} // namespace

HistogramView::HistogramView(QWidget *parent)
    : QWidget(parent) {
    setAccessibleName(tr("Histogram of the values"));
    setMouseTracking(true);
}

void HistogramView::setStatistics(const TensorStatistics &statistics) {
    m_statistics = statistics;
    update();
}

void HistogramView::paintEvent(QPaintEvent *) {
    const auto &bins = m_statistics.histogram;
    if (bins.empty()) return;
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int64_t highest = std::max<int64_t>(*std::max_element(bins.begin(), bins.end()), 1);
    const double bottom = height() - axisHeight, step = double(width() - 2 * margin) / double(bins.size());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    for (size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0) continue;
        const double bar = std::max(1.5, double(bins[i]) / double(highest) * (bottom - 6));
        painter.drawRect(QRectF(margin + double(i) * step + 0.5, bottom - bar, std::max(1.0, step - 1), bar));
    }
    painter.setPen(theme.line);
    painter.drawLine(QPointF(0, bottom + 0.5), QPointF(width(), bottom + 0.5));
    painter.setPen(theme.text3);
    painter.setFont(smallUiFont());
    const QRectF axis(margin, bottom, width() - 2 * margin, axisHeight);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignBottom, QString::number(m_statistics.min, 'g', 4));
    painter.drawText(axis, Qt::AlignRight | Qt::AlignBottom, QString::number(m_statistics.max, 'g', 4));
}

bool HistogramView::event(QEvent *event) {
    if (event->type() != QEvent::ToolTip || m_statistics.histogram.empty()) return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto &bins = m_statistics.histogram;
    const double step = double(width() - 2 * margin) / double(bins.size());
    const auto i = size_t(std::clamp((help->pos().x() - margin) / step, 0.0, double(bins.size() - 1)));
    const double size = (m_statistics.max - m_statistics.min) / double(bins.size());
    QToolTip::showText(help->globalPos(), tr("%1 to %2: %n value(s)", nullptr, int(bins[i]))
                                              .arg(m_statistics.min + double(i) * size, 0, 'g', 4)
                                              .arg(m_statistics.min + double(i + 1) * size, 0, 'g', 4));
    return true;
}

HeatMapView::HeatMapView(QWidget *parent)
    : QWidget(parent) {
    setAccessibleName(tr("Heat map of the values"));
    setMouseTracking(true);
}

void HeatMapView::setPicture(const QImage &image, int64_t rows, int64_t columns) {
    m_image = image;
    m_rows = rows;
    m_columns = columns;
    update();
}

QRectF HeatMapView::pictureRect() const {
    if (m_image.isNull()) return {};
    // Whole tensors of any proportion stay visible: the picture fills the width and is at most as high as the view.
    const double widest = width(), highest = height();
    const double element = std::min({widest / m_image.width(), highest / m_image.height(), 40.0});
    double w = m_image.width() * element, h = m_image.height() * element;
    if (h < 24) h = std::min(24.0, highest);
    if (w < 24) w = std::min(24.0, widest);
    return {0, 0, w, h};
}

void HeatMapView::paintEvent(QPaintEvent *) {
    if (m_image.isNull()) return;
    QPainter painter(this);
    painter.drawImage(pictureRect(), m_image);
    painter.setPen(currentTheme().line);
    painter.drawRect(pictureRect().adjusted(0, 0, -1, -1));
}

void HeatMapView::mouseMoveEvent(QMouseEvent *event) {
    const QRectF room = pictureRect();
    if (!room.contains(event->position())) {
        Q_EMIT hovered(-1, -1);
        return;
    }
    Q_EMIT hovered(qint64(event->position().y() / room.height() * double(m_rows)),
                   qint64(event->position().x() / room.width() * double(m_columns)));
}

void HeatMapView::leaveEvent(QEvent *) {
    Q_EMIT hovered(-1, -1);
}

} // namespace jitscope
