// SPDX-License-Identifier: Apache-2.0
// Numbers as msprof op counts them. The sizes of requests are those by which its own bandwidths come out of its counts
// (requests * size / duration, in 2^30 bytes a second), which the test of this importer checks on real data.
#include "plugins/msprof_op/memorypaths.h"

namespace jitscope {
inline namespace msprof_op {

const MemoryPath *memoryPath(int64_t number) {
    static const MemoryPath paths[] = {
        {0, "GM", "L2", 128},
        {1, "L2", "GM", 128},
        {2, "L2", "L1", 256},
        {3, "L1", "L2", 128},
        {4, "L1", "L0A", 256},
        {5, "L1", "L0B", 128},
        {6, "L0A", "Cube", 512},
        {7, "L0B", "Cube", 512},
        {8, "Cube", "L0C", 1024},
        {9, "L0C", "L1", 128},
        {10, "L0C", "L2", 128},
        {11, "L0C", "Cube", 1024},
        {12, "L2", "UB", 128},
        {13, "UB", "L2", 128},
        {14, "UB", "Vector", 256},
        {15, "Vector", "UB", 256},
        {16, "L2", "UB1", 128},
        {17, "UB1", "L2", 128},
        {18, "UB1", "Vector1", 256},
        {19, "Vector1", "UB1", 256},
        // 310P
        {20, "L2", "L1", 0},
        {21, "L1", "L0A", 0},
        {22, "L1", "L0B", 0},
        {23, "Vector", "L0C", 0},
        {24, "L0C", "Vector", 0},
        {25, "L2", "UB", 0},
        // 950
        {35, "L2", "L0A", 0},
        {36, "L2", "L0B", 0},
        {37, "L1", "L0A", 0},
        {38, "L1", "L0B", 0},
        {39, "L0C", "FIXP", 0},
        {40, "FIXP", "L2", 0},
        {41, "FIXP", "L1", 0},
        {42, "FIXP", "UB", 0},
        {43, "FIXP", "UB1", 0},
        {44, "L1", "UB", 0},
        {45, "L1", "UB1", 0},
        {46, "UB", "L1", 0},
        {47, "UB1", "L1", 0},
        {48, "L2", "DCache", 0},
        {49, "L2", "DCache1", 0},
        {50, "DCache", "L2", 0},
        {51, "DCache1", "L2", 0},
        {52, "Vector", "DCache", 0},
        {53, "Vector1", "DCache1", 0},
        {54, "DCache", "Vector", 0},
        {55, "DCache1", "Vector1", 0},
    };
    for (const MemoryPath &path : paths)
        if (path.number == number) return &path;
    return nullptr;
}

} // namespace msprof_op
} // namespace jitscope
