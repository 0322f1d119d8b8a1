// SPDX-License-Identifier: Apache-2.0
// Sets and maps of nodes, by their address or their id.
//
// The tables of robin-map keep their entries in one piece of memory. Those of the standard library ask the heap for
// each entry; between the nodes of a graph of 100,000 calls that scatters them, and a look at one takes ten times as
// long.
#pragma once

#include "engine/ir/graph.h"

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <cstdint>

namespace jitscope::inline ir {

/** Lets all bits of a hash reach the low ones, which find the place: the low bits of addresses are always 0. */
inline size_t spreadHash(size_t hash) {
    return (hash * 0x9E3779B97F4A7C15u) >> 32;
}

struct NodeHash {
    size_t operator()(const Node *node) const noexcept { return spreadHash(uintptr_t(node)); }
    /** Ids count from 1 on: as they are, neighbours in a graph are neighbours in the table. */
    size_t operator()(NodeId id) const noexcept { return size_t(id.value); }
};

/** Unlike with std::unordered_map, a new entry moves the others: a reference to a value holds until then. */
template<class Value> using NodeMap = tsl::robin_map<const Node *, Value, NodeHash>;
template<class Value> using NodeIdMap = tsl::robin_map<NodeId, Value, NodeHash>;
using NodeSet = tsl::robin_set<const Node *, NodeHash>;
using NodeIdSet = tsl::robin_set<NodeId, NodeHash>;

template<class Hash> struct SpreadHash {
    size_t operator()(const NodePtr &node) const { return spreadHash(Hash()(node)); }
};
/** Nodes of which one stands for all that `Same` calls equal. */
template<class Hash, class Same>
using DistinctNodes = tsl::robin_set<NodePtr, SpreadHash<Hash>, Same, std::allocator<NodePtr>, /*StoreHash=*/true>;

/** How often each node of `graph` is used: by other calls and as the output. */
NodeMap<int> useCounts(const Graph &graph);

} // namespace jitscope::inline ir
