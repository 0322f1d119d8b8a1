// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the timeline: of its title bar (flows, lanes, markers) and of what lies under the pointer.
#pragma once

#include "app/sdk/paneldef.h"
#include "app/timeline/timelineview.h"

class QMenu;

namespace jitscope {
inline namespace timelinepanel {

class TimelineMenus : public QObject {
    Q_OBJECT
public:
    TimelineMenus(const PanelContext &context, TimelineView &view, QWidget *parent);

    void fillFlows(QMenu &menu);
    void fillLanes(QMenu &menu);
    void fillMarkers(QMenu &menu);
    /** Everything that can be done at a point of the view. */
    void fillAt(QMenu &menu, const QPoint &point);

    void alignRanks();
    void editShift(int rank);
    void resetShifts();
    bool canUndoShift() const { return !m_shiftHistory.empty(); }
    void undoShift();
    void renameMarker(size_t index);

Q_SIGNALS:
    void searchWanted(const QString &text);
    void listWanted();
    /** What was done, and how to take it back. */
    void said(const QString &message, const QString &undoText, const std::function<void()> &undo);

private:
    void addCommands(QMenu &menu, const char *group);
    void addSlicePart(QMenu &menu, SliceId slice);
    void addLanePart(QMenu &menu, const TimelineBand &band);
    void addColours(QMenu &menu, const QString &name);
    void addShifts(QMenu &menu, int rank);
    void change(const std::function<void(LaneChoices &)> &how);
    void setShifts(const std::map<int, int64_t> &shifts);
    QWidget *dialogParent() const;

    PanelContext m_context;
    TimelineView &m_view;
    std::vector<std::map<int, int64_t>> m_shiftHistory;
};

} // namespace timelinepanel
} // namespace jitscope
