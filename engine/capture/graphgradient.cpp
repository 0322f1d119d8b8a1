// SPDX-License-Identifier: Apache-2.0
#include "engine/capture/graphgradient.h"

#include "engine/ops/gradient.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <unordered_map>

namespace jitscope {

namespace {

/** "Gradients/Default/net-Net" for "Default/net-Net", as MindSpore names the scopes of backward nodes. */
std::string backwardScope(const std::string &scope) {
    return "Gradients/" + scope;
}

/** A gradient rule's view of one node: terms are nodes. */
class NodeGradient : public Gradient {
public:
    NodeGradient(GraphCapture &capture, const OpDef &op, const Node &node, std::vector<NodePtr> incoming,
                 std::vector<bool> wanted, NodePtr self)
        : Gradient(op)
        , m_capture(capture)
        , m_node(node)
        , m_self(std::move(self))
        , m_incoming(std::move(incoming))
        , m_wanted(std::move(wanted)) {}

    Term in(size_t parameter) override { return known(m_node.inputs[parameter]); }
    Term out() override { return known(m_self); }
    using Gradient::dout;
    Term dout(size_t item) override {
        if (m_incoming[item]) return known(m_incoming[item]);
        const Abstract &type = m_node.abstract.items.empty() ? m_node.abstract : m_node.abstract.items[item];
        return term(Tensor::zeros(type.shape, type.dtype));
    }
    bool wants(size_t parameter) const override { return m_wanted[parameter]; }
    const Abstract &type(size_t parameter) const override { return m_node.inputs[parameter]->abstract; }
    const Abstract &resultType() const override { return m_node.abstract; }
    Term term(Value value) override { return known(m_capture.constant(value)); }
    Term tuple(const std::vector<Term> &items) override {
        std::vector<NodePtr> nodes;
        for (const Term item : items)
            nodes.push_back(item ? nodeOf(item) : m_capture.constant(Value()));
        return known(m_capture.makeTuple(std::move(nodes), m_node.spans, backwardScope(m_node.scope)));
    }
    Term item(Term tuple, size_t index) override {
        const NodePtr &node = nodeOf(tuple);
        if (node->isCallOf("MakeTuple")) return known(node->inputs[index]);
        return known(m_capture.getItem(node, int64_t(index), m_node.spans, backwardScope(m_node.scope)));
    }
    const Abstract &typeOf(Term term) const override { return nodeOf(term)->abstract; }

    const NodePtr &nodeOf(Term term) const { return m_terms[size_t(term.index())]; }
    Term known(NodePtr node) {
        m_terms.push_back(std::move(node));
        return Term(this, int(m_terms.size()) - 1);
    }

protected:
    Term addCall(const OpDef &op, const std::vector<Term> &arguments) override {
        std::vector<NodePtr> inputs;
        for (const Term argument : arguments)
            inputs.push_back(nodeOf(argument));
        auto node = m_capture.addCall(op, std::move(inputs), {}, m_node.spans, backwardScope(m_node.scope));
        if (!node) throw std::invalid_argument(node.error().message);
        return known(*std::move(node));
    }

private:
    GraphCapture &m_capture;
    const Node &m_node;
    NodePtr m_self;
    std::vector<NodePtr> m_incoming;
    std::vector<bool> m_wanted;
    std::vector<NodePtr> m_terms;
};

class BackwardWalk {
public:
    BackwardWalk(GraphCapture &capture, const GraphGradientTask &task)
        : m_capture(capture)
        , m_task(task) {
        for (const NodePtr &source : task.sources)
            m_dependent.insert(source.get());
    }

