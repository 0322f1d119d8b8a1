// SPDX-License-Identifier: Apache-2.0
// A handler of signals may call next to nothing, so it only wakes the thread that does the work, and waits.
#include "engine/program/lastwords.h"

#include "engine/base/threaduse.h"
#include "engine/program/outofreach.h"
#include "engine/stepping/stepper.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <execinfo.h>
#include <future>
#include <memory>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace jitscope::inline program {

namespace {

constexpr int tickMs = 100;
constexpr int longestSilence = 30; ///< ticks without a further word
constexpr int longestSpeech = 600; ///< ticks of a turn of the work
constexpr int mostTurns = 20;
constexpr int breathUs = 2000; ///< that the program goes on for, when it may hold what the work needs
constexpr int stumbleUs = 50, longestStumbleUs = 25000; ///< until it stands, on a busy machine; a thread that blocks
                                                        ///< signals never does
constexpr auto longestFlush = std::chrono::milliseconds(500);
constexpr int mostFrames = 64;
constexpr size_t stackBytes = size_t(256) << 10;
constexpr std::array crashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
constexpr std::array ends{SIGTERM, SIGHUP,  SIGINT,    SIGQUIT, SIGXCPU,   SIGUSR1, SIGUSR2,
                          SIGALRM, SIGTRAP, SIGVTALRM, SIGPROF, SIGSTKFLT, SIGPOLL, SIGPWR};

pid_t speaker = 0;                       ///< the process whose last words these are
int wanted = -1, worked = -1, done = -1; ///< counts of events: each turn of the work, and the end of all
std::atomic<bool> isSpeaking = false, isCrash = false;
std::atomic<int64_t> words = 0;
std::atomic<pthread_t> programThread = {}; ///< that runs the program; none until it is known
std::atomic<pid_t> programTask = 0;        ///< the same, by the system's number
pthread_t endThread = {};                  ///< that waits for the work when a signal ends the process
std::atomic<bool> mustStand = false, isStanding = false;

int standSignal() {
    return SIGRTMIN + 6;
}

/** What runs after a signal struck another thread would be lost. */
void stand(int) {
    isStanding = true;
    while (mustStand)
        ::usleep(tickMs);
    isStanding = false;
}

void letStand() {
    const pthread_t thread = programThread;
    if (thread == pthread_t{} || ::pthread_equal(thread, ::pthread_self())) return;
    mustStand = true;
    ::pthread_kill(thread, standSignal());
    for (int waited = 0; waited < longestStumbleUs && !isStanding; waited += stumbleUs)
        ::usleep(stumbleUs);
}

void count(int event) {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(event, &one, sizeof one);
}

void take(int event) {
    uint64_t any = 0;
    while (::read(event, &any, sizeof any) < 0 && errno == EINTR) {
    }
}

enum class Turn : uint8_t { All, GoneOn, GivenUp };

/** Waits for an event as long as there are words. Whenever there is none for a while, the program goes on for a moment:
    it may hold what the work needs. Then there may be more to say. */
Turn waitFor(int event) {
    pollfd asked{event, POLLIN, 0};
    Turn turn = Turn::All;
    int silence = 0;
    for (int tick = 0; tick < longestSpeech && silence < longestSilence; ++tick) {
        const int64_t before = words;
        if (::poll(&asked, 1, tickMs) > 0) return turn;
        silence = words == before ? silence + 1 : 0;
        if (silence == 0) continue;
        mustStand = false;
        ::usleep(breathUs);
        letStand();
        turn = Turn::GoneOn;
    }
    return Turn::GivenUp;
}

void writeStack() {
    std::array<void *, mostFrames> frames{};
    const int found = ::backtrace(frames.data(), mostFrames);
    constexpr char title[] = "Native stack (most recent call first):\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, title, sizeof title - 1);
    ::backtrace_symbols_fd(frames.data(), found, STDERR_FILENO);
}

/** Not the one that stands in its place in this program. */
int systemSigaction(int number, const struct sigaction *wanted, struct sigaction *before) {
    using Call = int (*)(int, const struct sigaction *, struct sigaction *);
    static const auto call = reinterpret_cast<Call>(::dlsym(RTLD_NEXT, "sigaction"));
    return call(number, wanted, before);
}

void dieOf(int number) {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    systemSigaction(number, &standard, nullptr);
    sigset_t only;
    ::sigemptyset(&only);
    ::sigaddset(&only, number);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    ::raise(number);
}

std::atomic<bool> isEnding = false;

/** The system chooses a thread. One that the work needs must not wait for it, and the one that runs the program may
    hold what the work needs. */
bool isForAnother(int number) {
    if (::getpid() != speaker || ::pthread_equal(endThread, ::pthread_self())) return false;
    return ::pthread_kill(endThread, number) == 0;
}

void onEnd(int number) {
    if (isForAnother(number)) return;
    // A further one may strike a thread that the last words need; the first ends the process in any case.
    if (::getpid() == speaker && isEnding.exchange(true)) return;
    if (::getpid() == speaker) speakLastWords();
    dieOf(number);
}

std::array<struct sigaction, NSIG> before; ///< who else wants to tell of a crash (Python's faulthandler)

void onCrash(int number) {
    const int error = errno;
    if (::getpid() == speaker) {
        isCrash = true;
        speakLastWords();
        writeStack(); // may itself crash, on a stack that is overwritten
    }
    errno = error;
    systemSigaction(number, &before[size_t(number)], nullptr);
    ::raise(number); // one that somebody sent would not come again by itself
}

struct sigaction actionOf(void (*handler)(int), int flags) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    ::sigemptyset(&action.sa_mask);
    return action;
}

