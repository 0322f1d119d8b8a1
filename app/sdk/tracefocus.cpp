// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/tracefocus.h"

#include "app/sdk/document.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace sdk {

TraceFocus &TraceFocus::of(Document &document) {
    if (auto *known = document.findChild<TraceFocus *>({}, Qt::FindDirectChildrenOnly)) return *known;
    return *new TraceFocus(document);
}

TraceFocus::TraceFocus(Document &document)
    : QObject(&document) {
    connect(&document, &Document::replaced, this, [this] {
        m_marked.reset();
        m_lanes.clear();
        m_shifts.clear();
        m_found.reset();
        // Told when everyone has taken the new session: who hears it earlier looks for old things in it.
        QMetaObject::invokeMethod(
            this,
            [this] {
                Q_EMIT changed();
                Q_EMIT foundChanged();
            },
            Qt::QueuedConnection);
    });
}

void TraceFocus::setMarked(const std::optional<Range> &marked) {
    if (m_marked == marked) return;
    m_marked = marked;
    Q_EMIT changed();
}

void TraceFocus::setLanes(const std::vector<TrackId> &lanes) {
    if (m_lanes == lanes) return;
    m_lanes = lanes;
    Q_EMIT changed();
}

int64_t TraceFocus::shiftOf(int rank) const {
    const auto shift = m_shifts.find(rank);
    return shift == m_shifts.end() ? 0 : shift->second;
}

void TraceFocus::setShifts(const std::map<int, int64_t> &shifts) {
    if (m_shifts == shifts) return;
    m_shifts = shifts;
    Q_EMIT changed();
}

void TraceFocus::setFound(std::shared_ptr<const Found> found) {
    m_found = std::move(found);
    Q_EMIT foundChanged();
}

void TraceFocus::reveal(const Range &range, int rank) {
    Q_EMIT revealWanted(range, rank);
}

void TraceFocus::search(const QString &text) {
    Q_EMIT searchWanted(text);
}

} // namespace sdk
} // namespace jitscope

#include "moc_tracefocus.cpp"
