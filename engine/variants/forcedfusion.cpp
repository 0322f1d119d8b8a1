// SPDX-License-Identifier: Apache-2.0
// Runs the graph-kernel passes alone with the decision, as those before them do not ask for it, on the part of the
// graph between the nodes. To them, what the first of them was given is what was captured.
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

/** The part of a graph from the first to the last of the wanted calls. What comes before are parameters of it, and what
    others use is given back: what lies between two calls, and who needs them, is all that decides whether they can be
    one kernel. */
class Excerpt {
public:
    Excerpt(const Graph &graph, size_t first, size_t last)
        : m_part(std::make_shared<Graph>()) {
        m_part->name = graph.name;
        m_part->attrs = graph.attrs;
        for (size_t i = first; i <= last; ++i)
            add(*graph.nodes[i], graph.nodes[i].get());
        std::vector<NodePtr> results;
        const auto give = [&](const NodePtr &used) {
            const auto found = m_inside.find(used.get());
            if (found != m_inside.end() && m_given.insert(used.get()).second) results.push_back(found->second);
        };
        for (size_t i = last + 1; i < graph.nodes.size(); ++i)
            std::ranges::for_each(graph.nodes[i]->inputs, give);
        if (graph.output) give(graph.output);
        if (results.empty()) results.push_back(m_part->nodes.back());
        m_part->output = tupleOf(std::move(results), graph);
    }

    GraphPtr graph() const { return m_part; }

private:
    void add(const Node &node, const Node *old) {
        auto copy = std::make_shared<Node>(node);
        for (NodePtr &input : copy->inputs)
            input = inside(input);
        m_inside.emplace(old, copy);
        m_part->nodes.push_back(std::move(copy));
    }

    NodePtr inside(const NodePtr &input) {
        if (input->isConstant()) return input;
        const auto [found, isNew] = m_inside.try_emplace(input.get());
        if (!isNew) return found->second;
        auto parameter = std::make_shared<Node>();
        parameter->id = input->id;
        parameter->kind = NodeKind::Parameter;
        parameter->name = input->name;
        parameter->abstract = input->abstract;
        m_part->parameters.push_back(parameter);
        return found->second = std::move(parameter);
    }

    NodePtr tupleOf(std::vector<NodePtr> results, const Graph &graph) {
        if (results.size() == 1) return results.front();
        std::vector<Abstract> types;
        for (const NodePtr &result : results)
            types.push_back(result->abstract);
        auto tuple = std::make_shared<Node>();
        tuple->id = graph.output ? graph.output->id : NodeId();
        for (const NodePtr &node : m_part->nodes)
            if (node->id == tuple->id) return node; // the whole rest of the graph, which ends in its own
        tuple->op = op::MakeTuple;
        tuple->inputs = std::move(results);
        tuple->abstract = Abstract::tuple(std::move(types));
        m_part->nodes.push_back(tuple);
        return tuple;
    }

    std::shared_ptr<Graph> m_part;
    std::unordered_map<const Node *, NodePtr> m_inside; ///< by the nodes of the whole
    std::unordered_set<const Node *> m_given;
};

bool callsGraphs(const Node &node) {
    return node.function || !node.callee.empty();
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
        for (const GraphPtr &graph : given.graphs)
            for (size_t i = 0; i < graph->nodes.size(); ++i)
                places.emplace(graph->nodes[i]->id, std::pair(graph.get(), i));
        std::unordered_set<NodeId> seen;
        forEachNode(given, [&](const Node &node) {
            lastId = std::max(lastId, node.id.value);
            if (!seen.insert(node.id).second) return;
            for (const NodeId captured : origins.of(node.id))
                standing[captured].push_back(node.id);
        });
    }

    /** The part of the graph that holds the nodes standing for these, or all where that is not of one graph alone. */
    Module around(const std::vector<NodeId> &captured) const {
        const Graph *holder = nullptr;
        size_t first = 0, last = 0;
        for (const NodeId id : captured)
            for (const NodeId node : standing.at(id)) {
                const auto found = places.find(node);
                if (found == places.end()) continue; // a constant or a parameter
                const auto [graph, place] = found->second;
                if (holder && graph != holder) return module;
                first = holder ? std::min(first, place) : place;
                last = holder ? std::max(last, place) : place;
                holder = graph;
            }
        if (!holder) return module;
        for (size_t i = first; i <= last; ++i)
            if (callsGraphs(*holder->nodes[i])) return module;
        return {{Excerpt(*holder, first, last).graph()}, module.attrs};
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
    std::unordered_map<NodeId, std::pair<const Graph *, size_t>> places; ///< of its calls
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

/** The part between them says no at once, and yes for a pair of a large graph. More than two are equal calls, too,
   which may stand anywhere. */
bool ForcedFusion::comesAbout(const std::vector<NodeId> &captured) {
    constexpr int largest = 300; ///< calls of a module that is gone through once more without a thought
    const Module &whole = start().module, part = start().around(captured);
    const bool isEnough = same(whole, part) || (captured.size() == 2 && callCount(whole) > largest);
    return comesAbout(captured, part) && (isEnough || comesAbout(captured, whole));
}

bool ForcedFusion::comesAbout(const std::vector<NodeId> &captured, const Module &given) {
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
