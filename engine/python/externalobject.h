// SPDX-License-Identifier: Apache-2.0
// Values of a captured graph that only Python knows when the graph runs, and the calls that compute them.
#pragma once

#include "engine/ir/graph.h"
#include "engine/python/objects.h"

namespace jitscope::inline python {

/** Stands for such a value during capture; what can be done with it is written in Python, in a subclass. */
struct PyExternal {
    PyObject_HEAD NodePtr node;
    int64_t capture; ///< which capture it belongs to
};

extern PyTypeObject externalType;

inline bool isExternal(PyObject *object) {
    return PyObject_TypeCheck(object, &externalType);
}

/** A new one of the subclass that Python registered; null with an exception set. */
PyObject *newExternal(const NodePtr &node, int64_t capture);

/** `object` as a value that engine code passes on and Python gets back as it is. */
Opaque opaqueOf(PyObject *object, const std::string &text);

/** What a node gives for what Python returned: plain numbers, texts, tensors and tuples of them as such, all else
    opaque. */
Value valueOfResult(PyObject *object);

/** Sets ValueNeeded, by which the front end learns that a call must run in Python: `message` is a sentence. */
void setValueNeeded(const std::string &message);

bool addExternals(PyObject *module);

} // namespace jitscope::inline python
