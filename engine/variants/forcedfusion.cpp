// SPDX-License-Identifier: Apache-2.0
// Runs the graph-kernel passes alone with the decision, as those before them do not ask for it. To them, what the first
// of them was given is what was captured.
#include "engine/variants/forcedfusion.h"

#include "engine/passes/decisions.h"
#include "engine/passes/joinablecalls.h"
#include "engine/variants/fusereason.h"
#include "engine/variants/namedecision.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline variants {

namespace {

using Nodes = std::unordered_map<NodeId, std::vector<NodeId>>;

std::vector<PassDef> graphKernelPasses() {
    std::vector<PassDef> passes = pipeline();
    std::erase_if(passes, [](const PassDef &pass) { return pass.phase != PassPhase::GraphKernel; });
    return passes;
}

void forEachNode(const Module &module, const std::function<void(const Node &)> &use) {
    for (const GraphPtr &graph : module.graphs) {
        for (const NodePtr &parameter : graph->parameters)
            use(*parameter);
        for (const NodePtr &node : graph->nodes) {
            for (const NodePtr &input : node->inputs)
                use(*input);
            use(*node);
        }
    }
}

class OriginsInstrument : public PassInstrument {
public:
    OriginsInstrument(DecisionBook &book, CapturedOrigins &origins)
        : m_book(book)
        , m_origins(origins) {}
    void afterPass(const PassDef &, const Module &before, const Module &after, PassContext &context) override {
        if (same(before, after)) return;
        m_book.follow(after, context.rewrites);
        m_origins.follow(after, context.rewrites);
    }

private:
    DecisionBook &m_book;
    CapturedOrigins &m_origins;
};

/** It is gone with the tuple. */
bool isElementOfExpandable(const Node &node) {
    return node.isCallOf(op::TupleGetItem) && isExpandable(*node.inputs[0]);
}

/** Whether one of the members stands for each of these groups. */
bool holdsAll(const Graph &kernel, const CapturedOrigins &origins, const std::vector<std::vector<NodeId>> &groups) {
    std::unordered_set<NodeId> inside;
    for (const NodePtr &member : kernel.nodes)
        inside.insert(origins.of(member->id).begin(), origins.of(member->id).end());
    return std::ranges::all_of(groups, [&](const std::vector<NodeId> &group) {
        return std::ranges::any_of(group, [&](NodeId id) { return inside.contains(id); });
    });
}

} // namespace

/** What the first graph-kernel pass was given. */
struct ForcedFusion::Start {
    explicit Start(const Compilation &compilation)
        : all(capturedOrigins(compilation))
        , passes(graphKernelPasses()) {
        CapturedOrigins origins(compilation.captured); // as far as they are known there
        for (const PassRecord &pass : compilation.passes) {
            if (pass.phase == PassPhase::GraphKernel) {
                if (module.graphs.empty()) begin(pass.before, origins);
                noteInside(pass.before);
            }
            if (pass.changed && module.graphs.empty()) origins.follow(pass.after, pass.rewrites);
        }
    }

    void begin(const Module &given, const CapturedOrigins &origins) {
        module = given;
        std::unordered_set<NodeId> seen;
        forEachNode(given, [&](const Node &node) {
            lastId = std::max(lastId, node.id.value);
            if (!seen.insert(node.id).second) return;
            for (const NodeId captured : origins.of(node.id))
                standing[captured].push_back(node.id);
        });
    }

    void noteInside(const Module &stage) {
        for (const GraphPtr &graph : stage.graphs)
            for (const NodePtr &node : graph->nodes)
                if (isJoinable(*node) || isExpandable(*node) || isElementOfExpandable(*node))
                    inside.insert(all.of(node->id).begin(), all.of(node->id).end());
    }

    Module module;       ///< no graphs: kernels are made at O1 only
    CapturedOrigins all; ///< of all stages
    std::vector<PassDef> passes;
    Nodes standing; ///< its nodes, by the captured ones that they stand for
    int64_t lastId = 0;
    std::unordered_set<NodeId> inside; ///< captured nodes that stand in what kernels can hold, as they are or expanded
};

ForcedFusion::ForcedFusion(const Compilation &compilation)
    : m_compilation(compilation) {}

const ForcedFusion::Start &ForcedFusion::start() {
    if (!m_start) m_start = std::make_shared<Start>(m_compilation);
    return *m_start;
}

bool ForcedFusion::helps(const std::vector<NodeId> &captured) {
    if (captured.size() < 2 || m_compilation.jitLevel != "O1") return false;
    const auto [known, isNew] = m_known.try_emplace(captured, false);
    if (isNew) known->second = mayBeInside(captured) && comesAbout(captured);
    return known->second;
}

/** Cheap, and right wherever it says no. */
bool ForcedFusion::mayBeInside(const std::vector<NodeId> &captured) {
    const auto isInside = [&](NodeId id) { return start().inside.contains(id) && start().standing.contains(id); };
    return std::ranges::all_of(captured, isInside) && !areInOneKernel(m_compilation.final, start().all, captured);
}

bool ForcedFusion::comesAbout(const std::vector<NodeId> &captured) {
    const Module &given = start().module;
    std::vector<std::vector<NodeId>> groups;
    Decision fused{Decision::Kind::Fuse};
    for (const NodeId id : captured) {
        groups.push_back(start().standing.at(id));
        fused.nodes.insert(fused.nodes.end(), groups.back().begin(), groups.back().end());
    }
    DecisionBook book({std::move(fused)}, given);
    CapturedOrigins origins(given);
    OriginsInstrument follows(book, origins);
    PassInstrument *const instruments[] = {&follows};
    IdSource ids(start().lastId + 1);
    PassContext context{ids, JitLevel::O1, {}, {}};
    context.decisions = &book;
    const Module final = runPasses(given, start().passes, context, instruments);
    return std::ranges::any_of(
        final.graphs, [&](const GraphPtr &graph) { return graph->isKernel() && holdsAll(*graph, origins, groups); });
}

} // namespace jitscope::inline variants
