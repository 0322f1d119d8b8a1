// SPDX-License-Identifier: GPL-3.0-or-later
// The one timeline widget of the program: lanes of slices and counters over a ruler, zoomed and panned freely.
//
// Painting costs by pixel, not by slice: in each row the view jumps from pixel to pixel by binary search, so slices
// that share a pixel are drawn once, as a filled stretch.
#pragma once

#include "app/timeline/timelinelanes.h"

#include <QAbstractScrollArea>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jitscope {

class TimelineView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineView(QWidget *parent = nullptr);

    /** Shows `trace`, which must live until the next call; keeps the visible range where it still makes sense. */
    void setTrace(const Trace *trace);
    /** Names and values that belong to a slice and do not stand in the trace. */
    using SliceFacts = std::vector<std::pair<std::string, std::string>>;
    void setSliceFacts(std::function<SliceFacts(SliceId)> factsOf) { m_factsOf = std::move(factsOf); }
    void setSelected(SliceId slice);
    SliceId selected() const { return m_selected; }
    /** Slices whose name does not contain `text` (case does not matter) are dimmed; "" dims none. */
    void setHighlight(const QString &text);
    /** Selects the next (+1) or previous (-1) slice whose name contains the highlight text. */
    void findNext(int direction);

    void fitAll();
    void fitSelected();
    int64_t visibleBegin() const { return m_beginNs; }
    int64_t visibleEnd() const;
    void setVisibleRange(int64_t beginNs, int64_t endNs);
    /** The marked stretch of time, if the user dragged one out. */
    std::optional<std::pair<int64_t, int64_t>> markedRange() const { return m_marked; }
    const TimelineLanes &lanes() const { return m_lanes; }

    /** The slice under a point of the viewport, or none. */
    SliceId sliceAt(const QPoint &point) const;
    /** Where a slice is painted now; empty when it is not visible. */
    QRect rectOf(SliceId slice) const;

    QSize sizeHint() const override { return {800, 260}; }

Q_SIGNALS:
    void sliceClicked(jitscope::SliceId slice);
    void rangeMarked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent *event) override;

private:
    /** A lane's place in the content, before vertical scrolling. */
    struct Band {
        const TimelineGroup *group = nullptr;
        const TimelineLane *lane = nullptr; ///< null for a heading
        int top = 0, height = 0;
    };
    enum class Drag : uint8_t { None, Pan, Mark };

    void placeBands();
    void updateScrollBars();
    double pixelOf(int64_t timeNs) const;
    int64_t timeAt(double pixel) const;
    int labelWidth() const { return m_labelWidth; }
    int plotWidth() const;
    void zoom(double factor, double aroundPixel);
    void pan(double pixels);
    QColor colorOf(SliceId slice) const;
    bool matches(SliceId slice) const;
    void paintRuler(QPainter &painter) const;
    void paintLabels(QPainter &painter) const;
    void paintRow(QPainter &painter, const TimelineRow &row, int top) const;
    void paintCounter(QPainter &painter, const TimelineLane &lane, int top, int height) const;
    void paintMarked(QPainter &painter) const;
    QString toolTipOf(SliceId slice) const;
    void stepWithinLane(int direction);

    const Trace *m_trace = nullptr;
    std::function<SliceFacts(SliceId)> m_factsOf;
    TimelineLanes m_lanes;
    std::vector<Band> m_bands;
    int m_contentHeight = 0;
    int m_labelWidth = 150;
    int64_t m_beginNs = 0;
    double m_nsPerPixel = 1;
    bool m_fitted = true; ///< the whole trace is shown, and stays so while it grows
    SliceId m_selected;
    QString m_highlight;
    Drag m_drag = Drag::None;
    bool m_moved = false;
    QPoint m_pressed;
    int64_t m_pressedBegin = 0;
    int m_pressedScroll = 0;
    std::optional<std::pair<int64_t, int64_t>> m_marked;
};

} // namespace jitscope
