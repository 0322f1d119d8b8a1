// SPDX-License-Identifier: Apache-2.0
// Drops casts that change nothing and merges two where the first one loses nothing.
//
// Rules
//   Cast(x, its own dtype)                              ->  x
//   Cast(Cast(x, t), u), t holds every value of x's     ->  Cast(x, u), or x where u is x's dtype
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <array>

namespace jitscope::inline passes {

namespace {

struct Widening {
    DType from, to;
};

/** Every value of `from` is one of `to`; longer ways are put together from these. */
constexpr Widening widenings[] = {
    {DType::UInt8, DType::UInt16},    {DType::UInt8, DType::Int16},      {DType::UInt8, DType::Float16},
    {DType::UInt16, DType::UInt32},   {DType::UInt16, DType::Int32},     {DType::UInt16, DType::Float32},
    {DType::UInt32, DType::UInt64},   {DType::UInt32, DType::Int64},     {DType::UInt32, DType::Float64},
    {DType::Int8, DType::Int16},      {DType::Int8, DType::Float16},     {DType::Int16, DType::Int32},
    {DType::Int16, DType::Float32},   {DType::Int32, DType::Int64},      {DType::Int32, DType::Float64},
    {DType::Float16, DType::Float32}, {DType::BFloat16, DType::Float32}, {DType::Float32, DType::Float64},
};

bool holdsEveryValue(DType from, DType to) {
    if (from == to) return true;
    return std::ranges::any_of(widenings,
                               [&](const Widening &step) { return step.from == from && holdsEveryValue(step.to, to); });
}

/** A float that no integer of the last dtype can be is cut off differently on the way from another float type. */
bool dependsOnTheWay(DType from, DType last) {
    return info(from).floating && !info(last).floating && !isComplex(last) && last != DType::Bool;
}

NodePtr mergedWithInner(const NodePtr &node, Rewriter &rewriter) {
    const NodePtr &inner = node->inputs[0];
    if (!inner->isCallOf(op::Cast) || !inner->inputs[0]->abstract->isTensor()) return nullptr;
    const NodePtr &x = inner->inputs[0];
    const DType from = x->abstract->dtype, over = inner->abstract->dtype, last = node->abstract->dtype;
    if (!holdsEveryValue(from, over) || dependsOnTheWay(from, last)) {
        rewriter.refuse("Cast of Cast -> one Cast", {inner, node},
                        failedFor(PredicateKind::CastKeeps, *inner, std::string(info(over).python),
                                  std::string(info(from).python)));
        return nullptr;
    }
    const std::vector<NodePtr> replaced = {inner, node};
    if (from == last) return rewriter.replace("Cast there and back -> x", replaced, x);
    const NodePtr merged = rewriter.call("Cast", {x, node->inputs[1]}, replaced);
    return merged ? rewriter.replace("Cast of Cast -> one Cast", replaced, merged) : nullptr;
}

NodePtr castSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::Cast) || node->inputs.size() != 2 || !node->abstract->isTensor()) return nullptr;
    if (sameType(node->inputs[0]->abstract, node->abstract))
        return rewriter.replace("Cast to the same dtype -> x", {node}, node->inputs[0]);
    return mergedWithInner(node, rewriter);
}

} // namespace

Module eliminateCast(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, castSimplifiedOnce);
}

} // namespace jitscope::inline passes
