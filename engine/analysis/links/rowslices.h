// SPDX-License-Identifier: Apache-2.0
// From rows of a profile's tables to slices of the timeline and back: the tables that name a lane and a begin.
#pragma once

#include "engine/analysis/links/slicefinder.h"
#include "engine/profile/profile.h"

#include <string_view>
#include <utility>
#include <vector>

namespace jitscope::inline analysis {

/** The slice of a row of kernels, host_api or operators, none for other tables and rows without a begin. */
SliceId sliceOfRow(const SliceFinder &finder, const DataTable &table, int64_t row, int rank);
/** The slice of a communication operator: its begin in communication.json is a rounded number, that of the kernel of
   the same name is not. `nearNs` tells operators of the same name apart. */
SliceId sliceOfCommunication(const SliceFinder &finder, const Profile &profile, std::string_view name, int64_t nearNs);

/** The rows of a table with a begin, by it: what finds the row of a slice. */
using RowsByStart = std::vector<std::pair<int64_t, int64_t>>;
RowsByStart rowsByStart(const DataTable &table);
/** The row of a slice, -1 for none: of those that begin with it (to a rounding) the one of its name, else of its
    stream or thread. */
int64_t rowOfSlice(const Trace &trace, SliceId slice, const DataTable &table, const RowsByStart &rows);

} // namespace jitscope::inline analysis
