// SPDX-License-Identifier: Apache-2.0
#include "engine/program/childprocess.h"

#include "engine/base/text.h"
#include "engine/program/processwatch.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char **environ;

namespace jitscope::inline program {

namespace {

constexpr int childSocket = 3;

/** Both ends of each way to the process; those that nobody took are closed. */
struct Ways {
    std::array<int, 2> socket{-1, -1}, input{-1, -1}, output{-1, -1}, error{-1, -1};

    Ways() = default;
    Ways(const Ways &) = delete;
    Ways &operator=(const Ways &) = delete;
    ~Ways() {
        for (const auto &way : {socket, input, output, error})
            for (const int end : way)
                if (end >= 0) ::close(end);
    }
    bool open() {
        return ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socket.data()) == 0 &&
               ::pipe2(input.data(), O_CLOEXEC) == 0 && ::pipe2(output.data(), O_CLOEXEC) == 0 &&
               ::pipe2(error.data(), O_CLOEXEC) == 0;
    }
};

std::vector<char *> pointersTo(std::vector<std::string> &words) {
    std::vector<char *> pointers;
    for (std::string &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/** That of this process, whose own mark gives way to the given one. */
std::vector<std::string> environmentWith(const std::string &mark) {
    const std::string name = std::string(markName) + '=';
    std::vector<std::string> settings{mark};
    for (char **setting = environ; *setting; ++setting)
        if (!std::string_view(*setting).starts_with(name)) settings.emplace_back(*setting);
    return settings;
}

int spawn(std::vector<std::string> words, std::vector<std::string> settings, const Ways &ways, pid_t &process) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ways.input[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ways.output[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ways.error[1], STDERR_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ways.socket[1], childSocket);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, childSocket + 1);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const std::vector<char *> arguments = pointersTo(words), environment = pointersTo(settings);
    const int failed =
        ::posix_spawn(&process, arguments[0], &actions, &attributes, arguments.data(), environment.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return failed;
}

} // namespace

Result<ChildProcess> startProcess(const std::string &executable, const std::vector<std::string> &arguments) {
    Ways ways;
    ChildProcess child;
    std::vector<std::string> words{executable, std::to_string(childSocket)};
    words.insert(words.end(), arguments.begin(), arguments.end());
    child.mark = newMark();
    const int failed = ways.open() ? spawn(std::move(words), environmentWith(child.mark), ways, child.process) : errno;
    if (failed) return Error{executable + ": the process for programs could not be started: " + std::strerror(failed)};
    child.socket = std::exchange(ways.socket[0], -1);
    child.input = std::exchange(ways.input[1], -1);
    child.output = std::exchange(ways.output[0], -1);
    child.error = std::exchange(ways.error[0], -1);
    for (const int each : {child.input, child.output, child.error})
        ::fcntl(each, F_SETFL, O_NONBLOCK);
    return child;
}

ProcessEnd reap(pid_t process, int graceMs) {
    constexpr int tickMs = 5;
    int status = 0;
    for (int waited = 0;; waited += tickMs) {
        const pid_t ended = ::waitpid(process, &status, WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR)) break;
        if (waited == graceMs / tickMs * tickMs) ::kill(-process, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(tickMs));
    }
    ProcessEnd end;
    if (WIFSIGNALED(status))
        end.signal = WTERMSIG(status);
    else if (WIFEXITED(status))
        end.exitCode = WEXITSTATUS(status);
    return end;
}

std::string signalText(int signal) {
    const char *name = ::sigabbrev_np(signal), *meaning = ::sigdescr_np(signal);
    std::string text = name ? std::string("SIG") + name : "signal " + std::to_string(signal);
    if (meaning) text += format(" (%s)", meaning);
    return text;
}

} // namespace jitscope::inline program
