// SPDX-License-Identifier: Apache-2.0
// Builds the graphs of one compilation while a front end (Python ast, bytecode, tracing) walks the user's code.
//
// The front end lives with Python; this side knows only graphs: it opens a graph for each function that is called, adds
// calls with their inferred types, and puts a failed inference into words with the place where it happened.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <string>
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
    /** A call of a catalogue operator on complete arguments (see bindArguments); the type comes from its infer. */
    Result<NodePtr> addCall(const OpDef &op, std::vector<NodePtr> inputs, const std::string &name, const SpanList &spans,
                            const std::string &scope);
    /** A call of a graph that was captured and closed before. */
    NodePtr addGraphCall(const std::string &graph, std::vector<NodePtr> inputs, const std::string &name,
                         const SpanList &spans, const std::string &scope);
    NodePtr makeTuple(std::vector<NodePtr> items, const SpanList &spans, const std::string &scope);
    NodePtr getItem(const NodePtr &tuple, int64_t index, const SpanList &spans, const std::string &scope);
    /** Closes the innermost open graph with what it returns. */
    void closeGraph(const NodePtr &output);

    /** The finished module, entry first; all graphs must be closed. */
    Module finish();
    IdSource &ids() { return m_ids; }

private:
    struct Open {
        Graph graph;
    };
    IdSource m_ids;
    std::vector<Open> m_open;
    std::vector<GraphPtr> m_done;
    std::vector<NodePtr> m_weights;
    int m_graphs = 0;
};

} // namespace jitscope
