// SPDX-License-Identifier: Apache-2.0
#include "engine/eager/eagergradient.h"

#include "engine/eager/dispatch.h"
#include "engine/ops/opdef.h"

#include <stdexcept>

namespace jitscope::inline eager {

namespace {

[[noreturn]] void refuseChanged(const OpDef &op, const std::string &what) {
    throw std::invalid_argument("For '" + op.name + "', the gradient needs " + what +
                                ", which was changed in place after the operator ran. Write to a copy instead.");
}

Tensor zerosOf(const Abstract &type) {
    return Tensor::zeros(type.shape, type.dtype);
}

} // namespace

EagerGradient::EagerGradient(const OpDef &op, std::span<const Value> arguments, const Value &result,
                             std::span<const Value> incoming, std::vector<bool> wanted, std::vector<bool> isFresh)
    : Gradient(op)
    , m_arguments(arguments)
    , m_result(result)
    , m_incoming(incoming)
    , m_wanted(std::move(wanted))
    , m_fresh(std::move(isFresh))
    , m_resultType(Abstract::of(result)) {
    m_types.reserve(arguments.size());
    for (const Value &argument : arguments)
        m_types.emplace_back(Abstract::of(argument));
}

Term EagerGradient::in(size_t parameter) {
    if (!m_fresh[parameter]) refuseChanged(op(), "its argument '" + op().params[parameter].name + "'");
    return term(m_arguments[parameter]);
}

Term EagerGradient::out() {
    const bool isFresh = m_fresh[m_arguments.size()];
    if (!isFresh && !m_result.asSequence()) refuseChanged(op(), "its result");
    const Term result = term(m_result);
    if (!isFresh) m_changedResult = result.index(); // a rule may need other items than those
    return result;
}

const Value &EagerGradient::valueOf(Term term) const {
    if (term.index() == m_changedResult) refuseChanged(op(), "its result");
    return m_values[size_t(term.index())].value;
}

Term EagerGradient::dout(size_t item) {
    if (!m_incoming[item].isNone()) return term(m_incoming[item]);
    return term(zerosOf(m_resultType.items.empty() ? m_resultType : m_resultType.items[item]));
}

Term EagerGradient::term(Value value) {
    Known &known = m_values.emplace_back();
    known.value = std::move(value);
    return Term(this, int(m_values.size()) - 1);
}

Term EagerGradient::tuple(const std::vector<Term> &items) {
    std::vector<Value> values;
    for (const Term item : items)
        values.emplace_back(item ? valueOf(item) : Value());
    return term(Value::tuple(std::move(values)));
}

Term EagerGradient::item(Term tuple, size_t index) {
    const bool isOfChanged = tuple.index() == m_changedResult;
    if (isOfChanged && !m_fresh[m_arguments.size() + 1 + index])
        refuseChanged(op(), "item " + std::to_string(index) + " of its result");
    return term(m_values[size_t(tuple.index())].value.asSequence()->items[index]);
}

const Abstract &EagerGradient::typeOf(Term term) const {
    const Known &known = m_values[size_t(term.index())];
    if (!known.hasType) known.type = Abstract::of(known.value);
    known.hasType = true;
    return known.type;
}

Term EagerGradient::addCall(const OpDef &op, const std::vector<Term> &arguments) {
    std::vector<Value> values;
    values.reserve(arguments.size());
    for (const Term argument : arguments)
        values.emplace_back(valueOf(argument));
    return term(dispatch(op, values));
}

} // namespace jitscope::inline eager
