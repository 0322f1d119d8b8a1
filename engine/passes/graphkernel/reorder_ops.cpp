// SPDX-License-Identifier: Apache-2.0
// Moves operators that only arrange elements out of the way of those that compute, where the results stay the same bit
// by bit.
//
// Rules (A arranges: Reshape, ExpandDims, Squeeze, Flatten, Transpose, BroadcastTo; S only changes the shape)
//   A(Cast(x)) to a wider dtype            ->  Cast(A(x)): fewer bytes are moved
//   Cast(A(x)) to a narrower dtype         ->  A(Cast(x))
//   f(S(y)), y computed next to it         ->  S(f(y)): y and f can be one kernel; f is element-wise of one tensor
// The last only where what uses f is not element-wise again, since it would lose its own neighbour.
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/ir/nodetables.h"
#include "engine/ir/nodewalk.h"
#include "engine/passes/support/kernelmembers.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr std::string_view arrangers[] = {"Reshape", "ExpandDims", "Squeeze", "Flatten", "Transpose", "BroadcastTo"};
constexpr size_t shapers = 4; ///< the first of them

bool isArranger(const Node &node, size_t count = std::size(arrangers)) {
    return node.isCall() && !node.inputs.empty() &&
           std::find(arrangers, arrangers + count, node.op) != arrangers + count;
}

size_t sizeOf(const Node &node) {
    return node.abstract->isTensor() ? size_t(info(node.abstract->dtype).bytes) : 0;
}

/** `outer` done to the input of `inner`, and `inner` to the result; null where the types do not come out the same. */
NodePtr swapped(const NodePtr &outer, const NodePtr &inner, const std::string &rule, Rewriter &rewriter) {
    const std::vector<NodePtr> replaced = {inner, outer};
    std::vector<NodePtr> first = outer->inputs;
    std::replace(first.begin(), first.end(), inner, inner->inputs[0]);
    const NodePtr moved = rewriter.call(outer->op, std::move(first), replaced);
    if (!moved) return nullptr;
    std::vector<NodePtr> second = inner->inputs;
    second[0] = moved;
    if (isArranger(*inner, shapers)) second = {moved, rewriter.constant(Value::ints(outer->abstract->shape), replaced)};
    const NodePtr result = rewriter.call(isArranger(*inner, shapers) ? op::Reshape : inner->op, second, replaced);
    if (!result || !sameType(result->abstract, outer->abstract)) return nullptr;
    return rewriter.replace(rule, replaced, result);
}

class Reorderer {
public:
    Reorderer(const Graph &graph, Rewriter &rewriter)
        : m_rewriter(rewriter) {
        forEachNode(graph.nodes, [&](const NodePtr &node) {
            const bool isMember = !whyNotMember(*node);
            for (const NodePtr &input : node->inputs) {
                ++m_users[input->id];
                if (isMember) m_feedsMember.insert(input->id);
            }
        });
        if (graph.output) ++m_users[graph.output->id];
    }

    NodePtr reordered(const NodePtr &node) {
        for (const auto rule : {&Reorderer::castLater, &Reorderer::castEarlier, &Reorderer::computeEarlier})
            if (NodePtr next = (this->*rule)(node)) return inPlaceOf(*node, std::move(next));
        return node;
    }

private:
    /** The new node has the users of the old one: rules behind ask for them. */
    NodePtr inPlaceOf(const Node &old, NodePtr next) {
        m_users[next->id] = m_users[old.id];
        if (m_feedsMember.contains(old.id)) m_feedsMember.insert(next->id);
        return next;
    }

    bool hasOneUser(const Node &node) const {
        const auto found = m_users.find(node.id);
        return found != m_users.end() && found->second == 1;
    }

    NodePtr castLater(const NodePtr &node) const {
        if (!isArranger(*node) || !node->inputs[0]->isCallOf(op::Cast)) return nullptr;
        const NodePtr &cast = node->inputs[0];
        if (!hasOneUser(*cast) || sizeOf(*cast->inputs[0]) >= sizeOf(*cast) || sizeOf(*cast->inputs[0]) == 0)
            return nullptr;
        return swapped(node, cast, node->op + " of a wider Cast -> Cast of " + node->op, m_rewriter);
    }

    NodePtr castEarlier(const NodePtr &node) const {
        if (!node->isCallOf(op::Cast) || !isArranger(*node->inputs[0])) return nullptr;
        const NodePtr &arranger = node->inputs[0];
        if (!hasOneUser(*arranger) || sizeOf(*node) >= sizeOf(*arranger) || sizeOf(*node) == 0) return nullptr;
        return swapped(node, arranger, "narrower Cast of " + arranger->op + " -> " + arranger->op + " of the Cast",
                       m_rewriter);
    }

    NodePtr computeEarlier(const NodePtr &node) const {
        if (whyNotMember(*node) || node->op == op::BroadcastTo || m_feedsMember.contains(node->id)) return nullptr;
        const auto isTensor = [](const NodePtr &input) { return input->abstract->isTensor(); };
        if (std::count_if(node->inputs.begin(), node->inputs.end(), isTensor) != 1 || !isTensor(node->inputs[0]))
            return nullptr;
        const NodePtr &shaper = node->inputs[0];
        const bool isNextToKernel =
            isArranger(*shaper, shapers) && shaper->inputs[0]->isCall() && !whyNotMember(*shaper->inputs[0]);
        if (!isNextToKernel || !(shaper->abstract->shape == node->abstract->shape)) return nullptr;
        return swapped(node, shaper, node->op + " of " + shaper->op + " -> " + shaper->op + " of " + node->op,
                       m_rewriter);
    }

    NodeIdMap<int> m_users;
    NodeIdSet m_feedsMember; ///< values that something element-wise uses
    Rewriter &m_rewriter;
};

} // namespace

Module reorderOps(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        Reorderer reorderer(*graph, rewriter);
        return rewrite(graph, [&](const NodePtr &node) { return reorderer.reordered(node); });
    });
}

} // namespace jitscope::inline passes
