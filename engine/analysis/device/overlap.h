// SPDX-License-Identifier: Apache-2.0
// What a device does over time: computing, communicating, both or neither, as the producers' lanes "Overlap Analysis".
#pragma once

#include "engine/analysis/intervals.h"
#include "engine/profile/datatable.h"

#include <vector>

namespace jitscope::inline analysis {

struct DeviceOverlap {
    int64_t device = -1;
    Intervals computing, communication;
    Intervals notOverlapped; ///< communication while nothing computes
    Intervals free;          ///< neither, between the first task and the last
    Interval span() const;   ///< from the first task to the last
};

/** Of a kernels table, one a device, by device. Tasks that are no kernels (events, placeholders) are not in such a
    table, so free time before the first kernel and behind the last one is not told. */
std::vector<DeviceOverlap> overlapOf(const DataTable &kernels);
/** What the producer's own lanes of a rank say; empty sets where it has none. */
DeviceOverlap overlapLanes(const Trace &trace, int rank);

DataTable overlapTable(const std::vector<DeviceOverlap> &devices);

} // namespace jitscope::inline analysis
