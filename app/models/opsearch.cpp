// SPDX-License-Identifier: GPL-3.0-or-later
// Short jobs one after the other until one of them finds something.
#include "app/models/opsearch.h"

#include "engine/session/session.h"

#include <utility>

namespace jitscope {
inline namespace models {

OpSearch::OpSearch(Document &document, Jobs &jobs, const QString &tag, QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_jobs(jobs)
    , m_tag(tag) {
    connect(&document, &Document::replaced, this, &OpSearch::cancel);
    connect(&jobs, &Jobs::ended, this, [this](const QString &ended) {
        // A job that came to its end has said so before; this one was cancelled.
        if (ended == m_tag && std::exchange(m_isAsking, false)) m_found = nullptr;
    });
}

void OpSearch::start(const OpRange &range, Direction direction, OpQuestion question, Found found) {
    cancel();
    m_range = range;
    m_direction = direction;
    m_question = std::move(question);
    m_found = std::move(found);
    m_unknown = 0;
    next();
}

void OpSearch::cancel() {
    m_found = nullptr;
    m_isAsking = false;
    m_jobs.cancel(m_tag);
}

void OpSearch::next() {
    if (!m_found) return;
    if (m_range.isEmpty()) {
        std::exchange(m_found, nullptr)(-1, m_unknown);
        return;
    }
    m_isAsking = true;
    m_jobs.run(
        m_tag, tr("Searching"), this,
        [lease = m_document.lend(), question = m_question, range = m_range,
         direction = m_direction](const CancelFlag &cancelled) {
            return judge(*lease, cancelled, question, range, direction, JudgeUntil::FirstFound);
        },
        [this](const Judged &judged) { take(judged); });
}

void OpSearch::take(const Judged &judged) {
    m_isAsking = false;
    if (!m_found) return;
    m_unknown += judged.unknown;
    if (!judged.found.empty()) {
        const OpEvent &op = m_document.session().ops[size_t(judged.found.front())];
        std::exchange(m_found, nullptr)(op.number, m_unknown);
        return;
    }
    (m_direction == Direction::Forward ? m_range.from : m_range.to) =
        m_direction == Direction::Forward ? judged.range.to : judged.range.from;
    QMetaObject::invokeMethod(this, &OpSearch::next, Qt::QueuedConnection);
}

} // namespace models
} // namespace jitscope

#include "moc_opsearch.cpp"
