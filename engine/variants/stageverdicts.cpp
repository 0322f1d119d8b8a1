// SPDX-License-Identifier: Apache-2.0
// Runs one stage after the other; only where one differs are the values of its nodes looked at.
#include "engine/variants/stageverdicts.h"

#include "engine/ir/nodename.h"
#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"
#include "engine/run/trail.h"
#include "engine/variants/stageweights.h"

#include <algorithm>
#include <exception>

namespace jitscope::inline variants {

namespace {

/** Rounds of a loop of which the values of each node are kept. */
constexpr size_t mostRounds = 4;

bool isWrong(VariantVerdict verdict) {
    return verdict == VariantVerdict::Differs || verdict == VariantVerdict::Broken;
}

VariantCheck broken(const std::string &why) {
    return {.verdict = VariantVerdict::Broken, .maxUlps = {}, .text = "It cannot run: " + why};
}

VariantCheck checkOfStage(const VariantBase &base, const Module &stage, KernelUse use, RoundingOfCall &rounding) {
    const Module module = withWeightsOf(stage, base.call.captured);
    const auto executable = Executable::prepare(module, use);
    if (!executable) return broken(executable.error().message);
    Compilation record;
    record.captured = record.final = module;
    return checkOf(base.eager, outcomeOf(record, module, **executable, base.call.arguments), rounding);
}

/** Every value that a run of the stage computes; its weights are its own. */
Trail trailOf(const VariantBase &base, const Module &stage) {
    const OwnRandomNumbers random({.seed = 1, .offset = 0});
    const QuietPrints quiet;
    Trail trail(mostRounds);
    const Module module = withWeightsOf(stage, base.call.captured);
    const auto executable = Executable::prepare(module, KernelUse::NodeByNode);
    if (!executable) return trail;
    std::vector<Value> arguments;
    for (const Value &argument : base.call.arguments)
        arguments.push_back(frozen(argument));
    try {
        (*executable)->run(arguments, {&trail});
    } catch (const std::exception &) { // the check says why; what ran up to there is in the trail
    }
    return trail;
}

CallRounding roundingAt(const VariantBase &base, const Module &stage) {
    const OwnRandomNumbers random({.seed = 1, .offset = 0});
    return roundingOf(withWeightsOf(stage, base.call.captured), base.call.arguments, mostRounds);
}

/** The first node after the pass that gives something else than the one whose place it has. */
NodePtr firstOther(const VariantBase &base, const PassRecord &pass) {
    const Trail before = trailOf(base, pass.before), after = trailOf(base, pass.after);
    const NodePlaces places(pass.before, pass.after);
    for (const CallRounding &rounding : {roundingAt(base, pass.before), CallRounding()}) {
        const StageValues values{before, after, rounding, usualTolerance, 0};
        for (const Trail::Step &step : after.steps()) {
            const NodePtr node = places.nodeAfter(step.node);
            const NodePtr reference = node ? places.of(*node) : nullptr;
            if (reference && values.difference(reference->id, step.node))
                return culpritOf(node, *reference, places, values);
        }
    }
    return nullptr;
}

} // namespace

std::vector<StageVerdict> stageVerdicts(const VariantBase &base, Progress &progress) {
    const Compilation &compilation = base.compilation;
    const auto count = std::ranges::count_if(compilation.passes, &PassRecord::changed);
    progress.begin("checking passes of " + compilation.function, count + (compilation.kernels.empty() ? 0 : 1));
    std::vector<StageVerdict> verdicts;
    RoundingOfCall rounding(base.call);
    int since = -1;
    for (const PassRecord &pass : compilation.passes) {
        if (!pass.changed) continue;
        if (progress.isCancelled()) return verdicts;
        StageVerdict verdict{.pass = pass.index,
                             .check = checkOfStage(base, pass.after, KernelUse::NodeByNode, rounding)};
        if (!isWrong(verdict.check.verdict)) {
            since = -1;
        } else if (since >= 0) {
            verdict.since = since;
        } else {
            since = pass.index;
            const NodePtr node = firstOther(base, pass);
            if (node) verdict.node = node->id;
            if (node) verdict.title = nodeTitle(*node);
        }
        verdicts.push_back(std::move(verdict));
        progress.advance(1);
    }
    if (progress.isCancelled() || compilation.kernels.empty()) return verdicts;
    verdicts.push_back({.pass = -1,
                        .check = checkOfStage(base, compilation.final, KernelUse::Compiled, rounding),
                        .node = {},
                        .title = {},
                        .since = since});
    progress.advance(1);
    return verdicts;
}

} // namespace jitscope::inline variants
