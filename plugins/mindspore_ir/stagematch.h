// SPDX-License-Identifier: Apache-2.0
// Finds the nodes of one dumped stage in the next, so that what a foreign pass did can be shown.
#pragma once

#include "engine/ir/graph.h"

namespace jitscope {
inline namespace mindspore_ir {

/**
 * `after` with the ids that its nodes had in `before`; nodes that are new get ids from `ids`.
 *
 * Dumps hold no identity that lasts: %N, CNode numbers and op numbers are given anew, some of them in the middle of the
 * pipeline. A node is known again by what it is (operator, scope, source lines) and by what it is fed with.
 */
Module withIdsOf(const Module &before, const Module &after, IdSource &ids);

/** A graph's name without the numbers that stages put around it: "23_1_f_125" is f. */
std::string plainGraphName(std::string_view name);

} // namespace mindspore_ir
} // namespace jitscope
