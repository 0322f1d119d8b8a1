// SPDX-License-Identifier: Apache-2.0
// Drops Tile that repeats nothing and merges two in a row.
//
// Rules
//   Tile(x, (1, 1, ...)) to the shape that x has  ->  x
//   Tile(Tile(x, a), b)                           ->  Tile(x, a * b)
#include "engine/passes/passes.h"

#include "engine/passes/support/constants.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

/** a * b axis by axis, counted from the back; nothing where a size leaves the range. */
std::optional<Dims> product(const Dims &a, const Dims &b) {
    Dims result;
    const int rank = std::max(a.rank(), b.rank());
    for (int i = 0; i < rank; ++i) {
        const int left = i - (rank - a.rank()), right = i - (rank - b.rank());
        int64_t size = 0;
        if (__builtin_mul_overflow(left < 0 ? 1 : a[left], right < 0 ? 1 : b[right], &size)) return {};
        result.push(size);
    }
    return result;
}

NodePtr tileSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::Tile) || node->inputs.size() != 2) return nullptr;
    const auto outer = constantDims(*node->inputs[1]);
    if (!outer) return nullptr;
    const NodePtr &inner = node->inputs[0];
    if (std::ranges::all_of(*outer, [](int64_t times) { return times == 1; }) &&
        sameType(inner->abstract, node->abstract))
        return rewriter.replace("Tile once along every axis -> x", {node}, inner);
    const auto first = inner->isCallOf(op::Tile) ? constantDims(*inner->inputs[1]) : std::nullopt;
    const auto both = first ? product(*first, *outer) : std::nullopt;
    if (!both) return nullptr;
    const std::vector<NodePtr> replaced = {inner, node};
    const NodePtr merged =
        rewriter.call("Tile", {inner->inputs[0], rewriter.constant(Value::ints(*both), replaced)}, replaced);
    if (!merged || !sameType(merged->abstract, node->abstract)) return nullptr;
    return rewriter.replace("Tile of Tile -> one Tile", replaced, merged);
}

} // namespace

Module eliminateTile(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, tileSimplifiedOnce);
}

} // namespace jitscope::inline passes
