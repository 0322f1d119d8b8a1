// SPDX-License-Identifier: Apache-2.0
// Follows what runs back to what was captured, by origins and by the rewrites that made new nodes.
#include "engine/run/linenodes.h"

#include "engine/run/finalvalues.h"
#include "engine/session/compilation.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline run {

namespace {

bool beginsOn(const SourceSpan &span, std::string_view file, int line) {
    return span.line == line && span.file == file;
}

bool covers(const SourceSpan &span, std::string_view file, int line) {
    return span.line < line && line <= span.endLine && span.file == file;
}

using IsOn = bool (*)(const SourceSpan &span, std::string_view file, int line);

/** The innermost place of the node that is on the line, or the number of its places. */
size_t depthOf(const Node &node, IsOn isOn, std::string_view file, int line) {
    const std::vector<SourceSpan> &spans = *node.spans;
    const auto found = std::ranges::find_if(spans, [&](const SourceSpan &span) { return isOn(span, file, line); });
    return size_t(found - spans.begin());
}

void addOnce(std::vector<const Node *> &list, const Node *node) {
    if (std::ranges::find(list, node) == list.end()) list.push_back(node);
}

} // namespace

bool isGradientNode(const Node &node) {
    return node.scope.starts_with("Gradients");
}

/** What new nodes were made from, over all passes. */
class LineNodes::Origins {
public:
    explicit Origins(const Compilation &compilation) {
        for (const GraphPtr &graph : compilation.captured.graphs)
            for (const NodePtr &node : graph->nodes)
                m_captured.emplace(node->id, node.get());
        for (const auto &[id, node] : m_captured)
            m_known.insert(id);
        for (const PassRecord &pass : compilation.passes)
            if (pass.changed) take(pass);
        takeNodes(compilation.final);
    }

    /** The captured nodes that `node` computes; itself where it stems from none. */
    std::vector<const Node *> sitesOf(const Node &node) const {
        std::vector<const Node *> found;
        std::vector<NodeId> open{node.id};
        std::unordered_set<NodeId> seen{node.id};
        while (!open.empty()) {
            const NodeId id = open.back();
            open.pop_back();
            if (const auto captured = m_captured.find(id); captured != m_captured.end()) {
                if (captured->second->spans) found.push_back(captured->second);
                continue;
            }
            const auto origins = m_origins.find(id);
            if (origins == m_origins.end()) continue;
            for (const NodeId origin : origins->second)
                if (seen.insert(origin).second) open.push_back(origin);
        }
        std::ranges::sort(found, {}, [](const Node *site) { return site->id; });
        if (found.empty() && node.spans) found.push_back(&node);
        return found;
    }

private:
    /** A rewrite to a node that was there before the pass is a merge. */
    void take(const PassRecord &pass) {
        for (const Rewrite &rewrite : pass.rewrites)
            if (rewrite.after.valid() && !m_known.contains(rewrite.after))
                for (const NodeId before : rewrite.before)
                    if (before != rewrite.after) m_origins[rewrite.after].push_back(before);
        takeNodes(pass.after);
    }

    void takeNodes(const Module &module) {
        for (const GraphPtr &graph : module.graphs)
            for (const NodePtr &node : graph->nodes) {
                if (!m_known.insert(node->id).second) continue;
                auto &origins = m_origins[node->id];
                origins.insert(origins.end(), node->origins.begin(), node->origins.end());
            }
    }

    std::unordered_map<NodeId, const Node *> m_captured;
    std::unordered_set<NodeId> m_known;
    std::unordered_map<NodeId, std::vector<NodeId>> m_origins;
};

LineNodes::LineNodes(const Compilation &compilation)
    : m_captured(compilation.captured)
    , m_final(compilation.final) {
    const Origins origins(compilation);
    for (const GraphPtr &graph : m_final.graphs)
        if (!graph->isKernel())
            for (const NodePtr &node : graph->nodes)
                addRunning(*node, origins);
    for (const GraphPtr &graph : m_captured.graphs)
        for (const NodePtr &node : graph->nodes)
            addFiles(*node);
}

void LineNodes::addRunning(const Node &node, const Origins &origins) {
    const GraphPtr callee = node.callee.empty() ? nullptr : m_final.find(node.callee);
    const bool isKernel = callee && callee->isKernel();
    if (!isKernel && !computes(node)) return;
    Running running{node.id, {}};
    if (!isKernel) running.sites = origins.sitesOf(node);
    if (isKernel)
        for (const NodePtr &member : callee->nodes)
            for (const Node *site : origins.sitesOf(*member))
                addOnce(running.sites, site);
    m_places.emplace(node.id, m_running.size());
    m_running.push_back(std::move(running));
}

void LineNodes::addFiles(const Node &node) {
    if (!node.spans) return;
    for (const SourceSpan &span : *node.spans)
        if (std::ranges::find(m_files, span.file) == m_files.end()) m_files.push_back(span.file);
}

std::vector<NodeOnLine> LineNodes::on(std::string_view file, int line) const {
    std::vector<NodeOnLine> found;
    for (const IsOn isOn : {beginsOn, covers}) {
        for (const Running &running : m_running)
            for (const Node *site : running.sites)
                if (const size_t depth = depthOf(*site, isOn, file, line); depth < site->spans->size())
                    found.push_back({running.node, site, depth});
        if (!found.empty()) break;
    }
    return found;
}

std::vector<NodeId> LineNodes::capturedOn(std::string_view file, int line) const {
    std::vector<NodeId> found;
    for (const IsOn isOn : {beginsOn, covers}) {
        for (const GraphPtr &graph : m_captured.graphs)
            for (const NodePtr &node : graph->nodes)
                if (node->spans && computes(*node) && depthOf(*node, isOn, file, line) < node->spans->size())
                    found.push_back(node->id);
        if (!found.empty()) break;
    }
    return found;
}

const std::vector<const Node *> &LineNodes::sitesOf(NodeId running) const {
    static const std::vector<const Node *> none;
    const auto place = m_places.find(running);
    return place == m_places.end() ? none : m_running[place->second].sites;
}

} // namespace jitscope::inline run
