// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timeline/timelinefind.h"

#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/timeline/timelineview.h"
#include "engine/profile/tracesearch.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <algorithm>

namespace jitscope {
inline namespace timelinepanel {

namespace {

constexpr int typingMs = 120;
const QString jobTag = QStringLiteral("find slices");

struct Answer {
    std::shared_ptr<const TraceFocus::Found> found;
    std::vector<bool> isMatch; ///< by name
    QString error;
};

Answer answer(const Trace &trace, const SliceQuery &query, const CancelFlag &cancelled, const SessionLease &lease) {
    Answer result;
    auto found = findSlices(trace, query, [&] { return cancelled->load() || !lease.isCurrent(); });
    if (!found) {
        result.error = QString::fromStdString(found.error().message);
        return result;
    }
    result.isMatch.resize(trace.texts().all().size());
    for (const SliceId slice : *found)
        result.isMatch[size_t(trace.nameIdOf(slice).value)] = true;
    result.found =
        std::make_shared<TraceFocus::Found>(TraceFocus::Found{QString::fromStdString(query.text), *std::move(found)});
    return result;
}

} // namespace

TimelineFind::TimelineFind(const PanelContext &context, TimelineView &view, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_view(view)
    , m_text(new FilterEdit(tr("find slices by name"), this))
    , m_count(new QLabel(this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
    row->setSpacing(metrics::grid / 2);
    m_text->setObjectName(QStringLiteral("timelineFindText"));
    m_text->setMinimumWidth(160);
    m_text->setMaximumWidth(320);
    row->addWidget(m_text, 1);
    m_case = option(QStringLiteral("timelineFindCase"), QStringLiteral("Aa"), tr("Upper and lower case matter"));
    m_word = option(QStringLiteral("timelineFindWord"), QStringLiteral("|ab|"), tr("Whole words only"));
    m_regex = option(QStringLiteral("timelineFindRegex"), QStringLiteral(".*"), tr("The text is a regular expression"));
    for (QToolButton *button : {m_case, m_word, m_regex})
        row->addWidget(button);
    auto *previous = flatButton(QStringLiteral("timelineFindPrevious"), {}, tr("Previous in time (Shift+F3)"), this);
    previous->setIcon(themedIcon(QStringLiteral("up")));
    auto *next = flatButton(QStringLiteral("timelineFindNext"), {}, tr("Next in time (F3, Enter)"), this);
    next->setIcon(themedIcon(QStringLiteral("down")));
    row->addWidget(previous);
    row->addWidget(next);
    m_count->setObjectName(QStringLiteral("timelineFindCount"));
    m_count->setProperty("role", QStringLiteral("hint"));
    m_count->setTextFormat(Qt::PlainText);
    row->addWidget(m_count);
    row->addStretch(1);
    m_list = flatButton(QStringLiteral("timelineFindList"), tr("List"),
                        tr("Show everything that was found in the Slices panel"), this);
    row->addWidget(m_list);
    auto *close = flatButton(QStringLiteral("timelineFindClose"), {}, tr("Close the search"), this);
    close->setIcon(themedIcon(QStringLiteral("close")));
    row->addWidget(close);

    m_delay.setSingleShot(true);
    m_delay.setInterval(typingMs);
    connect(&m_delay, &QTimer::timeout, this, &TimelineFind::start);
    connect(m_text, &FilterEdit::textChanged, this, [this] { m_delay.start(); });
    for (QToolButton *button : {m_case, m_word, m_regex})
        connect(button, &QToolButton::toggled, this, &TimelineFind::start);
    connect(previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(next, &QToolButton::clicked, this, [this] { step(1); });
    connect(m_list, &QToolButton::clicked, this, &TimelineFind::listWanted);
    connect(close, &QToolButton::clicked, this, &TimelineFind::closed);
    updateCount();
}

QToolButton *TimelineFind::option(const QString &id, const QString &text, const QString &toolTip) {
    auto *button = flatButton(id, text, toolTip, this);
    button->setCheckable(true);
    return button;
}

void TimelineFind::open() {
    show();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void TimelineFind::search(const QString &text) {
    m_text->setText(text);
    start();
}

void TimelineFind::forget() {
    m_delay.stop();
    m_context.jobs.cancel(jobTag);
    m_isSearching = false;
    m_error.clear();
    m_view.setMatches({});
    if (!m_text->text().isEmpty()) m_delay.start(); // the same text, in the new trace
    updateCount();
}

void TimelineFind::start() {
    m_delay.stop();
    m_error.clear();
    TraceFocus &focus = TraceFocus::of(m_context.document);
    if (m_text->text().isEmpty()) {
        m_context.jobs.cancel(jobTag);
        m_isSearching = false;
        m_view.setMatches({});
        focus.setFound(nullptr);
        updateCount();
        return;
    }
    SliceQuery query;
    query.text = m_text->text().toStdString();
    query.matchCase = m_case->isChecked();
    query.wholeWord = m_word->isChecked();
    query.regularExpression = m_regex->isChecked();
    if (m_view.bands().hidden > 0)
        for (const int lane : m_view.bands().shown)
            for (const TrackId track : m_view.lanes()[size_t(lane)].tracks)
                query.tracks.push_back(track);
    m_isSearching = true;
    updateCount();
    m_context.jobs.run(
        jobTag, tr("Searching slices"), this,
        [lease = m_context.document.lend(), query](const CancelFlag &cancelled) {
            return answer(lease->session().trace, query, cancelled, *lease);
        },
        [this](Answer result) {
            m_isSearching = false;
            m_error = result.error;
            m_view.setMatches(result.found && !result.found->slices.empty() ? std::move(result.isMatch)
                                                                            : std::vector<bool>());
            TraceFocus::of(m_context.document).setFound(result.found);
            updateCount();
            if (const int direction = std::exchange(m_stepWhenFound, 0); direction != 0) step(direction);
        });
}

int64_t TimelineFind::indexOfSelected() const {
    const auto &found = TraceFocus::of(m_context.document).found();
    const SliceId selected = m_view.selected();
    if (!found || !selected.valid()) return -1;
    const Trace &trace = m_context.document.session().trace;
    const int64_t start = trace.startOf(selected);
    auto at = std::lower_bound(found->slices.begin(), found->slices.end(), start,
                               [&](SliceId slice, int64_t time) { return trace.startOf(slice) < time; });
    for (; at != found->slices.end() && trace.startOf(*at) == start; ++at)
        if (*at == selected) return at - found->slices.begin();
    return -1;
}

void TimelineFind::updateCount() {
    const auto &found = TraceFocus::of(m_context.document).found();
    QString text;
    if (!m_error.isEmpty()) {
        text = m_error;
    } else if (m_isSearching) {
        text = tr("searching\u2026");
    } else if (found && found->slices.empty()) {
        text = tr("nothing found");
    } else if (found) {
        const QString count = locale().toString(qlonglong(found->slices.size()));
        const int64_t at = indexOfSelected();
        text = at < 0 ? tr("%1 found").arg(count) : tr("%1 of %2").arg(locale().toString(qlonglong(at + 1)), count);
    }
    if (m_count->text() != text) m_count->setText(text);
    m_list->setEnabled(found && !found->slices.empty());
}

void TimelineFind::step(int direction) {
    if (m_delay.isActive()) start();
    if (m_isSearching) {
        m_stepWhenFound = direction;
        return;
    }
    const auto &found = TraceFocus::of(m_context.document).found();
    if (!found || found->slices.empty()) return;
    const Trace &trace = m_context.document.session().trace;
    const auto count = int64_t(found->slices.size());
    int64_t next = indexOfSelected();
    if (next >= 0) {
        next = (next + direction + count) % count;
    } else {
        const int64_t time = m_view.selected().valid() ? trace.startOf(m_view.selected()) : m_view.visibleBegin();
        next = direction > 0 ? nextAfter(trace, found->slices, time - 1) : lastBefore(trace, found->slices, time);
        if (next < 0) next = direction > 0 ? 0 : count - 1;
    }
    m_context.selection.selectSlice(found->slices[size_t(next)]);
}

void TimelineFind::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        step(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    else
        QWidget::keyPressEvent(event);
}

} // namespace timelinepanel
} // namespace jitscope

#include "moc_timelinefind.cpp"
