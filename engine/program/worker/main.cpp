// SPDX-License-Identifier: Apache-2.0
// The process that a program runs in: jitscope_program SOCKET [options of python3]. Started by the debugger, for nobody
// else.
#include "engine/base/spillmemory.h"
#include "engine/program/programserver.h"
#include "engine/program/watchdog.h"
#include "engine/python/host.h"
#include "engine/session/journal.h"
#include "engine/tensor/sharedarena.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/prctl.h>
#include <sys/stat.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
namespace {
constexpr char crashesAreThePrograms[] = "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0";
}
extern "C" const char *__asan_default_options() {
    return crashesAreThePrograms;
}
extern "C" const char *__tsan_default_options() {
    return crashesAreThePrograms;
}
#endif

int main(int argc, char **argv) {
    if (argc == 3 && std::string_view(argv[1]) == jitscope::endMarkedOption) {
        jitscope::endMarked(argv[2]);
        return 0;
    }
    const int socket = argc >= 2 ? std::atoi(argv[1]) : -1;
    struct stat status {};
    if (socket < 3 || ::fstat(socket, &status) != 0 || !S_ISSOCK(status.st_mode)) {
        std::fprintf(stderr, "jitscope_program runs programs for the window of jitscope, which starts it itself.\n");
        return 2;
    }
    // A stopped process would outlive the window for ever: it goes on, and then sees that nobody is there.
    ::prctl(PR_SET_PDEATHSIG, SIGCONT);
    jitscope::endAfterParent();
    if (const auto shared = jitscope::SharedArena::install(); !shared)
        std::fprintf(stderr, "%s\n", shared.error().message.c_str());
    // As python3 does: writing then fails with an error that a script can catch.
    for (const int number : {SIGPIPE, SIGXFSZ})
        std::signal(number, SIG_IGN);
    jitscope::useSpillFolder(jitscope::journalFolder());
    jitscope::python::setInterpreterOptions({argv + 2, argv + argc});
    jitscope::serveProgram(socket);
}
