// SPDX-License-Identifier: Apache-2.0
// A POSIX timer on the monotonic clock whose signal goes to one thread (SIGEV_THREAD_ID). The handler writes the
// interrupted instruction pointer into memory that was there before: no lock, no allocation, no call.
#include "engine/codegen/instructionsampler.h"

#include "engine/base/text.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <mutex>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace jitscope::inline codegen {
namespace {

struct SampleBuffer {
    explicit SampleBuffer(size_t most)
        : addresses(most) {}
    std::vector<uintptr_t> addresses;
    std::atomic<size_t> used = 0;
};

uintptr_t instructionPointer(void *context) {
#if defined(__x86_64__)
    return uintptr_t(static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return uintptr_t(static_cast<ucontext_t *>(context)->uc_mcontext.pc);
#else
    return 0;
#endif
}

void takeSample(int, siginfo_t *info, void *context) {
    if (info->si_code != SI_TIMER) return;
    auto *buffer = static_cast<SampleBuffer *>(info->si_value.sival_ptr);
    const size_t at = buffer->used.load(std::memory_order_relaxed);
    if (at == buffer->addresses.size()) return;
    buffer->addresses[at] = instructionPointer(context);
    buffer->used.store(at + 1, std::memory_order_release);
}

/** The handler is the process's: one sampler at a time. */
std::mutex &oneAtATime() {
    static std::mutex mutex;
    return mutex;
}

/** A real-time signal that is nobody's, from the last; 0 for none. */
int freeSignal() {
    for (int signal = SIGRTMAX; signal >= SIGRTMIN; --signal) {
        struct sigaction action = {};
        const bool isKnown = sigaction(signal, nullptr, &action) == 0;
        if (isKnown && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL) return signal;
    }
    return 0;
}

class TimerSampler final : public InstructionSampler {
public:
    explicit TimerSampler(size_t mostSamples)
        : m_lock(oneAtATime())
        , m_buffer(mostSamples) {}
    ~TimerSampler() override { stop(); }

    /** "" when it runs, else why not. */
    std::string begin(int64_t periodNs) {
        m_signal = freeSignal();
        if (m_signal == 0) return "every real-time signal of this process has a handler already";
        struct sigaction action = {};
        action.sa_sigaction = takeSample;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        sigemptyset(&action.sa_mask);
        if (sigaction(m_signal, &action, &m_before) != 0) return std::strerror(errno);
        m_isInstalled = true;
        allowSignal();
        struct sigevent event = {};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = m_signal;
        event.sigev_value.sival_ptr = &m_buffer;
        event.sigev_notify_thread_id = int(syscall(SYS_gettid));
        if (timer_create(CLOCK_MONOTONIC, &event, &m_timer) != 0) return std::strerror(errno);
        m_isTiming = true;
        const struct timespec period = {periodNs / 1'000'000'000, periodNs % 1'000'000'000};
        const struct itimerspec times = {period, period};
        return timer_settime(m_timer, 0, &times, nullptr) == 0 ? "" : std::strerror(errno);
    }

    std::vector<uintptr_t> stop() override {
        if (m_isTiming) timer_delete(m_timer);
        m_isTiming = false;
        if (m_isInstalled) restore();
        m_isInstalled = false;
        std::vector<uintptr_t> addresses = std::move(m_buffer.addresses);
        addresses.resize(std::min(addresses.size(), m_buffer.used.exchange(0)));
        return addresses;
    }

private:
    sigset_t ownSignal() const {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, m_signal);
        return set;
    }

    void allowSignal() {
        const sigset_t set = ownSignal();
        pthread_sigmask(SIG_UNBLOCK, &set, &m_maskBefore);
    }

    /** A signal that is still on its way must not meet the default action, which ends the process. */
    void restore() {
        const sigset_t set = ownSignal();
        pthread_sigmask(SIG_BLOCK, &set, nullptr);
        const struct timespec atOnce = {};
        while (sigtimedwait(&set, nullptr, &atOnce) > 0) {
        }
        sigaction(m_signal, &m_before, nullptr);
        pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
    }

    std::unique_lock<std::mutex> m_lock;
    SampleBuffer m_buffer;
    int m_signal = 0;
    timer_t m_timer = {};
    bool m_isTiming = false, m_isInstalled = false;
    struct sigaction m_before = {};
    sigset_t m_maskBefore = {};
};

} // namespace

Result<std::unique_ptr<InstructionSampler>> InstructionSampler::start(int64_t periodNs, size_t mostSamples) {
    auto sampler = std::make_unique<TimerSampler>(mostSamples);
    if (const std::string problem = sampler->begin(periodNs); !problem.empty())
        return Error{"This machine lets no timer interrupt a thread: " + problem + "."};
    return std::unique_ptr<InstructionSampler>(std::move(sampler));
}

} // namespace jitscope::inline codegen
