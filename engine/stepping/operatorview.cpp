// SPDX-License-Identifier: Apache-2.0
// Turns what runs into the records that the language of conditions speaks of.
#include "engine/stepping/operatorview.h"

#include "engine/eager/eagerthread.h"
#include "engine/ir/nodename.h"
#include "engine/ops/opdef.h"
#include "engine/session/operandtext.h"
#include "engine/session/records.h"

#include <unordered_map>

namespace jitscope::inline stepping {

namespace {

void appendTensors(const Value &value, std::vector<Tensor> &tensors) {
    if (const Tensor *tensor = value.asTensor()) {
        if (tensor->defined()) tensors.push_back(*tensor);
    } else if (const Sequence *sequence = value.asSequence()) {
        for (const Value &item : sequence->items)
            appendTensors(item, tensors);
    }
}

std::vector<TensorRecord> typesOf(const std::vector<Tensor> &tensors) {
    std::vector<TensorRecord> types(tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) {
        types[i].dtype = tensors[i].dtype();
        types[i].shape = tensors[i].shape();
    }
    return types;
}

std::vector<const TensorRecord *> pointersTo(const std::vector<TensorRecord> &records) {
    std::vector<const TensorRecord *> pointers;
    for (const TensorRecord &record : records)
        pointers.push_back(&record);
    return pointers;
}

/** Names of operators are looked up once. */
SharedText sharedName(const OperatorView &sight) {
    static std::unordered_map<const OpDef *, SharedText> names; // with the GIL held
    if (!sight.op || sight.isGraphCall) return sight.name;
    const auto [entry, isNew] = names.try_emplace(sight.op);
    if (isNew) entry->second = SharedText(sight.op->name);
    return entry->second;
}

} // namespace

OperatorView OperatorView::of(const OpDef &op, std::span<const Value> arguments) {
    OperatorView sight;
    sight.name = op.name;
    sight.op = &op;
    sight.arguments = arguments;
    return sight;
}

OperatorView OperatorView::of(const Node &node, bool isKernel, std::span<const Value> arguments) {
    OperatorView sight;
    sight.name = node.op.empty() ? node.callee : node.op;
    sight.op = isKernel ? nullptr : findOp(node.op);
    sight.node = &node;
    sight.isKernel = isKernel;
    sight.arguments = arguments;
    return sight;
}

std::vector<Tensor> tensorsIn(std::span<const Value> values) {
    std::vector<Tensor> tensors;
    for (const Value &value : values)
        appendTensors(value, tensors);
    return tensors;
}

bool isNodeNamed(const Node &node, std::string_view text) {
    if (text.empty()) return false;
    if (text == node.name || (text.front() == '%' && text == nodeName(node))) return true;
    const bool isInScope =
        text.size() > node.scope.size() + 1 && text.starts_with(node.scope) && text[node.scope.size()] == '/';
    if (!isInScope) return false;
    const std::string_view rest = text.substr(node.scope.size() + 1);
    return rest == node.name || rest == (node.op.empty() ? node.callee : node.op);
}

OpQuestion::OpQuestion(Query given)
    : query(std::move(given)) {
    const auto speaksOf = [this](const char *name) { return query.text().find(name) != std::string::npos; };
    usesPlace = query.needs().stack || speaksOf("scope") || speaksOf("phase");
    usesTexts = speaksOf("operands") || speaksOf("result");
}

Verdict ask(const OpQuestion &question, const OperatorView &sight, const std::function<const Place &()> &place) {
    static const std::string nowhere;
    const Place *here = question.usesPlace ? &place() : nullptr;
    OpEvent event;
    event.number = sight.number;
    event.op = sharedName(sight);
    if (question.usesTexts) {
        event.operands = operandText(sight.op, sight.arguments);
        if (sight.result) event.result = shortText(*sight.result);
    }
    event.startNs = sight.startNs;
    event.durationNs = sight.endNs - sight.startNs;
    if (here) event.scope = sight.node ? sight.node->scope.str() : here->scope;
    event.isKernel = sight.isKernel;
    event.phase = eagerThread().gradientWalks > 0 ? OpPhase::Backward : OpPhase::Forward;
    if (here && here->isOptimizer && event.phase == OpPhase::Forward) event.phase = OpPhase::Optimizer;
    if (sight.node) {
        event.graphCall = 0;
        event.node = sight.node->id;
    }
    const std::vector<Tensor> inputs = tensorsIn(sight.arguments);
    const std::vector<Tensor> outputs = sight.result ? tensorsIn({sight.result, 1}) : std::vector<Tensor>();
    const std::vector<TensorRecord> inputTypes = typesOf(inputs), outputTypes = typesOf(outputs);
    const auto inputPointers = pointersTo(inputTypes), outputPointers = pointersTo(outputTypes);
    return question.query.ask({.event = event,
                               .stack = here ? &here->stack : nullptr,
                               .inputs = inputs,
                               .outputs = outputs,
                               .inputTypes = inputPointers,
                               .outputTypes = outputPointers});
}

} // namespace jitscope::inline stepping
