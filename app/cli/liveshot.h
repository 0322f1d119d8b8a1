// SPDX-License-Identifier: GPL-3.0-or-later
// A window with a running program, brought to a state by breakpoints and commands, for pictures of it.
#pragma once

#include "app/cli/arguments.h"
#include "engine/base/result.h"

#include <functional>
#include <memory>

namespace jitscope {
inline namespace shell {
class MainWindow;
}
inline namespace stepping {
struct Breakpoint;
}
} // namespace jitscope

namespace jitscope {
inline namespace cli {

/** The breakpoint that a word stands for: "27" a line of `script`, "#118" an operator's number, "MatMul" an operator,
    anything else a condition. */
Breakpoint breakpointFrom(const std::string &word, const std::string &script);

/** Whether the options ask for a program that runs in the window (--break, --do). */
bool wantsLiveWindow(const Arguments &arguments);
/** The window after the script was run up to the first of --break (to its end without any) and the commands of --do
   were carried out in order. `settle` lets events be handled until what it is given says yes. */
Result<std::unique_ptr<MainWindow>> liveWindow(const Arguments &arguments,
                                               const std::function<void(const std::function<bool()> &)> &settle);

} // namespace cli
} // namespace jitscope
