// SPDX-License-Identifier: Apache-2.0
// Chosen nodes of a graph as a function of their own: what they take from outside becomes parameters, what is used
// outside is returned.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

namespace jitscope::inline extraction {

struct Region {
    Module module;                ///< ids are those of the module that it was taken from, but for the parameters
    std::vector<NodePtr> inputs;  ///< of that module: whose values the parameters that are no weights take
    std::vector<NodePtr> outputs; ///< of that module: whose values are returned, one by one or as a tuple
    bool isWhole = false;         ///< it is the whole module
};

/** All of `module` where `nodes` is empty. The nodes must be calls of one graph; what they call comes with them, as
   does a call that chooses which function is called. `results`, some of them, are returned; without any those that are
   used outside. The error says what is wrong. */
Result<Region> regionOf(const Module &module, const std::vector<NodeId> &nodes,
                        const std::vector<NodeId> &results = {});

/** The calls of `module` that run the fused kernel of that name; the first is meant where there are several. */
Result<std::vector<NodeId>> kernelCall(const Module &module, const std::string &kernel);

/** "%3,%4", "3+4", "CNode_3,CNode_4": calls of `module`. */
Result<std::vector<NodeId>> callsNamed(const Module &module, const std::string &text);

} // namespace jitscope::inline extraction
