// SPDX-License-Identifier: Apache-2.0
#include "engine/variants/keptvariant.h"

namespace jitscope::inline variants {

VariantRecord recordOf(const Variant &variant, int compilation, std::string name) {
    VariantRecord record{.compilation = compilation,
                         .name = std::move(name),
                         .jitLevel = variant.spec.level == JitLevel::O0 ? "O0" : "O1",
                         .error = variant.error,
                         .compileNs = variant.compileNs,
                         .operators = variant.operators,
                         .kernels = variant.kernels,
                         .launches = variant.launches,
                         .flops = variant.flops,
                         .bytes = variant.bytes,
                         .peakBytes = variant.peakBytes,
                         .verdict = variant.check.verdict,
                         .maxAbsolute = variant.check.maxAbsolute,
                         .maxRelative = variant.check.maxRelative,
                         .maxUlps = variant.check.maxUlps.value_or(-1),
                         .verdictText = variant.check.text};
    const std::vector<Decision> &decisions = variant.spec.decisions;
    for (size_t i = 0; i < decisions.size(); ++i)
        record.decisions.push_back({decisions[i], i < variant.decisionUses.size() ? variant.decisionUses[i] : 0,
                                    i < variant.decisionReasons.size() ? variant.decisionReasons[i] : std::string()});
    return record;
}

VariantSpec specOf(const VariantRecord &record) {
    VariantSpec spec{record.jitLevel == "O0" ? JitLevel::O0 : JitLevel::O1, {}};
    for (const DecisionUse &use : record.decisions)
        spec.decisions.push_back(use.decision);
    return spec;
}

VariantRecord withTimes(VariantRecord record, const PairedTimes &times) {
    record.pairs = times.pairs;
    record.runNs = times.medianB;
    record.runSpreadNs = times.spreadB;
    record.ownNs = times.medianA;
    record.ratio = times.ratio;
    record.low = times.low;
    record.high = times.high;
    record.probability = times.probability;
    record.noise = times.noise;
    record.isDifferent = times.isDifferent;
    return record;
}

VariantRecord withOwnTime(VariantRecord record, const PairedTimes &times) {
    if (record.runNs >= 0 && record.runNs <= times.medianA) return record;
    record.runNs = times.medianA;
    record.runSpreadNs = times.spreadA;
    return record;
}

std::optional<PairedTimes> timesOf(const VariantRecord &record) {
    if (record.pairs == 0) return std::nullopt;
    return PairedTimes{.pairs = record.pairs,
                       .medianA = record.ownNs,
                       .medianB = record.runNs,
                       .spreadB = record.runSpreadNs,
                       .ratio = record.ratio,
                       .low = record.low,
                       .high = record.high,
                       .probability = record.probability,
                       .noise = record.noise,
                       .isDifferent = record.isDifferent};
}

} // namespace jitscope::inline variants
