// SPDX-License-Identifier: Apache-2.0
// The trace capture for Python: `_jitscope.Trace`.
#pragma once

#include "engine/python/objects.h"

#include "engine/capture/tracecapture.h"

#include <vector>

namespace jitscope::inline python {

/** A function that runs while its operators are recorded. */
struct Tracing {
    Tracing(const std::string &function, const SourceSpan &span, PyObject *place, PyObject *noteRead);

    Ref place;    ///< place() -> (((file, line, ...), ...) innermost first, scope)
    Ref noteRead; ///< noteRead(what): the value of a traced tensor is read
    TraceCapture graphs;
    std::vector<Ref> parameters; ///< the model's, as the graph met them
    OpTracer *before = nullptr;
};

/** The Tracing inside a `_jitscope.Trace`, or null (without an exception) for anything else. */
Tracing *traceOf(PyObject *object);

/** Tells the trace of this thread, if there is one, which of the tensors are parameters of the model. */
void meetParameters(std::span<PyObject *const> arguments);

/** Tells the trace of this thread, if it follows `tensor`, that its value goes to Python; `what` is how ("bool()").
    False with an exception set. */
bool noteValueRead(PyObject *tensor, const char *what);

/** Tells the trace of this thread that a parameter of the model gets another storage, which no operator shows. */
void noteDataReplaced(PyObject *tensor);

} // namespace jitscope::inline python
