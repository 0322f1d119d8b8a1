// SPDX-License-Identifier: GPL-3.0-or-later
// One short job after the other: what is new first, then back to the beginning.
#include "app/models/opmatches.h"

#include "engine/session/session.h"

#include <utility>

namespace jitscope {
inline namespace models {

OpMatches::OpMatches(Document &document, Jobs &jobs, const QString &tag, QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_jobs(jobs)
    , m_tag(tag) {
    connect(&document, &Document::replaced, this, [this] {
        if (isActive()) begin();
    });
    connect(&document, &Document::appended, this, &OpMatches::next);
    connect(&jobs, &Jobs::ended, this, [this](const QString &ended) {
        // A job that came to its end has said so before; this one was cancelled.
        if (ended != m_tag || !std::exchange(m_isRunning, false)) return;
        m_isCancelled = true;
        Q_EMIT progressed();
    });
}

void OpMatches::start(OpQuestion question) {
    m_question = std::move(question);
    begin();
}

void OpMatches::stop() {
    start(nullptr);
}

bool OpMatches::isComplete() const {
    if (!isActive() || m_isCancelled) return true;
    return !m_isRunning && m_judged.from == 0 && m_judged.to == int64_t(m_document.session().ops.size());
}

void OpMatches::begin() {
    m_isRunning = false;
    m_jobs.cancel(m_tag);
    m_isCancelled = false;
    m_unknown = 0;
    m_found.clear();
    const auto size = int64_t(m_document.session().ops.size());
    m_judged = {size, size};
    Q_EMIT cleared();
    next();
}

void OpMatches::next() {
    if (!isActive() || m_isRunning || m_isCancelled) return;
    const auto size = int64_t(m_document.session().ops.size());
    const Side side = m_judged.to < size ? Side::Newer : Side::Older;
    const OpRange range = side == Side::Newer ? OpRange{m_judged.to, size} : OpRange{0, m_judged.from};
    if (range.isEmpty()) {
        Q_EMIT progressed();
        return;
    }
    m_isRunning = true;
    const Direction direction = side == Side::Newer ? Direction::Forward : Direction::Back;
    m_jobs.run(
        m_tag, tr("Filtering"), this,
        [lease = m_document.lend(), question = m_question, range, direction](const CancelFlag &cancelled) {
            return judge(*lease, cancelled, question, range, direction, JudgeUntil::End);
        },
        [this, side](const Judged &judged) { take(judged, side); });
}

void OpMatches::take(const Judged &judged, Side side) {
    m_isRunning = false;
    if (!judged.found.empty()) {
        Q_EMIT aboutToAdd(side, int(judged.found.size()));
        m_found.insert(side == Side::Newer ? m_found.end() : m_found.begin(), judged.found.begin(), judged.found.end());
    }
    m_unknown += judged.unknown;
    (side == Side::Newer ? m_judged.to : m_judged.from) = side == Side::Newer ? judged.range.to : judged.range.from;
    if (!judged.found.empty()) Q_EMIT added(side);
    Q_EMIT progressed();
    // Queued: the present job is told to be over before the next one of its tag begins.
    QMetaObject::invokeMethod(this, &OpMatches::next, Qt::QueuedConnection);
}

} // namespace models
} // namespace jitscope

#include "moc_opmatches.cpp"
