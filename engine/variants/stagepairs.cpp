// SPDX-License-Identifier: Apache-2.0
// Pairs by keys: each round takes nodes that have equal keys, in the order in which they stand; later rounds say less.
#include "engine/variants/stagepairs.h"

#include "engine/base/text.h"
#include "engine/ir/irvalue.h"
#include "engine/ops/printing.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline variants {

namespace {

/** Both stages with the pairs found so far. */
class Pairing {
public:
    Pairing(const ModuleIndex &left, const ModuleIndex &right)
        : m_left(left)
        , m_right(right) {}

    using Key = std::function<std::string(const PlacedNode &place, bool isRight)>;

    /** Nodes with an empty key take no part. Keys are asked for in the order of the nodes, those of the right when all
        in front of them were tried. */
    void pairBy(const Key &key, MatchBasis basis) {
        std::unordered_map<std::string, std::vector<NodeId>> waiting;
        for (const PlacedNode &place : m_left.nodes())
            if (!m_taken.contains(place.node->id))
                if (std::string text = key(place, false); !text.empty()) waiting[text].push_back(place.node->id);
        for (auto &[text, ids] : waiting)
            std::ranges::reverse(ids);
        for (const PlacedNode &place : m_right.nodes()) {
            if (m_pairs.contains(place.node->id)) continue;
            const std::string text = key(place, true);
            const auto found = text.empty() ? waiting.end() : waiting.find(text);
            if (found == waiting.end() || found->second.empty()) continue;
            pair(found->second.back(), place.node->id, basis);
            found->second.pop_back();
        }
    }

    void pair(NodeId left, NodeId right, MatchBasis basis) {
        if (m_pairs.contains(right) || !m_taken.insert(left).second) return;
        m_pairs.emplace(right, NodePair{left, basis});
    }

    bool isFree(NodeId left) const { return !m_taken.contains(left); }
    bool isFreeRight(NodeId right) const { return !m_pairs.contains(right); }

    /** The id of an input in the numbering of the left, constants by their value; "?" where it is not known. */
    std::string useText(const NodePtr &node, bool isRight) const {
        if (!node) return {};
        if (node->isConstant()) return "=" + toString(node->value);
        if (!isRight) return std::to_string(node->id.value);
        const auto found = m_pairs.find(node->id);
        return found == m_pairs.end() ? "?" : std::to_string(found->second.left.value);
    }

    std::string usesText(const Node &node, bool isRight) const {
        std::string text = useText(node.function, isRight);
        for (const NodePtr &input : node.inputs)
            text += "," + useText(input, isRight);
        return text;
    }

