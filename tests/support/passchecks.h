// SPDX-License-Identifier: Apache-2.0
// Running one pass in a test, and what every pass must hold.
#pragma once

#include "engine/base/text.h"
#include "engine/ir/verifier.h"
#include "engine/passes/passes.h"
#include "tests/support/evaluate.h"
#include "tests/support/randomvalues.h"

#include <algorithm>
#include <set>
#include <string>

namespace jitscope::testing {

inline const PassDef &passNamed(const std::string &name) {
    for (const PassDef &pass : builtinPasses())
        if (pass.name == name) return pass;
    throw std::invalid_argument("no pass " + name);
}

/** One run of one pass with its log. */
struct Run {
    Module after;
    std::vector<Rewrite> rewrites;
    std::vector<Refusal> refusals;
};

inline Run runPass(const PassDef &pass, const Module &before, IdSource &ids) {
    PassContext context{ids, pass.minimumLevel, {}, {}};
    Run run;
    run.after = pass.run(before, context);
    run.rewrites = std::move(context.rewrites);
    run.refusals = std::move(context.refusals);
    return run;
}

inline std::set<NodeId> idsOf(const Module &module) {
    std::set<NodeId> ids;
    for (const GraphPtr &graph : module.graphs) {
        for (const NodePtr &parameter : graph->parameters)
            ids.insert(parameter->id);
        for (const NodePtr &node : graph->nodes) {
            ids.insert(node->id);
            for (const NodePtr &input : node->inputs)
                ids.insert(input->id);
        }
        if (graph->output) ids.insert(graph->output->id);
    }
    return ids;
}

/** The calls that the outputs need; what becomes of others is nobody's concern. */
inline std::set<NodeId> neededIds(const Module &module) {
    std::set<NodeId> ids;
    for (const GraphPtr &graph : module.graphs)
        if (graph->output)
            for (const NodePtr &node : callsOf(graph->output))
                ids.insert(node->id);
    return ids;
}

/** New nodes and the log must lead back to nodes that the pass was given; "" if they do. */
inline std::string brokenProvenance(const Module &before, const Run &run) {
    const std::set<NodeId> old = idsOf(before), now = idsOf(run.after);
    for (const GraphPtr &graph : run.after.graphs)
        for (const NodePtr &node : graph->nodes) {
            if (old.contains(node->id)) continue;
            for (NodeId origin : node->origins)
                if (!old.contains(origin)) return node->name + " has an origin that was never seen";
        }
    const std::set<NodeId> needed = neededIds(before);
    const auto isNeeded = [&](NodeId id) { return needed.contains(id); };
    for (const Rewrite &rewrite : run.rewrites) {
        for (NodeId id : rewrite.before)
            if (!old.contains(id)) return "rewrite '" + rewrite.rule + "' begins at a node that was never seen";
        if (std::ranges::none_of(rewrite.before, isNeeded)) continue;
        if (rewrite.after.valid() && !now.contains(rewrite.after) && !old.contains(rewrite.after))
            return "rewrite '" + rewrite.rule + "' ends at a node that never was";
    }
    return {};
}

/** Says if a pass did something where, by its record, it has nothing to do: then it would not have been asked. */
inline std::string brokenNeed(const PassDef &pass, const Module &before, const Run &run) {
    if (pass.needsOneOf.empty() || (run.rewrites.empty() && run.refusals.empty())) return {};
    for (const GraphPtr &graph : before.graphs)
        for (const NodePtr &node : graph->nodes)
            if (!graph->isKernel() && std::ranges::count(pass.needsOneOf, node->op) > 0) return {};
    return "works where none of the operators is that it needs";
}

/** What is wrong with one run of `pass` on `before`, or "": the rules that all passes keep. */
inline std::string brokenPromise(const PassDef &pass, const Module &before, const Run &run, IdSource &ids) {
    if (const auto faults = verify(run.after); !faults.empty()) return faults.front();
    if (!sameType(run.after.entry()->output->abstract, before.entry()->output->abstract)) return "another result type";
    if (const std::string broken = brokenProvenance(before, run); !broken.empty()) return broken;
    if (const std::string broken = brokenNeed(pass, before, run); !broken.empty()) return broken;
    if (run.rewrites.empty() != same(run.after, before)) return "the log and the change do not fit";
    if (!same(runPass(pass, run.after, ids).after, run.after)) return "a second run changes something";
    std::mt19937 random(7);
    const std::vector<Value> arguments = randomArguments(before, random);
    if (!closeValues(evaluate(before, arguments), evaluate(run.after, arguments), 1e-5, 1e-5)) return "another result";
    return {};
}

inline std::string rulesOf(const Run &run) {
    std::vector<std::string> rules;
    for (const Rewrite &rewrite : run.rewrites)
        rules.push_back(rewrite.rule);
    return join(rules, "\n");
}

inline std::string reasonsOf(const Run &run) {
    std::vector<std::string> reasons;
    for (const Refusal &refusal : run.refusals)
        reasons.push_back(refusal.reason());
    return join(reasons, "\n");
}

} // namespace jitscope::testing
