// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/advice/advice.h"

#include "engine/analysis/advice/advicerules.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope::inline analysis {

const std::vector<AdviceRule> &adviceRules() {
    static const std::vector<AdviceRule> rules = [] {
        std::vector<AdviceRule> all = timelineAdvice();
        for (const AdviceRule &rule : kernelAdvice())
            all.push_back(rule);
        for (const AdviceRule &rule : memoryAdvice())
            all.push_back(rule);
        return all;
    }();
    return rules;
}

AdviceInput adviceInput(const Session &session, const LaneIndex &lanes, const TaskRoles &roles, const FlowIndex &flows,
                        const DeviceKey &device, const IdleOptions &options) {
    AdviceInput input{session, lanes, roles, flows, device, nullptr, {}, {}, {}, {}};
    for (const ProfilePtr &profile : session.profiles)
        if (profile->rank == device.rank && input.profile == nullptr) input.profile = profile.get();
    IdleOptions withTables = options;
    withTables.profile = input.profile;
    input.idle = idleTime(lanes, roles, device, withTables);
    const IdleExplainer explainer(lanes, roles, flows, device);
    for (const IdleGap &gap : input.idle.longest) {
        if (!options.shouldContinue()) break;
        input.causes.push_back(explainer.explain(gap));
    }
    input.waits = rankWaits(session.trace, RankGroups(session));
    input.slowRanks = slowRanksByTables(session.profiles);
    std::erase_if(input.slowRanks, [](const SlowRankOfGroup &each) { return !each.isWhole(); });
    return input;
}

Advice adviceOn(const AdviceInput &input) {
    Advice advice;
    for (const AdviceRule &rule : adviceRules()) {
        const bool isThere = *rule.needs == 0 || (input.profile && input.profile->table(rule.needs));
        Phrase lacks = rule.lacks ? rule.lacks(input) : Phrase();
        if (!isThere || !lacks.empty()) {
            advice.unchecked.push_back({&rule, std::move(lacks)});
            continue;
        }
        if (auto measured = rule.measure(input, rule.threshold))
            advice.findings.push_back({&rule, *std::move(measured)});
        else
            advice.passed.push_back(&rule);
    }
    std::stable_sort(advice.findings.begin(), advice.findings.end(),
                     [](const Finding &a, const Finding &b) { return a.measured.gainNs > b.measured.gainNs; });
    return advice;
}

const char *patternOf(const Finding &finding) {
    return finding.measured.pattern ? finding.measured.pattern : finding.rule->pattern;
}

std::string sentence(const Finding &finding) {
    return filled(patternOf(finding), finding.measured.arguments);
}

std::string sentence(const Unchecked &unchecked) {
    return unchecked.lacks.empty() ? std::string("no table ") + unchecked.rule->needs : sentence(unchecked.lacks);
}

IdleReport idleReport(const Session &session, const DeviceKey &device, const IdleOptions &options) {
    const LaneIndex lanes(session.trace);
    const TaskRoles roles(session.trace);
    const FlowIndex flows(session.trace);
    const AdviceInput input = adviceInput(session, lanes, roles, flows, device, options);
    return {device, input.idle, input.causes, adviceOn(input)};
}

std::string nameOf(const DeviceKey &device) {
    if (device.rank < 0) return device.device < 0 ? "the device" : "device " + std::to_string(device.device);
    return "rank " + std::to_string(device.rank);
}

} // namespace jitscope::inline analysis
