// SPDX-License-Identifier: GPL-3.0-or-later
// What of the document's timeline is looked at: the marked stretch of time, the lanes that are picked, how ranks are
// shifted against each other. The timeline writes it, tables follow it, and they ask it to show something.
#pragma once

#include "engine/profile/trace.h"

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace sdk {

class Document;

class TraceFocus : public QObject {
    Q_OBJECT
public:
    /** The one of a document; lives as long as it does. Empty again when another session takes its place. */
    static TraceFocus &of(Document &document);

    using Range = std::pair<int64_t, int64_t>; ///< [begin, end) in ns, as the trace counts, shifts of ranks not applied
    /** The marked stretch, if there is one. */
    const std::optional<Range> &marked() const { return m_marked; }
    void setMarked(const std::optional<Range> &marked);
    /** The lanes that the marked stretch goes over; empty for all that are shown. */
    const std::vector<TrackId> &lanes() const { return m_lanes; }
    void setLanes(const std::vector<TrackId> &lanes);
    /** What is added to the times of a rank where it is drawn, in ns; 0 for ranks that are not named. */
    const std::map<int, int64_t> &shifts() const { return m_shifts; }
    int64_t shiftOf(int rank) const;
    void setShifts(const std::map<int, int64_t> &shifts);

    /** What the search of the timeline found, by begin. */
    struct Found {
        QString text;
        std::vector<SliceId> slices;
    };
    const std::shared_ptr<const Found> &found() const { return m_found; } ///< null while nothing is looked for
    void setFound(std::shared_ptr<const Found> found);

    /** Asks the timeline to bring a stretch into view, of the lanes of `rank` (-1: wherever). Selecting a slice
        (Selection::selectSlice) brings that into view by itself. */
    void reveal(const Range &range, int rank = -1);
    /** Asks the timeline to look for a text in names. */
    void search(const QString &text);

Q_SIGNALS:
    void changed(); ///< what is marked, the lanes, the shifts
    void foundChanged();
    void revealWanted(jitscope::TraceFocus::Range range, int rank);
    void searchWanted(const QString &text);

private:
    explicit TraceFocus(Document &document);

    std::optional<Range> m_marked;
    std::vector<TrackId> m_lanes;
    std::map<int, int64_t> m_shifts;
    std::shared_ptr<const Found> m_found;
};

} // namespace sdk
} // namespace jitscope
