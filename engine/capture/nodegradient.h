// SPDX-License-Identifier: Apache-2.0
// What a walk backwards sees of one node: the values of the forward run, and a gradient rule's view of them.
#pragma once

#include "engine/capture/weightwrites.h"
#include "engine/ops/gradient.h"

#include <unordered_map>

namespace jitscope::inline capture {

/** "Gradients/Default/net-Net" for "Default/net-Net", as MindSpore names the scopes of backward nodes. */
std::string backwardScope(const std::string &scope);

/** Throws: what is done once more must not show, as it would happen twice, or be another number. */
[[noreturn]] void refuseOnceMore(const std::string &graph, const char *what);

/** What the walk meets, as nodes of the graph that is open: themselves, or computed once more where that is another
    graph than theirs. */
class ForwardValues {
public:
    enum class Place : uint8_t { OpenGraph, CalledGraph };

    /** `graph` is the called graph. */
    ForwardValues(GraphCapture &capture, Place place, const WeightWrites &writes, std::string graph = {})
        : m_capture(capture)
        , m_place(place)
        , m_writes(writes)
        , m_graph(std::move(graph)) {}

    /** In the open graph `replacement` stands for a parameter of the called one. */
    void stand(const NodePtr &parameter, NodePtr replacement) { m_here[parameter.get()] = std::move(replacement); }

    NodePtr here(const NodePtr &node);
    /** An input of a node as the node met it: a weight before it was written to. */
    NodePtr input(const Node &node, size_t place);

private:
    const NodePtr &known(const NodePtr &node) const;
    NodePtr again(const Node &node);
    void refuseEffects(const Node &node, const std::string &graph, std::unordered_set<std::string> &seen) const;
    void refuseEffects(const std::string &graph, std::unordered_set<std::string> &seen) const;
    void refuseWritten(const Node &node, const Node &input) const;

    GraphCapture &m_capture;
    Place m_place;
    const WeightWrites &m_writes;
    std::string m_graph;
    std::unordered_map<const Node *, NodePtr> m_here;
};

/** A gradient rule's view of one node: terms are nodes of the graph that is open. */
class NodeGradient : public Gradient {
public:
    NodeGradient(GraphCapture &capture, ForwardValues &forward, const OpDef &op, const NodePtr &node,
                 std::vector<NodePtr> incoming, std::vector<bool> wanted)
        : Gradient(op)
        , m_capture(capture)
        , m_forward(forward)
        , m_node(*node)
        , m_self(node)
        , m_incoming(std::move(incoming))
        , m_wanted(std::move(wanted)) {}

    Term in(size_t parameter) override { return known(m_forward.input(m_node, parameter)); }
    Term out() override { return known(m_forward.here(m_self)); }
    using Gradient::dout;
    Term dout(size_t item) override {
        if (m_incoming[item]) return known(m_incoming[item]);
        const Abstract &type = m_node.abstract->items.empty() ? *m_node.abstract : m_node.abstract->items[item];
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
        if (node->isCallOf(op::MakeTuple)) return known(node->inputs[index]);
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
    ForwardValues &m_forward;
    const Node &m_node;
    NodePtr m_self;
    std::vector<NodePtr> m_incoming;
    std::vector<bool> m_wanted;
    std::vector<NodePtr> m_terms;
};

} // namespace jitscope::inline capture
