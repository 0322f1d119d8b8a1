// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/jobs.h"

#include "engine/tensor/storage.h"

#include <QHash>
#include <QMetaObject>
#include <QThreadPool>
#include <exception>
#include <new>

namespace jitscope {
inline namespace sdk {

namespace {
struct Job {
    int64_t number = 0;
    CancelFlag cancelled;
    std::shared_ptr<Progress> progress;

    void cancel() const {
        cancelled->store(true);
        if (progress) progress->cancel();
    }
};

/** Why the work has no result, or an empty text. An exception that left a thread of the pool would end the window. */
QString failureOf(const std::function<void(const CancelFlag &)> &work, const CancelFlag &cancelled) {
    try {
        work(cancelled);
        return {};
    } catch (const OutOfMemory &full) {
        return QString::fromUtf8(full.what());
    } catch (const std::bad_alloc &) {
        return Jobs::tr("There is not enough memory.");
    } catch (const std::exception &error) {
        return QString::fromUtf8(error.what());
    }
}
} // namespace

struct Jobs::State {
    QThreadPool pool;
    QHash<QString, Job> current; ///< by tag: the newest one only
    int64_t lastNumber = 0;
};

Jobs::Jobs(QObject *parent)
    : QObject(parent)
    , m_state(std::make_unique<State>()) {}

Jobs::~Jobs() {
    for (const Job &job : std::as_const(m_state->current))
        job.cancel();
    m_state->current.clear();
    m_state->pool.waitForDone();
}

void Jobs::start(const QString &tag, const QString &title, QObject *receiver,
                 std::function<void(const CancelFlag &)> work, std::function<void()> done) {
    cancel(tag);
    const Job job{++m_state->lastNumber, std::make_shared<std::atomic<bool>>(false), {}};
    m_state->current.insert(tag, job);
    Q_EMIT started(tag, title);

    const auto finish = [this, tag, title, number = job.number, receiver = QPointer<QObject>(receiver),
                         done = std::move(done)](const QString &failure) {
        const auto found = m_state->current.constFind(tag);
        if (found == m_state->current.constEnd() || found->number != number) return;
        m_state->current.erase(found);
        if (receiver && failure.isEmpty()) done();
        Q_EMIT ended(tag);
        if (!failure.isEmpty()) Q_EMIT failed(tag, title, failure);
    };
    m_state->pool.start([this, cancelled = job.cancelled, work = std::move(work), finish] {
        const QString failure = failureOf(work, cancelled);
        QMetaObject::invokeMethod(
            this, [finish, failure] { finish(failure); }, Qt::QueuedConnection);
    });
}

void Jobs::watch(const QString &tag, std::shared_ptr<Progress> progress) {
    if (const auto job = m_state->current.find(tag); job != m_state->current.end()) job->progress = std::move(progress);
}

std::shared_ptr<const Progress> Jobs::progressOf(const QString &tag) const {
    const auto job = m_state->current.constFind(tag);
    return job == m_state->current.constEnd() ? nullptr : job->progress;
}

void Jobs::cancel(const QString &tag) {
    const auto found = m_state->current.constFind(tag);
    if (found == m_state->current.constEnd()) return;
    found->cancel();
    m_state->current.erase(found);
    Q_EMIT ended(tag);
}

void Jobs::cancelAll() {
    const QList<QString> tags = m_state->current.keys();
    for (const QString &tag : tags)
        cancel(tag);
}

int Jobs::running() const {
    return int(m_state->current.size());
}

} // namespace sdk
} // namespace jitscope

#include "moc_jobs.cpp"
