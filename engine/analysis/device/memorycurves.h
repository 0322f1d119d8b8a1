// SPDX-License-Identifier: Apache-2.0
// Memory of the device over time by component, its peak, and who holds it when.
#pragma once

#include "engine/profile/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** One figure of one component over time. */
struct MemoryCurve {
    std::string component;              ///< "PTA", "MindSpore", "APP", or a module of the device
    std::string quantity;               ///< "allocated", "reserved", "active"
    std::string device;                 ///< "NPU:0"
    std::vector<CounterSample> samples; ///< bytes, by time
    CounterSample peak;                 ///< the first of the largest
    bool isModule = false;              ///< of a software module of the device, not of an allocator
};

/** Of the tables memory_record and module_memory; curves that are zero throughout are left out. */
std::vector<MemoryCurve> memoryCurves(const Profile &profile);

/** A row of operator_memory. */
struct Allocation {
    std::string name;
    int64_t bytes = 0;
    std::optional<int64_t> begin, end; ///< none: before the profile began; not released within it
    int64_t row = -1;
    bool isHeldAt(int64_t timeNs) const { return (!begin || *begin <= timeNs) && (!end || *end > timeNs); }
};
/** All of a profile, in the order of the table. */
std::vector<Allocation> allocationsOf(const Profile &profile);
/** Those that are held at a time, the largest first. Rows that name neither begin nor end are left out. */
std::vector<Allocation> heldAt(const std::vector<Allocation> &all, int64_t timeNs);

/** Allocations of one operator that are held at a time or were never released. */
struct HeldByOperator {
    std::string name;
    int64_t count = 0, bytes = 0;
};
std::vector<HeldByOperator> sumByOperator(const std::vector<Allocation> &allocations);
/** What was allocated within the profile and not released: a leak, or what lives on (weights, a cache). */
std::vector<Allocation> neverReleased(const std::vector<Allocation> &all);

} // namespace jitscope::inline analysis
