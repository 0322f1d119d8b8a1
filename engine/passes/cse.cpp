// SPDX-License-Identifier: Apache-2.0
// Computes once what is computed several times from the same inputs (common subexpression elimination).
//
// Rules
//   two pure calls of the same operator with the same inputs, attributes and type  ->  the first of them
// Constants count as the same input when they are equal bit by bit. One sweep in topological order finds everything:
// when a call is looked up, its inputs have been merged already.
#include "engine/passes/passes.h"

#include "engine/passes/rewriter.h"

#include <bit>
#include <unordered_set>

namespace jitscope {

namespace {

size_t mixed(size_t seed, size_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

/** Equal in every bit: 0.0 and -0.0 are two values (1 / x tells them apart), a NaN equals itself. */
bool identicalValues(const Value &a, const Value &b) {
    if (a.data.index() != b.data.index()) return false;
    if (const double *number = a.asDouble())
        return std::bit_cast<uint64_t>(*number) == std::bit_cast<uint64_t>(*b.asDouble());
    if (const Tensor *tensor = a.asTensor())
        return tensor->sameView(*b.asTensor()) || identical(*tensor, *b.asTensor());
    const Sequence *left = a.asSequence(), *right = b.asSequence();
    if (!left) return a == b;
    if (left->kind != right->kind || left->items.size() != right->items.size()) return false;
    for (size_t i = 0; i < left->items.size(); ++i)
        if (!identicalValues(left->items[i], right->items[i])) return false;
    return true;
}

/** Cheap and coarse: tensors by shape alone, for the few that a graph holds. */
size_t hashOf(const Value &value) {
    const size_t kind = value.data.index();
    if (const int64_t *number = value.asInt()) return mixed(kind, std::hash<int64_t>{}(*number));
    if (const double *number = value.asDouble()) return mixed(kind, std::hash<double>{}(*number));
    if (const std::string *text = value.asString()) return mixed(kind, std::hash<std::string>{}(*text));
    if (const Tensor *tensor = value.asTensor()) return mixed(kind, size_t(tensor->count()));
    size_t hash = kind;
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            hash = mixed(hash, hashOf(item));
    return hash;
}

bool sameInput(const NodePtr &a, const NodePtr &b) {
    if (a == b) return true;
    return a->isConstant() && b->isConstant() && identicalValues(a->value, b->value);
}

bool sameAttributes(const Attributes &a, const Attributes &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &left, const auto &right) {
        return left.first == right.first && identicalValues(left.second, right.second);
    });
}

struct HashCall {
    size_t operator()(const NodePtr &node) const {
        size_t hash = std::hash<std::string>{}(node->op);
        for (const NodePtr &input : node->inputs)
            hash = mixed(hash, input->isConstant() ? hashOf(input->value) : std::hash<NodePtr>{}(input));
        return hash;
    }
};

struct SameCall {
    bool operator()(const NodePtr &a, const NodePtr &b) const {
        return a->op == b->op &&
               std::equal(a->inputs.begin(), a->inputs.end(), b->inputs.begin(), b->inputs.end(), sameInput) &&
               sameAttributes(a->attrs, b->attrs) && sameAttributes(a->primitiveAttrs, b->primitiveAttrs) &&
               sameType(a->abstract, b->abstract);
    }
};

GraphPtr merged(const GraphPtr &graph, Rewriter &rewriter) {
    std::unordered_set<NodePtr, HashCall, SameCall> known;
    return rewrite(graph, [&](const NodePtr &node) {
        if (!isPure(*node)) return node;
        const auto [first, isNew] = known.insert(node);
        return isNew ? node : rewriter.log("computed before -> that result", {node}, *first);
    });
}

} // namespace

Module eliminateCommonSubexpressions(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) { return merged(graph, rewriter); });
}

} // namespace jitscope
