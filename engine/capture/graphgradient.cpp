// SPDX-License-Identifier: Apache-2.0
// The walk backwards over a region, and the graphs that give the gradients of called graphs.
//
// For a graph g(a, b) that a region calls there is one graph g_grad(a, b, dout) -> (da, db, dw...): it computes again
// what its rules need of g, then goes backwards. A branch becomes Switch(c, @f_grad, @g_grad)(a, b, dout). The gradient
// of a loop calls itself as the loop does: forwards on the way in, backwards on the way out, so a round is computed
// once more, and no value is stored but on the stack of calls. (Storing all values instead, as a tape does, would need
// lists of a length that no graph can hold.)
#include "engine/capture/graphgradient.h"

#include "engine/base/text.h"
#include "engine/capture/nodegradient.h"
#include "engine/ops/opdef.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <unordered_map>

namespace jitscope::inline capture {

namespace {

bool isFloat(const Abstract &type) {
    return type.isTensor() && (info(type.dtype).floating || isComplex(type.dtype));
}

bool isGraphCall(const Node &node) {
    return !node.callee.empty() || node.function;
}

/** What is differentiated: in the graph that is open, or in one that is called. */
struct Region {
    std::vector<NodePtr> outputs;
    std::vector<std::vector<NodePtr>> seeds; ///< for each output the gradients of its items (a tensor is one)
    std::vector<NodePtr> sources;
    NodeId first; ///< nodes with smaller ids are constants
};

/** A tensor that a parameter is, or that is an item of it. */
struct Leaf {
    size_t parameter = 0, item = 0;
    Abstract type;
};

/** What of a call gradients flow through. Floating tensors always do; others only where a gradient comes or is wanted,
    so that the gradient of a loop knows nothing of its counters. */
struct CallFlow {
    std::vector<Leaf> leaves;        ///< whose gradients are wanted
    std::vector<size_t> items;       ///< of the result, whose gradients are given
    std::vector<Abstract> seedTypes; ///< of those gradients
};

/** Tells apart what flows through calls of one graph. */
std::string keyOf(const std::string &graph, const CallFlow &flow) {
    std::string key = graph;
    for (const Leaf &leaf : flow.leaves)
        key += " " + std::to_string(leaf.parameter) + "." + std::to_string(leaf.item);
    for (size_t i = 0; i < flow.items.size(); ++i)
        key += " <" + std::to_string(flow.items[i]) + brief(flow.seedTypes[i]);
    return key;
}

std::vector<Abstract> itemsOf(const Abstract &type) {
    return type.kind == Abstract::Kind::Tuple ? type.items : std::vector<Abstract>{type};
}

std::vector<Leaf> leavesOf(const std::vector<NodePtr> &parameters) {
    std::vector<Leaf> leaves;
    for (size_t i = 0; i < parameters.size(); ++i) {
        const std::vector<Abstract> items = itemsOf(parameters[i]->abstract);
        for (size_t k = 0; k < items.size(); ++k)
            if (items[k].isTensor()) leaves.push_back({i, k, items[k]});
    }
    return leaves;
}

/** The graphs that give the gradients of graphs, each made when it is first needed. */
class CalledGradients {
public:
    CalledGradients(GraphCapture &capture, const GraphGradientTask &task, const WeightWrites &writes)
        : m_capture(capture)
        , m_task(task)
        , m_writes(writes) {
        for (const NodePtr &source : task.sources)
            if (source->isParameter() && source->weight->defined()) m_weights.push_back(source);
    }

    /** The weights whose gradients stand behind those of the parameters. */
    const std::vector<NodePtr> &weights() const { return m_weights; }
    /** The graph that is called: of a Switch its first; for what both have in common. */
    GraphPtr calledBy(const Node &call) const { return graphNamed(namesOf(call).front()); }
    /** True if a gradient passes a call even where no argument of it needs one. */
    bool usesWeights(const Node &call);
    /** The call that gives the gradients of `call` for the arguments and the gradients of its items. */
    NodePtr call(const Node &call, ForwardValues &forward, const CallFlow &flow, const std::vector<NodePtr> &seeds);

private:
    static std::vector<std::string> namesOf(const Node &call);
    GraphPtr graphNamed(const std::string &name) const;
    bool usesWeights(const std::string &name, std::unordered_set<std::string> &seen);
    std::string gradientOf(const std::string &name, const CallFlow &flow);
    void refuseWritesToValues(const Graph &graph) const;
    std::vector<NodePtr> zerosOrGradients(const Graph &graph, const CallFlow &flow, class BackwardWalk &walk);

