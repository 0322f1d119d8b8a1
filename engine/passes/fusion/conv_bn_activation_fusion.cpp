// SPDX-License-Identifier: Apache-2.0
// Lets a convolution add the bias, normalise and apply the activation while its result is still in the cache.
//
// Rules, with any of the parts behind the convolution left out
//   BiasAdd(Conv2D)                                        ->  Conv2D with bias
//   activation(BatchNorm(BiasAdd(Conv2D)), not training)   ->  Conv2DFusion
// The parameters and moments of the normalisation stay inputs, because they may change from call to call; the kernel
// makes a scale and a shift for each channel of them. In training the moments follow from the whole result of the
// convolution, which then has to be stored: refused, as is whatever is used elsewhere too or is not float32.
#include "engine/passes/passes.h"

#include "engine/passes/support/constants.h"
#include "engine/passes/support/fusion.h"

namespace jitscope::inline passes {

namespace {

constexpr size_t convolutionInputs = 8;
constexpr size_t trainingAt = 5, epsilonAt = 6;

/** A convolution with what follows it; those behind it may be null. */
struct Chain {
    NodePtr convolution, bias, norm, item, activation;
};

std::optional<Chain> chainTo(const NodePtr &last) {
    Chain chain;
    NodePtr node = last;
    if (!fusedActivationOf(*node).empty()) {
        chain.activation = node;
        node = node->inputs[0];
    }
    const bool isItem = node->isCallOf(op::TupleGetItem) && node->inputs[0]->isCallOf(op::BatchNorm);
    if (isItem && isNumber(*node->inputs[1], 0)) {
        chain.item = node;
        chain.norm = node->inputs[0];
        node = chain.norm->inputs[0];
    }
    if (node->isCallOf(op::BiasAdd) && (node->inputs.size() < 3 || isNumber(*node->inputs[2], 0))) {
        chain.bias = node;
        node = node->inputs[0];
    }
    if (!node->isCallOf(op::Conv2D) || node->inputs.size() != convolutionInputs || node == last) return std::nullopt;
    chain.convolution = node;
    return chain;
}

std::optional<Predicate> whyNot(const Chain &chain) {
    const Node &convolution = *chain.convolution;
    if (convolution.abstract->dtype != DType::Float32) return givesOtherType(convolution);
    if (chain.bias && convolution.inputs[2]->abstract->kind != Abstract::Kind::None)
        return failedFor(PredicateKind::Biases, convolution, 1, 0);
    if (!chain.norm) return {};
    const bool *isTraining = chain.norm->inputs[trainingAt]->value->asBool();
    if (!isTraining || *isTraining) return failedFor(PredicateKind::Training, *chain.norm, "training", "inference");
    for (size_t i = 1; i < trainingAt; ++i)
        if (chain.norm->inputs[i]->abstract->dtype != DType::Float32)
            return takesOtherType(*chain.norm, chain.norm->inputs[i]->abstract);
    return {};
}

bool isOnlyBias(const Chain &chain) {
    return !chain.norm && !chain.activation;
}

std::string ruleOf(const Chain &chain) {
    std::string rule = "Conv2D";
    for (const NodePtr &node : {chain.bias, chain.norm, chain.activation})
        if (node) rule += " + " + node->op;
    return rule + (isOnlyBias(chain) ? " -> Conv2D" : " -> Conv2DFusion");
}

NodePtr build(const Chain &chain, const std::vector<NodePtr> &replaced, Rewriter &rewriter) {
    std::vector<NodePtr> inputs = chain.convolution->inputs;
    if (chain.bias) inputs[2] = chain.bias->inputs[1];
    if (isOnlyBias(chain)) return rewriter.call("Conv2D", inputs, replaced);
    for (size_t i = 1; i < trainingAt; ++i)
        inputs.push_back(chain.norm ? chain.norm->inputs[i] : rewriter.constant(Value(), replaced));
    inputs.push_back(chain.norm ? chain.norm->inputs[epsilonAt] : rewriter.constant(1e-5, replaced));
    const std::string_view activation = chain.activation ? fusedActivationOf(*chain.activation) : std::string_view();
    inputs.push_back(rewriter.constant(std::string(activation), replaced));
    return rewriter.call("Conv2DFusion", inputs, replaced);
}

std::optional<Fusion> find(const NodePtr &last, const NodeUsers &) {
    const std::optional<Chain> chain = chainTo(last);
    if (!chain) return std::nullopt;
    Fusion fusion;
    fusion.rule = ruleOf(*chain);
    for (const NodePtr &node : {chain->convolution, chain->bias, chain->norm, chain->item, chain->activation})
        if (node) fusion.nodes.push_back(node);
    fusion.failed = whyNot(*chain);
    fusion.build = [chain = *chain, nodes = fusion.nodes](Rewriter &rewriter) { return build(chain, nodes, rewriter); };
    return fusion;
}

} // namespace

Module fuseConvolutions(const Module &module, PassContext &context) {
    return fuseChains(module, context, find);
}

} // namespace jitscope::inline passes
