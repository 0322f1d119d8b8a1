// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/operatorsource.h"

#include "app/models/timedplaces.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/tracefocus.h"
#include "engine/session/session.h"

#include <algorithm>
#include <optional>

namespace jitscope {
inline namespace models {

namespace {

const QString workTag = QStringLiteral("operators");
constexpr int leastWaitMs = 100;
constexpr size_t mostRemembered = 100;
constexpr qint64 dragPauseMs = 500; ///< a mark that moves sooner than that is still being drawn

bool isMark(const OpCondition &condition) {
    return condition.kind == OpCondition::Kind::Time && condition.keep == OpCondition::Keep::Those;
}

std::optional<TraceFocus::Range> markOf(const OpFilter &filter) {
    const auto mark = std::ranges::find_if(filter, isMark);
    if (mark == filter.end()) return std::nullopt;
    return TraceFocus::Range{mark->from, mark->to};
}

OpFilter withoutMark(OpFilter filter) {
    std::erase_if(filter, isMark);
    return filter;
}

std::shared_ptr<const OperatorView> emptyView(OpFilter filter) {
    return std::make_shared<OperatorView>(
        OperatorView{std::make_shared<const OpColumns>(opColumns(Session())), std::move(filter), {}, {}});
}

} // namespace

OperatorSource &OperatorSource::of(const PanelContext &context) {
    return of(context.document, context.jobs);
}

OperatorSource &OperatorSource::of(Document &document, Jobs &jobs) {
    if (auto *known = document.findChild<OperatorSource *>({}, Qt::FindDirectChildrenOnly)) return *known;
    return *new OperatorSource(document, jobs);
}

OperatorSource::OperatorSource(Document &document, Jobs &jobs)
    : QObject(&document)
    , m_document(document)
    , m_jobs(jobs)
    , m_focus(TraceFocus::of(document))
    , m_view(emptyView({})) {
    m_wait.setSingleShot(true);
    m_wait.setInterval(leastWaitMs);
    connect(&m_wait, &QTimer::timeout, this, &OperatorSource::work);
    connect(&document, &Document::replaced, this, &OperatorSource::begin);
    connect(&document, &Document::appended, this, [this] { m_isStale = true; });
    connect(&m_focus, &TraceFocus::changed, this, &OperatorSource::followMark);
    connect(&jobs, &Jobs::ended, this, [this](const QString &tag) {
        if (tag != workTag || !m_isWorking) return;
        m_isWorking = false; // cancelled
        m_isStale = true;
    });
    followMark();
}

/** What the session before was filtered by need not be there in this one. */
void OperatorSource::begin() {
    m_jobs.cancel(workTag);
    m_isWorking = false;
    m_wait.stop();
    m_isStale = true;
    m_filter.clear();
    m_past.clear();
    m_view = emptyView({});
    Q_EMIT filterChanged();
    Q_EMIT changed();
}

void OperatorSource::refresh() {
    if (!m_isStale || m_wait.isActive()) return;
    if (m_isWorking) {
        m_isWanted = true;
        return;
    }
    if (m_view->columns->size() == 0) return work();
    m_wait.start();
}

void OperatorSource::work() {
    const bool isStale = std::exchange(m_isStale, false);
    if (isStale && m_document.session().ops.empty()) {
        m_view = emptyView(m_filter);
        Q_EMIT changed();
        return;
    }
    m_working.start();
    const std::shared_ptr<const OpColumns> known = isStale ? nullptr : m_view->columns;
    m_jobs.run(
        workTag, tr("Sorting operators"), this,
        [lease = m_document.lend(), known, filter = m_filter](const CancelFlag &) {
            OperatorView view;
            view.columns = known ? known : std::make_shared<const OpColumns>(opColumns(lease->session()));
            view.filter = filter;
            view.places = placesOf(*view.columns, filter);
            view.timed = timedOf(lease->session(), *view.columns, view.places);
            return view;
        },
        [this](OperatorView view) {
            m_isWorking = false;
            // A live run of millions of operators is not sorted all the time.
            m_wait.setInterval(std::max(leastWaitMs, 3 * int(m_working.elapsed())));
            const bool isCurrent = view.filter == m_filter;
            m_view = std::make_shared<const OperatorView>(std::move(view));
            if (!isCurrent) return m_wait.start(0);
            // The last part of a run may have come while it was sorted.
            if (std::exchange(m_isWanted, false) && m_isStale) m_wait.start();
            Q_EMIT changed();
        });
    m_isWorking = true;
}

void OperatorSource::filterBy(OpFilter filter) {
    if (filter == m_filter) return;
    const bool isOfMark = markOf(m_filter) && markOf(filter) && withoutMark(m_filter) == withoutMark(filter);
    const bool isDragged = isOfMark && m_sinceChange.isValid() && m_sinceChange.elapsed() < dragPauseMs;
    if (!isDragged) remember();
    change(std::move(filter));
}

void OperatorSource::remember() {
    m_past.push_back(m_filter);
    if (m_past.size() > mostRemembered) m_past.erase(m_past.begin());
}

void OperatorSource::change(OpFilter filter) {
    m_sinceChange.start();
    m_filter = std::move(filter);
    Q_EMIT filterChanged();
    if (!m_isWorking) work();
}

void OperatorSource::add(const OpCondition &condition) {
    if (std::ranges::find(m_filter, condition) != m_filter.end()) return;
    if (isMark(condition)) return m_focus.setMarked(TraceFocus::Range{condition.from, condition.to});
    OpFilter filter = m_filter;
    filter.push_back(condition);
    filterBy(std::move(filter));
}

void OperatorSource::remove(int place) {
    if (place < 0 || place >= int(m_filter.size())) return;
    if (isMark(m_filter[size_t(place)])) return m_focus.setMarked(std::nullopt);
    OpFilter filter = m_filter;
    filter.erase(filter.begin() + place);
    filterBy(std::move(filter));
}

/** One change, however many conditions go. */
void OperatorSource::removeAll() {
    if (m_filter.empty()) return;
    remember();
    change({});
    m_focus.setMarked(std::nullopt);
}

void OperatorSource::undo() {
    if (m_past.empty()) return;
    const OpFilter before = std::move(m_past.back());
    m_past.pop_back();
    change(before);
    m_focus.setMarked(markOf(before));
}

/** The marked stretch is one condition, whoever marked it. */
void OperatorSource::followMark() {
    OpFilter filter = m_filter;
    const auto mark = std::ranges::find_if(filter, isMark);
    if (const auto &marked = m_focus.marked()) {
        const OpCondition condition{OpCondition::Kind::Time, OpGrouping::Op, {},
                                    marked->first,           marked->second, OpCondition::Keep::Those};
        if (mark == filter.end())
            filter.push_back(condition);
        else
            *mark = condition;
    } else if (mark != filter.end()) {
        filter.erase(mark);
    }
    filterBy(std::move(filter));
}

} // namespace models
} // namespace jitscope

#include "moc_operatorsource.cpp"
