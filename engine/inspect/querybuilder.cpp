// SPDX-License-Identifier: Apache-2.0
// The types of a query's parts. The depth of a tree is limited where it is built, so that walking one needs little
// stack.
#include "engine/inspect/querybuilder.h"

#include "engine/inspect/querylexer.h"

#include <algorithm>

namespace jitscope::inline inspect {

namespace {

using Expression = Query::Expression;
using Kind = Expression::Kind;

constexpr int deepest = 100;

bool isText(const Expression &expression) {
    return expression.type == QueryType::Text;
}

bool holdsTexts(const Expression &expression) {
    return expression.kind == Kind::List && !expression.parts.empty() && isText(*expression.parts.front());
}

bool isCallOf(const Expression &expression, QueryFunction function) {
    return expression.kind == Kind::Call && expression.function == function;
}

/** Texts that many operators share: their comparisons are answered by identity. */
bool isShared(const Expression &expression) {
    if (expression.kind != Kind::Name) return false;
    switch (expression.name) {
    case QueryName::Op:
    case QueryName::Scope:
    case QueryName::Operands:
    case QueryName::Result:
    case QueryName::Error:
        return true;
    default:
        return false;
    }
}

} // namespace

bool isNumeric(const Expression &expression) {
    return expression.type == QueryType::Number || expression.type == QueryType::Elements;
}

bool isLiteral(const Expression &expression) {
    return expression.kind == Kind::Text;
}

bool isElementTest(const Expression &expression) {
    return expression.kind == Kind::Call && info(expression.function).gives == QueryType::Elements &&
           expression.function != QueryFunction::Abs;
}

const char *typeWords(QueryType type) {
    switch (type) {
    case QueryType::Bool:
        return "a condition";
    case QueryType::Number:
        return "a number";
    case QueryType::Text:
        return "a text";
    case QueryType::List:
        return "a list";
    case QueryType::Elements:
        break;
    }
    return "a tensor";
}

QueryPart QueryBuilder::refuse(const std::string &sentence, int column) {
    if (m_error.empty()) m_error = queryError(column, sentence).message;
    return nullptr;
}

QueryBuilder::Made QueryBuilder::make(Kind kind, QueryType type, int column) const {
    auto made = std::make_shared<Expression>();
    made->kind = kind;
    made->type = type;
    made->column = column;
    return made;
}

QueryPart QueryBuilder::finish(const Made &made) {
    for (const QueryPart &part : made->parts) {
        made->depth = std::max(made->depth, part->depth + 1);
        made->needs.values |= part->needs.values;
        made->needs.results |= part->needs.results;
        made->needs.stack |= part->needs.stack;
        made->usesTensors |= part->usesTensors;
    }
    if (made->depth > deepest) return refuse("this is nested too deeply", made->column);
    return made;
}

QueryPart QueryBuilder::of(Kind kind, QueryType type, std::vector<QueryPart> parts, char symbol) {
    const Made made = make(kind, type, parts.front()->column);
    made->symbol = symbol;
    const bool decidesBySharedText =
        parts.size() == 2 && isShared(*parts[0]) && (isLiteral(*parts[1]) || parts[1]->kind == Kind::List);
    if (decidesBySharedText) made->verdicts = std::make_shared<TextVerdicts>();
    made->parts = std::move(parts);
    return finish(made);
}

QueryPart QueryBuilder::literal(const std::string &text, int column) {
    const Made made = make(Kind::Text, QueryType::Text, column);
    made->text = text;
    return made;
}

QueryPart QueryBuilder::numberPart(double number, int column) {
    const Made made = make(Kind::Number, QueryType::Number, column);
    made->number = number;
    return made;
}

QueryPart QueryBuilder::timePart(double nanoseconds, int column) {
    const Made made = make(Kind::Number, QueryType::Number, column);
    made->number = nanoseconds;
    made->isTime = true;
    return made;
}

QueryPart QueryBuilder::namePart(QueryName name, int column) {
    const Made made = make(Kind::Name, info(name).type, column);
    made->name = name;
    made->needs.stack = name == QueryName::File || name == QueryName::Line || name == QueryName::Function;
    made->needs.results = name == QueryName::Time || name == QueryName::Result || name == QueryName::Error;
    return made;
}

QueryPart QueryBuilder::condition(const QueryPart &part) {
    if (!part || part->type == QueryType::Bool) return part;
    if (isLiteral(*part)) return of(Kind::Contains, QueryType::Bool, {namePart(QueryName::Op, part->column), part});
    if (isText(*part)) // a text by itself: there is one
        return of(Kind::Compare, QueryType::Bool, {part, literal("", part->column)}, '!');
    if (isElementTest(*part)) {
        const bool isAny = part->function == QueryFunction::Nan || part->function == QueryFunction::Inf;
        return call(isAny ? QueryFunction::Any : QueryFunction::All, part, part->column);
    }
    if (part->type == QueryType::Elements)
        return refuse("a tensor is neither true nor false; say any(...) or all(...), or compare max(...)",
                      part->column);
    return refuse(std::string(typeWords(part->type)) + " is no condition; compare it, as in \"time > 1ms\"",
                  part->column);
}

QueryPart QueryBuilder::group(Kind kind, std::vector<QueryPart> parts) {
    if (parts.size() == 1) return parts.front();
    for (QueryPart &part : parts)
        if (part = condition(part); !part) return nullptr;
    // What needs no values is asked first; it may settle the matter.
    std::stable_partition(parts.begin(), parts.end(), [](const QueryPart &part) { return !part->needs.values; });
    return of(kind, QueryType::Bool, std::move(parts));
}

QueryPart QueryBuilder::opposite(const QueryPart &part) {
    const QueryPart wanted = condition(part);
    return wanted ? of(Kind::Not, QueryType::Bool, {wanted}) : nullptr;
}

QueryPart QueryBuilder::negative(const QueryPart &part) {
    if (!isNumeric(*part))
        return refuse(std::string("\"-\" needs a number, not ") + typeWords(part->type), part->column);
    return of(Kind::Negative, part->type, {part});
}

QueryPart QueryBuilder::compared(const QueryPart &left, char code, const QueryPart &right, int column) {
    if (code == '~') return contains(left, right, column);
    if (code == 'i') return isOneOf(left, right, column);
    if (left->type == QueryType::Elements || right->type == QueryType::Elements) {
        if (isNumeric(*left) && isNumeric(*right)) return of(Kind::Compare, QueryType::Elements, {left, right}, code);
    } else if (left->type == right->type) {
        const bool hasOrder = left->type == QueryType::Number;
        if (!hasOrder && code != '=' && code != '!')
            return refuse(std::string(typeWords(left->type)) + " is compared with == or !=", column);
        if (holdsTexts(*left) || holdsTexts(*right))
            return refuse("lists of texts cannot be compared; ask with \"in\", as in op in [\"Add\", \"Mul\"]", column);
        return equality(left, code, right);
    }
    return refuse(std::string(typeWords(left->type)) + " cannot be compared with " + typeWords(right->type), column);
}

QueryPart QueryBuilder::equality(QueryPart left, char code, QueryPart right) {
    if (isLiteral(*left) && !isLiteral(*right)) std::swap(left, right);
    if (isCallOf(*left, QueryFunction::DType) && isLiteral(*right)) {
        std::optional<DType> dtype = dtypeNamed(right->text);
        for (int i = 0; i < dtypeCount && !dtype; ++i)
            if (jitscope::info(DType(i)).brief == right->text) dtype = DType(i);
        if (!dtype) return refuse("there is no dtype \"" + right->text + "\"", right->column);
        right = literal(std::string(jitscope::info(*dtype).python), right->column);
    }
    return of(Kind::Compare, QueryType::Bool, {left, right}, code);
}

QueryPart QueryBuilder::contains(const QueryPart &left, const QueryPart &right, int column) {
    if (!isText(*left) || !isLiteral(*right))
        return refuse("\"~\" asks whether a text contains another, as in op ~ \"MatMul\"", column);
    return of(Kind::Contains, QueryType::Bool, {left, right});
}

QueryPart QueryBuilder::isOneOf(const QueryPart &left, const QueryPart &right, int column) {
    if (isLiteral(*left) && isText(*right) && !isLiteral(*right))
        return of(Kind::Contains, QueryType::Bool, {right, left}); // "fc" in scope
    if (right->type != QueryType::List)
        return refuse("\"in\" needs a list behind it, as in op in [\"Add\", \"Mul\"]", column);
    if (left->type != QueryType::Number && left->type != QueryType::Text)
        return refuse(std::string(typeWords(left->type)) + " cannot be in a list", left->column);
    const auto fits = [&](const QueryPart &item) { return item->type == left->type; };
    if (right->kind == Kind::List && !std::all_of(right->parts.begin(), right->parts.end(), fits))
        return refuse("the list holds something else than " + std::string(typeWords(left->type)), right->column);
    if (right->kind != Kind::List && isText(*left)) return refuse("a shape holds numbers", right->column);
    return of(Kind::In, QueryType::Bool, {left, right});
}

QueryPart QueryBuilder::arithmetic(const QueryPart &left, char symbol, const QueryPart &right) {
    if (!right) return nullptr;
    for (const QueryPart &part : {left, right})
        if (!isNumeric(*part))
            return refuse(std::string({'"', symbol, '"'}).append(" needs numbers, not ").append(typeWords(part->type)),
                          part->column);
    const bool ofElements = left->type == QueryType::Elements || right->type == QueryType::Elements;
    return of(Kind::Arithmetic, ofElements ? QueryType::Elements : QueryType::Number, {left, right}, symbol);
}

QueryPart QueryBuilder::truth(bool value, int column) {
    const Made made = make(Kind::Bool, QueryType::Bool, column);
    made->number = value;
    return made;
}

QueryPart QueryBuilder::call(QueryFunction function, const QueryPart &argument, int column) {
    const QueryFunctionInfo &known = info(function);
    const bool wantsTensor = known.takes == QueryFunctionInfo::Takes::Tensor;
    const bool isNumber = argument->type == QueryType::Number && function == QueryFunction::Abs;
    if (wantsTensor && argument->kind != Kind::Tensor)
        return refuse(std::string(known.text) + "(...) needs a tensor: out, out[1] or in[0]", argument->column);
    if (!wantsTensor && !isNumber && argument->type != QueryType::Elements)
        return refuse(std::string(known.text) + "(...) needs a tensor, not " + typeWords(argument->type),
                      argument->column);
    const Made made = make(Kind::Call, isNumber ? QueryType::Number : known.gives, column);
    made->function = function;
    made->parts = {argument};
    const QueryPart result = finish(made);
    if (result && wantsTensor) made->needs.values = false;
    return result;
}

} // namespace jitscope::inline inspect
