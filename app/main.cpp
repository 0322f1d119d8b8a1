// SPDX-License-Identifier: GPL-3.0-or-later
// The program: a subcommand without a window, or the window.
#include "app/cli/cli.h"
#include "app/shell/application.h"
#include "engine/python/host.h"

#include <cstdio>
#include <unistd.h>

int main(int argc, char **argv) {
    if (const auto code = jitscope::runCommandLine(argc, argv)) {
        if (!jitscope::python::hasThreadsLeft()) return *code;
        std::fflush(nullptr);
        ::_exit(*code); // else what is static would be destroyed under the threads
    }
    return jitscope::runWindow(argc, argv);
}
