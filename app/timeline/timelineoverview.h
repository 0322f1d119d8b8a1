// SPDX-License-Identifier: GPL-3.0-or-later
// A strip over the timeline that shows all of it: how busy each moment is, which part is in view, and a handle to move
// that part.
#pragma once

#include <QImage>
#include <QWidget>
#include <cstdint>
#include <utility>

namespace jitscope {
inline namespace timeline {

class TimelineView;

class TimelineOverview : public QWidget {
    Q_OBJECT
public:
    explicit TimelineOverview(TimelineView &view, QWidget *parent = nullptr);
    QSize sizeHint() const override { return {100, 22}; }
    QSize minimumSizeHint() const override { return {50, 22}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void moveTo(double x);
    void updatePicture();
    double pixelOf(int64_t timeNs) const;
    int plotLeft() const;
    int plotWidth() const;

    TimelineView &m_view;
    QImage m_picture;                     ///< of the busy share; made anew when the trace or the size is another
    std::pair<int64_t, int64_t> m_extent; ///< that it shows
    bool m_isStale = true;
    double m_grabbed = 0; ///< where in the window it was taken hold of: pixels from its left edge
};

} // namespace timeline
} // namespace jitscope
