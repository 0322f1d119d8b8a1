// SPDX-License-Identifier: GPL-3.0-or-later
// Two stages of a session compared in the terminal.
#pragma once

#include "app/cli/arguments.h"
#include "engine/session/sessionfwd.h"

namespace jitscope {
inline namespace cli {

/** The stages that --graph, --from, --to, --against and the options of a variant name. */
int showStageDiff(const Session &session, const Arguments &arguments);

} // namespace cli
} // namespace jitscope
