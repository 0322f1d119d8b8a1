// SPDX-License-Identifier: Apache-2.0
// The functional graph: freeing, searching, ordering and rewriting, all without recursion.
#include "engine/ir/graph.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline ir {

namespace {

using NodeSet = std::unordered_set<const Node *>;

/** Calls `visit` for each node that `node` needs directly. */
template<class Visit> void forEachProducer(const Node &node, Visit visit) {
    if (node.function) visit(node.function);
    for (const NodePtr &input : node.inputs)
        visit(input);
}

/**
 * Lays calls out so that each comes after its inputs. Roots are taken in turn, so the order of the roots survives as
 * far as their inputs allow: a changed graph then reads in the order of the old one, and their texts compare line by
 * line.
 */
class CallOrder {
public:
    explicit CallOrder(NodeSet outside = {})
        : m_placed(std::move(outside)) {}

    void add(const NodePtr &root) {
        enter(root);
        while (!m_open.empty()) {
            Visit &top = m_open.back();
            const size_t count = top.node->inputs.size() + 1;
            if (top.next < count) {
                const size_t index = top.next++;
                enter(index == 0 ? top.node->function : top.node->inputs[index - 1]);
                continue;
            }
            m_order.push_back(std::move(top.node));
            m_open.pop_back();
        }
    }
    std::vector<NodePtr> take() { return std::move(m_order); }

private:
    struct Visit {
        NodePtr node;
        size_t next = 0; ///< 0 is the function, then the inputs
    };

    void enter(const NodePtr &node) {
        if (!node || !node->isCall()) return;
        if (m_placed.insert(node.get()).second) m_open.push_back({node});
    }

    NodeSet m_placed;
    std::vector<Visit> m_open;
    std::vector<NodePtr> m_order;
};

/** Calls of an enclosing graph that `graph` uses: they are no part of it, however far one follows the inputs. */
NodeSet freeVariables(const Graph &graph) {
    NodeSet own, free;
    for (const NodePtr &node : graph.nodes)
        own.insert(node.get());
    const auto note = [&](const NodePtr &node) {
        if (node && node->isCall() && !own.contains(node.get())) free.insert(node.get());
    };
    for (const NodePtr &node : graph.nodes)
        forEachProducer(*node, note);
    return free;
}

/** All calls that `output` needs inside a graph whose free variables are `outside`. */
NodeSet neededCalls(const NodePtr &output, NodeSet outside) {
    CallOrder order(std::move(outside));
    order.add(output);
    NodeSet needed;
    for (const NodePtr &node : order.take())
        needed.insert(node.get());
    return needed;
}

/** `graph` with `output`; `places` are the calls in the order wished for, some of which may no longer be needed. */
GraphPtr rebuilt(const Graph &graph, NodePtr output, const std::vector<NodePtr> &places) {
    NodeSet outside;
    if (!graph.parent.empty()) outside = freeVariables(graph);
    const NodeSet needed = neededCalls(output, outside);
    CallOrder order(std::move(outside));
    for (const NodePtr &node : places)
        if (needed.contains(node.get())) order.add(node);
    order.add(output);

    auto result = std::make_shared<Graph>();
    result->name = graph.name;
    result->parameters = graph.parameters;
    result->nodes = order.take();
    result->output = std::move(output);
    result->parent = graph.parent;
    result->attrs = graph.attrs;
    result->spans = graph.spans;
    result->instance = graph.instance;
    return result;
}

/** The new node for each old one while a graph is rewritten. */
class Replacements {
public:
    const NodePtr &of(const NodePtr &node) const {
        const auto found = m_new.find(node.get());
        return found == m_new.end() ? node : found->second;
    }
    void set(const NodePtr &old, NodePtr replacement) { m_new[old.get()] = std::move(replacement); }

    /** `node` over the replaced inputs; `node` itself where none was replaced. */
    NodePtr applied(const NodePtr &node) const {
        if (m_new.empty()) return node;
        bool changed = node->function && of(node->function) != node->function;
        for (const NodePtr &input : node->inputs)
            changed = changed || of(input) != input;
        if (!changed) return node;
        auto copy = std::make_shared<Node>(*node);
        if (copy->function) copy->function = of(copy->function);
        for (NodePtr &input : copy->inputs)
            input = of(input);
        return copy;
    }

private:
    std::unordered_map<const Node *, NodePtr> m_new;
};

} // namespace

void release(std::vector<NodePtr> nodes) {
    while (!nodes.empty()) {
        NodePtr last = std::move(nodes.back());
        nodes.pop_back();
        if (!last || last.use_count() != 1) continue;
        // We hold the only reference, so nobody can see the inputs move away from the node that dies here.
        auto &dying = const_cast<Node &>(*last);
        if (dying.function) nodes.push_back(std::move(dying.function));
        std::move(dying.inputs.begin(), dying.inputs.end(), std::back_inserter(nodes));
    }
}