    GraphCapture &m_capture;
    const GraphGradientTask &m_task;
    const WeightWrites &m_writes;
    std::vector<NodePtr> m_weights;
    std::unordered_map<std::string, std::string> m_gradients; ///< names by keyOf()
    std::unordered_map<std::string, bool> m_usesWeights;
};

class BackwardWalk {
public:
    BackwardWalk(GraphCapture &capture, const GraphGradientTask &task, const Region &region, ForwardValues &forward,
                 CalledGradients &called)
        : m_capture(capture)
        , m_task(task)
        , m_region(region)
        , m_forward(forward)
        , m_called(called) {
        for (const NodePtr &source : region.sources)
            m_dependent.insert(source.get());
        m_sources = m_dependent;
    }

    void run() {
        const std::vector<NodePtr> order = forwardOrder();
        for (const NodePtr &node : order)
            if (isFollowed(*node)) m_dependent.insert(node.get());
        for (size_t i = 0; i < m_region.outputs.size(); ++i)
            for (size_t k = 0; k < m_region.seeds[i].size(); ++k)
                add(m_region.outputs[i], m_region.seeds[i][k], *m_region.outputs[i], k);
        for (auto node = order.rbegin(); node != order.rend(); ++node)
            if (m_dependent.contains(node->get()) && !m_sources.contains(node->get())) passBack(*node);
    }

    NodePtr converted(const NodePtr &gradient, DType dtype) {
        if (gradient->abstract->dtype == dtype) return gradient;
        return call("Cast", {gradient, m_capture.constant(Value(dtype))}, *gradient);
    }

    /** What arrived at an item of a source, or null. */
    NodePtr gradientOf(const Node &source, size_t item) const {
        const auto found = m_flowing.find(&source);
        return found == m_flowing.end() || found->second.size() <= item ? nullptr : found->second[item];
    }

private:
    /** The calls that the outputs need, inputs first. */
    std::vector<NodePtr> forwardOrder() const {
        std::vector<NodePtr> order;
        std::unordered_set<const Node *> seen;
        for (const NodePtr &output : m_region.outputs)
            for (const NodePtr &node : callsOf(output, m_region.first))
                if (seen.insert(node.get()).second) order.push_back(node);
        return order;
    }

    bool isFollowed(const Node &node) const {
        if (node.id.value < m_region.first.value || m_task.constants.contains(node.id)) return false;
        const OpDef *op = findOp(node.op);
        if (op && !passesGradient(*op, node.abstract)) return false;
        if (isGraphCall(node) && m_called.usesWeights(node)) return true;
        return std::ranges::any_of(node.inputs,
                                   [this](const NodePtr &input) { return m_dependent.contains(input.get()); });
    }

    /** One more gradient of item `index` of `node` (the tensor itself has one item). */
    void add(const NodePtr &node, const NodePtr &gradient, const Node &place, size_t index = 0) {
        if (!gradient || !m_dependent.contains(node.get())) return;
        std::vector<NodePtr> &items = m_flowing[node.get()];
        if (items.size() <= index) items.resize(std::max<size_t>(index + 1, node->abstract->items.size()));
        NodePtr &sum = items[index];
        sum = sum ? call("Add", {sum, gradient}, place) : gradient;
    }

    NodePtr call(std::string_view op, std::vector<NodePtr> inputs, const Node &place) {
        auto node = m_capture.addCall(*findOp(op), std::move(inputs), {}, place.spans, backwardScope(place.scope));
        if (!node) throw std::invalid_argument(node.error().message);
        return *node;
    }

    void passBack(const NodePtr &node) {
        const auto found = m_flowing.find(node.get());
        if (found == m_flowing.end()) return;
        const std::vector<NodePtr> incoming = found->second; // further gradients may move the map's entries
        if (node->op == op::MakeTuple) {
            for (size_t i = 0; i < node->inputs.size() && i < incoming.size(); ++i)
                add(node->inputs[i], incoming[i], *node);
            return;
        }
        if (node->op == op::TupleGetItem) {
            add(node->inputs[0], incoming.front(), *node, size_t(*node->inputs[1]->value->asInt()));
            return;
        }
        if (isGraphCall(*node))
            throughCall(node, incoming);
        else
            throughOperator(node, incoming);
    }

