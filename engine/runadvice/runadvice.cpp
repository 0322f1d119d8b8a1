// SPDX-License-Identifier: Apache-2.0
#include "engine/runadvice/runadvice.h"

#include "engine/base/text.h"
#include "engine/runadvice/runadvicerules.h"
#include "engine/session/compilation.h"
#include "engine/session/firstcalls.h"
#include "engine/session/session.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace jitscope::inline runadvice {

namespace {

constexpr double certainly = 100;

std::vector<RunEvidence> summed(const OpColumns &columns, const std::vector<uint32_t> &places,
                                std::string (*detail)(const OpColumns &columns, uint32_t place)) {
    const OpGroups &lines = columns.by(OpGrouping::Line);
    std::map<std::pair<uint32_t, std::string>, RunEvidence> rows;
    std::map<std::pair<uint32_t, std::string>, int64_t> longest;
    for (const uint32_t place : places) {
        const std::pair key(lines.of[place], detail(columns, place));
        RunEvidence &row = rows[key];
        row.count = std::max<int64_t>(row.count, 0) + 1;
        row.ns = std::max<int64_t>(row.ns, 0) + columns.self[place];
        if (row.op >= 0 && columns.duration[place] <= longest[key]) continue;
        row.op = columns.number(place);
        longest[key] = columns.duration[place];
    }
    std::vector<RunEvidence> all;
    for (auto &[key, row] : rows) {
        row.subject = lines.texts[key.first];
        row.detail = key.second;
        all.push_back(std::move(row));
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &RunEvidence::ns);
    if (all.size() > mostEvidence) all.resize(mostEvidence);
    return all;
}

Counterfactual flipRefusals(const Compilation &compilation, const std::string &predicate) {
    Counterfactual change;
    const std::vector<RefusedCandidate> candidates = refusedCandidates(compilation);
    Counterfactuals counterfactuals(compilation);
    for (const RefusalGroup &group : groupsOf(candidates)) {
        if (group.name != predicate) continue;
        for (const size_t member : group.members) {
            Counterfactual found = counterfactuals.of(candidates[member]);
            if (!found.exists()) change.whyNone = found.whyNone;
            if (found.level) change.level = found.level;
            for (Decision &decision : found.decisions)
                if (!std::ranges::count(change.decisions, decision)) change.decisions.push_back(std::move(decision));
        }
    }
    if (!change.exists() && change.whyNone.empty()) change.whyNone = "No change is known.";
    return change;
}

} // namespace

double percentOf(double part, double whole) {
    return whole > 0 ? std::min(certainly, 100 * part / whole) : 0;
}

std::string percentText(double percent) {
    return format("%.1f %%", percent);
}

std::vector<RunEvidence> byLine(const OpColumns &columns, const std::vector<uint32_t> &places) {
    return summed(columns, places, [](const OpColumns &, uint32_t) { return std::string(); });
}

std::vector<RunEvidence> byOperator(const OpColumns &columns, const std::vector<uint32_t> &places) {
    return summed(columns, places, [](const OpColumns &all, uint32_t place) {
        const OpGroups &names = all.by(OpGrouping::Op);
        return names.texts[names.of[place]];
    });
}

int64_t selfOf(const OpColumns &columns, const std::vector<uint32_t> &places) {
    return std::accumulate(places.begin(), places.end(), int64_t(0),
                           [&](int64_t sum, uint32_t place) { return sum + columns.self[place]; });
}

RunAdviceInput runAdviceInput(const Session &session) {
    RunAdviceInput input{session, opColumns(session)};
    input.operatorsNs = std::accumulate(input.columns.self.begin(), input.columns.self.end(), int64_t(0));
    for (const FirstCall &call : firstCalls(session))
        input.compileNs += call.compileNs;
    return input;
}

const std::vector<RunRule> &runRules() {
    static const std::vector<RunRule> rules = [] {
        std::vector<RunRule> all = callAdvice();
        for (const auto &more : {operatorAdvice(), graphAdvice(), growthAdvice()})
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }();
    return rules;
}

RunAdvice adviceOn(const RunAdviceInput &input) {
    RunAdvice advice;
    for (const RunRule &rule : runRules()) {
        auto measured = rule.measure(input);
        const bool isTold = measured && measured->value > rule.threshold;
        (isTold ? advice.findings : advice.passed).push_back({&rule, std::move(measured).value_or(RunMeasured())});
    }
    std::ranges::stable_sort(advice.findings, std::ranges::greater(),
                             [](const RunFinding &finding) { return finding.measured.concernsNs; });
    return advice;
}

Counterfactual checkOf(const RunRule &rule, const RunEvidence &evidence, const Session &session) {
    const Compilation *compilation = session.compilation(evidence.compilation);
    if (compilation == nullptr || compilation->imported) return {{}, {}, "No change is known."};
    if (rule.check == RunCheck::Level) return {{}, JitLevel::O1, {}};
    if (rule.check == RunCheck::FuseRefused) return flipRefusals(*compilation, evidence.predicate);
    return {{}, {}, "No change is known."};
}

} // namespace jitscope::inline runadvice
