// SPDX-License-Identifier: Apache-2.0
// A variant beside how the program compiled its function, measured and as text: for the command line and the console.
#pragma once

#include "engine/variants/deltasplit.h"
#include "engine/variants/pairedtimes.h"

#include <optional>

namespace jitscope::inline variants {

/** Both variants with what was measured of them. */
struct VariantFindings {
    const VariantBase &base;
    Variant asCompiled, changed;
    std::optional<PairedTimes> times = {};
    std::optional<DeltaSplit> split = {};
    std::string splitError = {};
};

/** Compiles both; times them in turn for that long, 0 for not at all, and splits the difference over the decisions. */
VariantFindings findingsOf(const VariantBase &base, const VariantSpec &spec, double seconds,
                           const std::function<bool()> &shouldContinue);

/** As a table with sentences below it. */
std::string toText(const VariantFindings &found);

} // namespace jitscope::inline variants
