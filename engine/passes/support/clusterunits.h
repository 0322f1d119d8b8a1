// SPDX-License-Identifier: Apache-2.0
// The calls of a graph on their way into kernels: which of them run as one unit so far, and which units fit together.
#pragma once

#include "engine/ir/nodetables.h"
#include "engine/passes/support/kernelspace.h"

#include <memory_resource>
#include <string>
#include <vector>

namespace jitscope::inline passes {

/** Places of calls, or numbers of values. All those of one graph lie in memory that is given back at once. */
using ClusterPlaces = std::pmr::vector<int>;

/** What is known of one call of the graph; places count its nodes. */
struct ClusterCall {
    NodePtr node;
    ClusterPlaces inputs; ///< places of the calls that it uses
    ClusterPlaces users;
    ClusterPlaces operands;                  ///< numbers of the values that a kernel of it alone would be given
    std::shared_ptr<const Predicate> failed; ///< why it can be in no kernel; null if it can
    bool isOutput = false;
    bool isFromReduction = false; ///< made of the result of a reduction of its unit
    int unit = 0;
};

/** How many values a kernel takes and gives. */
struct KernelTraffic {
    int inputs = 0, results = 0;
};

/** Calls that run together; those that are no members yet, or never, are a unit each. */
struct ClusterUnit {
    ClusterPlaces members;   ///< in the order of the graph; empty where it became part of another unit
    int first = 0, last = 0; ///< the least and the greatest place of its members
    KernelSpace space;
    ClusterPlaces outsideUsers; ///< places of calls in other units, once for each use of a member
    KernelTraffic atMost;       ///< counted when that could matter
};

class ClusterUnits {
public:
    ClusterUnits(const Graph &graph, const NodeIdSet &pinned);

    int count() const { return int(m_calls.size()); }
    ClusterCall &call(int place) { return m_calls[size_t(place)]; }
    const ClusterCall &call(int place) const { return m_calls[size_t(place)]; }
    const ClusterUnit &unit(int index) const { return m_units[size_t(index)]; }

    /** Why the unit `earlier` cannot become part of `later`, which uses its results, if so. */
    std::optional<Predicate> whyNotTogether(int earlier, int later);
    /** The same whatever it costs: only what would be wrong, or have no code. */
    std::optional<Predicate> whyNotLegal(int earlier, int later);

    /** The units of `producer` and `place` become one, under the index of either. */
    void merge(int producer, int place);

private:
    enum class Judged : uint8_t { CostToo, LegalityAlone };

    /** What a search for a path between two units came to. */
    struct Path {
        enum class End : uint8_t { None, Found, TooLong } end = End::None;
        int unit = -1; ///< the first on the path that was found
    };

    void addCall(const NodePtr &node, const NodeIdSet &pinned);
    std::optional<Predicate> whyNot(int earlier, int later, Judged judged);
    std::optional<Predicate> whyNotAround(int earlier, int later);
    std::optional<Predicate> whyNotSize(int earlier, int later);
    /** What the two units together would take and give. */
    KernelTraffic trafficOf(int earlier, int later);
    int numberOf(const Node &value);
    std::optional<Predicate> whyNotStretched(const ClusterUnit &from, const KernelSpace &space, int later,
                                             Judged judged) const;
    std::optional<Predicate> whyNotReduced(const ClusterUnit &from, const ClusterUnit &into,
                                           const KernelSpace &space) const;
    bool isUsedOutside(const ClusterCall &call, int otherUnit) const;
    Path pathAround(int source, int target);
    void takeIn(ClusterUnit &larger, ClusterUnit &smaller, int index);
    /** Notes which members of that unit are made of the results of its reductions. */
    void noteReduced(int unit);
    /** Notes the calls outside of that unit that use one of its members before its last one. */
    void noteEarlyUsers(int unit);
    /** The last place whose result the calls up to `place` may wait for. */
    int latestNeeded(int place) const;

    std::pmr::monotonic_buffer_resource m_memory; ///< of the lists of places: before those who use it
    std::vector<ClusterCall> m_calls;
    std::vector<ClusterUnit> m_units;
    NodeIdMap<int> m_numbers;      ///< of all values: calls, parameters, constants
    std::vector<int> m_placeOf;    ///< values: the place of the call, or -1
    std::vector<int> m_counted;    ///< values: the count that met them last
    std::vector<NodePtr> m_pinned; ///< calls that other graphs use
    std::vector<int> m_seen;       ///< units: the search that saw them last
    std::vector<int> m_cameFrom;   ///< units: from which that search came
    int m_search = 0, m_count = 0;
    /** The last two units whose traffic was counted, and what came out. */
    struct {
        int earlier = -1, later = -1;
        KernelTraffic traffic;
    } m_last;
    /** A Fenwick tree of maxima: by the place of a call, the last member of a unit that it uses early. */
    std::vector<int> m_earlyUses;
};

} // namespace jitscope::inline passes
