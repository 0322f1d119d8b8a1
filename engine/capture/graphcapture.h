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

#include "engine/base/compilenotes.h"
#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline ops {
struct OpDef;
}

namespace jitscope::inline capture {

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
    /** A node that the language above computes when the graph runs: `function` holds what it calls, `text` is the
       source it stands for, `reason` why it is no operator. Nothing is known of its result. */
    NodePtr addHostCall(const std::string &text, const Opaque &function, std::vector<NodePtr> arguments,
                        const std::string &reason, const std::string &name, const SpanList &spans,
                        const std::string &scope);
    /** A call of a graph that was captured and closed before. */
    NodePtr addGraphCall(const std::string &graph, std::vector<NodePtr> inputs, const std::string &name,
                         const SpanList &spans, const std::string &scope);
    /** A call that is complete but for its id and name; its inputs are of the innermost open graph. */
    NodePtr addNode(Node call, const SpanList &spans, const std::string &scope);
    /** What `weight` holds when `reader` runs, a call of an open graph, which may be followed by others that write to
       it: a call that stands before the reader. */
    NodePtr addReadBefore(const NodePtr &weight, const Node &reader);
    /** The calls of all open graphs whose ids are not smaller, those of each graph from its last on. */
    std::vector<NodePtr> callsSince(NodeId first) const;
    NodePtr makeTuple(std::vector<NodePtr> items, const SpanList &spans, const std::string &scope);
    /** Element `index` of a tuple; the index counts from the front and must be in range. */
    NodePtr getItem(const NodePtr &tuple, int64_t index, const SpanList &spans, const std::string &scope);
    /** Closes the innermost open graph with what it returns. */
    void closeGraph(const NodePtr &output);

    // Control flow: see controlflow.cpp.
    /** Puts the innermost open graph aside; `resume` goes on with it where it was opened. */
    size_t suspend();
    void resume(size_t suspended);
    /** `Switch(condition, @whenTrue, @whenFalse)` and the call of what it gives. Both graphs were opened in the graph
        that is open now, without parameters, were closed, and return the same type; what either of them borrows becomes
        a parameter of both. */
    NodePtr addSwitchCall(const NodePtr &condition, const std::string &whenTrue, const std::string &whenFalse,
                          const std::string &name, const SpanList &spans, const std::string &scope);
    /** The innermost graph, just opened, calls itself later: these outer values become its parameters now. */
    void borrowAhead(const std::vector<NodePtr> &outer);
    /** What the innermost graph has borrowed, as the values of the graphs that made them. */
    std::vector<NodePtr> borrowed() const;
    /** A call of a graph that is still open, from inside of it; it returns a `result`. */
    NodePtr addInnerCall(const std::string &graph, std::vector<NodePtr> inputs, const Abstract &result,
                         const SpanList &spans, const std::string &scope);

    /** The tuple of the innermost graph that just was taken apart into exactly `items`, which are taken back; of no
        items the call just made that gives None; or null. */
    NodePtr putTogether(const std::vector<NodePtr> &items);

    /** How far the capture is; `rollback` forgets all that came since. */
    struct Mark {
        struct Level {
            size_t nodes, parameters, borrowed;
        };
        size_t names = 0, weights = 0;
        int64_t nextId = 0;
        std::vector<Level> open;
    };
    Mark mark() const;
    void rollback(const Mark &mark);

    /** The finished module, entry first, the others in the order in which they were opened; all must be closed. */
    Module finish();
    IdSource &ids() { return m_ids; }
    /** How long the types of all calls were inferred. */
    int64_t inferenceNs() const { return m_inferenceNs; }
    /** When each of them was. */
    const std::vector<CompileRun> &inferences() const { return m_inferences; }

    /** The last call whose inference failed, and what it said. */
    struct Failure {
        Node call;
        std::string message;
    };
    const std::optional<Failure> &failure() const { return m_failure; }
    /** What the language above refused before it became a call. */
    void noteFailure(Failure failure) { m_failure = std::move(failure); }
    /** The graphs that are open as they are now, the entry first: without outputs. */
    std::vector<Graph> openGraphs() const;

    /** The graph of that name, or null while it is open. */
    GraphPtr closedGraph(const std::string &name) const;

    /** True if the innermost open graph can use `node`: it is constant, a weight, or of a graph that is still open. */
    bool canUse(const NodePtr &node) const;

private:
    struct Borrowed {
        NodePtr outer;     ///< a value of the next enclosing graph
        NodePtr parameter; ///< what it is called inside
        NodePtr origin;    ///< the value itself, in the graph that made it
    };
    struct Open {
        Graph graph;
        size_t number = 0; ///< its place in m_names
        std::vector<Borrowed> borrowed;
    };

    int depthOf(const Node &node) const;
    NodePtr local(const NodePtr &node);
    std::vector<NodePtr> local(std::vector<NodePtr> nodes);
    NodePtr borrow(Open &inner, const NodePtr &outer, const NodePtr &origin);
    NodePtr append(Node node, const std::string &variable, const SpanList &spans, const std::string &scope);
    NodePtr made(Node node, const std::string &variable, const Open &open);

    struct Closed {
        GraphPtr graph;
        std::vector<NodePtr> passedAlong; ///< outer values that each call adds to its inputs
    };

    void takeParameters(Closed &branch, const std::vector<NodePtr> &outer);

    IdSource m_ids;
    int64_t m_inferenceNs = 0;
    std::vector<CompileRun> m_inferences;
    std::optional<Failure> m_failure;
    std::vector<Open> m_open;
    std::vector<Open> m_suspended;
    std::vector<std::string> m_names; ///< of all graphs, in the order of opening
    std::unordered_map<std::string, Closed> m_closed;
    std::vector<NodePtr> m_weights;
    std::unordered_map<const Storage *, std::vector<NodePtr>> m_weightsOf;
    std::unordered_map<NodeId, size_t> m_owner; ///< parameters and calls: their graph's place in m_names
};

} // namespace jitscope::inline capture
