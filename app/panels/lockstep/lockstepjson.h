// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a lock step back from the recording's info, where engine/run/lockstep.h wrote it as JSON.
#pragma once

#include "engine/run/lockstep.h"

namespace jitscope {
inline namespace locksteppanel {

/** An error for text that is none: it may come from a file. */
Result<LockstepRun> lockstepFromJson(const std::string &text);

} // namespace locksteppanel
} // namespace jitscope
