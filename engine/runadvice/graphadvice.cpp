// SPDX-License-Identifier: Apache-2.0
// Compilations: again, for one call, at a level that fuses nothing; and the fusions that were refused.
#include "engine/analysis/operators/updatenodes.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/runadvice/runadvicerules.h"
#include "engine/session/compilation.h"
#include "engine/session/firstcalls.h"
#include "engine/session/recompilations.h"
#include "engine/session/session.h"
#include "engine/variants/counterfactual.h"
#include "engine/variants/whynot.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace jitscope::inline runadvice {

namespace {

const Compilation &compilationAt(const RunAdviceInput &input, int index) {
    return input.session.compilations[size_t(index)];
}

/** Longest first; of compilations by their time. */
std::optional<RunMeasured> ofCompileTime(const RunAdviceInput &input, std::vector<RunEvidence> evidence) {
    if (evidence.empty()) return std::nullopt;
    RunMeasured found;
    found.concernsNs = 0;
    int64_t count = 0;
    for (const RunEvidence &row : evidence) {
        found.concernsNs += row.ns;
        count += row.count;
    }
    found.value = percentOf(double(found.concernsNs), double(input.compileNs + input.operatorsNs));
    found.arguments = {std::to_string(count), humanTime(found.concernsNs), percentText(found.value)};
    std::ranges::stable_sort(evidence, std::ranges::greater(), &RunEvidence::ns);
    if (evidence.size() > mostEvidence) evidence.resize(mostEvidence);
    found.evidence = std::move(evidence);
    return found;
}

std::string differenceText(const CompileDifference &difference) {
    if (difference.before.empty() && difference.now.empty()) return difference.name;
    return difference.name + ": " + difference.before + " -> " + difference.now;
}

/** What a function was compiled again for. */
using AgainKey = std::tuple<std::string, CompileDifferenceKind, std::string>;

AgainKey keyOf(const std::string &function, const CompileDifference &difference) {
    return {function, difference.kind, difference.name};
}

/** Of several differences that one counts which the function was compiled again for most often. */
std::optional<RunMeasured> recompiled(const RunAdviceInput &input) {
    const std::vector<Recompilation> all = recompilations(input.session);
    std::map<AgainKey, int> often;
    for (const Recompilation &each : all)
        for (const CompileDifference &difference : each.differences)
            ++often[keyOf(compilationAt(input, each.compilation).function, difference)];
    std::map<AgainKey, RunEvidence> rows;
    for (const Recompilation &each : all) {
        if (each.nearest < 0 || each.differences.empty()) continue;
        const std::string &function = compilationAt(input, each.compilation).function;
        const CompileDifference &difference = *std::ranges::max_element(
            each.differences, {}, [&](const CompileDifference &one) { return often[keyOf(function, one)]; });
        RunEvidence &row = rows[keyOf(function, difference)];
        if (row.count < 0) {
            row = {function, differenceText(difference), 0, 0, -1, -1, each.compilation};
            row.difference = difference;
        }
        ++row.count;
        row.ns += each.compileNs;
    }
    std::vector<RunEvidence> found;
    for (auto &[key, row] : rows)
        found.push_back(std::move(row));
    return ofCompileTime(input, std::move(found));
}

int64_t callsOf(const Session &session, int compilation) {
    return std::ranges::count(session.graphCalls, compilation, &GraphCall::compilation);
}

/** What all recorded calls of a graph took together. */
int64_t runTime(const Session &session, int compilation) {
    int64_t sum = 0;
    for (const GraphCall &call : session.graphCalls)
        if (call.compilation == compilation) sum += call.durationNs;
    return sum;
}

constexpr int64_t muchLonger = 10; ///< times the calls: what the calls could win by it is far less than it took

bool isHardlyCalled(const RunAdviceInput &input, const FirstCall &call) {
    return call.firstRunNs && call.compileNs > muchLonger * runTime(input.session, call.compilation);
}

/** Those that were compiled again have a rule of their own. */
std::optional<RunMeasured> hardlyCalled(const RunAdviceInput &input) {
    std::set<int> again;
    for (const Recompilation &each : recompilations(input.session))
        if (each.nearest >= 0) again.insert(each.compilation);
    std::vector<RunEvidence> rows;
    for (const FirstCall &call : firstCalls(input.session)) {
        if (!isHardlyCalled(input, call) || again.contains(call.compilation)) continue;
        const int64_t calls = callsOf(input.session, call.compilation);
        rows.push_back(
            {.subject = compilationAt(input, call.compilation).function,
             .detail = format("%lld %s, %s together", static_cast<long long>(calls), calls == 1 ? "call" : "calls",
                              humanTime(runTime(input.session, call.compilation)).c_str()),
             .count = 1,
             .ns = call.compileNs,
             .compilation = call.compilation,
             .calls = calls,
             .callsNs = runTime(input.session, call.compilation)});
    }
    return ofCompileTime(input, std::move(rows));
}

bool canFuse(const OpEvent &op) {
    const OpDef *def = findOp(op.op.str());
    return def != nullptr && (def->category == OpCategory::ElementWise || def->category == OpCategory::Reduction);
}

/** Which share of what each node moves would stay within a kernel, if all that can fuse did: values that such nodes
    make for others alone, of nodes that move more than caches next to a core hold. */
std::map<NodeOfGraph, double> sharesWithinKernels(const Session &session) {
    constexpr double leastBytes = 64 << 10;
    std::map<NodeOfGraph, double> shares;
    for (const auto &[number, ops] : firstRecordedCalls(session)) {
        std::map<int64_t, bool> onlyFused; ///< by tensor: its users can fuse
        for (const OpEvent &op : ops)
            for (const int64_t tensor : op.inputs)
                onlyFused.try_emplace(tensor, true).first->second &= canFuse(op);
        std::set<int64_t> made;
        for (const OpEvent &op : ops)
            if (canFuse(op)) made.insert(op.outputs.begin(), op.outputs.end());
        const auto bytesWithin = [&](int64_t id) {
            const auto users = onlyFused.find(id);
            if (users == onlyFused.end() || !users->second || !made.contains(id)) return 0.0;
            const auto tensor = session.tensor(id);
            return tensor ? double(info(tensor->dtype).bytes) * double(tensor->shape.product()) : 0.0;
        };
        for (const OpEvent &op : ops) {
            if (!canFuse(op) || op.isKernel || op.cost.bytes <= leastBytes) continue;
            double within = 0;
            for (const IdList *ids : {&op.inputs, &op.outputs})
                for (const int64_t tensor : *ids)
                    within += bytesWithin(tensor);
            shares[{op.compilation, op.node}] = std::min(1.0, within / op.cost.bytes);
        }
    }
    return shares;
}

/** Of a graph that fuses nothing. */
struct Unfused {
    RunEvidence row;
    double bytes = 0, wonNs = 0;
};

std::optional<RunMeasured> unfusedGraphs(const RunAdviceInput &input) {
    std::set<int> hardly; // what is called too little for its compile gains nothing by a longer one
    for (const FirstCall &call : firstCalls(input.session))
        if (isHardlyCalled(input, call)) hardly.insert(call.compilation);
    const std::map<NodeOfGraph, double> shares = sharesWithinKernels(input.session);
    std::map<int, Unfused> graphs;
    int64_t allNs = 0;
    for (size_t place = 0; place < input.columns.size(); ++place) {
        const OpEvent &op = input.session.ops[place];
        if (op.compilation < 0 || op.isKernel || !canFuse(op)) continue;
        const Compilation *compilation = input.session.compilation(op.compilation);
        if (!compilation || compilation->imported || compilation->jitLevel != "O0") continue;
        const auto share = shares.find({op.compilation, op.node});
        if (share == shares.end() || share->second == 0 || hardly.contains(op.compilation)) continue;
        Unfused &graph = graphs[op.compilation];
        if (graph.row.count < 0)
            graph.row = {compilation->function, compilation->key, 0, 0, -1, op.number, op.compilation};
        ++graph.row.count;
        graph.bytes += share->second * op.cost.bytes;
        graph.wonNs += share->second * double(input.columns.self[place]);
        allNs += input.columns.self[place];
    }
    if (graphs.empty()) return std::nullopt;
    RunMeasured found;
    found.concernsNs = 0;
    int64_t count = 0;
    double bytes = 0;
    for (auto &[compilation, graph] : graphs) {
        graph.row.ns = int64_t(graph.wonNs);
        graph.row.bytes = int64_t(graph.bytes);
        found.concernsNs += graph.row.ns;
        count += graph.row.count;
        bytes += graph.bytes;
        found.evidence.push_back(std::move(graph.row));
    }
    std::ranges::stable_sort(found.evidence, std::ranges::greater(), &RunEvidence::ns);
    if (found.evidence.size() > mostEvidence) found.evidence.resize(mostEvidence);
    found.value = percentOf(double(found.concernsNs), double(input.operatorsNs));
    found.arguments = {std::to_string(count), percentText(percentOf(double(allNs), double(input.operatorsNs))),
                       memorySize(int64_t(bytes)), humanTime(found.concernsNs)};
    return found;
}

/** Refusals that nothing can change are no advice. The whole group is tried together, so one of it is enough. */
bool canChange(const RefusalGroup &group, const std::vector<RefusedCandidate> &candidates, Counterfactuals &changes) {
    return std::ranges::any_of(group.members, [&](size_t member) { return changes.of(candidates[member]).exists(); });
}

std::optional<RunMeasured> refusedFusions(const RunAdviceInput &input) {
    RunMeasured found;
    double bytes = 0;
    for (const Compilation &compilation : input.session.compilations) {
        const int64_t calls = compilation.imported ? 0 : callsOf(input.session, compilation.index);
        if (calls == 0) continue;
        const std::vector<RefusedCandidate> candidates = refusedCandidates(compilation);
        Counterfactuals changes(compilation);
        for (const RefusalGroup &group : groupsOf(candidates)) {
            if (group.bytes == 0 || !canChange(group, candidates, changes)) continue;
            bytes += double(group.bytes) * double(calls);
            const RefusedCandidate &first = candidates[group.members.front()];
            const std::string nodes = join(first.titles, ", ");
            found.evidence.push_back({.subject = compilation.function,
                                      .detail = group.name + ": " + nodes,
                                      .count = int64_t(group.members.size()),
                                      .bytes = group.bytes * calls,
                                      .compilation = compilation.index,
                                      .predicate = group.name,
                                      .refused = first.refusal.predicate,
                                      .nodes = nodes});
        }
    }
    if (found.evidence.empty()) return std::nullopt;
    const double all = std::accumulate(input.columns.bytes.begin(), input.columns.bytes.end(), 0.0);
    const auto count = std::accumulate(found.evidence.begin(), found.evidence.end(), int64_t(0),
                                       [](int64_t sum, const RunEvidence &row) { return sum + row.count; });
    std::ranges::stable_sort(found.evidence, std::ranges::greater(), &RunEvidence::bytes);
    found.value = percentOf(bytes, all);
    found.arguments = {std::to_string(count), memorySize(int64_t(bytes)), percentText(found.value)};
    if (found.evidence.size() > mostEvidence) found.evidence.resize(mostEvidence);
    return found;
}

} // namespace

