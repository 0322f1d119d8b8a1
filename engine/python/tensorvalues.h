// SPDX-License-Identifier: Apache-2.0
// Methods of `mindspore.Tensor` that give its elements to Python: numbers, lists, text, copies, memory.
#pragma once

#include "engine/python/objects.h"

namespace jitscope::inline python {

/** Whether the tensor has elements or, for a symbol, a type; else sets RuntimeError. */
bool ready(PyObject *self);
/** Whether it has elements that can be read now; else sets the error, whose sentence `what` begins. */
bool readable(PyObject *self, const char *what);

// Methods; each as CPython calls it.
PyObject *item(PyObject *self, PyObject *const *arguments, Py_ssize_t count);
PyObject *toList(PyObject *self, PyObject *);
PyObject *formatted(PyObject *self, PyObject *specification);
PyObject *copied(PyObject *self, PyObject *);
PyObject *dataPointer(PyObject *self, PyObject *);
PyObject *elementStrides(PyObject *self, PyObject *const *arguments, Py_ssize_t count);
PyObject *storageOffset(PyObject *self, PyObject *);
PyObject *elementBytes(PyObject *self, PyObject *);
/** The same memory as elements of another dtype. */
PyObject *reinterpreted(PyObject *self, PyObject *dtype);
PyObject *reduced(PyObject *self, PyObject *);
/** `value in tensor`: whether an element equals it. */
int contains(PyObject *self, PyObject *value);

/** DLPack, the protocol by which array libraries share memory; see tensordlpack.cpp. */
PyObject *toDlpack(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names);
PyObject *dlpackDevice(PyObject *self, PyObject *);
PyObject *fromDlpack(PyObject *, PyObject *given);

/** Python's buffer protocol: memoryview(tensor), and NumPy without a copy. */
extern PyBufferProcs tensorBuffer;

} // namespace jitscope::inline python
