// SPDX-License-Identifier: Apache-2.0
// Passes the members of a fused kernel from its result to its parameters. What they computed on the way was never
// stored, so rules that read values find none.
#include "engine/inspect/kerneldependence.h"

#include "engine/inspect/dependence.h"
#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <map>

namespace jitscope::inline inspect {

namespace {

/** One tensor inside of the kernel: which node gave it, as which of its results. */
struct Inner {
    const Node *node = nullptr;
    size_t output = 0;
    auto operator<=>(const Inner &) const = default;
};

GraphPtr kernelGraph(const Session &session, const OpEvent &op) {
    const Compilation *compilation = session.compilation(op.compilation);
    if (compilation == nullptr) return nullptr;
    const auto kernel = std::find_if(compilation->kernels.begin(), compilation->kernels.end(),
                                     [&](const KernelRecord &each) { return each.name == op.op.str(); });
    const std::string &name = kernel == compilation->kernels.end() ? op.op.str() : kernel->graph;
    for (const GraphPtr &graph : compilation->final.graphs)
        if (graph->name == name) return graph;
    return nullptr;
}

/** Through TupleGetItem and MakeTuple to the node that computed the tensor. */
std::optional<Inner> resolved(const Node *node, size_t output) {
    for (int i = 0; i < 64; ++i) {
        if (node->isCallOf(op::MakeTuple)) {
            if (output >= node->inputs.size()) return std::nullopt;
            node = node->inputs[output].get();
            output = 0;
        } else if (node->isCallOf(op::TupleGetItem)) {
            const int64_t *index = node->inputs[1]->value->asInt();
            if (index == nullptr || *index < 0) return std::nullopt;
            output = size_t(*index);
            node = node->inputs[0].get();
        } else {
            return Inner{node, output};
        }
    }
    return std::nullopt;
}

std::vector<Dims> shapesOf(const Abstract &type) {
    if (type.isTensor()) return {type.shape};
    std::vector<Dims> shapes;
    for (const Abstract &item : type.items)
        shapes.push_back(item.shape);
    return shapes;
}

class KernelWalk {
public:
    explicit KernelWalk(const Graph &graph)
        : m_graph(graph) {}

    /** For each parameter of the graph; nothing if a node is not understood. */
    std::optional<std::vector<ElementSet>> from(size_t output, const std::vector<int64_t> &positions) {
        const auto result = resolved(m_graph.output.get(), output);
        if (!result) return std::nullopt;
        add(*result, elementSet(positions, shapesOf(result->node->abstract).at(result->output).product()));
        for (auto node = m_graph.nodes.rbegin(); node != m_graph.nodes.rend(); ++node)
            if (!passNode(**node)) return std::nullopt;
        std::vector<ElementSet> sets;
        for (const NodePtr &parameter : m_graph.parameters)
            sets.push_back(m_sets[{parameter.get(), 0}]);
        return sets;
    }

private:
    void add(const Inner &inner, const ElementSet &set) {
        const auto [entry, isNew] = m_sets.try_emplace(inner, set);
        const Dims shape = shapesOf(inner.node->abstract).at(inner.output);
        if (!isNew) entry->second = unionOf(entry->second, set, shape.product());
    }

    bool passNode(const Node &node) {
        const size_t outputs = shapesOf(node.abstract).size();
        for (size_t output = 0; output < outputs; ++output) {
            const auto wanted = m_sets.find({&node, output});
            if (wanted == m_sets.end() || node.isCallOf(op::MakeTuple) || node.isCallOf(op::TupleGetItem)) continue;
            const auto member = memberOf(node);
            if (!member) return false;
            const int64_t count = member->call.outputs[output].product();
            const auto sets = dependenciesOf(member->call, output, positionsOf(wanted->second, count));
            for (size_t i = 0; i < sets.size(); ++i)
                add(member->inputs[i], sets[i]);
        }
        return true;
    }

    /** A node as a call, with what its inputs are. */
    struct Member {
        OpCall call;
        std::vector<Inner> inputs;
    };
    static std::optional<Member> memberOf(const Node &node) {
        Member member;
        OpCall &call = member.call;
        call.op = findOp(node.op);
        if (call.op == nullptr || node.inputs.size() > call.op->params.size()) return std::nullopt;
        call.outputs = shapesOf(node.abstract);
        call.value = [](size_t) { return Tensor(); };
        for (const NodePtr &input : node.inputs) {
            OpCall::Argument argument{input->abstract, call.inputs.size(), 0};
            if (input->isConstant()) {
                argument.type = Abstract::constant(input->value);
            } else {
                const bool isTuple = input->isCallOf(op::MakeTuple);
                argument.count = isTuple ? input->inputs.size() : 1;
                for (size_t i = 0; i < argument.count; ++i) {
                    const auto inner = resolved(input.get(), i);
                    if (!inner || shapesOf(inner->node->abstract).empty()) return std::nullopt;
                    const Abstract &type = inner->node->abstract;
                    call.inputs.push_back(type.isTensor() ? type : type.items.at(inner->output));
                    member.inputs.push_back(*inner);
                }
                if (!isTuple) argument.type = call.inputs.back();
            }
            call.arguments.push_back(std::move(argument));
        }
        return member;
    }

    const Graph &m_graph;
    std::map<Inner, ElementSet> m_sets;
};

} // namespace

std::vector<ElementSet> kernelDependencies(const Session &session, const OpEvent &op, size_t output,
                                           const std::vector<int64_t> &positions) {
    const GraphPtr graph = kernelGraph(session, op);
    if (!graph || !graph->output || graph->parameters.size() != op.inputs.size()) return {};
    return KernelWalk(*graph).from(output, positions).value_or(std::vector<ElementSet>());
}

} // namespace jitscope::inline inspect
