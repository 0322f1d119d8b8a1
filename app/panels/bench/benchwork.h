// SPDX-License-Identifier: GPL-3.0-or-later
// The long work behind the panel: a matrix measured on a pool thread, looked at while it grows.
#pragma once

#include "app/benchmarks/benchrun.h"
#include "app/sdk/jobs.h"

#include <memory>
#include <mutex>

namespace jitscope {
inline namespace benchpanel {

/** What is measured so far, between the thread that measures and the one that shows. */
class BenchState {
public:
    struct View {
        std::shared_ptr<const BenchReport> report; ///< null before the first
        BenchDoing doing;
        double share = 0;
    };
    void set(View view) {
        const std::lock_guard lock(m_mutex);
        m_view = std::move(view);
    }
    View view() const {
        const std::lock_guard lock(m_mutex);
        return m_view;
    }

private:
    mutable std::mutex m_mutex;
    View m_view;
};

/** A job's work. */
class BenchWork {
public:
    BenchWork(BenchTask task, std::shared_ptr<BenchState> state)
        : m_task(std::move(task))
        , m_state(std::move(state)) {}
    BenchOutcomeOfRun operator()(const CancelFlag &cancelled) const;

private:
    BenchTask m_task;
    std::shared_ptr<BenchState> m_state;
};

} // namespace benchpanel
} // namespace jitscope
