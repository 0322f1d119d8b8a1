// SPDX-License-Identifier: Apache-2.0
// Reads the passes' logs of refusals and rewrites by the captured nodes that theirs stand for.
#include "engine/variants/whynot.h"

#include "engine/ir/nodename.h"
#include "engine/variants/namedecision.h"

#include <algorithm>
#include <unordered_map>

namespace jitscope::inline variants {

namespace {

bool overlap(const std::vector<NodeId> &a, const std::vector<NodeId> &b) {
    return std::ranges::any_of(a, [&](NodeId id) { return std::ranges::find(b, id) != b.end(); });
}

std::vector<NodeId> behind(const CapturedOrigins &origins, const std::vector<NodeId> &nodes) {
    std::vector<NodeId> captured;
    for (const NodeId node : nodes)
        captured.insert(captured.end(), origins.of(node).begin(), origins.of(node).end());
    std::ranges::sort(captured);
    captured.erase(std::ranges::unique(captured).begin(), captured.end());
    return captured;
}

/** Tensors of known shape alone: dumps leave dimensions and whole types open. */
std::optional<int64_t> knownBytes(const Abstract &abstract) {
    if (!abstract.isTensor()) return {};
    if (std::ranges::any_of(abstract.shape, [](int64_t size) { return size < 0; })) return {};
    return abstract.bytes();
}

/** The bytes of those nodes that others of them read. */
std::optional<int64_t> bytesBetween(const std::vector<NodePtr> &nodes) {
    std::optional<int64_t> sum;
    for (const NodePtr &giver : nodes) {
        const auto reads = [&](const NodePtr &node) {
            return std::ranges::find(node->inputs, giver->id, &Node::id) != node->inputs.end();
        };
        if (std::ranges::none_of(nodes, reads)) continue;
        const std::optional<int64_t> bytes = knownBytes(giver->abstract);
        if (!bytes) return {};
        sum = sum.value_or(0) + *bytes;
    }
    return sum;
}

using NodeIndex = std::unordered_map<NodeId, NodePtr>;

/** Of what a pass was given, where it refused something. */
NodeIndex indexOf(const PassRecord &pass) {
    NodeIndex index;
    if (pass.refusals.empty()) return index;
    for (const GraphPtr &graph : pass.before.graphs) {
        for (const NodePtr &parameter : graph->parameters)
            index.emplace(parameter->id, parameter);
        for (const NodePtr &node : graph->nodes)
            index.emplace(node->id, node);
    }
    return index;
}

RefusedCandidate candidateOf(const NodeIndex &index, const Refusal &refusal, const CapturedOrigins &origins) {
    RefusedCandidate candidate;
    candidate.refusal = refusal;
    candidate.captured = behind(origins, refusal.nodes);
    std::vector<NodePtr> nodes;
    for (const NodeId id : refusal.nodes) {
        const auto found = index.find(id);
        const NodePtr node = found == index.end() ? nullptr : found->second;
        candidate.titles.push_back(node ? nodeTitle(*node) : nodeName(id));
        if (node) nodes.push_back(node);
    }
    if (nodes.size() == refusal.nodes.size()) candidate.bytesBetween = bytesBetween(nodes);
    return candidate;
}

/** The same for a candidate that is refused again for the same reason. */
std::string keyOf(const Refusal &refusal) {
    std::string key = refusal.rule + '\n' + refusal.reason();
    for (const NodeId node : refusal.nodes)
        key += '\n' + std::to_string(node.value);
    return key;
}

} // namespace

std::string passNameOf(const Compilation &compilation, const RefusedCandidate &candidate) {
    return candidate.pass == RefusedCandidate::noPass ? std::string() : fullName(compilation.passes[candidate.pass]);
}

std::vector<RefusedCandidate> refusedCandidates(const Compilation &compilation) {
    const CapturedOrigins origins = capturedOrigins(compilation);
    std::vector<RefusedCandidate> candidates;
    std::unordered_map<std::string, size_t> places;
    for (size_t place = 0; place < compilation.passes.size(); ++place) {
        const PassRecord &pass = compilation.passes[place];
        const NodeIndex index = indexOf(pass);
        for (const Refusal &refusal : pass.refusals) {
            const auto [known, isNew] = places.emplace(keyOf(refusal), candidates.size());
            if (!isNew) {
                ++candidates[known->second].times;
                continue;
            }
            candidates.push_back(candidateOf(index, refusal, origins));
            candidates.back().pass = place;
        }
    }
    return candidates;
}

std::vector<RefusalGroup> groupsOf(const std::vector<RefusedCandidate> &candidates) {
    std::vector<RefusalGroup> groups;
    for (size_t place = 0; place < candidates.size(); ++place) {
        const Predicate &failed = candidates[place].refusal.predicate;
        const std::string name = nameOf(failed);
        auto group = std::ranges::find(groups, name, &RefusalGroup::name);
        if (group == groups.end())
            group = groups.insert(groups.end(), {.name = name, .subject = formOf(failed.kind).group, .members = {}});
        group->members.push_back(place);
        group->bytes += candidates[place].bytesBetween.value_or(0);
        group->unknown += candidates[place].bytesBetween ? 0 : 1;
    }
    std::ranges::stable_sort(groups, std::greater(), &RefusalGroup::bytes);
    return groups;
}

WhyNot whyNotTogether(const Compilation &compilation, const std::vector<NodeId> &a, const std::vector<NodeId> &b) {
    const CapturedOrigins origins = capturedOrigins(compilation);
    const auto isAboutBoth = [&](const std::vector<NodeId> &nodes) { return overlap(nodes, a) && overlap(nodes, b); };
    WhyNot answer;
    for (size_t place = 0; place < compilation.passes.size(); ++place)
        for (const Rewrite &rewrite : compilation.passes[place].rewrites)
            if (rewrite.before.size() > 1 && isAboutBoth(behind(origins, rewrite.before)))
                answer.joined.push_back({place, rewrite.rule});
    for (RefusedCandidate &candidate : refusedCandidates(compilation))
        if (isAboutBoth(candidate.captured)) answer.refused.push_back(std::move(candidate));
    return answer;
}

std::optional<std::vector<RefusedCandidate>> borderOf(const Compilation &compilation, const std::string &kernel) {
    const GraphPtr graph = compilation.final.find(kernel);
    if (!graph || !graph->isKernel()) return {};
    std::vector<NodeId> nodes;
    for (const NodePtr &node : graph->nodes)
        nodes.push_back(node->id);
    const std::vector<NodeId> inside = behind(capturedOrigins(compilation), nodes);
    std::vector<RefusedCandidate> border = refusedCandidates(compilation);
    std::erase_if(border, [&](const RefusedCandidate &each) {
        return !overlap(each.captured, inside) || std::ranges::includes(inside, each.captured);
    });
    return border;
}

} // namespace jitscope::inline variants
