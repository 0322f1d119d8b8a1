// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say what a variant decides otherwise: the same in every subcommand that makes one.
#pragma once

#include "app/cli/arguments.h"
#include "engine/base/result.h"
#include "engine/session/compilation.h"
#include "engine/variants/variantspec.h"

#include <vector>

namespace jitscope {
inline namespace cli {

std::vector<OptionDef> variantOptions();

/** What the options say about `compilation`. */
Result<VariantSpec> variantNamed(const Compilation &compilation, const Arguments &arguments);

/** Whether any of them is given. */
bool namesVariant(const Arguments &arguments);

} // namespace cli
} // namespace jitscope
