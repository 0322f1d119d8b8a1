// SPDX-License-Identifier: Apache-2.0
// Compilations on the time axis: stages, cycles and passes; the lines that were captured and the types that were
// inferred; LLVM's own passes.
#pragma once

#include "engine/session/sessionfwd.h"

namespace jitscope::inline session {

/** Adds the lanes of what a part of a recording holds of compilations and of notes of them: the two need not come
    together. */
void addCompileLanes(Session &part);

constexpr int compileOrder = 10, hostOrder = 20; ///< of lanes; the device's stand behind these

} // namespace jitscope::inline session
