// SPDX-License-Identifier: Apache-2.0
// The blocks of a visualize_data.bin: what stands where, by their headers alone.
#pragma once

#include "engine/profile/diagnostics.h"
#include "engine/reading/inputfile.h"

#include <string>
#include <vector>

namespace jitscope {
inline namespace msprof_op {

/** The kinds of blocks, as the file numbers them. */
enum class BlockKind : uint8_t {
    Source = 1,
    Trace = 2,
    Lines = 3,
    Instructions = 4,
    BaseInfo = 5,
    ComputeLoad = 6,
    ComputeTable = 7,
    MemoryGraph = 8,
    MemoryTable = 9,
    CoreLoad = 12,
    Roofline = 13,
    CacheLines = 14,
    Stalls = 15,
};

struct VisualizeBlock {
    BlockKind kind;
    int version = 0;
    int64_t offset = 0, bytes = 0; ///< of the text, without header, path and padding
    std::string path;              ///< of a Source
};

/** What is larger is refused, as by the tools that write it. */
constexpr int64_t maxVisualizeBytes = int64_t(500) << 20;

/** Whether `firstBytes` begin as such a file. */
bool looksLikeBlocks(std::string_view firstBytes);

/** The blocks of a known kind, in order; the others, and what is wrong at the end, are counted in `diagnostics`, where
    the file is called `name`. Fails for a file that holds no block at all or is too large. */
Result<std::vector<VisualizeBlock>> blocksOf(const InputFile &file, const std::string &name, Diagnostics &diagnostics);

} // namespace msprof_op
} // namespace jitscope
