// SPDX-License-Identifier: Apache-2.0
// Which calls reach which graphs, and which graphs must therefore keep taking the same arguments.
#pragma once

#include "engine/ir/graph.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline passes {

/** One call of a graph, direct or through a Switch of graphs. */
struct CallSite {
    size_t caller = 0; ///< the place in the module of the graph that holds it
    NodePtr call;
};

/** Graphs that one call may choose between (the branches of a Switch), with all their calls. */
struct CallFamily {
    std::vector<size_t> members; ///< places in the module
    std::vector<CallSite> sites;
    std::string fixed; ///< why its parameters cannot change: "@f is the entry"; "" where they can, in all members alike
};

class CallFamilies {
public:
    explicit CallFamilies(const Module &module);

    const std::vector<CallFamily> &all() const { return m_families; }
    /** The family of the graph at that place of the module. */
    size_t of(size_t graph) const { return m_familyOf[graph]; }
    /** The family that a call reaches; null for calls of operators, of kernels and of functions not known here. */
    const CallFamily *reachedBy(const Node &call) const;
    size_t indexOf(const CallFamily &family) const;
    /** What each member takes, where `fixed` is empty. */
    size_t parameterCount(const CallFamily &family) const;
    /** The graphs that a value may be: one for a constant, those of both branches for a Switch; empty if unknown. */
    std::vector<size_t> graphsOf(const Node &value) const;

private:
    void readGraph(size_t place);
    void readCall(size_t place, const NodePtr &call);
    void noteEscape(const NodePtr &value, const std::string &how);
    size_t rootOf(size_t graph);
    void gather();
    std::string oddityOf(const CallFamily &family) const;

    const Module &m_module;
    std::unordered_map<std::string, size_t> m_places;
    std::vector<size_t> m_parents;      ///< union-find over graphs
    std::vector<std::string> m_escapes; ///< by graph: how it leaves our sight
    std::vector<CallSite> m_sites;
    std::vector<CallFamily> m_families;
    std::vector<size_t> m_familyOf;
};

} // namespace jitscope::inline passes
