// SPDX-License-Identifier: Apache-2.0
// Failures of a run that say at which node they happened.
#pragma once

#include "engine/ir/graph.h"

#include <stdexcept>

namespace jitscope::inline run {

/** A failure that already says where it happened. */
struct Placed {};

/** Throws the failure of the node again, with its place and of the kind that it was, as Placed. */
[[noreturn]] void failAt(const Node &node, const std::invalid_argument &error);

} // namespace jitscope::inline run
