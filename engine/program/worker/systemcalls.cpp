// SPDX-License-Identifier: Apache-2.0
// Functions of the system, in whose place this program has its own, for its libraries and for scripts (ctypes) alike:
// whatever ends the process does so after its last words.
#include "engine/program/lastwords.h"
#include "engine/program/programserver.h"
#include "engine/program/threadwatch.h"

#include <csignal>
#include <dlfcn.h>
#include <memory>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

template<class Call> Call systems(const char *name) {
    return reinterpret_cast<Call>(::dlsym(RTLD_NEXT, name));
}

} // namespace

/** Who leaves by it (os._exit) has last words. */
extern "C" [[noreturn]] void _exit(int status) {
    jitscope::speakLastWords();
    while (true)
        ::syscall(SYS_exit_group, status);
}

/** The system's destroys what is static while threads still work with it. */
extern "C" [[noreturn]] void exit(int status) {
    jitscope::flushStreams();
    ::_exit(status);
}

// The sanitizers put functions of their own in these places.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

extern "C" void __libc_free(void *block); // NOLINT(bugprone-reserved-identifier): the C library's name for its own

/** A thread that crashed while it allocated (its stack overflowed there, or the heap is damaged) holds that heap for
   ever, and the last words would wait for it with the first block that they give back. */
extern "C" void free(void *block) {
    if (!jitscope::hasCrashed()) __libc_free(block);
}

extern "C" int sigaction(int number, const struct sigaction *wanted, struct sigaction *before) {
    return jitscope::changeSignal(number, wanted, before);
}

extern "C" sighandler_t signal(int number, sighandler_t handler) {
    struct sigaction wanted {
    }, before{};
    wanted.sa_handler = handler;
    wanted.sa_flags = SA_RESTART;
    ::sigemptyset(&wanted.sa_mask);
    return jitscope::changeSignal(number, &wanted, &before) == 0 ? before.sa_handler : SIG_ERR;
}

/** Nobody can catch SIGKILL, but who sends it to itself is known before. */
extern "C" int kill(pid_t process, int number) {
    const bool isOwn = process == ::getpid() || process == 0 || process == -1 || process == -::getpgrp();
    if (number == SIGKILL && isOwn) jitscope::speakLastWords();
    return int(::syscall(SYS_kill, process, number));
}

extern "C" int killpg(pid_t group, int number) {
    return ::kill(-group, number);
}

extern "C" int execve(const char *path, char *const arguments[], char *const environment[]) {
    jitscope::tellBeforeExec();
    return int(::syscall(SYS_execve, path, arguments, environment));
}

extern "C" int execv(const char *path, char *const arguments[]) {
    return ::execve(path, arguments, environ);
}

extern "C" int execvpe(const char *file, char *const arguments[], char *const environment[]) {
    static const auto call = systems<decltype(&::execvpe)>("execvpe");
    jitscope::tellBeforeExec();
    return call(file, arguments, environment);
}

extern "C" int execvp(const char *file, char *const arguments[]) {
    return ::execvpe(file, arguments, environ);
}

extern "C" int fexecve(int file, char *const arguments[], char *const environment[]) {
    static const auto call = systems<decltype(&::fexecve)>("fexecve");
    jitscope::tellBeforeExec();
    return call(file, arguments, environment);
}

/** Tensors have their memory of what was mapped before. */
extern "C" int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) {
    static const auto call = systems<decltype(&::setrlimit64)>("setrlimit64");
    const int failed = call(resource, limit);
    if (!failed && resource == RLIMIT_AS && limit->rlim_cur != RLIM64_INFINITY) jitscope::tellAddressLimit();
    return failed;
}

extern "C" int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
    const struct rlimit64 wide { limit->rlim_cur, limit->rlim_max };
    return ::setrlimit64(resource, &wide);
}

namespace {

struct ThreadCall {
    void *(*routine)(void *);
    void *argument;
};

void *callOnThread(void *given) {
    const auto [routine, argument] = *std::unique_ptr<ThreadCall>(static_cast<ThreadCall *>(given));
    jitscope::useOwnSignalStack();
    const jitscope::WatchedThread watched;
    return routine(argument);
}

} // namespace

/** The stack of any thread may overflow, and the system may end any. */
extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *),
                              void *argument) {
    static const auto call = systems<decltype(&::pthread_create)>("pthread_create");
    auto given = std::make_unique<ThreadCall>(ThreadCall{routine, argument});
    const int failed = call(thread, attributes, callOnThread, given.get());
    if (!failed) (void)given.release();
    return failed;
}

#endif
