// SPDX-License-Identifier: Apache-2.0
// What the families' rules share.
#include "engine/ops/rules/rules.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

std::string quoted(std::string_view op) {
    return "'" + std::string(op) + "'";
}

std::string typeName(const Abstract &argument) {
    if (argument.isTensor()) return "Tensor[" + std::string(info(argument.dtype).name) + "]";
    return brief(argument);
}

const Abstract &at(std::string_view op, TypeSpan arguments, size_t index) {
    if (index >= arguments.size()) diagnose(format("For %s, argument %zu is missing.", quoted(op).c_str(), index + 1));
    return arguments[index];
}

const Value &constantAt(std::string_view op, TypeSpan arguments, size_t index) {
    const Abstract &argument = at(op, arguments, index);
    if (!argument.isConstant)
        diagnose(format("For %s, argument %zu must be a constant that is known before the operator runs, but got %s.",
                        quoted(op).c_str(), index + 1, typeName(argument).c_str()));
    return argument.value;
}

[[noreturn]] void diagnoseKind(std::string_view op, TypeSpan arguments, size_t index, const char *wanted) {
    diagnoseType(format("For %s, argument %zu must be %s, but got %s.", quoted(op).c_str(), index + 1, wanted,
                        typeName(arguments[index]).c_str()));
}

/** The axis, counted from the last, at which two shapes do not broadcast. */
int conflictingAxis(const Dims &a, const Dims &b) {
    for (int i = std::min(a.rank(), b.rank()); i >= 1; --i) {
        const int64_t left = a[a.rank() - i], right = b[b.rank() - i];
        if (left != right && left != 1 && right != 1) return i;
    }
    return 1;
}

bool isNumber(const Abstract &argument) {
    return argument.kind == Abstract::Kind::Scalar;
}

/** The dtype of a tensor with a number: the tensor's, unless the number has a fraction or the tensor holds bools. */
DType withNumber(DType tensor, DType number) {
    if (info(number).floating) return floatingOf(tensor);
    return tensor == DType::Bool && number != DType::Bool ? DType::Int64 : tensor;
}

DType commonDType(std::string_view op, const Abstract &a, const Abstract &b) {
    if (a.isTensor() && isNumber(b)) return withNumber(a.dtype, b.dtype);
    if (isNumber(a) && b.isTensor()) return withNumber(b.dtype, a.dtype);
    const bool areOperands = (a.isTensor() || isNumber(a)) && (b.isTensor() || isNumber(b));
    if (!areOperands)
        diagnoseType(format("For %s, the operands must be Tensors or numbers, but got %s and %s.", quoted(op).c_str(),
                            typeName(a).c_str(), typeName(b).c_str()));
    if (!convertsImplicitly(a.dtype, b.dtype))
        diagnoseType(format("For %s, type implicit conversion between %s and %s is not supported.", quoted(op).c_str(),
                            typeName(a).c_str(), typeName(b).c_str()));
    return promoted(a.dtype, b.dtype);
}

} // namespace

void diagnose(const std::string &message) {
    throw std::invalid_argument(message);
}

void diagnoseType(const std::string &message) {
    throw TypeMistake(message);
}

void diagnoseShapeFromValues(const char *op) {
    diagnose(format("For '%s', the shape of the result depends on the elements of the arguments, which are not known "
                    "before the operator runs.",
                    op));
}

std::vector<Abstract> typesOf(ValueSpan arguments) {
    std::vector<Abstract> types;
    types.reserve(arguments.size());
    for (const Value &argument : arguments)
        types.emplace_back(Abstract::of(argument));
    return types;
}

Abstract inferred(Rule rule, ValueSpan arguments) {
    return rule(typesOf(arguments));
}

const Abstract &tensorType(std::string_view op, TypeSpan arguments, size_t index) {
    const Abstract &argument = at(op, arguments, index);
    if (!argument.isTensor()) diagnoseKind(op, arguments, index, "a Tensor");
    return argument;
}

int64_t intOf(std::string_view op, TypeSpan arguments, size_t index) {
    const int64_t *value = constantAt(op, arguments, index).asInt();
    if (!value) diagnoseKind(op, arguments, index, "an int");
    return *value;
}

bool boolOf(std::string_view op, TypeSpan arguments, size_t index) {
    const bool *value = constantAt(op, arguments, index).asBool();
    if (!value) diagnoseKind(op, arguments, index, "a bool");
    return *value;
}

Dims intsOf(std::string_view op, TypeSpan arguments, size_t index) {
    const Value &value = constantAt(op, arguments, index);
    const Sequence *sequence = value.asSequence();
    if (sequence && sequence->items.size() > size_t(maxRank))
        diagnose(format("For %s, a Tensor has at most %d dimensions, but argument %zu names %zu.", quoted(op).c_str(),
                        maxRank, index + 1, sequence->items.size()));
    const std::optional<Dims> dims = value.dims();
    if (!dims) diagnoseKind(op, arguments, index, "an int or a tuple of ints");
    return *dims;
}

