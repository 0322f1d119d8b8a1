// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/possibledecisions.h"

#include "app/models/labwords.h"
#include "app/sdk/document.h"
#include "app/sdk/stagepair.h"
#include "engine/ir/nodename.h"
#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/variants/variant.h"
#include "engine/variants/whynot.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

namespace jitscope {
inline namespace models {

namespace {

constexpr size_t mostCompiledAtOnce = 400; ///< calls; larger graphs would make a menu late

struct PossibilityWords {
    Q_DECLARE_TR_FUNCTIONS(PossibleDecisions)
};

size_t callsIn(const Module &module) {
    size_t calls = 0;
    for (const GraphPtr &graph : module.graphs)
        calls += graph->nodes.size();
    return calls;
}

std::shared_ptr<const Compilation> compiledAtO1(Document &document, const Compilation &own) {
    const StageRef itself{own.index, {}, -1}, atO1{own.index, VariantSpec{JitLevel::O1, {}}, -1};
    if (jitLevelOf(own) == JitLevel::O1) return document.stagesOf(itself);
    if (auto known = document.stagesOf(atO1)) return known;
    if (callsIn(own.captured) > mostCompiledAtOnce) return nullptr;
    auto made = std::make_shared<const Compilation>(stagesOf(own, *atO1.variant));
    document.keepStages(atO1, made);
    return made;
}

bool holdsFloats(const Abstract &abstract) {
    if (abstract.kind == Abstract::Kind::Tuple) return std::ranges::any_of(abstract.items, holdsFloats);
    return abstract.isTensor() && info(abstract.dtype).floating;
}

Abstract inDtype(Abstract abstract, DType dtype) {
    if (abstract.isTensor() && info(abstract.dtype).floating) abstract.dtype = dtype;
    for (Abstract &item : abstract.items)
        item = inDtype(item, dtype);
    return abstract;
}

/** Whether it would compute with other floats than now. */
bool canComputeIn(const Node &node, DType dtype) {
    const OpDef *op = node.isCall() && !node.op.empty() ? findOp(node.op) : nullptr;
    if (!op || !op->infer || node.op == op::Cast || node.inputs.size() != op->params.size()) return false;
    if (op->effect == Effect::Writes || op->effect == Effect::Prints || !holdsFloats(node.abstract)) return false;
    std::vector<Abstract> given;
    for (const NodePtr &input : node.inputs)
        given.push_back(inDtype(input->abstract, dtype));
    const bool isOther = !std::ranges::equal(
        given, node.inputs, [](const Abstract &now, const NodePtr &input) { return sameType(now, input->abstract); });
    return isOther && findOp(node.op)->infer(given).ok();
}

} // namespace

struct PossibleDecisions::Stage {
    Stage(const Compilation &compilation, size_t pass)
        : module(compilation.passes[pass].before)
        , origins(compilation.captured) {
        for (size_t i = 0; i < pass; ++i)
            if (compilation.passes[i].changed)
                origins.follow(compilation.passes[i].after, compilation.passes[i].rewrites);
        for (size_t graph = 0; graph < module.graphs.size(); ++graph)
            if (!module.graphs[graph]->isKernel())
                for (const NodePtr &node : module.graphs[graph]->nodes) {
                    graphs.emplace(node->id, graph);
                    for (const NodeId captured : origins.of(node->id))
                        standing[captured].push_back(node);
                }
    }

    bool fit(const Node &first, const Node &second) {
        const auto graph = graphs.find(first.id);
        if (graph == graphs.end() || graphs.at(second.id) != graph->second) return false;
        std::unique_ptr<JoinableCalls> &calls = joinable[graph->second];
        if (!calls) calls = std::make_unique<JoinableCalls>(module, graph->second);
        return calls->fit(first.id, second.id);
    }

    Module module;
    CapturedOrigins origins;
    std::unordered_map<NodeId, std::vector<NodePtr>> standing; ///< calls, by the captured nodes that they stand for
    std::unordered_map<NodeId, size_t> graphs;                 ///< of calls
    std::map<size_t, std::unique_ptr<JoinableCalls>> joinable; ///< by the graph
};

PossibleDecisions::PossibleDecisions(Document &document, const Compilation &compilation)
    : m_own(compilation)
    , m_atO1(compiledAtO1(document, compilation)) {
    if (!m_atO1) return;
    const auto cluster = std::ranges::find(m_atO1->passes, "graph_kernel_cluster", &PassRecord::name);
    if (cluster != m_atO1->passes.end())
        m_stage = std::make_unique<Stage>(*m_atO1, size_t(cluster - m_atO1->passes.begin()));
}

PossibleDecisions::~PossibleDecisions() = default;

QString PossibleDecisions::titleOf(NodeId captured) const {
    const NodePtr node = findNode(m_own.captured, captured);
    return QString::fromStdString(node ? nodeTitle(*node) : nodeName(captured));
}

bool PossibleDecisions::isOneKernel(const std::vector<NodeId> &captured) const {
    if (jitLevelOf(m_own) != JitLevel::O1) return false;
    const CapturedOrigins origins = capturedOrigins(m_own);
    return std::ranges::any_of(m_own.final.graphs, [&](const GraphPtr &graph) {
        std::vector<NodeId> members;
        for (const NodePtr &node : graph->nodes)
            std::ranges::copy(origins.of(node->id), std::back_inserter(members));
        std::ranges::sort(members);
        return graph->isKernel() && std::ranges::includes(members, captured);
    });
}

QString PossibleDecisions::whyNotFuse(const std::vector<NodeId> &captured) {
    if (captured.size() < 2) return PossibilityWords::tr("One node alone makes no kernel with another.");
    if (isOneKernel(captured)) return PossibilityWords::tr("They are in one kernel already.");
    return m_stage ? whyNotJoined(captured) : QString();
}

/** All of them, or what they became, must hang together by pairs that fit. */
QString PossibleDecisions::whyNotJoined(const std::vector<NodeId> &captured) {
    std::vector<NodePtr> calls;
    for (const NodeId id : captured) {
        const auto standing = m_stage->standing.find(id);
        if (standing == m_stage->standing.end())
            return PossibilityWords::tr("%1 is gone before kernels are made.").arg(titleOf(id));
        if (std::ranges::none_of(standing->second, [](const NodePtr &node) { return isJoinable(*node); }))
            return PossibilityWords::tr("No kernel can hold %1.").arg(titleOf(id));
        for (const NodePtr &node : standing->second)
            if (std::ranges::find(calls, node) == calls.end()) calls.push_back(node);
    }
    std::vector<NodePtr> reached = {calls.front()};
    const auto isReached = [&](const NodePtr &node) { return std::ranges::find(reached, node) != reached.end(); };
    const auto uses = [](const Node &user, const NodePtr &used) {
        return std::ranges::find(user.inputs, used->id, &Node::id) != user.inputs.end();
    };
    for (size_t next = 0; next < reached.size(); ++next)
        for (const NodePtr &other : calls) {
            const NodePtr from = reached[next];
            if (isReached(other)) continue;
            if ((uses(*other, from) && m_stage->fit(*from, *other)) ||
                (uses(*from, other) && m_stage->fit(*other, *from)))
                reached.push_back(other);
        }
    std::vector<NodeId> joined;
    for (const NodePtr &node : reached)
        std::ranges::copy(m_stage->origins.of(node->id), std::back_inserter(joined));
    std::ranges::sort(joined);
    return std::ranges::includes(joined, captured) ? QString() : whyApart(captured);
}

QString PossibleDecisions::whyApart(const std::vector<NodeId> &captured) const {
    for (size_t i = 0; i < captured.size(); ++i)
        for (size_t j = i + 1; j < captured.size(); ++j)
            if (const WhyNot why = whyNotTogether(*m_atO1, {captured[i]}, {captured[j]}); !why.refused.empty())
                return PossibilityWords::tr("%1.").arg(predicateSentence(why.refused.back().refusal.predicate));
    return PossibilityWords::tr("They are no neighbours when kernels are made: no value goes from one to the other.");
}

QString PossibleDecisions::whyNotKeepOut(const std::vector<NodeId> &captured) const {
    if (!m_atO1) return {};
    if (jitLevelOf(m_own) != JitLevel::O1) return PossibilityWords::tr("Kernels are made at O1 only.");
    const CapturedOrigins origins = capturedOrigins(*m_atO1);
    const std::unordered_set<NodeId> wanted(captured.begin(), captured.end());
    const bool isInKernel = std::ranges::any_of(m_atO1->final.graphs, [&](const GraphPtr &graph) {
        return graph->isKernel() && std::ranges::any_of(graph->nodes, [&](const NodePtr &node) {
                   return std::ranges::any_of(origins.of(node->id), [&](NodeId id) { return wanted.contains(id); });
               });
    });
    return isInKernel ? QString() : PossibilityWords::tr("It is part of no kernel.");
}

QString PossibleDecisions::whyNotRefuse(const std::vector<std::string> &rules) const {
    return rules.empty() ? PossibilityWords::tr("No rule was applied to it.") : QString();
}

QString PossibleDecisions::whyNotCompute(const std::vector<NodeId> &captured, DType dtype) const {
    const bool can = std::ranges::any_of(captured, [&](NodeId id) {
        const NodePtr node = findNode(m_own.captured, id);
        return node && canComputeIn(*node, dtype);
    });
    return can ? QString() : PossibilityWords::tr("It computes in that dtype already, or cannot.");
}

} // namespace models
} // namespace jitscope
