// SPDX-License-Identifier: Apache-2.0
// What this machine can do at most, measured: the roofs that a run's operators are held against.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jitscope::inline ops {

/** How fast arrays of up to `largestBytes` together are read and written. */
struct Bandwidth {
    std::string name;         ///< "L2 cache", "L3 cache", "memory"
    int64_t largestBytes = 0; ///< the last level has no limit
    double bytesPerSecond = 0;
};

struct MachinePeaks {
    double flopsPerSecond = 0;         ///< float32
    std::vector<Bandwidth> bandwidths; ///< of smaller arrays first; never empty
    int threads = 1;
    std::string how; ///< a sentence

    /** That of the smallest level that holds so many bytes. */
    const Bandwidth &bandwidthFor(double bytes) const;
};

/** Measures, with the threads and the instruction set that operators use: the best of several rounds
    of independent fused multiply-adds in registers, and of copies between arrays that fill half of each level of the
    caches and four times the last one (read and written bytes counted). Takes about half a second; what else runs
   meanwhile makes them too low. */
MachinePeaks measureMachine();

} // namespace jitscope::inline ops
