// SPDX-License-Identifier: Apache-2.0
// The JSON files that stand beside a profile: times and sizes of communication by operator and link, groups of ranks,
// and what the profiler was told to do.
#pragma once

#include "engine/base/result.h"
#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "engine/reading/jsondocument.h"

#include <map>
#include <string>
#include <vector>

namespace jitscope {
inline namespace ascend_profiler {

/** Tables of one rank. */
using RankTables = std::vector<DataTable>;

/** A JSON file as a whole; a damaged one gives what it holds, with a diagnostic. Fails for what cannot be read or has
    nothing in it. */
Result<JsonDocument> readSideJson(const std::string &path, Diagnostics &diagnostics);

/** communication.json of one rank: communication_ops, communication_bandwidth, communication_packets. */
RankTables communicationTables(const JsonDocument &document);
/** communication_matrix.json of one rank. */
RankTables matrixTables(const JsonDocument &document);
/** cluster_communication.json and cluster_communication_matrix.json: the same of all ranks. A row of the matrix is of
    the rank that sends. */
std::map<int, RankTables> clusterCommunicationTables(const JsonDocument &document);
std::map<int, RankTables> clusterMatrixTables(const JsonDocument &document);
/** communication_group.json, or the parallel_group_info of profiler_metadata.json: "communication_groups". */
DataTable groupTable(const JsonDocument &document);

/** profiler_info*.json and profiler_metadata.json, which add to each other: level, metrics, versions, rank, whether it
    was simulated. */
void takeProfilerInfo(const JsonDocument &document, Profile &profile);
void takeProfilerMetadata(const JsonDocument &document, Profile &profile);
/** info.json.N and start_info of a device of msprof: rank and clocks of the device. */
void takeDeviceInfo(const JsonDocument &document, Profile &profile);

} // namespace ascend_profiler
} // namespace jitscope
