// SPDX-License-Identifier: Apache-2.0
// Passes that plugins bring.
#pragma once

#include "engine/extension/plugin.h"
#include "engine/passes/pass.h"

namespace jitscope::inline passes {

/** For the manifest of a plugin. Wherever the pass is shown, its summary says which plugin it is of; it is taken back
   when the plugin is switched off. */
Extension passExtension(PassDef pass);

} // namespace jitscope::inline passes
