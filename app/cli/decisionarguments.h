// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say how a variant is compiled, for all commands that make one.
#pragma once

#include "app/cli/arguments.h"
#include "engine/variants/decisionoptions.h"

namespace jitscope {
inline namespace cli {

/** Those of `engine/variants/decisionoptions.h`, and --compile-at. */
std::vector<OptionDef> decisionOptionDefs();

/** Whether any of them is given. */
bool namesVariant(const Arguments &arguments);

/** What the arguments say of `compilation`, and how it was understood. */
Result<ReadSpec> readDecisions(const Compilation &compilation, const Arguments &arguments);
/** The same without words about it. */
Result<VariantSpec> decidedSpec(const Compilation &compilation, const Arguments &arguments);

} // namespace cli
} // namespace jitscope
