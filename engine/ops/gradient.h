// SPDX-License-Identifier: Apache-2.0
// How gradients go back through an operator: rules that are written once, as calls of other operators, and either
// compute at once (eager) or become nodes (graphs).
//
// A rule gets a Gradient `g` and returns one Term for each parameter of the operator, in their order; an empty Term (or
// a shorter list) means that no gradient flows there. The caller sums a gradient over axes that were broadcast and
// converts it to the dtype of the argument, so that rules of element-wise operators need not care:
//
//     std::vector<Term> mulGradient(Gradient &g) {
//         return {g.dout() * g.in(1), g.dout() * g.in(0)};
//     }
//
// Terms that nobody asked for need not be made: g.wants(1). Only `in` and `out` keep the elements of arguments and
// results needed; types and constants can be asked without.
#pragma once

#include "engine/ops/opdef.h"

#include <initializer_list>
#include <variant>

namespace jitscope::inline ops {

/** A value of a gradient that is being written down. */
class Term {
public:
    /** No gradient. */
    Term() = default;
    Term(Gradient *gradient, int index)
        : m_gradient(gradient)
        , m_index(index) {}

    explicit operator bool() const { return m_gradient != nullptr; }
    Gradient &gradient() const { return *m_gradient; }
    int index() const { return m_index; }

    const Abstract &type() const;
    const Dims &shape() const { return type().shape; }
    DType dtype() const { return type().dtype; }
    int rank() const { return type().shape.rank(); }

private:
    Gradient *m_gradient = nullptr;
    int m_index = 0;
};

/** An argument of a call: a term or a constant. */
struct Operand {
    std::variant<Term, Value> data;

    Operand(Term term)
        : data(term) {}
    Operand(Value value)
        : data(std::move(value)) {}
    Operand(const Dims &ints)
        : data(Value::ints(ints)) {}
    template<class T>
    requires std::is_arithmetic_v<T> Operand(T number)
        : data(Value(number)) {}
    Operand(const char *text)
        : data(Value(text)) {}
    Operand(DType dtype)
        : data(Value(dtype)) {}
};

/** What a rule sees of one call and of what its result's gradient is. */
class Gradient {
public:
    explicit Gradient(const OpDef &op)
        : m_op(op) {}
    virtual ~Gradient();
    Gradient(const Gradient &) = delete;
    Gradient &operator=(const Gradient &) = delete;

    const OpDef &op() const { return m_op; }
    /** The argument of a parameter. Throws std::invalid_argument when it was changed in place since the call. */
    virtual Term in(size_t parameter) = 0;
    /** The result; a tuple when there are several. */
    virtual Term out() = 0;
    /** The gradient of the result (of a tuple: of its first item). */
    Term dout() { return dout(0); }
    /** The gradient of an item of the result; zeros when none came. */
    virtual Term dout(size_t item) = 0;
    /** Whether a gradient of that argument is asked for. */
    virtual bool wants(size_t parameter) const = 0;
    /** The type of an argument; constants hold their value. */
    virtual const Abstract &type(size_t parameter) const = 0;
    virtual const Abstract &resultType() const = 0;

    const Dims &shape(size_t parameter) const { return type(parameter).shape; }
    int rank(size_t parameter) const { return type(parameter).shape.rank(); }
    /** Constant arguments; asserts that they are of the kind. */
    const Value &constant(size_t parameter) const { return type(parameter).value; }
    int64_t intOf(size_t parameter) const { return constant(parameter).asInt() ? *constant(parameter).asInt() : 0; }
    double numberOf(size_t parameter) const { return constant(parameter).number().value_or(0); }
    bool boolOf(size_t parameter) const { return constant(parameter).asBool() && *constant(parameter).asBool(); }
    /** A tuple of ints or one int; nothing for None. */
    std::optional<Dims> intsOf(size_t parameter) const { return constant(parameter).dims(); }
    bool isNone(size_t parameter) const { return type(parameter).kind == Abstract::Kind::None; }

    /** Calls the operator with that primitive name; arguments that are left out get their defaults. */
    Term call(std::string_view primitive, const std::vector<Operand> &arguments);
    /** A constant as a term. */
    virtual Term term(Value value) = 0;
    virtual Term tuple(const std::vector<Term> &items) = 0;
    /** An item of a tuple. */
    virtual Term item(Term tuple, size_t index) = 0;
    virtual const Abstract &typeOf(Term term) const = 0;

    // Common steps of rules.
    Term zerosLike(Term like);
    /** A tensor of rank 0 with that value and the dtype of `like`. */
    Term scalar(double value, Term like);
    Term reshape(Term x, const Dims &shape);
    Term cast(Term x, DType dtype);
    Term transpose(Term x, const Dims &axes);
    /** The last two axes swapped. */
    Term swapped(Term matrices);
    Term sum(Term x, const Dims &axes, bool keepsAxes);
    Term broadcast(Term x, const Dims &shape);
    Term select(Term condition, Operand x, Operand y);
    /** The complex conjugate, by which gradients of complex functions are multiplied; real terms as they are. */
    Term conjugate(Term x);
    /** The gradient of a reduction along `axes` (all for none) broadcast to the shape of parameter 0. */
    Term broadcastBack(Term reduced, const std::optional<Dims> &axes, bool keptAxes);
    /** What was broadcast to x's shape, summed back to `shape`; converted to `dtype`. */
    Term fitted(Term x, const Dims &shape, DType dtype);
    /** The gradient of an argument, of its shape and dtype. Of integers it stays floating, as in MindSpore, where the
        operator makes floating numbers of integers alone (x / 2) and where elements are only moved. */
    Term fittedTo(size_t parameter, Term x);

protected:
    virtual Term addCall(const OpDef &op, const std::vector<Term> &arguments) = 0;

private:
    bool keepsFloating() const;

    const OpDef &m_op;
};

/** Element-wise arithmetic of terms, with broadcasting. */
Term operator+(Term a, Operand b);
Term operator-(Term a, Operand b);
Term operator*(Term a, Operand b);
Term operator/(Term a, Operand b);
Term operator-(Term a);

/** The rule of operators that no gradient passes: their results do not change with small changes of the arguments. */
std::vector<Term> noGradient(Gradient &g);

/** Whether a gradient of such a result goes back to arguments. Integers have gradients as floating numbers do; of an
    operator that gives nothing but integers and has no rule they are zero. */
bool passesGradient(const OpDef &op, const Abstract &result);

} // namespace jitscope::inline ops
