// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram with two handles that set which values get the ends of the colour map.
#pragma once

#include "app/tensorview/heatgrid.h"
#include "engine/tensor/tensorsurvey.h"

#include <QWidget>

namespace jitscope {
inline namespace tensorview {

/** Both handles are reached with the keyboard: Left and Right move the lower one, with Shift the upper one. */
class RangeHistogram : public QWidget {
    Q_OBJECT
public:
    explicit RangeHistogram(QWidget *parent = nullptr);
    void setHistogram(const Histogram &histogram);
    void setRange(const ValueRange &range);
    const ValueRange &range() const { return m_range; }
    QSize sizeHint() const override { return {280, 96}; }
    QSize minimumSizeHint() const override { return {120, 84}; }

Q_SIGNALS:
    /** The user moved a handle. */
    void rangeChanged(const jitscope::ValueRange &range);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    enum class Handle : uint8_t { None, Low, High };
    double xOf(double value) const;
    double valueAt(double x) const;
    void move(Handle handle, double value);
    void paintHandle(QPainter &painter, double value) const;

    Histogram m_histogram;
    ValueRange m_range;
    Handle m_dragged = Handle::None;
};

} // namespace tensorview
} // namespace jitscope
