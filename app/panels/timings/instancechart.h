// SPDX-License-Identifier: GPL-3.0-or-later
// The single operators of one row: bars over how long they took, or shades over when they ran and how long they took.
// A stretch that is dragged over becomes a filter.
#pragma once

#include "app/sdk/widgets/pickview.h"
#include "engine/analysis/operators/instances.h"
#include "engine/analysis/operators/opfilter.h"

#include <optional>

namespace jitscope {
inline namespace timingspanel {

class InstanceChart : public PickView {
    Q_OBJECT
public:
    enum class Axis : uint8_t { Duration, Time };

    explicit InstanceChart(QWidget *parent = nullptr);

    void setInstances(InstanceGrid grid, int64_t originNs);
    const InstanceGrid &instances() const { return m_grid; }
    void setAxis(Axis axis);
    /** What lets through the operators of the items from `first` to `last` and no others of the row. */
    OpCondition conditionOf(int64_t first, int64_t last) const;

    int64_t count() const override;
    /** "12 calls of 1.00 µs to 1.20 µs" */
    QString textOf(int64_t item) const override;
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t item) const override;
    /** A mark of the axis; those that find no room for their text stand without. */
    struct Tick {
        double x = 0;
        QString text;
    };
    std::vector<Tick> ticks() const;
    /** What the axis is of. */
    QString axisText() const;

Q_SIGNALS:
    /** The user marked a stretch, by mouse or by Enter on an item. */
    void rangeChosen(const jitscope::OpCondition &condition);

protected:
    void paint(QPainter &painter, const QRect &dirty) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    QRectF plot() const;
    int64_t countOf(int64_t item) const;
    void paintBars(QPainter &painter) const;
    void paintGrid(QPainter &painter) const;
    void paintAxis(QPainter &painter) const;
    double placeOfDuration(int64_t ns) const;
    int64_t nearest(const QPointF &place) const;

    InstanceGrid m_grid;
    int64_t m_originNs = 0;
    Axis m_axis = Axis::Duration;
    std::optional<int64_t> m_from; ///< where a drag began
    int64_t m_to = none;
};

} // namespace timingspanel
} // namespace jitscope
