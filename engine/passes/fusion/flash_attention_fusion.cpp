// SPDX-License-Identifier: Apache-2.0
// Attention as one call that holds no tensor of all weights.
//
// Rule
//   BatchMatMul(Softmax(BatchMatMul(q, k^T) * number + mask), v)  ->  PromptFlashAttention(q, k, v, mask, number)
// Number and mask may be missing, the number may divide, and k^T may be a Transpose or the product's flag. Instead of
// the mask that is added there may be a MaskedFill or Select that hides keys by minus infinity. Keys and values that
// were repeated for groups of heads by BroadcastTo and Reshape are taken as they were before. In training the gradient
// reads the weights, so they have to be stored: refused, as are other types than float32.
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/fusion.h"

#include <algorithm>
#include <limits>

namespace jitscope::inline passes {

namespace {

constexpr std::string_view attentionRule = "BatchMatMul + Softmax + BatchMatMul -> PromptFlashAttention";

struct Attention {
    NodePtr scores, scaled, masked, weights; ///< the second and third may be null
    NodePtr mask;
    NodePtr hidden;  ///< where keys do not count
    double fill = 0; ///< the score that they get instead
    double scale = 1;
};

bool flag(const Node &product, size_t index) {
    const bool *isSet = product.inputs[index]->value->asBool();
    return isSet && *isSet;
}

bool isProduct(const Node &node) {
    return node.isCallOf(op::BatchMatMul) && node.inputs.size() == 4;
}

/** A product times or by a number. */
bool takeScale(const NodePtr &node, Attention &attention) {
    const bool divides = node->isCallOf(op::Div);
    if (!divides && !node->isCallOf(op::Mul)) return false;
    for (const size_t side : {size_t(0), size_t(1)}) {
        const std::optional<double> number = uniformNumber(*node->inputs[1 - side]);
        if (!number || !isProduct(*node->inputs[side]) || (divides && side == 1)) continue;
        attention.scaled = node;
        attention.scores = node->inputs[side];
        attention.scale = divides ? 1 / *number : *number;
        return true;
    }
    return false;
}

/** Scores with or without a number. */
bool takeScores(const NodePtr &node, Attention &attention) {
    if (!isProduct(*node)) return takeScale(node, attention);
    attention.scores = node;
    return true;
}

/** Scores with another number where a condition holds. */
bool takeFilled(const NodePtr &node, Attention &attention) {
    const bool selects = node->isCallOf(op::Select);
    if ((!selects && !node->isCallOf(op::MaskedFill)) || node->inputs.size() != 3) return false;
    const std::optional<double> fill = uniformNumber(*node->inputs[selects ? 1 : 2]);
    if (!fill || !takeScores(node->inputs[selects ? 2 : 0], attention)) return false;
    attention.masked = node;
    attention.hidden = node->inputs[selects ? 0 : 1];
    attention.fill = *fill;
    return true;
}

bool takeMasked(const NodePtr &node, Attention &attention) {
    if (takeScores(node, attention) || takeFilled(node, attention)) return true;
    if (!node->isCallOf(op::Add)) return false;
    for (const size_t side : {size_t(0), size_t(1)})
        if (takeScores(node->inputs[side], attention)) {
            attention.masked = node;
            attention.mask = node->inputs[1 - side];
            return true;
        }
    return false;
}

/** What ends in the product of weights and values. */
std::optional<Attention> attentionAt(const Node &last) {
    if (!isProduct(last) || !last.inputs[0]->isCallOf(op::Softmax) || flag(last, 2)) return std::nullopt;
    Attention attention;
    attention.weights = last.inputs[0];
    const std::optional<Dims> axis = constantDims(*attention.weights->inputs[1]);
    const int rank = attention.weights->abstract->shape.rank();
    if (!axis || axis->rank() != 1 || ((*axis)[0] + rank) % rank != rank - 1) return std::nullopt;
    if (!takeMasked(attention.weights->inputs[0], attention)) return std::nullopt;
    return attention;
}

std::optional<Predicate> whyNot(const Attention &attention, const Node &last, const NodeUsers &users) {
    const std::vector<NodePtr> &readers = users.of(*attention.weights);
    const auto isGradient = [](const NodePtr &user) { return user && user->isCallOf(op::SoftmaxBackward); };
    if (const auto gradients = std::ranges::count_if(readers, isGradient))
        return failedFor(PredicateKind::GradientReads, *attention.weights, gradients, 0);
    if (last.abstract->dtype != DType::Float32) return givesOtherType(last);
    if (attention.hidden && attention.fill != -std::numeric_limits<double>::infinity())
        return failedFor(PredicateKind::MaskFill, *attention.masked, format("%g", attention.fill), "-inf");
    const int rank = last.abstract->shape.rank();
    if (rank != 3 && rank != 4) return failedFor(PredicateKind::Rank, last, rank, "3 or 4");
    return {};
}

/** The operands of the attention, made while rewriting. */
class Operands {
public:
    Operands(const std::vector<NodePtr> &replaced, Rewriter &rewriter)
        : m_replaced(replaced)
        , m_rewriter(rewriter) {}

