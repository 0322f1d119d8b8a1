// SPDX-License-Identifier: GPL-3.0-or-later
// The program: a subcommand without a window, or the window.
#include "app/cli/cli.h"
#include "app/shell/application.h"

int main(int argc, char **argv) {
    if (const auto code = jitscope::runCommandLine(argc, argv)) return *code;
    return jitscope::runWindow(argc, argv);
}
