// SPDX-License-Identifier: Apache-2.0
// The functional graph: freeing, searching, ordering and rewriting, all without recursion.
#include "engine/ir/graph.h"

#include "engine/ir/nodetables.h"
#include "engine/ir/nodewalk.h"

#include <algorithm>

namespace jitscope::inline ir {

namespace {

/** Calls `visit` for each node that `node` needs directly. */
template<class Visit> void forEachProducer(const Node &node, Visit visit) {
    if (node.function) visit(node.function);
    for (const NodePtr &input : node.inputs)
        visit(input);
}

/**
 * Lays calls out so that each comes after its inputs. Roots are taken in turn, so the order of the roots survives as
 * far as their inputs allow: a changed graph then reads in the order of the old one, and their texts compare line by
 * line. Roots must live until the order is taken.
 */
class CallOrder {
public:
    explicit CallOrder(NodeSet outside = {}, NodeId first = NodeId{0})
        : m_placed(std::move(outside))
        , m_first(first) {}

    void add(const NodePtr &root) {
        enter(root);
        while (!m_open.empty()) {
            Visit &top = m_open.back();
            const Node &node = **top.node;
            if (top.next <= node.inputs.size()) {
                const size_t index = top.next++;
                enter(index == 0 ? node.function : node.inputs[index - 1]);
                continue;
            }
            m_order.push_back(*top.node);
            m_open.pop_back();
        }
    }
    std::vector<NodePtr> take() { return std::move(m_order); }
    /** The calls that were placed, and those outside. */
    NodeSet takeSeen() { return std::move(m_placed); }

private:
    struct Visit {
        const NodePtr *node; ///< where its user, or the caller, holds it
        size_t next = 0;     ///< 0 is the function, then the inputs
    };

    void enter(const NodePtr &node) {
        if (!node || !node->isCall() || node->id.value < m_first.value) return;
        if (m_placed.insert(node.get()).second) m_open.push_back({&node});
    }

    NodeSet m_placed;
    NodeId m_first; ///< calls with smaller ids are outside, too
    std::vector<Visit> m_open;
    std::vector<NodePtr> m_order;
};

/** Calls of an enclosing graph that `graph` uses: they are no part of it, however far one follows the inputs. */
NodeSet freeVariables(const Graph &graph) {
    NodeSet own, free;
    own.reserve(graph.nodes.size());
    for (const NodePtr &node : graph.nodes)
        own.insert(node.get());
    const auto note = [&](const NodePtr &node) {
        if (node && node->isCall() && !own.contains(node.get())) free.insert(node.get());
    };
    forEachNode(graph.nodes, [&](const NodePtr &node) { forEachProducer(*node, note); });
    return free;
}

/** All calls that `output` needs inside a graph whose free variables are `outside`, and these. */
NodeSet neededCalls(const NodePtr &output, NodeSet outside) {
    CallOrder order(std::move(outside));
    order.add(output);
    return order.takeSeen();
}

/** `graph` with `output`; `places` are the calls in the order wished for, some of which may no longer be needed. */
GraphPtr rebuilt(const Graph &graph, NodePtr output, const std::vector<NodePtr> &places) {
    NodeSet outside;
    if (!graph.parent.empty()) outside = freeVariables(graph);
    outside.reserve(places.size());
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

    /** `node` over the replaced inputs; null where none was replaced. */
    NodePtr applied(const NodePtr &node) const {
        if (m_new.empty()) return nullptr;
        bool changed = node->function && of(node->function) != node->function;
        for (const NodePtr &input : node->inputs)
            changed = changed || of(input) != input;
        if (!changed) return nullptr;
        auto copy = std::make_shared<Node>(*node);
        if (copy->function) copy->function = of(copy->function);
        for (NodePtr &input : copy->inputs)
            input = of(input);
        return copy;
    }

private:
    NodeMap<NodePtr> m_new;
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

std::vector<NodePtr> callsOf(const NodePtr &output, NodeId first) {
    CallOrder order({}, first);
    order.add(output);
    return order.take();
}

GraphPtr withOutput(const Graph &graph, NodePtr output) {
    NodeSet outside;
    if (!graph.parent.empty()) outside = freeVariables(graph);
    CallOrder reachable(std::move(outside));
    reachable.add(output);
    NodeIdMap<NodePtr> current;
    for (const NodePtr &node : reachable.take())
        current.emplace(node->id, node);

    std::vector<NodePtr> places;
    for (const NodePtr &old : graph.nodes)
        if (const auto found = current.find(old->id); found != current.end()) places.push_back(found->second);
    return rebuilt(graph, std::move(output), places);
}

GraphPtr rewrite(const GraphPtr &graph, const std::function<NodePtr(const NodePtr &)> &rule) {
    return rewriteWhere(graph, [&](const NodePtr &node) {
        NodePtr replacement = rule(node);
        return replacement == node ? nullptr : replacement;
    });
}

GraphPtr rewriteWhere(const GraphPtr &graph, const std::function<NodePtr(const NodePtr &)> &change) {
    Replacements replacements;
    std::vector<NodePtr> places; // empty while nothing changed, which is how most passes end
    size_t count = 0;            // nodes visited before this one
    forEachNode(graph->nodes, [&](const NodePtr &old) {
        NodePtr applied = replacements.applied(old);
        NodePtr changed = change(applied ? applied : old);
        if (NodePtr &replacement = changed ? changed : applied) {
            if (places.empty()) places.assign(graph->nodes.begin(), graph->nodes.begin() + std::ptrdiff_t(count));
            replacements.set(old, replacement);
            places.push_back(std::move(replacement));
        } else if (!places.empty()) {
            places.push_back(old);
        }
        ++count;
    });
    if (places.empty()) return graph;
    GraphPtr result;
    if (graph->output) {
        result = rebuilt(*graph, replacements.of(graph->output), places);
    } else {
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

Shared<Abstract> sharedType(Abstract type, const std::vector<NodePtr> &inputs) {
    const auto isPlain = [](const Abstract &known) {
        return known.isTensor() && !known.isConstant && known.referenceKey.empty() && known.text.empty();
    };
    if (isPlain(type))
        for (const NodePtr &input : inputs)
            if (isPlain(input->abstract) && sameType(input->abstract, type)) return input->abstract;
    return type;
}

NodePtr withInputs(const Node &node, std::vector<NodePtr> inputs) {
    auto copy = std::make_shared<Node>(node);
    copy->inputs = std::move(inputs);
    return copy;
}

} // namespace jitscope::inline ir
