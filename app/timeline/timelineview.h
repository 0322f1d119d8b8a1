// SPDX-License-Identifier: GPL-3.0-or-later
// The one timeline widget of the program: lanes of slices and counters over a ruler, zoomed and panned freely.
//
// A frame costs by pixel, not by slice (engine/profile/tracepyramid.h); what has to look at every slice once is done
// off the GUI thread.
#pragma once

#include "app/timeline/lanestore.h"
#include "app/timeline/slicecolors.h"
#include "app/timeline/slicewalk.h"
#include "app/timeline/timelinecanvas.h"
#include "app/timeline/timelinelanes.h"

#include <QAbstractScrollArea>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace sdk {
class Document;
class Jobs;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace timeline {

/** A time, or a stretch of it, that the user wants to find again. */
struct TimelineMarker {
    QString name;
    int64_t beginNs = 0, endNs = 0; ///< equal for a moment
    bool operator==(const TimelineMarker &) const = default;
};

class TimelineView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TimelineView(QWidget *parent = nullptr);

    /** Work on large traces goes there; without, it is done at once. */
    void setBackground(Jobs *jobs, Document *document);
    /** Shows `trace`, which must live until the next call; what was chosen for the one before is forgotten. */
    void setTrace(const Trace *trace);
    /** There are more slices, tracks or samples at the end of the trace. */
    void traceGrew();
    /** Whether everything that is shown is computed. */
    bool isReady() const { return m_preparing == 0; }
    /** False while some labels come only with the next frame. */
    bool isPaintedWhole() const { return !m_lacksLabels || !viewport()->isVisible(); }

    /** Names and values that belong to a slice and do not stand in the trace. */
    using SliceFacts = std::vector<std::pair<std::string, std::string>>;
    /** To the nanosecond; "–" of an operator that failed, as its facts say. */
    static QString lengthText(const Trace &trace, SliceId slice, const SliceFacts &facts);
    void setSliceFacts(std::function<SliceFacts(SliceId)> factsOf) { m_factsOf = std::move(factsOf); }
    /** What lanes are called where it is not what the trace says; asked whenever lanes are made. */
    void setLaneNames(LaneNames nameOf) { m_laneNames = std::move(nameOf); }
    void setSelected(SliceId slice);
    SliceId selected() const { return m_selected; }
    /** Slices of other names are dimmed; empty dims none. By TextId. */
    void setMatches(std::vector<bool> isMatch);
    void setShifts(const std::map<int, int64_t> &shifts);
    int64_t shiftOf(int rank) const;

    // What is in view.
    void fitAll();
    void fitSelected(); ///< the marked range, else the selected slice, else all
    int64_t visibleBegin() const { return m_beginNs; }
    int64_t visibleEnd() const;
    double nsPerPixel() const { return m_nsPerPixel; }
    void setVisibleRange(int64_t beginNs, int64_t endNs); ///< can be undone
    bool isFitted() const { return m_fitted; }            ///< the whole trace is shown, and stays so while it grows
    void zoomAt(double factor, double pixel);             ///< of the viewport
    void pan(double pixels);
    int zoomUndoCount() const { return int(m_zooms.size()); }
    void undoZoom();
    void scrollToLane(int lane);
    std::pair<int64_t, int64_t> extent() const { return {m_beginOfAll, m_endOfAll}; }
    /** The times that nearly all slices lie in, where a few lie far away; else nothing. */
    std::optional<std::pair<int64_t, int64_t>> robustExtent() const { return m_robust; }
    int64_t outliers() const;                     ///< slices outside of robustExtent()
    int64_t origin() const { return m_originNs; } ///< what the ruler calls 0

    // The marked range.
    using Range = std::pair<int64_t, int64_t>;
    std::optional<Range> markedRange() const { return m_marked; }
    void setMarkedRange(const std::optional<Range> &range);
    /** The lanes that the range goes over, by index into chosenLanes(); empty for all. */
    const std::vector<int> &markedLanes() const { return m_markedLanes; }
    bool isRangeLocked() const { return m_isLocked; }
    void setRangeLocked(bool locked);

    // Markers.
    const std::vector<TimelineMarker> &markers() const { return m_markers; }
    void setMarkers(std::vector<TimelineMarker> markers);

    // Lanes.
    const std::vector<TimelineLane> &lanes() const { return m_chosen; } ///< after the user's choices
    const TimelineBands &bands() const { return m_bands; }
    const LaneChoices &choices() const { return m_choices; }
    void setChoices(const LaneChoices &choices); ///< can be undone
    /** Until the user chooses, folds what keeps the device's stream of kernels out of sight. */
    void lookAtDeviceFirst();
    bool isFirstLook() const { return m_isFirstLook; }
    bool canUndoChoices() const { return !m_choiceHistory.empty(); }
    void undoChoices();
    const LaneStore &store() const { return m_store; }
    /** The lane whose label or rows are at a point, -1 for none; the whole band with bandAt(). */
    const TimelineBand *bandAt(const QPoint &point) const;

    // Flows.
    void setShownFlows(std::set<TextId> categories);
    const std::set<TextId> &shownFlows() const { return m_shownFlows; }

