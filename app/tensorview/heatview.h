// SPDX-License-Identifier: GPL-3.0-or-later
// The heat picture of a cut: hover tells an element, a click or the arrow keys choose one.
#pragma once

#include "app/tensorview/cutview.h"
#include "app/tensorview/heatgrid.h"

namespace jitscope {
inline namespace tensorview {

class HeatView : public CutView {
    Q_OBJECT
public:
    explicit HeatView(QWidget *parent = nullptr);

    void setGrid(const TensorCut &cut, HeatGrid grid);
    void setRange(const ValueRange &range, ClipMarks marks);
    int64_t itemAt(const QPointF &position) const override;
    /** The ring around it. */
    QRectF rectOf(int64_t element) const override;
    QSize sizeHint() const override { return {280, 240}; }
    QSize minimumSizeHint() const override { return {120, 100}; }

protected:
    void paint(QPainter &painter, const QRect &dirty) override;
    void changeEvent(QEvent *event) override;

private:
    QRectF pictureRect() const;
    QRectF cellRect(int64_t row, int64_t column) const;
    void rebuild();
    void paintNumbers(QPainter &painter) const;

    HeatGrid m_grid;
    ValueRange m_range;
    ClipMarks m_marks = ClipMarks::Hidden;
    QImage m_image;
};

} // namespace tensorview
} // namespace jitscope
