// SPDX-License-Identifier: Apache-2.0
// Lays the arguments of a call out in the order of an operator's parameters.
#include "engine/ops/opdef.h"

#include "engine/base/text.h"

#include <algorithm>
#include <optional>

namespace jitscope::inline ops {

namespace {

struct KindText {
    ParamKind kind;
    const char *text;
};

/** How messages name what a parameter accepts. */
const char *accepted(ParamKind kind) {
    static constexpr KindText texts[] = {
        {ParamKind::Tensor, "a Tensor"},
        {ParamKind::TensorOrScalar, "a Tensor or a number"},
        {ParamKind::Tensors, "a tuple or list of Tensors"},
        {ParamKind::Int, "an int"},
        {ParamKind::Float, "a float"},
        {ParamKind::Bool, "a bool"},
        {ParamKind::Ints, "an int or a tuple of ints"},
        {ParamKind::IntsOrNone, "an int, a tuple of ints or None"},
        {ParamKind::DType, "a mindspore dtype"},
        {ParamKind::DTypeOrNone, "a mindspore dtype or None"},
        {ParamKind::Text, "a str"},
        {ParamKind::Any, "any value"},
    };
    return texts[size_t(kind)].text;
}

/** What Python calls the type of a value. */
struct PythonType {
    const char *operator()(std::monostate) const { return "None"; }
    const char *operator()(bool) const { return "bool"; }
    const char *operator()(int64_t) const { return "int"; }
    const char *operator()(double) const { return "float"; }
    const char *operator()(const std::string &) const { return "str"; }
    const char *operator()(DType) const { return "dtype"; }
    const char *operator()(const Tensor &) const { return "Tensor"; }
    const char *operator()(const std::shared_ptr<const Sequence> &sequence) const {
        return sequence->kind == SequenceKind::Tuple ? "tuple" : "list";
    }
    const char *operator()(const GraphReference &) const { return "function"; }
    const char *operator()(Monad) const { return "Monad"; }
    const char *operator()(const Opaque &) const { return "object"; }
};

bool isTensor(const Value &value) {
    return value.asTensor() && value.asTensor()->defined();
}

bool isInts(const Value &value) {
    const Sequence *sequence = value.asSequence();
    return sequence && std::all_of(sequence->items.begin(), sequence->items.end(),
                                   [](const Value &item) { return item.asInt() != nullptr; });
}

bool isTensors(const Value &value) {
    const Sequence *sequence = value.asSequence();
    return sequence && std::all_of(sequence->items.begin(), sequence->items.end(), isTensor);
}

/** `value` in the form that operators rely on (an int for a float, one int for a tuple), or nothing if it is unfit. */
std::optional<Value> converted(ParamKind kind, const Value &value) {
    const auto ifFits = [&value](bool fits) { return fits ? std::optional<Value>(value) : std::nullopt; };
    switch (kind) {
    case ParamKind::Tensor:
        return ifFits(isTensor(value));
    case ParamKind::TensorOrScalar:
        return ifFits(isTensor(value) || value.number());
    case ParamKind::Tensors:
        return ifFits(isTensors(value));
    case ParamKind::Int:
        return ifFits(value.asInt());
    case ParamKind::Float:
        if (const int64_t *integer = value.asInt()) return Value(double(*integer));
        return ifFits(value.asDouble());
    case ParamKind::Bool:
        return ifFits(value.asBool());
    case ParamKind::IntsOrNone:
        if (value.isNone()) return value;
        [[fallthrough]];
    case ParamKind::Ints:
        if (const int64_t *integer = value.asInt()) return Value::ints({*integer});
        return ifFits(isInts(value));
    case ParamKind::DTypeOrNone:
        if (value.isNone()) return value;
        [[fallthrough]];
    case ParamKind::DType:
        if (const int64_t *typeId = value.asInt()) // as dumps write dtypes: I64(43)
            if (const auto dtype = dtypeWithTypeId(*typeId)) return Value(*dtype);
        return ifFits(value.asDType());
    case ParamKind::Text:
        return ifFits(value.asString());
    case ParamKind::Any:
        break;
    }
    return value;
}

bool isCalled(const ParamDef &param, const std::string &name) {
    return param.name == name || std::find(param.aliases.begin(), param.aliases.end(), name) != param.aliases.end();
}

Error unfit(const OpDef &op, const ParamDef &param, const Value &value) {
    return Error{"[" + op.name + "] '" + param.name + "' must be " + accepted(param.kind) + ", but got '" +
                 std::visit(PythonType{}, value.data) + "'"};
}

} // namespace

Result<std::vector<Value>> bindArguments(const OpDef &op, std::span<const Value> positional,
                                         std::span<const std::pair<std::string, Value>> named) {
    if (positional.size() > op.params.size())
        return Error{format("[%s] takes at most %zu arguments, but %zu were given", op.name.c_str(), op.params.size(),
                            positional.size())};
    std::vector<const Value *> given(op.params.size(), nullptr);
    for (size_t i = 0; i < positional.size(); ++i)
        given[i] = &positional[i];
    for (const auto &[name, value] : named) {
        const auto param = std::find_if(op.params.begin(), op.params.end(), [&name = name](const ParamDef &candidate) {
            return isCalled(candidate, name);
        });
        if (param == op.params.end()) return Error{"[" + op.name + "] has no argument '" + name + "'"};
        const Value *&slot = given[size_t(param - op.params.begin())];
        if (slot) return Error{"[" + op.name + "] got two values for argument '" + name + "'"};
        slot = &value;
    }

    std::vector<Value> complete;
    complete.reserve(op.params.size());
    for (size_t i = 0; i < op.params.size(); ++i) {
        const ParamDef &param = op.params[i];
        if (!given[i] && !param.hasDefault) return Error{"[" + op.name + "] missing argument '" + param.name + "'"};
        if (!given[i]) {
            complete.emplace_back(param.defaultValue);
            continue;
        }
        std::optional<Value> value = converted(param.kind, *given[i]);
        if (!value) return unfit(op, param, *given[i]);
        complete.emplace_back(std::move(*value));
    }
    return complete;
}

} // namespace jitscope::inline ops
