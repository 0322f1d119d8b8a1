// SPDX-License-Identifier: Apache-2.0
// Two traces or two ranks side by side: their device tasks matched by what they are, not by when they ran; what is
// missing, new, slower, faster or at another place, and whether that is more than the usual spread.
//
// Tasks are known by the operator or node of our own that they are, else by the full name of their node, else by type
// and shapes (or the name without its numbers) and their order on the stream.
#pragma once

#include "engine/analysis/device/idlecause.h"
#include "engine/session/sessionfwd.h"

#include <functional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** One side: the device tasks of a rank. */
struct TraceSide {
    const Session *session = nullptr;
    DeviceKey device;
};

enum class DifferenceKind : uint8_t { Same, Slower, Faster, Missing, New, Moved };
std::string_view toString(DifferenceKind kind);

enum class MatchedBy : uint8_t { Nothing, Identity, FullName, TypeAndOrder, NameAndOrder };
std::string_view toString(MatchedBy by);

struct TraceDifference {
    DifferenceKind kind = DifferenceKind::Same;
    MatchedBy by = MatchedBy::Nothing;
    Certainty certainty = Certainty::None; ///< of the match; of missing and new ones, that there is no partner
    SliceId a, b;
    int64_t deltaNs = 0; ///< b - a; the whole duration of a missing (negative) or new one
};

/** Tasks of one kind, step or collective summed up on both sides. */
struct GroupDifference {
    std::string key;
    int64_t countA = 0, countB = 0, missing = 0, added = 0;
    int64_t totalA = 0, totalB = 0; ///< ns
    double probability = 1;         ///< that matched ones differ so much by chance (paired t-test of logarithms)
    bool isSignificant = false;     ///< below 0.01 divided by the number of groups, and more than 2 %
    SliceId a, b;                   ///< the first on each side
    int64_t deltaNs() const { return totalB - totalA; }
};

struct TraceComparison {
    int64_t tasksA = 0, tasksB = 0, matched = 0;
    int64_t totalA = 0, totalB = 0;                         ///< sums of durations
    int64_t extentA = 0, extentB = 0;                       ///< from the first task to the last
    std::vector<int64_t> counts;                            ///< by DifferenceKind
    std::vector<TraceDifference> differences;               ///< without the same; by falling size
    std::vector<GroupDifference> types, steps, collectives; ///< by falling size of the difference
    int64_t count(DifferenceKind kind) const { return counts.empty() ? 0 : counts[size_t(kind)]; }
};

TraceComparison compareTraces(
    const TraceSide &a, const TraceSide &b, const std::function<bool()> &shouldContinue = [] { return true; });

/** "Rank 1 is slower: ..." in a few words. */
std::string sentence(const TraceComparison &comparison);

} // namespace jitscope::inline analysis