DType dtypeOf(std::string_view op, TypeSpan arguments, size_t index) {
    const Value &value = constantAt(op, arguments, index);
    if (const DType *dtype = value.asDType()) return *dtype;
    if (const int64_t *typeId = value.asInt())
        if (const auto dtype = dtypeWithTypeId(*typeId)) return *dtype;
    diagnoseKind(op, arguments, index, "a mindspore dtype");
}

bool isNone(const Abstract &argument) {
    return argument.kind == Abstract::Kind::None;
}

std::string listText(const Dims &shape) {
    std::vector<std::string> sizes;
    for (const int64_t size : shape)
        sizes.push_back(std::to_string(size));
    return "[" + join(sizes, ", ") + "]";
}

/** Of these MindSpore's message says "axis", of others "axis value". */
constexpr std::string_view namesAxisAlone[] = {"CumSum", "CumProd", "Cummax", "Argmax", "Argmin", "Median"};

int checkedAxis(std::string_view op, int64_t axis, int rank) {
    // A scalar has no axis, but 0 and -1 are allowed for it, as in NumPy's and MindSpore's reductions.
    const std::optional<int> normal = normalizedAxis(axis, std::max(rank, 1));
    if (!normal)
        diagnose(format("For primitive[%s], the %s must be in [-%d,%d), but got %lld.", std::string(op).c_str(),
                        std::ranges::find(namesAxisAlone, op) == std::end(namesAxisAlone) ? "axis value" : "axis",
                        std::max(rank, 1), std::max(rank, 1), (long long)axis));
    return *normal;
}

Dims checkedShape(std::string_view op, const Dims &shape) {
    for (int i = 0; i < shape.rank(); ++i)
        if (shape[i] < 0)
            diagnose(
                format("For primitive[%s], the dimension %d of the shape must be greater than or equal to 0, but got "
                       "%lld.",
                       std::string(op).c_str(), i, (long long)shape[i]));
    if (!checkedCount(shape.span()))
        diagnose(format("For primitive[%s], the product value of shape %s exceeds the largest size of a Tensor.",
                        std::string(op).c_str(), toString(shape).c_str()));
    return shape;
}

Matched matched(std::string_view op, const Abstract &a, const Abstract &b) {
    const DType dtype = commonDType(op, a, b);
    const std::optional<Dims> shape = broadcast(a.shape, b.shape);
    if (!shape) {
        const int axis = conflictingAxis(a.shape, b.shape);
        diagnose(format("For %s, input1.shape and input2.shape need to broadcast. The value of input1.shape[-%d] or "
                        "input2.shape[-%d] must be 1 or -1 when they are not the same, but got input1.shape = %s and "
                        "input2.shape = %s",
                        quoted(op).c_str(), axis, axis, listText(a.shape).c_str(), listText(b.shape).c_str()));
    }
    return {dtype, checkedShape(op, *shape)};
}

Tensor operand(const Value &value, DType dtype) {
    if (const Tensor *tensor = value.asTensor()) return tensor->cast(dtype);
    const bool isWhole = dtype != DType::Bool && !info(dtype).floating && !isComplex(dtype);
    if (const int64_t *integer = value.asInt(); integer && isWhole) {
        Tensor exact({}, DType::Int64); // a double would round beyond 2^53, and end at the limits of smaller types
        *exact.mutableData<int64_t>() = *integer;
        return exact.cast(dtype);
    }
    return Tensor::scalar(value.number().value(), dtype);
}

DType floatingOf(DType dtype) {
    return info(dtype).floating || isComplex(dtype) ? dtype : DType::Float32;
}

ParamDef param(std::string name, ParamKind kind, std::vector<std::string> aliases) {
    ParamDef def;
    def.name = std::move(name);
    def.kind = kind;
    def.aliases = std::move(aliases);
    return def;
}

ParamDef tensorParam(std::string name, std::vector<std::string> aliases) {
    return param(std::move(name), ParamKind::Tensor, std::move(aliases));
}

ParamDef operandParam(std::string name, std::vector<std::string> aliases) {
    return param(std::move(name), ParamKind::TensorOrScalar, std::move(aliases));
}

ParamDef optionalParam(std::string name, ParamKind kind, Value defaultValue, std::vector<std::string> aliases) {
    ParamDef def = param(std::move(name), kind, std::move(aliases));
    def.hasDefault = true;
    def.defaultValue = std::move(defaultValue);
    return def;
}

Tensor sampleValues(const Dims &shape, double low, double high, DType dtype) {
    Tensor values(shape, DType::Float64);
    const int64_t count = values.count();
    // A step that is prime to most counts visits all places in a mixed order.
    for (int64_t i = 0; i < count; ++i) {
        const int64_t place = i * 7919 % std::max<int64_t>(count, 1);
        values.mutableData<double>()[i] = low + (high - low) * (double(place) + 0.5) / double(count);
    }
    return values.cast(dtype);
}

} // namespace jitscope::inline ops
