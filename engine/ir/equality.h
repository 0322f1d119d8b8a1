// SPDX-License-Identifier: Apache-2.0
// Whether two modules say the same, whatever their node ids: the test of printing and reading back.
#pragma once

#include "engine/ir/graph.h"

#include <string>

namespace jitscope::inline ir {

/**
 * The first difference in words, or "" for equal modules: graphs by name, parameters, operators, inputs, constants,
 * types, attributes, scopes, source lines and outputs. Ids and the counters in node names may differ. Constants that a
 * dump elides ("[...]") are equal when their dtype and shape are.
 */
std::string structuralDifference(const Module &a, const Module &b);

} // namespace jitscope::inline ir
