// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline chart: operations a byte against operations a second, both logarithmic, with the roofs of each point.
#pragma once

#include "engine/profile/kernelprofile.h"

#include <QString>
#include <QWidget>
#include <vector>

namespace jitscope {

/** "It does 12.3 TOPS of the 40.1 that ... allows at 50 operations a byte (31 %): memory bound." */
QString rooflineSentence(const RooflinePoint &point);

/** One point is current: its roofs are drawn strong. Left and Right go from point to point. */
class RooflineView : public QWidget {
    Q_OBJECT
public:
    explicit RooflineView(QWidget *parent = nullptr);
    void setPoints(std::vector<RooflinePoint> points);
    const std::vector<RooflinePoint> &points() const { return m_points; }
    int current() const { return m_current; }
    void setCurrent(int point);

    QSize sizeHint() const override { return {460, 280}; }
    QSize minimumSizeHint() const override { return {260, 200}; }

Q_SIGNALS:
    void currentChanged(int point);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    /** Powers of ten at the ends of an axis. */
    struct Axis {
        double low = 0, high = 1;
    };
    QRectF plotArea() const;
    QPointF placeOf(double intensity, double performance) const;
    int pointAt(const QPointF &place) const;
    void choose(int point);
    void paintGrid(QPainter &painter) const;
    void paintRoofs(QPainter &painter, const RooflinePoint &point, bool isCurrent) const;
    void paintPoint(QPainter &painter, int index) const;

    std::vector<RooflinePoint> m_points;
    Axis m_x, m_y;
    int m_current = -1;
};

} // namespace jitscope
