// SPDX-License-Identifier: Apache-2.0
// Matches nodes in rounds, from what is certain to what is likely.
//
// Graphs that list the same operators in the same order are taken as the same node by node: most stages change nothing.
// Of the others the first round asks for the same operator, scope, source lines and the same matched inputs in the same
// order. Later rounds ask for less, and after each the strict round runs again, because every match lets the users of
// that node be matched by their inputs. A loose round takes candidates in their order in the graph; that can pair two
// equal nodes the other way round, which no reader can tell, but never two nodes of different operators.
#include "plugins/mindspore_ir/stagematch.h"

#include "engine/ir/irvalue.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

namespace jitscope {
inline namespace mindspore_ir {

namespace {

size_t mixed(size_t seed, size_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

size_t hashed(const std::string &text) {
    return std::hash<std::string>{}(text);
}

size_t hashOfSpans(const SpanList &spans) {
    size_t hash = 1;
    if (spans)
        for (const SourceSpan &span : *spans)
            hash = mixed(mixed(mixed(hash, hashed(span.file)), size_t(span.line)), size_t(span.column));
    return hash;
}

/** Which features of a node a round compares. */
struct Round {
    bool inputs = false, scope = false, spans = false, type = false;
};

constexpr Round rounds[] = {
    {.inputs = true, .scope = true, .spans = true},
    {.scope = true, .spans = true, .type = true},
    {.inputs = true},
    {.scope = true, .spans = true},
    {.spans = true, .type = true},
    {.inputs = true},
    {.scope = true, .type = true},
    {.inputs = true},
};

/** All calls of a module, graph by graph, with the hashes of what is compared. */
struct Call {
    NodePtr node;
    size_t what = 0, scope = 0, spans = 0, type = 0;
};

std::vector<Call> callsOfModule(const Module &module) {
    std::vector<Call> calls;
    std::unordered_map<const void *, size_t> spanHashes; // lists are shared by many nodes
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes) {
            const auto [known, isNew] = spanHashes.emplace(node->spans.get(), 0);
            if (isNew) known->second = hashOfSpans(node->spans);
            calls.push_back({node, hashed(node->op + "@" + plainGraphName(node->callee)), hashed(node->scope),
                             known->second, hashed(ir::typeText(node->abstract))});
        }
    return calls;
}

class Matching {
public:
    Matching(const Module &before, const Module &after)
        : m_before(callsOfModule(before))
        , m_after(callsOfModule(after)) {
        for (const GraphPtr &graph : before.graphs)
            for (const NodePtr &parameter : graph->parameters)
                m_identity[parameter.get()] = parameter->id.value;
        for (const Call &call : m_before)
            m_identity[call.node.get()] = call.node->id.value;
        for (const auto &[old, current] : pairedGraphs(before, after))
            matchGraphs(*old, *current);
        for (const Round &round : rounds)
            run(round);
    }

    /** The id in `before` of a node of `after`; none if it is new. */
    NodeId of(const Node *node) const {
        const auto found = m_identity.find(node);
        return found == m_identity.end() ? NodeId{} : NodeId{found->second};
    }

private:
    /** Graphs of the same name belong together, then those of the same plain name in their order; the entries always.
     */
    static std::vector<std::pair<GraphPtr, GraphPtr>> pairedGraphs(const Module &before, const Module &after) {
        std::vector<std::pair<GraphPtr, GraphPtr>> pairs{{before.entry(), after.entry()}};
        std::unordered_set<const Graph *> taken{before.entry().get(), after.entry().get()};
        for (const auto &nameOf :
             {std::function<std::string(const Graph &)>([](const Graph &graph) { return graph.name; }),
              std::function([](const Graph &graph) { return plainGraphName(graph.name); })}) {
            std::unordered_map<std::string, std::vector<GraphPtr>> named;
            for (auto graph = before.graphs.rbegin(); graph != before.graphs.rend(); ++graph)
                if (!taken.contains(graph->get())) named[nameOf(**graph)].push_back(*graph);
            for (const GraphPtr &graph : after.graphs) {
                const auto found = named.find(nameOf(*graph));
                if (taken.contains(graph.get()) || found == named.end() || found->second.empty()) continue;
                pairs.emplace_back(found->second.back(), graph);
                found->second.pop_back();
                taken.insert({pairs.back().first.get(), graph.get()});
            }
        }
        return pairs;
    }

    /** Parameters go by their place; so do the calls of a graph whose operators are the same from end to end. */
    void matchGraphs(const Graph &before, const Graph &after) {
        const size_t count = std::min(before.parameters.size(), after.parameters.size());
        for (size_t i = 0; i < count; ++i)
            m_identity[after.parameters[i].get()] = before.parameters[i]->id.value;
        const auto sameOperator = [](const NodePtr &a, const NodePtr &b) {
            return a->op == b->op && plainGraphName(a->callee) == plainGraphName(b->callee);
        };
        if (!std::equal(before.nodes.begin(), before.nodes.end(), after.nodes.begin(), after.nodes.end(), sameOperator))
            return;
        for (size_t i = 0; i < before.nodes.size(); ++i)
            match(before.nodes[i], after.nodes[i]);
    }

    void match(const NodePtr &before, const NodePtr &after) {
        m_used.insert(before.get());
        m_identity[after.get()] = before->id.value;
    }

    void run(const Round &round) {
        std::unordered_map<size_t, std::vector<size_t>> candidates;
        for (size_t i = m_before.size(); i-- > 0;)
            if (!m_used.contains(m_before[i].node.get()))
                if (const auto key = keyOf(m_before[i], round)) candidates[*key].push_back(i);
        for (const Call &call : m_after) {
            if (m_identity.contains(call.node.get())) continue;
            const auto key = keyOf(call, round);
            const auto found = key ? candidates.find(*key) : candidates.end();
            if (found == candidates.end() || found->second.empty()) continue;
            const Call &old = m_before[found->second.back()];
            found->second.pop_back();
            if (old.node->op != call.node->op) continue;
            match(old.node, call.node);
        }
    }

    /** Nothing where a round compares inputs and one of them is not matched. */
    std::optional<size_t> keyOf(const Call &call, const Round &round) const {
        size_t key = call.what;
        if (round.scope) key = mixed(key, call.scope);
        if (round.spans) key = mixed(key, call.spans);
        if (round.type) key = mixed(key, call.type);
        if (!round.inputs) return key;
        for (const NodePtr &input : call.node->inputs) {
            const auto identity = identityOf(*input);
            if (!identity) return std::nullopt;
            key = mixed(key, *identity);
        }
        if (!call.node->function) return key;
        const auto identity = identityOf(*call.node->function);
        if (!identity) return std::nullopt;
        return mixed(key, *identity);
    }

    std::optional<size_t> identityOf(const Node &node) const {
        if (node.isConstant()) {
            const GraphReference *graph = node.value->asGraph();
            return hashed(graph ? "@" + plainGraphName(graph->name) : ir::valueText(node.value));
        }
        const auto found = m_identity.find(&node);
        if (found == m_identity.end()) return std::nullopt;
        return size_t(found->second) * 2 + 1;
    }

    std::vector<Call> m_before, m_after;
    std::unordered_map<const Node *, int64_t> m_identity; ///< of nodes of both sides: the id in `before`
    std::unordered_set<const Node *> m_used;              ///< nodes of `before` that have a partner
};

/** Copies a module with other ids. */
class Renumbering {
public:
    Renumbering(const Matching &matching, IdSource &ids)
        : m_matching(matching)
        , m_ids(ids) {}

    Module run(const Module &module) {
        Module result;
        result.attrs = module.attrs;
        result.graphs.resize(module.graphs.size());
        // Parameters first: graphs use those of the graphs around them.
        for (const GraphPtr &graph : module.graphs)
            for (const NodePtr &parameter : graph->parameters)
                copy(parameter);
        for (const size_t index : parentsFirst(module)) {
            const Graph &graph = *module.graphs[index];
            auto renumbered = std::make_shared<Graph>(graph);
            for (NodePtr &parameter : renumbered->parameters)
                parameter = m_copies.at(parameter.get());
            for (NodePtr &node : renumbered->nodes)
                node = copy(node);
            if (graph.output) renumbered->output = copied(graph.output);
            result.graphs[index] = std::move(renumbered);
        }
        return result;
    }

private:
    static std::vector<size_t> parentsFirst(const Module &module) {
        std::unordered_map<std::string_view, size_t> indexOf;
        for (size_t i = 0; i < module.graphs.size(); ++i)
            indexOf.emplace(module.graphs[i]->name, i);
        std::vector<size_t> order;
        std::vector<bool> seen(module.graphs.size());
        for (size_t start = 0; start < module.graphs.size(); ++start) {
            std::vector<size_t> chain;
            for (size_t index = start; !seen[index];) {
                seen[index] = true;
                chain.push_back(index);
                const auto parent = indexOf.find(module.graphs[index]->parent);
                if (parent == indexOf.end()) break;
                index = parent->second;
            }
            order.insert(order.end(), chain.rbegin(), chain.rend());
        }
        return order;
    }

    NodePtr copy(const NodePtr &node) {
        auto renumbered = std::make_shared<Node>(*node);
        const NodeId known = m_matching.of(node.get());
        renumbered->id = known.valid() ? known : m_ids.next();
        for (NodePtr &input : renumbered->inputs)
            input = copied(input);
        if (renumbered->function) renumbered->function = copied(renumbered->function);
        return m_copies[node.get()] = std::move(renumbered);
    }

    /** Constants are met as inputs first; everything else was copied before its users. */
    NodePtr copied(const NodePtr &node) {
        const auto found = m_copies.find(node.get());
        return found == m_copies.end() ? copy(node) : found->second;
    }

    const Matching &m_matching;
    IdSource &m_ids;
    std::unordered_map<const Node *, NodePtr> m_copies;
};

} // namespace

Module withIdsOf(const Module &before, const Module &after, IdSource &ids) {
    const Matching matching(before, after);
    return Renumbering(matching, ids).run(after);
}

std::string plainGraphName(std::string_view name) {
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    while (!name.empty() && isDigit(name.front())) {
        const size_t end = name.find_first_not_of("0123456789");
        if (end == std::string_view::npos || name[end] != '_') break;
        name.remove_prefix(end + 1);
    }
    const size_t last = name.find_last_of("_.");
    if (last != std::string_view::npos && last > 0 && last + 1 < name.size() &&
        std::all_of(name.begin() + long(last) + 1, name.end(), isDigit))
        name = name.substr(0, last);
    return std::string(name);
}

} // namespace mindspore_ir
} // namespace jitscope
