// SPDX-License-Identifier: GPL-3.0-or-later
// Works the health of tensors out in jobs, a bounded number at a time, the newest wishes first.
#include "app/sdk/healthcache.h"

#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "engine/session/session.h"

#include <utility>
#include <vector>

namespace jitscope {
inline namespace sdk {

namespace {

const QString tag = QStringLiteral("health");
constexpr size_t tensorsAJob = 256;
constexpr int64_t bytesAJob = 64 << 20; ///< so that small ones do not wait long behind large ones
constexpr size_t wishLimit = 2048;      ///< older ones were scrolled past; whoever paints asks again

using Asked = std::vector<std::pair<int64_t, RecordedValue>>;
using Answered = std::vector<std::pair<int64_t, std::optional<TensorHealth>>>;

Answered healthsOf(const Asked &asked, const CancelFlag &cancelled) {
    Answered answered;
    for (const auto &[id, value] : asked) {
        if (*cancelled) break;
        const Result<Tensor> tensor = value.load();
        answered.emplace_back(id, tensor ? std::optional(healthOf(*tensor)) : std::nullopt);
    }
    return answered;
}

} // namespace

HealthCache::HealthCache(Document &document, Jobs &jobs, QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_jobs(jobs) {
    connect(&document, &Document::replaced, this, [this] {
        m_jobs.cancel(tag);
        m_known.clear();
        m_wishes.clear();
        m_wished.clear();
    });
    connect(&jobs, &Jobs::ended, this, [this](const QString &ended) {
        if (ended != tag) return;
        m_isRunning = false;
        // After a cancel of the user's, what is still in view is asked for again by the next painting.
        if (std::exchange(m_isAnswered, false)) start();
    });
}

std::optional<TensorHealth> HealthCache::health(int64_t tensor) {
    if (const auto known = m_known.find(tensor); known != m_known.end()) return known->second;
    const auto record = m_document.session().tensor(tensor);
    if (!record || !record->value.defined()) return std::nullopt;
    if (m_wished.insert(tensor).second) m_wishes.push_back(tensor);
    if (m_wishes.size() > wishLimit) {
        m_wished.erase(m_wishes.front());
        m_wishes.pop_front();
    }
    if (!m_isRunning) start();
    return std::nullopt;
}

void HealthCache::start() {
    Asked asked;
    int64_t bytes = 0;
    while (!m_wishes.empty() && asked.size() < tensorsAJob && bytes < bytesAJob) {
        const int64_t id = m_wishes.back();
        m_wishes.pop_back();
        m_wished.erase(id);
        const auto record = m_document.session().tensor(id);
        if (!record || m_known.count(id) > 0) continue;
        asked.emplace_back(id, record->value);
        bytes += record->value.bytes();
    }
    if (asked.empty()) return;
    m_isRunning = true;
    m_jobs.run(
        tag, tr("Values at a glance"), this,
        [asked = std::move(asked)](const CancelFlag &cancelled) { return healthsOf(asked, cancelled); },
        [this](const Answered &answered) {
            for (const auto &[id, health] : answered)
                m_known.insert_or_assign(id, health);
            m_isAnswered = true;
            Q_EMIT ready();
        });
}

} // namespace sdk
} // namespace jitscope

#include "moc_healthcache.cpp"
