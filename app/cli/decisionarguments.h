// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say how a variant is compiled, for all commands that make one.
#pragma once

#include "app/cli/arguments.h"
#include "engine/variants/variant.h"

namespace jitscope {
inline namespace cli {

/** Those of `engine/variants/decisionoptions.h`, and --compile-at. */
std::vector<OptionDef> decisionOptionDefs();

/** Whether any of them is given. */
bool namesVariant(const Arguments &arguments);

/** What the arguments say of `compilation`. */
Result<VariantSpec> decidedSpec(const Compilation &compilation, const Arguments &arguments);

} // namespace cli
} // namespace jitscope
