// SPDX-License-Identifier: Apache-2.0
// Recognises layer and root-mean-square normalisations that the user wrote out.
//
// Rules, with d = x - ReduceMean(x) over the last axes, v = ReduceMean(d * d) and m = ReduceMean(x * x)
//   d / sqrt(v + number) [* gamma + beta]  ->  LayerNorm(x, gamma, beta)
//   x / sqrt(m + number) * gamma           ->  RmsNorm(x, gamma)
// Instead of the division by the root there may be a product with Rsqrt, instead of the squares Square or Pow, instead
// of v the variance of x. Missing parameters are ones and zeros.
#include "engine/passes/passes.h"

#include "engine/passes/support/constants.h"
#include "engine/passes/support/fusion.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline passes {

namespace {

/** What the chain is made of so far. */
struct Norm {
    std::vector<NodePtr> nodes; ///< from the last to the first
    NodePtr x, gamma, beta;
    Dims axes;
    double epsilon = 0;
    bool isCentred = false;
};

/** The factor by which x or d is normalised, 1 / sqrt(moment + number): the moment. */
NodePtr takeRoot(const NodePtr &node, OpName root, Norm &norm) {
    const bool isPower = root == op::Sqrt && node->isCallOf(op::Pow) && isNumber(*node->inputs[1], 0.5);
    if (!node->isCallOf(root) && !isPower) return nullptr;
    const NodePtr &sum = node->inputs[0];
    if (!sum->isCallOf(op::Add)) return nullptr;
    for (const size_t side : {size_t(0), size_t(1)}) {
        const std::optional<double> number = uniformNumber(*sum->inputs[side]);
        if (!number || !(*number >= 0) || !sum->inputs[1 - side]->isCall()) continue;
        norm.epsilon = *number;
        norm.nodes.insert(norm.nodes.end(), {node, sum});
        return sum->inputs[1 - side];
    }
    return nullptr;
}

/** A mean over axes that stay as 1: what is averaged. */
NodePtr takeMean(const NodePtr &node, Norm &norm) {
    if (!node->isCallOf(op::ReduceMean) || node->inputs.size() < 3 || !constantBool(*node->inputs[2]).value_or(false))
        return nullptr;
    const std::optional<Dims> axes = constantDims(*node->inputs[1]);
    const int rank = node->abstract->shape.rank();
    if (!axes || axes->empty()) return nullptr;
    std::vector<int64_t> sorted;
    for (const int64_t axis : axes->span())
        sorted.push_back((axis + rank) % rank);
    std::ranges::sort(sorted);
    const Dims own{std::span<const int64_t>(sorted)};
    if (!norm.axes.empty() && own != norm.axes) return nullptr;
    norm.axes = own;
    norm.nodes.push_back(node);
    return node->inputs[0];
}

/** A square: of what. */
NodePtr takeSquare(const NodePtr &node, Norm &norm) {
    const bool isProduct = node->isCallOf(op::Mul) && node->inputs[0]->id == node->inputs[1]->id;
    const bool isPower = node->isCallOf(op::Pow) && isNumber(*node->inputs[1], 2);
    if (!isProduct && !isPower && !node->isCallOf(op::Square)) return nullptr;
    norm.nodes.push_back(node);
    return node->inputs[0];
}

/** d = x - mean(x): x. */
NodePtr takeCentred(const NodePtr &node, Norm &norm) {
    if (!node->isCallOf(op::Sub)) return nullptr;
    const size_t before = norm.nodes.size();
    norm.nodes.push_back(node);
    const NodePtr averaged = takeMean(node->inputs[1], norm);
    if (averaged && averaged->id == node->inputs[0]->id) return averaged;
    norm.nodes.resize(before);
    return nullptr;
}

/** The variance of x by the operator of that name, of all elements. */
NodePtr takeVariance(const NodePtr &node, Norm &norm) {
    if (!node->isCallOf(op::Var) || node->inputs.size() != 4) return nullptr;
    if (!isNumber(*node->inputs[2], 0) || !constantBool(*node->inputs[3]).value_or(false)) return nullptr;
    const std::optional<Dims> axes = constantDims(*node->inputs[1]);
    const int rank = node->abstract->shape.rank();
    if (!axes || axes->rank() != 1) return nullptr;
    norm.axes = {((*axes)[0] + rank) % rank};
    norm.nodes.push_back(node);
    return node->inputs[0];
}

/** `top` times the factor of its own moment: x, with what it takes in `norm`. */
bool takeMoments(const NodePtr &top, const NodePtr &moment, Norm &norm) {
    if (const NodePtr averaged = takeVariance(moment, norm)) {
        norm.isCentred = true;
        norm.x = takeCentred(top, norm);
        return norm.x && norm.x->id == averaged->id;
    }
    const NodePtr squares = takeMean(moment, norm);
    const NodePtr squared = squares ? takeSquare(squares, norm) : nullptr;
    if (!squared || squared->id != top->id) return false;
    norm.x = takeCentred(top, norm);
    norm.isCentred = norm.x != nullptr;
    if (!norm.isCentred) norm.x = top;
    return true;
}

/** x or d, divided by the root of its moment. */
std::optional<Norm> normAt(const NodePtr &node) {
    const bool divides = node->isCallOf(op::Div);
    if (!divides && !node->isCallOf(op::Mul)) return std::nullopt;
    for (const size_t side : {size_t(0), size_t(1)}) {
        if (divides && side == 1) continue;
        Norm norm;
        norm.nodes.push_back(node);
        const NodePtr moment = takeRoot(node->inputs[1 - side], divides ? op::Sqrt : op::Rsqrt, norm);
        if (moment && takeMoments(node->inputs[side], moment, norm)) return norm;
    }
    return std::nullopt;
}

/** A call of `op` of a normalisation and something else, which goes to `parameter`. */
std::optional<Norm> withParameter(const NodePtr &node, OpName op, NodePtr Norm::*parameter,
                                  std::optional<Norm> (*inner)(const NodePtr &)) {
    if (!node->isCallOf(op)) return std::nullopt;
    for (const size_t side : {size_t(0), size_t(1)})
        if (std::optional<Norm> norm = inner(node->inputs[side])) {
            norm.value().*parameter = node->inputs[1 - side];
            norm->nodes.insert(norm->nodes.begin(), node);
            return norm;
        }
    return std::nullopt;
}

std::optional<Norm> scaledNormAt(const NodePtr &node) {
    return withParameter(node, op::Mul, &Norm::gamma, normAt);
}

std::optional<Norm> shiftedNormAt(const NodePtr &node) {
    return withParameter(node, op::Add, &Norm::beta, scaledNormAt);
}

/** The longest chain that ends here. */
std::optional<Norm> chainTo(const NodePtr &last) {
    if (auto norm = shiftedNormAt(last); norm && norm->isCentred) return norm;
    if (auto norm = scaledNormAt(last)) return norm;
    auto norm = normAt(last);
    return norm && norm->isCentred ? norm : std::nullopt;
}

Dims lastAxes(const Dims &shape, int from) {
    return Dims(shape.span().subspan(size_t(from)));
}

Dims lastAxesOf(int rank, int from) {
    Dims axes;
    for (int axis = from; axis < rank; ++axis)
        axes.push(axis);
    return axes;
}

std::optional<Predicate> whyNot(const Norm &norm) {
    const Abstract &x = norm.x->abstract;
    if (!x.isTensor() || x.dtype != DType::Float32) return givesOtherType(*norm.x);
    const int rank = x.shape.rank(), first = rank - norm.axes.rank();
    for (int i = 0; i < norm.axes.rank(); ++i)
        if (norm.axes[i] != first + i)
            return failedTogether(PredicateKind::MeanAxes, toString(norm.axes), toString(lastAxesOf(rank, first)));
    const NodePtr &gamma = norm.gamma, &beta = norm.beta;
    const auto isOfLastAxes = [&](const NodePtr &parameter) {
        const Abstract &own = parameter->abstract;
        return own.isTensor() && own.dtype == x.dtype && own.shape.rank() > 0 && own.shape.rank() <= rank &&
               own.shape == lastAxes(x.shape, rank - own.shape.rank());
    };
    for (const NodePtr &parameter : {gamma, beta})
        if (parameter && !isOfLastAxes(parameter))
            return failedFor(PredicateKind::ParameterShape, *parameter, brief(parameter->abstract), brief(x));
    if (gamma && beta && gamma->abstract->shape != beta->abstract->shape)
        return failedFor(PredicateKind::ParameterShapes, *gamma, brief(gamma->abstract), brief(beta->abstract));
    if (!norm.isCentred && gamma->abstract->shape.rank() != norm.axes.rank())
        return failedFor(PredicateKind::ParameterRank, *gamma, gamma->abstract->shape.rank(), norm.axes.rank(),
                         brief(gamma->abstract));
    return {};
}

/** The parameter, or one of a single number for all of the last axes. */
NodePtr parameterOr(const NodePtr &given, double number, const Dims &shape, const std::vector<NodePtr> &replaced,
                    Rewriter &rewriter) {
    return given ? given : rewriter.constant(Tensor::full(shape, number, DType::Float32), replaced);
}

NodePtr build(const Norm &norm, const std::vector<NodePtr> &replaced, Rewriter &rewriter) {
    const int rank = norm.x->abstract->shape.rank(), first = rank - norm.axes.rank();
    const NodePtr epsilon = rewriter.constant(norm.epsilon, replaced);
    if (!norm.isCentred) {
        const NodePtr call = rewriter.call("RmsNorm", {norm.x, norm.gamma, epsilon}, replaced);
        return call ? rewriter.item(call, 0, replaced) : nullptr;
    }
    const Dims shape = norm.gamma ? norm.gamma->abstract->shape : lastAxes(norm.x->abstract->shape, first);
    const NodePtr gamma = parameterOr(norm.gamma, 1, shape, replaced, rewriter);
    const NodePtr beta = parameterOr(norm.beta, 0, shape, replaced, rewriter);
    const NodePtr normAxis = rewriter.constant(int64_t(first), replaced);
    const NodePtr paramsAxis = rewriter.constant(int64_t(rank - shape.rank()), replaced);
    const NodePtr call = rewriter.call("LayerNorm", {norm.x, gamma, beta, normAxis, paramsAxis, epsilon}, replaced);
    return call ? rewriter.item(call, 0, replaced) : nullptr;
}

/** From the first to the last, each once. */
std::vector<NodePtr> inOrder(const std::vector<NodePtr> &fromLast) {
    std::vector<NodePtr> nodes;
    for (auto node = fromLast.rbegin(); node != fromLast.rend(); ++node)
        if (std::ranges::find(nodes, (*node)->id, &Node::id) == nodes.end()) nodes.push_back(*node);
    return nodes;
}

std::optional<Fusion> find(const NodePtr &last, const NodeUsers &) {
    const std::optional<Norm> norm = chainTo(last);
    if (!norm) return std::nullopt;
    Fusion fusion;
    fusion.rule =
        norm->isCentred ? "x - mean(x), by its deviation -> LayerNorm" : "x, by its root mean square -> RmsNorm";
    fusion.nodes = inOrder(norm->nodes);
    fusion.failed = whyNot(*norm);
    fusion.build = [norm = *norm, nodes = fusion.nodes](Rewriter &rewriter) { return build(norm, nodes, rewriter); };
    return fusion;
}

} // namespace

Module fuseLayerNorm(const Module &module, PassContext &context) {
    return fuseChains(module, context, find);
}

} // namespace jitscope::inline passes
