// SPDX-License-Identifier: Apache-2.0
// What can be wrong with the events of a trace file, counted by file with the first place of each.
#pragma once

#include "engine/profile/diagnostics.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline reading::tracejson {

enum class Fault : uint8_t {
    CutOff,
    NoClosingBracket,
    SeveralParts,
    Damaged,
    TooLarge,
    TextBetween,
    NoObject,
    NoPhase,
    NoTime,
    NoDuration,
    BadDuration,
    NegativeDuration,
    TimeOverflow,
    NotUtf8,
    CounterWithoutNumber,
    EndWithoutBegin,
    BeginWithoutEnd,
    FlowWithoutId,
    FlowWithoutStart,
    FlowWithoutEnd,
    FlowWithoutSlice,
    FlowOutsideWindow,
    NoSlices,
    UnknownPhase, ///< + the phase's character
};

class Faults {
public:
    void add(Fault fault, int file, int64_t offset, int64_t count = 1) { add(int(fault), file, offset, count); }
    void addPhase(char phase, int file, int64_t offset) {
        add(int(Fault::UnknownPhase) + static_cast<unsigned char>(phase), file, offset, 1);
    }
    /** Adds those of another part of the same files. */
    void merge(const Faults &other);
    int64_t count(Fault fault) const;
    Diagnostics diagnostics(const std::vector<std::string> &fileNames) const;

private:
    struct Count {
        int64_t count = 0, first = 0;
    };
    void add(int fault, int file, int64_t offset, int64_t count);
    std::map<std::pair<int, int>, Count> m_counts; ///< by file and fault
};

} // namespace jitscope::inline reading::tracejson
