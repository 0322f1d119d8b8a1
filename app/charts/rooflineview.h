// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline chart: operations a byte against operations a second, both logarithmic, with the roofs of each point.
#pragma once

#include "app/sdk/widgets/pickview.h"
#include "engine/profile/kernelprofile.h"

#include <QLineF>
#include <QString>
#include <vector>

namespace jitscope {
inline namespace charts {

/** "It does 12.3 TOPS of the 40.1 that ... allows at 50 operations a byte (31 %): memory bound." */
QString rooflineSentence(const RooflinePoint &point);

/** The roofs of the current point are drawn strong. */
class RooflineView : public PickView {
    Q_OBJECT
public:
    explicit RooflineView(QWidget *parent = nullptr);
    /** With numbers as the points' labels. */
    void setPoints(std::vector<RooflinePoint> points);
    /** With the points' groups as labels; `shares` of the time, 0..1, make the points larger. */
    void setNamedPoints(std::vector<RooflinePoint> points, std::vector<double> shares);
    const std::vector<RooflinePoint> &points() const { return m_points; }
    int64_t count() const override { return int64_t(m_points.size()); }
    QString textOf(int64_t point) const override { return rooflineSentence(m_points[size_t(point)]); }
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t point) const override;
    QSize sizeHint() const override { return {460, 280}; }
    QSize minimumSizeHint() const override { return {260, 200}; }
    /** What stands beside the points: that of the current one first, of others those that lie on nothing. */
    struct Label {
        int64_t point = none;
        QRectF box;
        QString text;
    };
    std::vector<Label> labels() const;
    /** Where the texts of the current one's roofs stand. */
    std::vector<QRectF> roofTexts() const;

protected:
    QString toolTipBeside() const override;
    void paint(QPainter &painter, const QRect &dirty) override;

private:
    /** In which figures are told: by the highest roof. */
    struct Unit {
        double factor = 1; ///< of tera
        QString operations, bytes;
    };
    /** Powers of ten at the ends of an axis. */
    struct Axis {
        double low = 0, high = 1;
    };
    static Unit unitOf(const RooflinePoint &point);
    friend QString rooflineSentence(const RooflinePoint &point);
    void fitAxes();
    double radiusOf(int64_t index) const;
    QString labelOf(int64_t index) const;
    QRectF labelBox(int64_t index, double wide, const std::vector<QRectF> &taken) const;
    QRectF plotArea() const;
    QPointF placeOf(double intensity, double performance) const;
    QPointF placeOf(const RooflinePoint &point) const { return placeOf(point.intensity, point.performanceTops); }
    void paintGrid(QPainter &painter) const;
    QString peakText(const RooflinePoint &point) const;
    QRectF peakBox(const RooflinePoint &point) const;
    QLineF slopeOf(const RooflinePoint &point) const;
    QString slopeText(const RooflinePoint &point) const;
    void paintRoofs(QPainter &painter, const RooflinePoint &point, bool isCurrent) const;
    void paintPoint(QPainter &painter, int index) const;
    void paintLabels(QPainter &painter) const;

    std::vector<RooflinePoint> m_points;
    std::vector<double> m_shares; ///< empty: the points are numbered
    Unit m_unit;
    Axis m_x, m_y;
};

} // namespace charts
} // namespace jitscope
