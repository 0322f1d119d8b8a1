// SPDX-License-Identifier: Apache-2.0
// What a session keeps of a variant: what was decided, and what came of it. Its stages are compiled again when wanted.
#pragma once

#include "engine/passes/decisions.h"

#include <string>
#include <vector>

namespace jitscope::inline session {

/** What a variant computes, against the eager run. */
enum class VariantVerdict : uint8_t {
    Equal,   ///< bit for bit
    Close,   ///< within the tolerance
    Differs, ///< beyond it
    Broken,  ///< it did not compile or run
};

struct DecisionUse {
    Decision decision;
    int uses = 0;            ///< how often a pass did something else because of it
    std::string reason = {}; ///< why it did not come about, as a sentence, where that is known
};

struct VariantRecord {
    int compilation = -1;             ///< whose variant it is
    std::string name = {}, note = {}; ///< as the user calls it
    std::string jitLevel = {};        ///< "O1"
    std::vector<DecisionUse> decisions = {};
    std::string error = {}; ///< why it did not compile, or ""; then there are no figures
    int64_t compileNs = 0;
    int operators = -1;            ///< outside of kernels, without plumbing and calls; -1: not known
    int kernels = 0, launches = 0; ///< fused ones; what runs in one call
    double flops = 0, bytes = 0;
    int64_t peakBytes = 0;
    VariantVerdict verdict = VariantVerdict::Broken;
    double maxAbsolute = 0, maxRelative = 0;
    double maxUlps = -1; ///< -1: no floats to compare
    std::string verdictText = {};
    int pairs = 0;            ///< of calls timed in turn with the program's own; 0: not timed against it
    double runNs = -1;        ///< median of one call; -1: not timed
    double runSpreadNs = 0;   ///< half the distance between the quartiles
    double ownNs = -1;        ///< median of the program's own in the same turns; -1: not known
    double ratio = 1;         ///< of its time to that of the program's own
    double low = 1, high = 1; ///< of the interval of 99 % confidence of `ratio`
    double probability = 1;   ///< of so much difference by chance
    double noise = 0;         ///< what differences of equal functions reach, of 1
    bool isDifferent = false; ///< beyond chance and noise
};

} // namespace jitscope::inline session