    NodePairs take() { return std::move(m_pairs); }
    const NodePairs &pairs() const { return m_pairs; }

private:
    const ModuleIndex &m_left, &m_right;
    NodePairs m_pairs;
    std::unordered_set<NodeId> m_taken;
};

std::string placeText(const Node &node) {
    std::string text = node.scope;
    if (node.spans && !node.spans->empty())
        text += format("|%s:%d", node.spans->front().file.c_str(), node.spans->front().line);
    return text;
}

std::string calledText(const PlacedNode &place) {
    const Node &node = *place.node;
    return std::string(place.graph->isKernel() ? "in kernel " : "") + (node.op.empty() ? "@" + node.callee : node.op);
}

bool areTheSame(const ModuleIndex &left, const ModuleIndex &right) {
    const auto isThere = [&](const PlacedNode &place) {
        const PlacedNode *other = left.find(place.node->id);
        const auto sameId = [](const NodePtr &a, const NodePtr &b) { return a->id == b->id; };
        return other && other->node->op == place.node->op && other->node->callee == place.node->callee &&
               std::ranges::equal(other->node->inputs, place.node->inputs, sameId);
    };
    return left.nodes().size() == right.nodes().size() && std::ranges::all_of(right.nodes(), isThere);
}

std::string typed(const Node &node) {
    return brief(node.abstract);
}

/** Parameters by graph and name; those of the entry that are called otherwise on the other side by place and type. */
void pairParameters(const ModuleIndex &left, const ModuleIndex &right, Pairing &pairing) {
    const auto byName = [](const PlacedNode &place, bool) {
        return place.node->isParameter() ? place.graph->name + "|" + place.node->name : std::string();
    };
    pairing.pairBy(byName, MatchBasis::Structure);
    const auto &lefts = left.module().entry()->parameters, &rights = right.module().entry()->parameters;
    for (size_t i = 0; i < std::min(lefts.size(), rights.size()); ++i)
        if (typed(*lefts[i]) == typed(*rights[i])) pairing.pair(lefts[i]->id, rights[i]->id, MatchBasis::Place);
}

std::string sourcesText(const Sources &sources, NodeId id) {
    const auto found = sources.find(id);
    if (found == sources.end()) return {};
    std::string text;
    for (const NodeId source : found->second)
        text += " " + std::to_string(source.value);
    return text;
}

/** "BatchMatMul 12 14" of a call that stands for captured nodes, in a kernel or not; all calls of graphs are called
    alike, as names of kernels say what is in them. */
std::string originKey(const PlacedNode &place, const Sources &sources) {
    if (!place.node->isCall()) return {};
    const std::string stands = sourcesText(sources, place.node->id);
    if (stands.empty()) return {};
    return (place.node->op.empty() ? std::string("@") : place.node->op) + stands;
}

/** How many nodes there are of each key; the empty one counts none. */
using KeyCounts = std::unordered_map<std::string, int>;

KeyCounts originCounts(const ModuleIndex &index, const Sources &sources) {
    KeyCounts counts;
    for (const PlacedNode &place : index.nodes())
        if (const std::string key = originKey(place, sources); !key.empty()) ++counts[key];
    return counts;
}

/** What passes made: on either side the only call of that operator that stands for just these captured nodes. */
void pairByOrigins(const ModuleIndex &left, const Sources &leftSources, const ModuleIndex &right,
                   const Sources &rightSources, Pairing &pairing) {
    const KeyCounts lefts = originCounts(left, leftSources), rights = originCounts(right, rightSources);
    const auto isOnly = [](const KeyCounts &counts, const std::string &key) {
        const auto found = counts.find(key);
        return found != counts.end() && found->second == 1;
    };
    const auto byOrigin = [&](const PlacedNode &place, bool isRight) {
        std::string key = originKey(place, isRight ? rightSources : leftSources);
        return isOnly(lefts, key) && isOnly(rights, key) ? key : std::string();
    };
    pairing.pairBy(byOrigin, MatchBasis::Log);
}

/** Calls of kernels on one side with what they stand for. */
struct KernelCall {
    const PlacedNode *place;
    GraphPtr graph;
};

std::vector<KernelCall> kernelCalls(const ModuleIndex &index) {
    std::vector<KernelCall> calls;
    for (const PlacedNode &place : index.nodes()) {
        const GraphPtr graph = place.node->callee.empty() ? nullptr : index.module().find(place.node->callee);
        if (graph && graph->isKernel()) calls.push_back({&place, graph});
    }
    return calls;
}

size_t commonCount(const std::vector<NodeId> &a, const std::vector<NodeId> &b) {
    std::vector<NodeId> both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    return both.size();
}

/** The kernels that have most in common first. */
void pairKernels(const ModuleIndex &left, const Sources &leftSources, const ModuleIndex &right,
                 const Sources &rightSources, Pairing &pairing) {
    struct Candidate {
        size_t common, left, right;
    };
    const std::vector<KernelCall> lefts = kernelCalls(left), rights = kernelCalls(right);
    static const std::vector<NodeId> none;
    const auto sourcesOf = [](const Sources &sources, const KernelCall &call) -> const std::vector<NodeId> & {
        const auto found = sources.find(call.place->node->id);
        return found == sources.end() ? none : found->second;
    };
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < lefts.size(); ++i)
        for (size_t j = 0; j < rights.size(); ++j)
            if (const size_t common = commonCount(sourcesOf(leftSources, lefts[i]), sourcesOf(rightSources, rights[j])))
                candidates.push_back({common, i, j});
    std::ranges::stable_sort(candidates, std::greater(), &Candidate::common);
    for (const Candidate &each : candidates)
        pairing.pair(lefts[each.left].place->node->id, rights[each.right].place->node->id, MatchBasis::Structure);
}

