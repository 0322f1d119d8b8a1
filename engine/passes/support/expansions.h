// SPDX-License-Identifier: Apache-2.0
// How composite operators are written as basic ones: the formulas behind graph_kernel_expander.
#pragma once

#include "engine/passes/support/rewriter.h"

#include <span>

namespace jitscope::inline passes {

/** Writes the basic calls for one composite call; null as soon as one of them cannot be built. */
class Formula {
public:
    Formula(const NodePtr &composite, Rewriter &rewriter)
        : m_replaced({composite})
        , m_rewriter(rewriter) {}

    NodePtr operator()(std::string_view op, const NodePtr &x) const { return call(op, {x}); }
    NodePtr operator()(std::string_view op, const NodePtr &x, const NodePtr &y) const { return call(op, {x, y}); }
    NodePtr operator()(std::string_view op, const NodePtr &x, const NodePtr &y, const NodePtr &z) const {
        return call(op, {x, y, z});
    }
    NodePtr number(double value) const { return m_rewriter.constant(value, m_replaced); }

    /** A tensor of that shape with the number in every element. */
    NodePtr broadcast(double number, const Dims &shape) const;

    /** A reduction of `axes` that keeps them with size 1. */
    NodePtr reduce(std::string_view op, const NodePtr &x, const Dims &axes) const;
    NodePtr mean(const NodePtr &x, const Dims &axes) const;
    NodePtr reshape(const NodePtr &x, const Dims &shape) const;
    /** A tensor of one element for each channel, laid along axis 1 of a tensor of that rank. */
    NodePtr overChannels(const NodePtr &x, int rank) const;
    NodePtr tuple(std::vector<NodePtr> items) const;

private:
    NodePtr call(std::string_view op, std::vector<NodePtr> inputs) const;

    std::vector<NodePtr> m_replaced;
    Rewriter &m_rewriter;
};

/** When a composite operator is expanded. */
enum class ExpandWhen : uint8_t {
    Always,
    NextToKernel, ///< it has a fast kernel of its own: only where a neighbour then joins the fused one
};

/** One composite operator. */
struct Expansion {
    std::string_view op;
    /** The basic calls that give the same; a MakeTuple for several results, null where the formula does not apply. */
    NodePtr (*expand)(const Node &node, const Formula &formula);
    std::string_view rule;
    ExpandWhen when = ExpandWhen::Always;
    int tensorsReadAgain = 0; ///< full inputs that its parts read more often than the operator itself
};

std::span<const Expansion> activationExpansions();
std::span<const Expansion> activationGradientExpansions();
std::span<const Expansion> normalisationExpansions();
std::span<const Expansion> lossExpansions();

/** The record for an operator, or null. */
const Expansion *findExpansion(std::string_view op);

/** The axes from `first` on, or all without it, of a tensor of that rank. */
Dims axesFrom(int first, int rank);
/** All axes but the one of the channels. */
Dims axesWithoutChannels(int rank);

} // namespace jitscope::inline passes
