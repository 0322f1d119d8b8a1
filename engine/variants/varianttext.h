// SPDX-License-Identifier: Apache-2.0
// A variant beside how the program compiled its function, measured and as text: for the command line and the console.
#pragma once

#include "engine/variants/decisionreading.h"
#include "engine/variants/deltasplit.h"
#include "engine/variants/pairedtimes.h"

#include <optional>

namespace jitscope::inline variants {

/** Both variants with what was measured of them. */
struct VariantFindings {
    const VariantBase &base;
    Variant asCompiled, changed;
    std::vector<DecisionReading> readings = {}; ///< of the decisions, where they were read from a text
    std::optional<PairedTimes> times = {};
    std::optional<DeltaSplit> split = {};
    std::string splitError = {};
};

/** Compiles both; times them in turn for that long, 0 for not at all, and splits the difference over the decisions. */
VariantFindings findingsOf(const VariantBase &base, const VariantSpec &spec, double seconds,
                           const std::function<bool()> &shouldContinue);

/** What is said of one of the decisions: how it was understood, why it did not come about, what came instead. */
std::vector<std::string> remarksOn(const VariantFindings &found, size_t decision);

/** As a table with sentences below it. */
std::string toText(const VariantFindings &found);

} // namespace jitscope::inline variants
