// SPDX-License-Identifier: GPL-3.0-or-later
// Engine work off the GUI thread: values in, a value out, shown with progress, cancelled by tag.
#pragma once

#include "engine/base/progress.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <atomic>
#include <functional>
#include <memory>
#include <type_traits>

namespace jitscope {
inline namespace sdk {

/** Given to running work: asked now and then whether it is still wanted. */
using CancelFlag = std::shared_ptr<std::atomic<bool>>;

class Jobs : public QObject {
    Q_OBJECT
public:
    explicit Jobs(QObject *parent = nullptr);
    ~Jobs() override;

    /**
     * Runs `work(cancelled)` on a pool thread and then `done(result)` on the GUI thread, unless `receiver` is gone, the
     * job was cancelled, or a newer job with the same `tag` was started (which cancels this one).
     * `title` is what the status bar shows while it takes longer than a moment. Work that throws (there is not enough
     * memory) fails: `done` is not called.
     */
    template<class Work, class Done>
    void run(const QString &tag, const QString &title, QObject *receiver, Work work, Done done) {
        using Value = std::invoke_result_t<Work, const CancelFlag &>;
        auto result = std::make_shared<std::unique_ptr<Value>>();
        start(
            tag, title, receiver,
            [work = std::move(work), result](const CancelFlag &cancelled) {
                *result = std::make_unique<Value>(work(cancelled));
            },
            [done = std::move(done), result] { done(std::move(**result)); });
    }
    /** Says how far the job of that tag is: shown in the status bar, and told when the job is cancelled. */
    void watch(const QString &tag, std::shared_ptr<Progress> progress);
    /** Of the job of that tag, null for one that does not say. */
    std::shared_ptr<const Progress> progressOf(const QString &tag) const;
    void cancel(const QString &tag);
    void cancelAll();
    int running() const;

Q_SIGNALS:
    void started(const QString &tag, const QString &title);
    void ended(const QString &tag);
    /** It ended without a result, for a reason in a sentence. */
    void failed(const QString &tag, const QString &title, const QString &reason);

private:
    void start(const QString &tag, const QString &title, QObject *receiver,
               std::function<void(const CancelFlag &)> work, std::function<void()> done);
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace sdk
} // namespace jitscope
