// SPDX-License-Identifier: Apache-2.0
// Calls of the operators behind `tensor[index]`, shared by reading and writing.
#pragma once

#include "engine/python/indexmeaning.h"

#include <array>
#include <initializer_list>

namespace jitscope::inline python {

/** The arguments of StridedSlice as Python objects. */
class StridedObjects {
public:
    explicit StridedObjects(const StridedArguments &part);

    /** Calls the operator with `leading` and these arguments; a new reference, or null with an exception set. */
    PyObject *call(const char *primitive, std::initializer_list<PyObject *> leading) const;

private:
    std::array<Ref, 8> m_objects;
};

/** The index tensors as a tuple; a new reference. */
PyObject *indexTuple(const IndexMeaning &meaning);

/** The regular part of the tensor; a new reference. */
PyObject *partOf(PyObject *self, const IndexMeaning &meaning);

} // namespace jitscope::inline python
