// SPDX-License-Identifier: Apache-2.0
// Nodes from operators that ran: values are known by identity, everything else is constant.
#include "engine/capture/tracecapture.h"

#include "engine/base/text.h"
#include "engine/eager/tape.h"
#include "engine/ops/opdef.h"

#include <algorithm>

namespace jitscope::inline capture {

namespace {

bool holdsTensor(const Value &value) {
    if (value.asTensor()) return true;
    const Sequence *sequence = value.asSequence();
    return sequence && std::ranges::any_of(sequence->items, holdsTensor);
}

/** Whether an inferred type is that of what was computed. */
bool fits(const Abstract &abstract, const Value &value) {
    if (const Tensor *tensor = value.asTensor())
        return abstract.isTensor() && abstract.dtype == tensor->dtype() && abstract.shape == tensor->shape();
    const Sequence *sequence = value.asSequence();
    if (!sequence) return true;
    if (abstract.items.size() != sequence->items.size()) return false;
    for (size_t i = 0; i < sequence->items.size(); ++i)
        if (!fits(abstract.items[i], sequence->items[i])) return false;
    return true;
}

/** Sets a flag for as long as it lives. */
class Busy {
public:
    explicit Busy(bool &flag)
        : m_flag(flag) {
        m_flag = true;
    }
    ~Busy() { m_flag = false; }
    Busy(const Busy &) = delete;
    Busy &operator=(const Busy &) = delete;

private:
    bool &m_flag;
};

} // namespace

TraceCapture::TraceCapture(const std::string &function, const SourceSpan &span, std::function<TracePlace()> place)
    : m_place(std::move(place)) {
    m_graphs.openGraph(function, std::make_shared<const std::vector<SourceSpan>>(1, span));
    m_now.scope = "Default";
}

Tensor TraceCapture::addParameter(const std::string &name, const Tensor &tensor) {
    const NodePtr node = m_graphs.addParameter(name, Abstract::tensor(tensor.dtype(), tensor.shape()));
    m_given.insert(tensor.storage()->serial());
    return known(tensor, node);
}

void TraceCapture::addWeight(const std::string &name, const Tensor &tensor) {
    if (weightOf(tensor)) return;
    m_weights.push_back({m_graphs.weight(name, tensor), tensor});
}

bool TraceCapture::isTraced(const Tensor &tensor) const {
    return m_values.contains(tensor.identity()) || weightOf(tensor);
}

void TraceCapture::setFault(const std::string &sentence) {
    if (m_fault.empty()) m_fault = sentence;
}

bool TraceCapture::close(std::span<const Tensor> outputs) {
    std::vector<NodePtr> results;
    for (const Tensor &output : outputs)
        results.push_back(nodeOfTensor(output));
    if (!m_fault.empty()) return false;
    NodePtr output = m_graphs.constant(Value());
    if (results.size() == 1) output = results.front();
    if (results.size() > 1) output = m_graphs.makeTuple(std::move(results), m_now.spans, m_now.scope);
    m_graphs.closeGraph(output);
    return true;
}

Value TraceCapture::run(const OpDef &op, std::span<const Value> arguments, Evaluate evaluate) {
    if (m_isBusy || !m_fault.empty()) return evaluate(op, arguments);
    const Busy busy(m_isBusy);
    m_now = m_place();
    countLine();
    const bool canWrite = op.effect != Effect::Writes || checkWrites(op, arguments);
    auto inputs = canWrite ? inputsOf(op, arguments) : std::vector<NodePtr>();
    const bool writesWeight =
        op.effect == Effect::Writes && canWrite && weightOf(*arguments[op.written[0]].asTensor()) != nullptr;
    const Value result = evaluate(op, arguments);
    Value recorded = m_fault.empty() ? record(op, std::move(inputs), writesWeight, result) : result;
    countLine();
    return recorded;
}

void TraceCapture::countLine() {
    if (m_now.spans && !m_now.spans->empty()) m_clock.claim(m_now.spans->front(), m_graphs.inferenceNs());
}

void TraceCapture::renamed(const Value &original, const Value &renamed) {
    const Sequence *from = original.asSequence(), *to = renamed.asSequence();
    for (size_t i = 0; from && to && i < from->items.size(); ++i)
        this->renamed(from->items[i], to->items[i]);
    const Tensor *before = original.asTensor(), *after = renamed.asTensor();
    if (!before || !after || before->identity() == after->identity()) return;
    const auto entry = m_values.find(before->identity());
    if (entry != m_values.end()) m_values.insert_or_assign(after->identity(), Known(entry->second));
}

/** Writes are possible to weights, and to what the function computed itself: that becomes another value. */
bool TraceCapture::checkWrites(const OpDef &op, std::span<const Value> arguments) {
    for (const size_t place : op.written) {
        const Tensor *target = arguments[place].asTensor();
        if (target && weightOf(*target)) continue;
        const bool isOwn = target && m_values.contains(target->identity()) &&
                           !m_given.contains(target->storage()->serial()) && !op.functional.empty();
        if (isOwn) continue;
        const bool isGiven = target && m_given.contains(target->storage()->serial());
        setFault("the operator " + op.name + " writes to " +
                 (isGiven ? "an argument of the function" : "a tensor that was not computed in the function"));
        return false;
    }
    return true;
}

std::vector<NodePtr> TraceCapture::inputsOf(const OpDef &, std::span<const Value> arguments) {
    std::vector<NodePtr> inputs;
    for (const Value &argument : arguments)
        inputs.push_back(nodeOf(argument));
    return inputs;
}

const TraceCapture::Weight *TraceCapture::weightOf(const Tensor &tensor) const {
    const auto found =
        std::ranges::find_if(m_weights, [&](const Weight &weight) { return weight.tensor.sameView(tensor); });
    return found == m_weights.end() ? nullptr : &*found;
}

NodePtr TraceCapture::nodeOf(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return nodeOfTensor(*tensor);
    if (holdsTensor(value)) return nodeOfSequence(*value.asSequence());
    return m_graphs.constant(value);
}

NodePtr TraceCapture::nodeOfSequence(const Sequence &sequence) {
    std::vector<NodePtr> items;
    for (const Value &item : sequence.items)
        items.push_back(nodeOf(item));
    return m_graphs.makeTuple(std::move(items), m_now.spans, m_now.scope);
}

NodePtr TraceCapture::nodeOfTensor(const Tensor &tensor) {
    if (const auto entry = m_values.find(tensor.identity()); tensor.identity() && entry != m_values.end()) {
        if (entry->second.version != tensor.storage()->version())
            setFault("the elements of a tensor of shape " + toString(tensor.shape()) +
                     " were changed in place through another tensor over the same memory");
        return entry->second.node;
    }
    if (const Weight *weight = weightOf(tensor)) return weight->node;
    const auto isShared = [&](const Weight &weight) { return weight.tensor.storage() == tensor.storage(); };
    if (m_storages.contains(tensor.storage()->serial()) || std::ranges::any_of(m_weights, isShared))
        setFault("a tensor of shape " + toString(tensor.shape()) +
                 " shares the memory of a traced one, and no operator shows how it came from it");
    return m_graphs.constant(tensor);
}

Tensor TraceCapture::known(const Tensor &tensor, const NodePtr &node) {
    const bool isNew = tensor.identity() == 0 || m_values.contains(tensor.identity());
    Tensor followed = isNew ? tensor.withIdentity(newIdentity()) : tensor;
    m_values.insert_or_assign(followed.identity(), Known{node, followed.storage()->version()});
    m_storages.insert(followed.storage()->serial());
    return followed;
}

Value TraceCapture::record(const OpDef &op, std::vector<NodePtr> inputs, bool writesWeight, const Value &result) {
    const bool isWrite = op.effect == Effect::Writes && !writesWeight;
    const OpDef *recorded = isWrite ? findOp(op.functional) : &op;
    inputs.resize(std::min(inputs.size(), recorded->params.size()));
    const auto node = m_graphs.addCall(*recorded, std::move(inputs), {}, m_now.spans, m_now.scope);
    if (!node) return setFault(node.error().message), result;
    if (writesWeight) return result; // known as the weight that it is
    if (!fits((*node)->abstract, result))
        return setFault("the shape of what the operator " + op.name +
                        " gives depends on the elements of its arguments"),
               result;
    if (const Tensor *tensor = result.asTensor()) return known(*tensor, *node);
    const Sequence *sequence = result.asSequence();
    if (!sequence) return result;
    std::vector<Value> items;
    for (size_t i = 0; i < sequence->items.size(); ++i) {
        const Tensor *item = sequence->items[i].asTensor();
        items.push_back(item ? Value(known(*item, m_graphs.getItem(*node, int64_t(i), m_now.spans, m_now.scope)))
                             : sequence->items[i]);
    }
    return sequence->kind == SequenceKind::Tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

} // namespace jitscope::inline capture
