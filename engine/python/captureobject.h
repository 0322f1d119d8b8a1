// SPDX-License-Identifier: Apache-2.0
// A graph being captured: symbols that stand for its values, and the operators that become nodes while it is current.
#pragma once

#include "engine/capture/graphgradient.h"
#include "engine/capture/lineclock.h"
#include "engine/python/objects.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace jitscope::inline python {

/** A value of a graph that is being captured: has a type and a shape, but no elements. */
struct PySymbol {
    PyTensor base;
    NodePtr node;
    int64_t capture; ///< which capture it belongs to
};

extern PyTypeObject symbolType;

inline bool isSymbol(PyObject *object) {
    return Py_IS_TYPE(object, &symbolType);
}
inline const NodePtr &nodeOf(PyObject *object) {
    return reinterpret_cast<PySymbol *>(object)->node;
}
inline const Abstract &abstractOf(PyObject *object) {
    return nodeOf(object)->abstract;
}

/** A number of a graph that is being captured: has a type, but no value; acts as a Python number. */
struct PyScalar {
    PyObject_HEAD NodePtr node;
    int64_t capture;
};

extern PyTypeObject scalarType;

inline bool isScalar(PyObject *object) {
    return Py_IS_TYPE(object, &scalarType);
}
PyObject *newScalar(const NodePtr &node, int64_t capture);
/** The node of a symbol or scalar. */
inline const NodePtr &valueNodeOf(PyObject *object) {
    return isScalar(object) ? reinterpret_cast<PyScalar *>(object)->node : nodeOf(object);
}

/** How often shapes of symbols of this thread were looked at: what a capture does with them holds for these alone. */
extern thread_local int64_t shapeReads;
/** How often captured code wrote to a weight. */
extern thread_local int64_t weightWrites;

/** Dtype and shape of a tensor or symbol; a symbol's counts as looked at. */
DType dtypeOfTensor(PyObject *object);
const Dims &shapeOfTensor(PyObject *object);
/** The number of axes, which is part of what every graph is for. */
inline int rankOfTensor(PyObject *object) {
    return isSymbol(object) ? abstractOf(object).shape.rank() : tensorOf(object).rank();
}

/** Sets ValueNeeded for reading elements of a symbol; `what` begins the sentence. Returns null. */
PyObject *noValueYet(const char *what);

/** One compilation's capture: turns Python's arguments into nodes and knows the place and scope of each new node. */
class Capture {
public:
    Capture();

    /** Adds `op` as a node; arguments as of callOp. A new reference (a Symbol, or a tuple of them), or null. */
    PyObject *addCall(const OpDef &op, std::span<PyObject *const> arguments);

    /** A node that calls `function(*arguments)` in Python when the graph runs; `text` is the source it stands for,
        `reason` why it is no operator. A new External, or null. */
    PyObject *addHostCall(PyObject *function, std::span<PyObject *const> arguments, const std::string &text,
                          const std::string &reason);

    void openGraph(const std::string &function, const SourceSpan &span);
    /** A parameter of the open graph for the tensor, symbol or external value `like`. For an inner graph `like` is its
     * argument. */
    PyObject *addParameter(const std::string &name, PyObject *like);
    /** Closes the open graph. `outputs` is a tuple of symbols or tensors; gives the tuple of what they are outside:
        symbols of the call in the outer graph, or () for the entry. */
    PyObject *closeGraph(PyObject *outputs);
    // Branches and loops: see captureflow.cpp. Outputs and variables are tuples of symbols, scalars, tensors and
    // numbers.
    const std::string &openName() const { return m_open.back().name; }
    size_t suspendGraph();
    void resumeGraph(size_t suspended);
    /** Closes the open graph with these outputs; nothing calls it yet. Its name. */
    std::string closeBranch(PyObject *outputs);
    /** What the chosen one of two closed branches returns: a tuple of symbols. */
    PyObject *callSwitch(PyObject *condition, const std::string &whenTrue, const std::string &whenFalse);
    /** Opens a graph that calls itself, with a parameter for each of `variables`, called as in `names`, and one for
       each value of the list `kept` (see borrowed). The parameters of the variables. */
    PyObject *openLoop(const std::string &function, const SourceSpan &span, PyObject *names, PyObject *variables,
                       size_t kept);
    /** What `callInner` and the outside get from the open graph `name` when it returns values like `outputs`. */
    PyObject *callInner(const std::string &name, PyObject *variables, PyObject *outputs);
    /** The call of a closed loop. */
    PyObject *callLoop(const std::string &name, PyObject *variables);
    /** Keeps a list of what the open graph has borrowed; its place and how many there are. */
    std::pair<size_t, size_t> borrowed();
    size_t mark();
    void rollback(size_t mark);

