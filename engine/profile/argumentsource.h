// SPDX-License-Identifier: Apache-2.0
// Arguments of slices that stay where they are, in the file or database that was imported, until somebody asks: parsing
// and keeping those of millions of slices would cost more than all the rest.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline profile {

using SliceArguments = std::vector<std::pair<std::string, std::string>>; ///< names and values, in the writer's order

/** Where the arguments of a slice are: source 0 are those that the trace holds itself. */
struct ArgumentPlace {
    static constexpr int offsetBits = 48;
    int source = 0;
    uint64_t offset = 0; ///< what it means is the source's business: a byte of a file, a row of a table
    static ArgumentPlace unpack(uint64_t packed) {
        return {int(packed >> offsetBits), packed & ((uint64_t(1) << offsetBits) - 1)};
    }
    uint64_t packed() const { return (uint64_t(source) << offsetBits) | offset; }
};

class ArgumentSource {
public:
    virtual ~ArgumentSource() = default;
    /** What stands at `offset`. Called from several threads. Fails when the file has changed since it was imported. */
    virtual Result<SliceArguments> read(uint64_t offset) const = 0;
    /** The file, for messages and for whoever wants to see the place itself. */
    virtual std::string file() const = 0;
};

} // namespace jitscope::inline profile
