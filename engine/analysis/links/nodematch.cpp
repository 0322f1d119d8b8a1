// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/links/nodematch.h"

#include "engine/analysis/taskkinds.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <set>

namespace jitscope::inline analysis {

namespace {

constexpr std::string_view scopeRoots[] = {"Default/", "Gradients/", "recompute_Default/", "Recompute/"};

/** "2,3;3,4" of the tensors that a node reads. */
std::string inputShapes(const Node &node) {
    std::vector<std::string> shapes;
    for (const NodePtr &input : node.inputs) {
        if (!input || !input->abstract->isTensor()) continue;
        std::vector<std::string> dims;
        for (const int64_t dim : input->abstract->shape)
            dims.push_back(std::to_string(dim));
        shapes.push_back(join(dims, ","));
    }
    return join(shapes, ";");
}

bool isPlumbing(const Node &node) {
    static const std::set<std::string, std::less<>> names = {"MakeTuple", "TupleGetItem", "Depend", "UpdateState",
                                                             "Load",      "Return",       "Switch", "Partial"};
    return node.op.empty() || names.contains(node.op.text());
}

using Groups = std::map<std::string, std::vector<NodePlace>>;
using RowGroups = std::map<std::string, std::vector<size_t>>; ///< places in the list of matches

/** Kernels of one step that are still without a node take the nodes of the group that has as many, in order. */
void takeInOrder(const RowGroups &rows, const Groups &nodes, std::vector<KernelMatch> &matches, Certainty certainty,
                 const char *how) {
    for (const auto &[key, places] : rows) {
        const auto found = nodes.find(key);
        if (found == nodes.end() || found->second.size() != places.size()) continue;
        for (size_t i = 0; i < places.size(); ++i) {
            KernelMatch &match = matches[places[i]];
            match.node = found->second[i];
            match.certainty = certainty;
            match.how = {how, {}};
        }
    }
}

class Matcher {
public:
    Matcher(const Session &session, const DataTable &kernels)
        : m_kernels(kernels)
        , m_names(session)
        , m_name(kernels.column("name"))
        , m_type(kernels.column("type"))
        , m_step(kernels.column("step"))
        , m_shapes(kernels.column("input_shapes")) {
        for (const Compilation &compilation : session.compilations)
            for (const GraphPtr &graph : compilation.final.graphs)
                for (const NodePtr &node : graph->nodes) {
                    if (isPlumbing(*node)) continue;
                    const NodePlace place{compilation.index, node->id};
                    m_byType[node->op].push_back(place);
                    if (const std::string shapes = inputShapes(*node); !shapes.empty())
                        m_byShape[node->op + "(" + shapes].push_back(place);
                }
    }

    std::vector<KernelMatch> match() {
        const std::vector<TaskKind> kinds = taskKinds(m_kernels);
        std::vector<KernelMatch> matches;
        for (int64_t row = 0; row < m_kernels.rowCount(); ++row)
            if (kinds[size_t(row)] == TaskKind::Computing) matches.push_back(byName(row));
        inOrder(matches, m_byShape, Certainty::Likely, "same type and shapes, in order",
                [&](int64_t row) { return m_kernels.text(row, m_type) + "(" + m_kernels.text(row, m_shapes); });
        inOrder(matches, m_byType, Certainty::Possible, "same type, in order",
                [&](int64_t row) { return m_kernels.text(row, m_type); });
        for (KernelMatch &match : matches)
            if (match.certainty == Certainty::None) match.how = reason(match.row);
        return matches;
    }

private:
    KernelMatch byName(int64_t row) const {
        KernelMatch match{row, {}, Certainty::None, {}};
        const std::vector<NodePlace> found = m_names.find(m_kernels.text(row, m_name));
        if (found.empty()) return match;
        match.node = found.front();
        match.certainty = found.size() == 1 ? Certainty::Certain : Certainty::Likely;
        match.how = {found.size() == 1 ? "exact name" : "exact name in several graphs", {}};
        return match;
    }

    template<class KeyOf>
    void inOrder(std::vector<KernelMatch> &matches, const Groups &nodes, Certainty certainty, const char *how,
                 KeyOf keyOf) const {
        std::map<std::string, RowGroups> bySteps;
        for (size_t i = 0; i < matches.size(); ++i)
            if (matches[i].certainty == Certainty::None)
                bySteps[m_kernels.text(matches[i].row, m_step)][keyOf(matches[i].row)].push_back(i);
        for (const auto &[step, rows] : bySteps)
            takeInOrder(rows, nodes, matches, certainty, how);
    }

    Phrase reason(int64_t row) const {
        if (m_names.empty()) return {"no graph is open", {}};
        const std::string &type = m_kernels.text(row, m_type);
        const auto nodes = m_byType.find(type);
        if (nodes == m_byType.end()) return {"no node of type %1", {type}};
        return {"the graphs have %1 nodes of type %2, the step another number of kernels",
                {std::to_string(nodes->second.size()), type}};
    }

    const DataTable &m_kernels;
    NodeNames m_names;
    int m_name, m_type, m_step, m_shapes;
    Groups m_byType, m_byShape;
};

} // namespace

std::string fullNodeName(const Node &node) {
    const int number = node.dumpText().opNumber;
    if (number < 0) return {};
    return node.scope + "/" + node.op + format("-op%d", number);
}

NodeNames::NodeNames(const Session &session) {
    for (const Compilation &compilation : session.compilations)
        for (const GraphPtr &graph : compilation.final.graphs)
            for (const NodePtr &node : graph->nodes)
                if (std::string name = fullNodeName(*node); !name.empty())
                    m_byName[std::move(name)].push_back({compilation.index, node->id});
}

std::vector<NodePlace> NodeNames::find(std::string_view kernel) const {
    if (const auto found = m_byName.find(kernel); found != m_byName.end()) return found->second;
    for (const std::string_view root : scopeRoots) {
        const size_t begin = kernel.find(root);
        if (begin == std::string_view::npos || begin == 0) continue;
        if (const auto found = m_byName.find(kernel.substr(begin)); found != m_byName.end()) return found->second;
    }
    return {};
}

std::vector<KernelMatch> matchKernels(const Session &session, const DataTable &kernels) {
    return Matcher(session, kernels).match();
}

} // namespace jitscope::inline analysis