/** Whether two kernels do the same: their members and inputs correspond in their order. */
bool areAlike(const Graph &a, const Graph &b) {
    const auto sameCall = [](const NodePtr &x, const NodePtr &y) { return x->op == y->op; };
    const auto sameInput = [](const NodePtr &x, const NodePtr &y) { return typed(*x) == typed(*y); };
    return std::ranges::equal(a.nodes, b.nodes, sameCall) && std::ranges::equal(a.parameters, b.parameters, sameInput);
}

/** What paired kernels are given, by who gives it, else by its place in kernels that are alike; and the tuple that they
    give. */
void pairKernelInputs(const ModuleIndex &left, const ModuleIndex &right, Pairing &pairing) {
    for (const KernelCall &call : kernelCalls(right)) {
        const auto pair = pairing.pairs().find(call.place->node->id);
        if (pair == pairing.pairs().end()) continue;
        const Node &other = *left.find(pair->second.left)->node;
        const GraphPtr otherGraph = left.module().find(other.callee);
        if (!otherGraph) continue;
        for (size_t i = 0; i < std::min(call.graph->parameters.size(), call.place->node->inputs.size()); ++i)
            for (size_t j = 0; j < std::min(otherGraph->parameters.size(), other.inputs.size()); ++j) {
                const std::string given = pairing.useText(call.place->node->inputs[i], true);
                if (given == "?" || given != pairing.useText(other.inputs[j], false)) continue;
                // What two kernels of one identity are given by one node is one input.
                pairing.pair(otherGraph->parameters[j]->id, call.graph->parameters[i]->id, pair->second.basis);
            }
        if (areAlike(*otherGraph, *call.graph))
            for (size_t i = 0; i < call.graph->parameters.size(); ++i)
                pairing.pair(otherGraph->parameters[i]->id, call.graph->parameters[i]->id, MatchBasis::Place);
        const NodePtr &a = otherGraph->output, &b = call.graph->output;
        if (a && b && a->isCallOf(op::MakeTuple) && b->isCallOf(op::MakeTuple))
            pairing.pair(a->id, b->id, pair->second.basis);
    }
}

} // namespace

NodePairs pairCaptured(const ModuleIndex &left, const ModuleIndex &right) {
    Pairing pairing(left, right);
    if (areTheSame(left, right)) {
        for (const PlacedNode &place : right.nodes())
            pairing.pair(place.node->id, place.node->id, MatchBasis::Log);
        return pairing.take();
    }
    if (left.module().graphs.empty() || right.module().graphs.empty()) return {};
    pairParameters(left, right, pairing);
    const auto isCall = [](const PlacedNode &place) { return place.node->isCall(); };
    const auto byStructure = [&](const PlacedNode &place, bool isRight) {
        if (!isCall(place)) return std::string();
        const std::string uses = pairing.usesText(*place.node, isRight);
        if (uses.find('?') != std::string::npos) return std::string();
        return calledText(place) + "(" + uses + ")" + typed(*place.node) + placeText(*place.node);
    };
    pairing.pairBy(byStructure, MatchBasis::Structure);
    const auto byPlace = [&](const PlacedNode &place, bool) {
        return isCall(place) ? calledText(place) + "|" + placeText(*place.node) : std::string();
    };
    pairing.pairBy(byPlace, MatchBasis::Place);
    const auto byUses = [&](const PlacedNode &place, bool isRight) {
        return isCall(place) ? calledText(place) + "(" + pairing.usesText(*place.node, isRight) + ")" : std::string();
    };
    pairing.pairBy(byUses, MatchBasis::Structure);
    return pairing.take();
}

