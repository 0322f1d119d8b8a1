// SPDX-License-Identifier: Apache-2.0
// Writes values down as a person would.
#include "engine/session/operandtext.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/tensor/tensorprint.h"

#include <algorithm>

namespace jitscope::inline session {

namespace {

bool holdsTensor(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->defined();
    const Sequence *sequence = value.asSequence();
    return sequence && std::any_of(sequence->items.begin(), sequence->items.end(), holdsTensor);
}

} // namespace

std::string shortText(const Value &value) {
    if (const Tensor *tensor = value.asTensor())
        return tensor->defined() ? brief(tensor->dtype(), tensor->shape()) : std::string("undefined");
    if (value.isNone()) return "None";
    if (const bool *truth = value.asBool()) return *truth ? "True" : "False";
    if (const int64_t *integer = value.asInt()) return std::to_string(*integer);
    if (const double *number = value.asDouble()) return shortestNumber(*number);
    if (const std::string *text = value.asString()) return "'" + *text + "'";
    if (const DType *dtype = value.asDType()) return std::string(info(*dtype).python);
    if (const Sequence *sequence = value.asSequence()) {
        std::vector<std::string> items;
        for (const Value &item : sequence->items)
            items.push_back(shortText(item));
        return sequence->kind == SequenceKind::List ? "[" + join(items, ", ") + "]" : "(" + join(items, ", ") + ")";
    }
    return toString(value);
}

std::string operandText(const OpDef *op, std::span<const Value> arguments) {
    std::string text;
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (i > 0) text += ", ";
        if (op != nullptr && i < op->params.size() && !holdsTensor(arguments[i])) text += op->params[i].name + "=";
        text += shortText(arguments[i]);
    }
    return text;
}

} // namespace jitscope::inline session
