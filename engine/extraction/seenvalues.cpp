// SPDX-License-Identifier: Apache-2.0
// Listens to a run and keeps results and arguments as they were at that moment.
#include "engine/extraction/seenvalues.h"

#include "engine/ops/opdef.h"
#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"
#include "engine/run/executable.h"
#include "engine/run/trail.h"
#include "engine/run/undo.h"

#include <exception>
#include <stdexcept>

namespace jitscope::inline extraction {

namespace {

/** Keeps what each node gave and took when it ran first. */
class Witness : public NodeListener {
public:
    explicit Witness(SeenValues &seen)
        : m_seen(seen) {}

    bool seesAll() const override { return true; }
    void nodeStarts(const Node &node, bool, std::span<const Value> arguments) override {
        // A call through a value has the called graph in front of its arguments.
        const size_t first = node.function ? 1 : 0;
        for (size_t i = first; i < arguments.size() && i - first < node.inputs.size(); ++i)
            keep(node.inputs[i - first]->id, arguments[i]);
    }
    void nodeDone(const Node &node, bool, std::span<const Value>, const Value &result, int64_t, int64_t) override {
        const OpDef *op = findOp(node.op);
        m_seen.isRandom = m_seen.isRandom || (op && op->effect == Effect::Random);
        keep(node.id, result);
    }

private:
    void keep(NodeId node, const Value &value) {
        if (!m_seen.ofNodes.contains(node)) m_seen.ofNodes.emplace(node, frozen(value));
    }

    SeenValues &m_seen;
};

/** Of the run on this thread. */
thread_local int64_t roundsLeft = 0;

void countRound() {
    if (--roundsLeft < 0) throw std::invalid_argument("Its loops do not end.");
}

} // namespace

const Value *SeenValues::of(NodeId node) const {
    const auto found = ofNodes.find(node);
    return found == ofNodes.end() ? nullptr : &found->second;
}

Value copyOf(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->defined() ? Value(tensor->clone()) : value;
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.push_back(copyOf(item));
    return sequence->kind == SequenceKind::List ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

Result<SeenValues> valuesOf(const Module &module, const std::vector<Value> &arguments, int64_t mostRounds) {
    const auto executable = Executable::prepare(module, KernelUse::NodeByNode);
    if (!executable) return executable.error();
    std::vector<Tensor> weights;
    for (const NodePtr &parameter : module.entry()->parameters)
        if (parameter->weight->defined()) weights.push_back(parameter->weight);
    const OwnRandomNumbers random({.seed = extractionSeed, .offset = 0});
    const Undo undo(weights);
    SeenValues seen;
    size_t next = 0;
    for (const NodePtr &parameter : module.entry()->parameters) {
        const bool isWeight = parameter->weight->defined();
        if (!isWeight && next >= arguments.size()) return Error{"The function takes more arguments than are known."};
        seen.ofNodes.emplace(parameter->id, copyOf(isWeight ? Value(parameter->weight) : arguments[next++]));
    }
    try {
        std::vector<Value> own; // graphs may write into what they are given
        for (const Value &argument : arguments)
            own.push_back(copyOf(argument));
        Witness witness(seen);
        roundsLeft = mostRounds;
        seen.result = copyOf((*executable)->run(own, {&witness, countRound}));
        seen.rounds = mostRounds - roundsLeft;
    } catch (const std::exception &failure) {
        return Error{failure.what()};
    }
    for (const Tensor &weight : weights)
        seen.weights.emplace_back(weight.clone());
    return seen;
}

} // namespace jitscope::inline extraction
