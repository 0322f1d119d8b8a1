// SPDX-License-Identifier: Apache-2.0
// Composes the links of passes.
#include "engine/variants/stagelinks.h"

#include "engine/session/provenance.h"

#include <algorithm>
#include <unordered_map>

namespace jitscope::inline variants {

namespace {

const std::string leftByDump = "final";

/** Where a dump's last graph is not what its last pass gave. */
PassRecord stepTo(const Module &before, const Module &after) {
    PassRecord step;
    step.name = leftByDump;
    step.before = before;
    step.after = after;
    return step;
}

} // namespace

int stageRank(const Compilation &compilation, int stage) {
    if (stage == capturedStage) return 0;
    return stage == finalStage ? int(compilation.passes.size()) + 1 : stage + 1;
}

StageHistory::StageHistory(const Compilation &compilation, int from, int to) {
    const Module &first = moduleAt(compilation, from), &last = moduleAt(compilation, to);
    m_earlier = m_later = std::make_shared<const ModuleIndex>(first);
    const int begin = stageRank(compilation, from);
    const int end = std::min(stageRank(compilation, to), int(compilation.passes.size()));
    for (int i = begin; i < end; ++i)
        if (!same(compilation.passes[size_t(i)].before, compilation.passes[size_t(i)].after))
            follow(compilation.passes[size_t(i)]);
    if (!same(m_later->module(), last)) follow(stepTo(m_later->module(), last));
}

StageHistory::StageHistory(const PassRecord &pass)
    : m_earlier(std::make_shared<const ModuleIndex>(pass.before))
    , m_later(m_earlier) {
    follow(pass);
}

void StageHistory::follow(const PassRecord &pass) {
    const auto before =
        same(m_later->module(), pass.before) ? m_later : std::make_shared<const ModuleIndex>(pass.before);
    m_later = std::make_shared<const ModuleIndex>(pass.after);
    const PassLinks &links = m_passes.emplace_back(pass, before, m_later);
    const std::unordered_map<NodeId, StageLinks> standing = m_moved;
    for (const auto &[earlier, now] : standing)
        moveOn(earlier, now, links);
    for (const NodeId id : links.moved())
        if (m_earlier->find(id) && !standing.contains(id)) moveOn(id, {{id, false}}, links);
    for (const PlacedNode &place : m_later->nodes())
        if (!links.before().find(place.node->id))
            if (std::string cause = links.causeOf(place.node->id); !cause.empty())
                m_causes.emplace(place.node->id, std::move(cause));
}

void StageHistory::moveOn(NodeId earlier, const StageLinks &links, const PassLinks &pass) {
    StageLinks next;
    std::vector<std::string> &fates = m_fates[earlier];
    for (const StageLink &link : links) {
        if (std::string fate = pass.fateOf(link.node); !fate.empty() && std::ranges::find(fates, fate) == fates.end())
            fates.push_back(std::move(fate));
        StageLinks reached = pass.of(link.node);
        // Constants go on without being told of.
        if (reached.empty() && pass.after().holdsConstant(link.node)) reached = {{link.node, false}};
        for (const StageLink &to : reached) {
            const auto known = std::ranges::find(next, to.node, &StageLink::node);
            if (known == next.end())
                next.push_back({to.node, link.isStandIn || to.isStandIn});
            else
                known->isStandIn = known->isStandIn && (link.isStandIn || to.isStandIn);
        }
    }
    m_moved[earlier] = std::move(next);
}

StageLinks StageHistory::of(NodeId earlier) const {
    const auto found = m_moved.find(earlier);
    if (found != m_moved.end()) return found->second;
    return m_later->find(earlier) ? StageLinks{{earlier, false}} : StageLinks{};
}

std::vector<std::string> StageHistory::fatesOf(NodeId earlier) const {
    const auto found = m_fates.find(earlier);
    return found == m_fates.end() ? std::vector<std::string>() : found->second;
}

std::string StageHistory::causeOf(NodeId later) const {
    const auto found = m_causes.find(later);
    return found == m_causes.end() ? std::string() : found->second;
}

std::vector<std::string> StageHistory::changesOf(NodeId node) const {
    std::vector<std::string> passes;
    for (const PassLinks &pass : m_passes) {
        const PlacedNode *before = pass.before().find(node), *after = pass.after().find(node);
        if (before && after && before->node != after->node) passes.push_back(pass.passName());
    }
    return passes;
}

} // namespace jitscope::inline variants
