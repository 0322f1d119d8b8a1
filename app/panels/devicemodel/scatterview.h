// SPDX-License-Identifier: GPL-3.0-or-later
// Predicted against measured times on logarithmic axes: on the diagonal the model is right. Classes differ by colour
// and by mark.
#pragma once

#include "app/sdk/widgets/pickview.h"

#include <QImage>

#include <vector>

namespace jitscope {
inline namespace devicemodelpanel {

struct ScatterPoint {
    double measured = 0, predicted = 0; ///< us, above 0
    int kind = 0;                       ///< index of a class
    QString text;                       ///< what stands in the tool tip
};

class ScatterView : public PickView {
    Q_OBJECT
public:
    explicit ScatterView(QWidget *parent = nullptr);
    /** `kinds` are the names of the classes. */
    void setPoints(std::vector<ScatterPoint> points, const QStringList &kinds);
    int64_t count() const override { return int64_t(m_points.size()); }
    QString textOf(int64_t point) const override { return m_points[size_t(point)].text; }
    int64_t itemAt(const QPointF &position) const override;
    QRectF rectOf(int64_t point) const override;

protected:
    int64_t itemIn(const Cell &cell) const override;
    std::optional<Cell> cellOf(int64_t point) const override;
    void arrange() override { m_image = {}; }
    void paint(QPainter &painter, const QRect &dirty) override;

private:
    QRectF plot() const;
    QPointF place(const ScatterPoint &point) const;
    void paintAxes(QPainter &painter) const;
    void paintPoints();
    void paintLegend(QPainter &painter) const;

    std::vector<ScatterPoint> m_points;
    std::vector<int> m_order; ///< by measured time, for the keys
    QStringList m_kinds;
    double m_low = 1, m_high = 10; ///< us, powers of ten
    QImage m_image;                ///< the points, painted once a size
};

} // namespace devicemodelpanel
} // namespace jitscope
