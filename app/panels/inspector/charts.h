// SPDX-License-Identifier: GPL-3.0-or-later
// The two pictures of the inspector: a histogram and a heat map with its scale.
#pragma once

#include "engine/tensor/tensor.h"

#include <QImage>
#include <QWidget>

namespace jitscope {

class HistogramView : public QWidget {
    Q_OBJECT
public:
    explicit HistogramView(QWidget *parent = nullptr);
    void setStatistics(const TensorStatistics &statistics);
    QSize sizeHint() const override { return {280, 96}; }
    QSize minimumSizeHint() const override { return {120, 84}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    TensorStatistics m_statistics;
};

class HeatMapView : public QWidget {
    Q_OBJECT
public:
    explicit HeatMapView(QWidget *parent = nullptr);
    /** `rows` x `columns` elements are behind the picture. */
    void setPicture(const QImage &image, int64_t rows, int64_t columns);
    QSize sizeHint() const override { return {280, 240}; }
    QSize minimumSizeHint() const override { return {120, 100}; }

Q_SIGNALS:
    /** The mouse is over this element; (-1, -1) when it left. */
    void hovered(qint64 row, qint64 column);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    QRectF pictureRect() const;

    QImage m_image;
    int64_t m_rows = 0, m_columns = 0;
};

} // namespace jitscope
