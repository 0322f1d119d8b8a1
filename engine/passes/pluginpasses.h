// SPDX-License-Identifier: Apache-2.0
// Taking back the passes of a plugin that is switched off; registerPass() (pass.h) adds them.
#pragma once

#include <string_view>

namespace jitscope {

/** Takes a plugin's pass out of every later pipeline; built-in ones stay. */
void unregisterPass(std::string_view name);

} // namespace jitscope
