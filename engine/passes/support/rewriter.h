// SPDX-License-Identifier: Apache-2.0
// What passes share: nodes that take the place of others, with their origins, and the log of why.
#pragma once

#include "engine/ir/nodetables.h"
#include "engine/passes/pass.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline passes {

/**
 * One run of one pass that replaces nodes. Rules may build on what earlier rules of the same run built; such
 * intermediate nodes are in no snapshot, so origins and the log always lead to nodes that the pass was given.
 */
class Rewriter {
public:
    explicit Rewriter(PassContext &context);
    /** Completes the log. */
    ~Rewriter();
    Rewriter(const Rewriter &) = delete;
    Rewriter &operator=(const Rewriter &) = delete;

    /** A call of a catalogue operator in the place of `replaced`, the last of which gives its name, scope and spans.
        The type comes from the operator's infer; null where the operator is unknown or refuses these inputs. */
    NodePtr call(std::string_view op, std::vector<NodePtr> inputs, const std::vector<NodePtr> &replaced);
    NodePtr constant(const Value &value, const std::vector<NodePtr> &replaced);
    /** A MakeTuple of `items` in the place of `replaced`. */
    NodePtr tuple(std::vector<NodePtr> items, const std::vector<NodePtr> &replaced);
    /** A TupleGetItem of `tuple` in the place of `replaced`. */
    NodePtr item(const NodePtr &tuple, int64_t index, const std::vector<NodePtr> &replaced);

    /** The same call under a new id, for a body that is needed several times. */
    NodePtr copy(const NodePtr &node);

    /** Logs that `rule` put `after` in the place of `replaced`, and returns `after`. */
    NodePtr log(std::string rule, const std::vector<NodePtr> &replaced, const NodePtr &after);

    /** The same for a rule that can be left out at any place: null, and the log says so, where somebody decided that.
     */
    NodePtr replace(std::string rule, const std::vector<NodePtr> &replaced, const NodePtr &after);

    /** Whether somebody decided that `rule` is not applied to these nodes; the log says so then. */
    bool isRefused(const std::string &rule, const std::vector<NodePtr> &nodes);
    /** Whether somebody decided that `node` becomes part of a kernel, whatever a cost model says. */
    bool isForced(const NodePtr &node) const;
    /** Whether somebody decided that `node` stands beside equal calls, which have other users. */
    bool isDuplicated(const NodePtr &node) const;

    void refuse(std::string rule, const std::vector<NodePtr> &nodes, Predicate failed);

    /** The ids of `nodes`, with those made in this run spelled out as what they were made from. */
    std::vector<NodeId> sources(const std::vector<NodePtr> &nodes) const;

private:
    PassContext &m_context;
    int64_t m_firstNew;             ///< ids from here on were made in this run
    size_t m_firstEntry;            ///< entries of the log from here on are of this run
    NodeIdMap<NodeId> m_successors; ///< of intermediate nodes
};

/** All graphs but fused kernels through `rewrite`; the same module where nothing changed. */
Module rewriteGraphs(const Module &module, const std::function<NodePtr(const NodePtr &)> &rule);

/** For the log where a decision kept a rule away. */
Predicate refusedByDecision();

/** The same with a rule that is tried again on what it made, until it gives null. */
Module rewriteRepeatedly(const Module &module, PassContext &context,
                         NodePtr (*once)(const NodePtr &node, Rewriter &rewriter));

/** All graphs but fused kernels through `change`, which returns the same graph for "nothing to do". */
Module changeGraphs(const Module &module, const std::function<GraphPtr(const GraphPtr &)> &change);

/** The abstracts of a call's inputs. */
std::vector<Abstract> inputAbstracts(const Node &call);

/** True if the same inputs always give the same result and nothing else happens: the operators of the catalogue and the
    tuple primitives. Others (of an imported dump) may do anything. */
bool isPure(const Node &call);

} // namespace jitscope::inline passes
