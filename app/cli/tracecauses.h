// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope trace --idle` and `--advice`, `--nodes`: why a device was idle, what could be done, and
// which kernels are which nodes.
#pragma once

#include "app/cli/arguments.h"
#include "engine/session/sessionfwd.h"

namespace jitscope {
inline namespace cli {

/** --idle, --advice, --nodes and what they take. */
std::vector<OptionDef> causeOptions();
/** What is wrong with --rank for this source, with the ranks that there are; empty where nothing is. */
std::string rankFault(const Session &session, const Arguments &arguments);
int showIdle(const Session &session, const Arguments &arguments);
/** Which node of an open graph each kernel is, and which have none and why. */
int showNodes(const Session &session, const Arguments &arguments);
int showAdvice(const Session &session, const Arguments &arguments);

} // namespace cli
} // namespace jitscope
