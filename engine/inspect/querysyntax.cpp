// SPDX-License-Identifier: Apache-2.0
// The names and functions of the query language, and trees printed back as text and as words.
#include "engine/inspect/querysyntax.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace jitscope::inline inspect {

namespace {

using Expression = Query::Expression;
using Kind = Expression::Kind;

std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

const char *symbolText(char symbol) {
    switch (symbol) {
    case '=':
        return "==";
    case '!':
        return "!=";
    case 'l':
        return "<=";
    case 'g':
        return ">=";
    case '<':
        return "<";
    case '>':
        return ">";
    case '+':
        return "+";
    case '-':
        return "-";
    case '*':
        return "*";
    case '/':
        return "/";
    default:
        return "%";
    }
}

const char *symbolWords(char symbol) {
    switch (symbol) {
    case '=':
        return "is";
    case '!':
        return "is not";
    case 'l':
        return "is at most";
    case 'g':
        return "is at least";
    case '<':
        return "is below";
    default:
        return "is above";
    }
}

std::string numberText(const Expression &expression) {
    if (!expression.isTime) return shortestNumber(expression.number);
    return shortestNumber(expression.number) + "ns";
}

std::string tensorText(const Expression &tensor) {
    if (tensor.isInput) return format("in[%d]", int(tensor.number));
    return tensor.number == 0 ? std::string("out") : format("out[%d]", int(tensor.number));
}

std::string joined(const std::vector<QueryPart> &parts, const char *separator,
                   std::string (*text)(const Expression &)) {
    std::vector<std::string> texts;
    for (const QueryPart &part : parts)
        texts.push_back(text(*part));
    return join(texts, separator);
}

std::string binary(const Expression &expression, const char *symbol) {
    return "(" + printed(*expression.parts[0]) + " " + symbol + " " + printed(*expression.parts[1]) + ")";
}

/** A value in an explanation. */
std::string valueWords(const Expression &value) {
    if (value.kind == Kind::Name) return info(value.name).words;
    if (value.kind == Kind::Number && value.isTime) return humanTime(int64_t(value.number));
    std::string text = printed(value);
    if (value.kind == Kind::Arithmetic) return text.substr(1, text.size() - 2);
    return text;
}

std::string termWords(const Expression &term) {
    const bool isGroup = term.kind == Kind::And || term.kind == Kind::Or;
    return isGroup ? "(" + inWords(term) + ")" : inWords(term);
}

std::string comparisonWords(const Expression &comparison) {
    return valueWords(*comparison.parts[0]) + " " + symbolWords(comparison.symbol) + " " +
           valueWords(*comparison.parts[1]);
}

} // namespace

const std::vector<QueryNameInfo> &queryNames() {
    static const std::vector<QueryNameInfo> names = {
        {QueryName::Op, "op", QueryType::Text, "operator's name"},
        {QueryName::Number, "number", QueryType::Number, "number"},
        {QueryName::Scope, "scope", QueryType::Text, "scope"},
        {QueryName::File, "file", QueryType::Text, "file"},
        {QueryName::Line, "line", QueryType::Number, "line"},
        {QueryName::Function, "function", QueryType::Text, "function"},
        {QueryName::Time, "time", QueryType::Number, "time"},
        {QueryName::Start, "start", QueryType::Number, "start since the first operator"},
        {QueryName::Operands, "operands", QueryType::Text, "operands"},
        {QueryName::Result, "result", QueryType::Text, "type of the result"},
        {QueryName::Error, "error", QueryType::Text, "error"},
        {QueryName::Phase, "phase", QueryType::Text, "phase"},
        {QueryName::Kernel, "kernel", QueryType::Bool, "is a fused kernel"},
        {QueryName::Graph, "graph", QueryType::Bool, "ran in a compiled graph"},
    };
    return names;
}

const QueryNameInfo &info(QueryName name) {
    const QueryNameInfo &found = queryNames()[size_t(name)];
    assert(found.name == name);
    return found;
}

