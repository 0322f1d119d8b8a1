// SPDX-License-Identifier: Apache-2.0
// What passes share that put one call in the place of a chain: who uses what, and the rules that each of them keeps.
#pragma once

#include "engine/ir/nodetables.h"
#include "engine/passes/support/rewriter.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline passes {

/** Who uses what in a module. By id, so that it holds for nodes that a pass rebuilt with new inputs, too. Looked up
   when first asked: most graphs hold nothing that a pass would ask about. */
class NodeUsers {
public:
    explicit NodeUsers(const Module &module)
        : m_module(module) {}

    /** The calls that use `node`, once for each of their inputs that it is; null for the output of a graph. */
    const std::vector<NodePtr> &of(const Node &node) const;
    size_t count(const Node &node) const { return of(node).size(); }

private:
    using Users = NodeIdMap<std::vector<NodePtr>>;
    static Users usersIn(const Module &module);

    const Module &m_module;
    mutable std::optional<Users> m_users;
};

/** A chain of calls that another call can stand for. */
struct Fusion {
    std::string rule;                     ///< "MatMul + BiasAdd + ReLU -> MatMulBiasAddReluFusion"
    std::vector<NodePtr> nodes;           ///< what goes away, inputs first; the last gives the result
    std::optional<Predicate> failed = {}; ///< why it does not fit; none if it does
    /** The node that takes the place of the last: null where the operator refuses. */
    std::function<NodePtr(Rewriter &)> build;
};

/** The chain that ends at `last`; nothing where none does. It is asked again once the inputs are rewritten. */
using FindFusion = std::function<std::optional<Fusion>(const NodePtr &last, const NodeUsers &users)>;

/**
 * Fuses all chains that `find` finds, the outermost first. A chain stays as it is, and the log says why, where it has a
 * predicate that failed, or where one of its inner nodes is used elsewhere, too.
 */
Module fuseChains(const Module &module, PassContext &context, const FindFusion &find);

/** Users of a node that are more than a rule allows. */
Predicate tooManyUsers(const Node &node, size_t users, size_t needed);

/** What a node gives is of another dtype than the rule takes. */
Predicate givesOtherType(const Node &node);

/** The same of something that it takes. */
Predicate takesOtherType(const Node &node, const Abstract &taken);

/** An activation of the catalogue that fused operators can end with: its name as their argument ("gelu_tanh"); empty
   for any other node. */
std::string_view fusedActivationOf(const Node &node);

/** Whether the node moves only its last two axes: a Transpose that swaps them and has known axes. */
bool swapsLastAxes(const Node &node);

} // namespace jitscope::inline passes
