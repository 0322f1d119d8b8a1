// SPDX-License-Identifier: GPL-3.0-or-later
// Predicted against measured times on logarithmic axes: on the diagonal the model is right. Classes differ by colour
// and by mark.
#pragma once

#include <QImage>
#include <QWidget>

#include <vector>

namespace jitscope {

struct ScatterPoint {
    double measured = 0, predicted = 0; ///< us, above 0
    int kind = 0;                       ///< index of a class
    QString text;                       ///< what stands in the tool tip
};

class ScatterView : public QWidget {
    Q_OBJECT
public:
    explicit ScatterView(QWidget *parent = nullptr);
    /** `kinds` are the names of the classes. */
    void setPoints(std::vector<ScatterPoint> points, const QStringList &kinds);
    /** Rings a point; -1 for none. */
    void setCurrent(int point);
    int current() const { return m_current; }

Q_SIGNALS:
    void currentChanged(int point);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    QRectF plot() const;
    QPointF place(const ScatterPoint &point) const;
    int pointAt(const QPointF &position) const;
    void choose(int point);
    void step(int by);
    void paintAxes(QPainter &painter) const;
    void paintPoints();
    void paintLegend(QPainter &painter) const;

    std::vector<ScatterPoint> m_points;
    std::vector<int> m_order; ///< by measured time, for the keys
    QStringList m_kinds;
    double m_low = 1, m_high = 10; ///< us, powers of ten
    int m_current = -1;
    QImage m_image; ///< the points, painted once a size
};

} // namespace jitscope
