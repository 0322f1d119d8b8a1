// SPDX-License-Identifier: Apache-2.0
// Operator tuning of one kernel as plain records: what its cores did, how much moved between its memories, where it
// stands under the roofs of its device, and which lines and instructions cost.
#pragma once

#include "engine/profile/profile.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline profile {

/** A part of a core. Missing figures are missingInteger and NaN. */
struct CoreLoad {
    int64_t core = 0;
    std::string part; ///< "cube0", "vector0", "vector1"
    int64_t durationNs = missingInteger, cycles = missingInteger, bytes = missingInteger;
    double l2HitRate = std::numeric_limits<double>::quiet_NaN(); ///< %
};

/** A share or count of a compute unit or pipe. */
struct UnitLoad {
    int64_t core = 0;
    std::string part, name, unit;
    double value = 0, cycles = 0;
};

/** Traffic on the path from one memory to another, of one core or of all. */
struct MemoryEdge {
    std::string from, to;
    int64_t requests = missingInteger, bytes = missingInteger;
    double bandwidth = std::numeric_limits<double>::quiet_NaN(); ///< GB/s (2^30 bytes a second), cores added up
    double peakRatio = std::numeric_limits<double>::quiet_NaN(); ///< %, of the core that has most
};

struct CacheLoad {
    int64_t core = 0;
    std::string cache;
    int64_t hit = missingInteger, miss = missingInteger;
    double hitRate = 0; ///< %
};

/** A point under two roofs. */
struct RooflinePoint {
    std::string group, bandwidthName, computeName;
    double bandwidthTBs = 0, computeTops = 0; ///< the roofs
    double intensity = 0;                     ///< operations a byte
    double performanceTops = 0;
    std::string source; ///< of the roofs: "msprof op", or where a device model has them from
    /** Performance that the roofs allow at this intensity. */
    double attainableTops() const;
    double ratio() const { return performanceTops / attainableTops(); }
    bool isMemoryBound() const; ///< the slope is the lower roof here
};

/** Addresses of instructions, both ends included. */
using AddressRange = std::pair<uint64_t, uint64_t>;

struct HotLine {
    std::string file;
    int64_t line = missingInteger;
    int64_t cycles = missingInteger, calls = missingInteger, bytes = missingInteger, timeNs = missingInteger;
    double l2HitRate = std::numeric_limits<double>::quiet_NaN();
    std::vector<AddressRange> addresses;
};

struct HotSpot {
    uint64_t address = 0;
    std::string addressText, instruction, pipe, code; ///< code: "file:line"
    int64_t cycles = missingInteger, calls = missingInteger, bytes = missingInteger, timeNs = missingInteger;
    double l2HitRate = std::numeric_limits<double>::quiet_NaN();
};

struct KernelProfile {
    std::string name, type, soc;
    int64_t durationNs = missingInteger, blocks = missingInteger, mixBlocks = missingInteger;
    int64_t device = missingInteger, pid = missingInteger;
    double currentMHz = std::numeric_limits<double>::quiet_NaN(), ratedMHz = std::numeric_limits<double>::quiet_NaN();
    std::vector<CoreLoad> cores; ///< by core, cube before vector
    std::vector<UnitLoad> loads;
    std::vector<CacheLoad> caches;
    std::vector<RooflinePoint> rooflines;                    ///< as the producer wrote them
    std::vector<std::pair<std::string, std::string>> advice; ///< subject and remark of the producer
    double cubeOperations = 0;                               ///< by the reads of L0B; 0 where they were not counted
};

/** Whether these are tables of operator tuning. */
bool isKernelProfile(const Profile &profile);
KernelProfile kernelProfile(const Profile &profile);

/** The cores that the memory graph tells of. */
std::vector<int64_t> memoryCores(const Profile &profile);
/** The edges of one core, or of all added up; in the order in which data flows. */
std::vector<MemoryEdge> memoryEdges(const Profile &profile, std::optional<int64_t> core);

/** The names in column "core" of hot lines and spots: "core0.veccore0", or "ALL". */
std::vector<std::string> hotCores(const Profile &profile);
/** By falling cycles (calls where there are none); those of one core, or of all added up (""). */
std::vector<HotLine> hotLines(const Profile &profile, const std::string &core);
/** In the order of addresses. */
std::vector<HotSpot> hotSpots(const Profile &profile, const std::string &core);
/** Whether an instruction is one of a line's: by address, else by the line it names. */
bool belongs(const HotSpot &spot, const HotLine &line);

/** How evenly the parts of one kind share the work. */
struct CoreSpread {
    std::string kind; ///< "cube", "vector"
    int parts = 0;
    double mean = 0, least = 0, most = 0; ///< cycles, or ns where cycles are missing
    bool areCycles = true;
    size_t slowest = 0; ///< index in KernelProfile::cores
    /** What the slowest takes longer than the mean, as a share of the mean. */
    double excess() const { return mean > 0 ? most / mean - 1 : 0; }
};
std::vector<CoreSpread> coreSpreads(const KernelProfile &kernel);

/** The roof of one device: its peak and its memory, with where they are from. */
struct DevicePeaks {
    std::string device, source;
    double cubeTops = 0, vectorTops = 0, memoryTBs = 0;
};
/** The point of the whole kernel between compute and global memory, from the counted cube operations and the traffic
    of GM; nothing where either was not counted. */
std::optional<RooflinePoint> measuredRoofline(const Profile &profile, const DevicePeaks &peaks);

} // namespace jitscope::inline profile