NodePairs pairStages(const ModuleIndex &left, const Sources &leftSources, const ModuleIndex &right,
                     const Sources &rightSources) {
    Pairing pairing(left, right);
    const auto sourcesOf = [&](const PlacedNode &place, bool isRight) {
        return sourcesText(isRight ? rightSources : leftSources, place.node->id);
    };
    // What stayed what it was on both sides; a node that was captured stands for itself.
    const auto byItself = [&](const PlacedNode &place, bool isRight) {
        const Sources &sources = isRight ? rightSources : leftSources;
        const auto found = sources.find(place.node->id);
        if (found == sources.end() || found->second.size() != 1) return std::string();
        if (!isRight && found->second.front() != place.node->id) return std::string();
        return std::to_string(found->second.front().value) + "|" + place.node->op + "@" +
               (place.node->op.empty() ? place.node->callee : std::string());
    };
    pairing.pairBy(byItself, MatchBasis::Log);
    pairByOrigins(left, leftSources, right, rightSources, pairing);
    pairKernels(left, leftSources, right, rightSources, pairing);
    pairKernelInputs(left, right, pairing);
    const auto byStructure = [&](const PlacedNode &place, bool isRight) {
        if (!place.node->isCall()) return std::string();
        const std::string uses = pairing.usesText(*place.node, isRight);
        if (uses.find('?') != std::string::npos) return std::string();
        return calledText(place) + sourcesOf(place, isRight) + "(" + uses + ")" + typed(*place.node);
    };
    pairing.pairBy(byStructure, MatchBasis::Structure);
    const auto bySources = [&](const PlacedNode &place, bool isRight) {
        const std::string sources = sourcesOf(place, isRight);
        return sources.empty() ? std::string() : calledText(place) + sources;
    };
    pairing.pairBy(bySources, MatchBasis::Place);
    const auto byUses = [&](const PlacedNode &place, bool isRight) {
        if (!place.node->isCall()) return std::string();
        return calledText(place) + "(" + pairing.usesText(*place.node, isRight) + ")";
    };
    pairing.pairBy(byUses, MatchBasis::Place);
    pairKernelInputs(left, right, pairing); // once more, as more of those who give something are known now
    return pairing.take();
}

namespace {

class Renumbering {
public:
    explicit Renumbering(const std::unordered_map<NodeId, NodeId> &ids)
        : m_ids(ids) {}

    GraphPtr of(const GraphPtr &graph) {
        auto copy = std::make_shared<Graph>(*graph);
        for (NodePtr &parameter : copy->parameters)
            parameter = of(parameter);
        for (NodePtr &node : copy->nodes)
            node = of(node);
        if (copy->output) copy->output = of(copy->output);
        return copy;
    }

private:
    /** Inputs were met before: nodes stand behind what they use, also what they use freely. */
    NodePtr of(const NodePtr &node) {
        if (const auto known = m_made.find(node.get()); known != m_made.end()) return known->second;
        auto copy = std::make_shared<Node>(*node);
        if (const auto id = m_ids.find(node->id); id != m_ids.end()) copy->id = id->second;
        for (NodePtr &input : copy->inputs)
            input = of(input);
        if (copy->function) copy->function = of(copy->function);
        m_made.emplace(node.get(), copy);
        return copy;
    }

    const std::unordered_map<NodeId, NodeId> &m_ids;
    std::unordered_map<const Node *, NodePtr> m_made;
};

} // namespace

Module renumbered(const Module &module, const std::unordered_map<NodeId, NodeId> &ids) {
    if (ids.empty()) return module;
    Renumbering renumbering(ids);
    Module result = module;
    for (GraphPtr &graph : result.graphs)
        graph = renumbering.of(graph);
    return result;
}

} // namespace jitscope::inline variants
