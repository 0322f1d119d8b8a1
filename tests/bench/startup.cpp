// SPDX-License-Identifier: Apache-2.0
// The program from exec to a painted window, and what it weighs then: a new process each time.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace {

void coldStart(benchmark::State &state) {
    std::string program = JITSCOPE_BUILD_DIR "/bin/jitscope";
    std::string quit = "--quit-when-shown";
    std::string sample = JITSCOPE_SOURCE_DIR "/resources/samples/attention.py";
    char *arguments[] = {program.data(), quit.data(), sample.data(), nullptr};
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    long largest = 0;
    for (auto _ : state) {
        pid_t child = 0;
        if (posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) {
            state.SkipWithError("the program could not be started");
            return;
        }
        int status = 0;
        struct rusage usage {};
        wait4(child, &status, 0, &usage);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            state.SkipWithError("the program failed");
            return;
        }
        largest = std::max(largest, usage.ru_maxrss);
    }
    state.counters["MB"] = double(largest) / 1024;
}
BENCHMARK(coldStart)->Name("window/cold_start")->Unit(benchmark::kMillisecond)->UseRealTime()->MinTime(3);

} // namespace
