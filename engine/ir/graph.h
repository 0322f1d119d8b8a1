// SPDX-License-Identifier: Apache-2.0
// The functional graph (as in MindIR): immutable shared nodes in immutable shared graphs, gathered in a module.
//
// A pass never changes a node: it makes new ones and a new graph that shares the rest. A snapshot of every pass is then
// a pointer, and "did this change" is a pointer comparison. A node that only got new inputs keeps its id; a node that
// takes the place of others has a new id and lists theirs as origins. Following origins backwards leads from any node
// of any pass to the captured nodes and so to the user's lines.
#pragma once

#include "engine/base/shared.h"
#include "engine/base/sharedtext.h"
#include "engine/base/source.h"
#include "engine/ir/dumptext.h"
#include "engine/ir/nodeid.h"
#include "engine/ops/abstract.h"
#include "engine/ops/opname.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitscope::inline ir {

enum class NodeKind : uint8_t {
    Parameter, ///< a formal parameter of a graph
    Constant,  ///< MindSpore's ValueNode
    Call,      ///< MindSpore's CNode: a primitive or another graph applied to inputs
};

struct Node;
using NodePtr = std::shared_ptr<const Node>;

struct Node {
    // What passes read of each node stands first: graphs are walked far more often than nodes are looked into.
    NodeId id; ///< unique in its module and stable over passes
    OpName op; ///< calls of a primitive: `op::MatMul`; empty when `callee` is set
    NodeKind kind = NodeKind::Call;
    std::vector<NodePtr> inputs; ///< in the order of the operator's parameters
    NodePtr function;            ///< calls of a computed function (`%5(...)` in dumps): the node that gives it, or null
    Shared<Value> value;         ///< constants
    Shared<Abstract> abstract;   ///< of the result
    Shared<Tensor> weight;       ///< parameters that hold a model's weight; not defined otherwise
    std::string callee;          ///< calls of a graph: its name
    std::string name;            ///< shown in parentheses in dumps: "CNode_12$z"; a parameter's name: "x", "fc.weight"
    Attributes primitiveAttrs;   ///< printed as primitive_attrs
    Attributes attrs;            ///< printed as cnode_attrs
    SharedText scope;            ///< "Default/network-Net/fc-Dense"; dumps print it with "/MatMul-op3" behind
    SpanList spans;              ///< innermost first
    std::vector<NodeId> origins; ///< the nodes that this one replaced
    std::shared_ptr<const DumpText> dump; ///< of a node that was read from a dump and has some; null otherwise

    bool isCall() const { return kind == NodeKind::Call; }
    bool isParameter() const { return kind == NodeKind::Parameter; }
    bool isConstant() const { return kind == NodeKind::Constant; }
    bool isCallOf(OpName primitive) const { return isCall() && op == primitive; }
    /** `dump`, or one without anything. */
    const DumpText &dumpText() const;
};

/** A function: parameters, calls in an order in which each comes after its inputs, and what it returns. */
struct Graph {
    std::string name;
    std::vector<NodePtr> parameters;
    std::vector<NodePtr> nodes; ///< calls only, topological; constants are reached through inputs
    NodePtr output;             ///< null for an imported excerpt without Return
    std::string parent;         ///< the graph whose nodes this one uses freely, or ""
    Attributes attrs;           ///< "graph_kernel": true on fused kernels
    SpanList spans;
    std::string instance; ///< "subgraph instance" text of an imported dump

    Graph() = default;
    Graph(const Graph &) = default;
    Graph(Graph &&) = default;
    Graph &operator=(const Graph &);
    Graph &operator=(Graph &&) noexcept;
    /** Frees from the end, so that a chain of 100,000 nodes does not free itself recursively. */
    ~Graph();

    bool isKernel() const; ///< made by the graph-kernel passes
};
using GraphPtr = std::shared_ptr<const Graph>;

/** All graphs of one compilation or one dump file; the entry first. */
struct Module {
    std::vector<GraphPtr> graphs;
    Attributes attrs; ///< the "# Attrs:" of a dump

    const GraphPtr &entry() const { return graphs.front(); }
    /** The graph with that name, or null. */
    GraphPtr find(std::string_view name) const;
    /** The same module with `graph` in place of the one of its name (or added at the end). */
    Module with(GraphPtr graph) const;
};

/** The same graphs by pointer: nothing was changed. */
bool same(const Module &a, const Module &b);

/** Calls in all graphs, Return not counted. */
int callCount(const Module &module);

/** The node with that id anywhere in the module (constants too), or null. */
NodePtr findNode(const Module &module, NodeId id);

/** The value of attribute `name`, or null. */
const Value *findAttribute(const Attributes &attributes, std::string_view name);

/** Hands out node ids; one per compilation, kept over its passes. */
class IdSource {
public:
    explicit IdSource(int64_t next = 1)
        : m_next(next) {}
    NodeId next() { return NodeId{m_next++}; }
    int64_t peek() const { return m_next; }

private:
    int64_t m_next;
};

/** Nodes in topological order (inputs first) that `output` needs, calls only, and what they need in turn but for calls
    with ids below `first`; iterative, for chains of any length. */
std::vector<NodePtr> callsOf(const NodePtr &output, NodeId first = NodeId{0});

/** A new graph with `output` (and what it needs) in the place of the old; parameters and names stay. */
GraphPtr withOutput(const Graph &graph, NodePtr output);

/**
 * Rewrites a graph bottom-up. `rule` sees every call with its inputs already rewritten and returns the node to use
 * instead: the same pointer for "no change". A call whose inputs changed is rebuilt with its id kept before `rule`
 * sees it. Returns `graph` itself when nothing changed.
 */
GraphPtr rewrite(const GraphPtr &graph, const std::function<NodePtr(const NodePtr &)> &rule);

/** The same by a rule that returns null for "no change", which saves counting the uses of each node that stays. */
GraphPtr rewriteWhere(const GraphPtr &graph, const std::function<NodePtr(const NodePtr &)> &change);

/** Lets go of nodes without recursion, however long the chains that die with them. */
void release(std::vector<NodePtr> nodes);

/** `type` for a call with `inputs`: the object that one of them has where that is the same tensor type, so that a graph
    of many alike calls holds it once. */
Shared<Abstract> sharedType(Abstract type, const std::vector<NodePtr> &inputs);

/** `node` with other inputs; id, name, spans and all else stay. */
NodePtr withInputs(const Node &node, std::vector<NodePtr> inputs);

} // namespace jitscope::inline ir
