// SPDX-License-Identifier: Apache-2.0
// Lets the matrix product add the bias, and apply the activation, while its result is still in the cache.
//
// Rules, where `product` is MatMul or BatchMatMul and `row` has one element for each column
//   BiasAdd(product, row), Add(product, row)   ->  the product with its bias
//   an activation of either                    ->  the product with bias and activation
//   an activation of a product                 ->  the product with activation
// A Reshape in between that keeps the columns moves behind. Matrices with a bias become MatMulBiasAddFusion, those with
// bias and ReLU MatMulBiasAddReluFusion, all else FusedMatMulElemUnary, whose elemwise_type is the activation: relu,
// gelu, gelu_tanh, tanh, sigmoid or silu. The numbers are those of the single operators to the last bit: the same loops
// run over the tiles. A fusion is refused where a node in between is used elsewhere too, and for other types than
// float32.
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/fusion.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr size_t productInputs = 4; ///< x, w, transpose_a, transpose_b

bool isProduct(const Node &node) {
    return (node.isCallOf(op::MatMul) || node.isCallOf(op::BatchMatMul)) && node.inputs.size() == productInputs;
}

/** A product with what follows it. */
struct Chain {
    NodePtr product, sum, bias, activation; ///< those behind the product may be null
    std::vector<NodePtr> reshapes;          ///< in between
};

/** Steps back over a Reshape that leaves the columns alone. */
NodePtr behindReshape(const NodePtr &node, Chain &chain) {
    if (!node->isCallOf(op::Reshape)) return node;
    const Abstract &before = node->inputs[0]->abstract, &after = node->abstract;
    const bool keepsColumns = before.isTensor() && before.shape.rank() > 1 && after.shape.rank() > 1 &&
                              before.shape.back() == after.shape.back();
    if (!keepsColumns) return node;
    chain.reshapes.push_back(node);
    return node->inputs[0];
}

/** Which input of a sum comes from a product: -1 for none. */
int productSide(const Node &sum) {
    for (int side = 0; side < 2; ++side) {
        Chain aside;
        if (isProduct(*behindReshape(sum.inputs[size_t(side)], aside))) return side;
    }
    return -1;
}

std::optional<Chain> chainTo(const NodePtr &last) {
    Chain chain;
    NodePtr node = last;
    if (!fusedActivationOf(*node).empty()) {
        chain.activation = node;
        node = behindReshape(node->inputs[0], chain);
    }
    if (node->isCallOf(op::BiasAdd) || node->isCallOf(op::Add)) {
        const int side = productSide(*node);
        if (side < 0) return std::nullopt;
        chain.sum = node;
        chain.bias = node->inputs[size_t(1 - side)];
        node = behindReshape(node->inputs[size_t(side)], chain);
    }
    if (!isProduct(*node) || (!chain.sum && !chain.activation)) return std::nullopt;
    chain.product = node;
    return chain;
}

std::optional<Predicate> whyNot(const Chain &chain, const NodeUsers &users) {
    const Abstract &result = chain.product->abstract;
    if (const size_t count = users.count(*chain.product); count != 1) return tooManyUsers(*chain.product, count, 1);
    if (result.dtype != DType::Float32) return givesOtherType(*chain.product);
    if (!chain.sum) return {};
    const Abstract &bias = chain.bias->abstract;
    if (!bias.isTensor() || bias.dtype != DType::Float32)
        return failedFor(PredicateKind::BiasType, *chain.bias, bias.isTensor() ? dtypeText(bias) : "no tensor", "f32",
                         brief(bias), brief(result));
    if (bias.shape != Dims{result.shape.back()})
        return failedFor(PredicateKind::BiasShape, *chain.bias, brief(bias),
                         format("f32[%lld]", static_cast<long long>(result.shape.back())));
    const int rank = chain.sum->abstract->shape.rank();
    const bool isOfColumns = !chain.sum->isCallOf(op::BiasAdd) || rank == 2 ||
                             (chain.sum->inputs.size() > 2 && isNumber(*chain.sum->inputs[2], 1));
    if (!isOfColumns) return failedFor(PredicateKind::BiasAxis, *chain.sum, 1, rank - 1, {}, std::to_string(rank));
    return {};
}

/** The operator that says by its name what was fused. */
const char *fusedName(const Chain &chain) {
    if (!chain.product->isCallOf(op::MatMul) || !chain.sum) return "FusedMatMulElemUnary";
    if (!chain.activation) return "MatMulBiasAddFusion";
    return chain.activation->isCallOf(op::ReLU) ? "MatMulBiasAddReluFusion" : "FusedMatMulElemUnary";
}

std::string ruleOf(const Chain &chain) {
    std::string rule = chain.product->op;
    if (chain.sum) rule += " + " + chain.sum->op;
    if (chain.activation) rule += " + " + chain.activation->op;
    return rule + " -> " + fusedName(chain);
}

NodePtr fusedCall(const Chain &chain, const std::vector<NodePtr> &replaced, Rewriter &rewriter) {
    const std::vector<NodePtr> &own = chain.product->inputs;
    const NodePtr bias = chain.sum ? chain.bias : rewriter.constant(Value(), replaced);
    std::vector<NodePtr> inputs = {own[0], own[1], bias, own[2], own[3]};
    const std::string name = fusedName(chain);
    if (name == "MatMulBiasAddReluFusion") {
        inputs.push_back(rewriter.constant(true, replaced)); // with_bias_add
        inputs.push_back(rewriter.constant(true, replaced)); // with_relu
    } else if (name == "FusedMatMulElemUnary") {
        const std::string_view activation =
            chain.activation ? fusedActivationOf(*chain.activation) : std::string_view();
        inputs.push_back(rewriter.constant(std::string(activation), replaced));
    }
    return rewriter.call(name, inputs, replaced);
}

NodePtr build(const Chain &chain, const std::vector<NodePtr> &replaced, Rewriter &rewriter) {
    const NodePtr call = fusedCall(chain, replaced, rewriter);
    const Dims &shape = replaced.back()->abstract->shape;
    if (!call || call->abstract->shape == shape) return call;
    return rewriter.call("Reshape", {call, rewriter.constant(Value::ints(shape), replaced)}, replaced);
}

std::optional<Fusion> find(const NodePtr &last, const NodeUsers &users) {
    const std::optional<Chain> chain = chainTo(last);
    if (!chain) return std::nullopt;
    Fusion fusion;
    fusion.rule = ruleOf(*chain);
    fusion.nodes = chain->reshapes;
    for (const NodePtr &node : {chain->product, chain->sum, chain->activation})
        if (node) fusion.nodes.push_back(node);
    std::ranges::sort(fusion.nodes, {}, &Node::id);
    std::ranges::stable_partition(fusion.nodes, [&](const NodePtr &node) { return node != last; });
    fusion.failed = whyNot(*chain, users);
    fusion.build = [chain = *chain, nodes = fusion.nodes](Rewriter &rewriter) { return build(chain, nodes, rewriter); };
    return fusion;
}

} // namespace

Module fuseMatMulBiasAdd(const Module &module, PassContext &context) {
    return fuseChains(module, context, find);
}

} // namespace jitscope::inline passes
