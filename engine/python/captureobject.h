// SPDX-License-Identifier: Apache-2.0
// A graph being captured: symbols that stand for its values, and the operators that become nodes while it is current.
#pragma once

#include "engine/capture/graphgradient.h"
#include "engine/python/objects.h"

#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

namespace jitscope::python {

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

/** Dtype and shape of a tensor or symbol. */
DType dtypeOfTensor(PyObject *object);
const Dims &shapeOfTensor(PyObject *object);

/** Sets the error for reading elements of a symbol; `what` begins the sentence. Returns null. */
PyObject *noValueYet(const char *what);

/** One compilation's capture: turns Python's arguments into nodes and knows the place and scope of each new node. */
class Capture {
public:
    Capture();

    /** Adds `op` as a node; arguments as of callOp. A new reference (a Symbol, or a tuple of them), or null. */
    PyObject *addCall(const OpDef &op, std::span<PyObject *const> arguments);

    void openGraph(const std::string &function, const SourceSpan &span);
    /** A parameter of the open graph for the tensor or symbol `like`. For an inner graph `like` is its argument. */
    PyObject *addParameter(const std::string &name, PyObject *like);
    /** Closes the open graph. `outputs` is a tuple of symbols or tensors; gives the tuple of what they are outside:
        symbols of the call in the outer graph, or () for the entry. */
    PyObject *closeGraph(PyObject *outputs);
    /** Adds the nodes of gradients: of `sources` given those of `outputs` (tuples of symbols or tensors). Nodes made
       before id `first` are constants. A tuple of symbols, None where nothing flows. */
    PyObject *addGradients(PyObject *outputs, PyObject *seeds, PyObject *sources, int64_t first);
    /** No gradient passes the nodes made since id `first`. */
    void holdConstant(int64_t first);
    Module finish() { return m_graphs.finish(); }
    IdSource &ids() { return m_graphs.ids(); }

    void pushFrame(const std::string &file);
    void popFrame() { m_frames.pop_back(), m_spans.reset(); }
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

private:
    struct Open {
        std::string name;
        std::vector<Ref> arguments; ///< what its call passes, in the order of the parameters
        bool hasEffects = false;    ///< writes or prints, by itself or by a call
    };

    NodePtr toNode(PyObject *object);
    NodePtr sequenceToNode(PyObject *object);
    NodePtr symbolToNode(PyObject *symbol);
    std::string nameOfWeight(PyObject *parameter);
    PyObject *wrapNode(const NodePtr &node);
    std::vector<NodePtr> nodesOf(PyObject *tuple);
    std::vector<NodePtr> bind(const OpDef &op, std::span<PyObject *const> arguments);
    SpanList spans();
    std::string scope() const;

    GraphCapture m_graphs;
    int64_t m_id;
    std::vector<Open> m_open;
    std::vector<SourceSpan> m_frames; ///< outermost first
    std::string m_variable;           ///< what the user assigns the next result to
    SpanList m_spans;                 ///< of m_frames, made when a node needs it
    std::vector<std::string> m_scopes;
    std::vector<Weight> m_weights;
    std::unordered_set<NodeId> m_constants; ///< made while gradients were paused
};

/** The capture that operators of this thread go to, or null. */
Capture *currentCapture();
/** Returns the one before; null lets operators compute again. */
Capture *setCurrentCapture(Capture *capture);

/** The Capture inside a Python `_jitscope.Capture`, or null with TypeError. */
Capture *captureOf(PyObject *object);

} // namespace jitscope::python
