// SPDX-License-Identifier: Apache-2.0
// Steps that gradient rules share.
#include "engine/ops/gradient.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace jitscope::inline ops {

namespace {

Dims withoutReduced(const Dims &shape, const Dims &axes, int64_t sizeInstead) {
    Dims result;
    for (int i = 0; i < shape.rank(); ++i) {
        const bool isReduced = std::ranges::find(axes, i) != axes.end();
        if (!isReduced) result.push(shape[i]);
        if (isReduced && sizeInstead >= 0) result.push(sizeInstead);
    }
    return result;
}

Dims allAxes(int rank) {
    Dims axes;
    for (int i = 0; i < rank; ++i)
        axes.push(i);
    return axes;
}

} // namespace

Gradient::~Gradient() = default;

const Abstract &Term::type() const {
    return m_gradient->typeOf(*this);
}

Term Gradient::call(std::string_view primitive, const std::vector<Operand> &arguments) {
    const OpDef *callee = findOp(primitive);
    if (callee == nullptr)
        throw std::invalid_argument("For '" + m_op.name + "', the gradient needs the operator " +
                                    std::string(primitive) + ", which JitScope's engine does not have.");
    assert(arguments.size() <= callee->params.size());
    std::vector<Term> complete;
    for (size_t i = 0; i < callee->params.size(); ++i) {
        if (i >= arguments.size()) {
            assert(callee->params[i].hasDefault);
            complete.push_back(term(callee->params[i].defaultValue));
            continue;
        }
        const Term *given = std::get_if<Term>(&arguments[i].data);
        complete.push_back(given ? *given : term(std::get<Value>(arguments[i].data)));
    }
    return addCall(*callee, complete);
}

Term Gradient::zerosLike(Term like) {
    return term(Tensor::zeros(like.shape(), like.dtype()));
}

Term Gradient::scalar(double value, Term like) {
    return term(Tensor::scalar(value, like.dtype()));
}

Term Gradient::reshape(Term x, const Dims &shape) {
    return x.shape() == shape ? x : call("Reshape", {x, shape});
}

Term Gradient::cast(Term x, DType dtype) {
    return x.dtype() == dtype ? x : call("Cast", {x, dtype});
}

Term Gradient::transpose(Term x, const Dims &axes) {
    return call("Transpose", {x, axes});
}

Term Gradient::swapped(Term matrices) {
    Dims axes = allAxes(matrices.rank());
    std::swap(axes[axes.rank() - 1], axes[axes.rank() - 2]);
    return transpose(matrices, axes);
}

Term Gradient::sum(Term x, const Dims &axes, bool keepsAxes) {
    return axes.empty() ? x : call("ReduceSum", {x, axes, keepsAxes});
}

Term Gradient::broadcast(Term x, const Dims &shape) {
    return x.shape() == shape ? x : call("BroadcastTo", {x, shape});
}

Term Gradient::select(Term condition, Operand x, Operand y) {
    return call("Select", {condition, std::move(x), std::move(y)});
}

Term Gradient::conjugate(Term x) {
    return isComplex(x.dtype()) ? call("Conj", {x}) : x;
}

Term Gradient::broadcastBack(Term reduced, const std::optional<Dims> &axes, bool keptAxes) {
    const Dims &whole = shape(0);
    Dims places = axes && !axes->empty() ? *axes : allAxes(whole.rank());
    for (int i = 0; i < places.rank(); ++i)
        if (places[i] < 0) places[i] += whole.rank();
    if (!keptAxes) reduced = reshape(reduced, withoutReduced(whole, places, 1));
    return broadcast(reduced, whole);
}

Term Gradient::fitted(Term x, const Dims &shape, DType dtype) {
    const int added = x.rank() - shape.rank();
    Dims axes;
    for (int i = 0; i < x.rank(); ++i)
        if (i < added || (shape[i - added] == 1 && x.shape()[i] != 1)) axes.push(i);
    return cast(reshape(sum(x, axes, false), shape), dtype);
}

bool Gradient::keepsFloating() const {
    const auto isFloating = [](const Abstract &type) {
        const bool isNumber = type.isTensor() || type.kind == Abstract::Kind::Scalar;
        return isNumber && info(type.dtype).floating;
    };
    const auto choosesDType = [](const ParamDef &parameter) {
        return parameter.kind == ParamKind::DType || parameter.kind == ParamKind::DTypeOrNone;
    };
    if (std::ranges::any_of(m_op.params, choosesDType)) return false;
    if (m_op.category == OpCategory::DataMovement) return true;
    std::vector<Abstract> types;
    size_t tensors = 0;
    for (const ParamDef &parameter : m_op.params) {
        types.push_back(type(types.size()));
        // Whether it makes floating numbers of integers does not hang on a second operand that is a floating number.
        if (parameter.kind == ParamKind::TensorOrScalar && types.back().kind == Abstract::Kind::Scalar)
            types.back() = Abstract::constant(Value(int64_t(1)));
        if (isFloating(types.back())) return false;
        tensors += types.back().isTensor();
    }
    if (tensors != 1) return false;
    const Result<Abstract> result = m_op.infer(types);
    return result && isFloating(*result);
}

Term Gradient::fittedTo(size_t parameter, Term x) {
    const Abstract &argument = type(parameter);
    if (x.dtype() == argument.dtype) return x.shape() == argument.shape ? x : fitted(x, argument.shape, x.dtype());
    const bool isFloatOfIntegers = info(x.dtype()).floating && !info(argument.dtype).floating;
    return fitted(x, argument.shape, isFloatOfIntegers && keepsFloating() ? x.dtype() : argument.dtype);
}

Term operator+(Term a, Operand b) {
    return a.gradient().call("Add", {a, std::move(b)});
}

Term operator-(Term a, Operand b) {
    return a.gradient().call("Sub", {a, std::move(b)});
}

Term operator*(Term a, Operand b) {
    return a.gradient().call("Mul", {a, std::move(b)});
}

Term operator/(Term a, Operand b) {
    return a.gradient().call("Div", {a, std::move(b)});
}

Term operator-(Term a) {
    return a.gradient().call("Neg", {a});
}

std::vector<Term> noGradient(Gradient &) {
    return {};
}

bool passesGradient(const OpDef &op, const Abstract &result) {
    if (op.gradient == noGradient) return false;
    if (op.gradient != nullptr) return true;
    if (!op.functional.empty()) return passesGradient(*findOp(op.functional), result);
    const auto isFloating = [](const Abstract &type) {
        return type.isTensor() && (info(type.dtype).floating || isComplex(type.dtype));
    };
    return isFloating(result) || std::ranges::any_of(result.items, isFloating);
}

} // namespace jitscope::inline ops