    /** Adds the nodes of gradients: of `sources` given those of `outputs` (tuples of symbols or tensors). Nodes made
       before id `first` are constants. A tuple of symbols, None where nothing flows. */
    PyObject *addGradients(PyObject *outputs, PyObject *seeds, PyObject *sources, int64_t first);
    /** No gradient passes the nodes made since id `first`. */
    void holdConstant(int64_t first);
    /** From now on writing to a value of the graph is an error: Python must see such a write in its own tensor. */
    void refuseWrites() { m_refusesWrites = true; }
    bool refusesWrites() const { return m_refusesWrites; }
    /** The text of analyze_fail.ir for a failure that ended with `message`; "" if no inference failed with that. */
    std::string failureText(const std::string &message) const;
    /** A function of the package refused these arguments with `message`. */
    void noteFailure(const std::string &function, std::span<PyObject *const> arguments, const std::string &message);
    Module finish() { return m_forward ? *m_forward : m_graphs.finish(); }
    /** From now on this is what was captured: the forward half of a function with its gradient. */
    void keepForward(Module forward) { m_forward = std::move(forward); }
    IdSource &ids() { return m_graphs.ids(); }

    void pushFrame(const std::string &file);
    void popFrame();
    void noteStage(const std::string &name, int64_t startNs, int64_t timeNs) {
        m_clock.addStage(name, startNs, timeNs);
    }
    const std::vector<CaptureLine> &lines() const { return m_clock.lines(); }
    std::vector<CompileRun> runs() const { return joinedRuns(m_clock.runs(), m_graphs.inferences()); }
    /** Where the nodes that follow stand; `variable` is the name that the user gives their result, or "". */
    void setPlace(SourceSpan span, const std::string &variable);
    void pushScope(const std::string &scope) { m_scopes.push_back(scope); }
    void popScope() { m_scopes.pop_back(); }
    /** A parameter of the model and what the graph calls it. */
    struct Weight {
        Ref parameter;
        std::string name;
    };
    /** In the order of their first use. */
    const std::vector<Weight> &weights() const { return m_weights; }

    /** The symbol that stands for `node` in Python; null with an exception set. */
    PyObject *wrapNode(const NodePtr &node);

private:
    struct Open {
        std::string name;
        std::vector<Ref> arguments; ///< what its call passes, in the order of the parameters
        bool hasEffects = false;    ///< writes or prints, by itself or by a call
    };

    /** Throws for a call whose inference failed, of the class that an eager call throws. */
    [[noreturn]] void refuse(const OpDef &op, const std::string &message) const;
    NodePtr toNode(PyObject *object);
    NodePtr sequenceToNode(PyObject *object);
    NodePtr symbolToNode(PyObject *symbol);
    NodePtr outputNode(PyObject *outputs);
    PyObject *wrapItems(const NodePtr &result, Py_ssize_t count);
    NodePtr usable(const NodePtr &node, int64_t capture) const;
    std::string nameOfWeight(PyObject *parameter);
    std::vector<NodePtr> nodesOf(PyObject *tuple);
    std::vector<NodePtr> bind(const OpDef &op, std::span<PyObject *const> arguments);
    SpanList spans();
    std::string scope() const;

    GraphCapture m_graphs;
    std::optional<Module> m_forward;
    int64_t m_id;
    /** A branch or loop that was closed, or put aside. */
    struct Flow {
        Py_ssize_t count = 0; ///< of its outputs
        bool hasEffects = false;
    };
    struct Mark {
        GraphCapture::Mark graphs;
        size_t open = 0;
        bool hasEffects = false; ///< of the open graph
    };

    std::vector<Open> m_open;
    bool m_refusesWrites = false;
    std::vector<Open> m_suspended;
    std::unordered_map<std::string, Flow> m_flows;                                   ///< by the graph's name
    std::vector<std::vector<NodePtr>> m_kept = std::vector<std::vector<NodePtr>>(1); ///< the first is empty
    std::vector<Mark> m_marks;
    LineClock m_clock;
    std::vector<SourceSpan> m_frames; ///< outermost first
    std::string m_variable;           ///< what the user assigns the next result to
    SpanList m_spans;                 ///< of m_frames, made when a node needs it
    std::vector<std::string> m_scopes;
    std::vector<Weight> m_weights;
    std::unordered_set<NodeId> m_constants; ///< made while gradients were paused
};

/** The span in (file, line, end_line, column, end_column, text); nothing with an exception set. */
std::optional<SourceSpan> spanFrom(PyObject *place);

/** What is known of a parameter when a value like this one is passed: of numbers their type alone. */
Abstract leafType(PyObject *like);

/** The capture that operators of this thread go to, or null. */
Capture *currentCapture();
/** Returns the one before; null lets operators compute again. */
Capture *setCurrentCapture(Capture *capture);

/** The Capture inside a Python `_jitscope.Capture`, or null with TypeError. */
Capture *captureOf(PyObject *object);

} // namespace jitscope::inline python