std::vector<RunRule> graphAdvice() {
    return {
        {.id = "recompiled",
         .title = "Functions compiled again",
         .pattern =
             "Compilations of functions that had been compiled before: %1; they took %2, %3 of compiling and running.",
         .advice = "The page \"Compiled again\" of the panel Compile says for each what differed and what would have "
                   "avoided it: dynamic shapes, padding, mutable(), one decoration outside of the loop.",
         .threshold = 10,
         .base = "of the time of compiling and running",
         .check = RunCheck::Compile,
         .measure = recompiled},
        {.id = "compiled_for_few_calls",
         .title = "Compiled for few calls",
         .pattern =
             "Compiled graphs whose calls together took less than a tenth of their compile: %1; compiling them took "
             "%2, %3 of compiling and running.",
         .advice = "A graph pays from some number of calls on: the Bench panel says from which. Call eagerly what "
                   "runs only some times.",
         .threshold = 40,
         .base = "of the time of compiling and running",
         .check = RunCheck::Bench,
         .measure = hardlyCalled},
        {.id = "unfused_graphs",
         .title = "Graphs that fuse nothing",
         .pattern = "Element-wise operators and reductions of graphs compiled at O0 that move more than 64 KiB each "
                    "and feed one "
                    "another: %1; they take %2 of the operators' time. Fused, %3 would not go through memory. That is "
                    "a guess, "
                    "not measured: if time goes by bytes, %4 can be won.",
         .advice =
             "At O1 they are fused into kernels, where the compiler finds that worth it; the variant measures both "
             "in turn. Where it is no faster, stay at O0.",
         .threshold = 10,
         .base = "of the operators' time",
         .check = RunCheck::Level,
         .measure = unfusedGraphs},
        {.id = "refused_fusions",
         .title = "Fusions that were refused",
         .pattern = "Refused fusions that a change would allow: %1. Between their nodes %2 went through memory, %3 of "
                    "what all operators moved.",
         .advice = "For each reason the variant makes the smallest changes that let these fusions happen, and measures "
                   "them.",
         .threshold = 10,
         .base = "of the bytes that operators moved",
         .check = RunCheck::FuseRefused,
         .measure = refusedFusions},
    };
}

} // namespace jitscope::inline runadvice