    std::vector<NodePtr> run() {
        const std::vector<NodePtr> order = forwardOrder();
        for (const NodePtr &node : order)
            if (isFollowed(*node)) m_dependent.insert(node.get());
        for (size_t i = 0; i < m_task.outputs.size(); ++i)
            add(m_task.outputs[i], m_task.seeds[i], *m_task.outputs[i]);
        for (auto node = order.rbegin(); node != order.rend(); ++node)
            if (m_dependent.contains(node->get()) && !isSource(**node)) passBack(*node);
        std::vector<NodePtr> gradients;
        for (const NodePtr &source : m_task.sources) {
            const auto found = m_flowing.find(source.get());
            gradients.push_back(found == m_flowing.end() ? nullptr : found->second.front());
        }
        return gradients;
    }

private:
    /** The calls that the outputs need, inputs first. */
    std::vector<NodePtr> forwardOrder() const {
        std::vector<NodePtr> order;
        std::unordered_set<const Node *> seen;
        for (const NodePtr &output : m_task.outputs)
            for (const NodePtr &node : callsOf(output))
                if (seen.insert(node.get()).second) order.push_back(node);
        return order;
    }

    bool isSource(const Node &node) const {
        return std::ranges::any_of(m_task.sources, [&](const NodePtr &source) { return source.get() == &node; });
    }

    bool isFollowed(const Node &node) const {
        if (node.id.value < m_task.first.value || m_task.constants.contains(node.id)) return false;
        const OpDef *op = findOp(node.op);
        if (op && op->gradient == noGradient) return false;
        return std::ranges::any_of(node.inputs,
                                   [this](const NodePtr &input) { return m_dependent.contains(input.get()); });
    }

    /** One more gradient of item `index` of `node` (the tensor itself has one item). */
    void add(const NodePtr &node, const NodePtr &gradient, const Node &place, size_t index = 0) {
        if (!gradient || !m_dependent.contains(node.get())) return;
        std::vector<NodePtr> &items = m_flowing[node.get()];
        if (items.size() <= index) items.resize(std::max<size_t>(index + 1, node->abstract.items.size()));
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
        if (node->op == "MakeTuple") {
            for (size_t i = 0; i < node->inputs.size() && i < incoming.size(); ++i)
                add(node->inputs[i], incoming[i], *node);
            return;
        }
        if (node->op == "TupleGetItem") {
            add(node->inputs[0], incoming.front(), *node, size_t(*node->inputs[1]->value.asInt()));
            return;
        }
        throughOperator(node, incoming);
    }

    void throughOperator(const NodePtr &node, const std::vector<NodePtr> &incoming) {
        const OpDef *op = findOp(node->op);
        if (!op || !op->gradient)
            throw std::invalid_argument("For '" + (node->op.empty() ? node->name : node->op) +
                                        "', the gradient is not yet part of JitScope's engine.");
        std::vector<bool> wanted;
        for (const NodePtr &input : node->inputs)
            wanted.push_back(m_dependent.contains(input.get()));
        NodeGradient gradient(m_capture, *op, *node, incoming, wanted, node);
        const std::vector<Term> terms = op->gradient(gradient);
        for (size_t i = 0; i < terms.size(); ++i) {
            if (!wanted[i] || !terms[i]) continue;
            const Abstract &type = node->inputs[i]->abstract;
            if (type.isTensor()) {
                add(node->inputs[i], gradient.nodeOf(gradient.fitted(terms[i], type.shape, type.dtype)), *node);
                continue;
            }
            const size_t count = type.items.size();
            for (size_t k = 0; k < count; ++k) {
                const NodePtr &items = gradient.nodeOf(terms[i]);
                const bool flows = !items->isCallOf("MakeTuple") || items->inputs[k]->abstract.isTensor();
                if (flows) add(node->inputs[i], gradient.nodeOf(gradient.item(terms[i], k)), *node, k);
            }
        }
    }

    GraphCapture &m_capture;
    const GraphGradientTask &m_task;
    std::unordered_set<const Node *> m_dependent;
    std::unordered_map<const Node *, std::vector<NodePtr>> m_flowing;
};

} // namespace

Result<std::vector<NodePtr>> addGradients(GraphCapture &capture, const GraphGradientTask &task) {
    assert(task.outputs.size() == task.seeds.size());
    try {
        return BackwardWalk(capture, task).run();
    } catch (const std::invalid_argument &problem) {
        return Error{problem.what()};
    }
}

} // namespace jitscope
