// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: decides whether a subcommand or the window is wanted.
#pragma once

#include <optional>

namespace jitscope {
inline namespace cli {

/** Runs the subcommand that the command line names and gives its exit code; nothing when the window is wanted. */
std::optional<int> runCommandLine(int argc, char **argv);

} // namespace cli
} // namespace jitscope
