// SPDX-License-Identifier: Apache-2.0
// Activations that lie idle from the forward to the backward pass at the peak of a run: which of them are cheap to
// compute again instead, what that would save at the peak, and what it would cost. An estimate: nothing is run.
#pragma once

#include "engine/analysis/memory/heldmemory.h"

#include <array>
#include <optional>
#include <vector>

namespace jitscope::inline analysis {

/** An activation that need not be held. */
struct Recomputation {
    uint32_t life = 0; ///< its place in MemoryUse::lives
    int64_t bytes = 0;
    int64_t idleFromNs = 0, idleToNs = 0; ///< from the last operator of the forward pass that reads it to the first
                                          ///< of the backward pass that does
    std::vector<int64_t> ops;             ///< numbers of the operators that would run again, in order
    double flops = 0;                     ///< of these, as recorded
    int64_t timeNs = 0;                   ///< of these: of each the median of all like it in the recording
};

/** Why one that lies idle is none of them. */
enum class HeldBecause : uint8_t {
    Expensive,   ///< more than `mostFlopsPerByte`
    Effects,     ///< an operator that draws numbers or runs Python is behind it
    Written,     ///< it, or what it is computed of, was written to since
    InputsGone,  ///< what it is computed of is held no more and not known to the recording
    UnknownCost, ///< the recording does not say what its operators cost
};
constexpr size_t heldBecauseCount = 5;

struct HeldSum {
    int64_t count = 0, bytes = 0;
    bool operator==(const HeldSum &) const = default;
};

struct RecomputationReport {
    static constexpr double mostFlopsPerByte = 16; ///< of what is saved; a sum has 0.25, a product of matrices hundreds

    bool hasBackward = false;                     ///< else no activation is held for one, and nothing below is known
    std::vector<Recomputation> rows;              ///< lie idle at the peak and are cheap; the largest first
    std::array<HeldSum, heldBecauseCount> others; ///< lie idle there, too, by why they are held
    HeldSum unread; ///< of the forward pass, held at the peak and read by no operator afterwards: the program or the
                    ///< tape of the gradient hold them
    int64_t peakBytes = 0;
    int64_t peakBytesThen = 0;     ///< an estimate: what their computing needs for a moment is counted in full
    int64_t timeNs = 0;            ///< of all rows; those that share operators count them each
    std::optional<int64_t> stepNs; ///< what the operators of the step around the peak took; nothing without steps

    int64_t idleBytes() const; ///< of rows and others
};

/** Of a recording of forward and backward passes, eager or in graphs. In other steps the same activations are taken to
    be computed again, too. */
RecomputationReport recomputationReport(const Session &session, const OpColumns &columns, const MemoryUse &use);

} // namespace jitscope::inline analysis
