// SPDX-License-Identifier: Apache-2.0
// Lock step for Python: the eager run is followed, then engine/run/lockstep.h compares it with the graph.
#pragma once

#include "engine/python/objects.h"

namespace jitscope::inline python {

/** The functions of Python: see graphlockstep.cpp. */
bool addLockstep(PyObject *module);

} // namespace jitscope::inline python
