// SPDX-License-Identifier: GPL-3.0-or-later
// A session as one HTML page that needs nothing else: for mail, tickets and archives.
#pragma once

#include "engine/session/sessionfwd.h"

#include <string>

namespace jitscope {
inline namespace cli {

/** Tables of graphs, passes, compile stages, operators and problems; no scripts. Deterministic. */
std::string htmlReport(const Session &session);

} // namespace cli
} // namespace jitscope