    void throughCall(const NodePtr &node, const std::vector<NodePtr> &incoming) {
        CallFlow flow;
        std::vector<NodePtr> seeds;
        const std::vector<Abstract> items = itemsOf(node->abstract);
        for (size_t i = 0; i < items.size(); ++i) {
            const bool flows = i < incoming.size() && incoming[i];
            if (!flows && !isFloat(items[i])) continue;
            flow.items.push_back(i);
            seeds.push_back(flows ? incoming[i] : m_capture.constant(Tensor::zeros(items[i].shape, items[i].dtype)));
            flow.seedTypes.push_back(Abstract::tensor(seeds.back()->abstract->dtype, seeds.back()->abstract->shape));
        }
        const auto inputOf = [&](const Leaf &leaf) { return node->inputs[leaf.parameter]; };
        for (const Leaf &leaf : leavesOf(m_called.calledBy(*node)->parameters))
            if (isFloat(leaf.type) || m_dependent.contains(inputOf(leaf).get())) flow.leaves.push_back(leaf);
        const NodePtr gradients = m_called.call(*node, m_forward, flow, seeds);
        const auto item = [&](size_t place) {
            return m_capture.getItem(gradients, int64_t(place), node->spans, backwardScope(node->scope));
        };
        for (size_t i = 0; i < flow.leaves.size(); ++i) {
            const NodePtr input = inputOf(flow.leaves[i]);
            if (m_dependent.contains(input.get())) add(input, item(i), *node, flow.leaves[i].item);
        }
        for (size_t i = 0; i < m_called.weights().size(); ++i)
            if (m_called.usesWeights(*node)) add(m_called.weights()[i], item(flow.leaves.size() + i), *node);
    }

    void throughOperator(const NodePtr &node, const std::vector<NodePtr> &incoming) {
        const OpDef *op = findOp(node->op);
        if (!op || !op->gradient)
            throw std::invalid_argument("For '" + (node->op.empty() ? node->name : node->op) +
                                        "', the gradient is not yet part of JitScope's engine.");
        std::vector<bool> wanted;
        for (const NodePtr &input : node->inputs)
            wanted.push_back(m_dependent.contains(input.get()));
        NodeGradient gradient(m_capture, m_forward, *op, node, incoming, wanted);
        const std::vector<Term> terms = op->gradient(gradient);
        for (size_t i = 0; i < terms.size(); ++i) {
            if (!wanted[i] || !terms[i]) continue;
            const Abstract &type = node->inputs[i]->abstract;
            if (type.isTensor()) {
                add(node->inputs[i], gradient.nodeOf(gradient.fittedTo(i, terms[i])), *node);
                continue;
            }
            const size_t count = type.items.size();
            for (size_t k = 0; k < count; ++k) {
                const NodePtr &items = gradient.nodeOf(terms[i]);
                const bool flows = !items->isCallOf(op::MakeTuple) || items->inputs[k]->abstract->isTensor();
                if (flows) add(node->inputs[i], gradient.nodeOf(gradient.item(terms[i], k)), *node, k);
            }
        }
    }

