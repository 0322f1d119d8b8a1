// SPDX-License-Identifier: Apache-2.0
#include "engine/stepping/graphlines.h"

#include "engine/stepping/breakpointtable.h"
#include "engine/stepping/place.h"

#include <algorithm>

namespace jitscope::inline stepping {

namespace {

/** The calls on the way to the line, which tell one visit from another. */
std::string keyOf(const LineTarget &target) {
    std::string key =
        target.line.file + ":" + std::to_string(target.line.line) + (isGradientNode(*target.site) ? "<" : ">");
    const std::vector<SourceSpan> &spans = *target.site->spans;
    for (size_t i = target.depth + 1; i < spans.size(); ++i)
        key += "|" + spans[i].file + ":" + std::to_string(spans[i].line) + ":" + std::to_string(spans[i].column);
    return key;
}

/** Whether a place of the text was captured once more. A package may use one several times for a line of the user's (an
    optimizer for each weight), unless in another cell; so may the gradient of one operator. */
bool isCapturedAnew(const LineTarget &target, const Node &first) {
    const Node &site = *target.site;
    if (&site == &first || site.op != first.op || *site.spans != *first.spans) return false;
    if (site.scope != first.scope) return true;
    const auto isUsers = [](const SourceSpan &span) { return isUserFile(span.file); };
    const auto below = site.spans->begin() + std::ptrdiff_t(target.depth);
    return !isGradientNode(site) && std::all_of(site.spans->begin(), below, isUsers);
}

} // namespace

void GraphLines::await(const std::vector<AwaitedLine> &lines, int64_t generation) {
    m_generation = generation;
    m_targets.clear();
    for (const std::string &file : lines.empty() ? std::vector<std::string>() : m_nodes.files()) {
        const std::string canonical = canonicalFile(file);
        for (const AwaitedLine &line : lines)
            if (line.file == canonical)
                for (const NodeOnLine &node : m_nodes.on(file, line.line))
                    add(node.running, {line, node.site, node.depth});
    }
    for (auto &[running, targets] : m_targets) {
        const std::vector<const Node *> &sites = m_nodes.sitesOf(running);
        std::ranges::stable_sort(
            targets, {}, [&](const LineTarget &each) { return std::ranges::find(sites, each.site) - sites.begin(); });
    }
}

void GraphLines::add(NodeId running, const LineTarget &target) {
    std::vector<LineTarget> &targets = m_targets[running];
    const auto isSame = [&](const LineTarget &each) { return each.line == target.line; };
    if (std::ranges::none_of(targets, isSame)) targets.push_back(target);
}

const std::vector<LineTarget> &GraphLines::targetsOf(NodeId running) const {
    static const std::vector<LineTarget> none;
    const auto found = m_targets.find(running);
    return found == m_targets.end() ? none : found->second;
}

LineArrivals::Visit &LineArrivals::at(NodeId running, const LineTarget &target) {
    Visit &visit = m_visits[keyOf(target)];
    const bool isNew = visit.first == nullptr || visit.seen.contains(running) || isCapturedAnew(target, *visit.first);
    if (isNew) visit = {target.site, {}, false};
    visit.seen.insert(running);
    return visit;
}

} // namespace jitscope::inline stepping
