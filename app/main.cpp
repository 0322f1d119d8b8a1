// SPDX-License-Identifier: GPL-3.0-or-later
// The program: a subcommand without a window, or the window.
#include "app/cli/cli.h"
#include "app/shell/application.h"
#include "engine/base/spillmemory.h"
#include "engine/python/host.h"
#include "engine/session/journal.h"

#include <csignal>
#include <cstdio>
#include <unistd.h>

int main(int argc, char **argv) {
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error that is told
    jitscope::useSpillFolder(jitscope::journalFolder());
    if (const auto code = jitscope::runCommandLine(argc, argv)) {
        if (!jitscope::python::hasThreadsLeft()) return *code;
        std::fflush(nullptr);
        ::_exit(*code); // else what is static would be destroyed under the threads
    }
    return jitscope::runWindow(argc, argv);
}
