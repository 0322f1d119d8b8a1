// SPDX-License-Identifier: Apache-2.0
// Memory that is held more and more from round to round.
#include "engine/analysis/memory/memorygrowth.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/runadvice/runadvicerules.h"
#include "engine/session/session.h"

#include <cmath>

namespace jitscope::inline runadvice {

namespace {

std::string makerOf(const MemoryGrowth &growth) {
    if (!growth.name.empty() && growth.opName.empty()) return growth.name;
    if (growth.opName.empty()) return growth.firstUse.empty() ? fromOutside : growth.firstUse;
    return growth.line.empty() ? growth.opName : growth.line;
}

/** Of the peak what was not held yet at the end of the first round. */
std::optional<RunMeasured> growingMemory(const RunAdviceInput &input) {
    const MemoryUse use = memoryUse(input.session);
    const MemoryGrowthReport report = memoryGrowth(input.session, input.columns, use);
    if (report.growing.empty() || use.peak.value <= 0) return std::nullopt;
    RunMeasured found;
    double grown = 0, perRound = 0;
    for (const MemoryGrowth &growth : report.growing) {
        grown += double(growth.growth());
        perRound += growth.growthPerRound();
        if (found.evidence.size() == mostEvidence) continue;
        RunEvidence &row = found.evidence.emplace_back(RunEvidence{.subject = makerOf(growth)});
        row.detail = (growth.opName.empty() ? fromOutside : growth.opName) + " " + growth.type;
        row.count = growth.countAtEnds.back();
        row.bytes = growth.growth();
        row.op = use.lives[growth.latest].op;
    }
    found.value = percentOf(grown, double(use.peak.value));
    found.arguments = {memorySize(std::llround(perRound)), std::to_string(report.rounds.ends.size()),
                       memorySize(std::llround(grown)), percentText(found.value)};
    return found;
}

} // namespace

std::vector<RunRule> growthAdvice() {
    return {
        {.id = "growing_memory",
         .title = "Memory that grows",
         .pattern = "From round to round %1 more are held; over %2 rounds that is %3, %4 of the peak.",
         .advice = "Let go of what is kept from each round: append losses as numbers (float(loss)) and not as tensors, "
                   "empty lists of activations. The panel Run memory shows each under Growing.",
         .threshold = 5,
         .base = "of the peak",
         .check = RunCheck::Place,
         .measure = growingMemory},
    };
}

} // namespace jitscope::inline runadvice
