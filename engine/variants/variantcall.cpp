// SPDX-License-Identifier: Apache-2.0
// Finds the values of a call among what its operators took, and draws what was not recorded.
#include "engine/variants/variantcall.h"

#include "engine/base/text.h"
#include "engine/ir/nodereplacement.h"
#include "engine/session/session.h"
#include "engine/variants/drawnvalue.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace jitscope::inline variants {

namespace {

/** None where values of that kind cannot be drawn. */
std::optional<Value> randomValue(const Abstract &abstract, std::mt19937 &random) {
    if (abstract.isConstant) return abstract.value;
    switch (abstract.kind) {
    case Abstract::Kind::Tensor:
        return Value(drawnTensor(abstract.dtype, abstract.shape, random));
    case Abstract::Kind::Scalar:
        if (abstract.dtype == DType::Bool) return Value(true);
        return info(abstract.dtype).floating ? Value(0.5) : Value(int64_t(1));
    case Abstract::Kind::Tuple: {
        std::vector<Value> items;
        for (const Abstract &item : abstract.items) {
            std::optional<Value> value = randomValue(item, random);
            if (!value) return {};
            items.push_back(*std::move(value));
        }
        return Value::tuple(std::move(items));
    }
    case Abstract::Kind::None:
        return Value();
    case Abstract::Kind::Unknown:
    case Abstract::Kind::Function:
    case Abstract::Kind::Monad:
        return {};
    }
    return {};
}

std::unordered_map<NodeId, NodePtr> callsById(const Module &module) {
    std::unordered_map<NodeId, NodePtr> calls;
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            calls.emplace(node->id, node);
    return calls;
}

/** What the operators of one call of a graph took of its parameters, each as it was when it was first used. */
class RecordedInputs {
public:
    RecordedInputs(const Session &session, const Compilation &compilation)
        : m_session(session) {
        const auto isFirst = [&](const GraphCall &call) { return call.compilation == compilation.index; };
        const auto call = std::ranges::find_if(session.graphCalls, isFirst);
        if (call == session.graphCalls.end()) return;
        const std::unordered_map<NodeId, NodePtr> nodes = callsById(compilation.final);
        for (const OpEvent &op : session.ops)
            if (op.graphCall == call->number && op.compilation == compilation.index)
                if (const auto node = nodes.find(op.node); node != nodes.end()) note(*node->second, op);
    }

    /** None when no operator took it as it is, or its values were not kept. */
    std::optional<Tensor> of(const Node &parameter) const {
        const auto found = m_tensors.find(parameter.id);
        const auto record = found == m_tensors.end() ? std::nullopt : m_session.tensor(found->second);
        if (!record || !record->value.defined() || !(record->shape == parameter.abstract->shape)) return {};
        if (record->dtype != parameter.abstract->dtype) return {};
        Result<Tensor> tensor = record->value.load();
        if (!tensor) return {};
        return tensor->clone();
    }

private:
    /** An operator's inputs are the tensors among its arguments in their order. */
    void note(const Node &node, const OpEvent &op) {
        std::vector<const Node *> tensors;
        for (const NodePtr &input : node.inputs) {
            if (input->isConstant() && !input->value->asTensor()) continue;
            if (input->abstract->kind == Abstract::Kind::Tuple) return; // how many tensors it holds may not be known
            if (input->abstract->isTensor()) tensors.push_back(input.get());
        }
        if (tensors.size() != op.inputs.size()) return;
        for (size_t i = 0; i < tensors.size(); ++i)
            if (tensors[i]->isParameter()) m_tensors.try_emplace(tensors[i]->id, op.inputs[i]);
    }

    const Session &m_session;
    std::unordered_map<NodeId, int64_t> m_tensors;
};

/** Copies of weights: one for each, however many parameters of however many stages are it. */
class OwnWeights {
public:
    explicit OwnWeights(const std::vector<Module> &modules) {
        for (const Module &module : modules)
            for (const GraphPtr &graph : module.graphs)
                for (const NodePtr &parameter : graph->parameters)
                    if (parameter->weight->defined() && m_replacement.of(parameter) == parameter) replace(parameter);
    }

    Module in(const Module &module) { return m_replacement.in(module); }

private:
    void replace(const NodePtr &parameter) {
        auto own = std::make_shared<Node>(*parameter);
        own->weight = copyOf(parameter->weight);
        m_replacement.set(parameter, std::move(own));
    }

    Tensor copyOf(const Tensor &weight) {
        std::vector<std::pair<Tensor, Tensor>> &known = m_copies[weight.storage().get()];
        for (const auto &[original, copy] : known)
            if (original.sameView(weight)) return copy;
        return known.emplace_back(weight, weight.clone()).second;
    }

    NodeReplacement m_replacement;
    std::unordered_map<const void *, std::vector<std::pair<Tensor, Tensor>>> m_copies; ///< by the memory of the weight
};

/** A kind of source with what is said of it. */
struct SourceText {
    InputSource source;
    std::string_view text;
};

constexpr std::array<SourceText, 3> sourceTexts = {{
    {InputSource::Recorded, "as recorded in the first call"},
    {InputSource::Weight, "weights as they are now"},
    {InputSource::Random, "random (values were not recorded)"},
}};

constexpr size_t mostNames = 4;

} // namespace

Module withOwnWeights(const Module &module) {
    return OwnWeights({module}).in(module);
}

std::vector<Module> withOwnWeights(const std::vector<Module> &stages) {
    OwnWeights weights(stages);
    std::vector<Module> own;
    for (const Module &module : stages)
        own.push_back(weights.in(module));
    return own;
}

Result<VariantCall> callOf(const Session &session, const Compilation &compilation) {
    if (compilation.captured.graphs.empty()) return Error{compilation.function + " has no captured graph."};
    VariantCall call{withOwnWeights(compilation.captured), {}, {}};
    const RecordedInputs recorded(session, compilation);
    std::mt19937 random = drawing();
    for (const NodePtr &parameter : compilation.captured.entry()->parameters) {
        VariantInput input{parameter->name, InputSource::Weight};
        if (!parameter->weight->defined()) {
            std::optional<Value> drawn = randomValue(parameter->abstract, random);
            std::optional<Tensor> known = recorded.of(*parameter);
            if (!known && !drawn)
                return Error{format("No value can be made for the parameter %s (%s) of %s.", parameter->name.c_str(),
                                    brief(parameter->abstract).c_str(), compilation.function.c_str())};
            input.source = known ? InputSource::Recorded : InputSource::Random;
            call.arguments.push_back(known ? Value(*std::move(known)) : *std::move(drawn));
        }
        call.inputs.push_back(std::move(input));
    }
    return call;
}

std::string toString(const std::vector<VariantInput> &inputs) {
    std::vector<std::string> parts;
    for (const SourceText &kind : sourceTexts) {
        std::vector<std::string> names;
        for (const VariantInput &input : inputs)
            if (input.source == kind.source) names.push_back(input.parameter);
        if (names.empty()) continue;
        const size_t count = names.size();
        if (count > mostNames) names.resize(mostNames);
        parts.push_back(join(names, ", ") + (count > mostNames ? format(" and %zu more", count - mostNames) : "") +
                        ": " + std::string(kind.text));
    }
    return join(parts, "; ");
}

} // namespace jitscope::inline variants