const std::vector<QueryFunctionInfo> &queryFunctions() {
    using Takes = QueryFunctionInfo::Takes;
    static const std::vector<QueryFunctionInfo> functions = {
        {QueryFunction::Shape, "shape", Takes::Tensor, QueryType::List},
        {QueryFunction::DType, "dtype", Takes::Tensor, QueryType::Text},
        {QueryFunction::Size, "size", Takes::Tensor, QueryType::Number},
        {QueryFunction::Rank, "rank", Takes::Tensor, QueryType::Number},
        {QueryFunction::Nan, "nan", Takes::Elements, QueryType::Elements},
        {QueryFunction::Inf, "inf", Takes::Elements, QueryType::Elements},
        {QueryFunction::Finite, "finite", Takes::Elements, QueryType::Elements},
        {QueryFunction::Zero, "zero", Takes::Elements, QueryType::Elements},
        {QueryFunction::Any, "any", Takes::Elements, QueryType::Bool},
        {QueryFunction::All, "all", Takes::Elements, QueryType::Bool},
        {QueryFunction::Max, "max", Takes::Elements, QueryType::Number},
        {QueryFunction::Min, "min", Takes::Elements, QueryType::Number},
        {QueryFunction::Mean, "mean", Takes::Elements, QueryType::Number},
        {QueryFunction::Std, "std", Takes::Elements, QueryType::Number},
        {QueryFunction::Abs, "abs", Takes::Elements, QueryType::Elements},
        {QueryFunction::Sum, "sum", Takes::Elements, QueryType::Number},
        {QueryFunction::Norm, "norm", Takes::Elements, QueryType::Number},
    };
    return functions;
}

const QueryFunctionInfo &info(QueryFunction function) {
    const QueryFunctionInfo &found = queryFunctions()[size_t(function)];
    assert(found.function == function);
    return found;
}

std::string printed(const Expression &expression) {
    const auto &parts = expression.parts;
    switch (expression.kind) {
    case Kind::Number:
        return numberText(expression);
    case Kind::Text:
        return quoted(expression.text);
    case Kind::Bool:
        return expression.number != 0 ? "True" : "False";
    case Kind::List:
        return "[" + joined(parts, ", ", printed) + "]";
    case Kind::Name:
        return info(expression.name).text;
    case Kind::Tensor:
        return tensorText(expression);
    case Kind::Call:
        return std::string(info(expression.function).text) + "(" + printed(*parts[0]) + ")";
    case Kind::Item:
        return printed(*parts[0]) + "[" + printed(*parts[1]) + "]";
    case Kind::Negative:
        return "(-" + printed(*parts[0]) + ")";
    case Kind::Arithmetic:
    case Kind::Compare:
        return binary(expression, symbolText(expression.symbol));
    case Kind::Contains:
        return binary(expression, "~");
    case Kind::In:
        return binary(expression, "in");
    case Kind::Not:
        return "(not " + printed(*parts[0]) + ")";
    case Kind::And:
        return "(" + joined(parts, " and ", printed) + ")";
    case Kind::Or:
        break;
    }
    return "(" + joined(parts, " or ", printed) + ")";
}

std::string inWords(const Expression &expression) {
    const auto &parts = expression.parts;
    switch (expression.kind) {
    case Kind::Name:
        return info(expression.name).words;
    case Kind::Contains:
        return valueWords(*parts[0]) + " contains " + valueWords(*parts[1]);
    case Kind::In:
        return valueWords(*parts[0]) + " is one of " + valueWords(*parts[1]);
    case Kind::Compare:
        return comparisonWords(expression);
    case Kind::Not:
        return "not: " + termWords(*parts[0]);
    case Kind::And:
        return joined(parts, " and ", termWords);
    case Kind::Or:
        return joined(parts, " or ", termWords);
    default:
        return printed(expression);
    }
}

} // namespace jitscope::inline inspect