    /** With the last two axes swapped: a view. */
    NodePtr turned(const NodePtr &node) const {
        if (swapsLastAxes(*node)) return node->inputs[0];
        Dims axes;
        const int rank = node->abstract->shape.rank();
        for (int i = 0; i < rank; ++i)
            axes.push(i < rank - 2 ? i : 2 * rank - 3 - i);
        return m_rewriter.call("Transpose", {node, m_rewriter.constant(Value::ints(axes), m_replaced)}, m_replaced);
    }

    /** What is added to the scores, or None. */
    NodePtr mask(const Attention &attention) const {
        if (attention.mask) return attention.mask;
        if (!attention.hidden) return m_rewriter.constant(Value(), m_replaced);
        const auto number = [&](double value) {
            return m_rewriter.constant(Tensor::scalar(value, DType::Float32), m_replaced);
        };
        return m_rewriter.call("Select", {attention.hidden, number(attention.fill), number(0)}, m_replaced);
    }

    /** Reshape(BroadcastTo(x (b, heads, 1, n, d))) to (b, heads * times, n, d)  ->  x as (b, heads, n, d): a view. */
    NodePtr ungrouped(const NodePtr &node) const {
        if (!node || !node->isCallOf(op::Reshape) || !node->inputs[0]->isCallOf(op::BroadcastTo)) return node;
        const NodePtr &own = node->inputs[0]->inputs[0];
        const Dims &before = own->abstract->shape, &after = node->abstract->shape;
        const Dims &broadcast = node->inputs[0]->abstract->shape;
        if (before.rank() != 5 || after.rank() != 4 || broadcast.rank() != 5 || before[2] != 1) return node;
        const Dims heads = {before[0], before[1], before[3], before[4]};
        const bool isGrouped = broadcast[0] == heads[0] && broadcast[1] == heads[1] && broadcast[3] == heads[2] &&
                               broadcast[4] == heads[3] &&
                               after == Dims{heads[0], heads[1] * broadcast[2], heads[2], heads[3]};
        if (!isGrouped) return node;
        return m_rewriter.call("Reshape", {own, m_rewriter.constant(Value::ints(heads), m_replaced)}, m_replaced);
    }

private:
    const std::vector<NodePtr> &m_replaced;
    Rewriter &m_rewriter;
};

NodePtr build(const Attention &attention, const std::vector<NodePtr> &replaced, Rewriter &rewriter) {
    const Node &scores = *attention.scores, &last = *replaced.back();
    const Operands operands(replaced, rewriter);
    const NodePtr query = flag(scores, 2) ? operands.turned(scores.inputs[0]) : scores.inputs[0];
    const NodePtr key = operands.ungrouped(flag(scores, 3) ? scores.inputs[1] : operands.turned(scores.inputs[1]));
    const NodePtr value = operands.ungrouped(flag(last, 3) ? operands.turned(last.inputs[1]) : last.inputs[1]);
    const NodePtr mask = operands.mask(attention);
    if (!query || !key || !value || !mask) return nullptr;
    return rewriter.call("PromptFlashAttention",
                         {query, key, value, mask, rewriter.constant(attention.scale, replaced)}, replaced);
}

/** The shapes as the operator judges them, asked with nodes that are thrown away. */
std::optional<Predicate> whyNotByShapes(const Attention &attention, const std::vector<NodePtr> &nodes) {
    IdSource ids;
    PassContext aside{ids, JitLevel::O0, {}, {}};
    Rewriter rewriter(aside);
    const NodePtr call = build(attention, nodes, rewriter);
    if (call && sameType(call->abstract, nodes.back()->abstract)) return {};
    const Node &scores = *attention.scores;
    return failedTogether(PredicateKind::AttentionShapes,
                          format("query %s, key %s, value %s, mask %s", brief(scores.inputs[0]->abstract).c_str(),
                                 brief(scores.inputs[1]->abstract).c_str(),
                                 brief(nodes.back()->inputs[1]->abstract).c_str(),
                                 attention.mask ? brief(attention.mask->abstract).c_str() : "none"),
                          "those of one attention");
}

std::optional<Fusion> find(const NodePtr &last, const NodeUsers &users) {
    const std::optional<Attention> attention = attentionAt(*last);
    if (!attention) return std::nullopt;
    Fusion fusion;
    fusion.rule = attentionRule;
    for (const NodePtr &node : {attention->scores, attention->scaled, attention->masked, attention->weights, last})
        if (node) fusion.nodes.push_back(node);
    fusion.failed = whyNot(*attention, *last, users);
    if (!fusion.failed) fusion.failed = whyNotByShapes(*attention, fusion.nodes);
    fusion.build = [attention = *attention, nodes = fusion.nodes](Rewriter &rewriter) {
        return build(attention, nodes, rewriter);
    };
    return fusion;
}

} // namespace

Module fuseAttention(const Module &module, PassContext &context) {
    return fuseChains(module, context, find);
}

} // namespace jitscope::inline passes
