// SPDX-License-Identifier: Apache-2.0
// What lies between a compile and the first run of its graph: writing its recording, guards, the entry for later calls.
// With it the parts of a first call add up to the call.
#pragma once

#include "engine/session/sessionfwd.h"

#include <cstdint>
#include <map>

namespace jitscope::inline analysis {

/** By compilation: from the end of its last stage to the begin of the first call of its graph. Not there where that was
    not called yet, where its first call ran while it was captured, and where anything else recorded began in between:
    then the program did something of its own. */
std::map<int, int64_t> preparationTimes(const Session &session);

} // namespace jitscope::inline analysis
