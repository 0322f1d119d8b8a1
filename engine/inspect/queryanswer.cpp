// SPDX-License-Identifier: Apache-2.0
// Asks a query of an operator. Bools have three values (Kleene's logic): `and` is No with one No, however little is
// known of the rest.
#include "engine/inspect/querysyntax.h"
#include "engine/session/records.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace jitscope::inline inspect {

namespace {

using Expression = Query::Expression;
using Kind = Expression::Kind;
using State = QueryNumber::State;

struct QueryText {
    State state = State::Known;
    std::string_view value;
    const SharedText *shared = nullptr;
};

struct QueryList {
    State state = State::Known;
    std::vector<double> values;
};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
}

bool containsText(std::string_view text, std::string_view part) {
    const auto found = std::search(text.begin(), text.end(), part.begin(), part.end(),
                                   [](char a, char b) { return lower(a) == lower(b); });
    return found != text.end() || part.empty();
}

Verdict verdictOf(bool yes) {
    return yes ? Verdict::Yes : Verdict::No;
}

/** The verdict where a value is missing: what is not there fulfils nothing. */
Verdict verdictWithout(State a, State b) {
    return a == State::Absent || b == State::Absent ? Verdict::No : Verdict::Unknown;
}

const StackFrame *frameOf(const QuerySubject &subject) {
    if (subject.frame) return subject.frame;
    return subject.stack && !subject.stack->empty() ? &subject.stack->front() : nullptr;
}

std::string_view phaseText(OpPhase phase) {
    switch (phase) {
    case OpPhase::Forward:
        return "forward";
    case OpPhase::Backward:
        return "backward";
    case OpPhase::Optimizer:
        break;
    }
    return "optimizer";
}

/** Dtype and shape of a tensor, from its values or from its record. */
struct TensorType {
    State state = State::Absent;
    DType dtype = DType::Float32;
    Dims shape;
};

TensorType typeOf(const Expression &leaf, const QuerySubject &subject) {
    const auto place = size_t(leaf.number);
    const auto &tensors = leaf.isInput ? subject.inputs : subject.outputs;
    const auto &types = leaf.isInput ? subject.inputTypes : subject.outputTypes;
    const size_t known = leaf.isInput ? subject.event.inputs.size() : subject.event.outputs.size();
    if (place < tensors.size() && tensors[place].defined())
        return {State::Known, tensors[place].dtype(), tensors[place].shape()};
    if (place < types.size() && types[place]) return {State::Known, types[place]->dtype, types[place]->shape};
    const bool isThere = place < std::max({tensors.size(), types.size(), known});
    return {isThere ? State::Unknown : State::Absent, DType::Float32, {}};
}

QueryText textOf(const Expression &part, const QuerySubject &subject) {
    if (part.kind == Kind::Text) return {State::Known, part.text};
    if (part.kind == Kind::Call) {
        const TensorType type = typeOf(*part.parts[0], subject);
        return {type.state, info(type.dtype).python};
    }
    const auto shared = [](const SharedText &text) { return QueryText{State::Known, text.str(), &text}; };
    switch (part.name) {
    case QueryName::Op:
        return shared(subject.event.op);
    case QueryName::Scope:
        return shared(subject.event.scope);
    case QueryName::Operands:
        return shared(subject.event.operands);
    case QueryName::Result:
        return shared(subject.event.result);
    case QueryName::Error:
        return shared(subject.event.error);
    case QueryName::Phase:
        return {State::Known, phaseText(subject.event.phase)};
    default:
        break;
    }
    const StackFrame *frame = frameOf(subject);
    if (frame == nullptr) return {State::Absent, {}};
    return {State::Known, part.name == QueryName::File ? frame->span.file : frame->function};
}

QueryList listOf(const Expression &part, const QuerySubject &subject) {
    QueryList list;
    if (part.kind == Kind::Call) {
        const TensorType type = typeOf(*part.parts[0], subject);
        return {type.state, {type.shape.begin(), type.shape.end()}};
    }
    for (const QueryPart &item : part.parts) {
        const QueryNumber number = queryNumber(*item, subject);
        if (number.state != State::Known) return {number.state, {}};
        list.values.push_back(number.value);
    }
    return list;
}

QueryNumber named(QueryName name, const QuerySubject &subject) {
    switch (name) {
    case QueryName::Number:
        return {State::Known, double(subject.event.number)};
    case QueryName::Time:
        return {State::Known, double(subject.event.durationNs)};
    case QueryName::Start:
        return {State::Known, double(subject.event.startNs - subject.originNs)};
    default:
        break;
    }
    const StackFrame *frame = frameOf(subject);
    return frame ? QueryNumber{State::Known, double(frame->span.line)} : QueryNumber{State::Absent};
}

QueryNumber itemOf(const Expression &item, const QuerySubject &subject) {
    const QueryNumber place = queryNumber(*item.parts[1], subject);
    if (place.state != State::Known) return place;
    const QueryList list = listOf(*item.parts[0], subject);
    if (list.state != State::Known) return {list.state};
    const auto count = double(list.values.size());
    const double at = place.value < 0 ? place.value + count : place.value; // from the end, as in Python
    if (!(at >= 0) || at >= count) return {State::Absent};
    return {State::Known, list.values[size_t(at)]};
}

double computed(char symbol, double a, double b) {
    switch (symbol) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    default:
        return a - b * std::floor(a / b);
    }
}

bool compares(char symbol, double a, double b) {
    switch (symbol) {
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return a < b;
    case '>':
        return a > b;
    case 'l':
        return a <= b;
    default:
        return a >= b;
    }
}

Verdict answer(const Expression &part, const QuerySubject &subject);

