// SPDX-License-Identifier: Apache-2.0
// What stands where in the output of the Ascend profilers: folders of MindSpore, of torch_npu and of msprof, and
// folders of several ranks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jitscope {
inline namespace ascend_profiler {

enum class ProfilerKind : uint8_t { Unknown, MindSpore, Torch, Msprof };

/** The files of one rank. */
struct RankFiles {
    std::string folder; ///< the rank's own, from which it has its name
    ProfilerKind kind = ProfilerKind::Unknown;
    std::vector<std::string> outputs;   ///< folders in which exported files stand
    std::vector<std::string> traces;    ///< timelines as JSON, to be read as one
    std::vector<std::string> databases; ///< timelines as databases
    std::vector<std::string> analyses;  ///< databases of communication
    std::vector<std::string> tables;    ///< comma-separated
    std::string communication, matrix;  ///< communication.json, communication_matrix.json
    std::vector<std::string> infos;     ///< profiler_info*.json, profiler_metadata.json, info.json.N, start_info.N
    std::vector<std::string> repeated;  ///< timelines that say again what `traces` do
    int namedRank = -1;                 ///< by the names of files and folder
    int namedDevice = -1;
    bool hasOutput() const {
        return !traces.empty() || !databases.empty() || !analyses.empty() || !tables.empty() ||
               !communication.empty() || !matrix.empty();
    }
};

/** What msprof-analyze made of a cluster. */
struct ClusterFiles {
    std::string folder;
    std::string steps, communication, matrix, groups; ///< "" for what is not there
    std::vector<std::string> others;                  ///< further tables
    bool empty() const { return steps.empty() && communication.empty() && matrix.empty() && groups.empty(); }
};

struct FoundProfiles {
    std::vector<RankFiles> ranks; ///< by folder name
    ClusterFiles cluster;
    std::vector<std::string> raw; ///< folders of ranks whose data nobody has analysed
    bool wasCutShort = false;     ///< more folders than are looked at
    bool empty() const { return ranks.empty() && cluster.empty() && raw.empty(); }
};

/** Looks at a folder and, for clusters, at the folders in it down to five levels. */
FoundProfiles lookAtProfilerFolder(const std::string &folder);

/** The rank that a name carries: "profiler_info_3.json", "rank_3_ascend_pt", "ascend_pytorch_profiler_3.db"; else -1.
 */
int rankInName(std::string_view name);

/** Whether a file of that name is one that lookAtProfilerFolder() takes for a profiler's. */
bool isProfilerFileName(std::string_view name);

} // namespace ascend_profiler
} // namespace jitscope
