// SPDX-License-Identifier: Apache-2.0
// Arguments of slices, read from the trace file when somebody asks. A place is the byte at which the event begins.
#pragma once

#include "engine/profile/argumentsource.h"
#include "engine/reading/inputfile.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace jitscope::inline reading::tracejson {

/** Where a slice of two events begins (B) and, where that has arguments, ends (E). */
struct BracketPlaces {
    uint64_t begin = 0, end = 0;
    auto operator<=>(const BracketPlaces &) const = default;
};

class JsonArguments : public ArgumentSource {
public:
    using Pairs = std::vector<BracketPlaces>;

    /** `ends` names the slices that have arguments in their second event too. */
    JsonArguments(std::shared_ptr<const InputFile> file, Pairs ends);

    Result<SliceArguments> read(uint64_t offset) const override;
    std::string file() const override { return m_file->path(); }
    const Pairs &ends() const { return m_ends; }

private:
    Result<void> readEventAt(uint64_t offset, SliceArguments &arguments) const;

    std::shared_ptr<const InputFile> m_file;
    Pairs m_ends; ///< sorted
};

} // namespace jitscope::inline reading::tracejson
