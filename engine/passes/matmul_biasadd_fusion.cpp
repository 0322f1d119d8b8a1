// SPDX-License-Identifier: Apache-2.0
// Lets the matrix product add the bias, and apply ReLU, while its result is still in the cache.
//
// Rules
//   BiasAdd(MatMul(x, w), b)        ->  MatMulBiasAddReluFusion(x, w, b, with_bias_add)
//   Add(MatMul(x, w), b), b a row   ->  the same
//   ReLU of either                  ->  the same with with_relu
// A fusion is refused where the product or the sum is used elsewhere too, and for other types than float32 matrices.
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/passes/rewriter.h"

#include <algorithm>
#include <tuple>

namespace jitscope {

namespace {

constexpr size_t matmulInputs = 4; ///< x, w, transpose_a, transpose_b
constexpr std::string_view fusedOp = "MatMulBiasAddReluFusion";

/** One product with what follows it. */
struct Candidate {
    NodePtr product;
    NodePtr sum;
    size_t biasInput = 1; ///< which input of `sum` is the bias
    NodePtr relu;         ///< null without
};

using Users = std::unordered_map<const Node *, std::vector<NodePtr>>;

/** The users of each call; the graph's output counts as one (a null) of the call that it is. */
Users usersInGraph(const Graph &graph) {
    Users users;
    for (const NodePtr &node : graph.nodes)
        for (const NodePtr &input : node->inputs)
            if (input->isCall()) users[input.get()].push_back(node);
    if (graph.output) users[graph.output.get()].push_back(nullptr);
    return users;
}

class Fuser {
public:
    Fuser(const Graph &graph, Rewriter &rewriter)
        : m_users(usersInGraph(graph))
        , m_rewriter(rewriter) {
        for (const NodePtr &node : graph.nodes)
            if (node->isCallOf("MatMul") && node->inputs.size() == matmulInputs) look(node);
    }

    /** The fused call for the last node of a candidate, over rewritten inputs; any other node as it is. */
    NodePtr fused(const NodePtr &node) const {
        const auto found = m_fusions.find(node->id);
        if (found == m_fusions.end()) return node;
        const Candidate &candidate = found->second;
        const NodePtr sum = candidate.relu ? node->inputs[0] : node;
        const NodePtr product = sum->inputs[1 - candidate.biasInput];
        std::vector<NodePtr> replaced = {product, sum};
        if (candidate.relu) replaced.push_back(node);
        const NodePtr call = fusedCall(*product, sum->inputs[candidate.biasInput], replaced, candidate);
        if (!call || !sameType(call->abstract, node->abstract)) return node;
        return m_rewriter.log(ruleOf(candidate), replaced, call);
    }

private:
    static std::string ruleOf(const Candidate &candidate) {
        return "MatMul + " + candidate.sum->op + (candidate.relu ? " + ReLU" : "") + " -> " + std::string(fusedOp);
    }

    void look(const NodePtr &product) {
        const std::vector<NodePtr> &users = usersOf(product);
        const auto sum = std::find_if(users.begin(), users.end(), [](const NodePtr &user) {
            return user && (user->isCallOf("BiasAdd") || user->isCallOf("Add"));
        });
        if (sum == users.end()) return;
        Candidate candidate{product, *sum, (*sum)->inputs[0] == product ? size_t(1) : size_t(0), nullptr};
        if (const std::string reason = whyNot(candidate, users.size()); !reason.empty()) {
            m_rewriter.refuse(ruleOf(candidate), {product, candidate.sum}, reason);
            return;
        }
        candidate.relu = reluAfter(candidate);
        m_fusions.emplace(candidate.relu ? candidate.relu->id : candidate.sum->id, candidate);
    }

    static std::string whyNot(const Candidate &candidate, size_t productUsers) {
        const Node &product = *candidate.product;
        const Abstract &result = product.abstract;
        const NodePtr &bias = candidate.sum->inputs[candidate.biasInput];
        if (productUsers != 1) return format("%s has %zu users, needs 1", describe(product).c_str(), productUsers);
        if (result.dtype != DType::Float32 || !bias->abstract.isTensor() || bias->abstract.dtype != DType::Float32)
            return format("the types are %s and %s, needs f32 tensors", brief(result).c_str(),
                          brief(bias->abstract).c_str());
        if (result.shape.rank() != 2)
            return format("%s has rank %d, needs 2", describe(product).c_str(), result.shape.rank());
        if (bias->abstract.shape.rank() != 1 || bias->abstract.shape[0] != result.shape[1])
            return format("the bias is %s, needs f32[%lld] (one for each column)", brief(bias->abstract).c_str(),
                          static_cast<long long>(result.shape[1]));
        return {};
    }

    /** The ReLU that can join, or null, with the reason where there is one that cannot. */
    NodePtr reluAfter(const Candidate &candidate) {
        const std::vector<NodePtr> &users = usersOf(candidate.sum);
        const auto relu = std::find_if(users.begin(), users.end(),
                                       [](const NodePtr &user) { return user && user->isCallOf("ReLU"); });
        if (relu == users.end()) return nullptr;
        if (users.size() == 1) return *relu;
        Candidate wanted = candidate;
        wanted.relu = *relu;
        m_rewriter.refuse(ruleOf(wanted), {candidate.sum, *relu},
                          format("%s has %zu users, needs 1", describe(*candidate.sum).c_str(), users.size()));
        return nullptr;
    }

    NodePtr fusedCall(const Node &product, const NodePtr &bias, const std::vector<NodePtr> &replaced,
                      const Candidate &candidate) const {
        const NodePtr withBiasAdd = m_rewriter.constant(true, replaced);
        const NodePtr withRelu = m_rewriter.constant(bool(candidate.relu), replaced);
        const auto &[x, w, transposeA, transposeB] =
            std::tie(product.inputs[0], product.inputs[1], product.inputs[2], product.inputs[3]);
        return m_rewriter.call(fusedOp, {x, w, bias, transposeA, transposeB, withBiasAdd, withRelu}, replaced);
    }

    const std::vector<NodePtr> &usersOf(const NodePtr &node) const {
        static const std::vector<NodePtr> none;
        const auto found = m_users.find(node.get());
        return found == m_users.end() ? none : found->second;
    }

    Users m_users;
    Rewriter &m_rewriter;
    std::unordered_map<NodeId, Candidate> m_fusions; ///< by the id of their last node
};

} // namespace

Module fuseMatMulBiasAdd(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        const Fuser fuser(*graph, rewriter);
        return rewrite(graph, [&](const NodePtr &node) { return fuser.fused(node); });
    });
}

} // namespace jitscope
