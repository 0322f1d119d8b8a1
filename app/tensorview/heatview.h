// SPDX-License-Identifier: GPL-3.0-or-later
// The heat picture of a cut: hover tells an element, a click or the arrow keys choose one.
#pragma once

#include "app/tensorview/heatgrid.h"

#include <QWidget>

namespace jitscope {

class HeatView : public QWidget {
    Q_OBJECT
public:
    explicit HeatView(QWidget *parent = nullptr);

    void setGrid(const TensorCut &cut, HeatGrid grid);
    void setRange(const ValueRange &range, ClipMarks marks);
    /** Rings the element; one outside of the cut is not shown. */
    void setCurrentElement(int64_t element);
    QSize sizeHint() const override { return {280, 240}; }
    QSize minimumSizeHint() const override { return {120, 100}; }

Q_SIGNALS:
    /** The mouse is over this element; -1 when it left. */
    void hovered(qint64 element);
    void picked(qint64 element);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QRectF pictureRect() const;
    QRectF cellOf(const TensorCut::Place &place) const;
    int64_t elementUnder(const QPointF &position) const;
    void rebuild();
    void paintNumbers(QPainter &painter) const;

    TensorCut m_cut;
    HeatGrid m_grid;
    ValueRange m_range;
    ClipMarks m_marks = ClipMarks::Hidden;
    QImage m_image;
    int64_t m_current = -1;
};

} // namespace jitscope
