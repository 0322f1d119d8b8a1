// SPDX-License-Identifier: Apache-2.0
// From decisions to a compiled and checked variant.
#include "engine/variants/variant.h"

#include "engine/base/clock.h"
#include "engine/ir/irtext.h"
#include "engine/ir/nodecounts.h"
#include "engine/session/session.h"
#include "engine/variants/fusereason.h"
#include "engine/variants/namedecision.h"
#include "engine/variants/rulesmet.h"

#include <algorithm>

namespace jitscope::inline variants {

namespace {

/** Behind all ids of the captured graphs. */
IdSource idsBehind(const Module &captured) {
    int64_t last = 0;
    const auto see = [&](const NodePtr &node) { last = std::max(last, node->id.value); };
    for (const GraphPtr &graph : captured.graphs) {
        std::ranges::for_each(graph->parameters, see);
        for (const NodePtr &node : graph->nodes) {
            see(node);
            std::ranges::for_each(node->inputs, see);
        }
    }
    return IdSource(last + 1);
}

/** What a compilation is before its passes: all that is said of the function, none of what was made of it. */
Compilation startOf(const Compilation &compilation, Module captured) {
    Compilation start = compilation;
    start.captured = std::move(captured);
    start.passes.clear();
    start.kernels.clear();
    start.stages.clear();
    start.final = {};
    return start;
}

/** Ids do not count: each compile gives its own. */
bool areSame(const Module &a, const Module &b) {
    PrintOptions options;
    options.canonicalNames = true;
    return printModule(a, options) == printModule(b, options);
}

std::vector<std::string> reasonsOf(const VariantSpec &spec, const Compilation &made) {
    std::vector<std::string> reasons;
    for (const Decision &decision : spec.decisions)
        reasons.push_back(decision.kind == Decision::Kind::Fuse ? whyNotFused(made, decision.nodes) : std::string());
    return reasons;
}

} // namespace

Result<VariantBase> variantBase(const Session &session, const Compilation &compilation) {
    auto call = callOf(session, compilation);
    if (!call) return call.error();
    auto eager = eagerOutcome(*call);
    if (!eager) return eager.error();
    return VariantBase{compilation, *std::move(call), *std::move(eager)};
}

int kernelsFromCache(const Compilation &compilation) {
    return int(
        std::ranges::count_if(compilation.kernels, [](const KernelRecord &kernel) { return isCached(kernel.origin); }));
}

JitLevel jitLevelOf(const Compilation &compilation) {
    return compilation.jitLevel == "O1" ? JitLevel::O1 : JitLevel::O0;
}

namespace {

/** A compile with what became of its decisions. */
struct Decided {
    Attempt attempt;
    std::vector<std::string> reasons; ///< why each decision did not come about, or ""
    int64_t compileNs = 0;
};

Attempt attemptOf(const Compilation &compilation, const Module &captured, const VariantSpec &spec) {
    IdSource ids = idsBehind(captured);
    CompileOptions options;
    options.level = spec.level;
    options.decisions = spec.decisions;
    Attempt attempt = tryCompile(startOf(compilation, captured), ids, options);
    attempt.compiled.record.jitLevel = spec.level == JitLevel::O1 ? "O1" : "O0";
    return attempt;
}

/** Compiles `captured`, which nobody else writes to. A fusion that did not come about is left out in a second compile:
    what was made ready for it would be fused with something else, or lie about in parts. */
Decided decidedAttempt(const Compilation &compilation, const Module &captured, const VariantSpec &spec) {
    Decided decided;
    const auto attempt = [&](const VariantSpec &tried) {
        const int64_t startNs = nowNs();
        decided.attempt = attemptOf(compilation, captured, tried);
        decided.compileNs = nowNs() - startNs;
    };
    attempt(spec);
    decided.reasons.resize(spec.decisions.size());
    VariantSpec kept = spec;
    std::vector<size_t> places; // of the kept among all
    for (size_t i = 0; i < spec.decisions.size(); ++i)
        places.push_back(i);
    while (decided.attempt.compiled.executable) {
        const std::vector<std::string> reasons = reasonsOf(kept, decided.attempt.compiled.record);
        const std::vector<int> &uses = decided.attempt.compiled.decisionUses;
        bool hasEffect = false;
        for (size_t i = kept.decisions.size(); i-- > 0;) {
            if (!reasons[i].empty()) decided.reasons[places[i]] = reasons[i];
            const bool isOfSeveral = kept.decisions[i].nodes.size() > 1; // one is to be opened for its neighbours
            if (reasons[i].empty() || !isOfSeveral) continue;
            hasEffect = hasEffect || uses[i] > 0;
            kept.decisions.erase(kept.decisions.begin() + std::ptrdiff_t(i));
            places.erase(places.begin() + std::ptrdiff_t(i));
        }
        if (!hasEffect) break;
        attempt(kept);
    }
    std::vector<int> uses(spec.decisions.size());
    for (size_t i = 0; i < std::min(places.size(), decided.attempt.compiled.decisionUses.size()); ++i)
        uses[places[i]] = decided.attempt.compiled.decisionUses[i];
    decided.attempt.compiled.decisionUses = std::move(uses);
    return decided;
}

} // namespace

Compilation stagesOf(const Compilation &compilation, const VariantSpec &spec) {
    return decidedAttempt(compilation, withOwnWeights(compilation.captured), spec).attempt.compiled.record;
}

Result<std::shared_ptr<const Executable>> executableOf(const VariantBase &base, const VariantSpec &spec) {
    Attempt attempt = decidedAttempt(base.compilation, withOwnWeights(base.call.captured), spec).attempt;
    if (!attempt.compiled.executable) return Error{"Does not compile: " + attempt.error};
    return std::shared_ptr<const Executable>(std::move(attempt.compiled.executable));
}

Variant makeVariant(const VariantBase &base, const VariantSpec &spec) {
    Variant variant;
    variant.spec = spec;
    const Module captured = withOwnWeights(base.call.captured);
    auto [attempt, reasons, compileNs] = decidedAttempt(base.compilation, captured, spec);
    variant.decisionReasons = std::move(reasons);
    variant.compileNs = compileNs;
    variant.record = std::move(attempt.compiled.record);
    variant.executable = std::move(attempt.compiled.executable);
    variant.decisionUses = std::move(attempt.compiled.decisionUses);
    variant.error = std::move(attempt.error);
    for (const Decision &decision : spec.decisions) {
        variant.decisionInsteads.push_back(rulesInstead(base.compilation, variant.record, decision));
        const bool isFusion = decision.kind == Decision::Kind::Fuse && decision.nodes.size() > 1;
        std::string note = isFusion ? whyFusedAnyway(base.compilation, decision.nodes) : std::string();
        if (isFusion && note.empty())
            note = partsOutside(variant.record, capturedOrigins(variant.record), decision.nodes);
        variant.decisionNotes.push_back(std::move(note));
    }
    variant.isAsCompiled = variant.executable && areSame(variant.record.final, base.compilation.final);
    const NodeCounts counts = countNodes(variant.record.final);
    variant.operators = counts.operators;
    variant.members = counts.members;
    variant.kernels = int(variant.record.kernels.size());
    if (!variant.executable) {
        variant.check.text = "Does not compile: " + variant.error;
        return variant;
    }
    const CallOutcome outcome = outcomeOf(variant.record, captured, *variant.executable, base.call.arguments);
    RoundingOfCall rounding(base.call);
    variant.check = checkOf(base.eager, outcome, rounding);
    variant.error = outcome.error;
    variant.launches = outcome.launches;
    variant.flops = outcome.flops;
    variant.bytes = outcome.bytes;
    variant.peakBytes = variant.executable->peakBytes();
    return variant;
}

} // namespace jitscope::inline variants