    GraphCapture &m_capture;
    const GraphGradientTask &m_task;
    const Region &m_region;
    ForwardValues &m_forward;
    CalledGradients &m_called;
    std::unordered_set<const Node *> m_sources;
    std::unordered_set<const Node *> m_dependent;
    std::unordered_map<const Node *, std::vector<NodePtr>> m_flowing;
};

std::vector<std::string> CalledGradients::namesOf(const Node &call) {
    if (!call.callee.empty()) return {call.callee};
    std::vector<std::string> names;
    if (call.function->isCallOf(op::Switch))
        for (const NodePtr &input : call.function->inputs)
            if (const GraphReference *graph = input->value->asGraph()) names.push_back(graph->name);
    if (names.empty()) throw std::invalid_argument("The gradient of a call needs to know which function is called.");
    return names;
}

GraphPtr CalledGradients::graphNamed(const std::string &name) const {
    const GraphPtr graph = m_capture.closedGraph(name);
    if (!graph)
        throw std::invalid_argument("The gradient inside of @" + name +
                                    ", which calls itself, is not supported; take "
                                    "the gradient outside of it.");
    return graph;
}

bool CalledGradients::usesWeights(const Node &call) {
    if (m_weights.empty()) return false;
    return std::ranges::any_of(namesOf(call), [this](const std::string &name) {
        const auto known = m_usesWeights.find(name);
        if (known != m_usesWeights.end()) return known->second;
        std::unordered_set<std::string> seen;
        return m_usesWeights[name] = usesWeights(name, seen);
    });
}

bool CalledGradients::usesWeights(const std::string &name, std::unordered_set<std::string> &seen) {
    if (!seen.insert(name).second) return false;
    const auto isSource = [this](const NodePtr &node) { return std::ranges::find(m_weights, node) != m_weights.end(); };
    const GraphPtr graph = graphNamed(name);
    if (isSource(graph->output)) return true;
    return std::ranges::any_of(graph->nodes, [&](const NodePtr &node) {
        if (std::ranges::any_of(node->inputs, isSource)) return true;
        return isGraphCall(*node) && std::ranges::any_of(namesOf(*node), [&](const std::string &callee) {
                   return usesWeights(callee, seen);
               });
    });
}

NodePtr CalledGradients::call(const Node &call, ForwardValues &forward, const CallFlow &flow,
                              const std::vector<NodePtr> &seeds) {
    Node gradient;
    std::vector<NodePtr> graphs;
    for (const std::string &name : namesOf(call)) {
        gradient.callee = gradientOf(name, flow);
        graphs.push_back(m_capture.constant(GraphReference{gradient.callee}));
    }
    if (call.function) {
        gradient.callee.clear();
        Node choice = *call.function;
        choice.inputs = {forward.here(choice.inputs[0])};
        choice.inputs.insert(choice.inputs.end(), graphs.begin(), graphs.end());
        gradient.function = m_capture.addNode(std::move(choice), call.spans, backwardScope(call.scope));
    }
    for (const NodePtr &input : call.inputs)
        gradient.inputs.push_back(forward.here(input));
    gradient.inputs.insert(gradient.inputs.end(), seeds.begin(), seeds.end());
    std::vector<Abstract> items;
    for (const Leaf &leaf : flow.leaves)
        items.push_back(Abstract::tensor(leaf.type.dtype, leaf.type.shape));
    for (const NodePtr &weight : m_weights)
        items.push_back(Abstract::tensor(weight->abstract->dtype, weight->abstract->shape));
    gradient.abstract = Abstract::tuple(std::move(items));
    return m_capture.addNode(std::move(gradient), call.spans, backwardScope(call.scope));
}

/** A value that was written to is not what its node gives when it is computed once more. Of weights the walk knows. */
void CalledGradients::refuseWritesToValues(const Graph &graph) const {
    for (const NodePtr &node : graph.nodes) {
        const OpDef *op = findOp(node->op);
        if (!op || op->effect != Effect::Writes) continue;
        for (const size_t place : op->written)
            if (const Node &target = *node->inputs[place]; !target.isParameter() || !target.weight->defined())
                refuseOnceMore(graph.name, "writes to a tensor");
    }
}

std::vector<NodePtr> CalledGradients::zerosOrGradients(const Graph &graph, const CallFlow &flow, BackwardWalk &walk) {
    std::vector<NodePtr> items;
    const auto add = [&](const NodePtr &gradient, const Abstract &type) {
        items.push_back(gradient ? walk.converted(gradient, type.dtype)
                                 : m_capture.constant(Tensor::zeros(type.shape, type.dtype)));
    };
    for (const Leaf &leaf : flow.leaves)
        add(walk.gradientOf(*graph.parameters[leaf.parameter], leaf.item), leaf.type);
    for (const NodePtr &weight : m_weights)
        add(walk.gradientOf(*weight, 0), weight->abstract);
    return items;
}

std::string CalledGradients::gradientOf(const std::string &name, const CallFlow &flow) {
    const std::string key = keyOf(name, flow);
    if (const auto known = m_gradients.find(key); known != m_gradients.end()) return known->second;
    const GraphPtr graph = graphNamed(name);
    refuseWritesToValues(*graph);
    const std::string own = m_capture.openGraph("◂" + name.substr(name.find('_') + 1), graph->spans);
    m_gradients.emplace(key, own);

    ForwardValues forward(m_capture, ForwardValues::Place::CalledGraph, m_writes, name);
    for (const NodePtr &parameter : graph->parameters)
        forward.stand(parameter, m_capture.addParameter(parameter->name, parameter->abstract));
    Region region{{graph->output}, {{}}, m_weights, NodeId{0}};
    for (const Leaf &leaf : flow.leaves)
        region.sources.push_back(graph->parameters[leaf.parameter]);
    region.seeds[0].resize(itemsOf(graph->output->abstract).size());
    for (size_t i = 0; i < flow.items.size(); ++i) {
        const std::string seed = "dout" + std::to_string(flow.items[i]);
        region.seeds[0][flow.items[i]] = m_capture.addParameter(seed, flow.seedTypes[i]);
    }
    BackwardWalk walk(m_capture, m_task, region, forward, *this);
    walk.run();
    m_capture.closeGraph(m_capture.makeTuple(zerosOrGradients(*graph, flow, walk), graph->spans, {}));
    return own;
}

} // namespace

Result<std::vector<NodePtr>> addGradients(GraphCapture &capture, const GraphGradientTask &task) {
    assert(task.outputs.size() == task.seeds.size());
    const auto mark = capture.mark();
    try {
        Region region{task.outputs, {}, task.sources, task.first};
        for (const NodePtr &seed : task.seeds)
            region.seeds.push_back({seed});
        const WeightWrites writes(capture, task.first);
        ForwardValues forward(capture, ForwardValues::Place::OpenGraph, writes);
        CalledGradients called(capture, task, writes);
        BackwardWalk walk(capture, task, region, forward, called);
        walk.run();
        std::vector<NodePtr> gradients;
        for (const NodePtr &source : task.sources)
            gradients.push_back(walk.gradientOf(*source, 0));
        return gradients;
    } catch (const std::invalid_argument &problem) {
        capture.rollback(mark); // also the gradient graphs that were begun
        return Error{problem.what()};
    }
}

} // namespace jitscope::inline capture
