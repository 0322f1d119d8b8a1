// SPDX-License-Identifier: Apache-2.0
// What bounds a kernel of a profile: its pipes' busy shares, and where it stands under the roofs of its device as far
// as its work follows from the shapes.
#pragma once

#include "engine/base/phrase.h"
#include "engine/profile/kernelprofile.h"

#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** The share of a core's cycles in which a pipe was busy; pipes work at the same time, so shares do not add up to 1. */
struct PipeShare {
    std::string side;   ///< "aic", "aiv"; "" for cores that are both
    std::string pipe;   ///< "mac", "vec", "scalar", "mte1", "mte2", "mte3", "fixpipe"
    double ratio = 0;   ///< 0..1
    std::string column; ///< that it was read from
};

enum class Bound : uint8_t {
    Unknown,   ///< no counters
    Cube,      ///< matrix unit
    Vector,    ///< vector unit
    MemoryIn,  ///< mte2: from global memory
    MemoryOut, ///< mte3 or fixpipe: to global memory
    Local,     ///< mte1: between L1 and L0
    Scalar,    ///< control
    Latency,   ///< no pipe is busy half of the time: launch, waits, dependences
};

/** English, translated by views in the context "KernelBound". */
struct BoundText {
    Bound bound;
    const char *name;    ///< "memory bound (read)"
    const char *meaning; ///< a sentence
};
const BoundText &textOf(Bound bound);

struct KernelBound {
    Bound bound = Bound::Unknown;
    PipeShare busiest;
    std::vector<PipeShare> shares;                                     ///< aic before aiv, in the order of the pipeline
    double memoryBound = std::numeric_limits<double>::quiet_NaN();     ///< mte2 / max(mac, vec); above 1: memory bound
    double cubeUtilization = std::numeric_limits<double>::quiet_NaN(); ///< %: how many cores it kept, not how busy
};

/** Of a row of the table "kernels"; Unknown for one without shares of pipes. */
KernelBound kernelBound(const DataTable &kernels, int64_t row);

/** What a kernel has to do by its shapes. */
struct ArithmeticWork {
    double operations = 0;
    double bytes = 0; ///< of inputs and outputs, also where the operations are not known; 0 where shapes are missing
    bool isCube = false;
    Phrase problem; ///< why they do not follow from the shapes; empty if they do. Windows translate it by the context
                    ///< "KernelBound"
    bool isKnown() const { return problem.empty(); }
};
/** Matrix products and operators that work element by element; for all others the reason why not. */
ArithmeticWork kernelWork(const DataTable &kernels, int64_t row);
/** Its point under the roofs; nothing where its work is not known or it took no time. */
std::optional<RooflinePoint> kernelRoofline(const ArithmeticWork &work, int64_t durationNs, const DevicePeaks &peaks);

/** Bytes of an element of a type as profilers name it ("FLOAT", "DT_BF16", "INT64"); 0 for an unknown one. */
int elementBytes(std::string_view type);

} // namespace jitscope::inline analysis
