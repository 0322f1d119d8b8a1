// SPDX-License-Identifier: Apache-2.0
// The call of a compiled function that a tape follows: the forward graph gives the results and what the gradient needs,
// the backward graph runs when the tape goes back through the call.
#pragma once

#include "engine/capture/gradientsplit.h"
#include "engine/python/graphobject.h"

#include <optional>
#include <vector>

namespace jitscope::inline python {

/** The backward half of a capture, ready to be compiled: what `_jitscope.split_gradient` gives beside the places. */
struct BackwardCapture {
    Module module;
    IdSource ids;
    std::vector<Ref> weights; ///< that it uses
};

/** The half inside such an object, or null without an exception. */
BackwardCapture *backwardCaptureOf(PyObject *object);

class GradientCall {
public:
    /** From (places of the followed arguments among the variables, followed weights, None or (backward graph, saved
        values, results, gradients)); `gradients` has for each of the arguments, then weights, its place among what the
        backward graph gives, or -1. Nothing with an exception set. */
    static std::optional<GradientCall> from(PyObject *tuple);

    /** Whether tapes follow these variables of a call, and of the weights of `graph` (or null) those, that it is made
        for, and no others. */
    bool fits(std::span<PyObject *const> variables, const CompiledGraph *graph) const;
    /** The same for a call through which no gradient goes. */
    static bool fitsNothing(std::span<PyObject *const> variables, const CompiledGraph *graph);

    bool hasBackward() const { return m_graph != nullptr; }
    /** How many of the forward graph's results are the function's. */
    size_t results() const { return m_results; }
    /** The variables of a call with the versions of their memory before it. */
    struct Given {
        explicit Given(std::vector<Value> values);
        std::vector<Value> variables;
        std::vector<uint64_t> versions;
    };
    /** The function's results of what the forward graph gave, followed by the open tapes. */
    Value followed(const Given &given, const Value &result) const;

    int traverse(visitproc visit, void *arg) const;

private:
    bool readBackward(PyObject *tuple);

    std::vector<size_t> m_arguments;
    std::vector<Ref> m_weights;
    Ref m_backward;
    CompiledGraph *m_graph = nullptr; ///< of m_backward, or null where no gradient comes back
    std::vector<SavedValue> m_saved;
    /** Memory of the backward graph's constants and weights, but for weights to which it writes itself; the program may
        write to it. */
    std::vector<StoragePtr> m_read;
    size_t m_results = 0;
    std::vector<int> m_gradients;
};

} // namespace jitscope::inline python
