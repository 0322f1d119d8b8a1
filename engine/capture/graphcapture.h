// SPDX-License-Identifier: Apache-2.0
// Builds the graphs of one compilation while a front end (Python ast, bytecode, tracing) walks the user's code.
//
// The front end lives with Python; this side knows only graphs: it opens a graph for each function that is called, adds
// calls with their inferred types, and hands back the text of an inference that failed.
//
// A function may use values of the functions around it. Weights are reached as they are, from any depth; any other
// value of an enclosing graph becomes one more parameter of the inner graph, and every call of that graph passes it
// along.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope {

class GraphCapture {
public:
    GraphCapture();

    /** Opens a sub-graph (the first is the entry); calls go to the innermost open one. Returns its unique name. */
    std::string openGraph(const std::string &function, const SpanList &spans);
    NodePtr addParameter(const std::string &name, const Abstract &abstract);
    /** A model's weight: a parameter of the entry, one per tensor storage, reached from any depth of calls. */
    NodePtr weight(const std::string &name, const Tensor &tensor);
    NodePtr constant(const Value &value);
    /** A call of a catalogue operator on complete arguments (see bindArguments); the type comes from its infer. `name`
        is the variable that takes the result, or "". Fails with the text of infer. */
    Result<NodePtr> addCall(const OpDef &op, std::vector<NodePtr> inputs, const std::string &name,
                            const SpanList &spans, const std::string &scope);
    /** A call of a graph that was captured and closed before. */
    NodePtr addGraphCall(const std::string &graph, std::vector<NodePtr> inputs, const std::string &name,
                         const SpanList &spans, const std::string &scope);
    NodePtr makeTuple(std::vector<NodePtr> items, const SpanList &spans, const std::string &scope);
    /** Element `index` of a tuple; the index counts from the front and must be in range. */
    NodePtr getItem(const NodePtr &tuple, int64_t index, const SpanList &spans, const std::string &scope);
    /** Closes the innermost open graph with what it returns. */
    void closeGraph(const NodePtr &output);

    /** The finished module, entry first, the others in the order in which they were opened; all must be closed. */
    Module finish();
    IdSource &ids() { return m_ids; }

    /** True if the innermost open graph can use `node`: it is constant, a weight, or of a graph that is still open. */
    bool canUse(const NodePtr &node) const;

private:
    struct Borrowed {
        NodePtr outer;     ///< a value of the next enclosing graph
        NodePtr parameter; ///< what it is called inside
    };
    struct Open {
        Graph graph;
        size_t number = 0; ///< its place in m_names
        std::vector<Borrowed> borrowed;
    };

    int depthOf(const Node &node) const;
    NodePtr local(const NodePtr &node);
    std::vector<NodePtr> local(std::vector<NodePtr> nodes);
    NodePtr borrow(Open &inner, const NodePtr &outer);
    NodePtr append(Node node, const std::string &variable, const SpanList &spans, const std::string &scope);

    struct Closed {
        GraphPtr graph;
        std::vector<NodePtr> passedAlong; ///< outer values that each call adds to its inputs
    };

    IdSource m_ids;
    std::vector<Open> m_open;
    std::vector<std::string> m_names; ///< of all graphs, in the order of opening
    std::unordered_map<std::string, Closed> m_closed;
    std::vector<NodePtr> m_weights;
    std::unordered_map<const Storage *, std::vector<NodePtr>> m_weightsOf;
    std::unordered_map<NodeId, size_t> m_owner; ///< parameters and calls: their graph's place in m_names
};

} // namespace jitscope
