// SPDX-License-Identifier: Apache-2.0
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/stepping/objectref.h"

namespace jitscope::inline stepping {

void ReleaseObject::operator()(PyObject *owned) const {
    Py_DECREF(owned);
}

} // namespace jitscope::inline stepping