void handle(int number, void (*handler)(int), int flags) {
    const struct sigaction action = actionOf(handler, flags);
    systemSigaction(number, &action, &before[size_t(number)]);
}

/** What is done in the place of the system's default; null where that stays. */
auto handlerOf(int number) -> void (*)(int) {
    if (std::ranges::find(crashes, number) != crashes.end()) return onCrash;
    return std::ranges::find(ends, number) != ends.end() ? onEnd : nullptr;
}

bool isSystems(const struct sigaction &action) {
    return !(action.sa_flags & SA_SIGINFO) && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
}

/** The memory of a thread's second stack. */
class SignalStack {
public:
    SignalStack() {
        if (m_memory == MAP_FAILED) return;
        stack_t stack{};
        stack.ss_sp = m_memory;
        stack.ss_size = stackBytes;
        ::sigaltstack(&stack, nullptr);
    }
    SignalStack(const SignalStack &) = delete;
    SignalStack &operator=(const SignalStack &) = delete;
    ~SignalStack() {
        if (m_memory == MAP_FAILED) return;
        stack_t none{};
        none.ss_flags = SS_DISABLE;
        ::sigaltstack(&none, nullptr);
        ::munmap(m_memory, stackBytes);
    }

private:
    void *const m_memory =
        ::mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
};

} // namespace

void setLastWords(std::function<void()> work) {
    speaker = ::getpid();
    endThread = ::pthread_self();
    wanted = outOfReach(::eventfd(0, EFD_CLOEXEC));
    done = outOfReach(::eventfd(0, EFD_CLOEXEC));
    worked = outOfReach(::eventfd(0, EFD_CLOEXEC));
    std::thread([work = std::move(work)] {
        nameThread("JitScope crash");
        while (true) {
            take(wanted);
            work();
            count(worked);
        }
    }).detach();
    std::array<void *, 1> first{};
    ::backtrace(first.data(), 1); // loads what a handler could not
    for (const int number : crashes)
        handle(number, onCrash, SA_ONSTACK);
    for (const int number : ends)
        handle(number, onEnd, SA_ONSTACK);
    handle(standSignal(), stand, SA_RESTART);
    ::at_quick_exit(speakLastWords);
}

void noteLastWord() {
    ++words;
}

void useOwnSignalStack() {
    static thread_local const SignalStack stack;
    (void)stack;
}

void noteProgramThread() {
    programThread = ::pthread_self();
    programTask = pid_t(::syscall(SYS_gettid));
}

bool isProgramThreadGone() {
    constexpr int noSignal = 0;
    const pid_t task = programTask;
    return task > 0 && ::syscall(SYS_tgkill, ::getpid(), task, noSignal) != 0 && errno == ESRCH;
}

int changeSignal(int number, const struct sigaction *wanted, struct sigaction *before) {
    struct sigaction set {};
    if (wanted) set = *wanted;
    const bool isBySystem = wanted && isSystems(set);
    const bool isDefault = isBySystem && set.sa_handler == SIG_DFL;
    const bool isStand = number == standSignal();
    if (isStand && wanted && !isBySystem) return errno = EINVAL, -1;
    auto *const handler = isStand ? stand : handlerOf(number);
    if (isStand || (isDefault && handler))
        set = actionOf(handler, isStand ? SA_RESTART : SA_ONSTACK);
    else if (isDefault && number == stepping::Stepper::signalNumber())
        set.sa_handler = SIG_IGN; // it would end the program that is only to be stopped
    struct sigaction found {};
    const int failed = systemSigaction(number, wanted ? &set : nullptr, &found);
    if (failed || !before) return failed;
    // Python would make KeyboardInterrupt of a SIGINT that is left to the system; here it ends the program.
    const bool isOurs = handler && !(found.sa_flags & SA_SIGINFO) && found.sa_handler == handler;
    *before = isOurs && number != SIGINT ? actionOf(SIG_DFL, 0) : found;
    return 0;
}

void flushStreams() {
    const auto isFlushed = std::make_shared<std::promise<void>>();
    std::thread([isFlushed] {
        std::fflush(nullptr);
        isFlushed->set_value();
    }).detach();
    isFlushed->get_future().wait_for(longestFlush);
}

bool hasCrashed() noexcept {
    return isCrash.load(std::memory_order_relaxed);
}

void speakLastWords() {
    if (wanted < 0 || ::getpid() != speaker) return;
    letStand();
    if (isSpeaking.exchange(true)) {
        waitFor(done);
        return;
    }
    Turn turn = Turn::GoneOn;
    for (int turns = 0; turn == Turn::GoneOn && turns < mostTurns; ++turns) {
        count(wanted);
        turn = waitFor(worked);
        if (turn != Turn::GivenUp) take(worked);
    }
    count(done);
}

void endBy(int signal) {
    speakLastWords();
    dieOf(signal);
    while (true)
        ::syscall(SYS_exit_group, signal);
}

} // namespace jitscope::inline program