const DumpText &Node::dumpText() const {
    static const DumpText none;
    return dump ? *dump : none;
}

Graph::~Graph() {
    if (output) nodes.push_back(std::move(output));
    release(std::move(nodes));
}

Graph &Graph::operator=(const Graph &other) {
    if (this != &other) *this = Graph(other);
    return *this;
}

Graph &Graph::operator=(Graph &&other) noexcept {
    if (this == &other) return *this;
    std::swap(name, other.name);
    std::swap(parameters, other.parameters);
    std::swap(nodes, other.nodes);
    std::swap(output, other.output);
    std::swap(parent, other.parent);
    std::swap(attrs, other.attrs);
    std::swap(spans, other.spans);
    std::swap(instance, other.instance);
    return *this;
}

bool Graph::isKernel() const {
    return findAttribute(attrs, "graph_kernel") != nullptr;
}

GraphPtr Module::find(std::string_view name) const {
    for (const GraphPtr &graph : graphs)
        if (graph->name == name) return graph;
    return nullptr;
}

Module Module::with(GraphPtr graph) const {
    Module result = *this;
    for (GraphPtr &old : result.graphs) {
        if (old->name != graph->name) continue;
        old = std::move(graph);
        return result;
    }
    result.graphs.push_back(std::move(graph));
    return result;
}

bool same(const Module &a, const Module &b) {
    return a.graphs == b.graphs;
}

int callCount(const Module &module) {
    size_t count = 0;
    for (const GraphPtr &graph : module.graphs)
        count += graph->nodes.size();
    return int(count);
}

NodePtr findNode(const Module &module, NodeId id) {
    for (const GraphPtr &graph : module.graphs) {
        for (const NodePtr &parameter : graph->parameters)
            if (parameter->id == id) return parameter;
        for (const NodePtr &node : graph->nodes) {
            if (node->id == id) return node;
            for (const NodePtr &input : node->inputs)
                if (input->id == id && !input->isCall()) return input;
        }
        if (graph->output && graph->output->id == id) return graph->output;
    }
    return nullptr;
}

const Value *findAttribute(const Attributes &attributes, std::string_view name) {
    for (const auto &[key, value] : attributes)
        if (key == name) return &value;
    return nullptr;
}

std::unordered_map<const Node *, int> useCounts(const Graph &graph) {
    std::unordered_map<const Node *, int> counts;
    const auto count = [&](const NodePtr &node) { ++counts[node.get()]; };
    for (const NodePtr &node : graph.nodes)
        forEachProducer(*node, count);
    if (graph.output) count(graph.output);
    return counts;
}

std::vector<NodePtr> callsOf(const NodePtr &output) {
    CallOrder order;
    order.add(output);
    return order.take();
}

GraphPtr withOutput(const Graph &graph, NodePtr output) {
    NodeSet outside;
    if (!graph.parent.empty()) outside = freeVariables(graph);
    CallOrder reachable(std::move(outside));
    reachable.add(output);
    std::unordered_map<NodeId, NodePtr> current;
    for (NodePtr &node : reachable.take())
        current.emplace(node->id, node);

    std::vector<NodePtr> places;
    for (const NodePtr &old : graph.nodes)
        if (const auto found = current.find(old->id); found != current.end()) places.push_back(found->second);
    return rebuilt(graph, std::move(output), places);
}

GraphPtr rewrite(const GraphPtr &graph, const std::function<NodePtr(const NodePtr &)> &rule) {
    Replacements replacements;
    std::vector<NodePtr> places;
    bool changed = false;
    for (const NodePtr &old : graph->nodes) {
        NodePtr replacement = rule(replacements.applied(old));
        changed = changed || replacement != old;
        if (replacement != old) replacements.set(old, replacement);
        places.push_back(std::move(replacement));
    }
    GraphPtr result = graph;
    if (changed && graph->output) {
        result = rebuilt(*graph, replacements.of(graph->output), places);
    } else if (changed) {
        // An excerpt has no output from which to see what is needed, so all of it stays.
        CallOrder order(freeVariables(*graph));
        for (const NodePtr &node : places)
            order.add(node);
        auto copy = std::make_shared<Graph>(*graph);
        copy->nodes = order.take();
        result = copy;
    }
    replacements = {};
    release(std::move(places));
    return result;
}

NodePtr withInputs(const Node &node, std::vector<NodePtr> inputs) {
    auto copy = std::make_shared<Node>(node);
    copy->inputs = std::move(inputs);
    return copy;
}

} // namespace jitscope::inline ir