QueryNumber propertyOf(const Expression &call, const QuerySubject &subject) {
    const TensorType type = typeOf(*call.parts[0], subject);
    const int64_t value = call.function == QueryFunction::Rank ? type.shape.rank() : type.shape.product();
    return {type.state, double(value)};
}

/** Comparisons of texts; those that operators share are answered by their identity. */
template<class Matches> Verdict matched(const Expression &part, const QuerySubject &subject, Matches matches) {
    const QueryText text = textOf(*part.parts[0], subject);
    if (text.state != State::Known) return verdictWithout(text.state, State::Known);
    if (part.verdicts && text.shared) return verdictOf(part.verdicts->of(*text.shared, matches));
    return verdictOf(matches(text.value));
}

Verdict comparedTexts(const Expression &part, const QuerySubject &subject) {
    const QueryText right = textOf(*part.parts[1], subject);
    if (right.state != State::Known) return verdictWithout(right.state, State::Known);
    const bool wantsEqual = part.symbol == '=';
    return matched(part, subject, [&](std::string_view text) { return (text == right.value) == wantsEqual; });
}

Verdict compared(const Expression &part, const QuerySubject &subject) {
    switch (part.parts[0]->type) {
    case QueryType::Text:
        return comparedTexts(part, subject);
    case QueryType::List: {
        const QueryList a = listOf(*part.parts[0], subject), b = listOf(*part.parts[1], subject);
        if (a.state != State::Known || b.state != State::Known) return verdictWithout(a.state, b.state);
        return verdictOf((a.values == b.values) == (part.symbol == '='));
    }
    case QueryType::Bool: {
        const Verdict a = answer(*part.parts[0], subject), b = answer(*part.parts[1], subject);
        if (a == Verdict::Unknown || b == Verdict::Unknown) return Verdict::Unknown;
        return verdictOf((a == b) == (part.symbol == '='));
    }
    default:
        break;
    }
    const QueryNumber a = queryNumber(*part.parts[0], subject);
    if (a.state == State::Absent) return Verdict::No;
    const QueryNumber b = queryNumber(*part.parts[1], subject);
    if (a.state != State::Known || b.state != State::Known) return verdictWithout(a.state, b.state);
    return verdictOf(compares(part.symbol, a.value, b.value));
}

Verdict isOneOf(const Expression &part, const QuerySubject &subject) {
    const Expression &list = *part.parts[1];
    if (part.parts[0]->type == QueryType::Text)
        return matched(part, subject, [&](std::string_view text) {
            return std::any_of(list.parts.begin(), list.parts.end(),
                               [&](const QueryPart &item) { return item->text == text; });
        });
    const QueryNumber number = queryNumber(*part.parts[0], subject);
    const QueryList values = listOf(list, subject);
    if (number.state != State::Known || values.state != State::Known) return verdictWithout(number.state, values.state);
    return verdictOf(std::count(values.values.begin(), values.values.end(), number.value) > 0);
}

Verdict joined(const Expression &part, const QuerySubject &subject, Verdict decisive) {
    Verdict verdict = decisive == Verdict::No ? Verdict::Yes : Verdict::No;
    for (const QueryPart &each : part.parts) {
        const Verdict one = answer(*each, subject);
        if (one == decisive) return decisive;
        if (one == Verdict::Unknown) verdict = Verdict::Unknown;
    }
    return verdict;
}

Verdict answer(const Expression &part, const QuerySubject &subject) {
    switch (part.kind) {
    case Kind::Bool:
        return verdictOf(part.number != 0);
    case Kind::Name:
        return verdictOf(part.name == QueryName::Kernel ? subject.event.isKernel : subject.event.compilation >= 0);
    case Kind::Compare:
        return compared(part, subject);
    case Kind::Contains:
        return matched(part, subject, [&](std::string_view text) { return containsText(text, part.parts[1]->text); });
    case Kind::In:
        return isOneOf(part, subject);
    case Kind::And:
        return joined(part, subject, Verdict::No);
    case Kind::Or:
        return joined(part, subject, Verdict::Yes);
    case Kind::Not: {
        const Verdict inner = answer(*part.parts[0], subject);
        return inner == Verdict::Unknown ? inner : verdictOf(inner == Verdict::No);
    }
    default:
        break;
    }
    const QueryNumber reduced = reduceElements(part, subject);
    return reduced.state == State::Known ? verdictOf(reduced.value != 0) : verdictWithout(reduced.state, State::Known);
}

} // namespace

QueryNumber queryNumber(const Expression &part, const QuerySubject &subject) {
    switch (part.kind) {
    case Kind::Number:
        return {State::Known, part.number};
    case Kind::Name:
        return named(part.name, subject);
    case Kind::Item:
        return itemOf(part, subject);
    case Kind::Negative: {
        const QueryNumber number = queryNumber(*part.parts[0], subject);
        return {number.state, -number.value};
    }
    case Kind::Arithmetic: {
        const QueryNumber a = queryNumber(*part.parts[0], subject);
        const QueryNumber b = queryNumber(*part.parts[1], subject);
        if (a.state == State::Absent || b.state == State::Absent) return {State::Absent};
        if (a.state != State::Known || b.state != State::Known) return {State::Unknown};
        return {State::Known, computed(part.symbol, a.value, b.value)};
    }
    default:
        break;
    }
    if (part.parts[0]->type == QueryType::Number) { // abs of a number
        const QueryNumber number = queryNumber(*part.parts[0], subject);
        return {number.state, std::abs(number.value)};
    }
    if (info(part.function).takes == QueryFunctionInfo::Takes::Tensor) return propertyOf(part, subject);
    return reduceElements(part, subject);
}

Verdict Query::ask(const QuerySubject &subject) const {
    return m_root ? answer(*m_root, subject) : Verdict::Yes;
}

} // namespace jitscope::inline inspect
