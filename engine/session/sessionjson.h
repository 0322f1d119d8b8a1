// SPDX-License-Identifier: Apache-2.0
// A session as JSON for other programs: graphs with their nodes and edges, passes, operators, problems.
#pragma once

#include "engine/session/sessionfwd.h"

#include <string>

namespace jitscope::inline session {

/** Deterministic: the same session gives the same text. Tensor values are left out. */
std::string sessionAsJson(const Session &session);

} // namespace jitscope::inline session
