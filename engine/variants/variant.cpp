// SPDX-License-Identifier: Apache-2.0
// From decisions to a compiled and checked variant.
#include "engine/variants/variant.h"

#include "engine/base/clock.h"
#include "engine/session/session.h"
#include "engine/variants/fusereason.h"

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

JitLevel jitLevelOf(const Compilation &compilation) {
    return compilation.jitLevel == "O1" ? JitLevel::O1 : JitLevel::O0;
}

namespace {

/** Compiles `captured`, which nobody else writes to. */
Attempt attemptOf(const Compilation &compilation, const Module &captured, const VariantSpec &spec) {
    IdSource ids = idsBehind(captured);
    CompileOptions options;
    options.level = spec.level;
    options.decisions = spec.decisions;
    Attempt attempt = tryCompile(startOf(compilation, captured), ids, options);
    attempt.compiled.record.jitLevel = spec.level == JitLevel::O1 ? "O1" : "O0";
    return attempt;
}

} // namespace

Compilation stagesOf(const Compilation &compilation, const VariantSpec &spec) {
    return attemptOf(compilation, withOwnWeights(compilation.captured), spec).compiled.record;
}

Result<std::shared_ptr<const Executable>> executableOf(const VariantBase &base, const VariantSpec &spec) {
    Attempt attempt = attemptOf(base.compilation, withOwnWeights(base.call.captured), spec);
    if (!attempt.compiled.executable) return Error{"Does not compile: " + attempt.error};
    return std::shared_ptr<const Executable>(std::move(attempt.compiled.executable));
}

Variant makeVariant(const VariantBase &base, const VariantSpec &spec) {
    Variant variant;
    variant.spec = spec;
    const Module captured = withOwnWeights(base.call.captured);
    const int64_t startNs = nowNs();
    Attempt attempt = attemptOf(base.compilation, captured, spec);
    variant.compileNs = nowNs() - startNs;
    variant.record = std::move(attempt.compiled.record);
    variant.executable = std::move(attempt.compiled.executable);
    variant.decisionUses = std::move(attempt.compiled.decisionUses);
    variant.error = std::move(attempt.error);
    variant.nodes = callCount(variant.record.final);
    variant.kernels = int(variant.record.kernels.size());
    if (!variant.executable) {
        variant.check.text = "Does not compile: " + variant.error;
        return variant;
    }
    variant.decisionReasons = reasonsOf(spec, variant.record);
    const CallOutcome outcome = outcomeOf(variant.record, captured, *variant.executable, base.call.arguments);
    variant.check = checkOf(base.eager, outcome);
    variant.error = outcome.error;
    variant.launches = outcome.launches;
    variant.flops = outcome.flops;
    variant.bytes = outcome.bytes;
    variant.peakBytes = variant.executable->peakBytes();
    return variant;
}

} // namespace jitscope::inline variants
