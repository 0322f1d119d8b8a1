// SPDX-License-Identifier: Apache-2.0
#include "engine/python/pythonthread.h"

#include "engine/python/host.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace jitscope::inline python {

namespace {

class PythonThread {
public:
    PythonThread() {
        std::thread([this] { work(); }).detach();
    }

    void post(std::function<void()> job) {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
        m_arrived.notify_one();
    }

private:
    void work() {
        startPython();
        while (true) {
            std::unique_lock lock(m_mutex);
            m_arrived.wait(lock, [this] { return !m_jobs.empty(); });
            const std::function<void()> job = std::move(m_jobs.front());
            m_jobs.pop_front();
            lock.unlock();
            withPython(job);
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<std::function<void()>> m_jobs;
};

} // namespace

void postToPython(std::function<void()> job) {
    // Never destroyed: the thread may stand in Python code while the process ends.
    static PythonThread *thread = new PythonThread();
    thread->post(std::move(job));
}

} // namespace jitscope::inline python