    SliceWalk walk() const { return SliceWalk(m_store, m_chosen, m_bands.shown, m_shifts); }
    /** The slice under a point of the viewport, or none. */
    SliceId sliceAt(const QPoint &point) const;
    /** Where a slice is painted now; empty when it is not visible. */
    QRect rectOf(SliceId slice) const;
    /** The time at the pointer, or in the middle of the view. */
    int64_t pointedTime() const;
    double pointedPixel() const;
    int labelWidth() const { return m_labelWidth; }
    void refreshColours();
    QString toolTipOf(SliceId slice) const;
    SliceFacts factsOf(SliceId slice) const { return m_factsOf ? m_factsOf(slice) : SliceFacts(); }

    QSize sizeHint() const override { return {800, 260}; }

Q_SIGNALS:
    void sliceClicked(jitscope::SliceId slice);
    void rangeMarked();
    void viewChanged();    ///< another stretch is in view
    void choicesChanged(); ///< lanes, or how they are shown
    void markersChanged();
    void prepared();                        ///< isReady() turned true
    void pointerMoved(const QString &text); ///< what is under the pointer; "" for nothing
    void menuWanted(const QPoint &globalPos, const QPoint &viewportPos);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent *event) override;

private:
    enum class Drag : uint8_t { None, Pan, Mark, Box, Lane };
    struct Window {
        int64_t beginNs;
        double fraction, nsPerPixel;
    };

    void prepare();
    void finishPreparing();
    void updateLanes();
    void makeLanes();
    void placeBands();
    void updateExtent();
    void findRobustExtent();
    void updateScrollBars();
    void rememberZoom(int gesture);
    void applyRange(int64_t beginNs, int64_t endNs);
    void moved();

    TimeAxis axis() const;
    TimeAxis deviceAxis(int64_t shiftNs) const;
    double pixelOf(int64_t timeNs) const;
    int64_t timeAt(double pixel) const;
    int plotWidth() const;
    int lanesTop() const;                      ///< of the lanes that scroll
    int topOf(const TimelineBand &band) const; ///< in the viewport
    QRect plotRect() const;
    std::vector<int> lanesBetween(int y0, int y1) const;

    void paintRegion(QPainter &painter, TimelineCanvas &canvas, const std::vector<TimelineBand> &bands,
                     const QRect &region, int scroll);
    void paintCounterAxis(QPainter &painter, const TimelineBand &band, int top) const;
    void paintRuler(QPainter &painter) const;
    void paintBandLabels(QPainter &painter) const;
    void paintBandLabel(QPainter &painter, const TimelineBand &band, int top) const;
    void paintMarked(QPainter &painter) const;
    void paintMarkers(QPainter &painter) const;
    void paintFlows(QPainter &painter) const;
    void paintFlow(QPainter &painter, const Flow &flow, bool isNamed) const;
    void paintSelected(QPainter &painter) const;
    void paintBox(QPainter &painter) const;
    std::optional<QPointF> flowPoint(SliceId slice) const;
    QString pointedText(const QPoint &point) const;
    std::optional<int> grabbedEdge(const QPoint &point) const;
    void dropLane(const QPoint &point);
    int mainLane() const;
    void unfoldFor(const SlicePlace &place);

    Jobs *m_jobs = nullptr;
    Document *m_document = nullptr;
    const Trace *m_trace = nullptr;
    int m_preparing = 0, m_generation = 0;
    bool m_lacksLabels = false; ///< too many were new in the last frame; the next one has more of them
    QString m_jobTag;
    std::function<SliceFacts(SliceId)> m_factsOf;
    LaneNames m_laneNames;
    LaneStore m_store;
    SliceColors m_colours;
    TimelineCanvas m_canvas, m_pinnedCanvas;

    std::vector<TimelineLane> m_lanes, m_chosen;
    LaneChoices m_choices;
    bool m_isFirstLook = false;
    std::vector<LaneChoices> m_choiceHistory;
    TimelineBands m_bands;
    int m_labelWidth = 150;
    int64_t m_beginOfAll = 0, m_endOfAll = 0, m_originNs = 0;
    std::optional<Range> m_robust;

    int64_t m_beginNs = 0;
    double m_fraction = 0; ///< of the left edge behind m_beginNs, ns
    double m_nsPerPixel = 1;
    bool m_fitted = true;
    std::vector<Window> m_zooms;
    int m_gesture = 0; ///< zooms of one kind in a row are undone together

    SliceId m_selected;
    std::vector<bool> m_isMatch;
    std::map<int, int64_t> m_shifts;
    std::set<TextId> m_shownFlows;
    std::optional<Range> m_marked;
    std::vector<int> m_markedLanes;
    bool m_isLocked = false;
    std::vector<TimelineMarker> m_markers;

    Drag m_drag = Drag::None;
    bool m_moved = false;
    QPoint m_pressed, m_pointer{-1, -1};
    int64_t m_anchorNs = 0; ///< the edge of the marked range that stays
    Window m_pressedWindow{0, 0, 1};
    int m_pressedScroll = 0;
    QString m_draggedLane;
};

} // namespace timeline
} // namespace jitscope
