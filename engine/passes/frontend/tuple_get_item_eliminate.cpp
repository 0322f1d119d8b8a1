// SPDX-License-Identifier: Apache-2.0
// Takes the element itself where a tuple is built and then taken apart.
//
// Rules
//   TupleGetItem(MakeTuple(a, b, ...), 1)  ->  b
//   TupleGetItem((1, 2, ...), 1)           ->  2
#include "engine/passes/passes.h"

#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

/** The place that `node` takes out of a tuple of `count` items, or nothing if that is not known. */
std::optional<size_t> placeOf(const Node &node, size_t count) {
    if (node.inputs.size() != 2) return {};
    const int64_t *index = node.inputs[1]->value->asInt();
    if (!index) return {};
    const int64_t place = *index < 0 ? *index + int64_t(count) : *index;
    if (place < 0 || place >= int64_t(count)) return {};
    return size_t(place);
}

NodePtr element(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::TupleGetItem) || node->inputs.empty()) return node;
    const NodePtr &tuple = node->inputs[0];
    if (tuple->isCallOf(op::MakeTuple)) {
        const auto place = placeOf(*node, tuple->inputs.size());
        if (place) return rewriter.log("TupleGetItem(MakeTuple(...), i) -> item i", {node}, tuple->inputs[*place]);
    }
    if (const Sequence *items = tuple->value->asSequence(); items && tuple->isConstant()) {
        const auto place = placeOf(*node, items->items.size());
        if (place)
            return rewriter.log("TupleGetItem(constant, i) -> item i", {node},
                                rewriter.constant(items->items[*place], {node}));
    }
    return node;
}

} // namespace

Module eliminateTupleGetItem(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return rewriteGraphs(module, [&](const NodePtr &node) { return element(node, rewriter); });
}

} // namespace jitscope::inline passes
