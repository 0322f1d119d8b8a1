// SPDX-License-Identifier: Apache-2.0
// Cuts tensors at the end of an axis and infers the types of all nodes anew.
#include "engine/extraction/shrinking.h"

#include "engine/ops/opdef.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace jitscope::inline extraction {

namespace {

/** One size of axes in the place of another. */
struct Resize {
    int64_t from = 0, to = 0;
    bool withNumbers = false; ///< also where it stands as a number, in the target of a Reshape for example

    Dims applied(const Dims &shape) const {
        Dims result;
        for (const int64_t size : shape)
            result.push(size == from ? to : size);
        return result;
    }
    Tensor applied(const Tensor &tensor) const {
        return Tensor(tensor.storage(), applied(tensor.shape()), tensor.strides(), tensor.offset(), tensor.dtype())
            .clone();
    }
    Value applied(const Value &value) const {
        if (const Tensor *tensor = value.asTensor()) return tensor->defined() ? Value(applied(*tensor)) : value;
        if (const int64_t *number = value.asInt(); number && withNumbers && *number == from) return Value(to);
        const Sequence *sequence = value.asSequence();
        if (!sequence) return value;
        std::vector<Value> items;
        for (const Value &item : sequence->items)
            items.push_back(applied(item));
        return sequence->kind == SequenceKind::List ? Value::list(std::move(items)) : Value::tuple(std::move(items));
    }
    Abstract applied(Abstract type) const {
        type.shape = applied(type.shape);
        for (Abstract &item : type.items)
            item = applied(std::move(item));
        return type;
    }
};

class Resizer {
public:
    Resizer(const Candidate &candidate, const Resize &resize)
        : m_candidate(candidate)
        , m_resize(resize) {}

    std::optional<Candidate> run() {
        const Graph &entry = *m_candidate.module.entry();
        auto copy = std::make_shared<Graph>(entry);
        for (NodePtr &parameter : copy->parameters)
            parameter = resizedParameter(*parameter);
        for (NodePtr &node : copy->nodes) {
            NodePtr now = resizedCall(*node);
            if (!now) return {};
            node = std::move(now);
        }
        copy->output = of(entry.output);
        Candidate result = m_candidate;
        result.module.graphs.front() = std::move(copy);
        for (Value &argument : result.arguments)
            argument = m_resize.applied(argument);
        return result;
    }

private:
    NodePtr resizedParameter(const Node &parameter) {
        auto copy = std::make_shared<Node>(parameter);
        copy->abstract = m_resize.applied(parameter.abstract);
        if (copy->weight->defined()) copy->weight = m_resize.applied(copy->weight);
        return m_new[parameter.id] = std::move(copy);
    }

    NodePtr of(const NodePtr &node) {
        if (const auto found = m_new.find(node->id); found != m_new.end()) return found->second;
        if (!node->isConstant()) return node;
        auto copy = std::make_shared<Node>(*node);
        copy->value = m_resize.applied(node->value);
        copy->abstract = copy->value->asTensor() ? Abstract::of(copy->value) : Abstract::constant(copy->value);
        return m_new[node->id] = std::move(copy);
    }

    NodePtr resizedCall(const Node &node) {
        auto copy = std::make_shared<Node>(node);
        std::vector<Abstract> types;
        for (NodePtr &input : copy->inputs) {
            input = of(input);
            types.push_back(input->abstract);
        }
        auto type = typeOf(node, types);
        if (!type) return nullptr;
        copy->abstract = *std::move(type);
        return m_new[node.id] = std::move(copy);
    }

    static std::optional<Abstract> typeOf(const Node &node, std::vector<Abstract> types) {
        if (node.op == op::MakeTuple) return Abstract::tuple(std::move(types));
        if (node.op == op::TupleGetItem) {
            const int64_t *place = types.size() > 1 ? types[1].value.asInt() : nullptr;
            const bool isInside = place && *place >= 0 && *place < int64_t(types[0].items.size());
            return isInside ? std::optional(types[0].items[size_t(*place)]) : std::nullopt;
        }
        const OpDef *op = findOp(node.op);
        if (!op || !op->infer || types.size() < op->params.size()) return {};
        types.resize(op->params.size());
        auto type = op->infer(types);
        return type ? std::optional(*std::move(type)) : std::nullopt;
    }

    const Candidate &m_candidate;
    const Resize &m_resize;
    std::unordered_map<NodeId, NodePtr> m_new;
};

void addSizes(std::set<int64_t> &sizes, const Abstract &type) {
    sizes.insert(type.shape.begin(), type.shape.end());
    for (const Abstract &item : type.items)
        addSizes(sizes, item);
}

int64_t elementsOf(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->defined() ? tensor->count() : 0;
    int64_t count = 0;
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            count += elementsOf(item);
    return count;
}

} // namespace

std::vector<Candidate> shrunken(const Candidate &candidate) {
    std::vector<Candidate> results;
    if (candidate.module.graphs.size() != 1) return results;
    std::set<int64_t> sizes;
    for (const NodePtr &parameter : candidate.module.entry()->parameters)
        addSizes(sizes, parameter->abstract);
    for (const int64_t size : sizes)
        for (const int64_t smaller : std::set<int64_t>{1, 2, size / 2})
            for (const bool withNumbers : {false, true}) {
                if (smaller >= size || smaller < 1) continue;
                const Resize resize{size, smaller, withNumbers};
                if (auto made = Resizer(candidate, resize).run()) results.push_back(*std::move(made));
            }
    return results;
}

int64_t elementCount(const Candidate &candidate) {
    int64_t count = 0;
    for (const Value &argument : candidate.arguments)
        count += elementsOf(argument);
    for (const NodePtr &parameter : candidate.module.entry()->parameters)
        if (parameter->weight->defined()) count += parameter->weight->count();
    return count;
}

} // namespace jitscope::inline extraction
