// SPDX-License-Identifier: Apache-2.0
// Looks up which pass made the node that was pointed at, and says it.
#include "engine/variants/decisionreading.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/variants/namedecision.h"

#include <algorithm>

namespace jitscope::inline variants {

namespace {

/** In whatever stage it is first; null for what is in no snapshot. */
NodePtr nodeOf(const Compilation &compilation, NodeId id) {
    if (NodePtr node = findNode(compilation.captured, id)) return node;
    for (const PassRecord &pass : compilation.passes)
        if (pass.changed)
            if (NodePtr node = findNode(pass.after, id)) return node;
    return nullptr;
}

/** The rewrite that put it in the place of others, with its pass. */
void noteMaker(AskedNode &asked, const Compilation &compilation, NodeId id) {
    for (const PassRecord &pass : compilation.passes)
        for (const Rewrite &rewrite : pass.rewrites) {
            if (rewrite.after != id || rewrite.before == std::vector{id}) continue;
            asked.pass = fullName(pass);
            asked.rule = rewrite.rule;
            return;
        }
}

std::string titlesOf(const std::vector<NodeId> &nodes, const Module &captured) {
    std::vector<std::string> titles;
    for (const NodeId id : nodes) {
        const NodePtr node = findNode(captured, id);
        titles.push_back(node ? nodeTitle(*node) : nodeName(id));
    }
    return join(titles, ", ");
}

std::string sentenceOf(const AskedNode &asked, const Module &captured) {
    const std::string titles = titlesOf(asked.captured, captured);
    if (asked.pass.empty()) return asked.title + " stands for " + titles + ": the decision is about what was captured.";
    return asked.title + " was put by " + asked.pass + " (" + asked.rule + ") in the place of " + titles +
           ": the decision is about what was captured.";
}

std::string sentenceOf(const DecisionReading &reading) {
    switch (reading.rule) {
    case RuleChoice::AsWritten:
        return {};
    case RuleChoice::OneApplied:
        return "No rule was named: it is the only one that was applied there.";
    case RuleChoice::SeveralApplied:
        return "No rule was named, and several were applied there (" + join(reading.applied, "; ") +
               "): every rule is refused.";
    case RuleChoice::NoneApplied:
        return "No rule was named, and none was applied there: every rule is refused.";
    case RuleChoice::OtherLevel:
        return reading.level == JitLevel::O0 ? "Only O1 knows this rule: it has no effect at O0."
                                             : "Only O0 knows this rule: it has no effect at O1.";
    }
    return {};
}

} // namespace

std::vector<AskedNode> askedNodes(const Compilation &compilation, const std::vector<NodeId> &nodes) {
    const CapturedOrigins origins = capturedOrigins(compilation);
    std::vector<AskedNode> asked;
    for (const NodeId id : nodes) {
        const std::span<const NodeId> captured = origins.of(id);
        if (captured.empty() || (captured.size() == 1 && captured.front() == id)) continue;
        const NodePtr node = nodeOf(compilation, id);
        AskedNode each{
            node ? nodeTitle(*node) : nodeName(id), {}, {}, std::vector<NodeId>(captured.begin(), captured.end())};
        noteMaker(each, compilation, id);
        asked.push_back(std::move(each));
    }
    return asked;
}

std::vector<std::string> sentencesOf(const DecisionReading &reading, const Module &captured) {
    std::vector<std::string> sentences;
    for (const AskedNode &asked : reading.nodes)
        sentences.push_back(sentenceOf(asked, captured));
    if (std::string rule = sentenceOf(reading); !rule.empty()) sentences.push_back(std::move(rule));
    return sentences;
}

} // namespace jitscope::inline variants
