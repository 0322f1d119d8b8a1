// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded operators as all panels of times share them: their columns, worked out once, and what the user filters
// them by. The stretch of time that is marked in the timeline is one of the conditions.
#pragma once

#include "engine/analysis/operators/opfilter.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace jitscope {
inline namespace sdk {
class Document;
class Jobs;
class TraceFocus;
struct PanelContext;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** What a filter lets through; for jobs. */
struct OperatorView {
    std::shared_ptr<const OpColumns> columns; ///< never null
    OpFilter filter;
    std::vector<uint32_t> places;
    std::vector<uint32_t> timed; ///< of these all but those that failed, whose time is not known
};

class OperatorSource : public QObject {
    Q_OBJECT
public:
    /** The one of a document; lives as long as it does. */
    static OperatorSource &of(const PanelContext &context);
    static OperatorSource &of(Document &document, Jobs &jobs);

    /** Never null; without operators until they are worked out. */
    const std::shared_ptr<const OperatorView> &view() const { return m_view; }
    /** Whether view() is of all that is recorded and of the filter as it is. */
    bool isReady() const { return !m_isStale && !m_isWorking && !m_wait.isActive(); }
    /** Takes up what was recorded since: panels that are in view ask for it. */
    void refresh();

    const OpFilter &filter() const { return m_filter; }
    /** Adds it to those that are there, unless it is there. */
    void add(const OpCondition &condition);
    /** The condition at that place. */
    void remove(int place);
    void removeAll();
    /** Back to the filter before the last change, with what was marked then. */
    void undo();
    bool canUndo() const { return !m_past.empty(); }
    /** How many changes there are to take back: panels with filters of their own put them in order with these. */
    int undoDepth() const { return int(m_past.size()); }

Q_SIGNALS:
    void changed();       ///< view()
    void filterChanged(); ///< at once; the view follows

private:
    OperatorSource(Document &document, Jobs &jobs);
    void begin();
    void work();
    void followMark();
    void filterBy(OpFilter filter);
    void remember();
    void change(OpFilter filter);

    Document &m_document;
    Jobs &m_jobs;
    TraceFocus &m_focus;
    std::shared_ptr<const OperatorView> m_view;
    OpFilter m_filter;
    std::vector<OpFilter> m_past; ///< the last is the one before this
    QElapsedTimer m_sinceChange;
    QTimer m_wait; ///< parts of a live run arrive every 50 ms
    QElapsedTimer m_working;
    bool m_isStale = true; ///< operators came that the columns do not have
    bool m_isWorking = false;
    bool m_isWanted = false; ///< somebody asked while it was working
};

} // namespace models
} // namespace jitscope
