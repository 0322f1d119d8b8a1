// SPDX-License-Identifier: Apache-2.0
// Variants for Python: a kept call compiled anew with other decisions, measured beside its graph.
#pragma once

#include "engine/python/objects.h"

namespace jitscope::inline python {

/** The functions of Python: see graphvariant.cpp. */
bool addVariant(PyObject *module);

} // namespace jitscope::inline python
