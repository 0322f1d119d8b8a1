// SPDX-License-Identifier: Apache-2.0
// `jitscope bisect`: each compiled graph is checked against the eager function, pass by pass, at its first call.
#pragma once

#include "engine/python/graphobject.h"

namespace jitscope::inline python {

/** Whether the run of the script checks its graphs. */
bool isBisecting();

/** Checks a graph that was not checked yet with the arguments of a call; what it finds is recorded as a problem of kind
    "bisect": an error for a divergence, a note for a graph that is sound. Weights and random numbers stay. */
void bisectOnce(CompiledGraph &graph, std::span<const Value> arguments);

/** The methods and functions of Python: see graphbisect.cpp. */
bool addBisect(PyObject *module);

/** Graph.expect(function): remembers what `function()`, the eager run, gives: a tensor, or a tuple of them. What it
    writes to the graph's weights and draws of random numbers is undone. */
PyObject *expectOfGraph(PyObject *graph, PyObject *function);

} // namespace jitscope::inline python
