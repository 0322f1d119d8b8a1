// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of memory over the time of a trace: zoomed and panned like the timeline, with a cursor, a marked stretch and
// peaks. The cost goes by pixels, however many samples there are.
#pragma once

#include "engine/profile/counterpyramid.h"

#include <QString>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace charts {

struct Curve {
    QString name;
    std::shared_ptr<const std::vector<CounterSample>> samples;
    std::shared_ptr<const CounterPyramid> pyramid; ///< covers all samples
    CounterSample peak;
    bool isMarked = false; ///< its peak has a mark
};

/** The power of two at or above a size: lines of the grid stand at whole figures of its units. */
double roundSize(double bytes);
/** "768 KiB", "1.25 MiB", without digits that say nothing. */
QString gridLabel(double bytes);

class CurveView : public QWidget {
    Q_OBJECT
public:
    using Range = std::pair<int64_t, int64_t>;

    explicit CurveView(std::function<QString(double)> valueText, QWidget *parent = nullptr);

    /** `originNs` is what the axis counts from. The shown stretch stays as it is if it overlaps the new curves. */
    void setCurves(std::vector<Curve> curves, int64_t originNs);
    const std::vector<Curve> &curves() const { return m_curves; }
    void setMarked(const std::optional<Range> &marked);
    /** Where the vertical line stands; emits cursorMoved() when the user moves it. */
    void setCursorTime(std::optional<int64_t> timeNs);
    std::optional<int64_t> cursorTime() const { return m_cursor; }
    const Range &shown() const { return m_shown; }
    void show(const Range &range);
    void showAll();
    /** The values at a time: "PTA allocated 4.21 GB". */
    QStringList valuesAt(int64_t timeNs) const;
    QSize sizeHint() const override { return {420, 180}; }

Q_SIGNALS:
    void cursorMoved(qint64 timeNs);
    /** The user dragged over a stretch. */
    void rangeMarked(qint64 beginNs, qint64 endNs);

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QRect plot() const;
    TimeAxis axis() const;
    int64_t timeAt(double x) const;
    double yOf(double value) const;
    void zoom(double factor, double x);
    void pan(double share);
    void paintGrid(QPainter &painter) const;
    void paintCurve(QPainter &painter, int index) const;
    void paintLegend(QPainter &painter) const;
    void paintMarks(QPainter &painter) const;
    void paintPeak(QPainter &painter, const CounterSample &peak) const;
    void paintHover(QPainter &painter) const;

    std::function<QString(double)> m_valueText;
    std::vector<Curve> m_curves;
    int64_t m_originNs = 0;
    Range m_whole{0, 1}, m_shown{0, 1};
    std::optional<Range> m_marked;
    std::optional<int64_t> m_cursor, m_hover, m_dragFrom, m_dragTo;
    double m_most = 1;
};

} // namespace charts
} // namespace jitscope
