// SPDX-License-Identifier: Apache-2.0
// Nodes that the language above the engine computes (PyExecute): the graph holds an opaque function, the host calls it.
#pragma once

#include "engine/ops/opname.h"
#include "engine/tensor/value.h"

#include <span>
#include <string_view>

namespace jitscope::inline run {

/** The primitive of such nodes. Inputs: the text of the source, the function, its arguments, maybe a token. */
inline const OpName hostPrimitive = op::PyExecute;

/** Calls what `function` holds. Throws whatever the host throws. */
using HostCall = Value (*)(const Opaque &function, std::span<const Value *const> arguments);

/** Who calls from now on; null for nobody. */
void registerHostCall(HostCall call);

/** Runs a host node on its inputs. Throws std::invalid_argument for one that came from a file or has no host. */
Value callHost(std::span<const Value *const> inputs);

} // namespace jitscope::inline run
