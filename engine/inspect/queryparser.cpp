// SPDX-License-Identifier: Apache-2.0
// Reads queries by recursive descent, no deeper than a hostile text may drive it.
#include "engine/inspect/querybuilder.h"
#include "engine/inspect/querylexer.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace jitscope::inline inspect {

namespace {

using Token = QueryToken;

constexpr int deepest = 400;      ///< calls of the parser inside of each other
constexpr size_t longest = 20000; ///< bytes of a query

class Parser : QueryBuilder {
public:
    explicit Parser(std::vector<Token> tokens)
        : m_tokens(std::move(tokens)) {}

    Result<QueryPart> parse() {
        if (token().kind == Token::Kind::End) return QueryPart();
        const QueryPart root = condition(disjunction());
        if (root && token().kind != Token::Kind::End) refuse("expected \"and\", \"or\" or the end, not " + found());
        if (!error().empty()) return Error{error()};
        return root;
    }

private:
    // --- tokens ---
    const Token &token(size_t ahead = 0) const { return m_tokens[std::min(m_at + ahead, m_tokens.size() - 1)]; }
    void advance() { m_at = std::min(m_at + 1, m_tokens.size() - 1); }
    bool isSymbol(std::string_view text) const { return token().kind == Token::Kind::Symbol && token().text == text; }
    bool isWord(std::string_view text) const { return token().kind == Token::Kind::Word && token().text == text; }
    bool takeSymbol(std::string_view text) { return isSymbol(text) && (advance(), true); }
    bool takeWord(std::string_view text) { return isWord(text) && (advance(), true); }
    std::string found() const {
        if (token().kind == Token::Kind::End) return "the end";
        if (token().kind == Token::Kind::Number) return "a number";
        return "\"" + token().text + "\"";
    }
    using QueryBuilder::refuse;
    QueryPart refuse(const std::string &sentence) { return refuse(sentence, token().column); }

    // --- the grammar ---
    QueryPart disjunction() {
        std::vector<QueryPart> parts;
        do {
            parts.push_back(conjunction());
            if (!parts.back()) return nullptr;
        } while (takeWord("or") || takeSymbol("||"));
        return group(Kind::Or, std::move(parts));
    }

    bool beginsTerm() const {
        switch (token().kind) {
        case Token::Kind::Word:
            return !isWord("or") && !isWord("and") && !isWord("in");
        case Token::Kind::Text:
        case Token::Kind::Key:
        case Token::Kind::Number:
            return true;
        case Token::Kind::Symbol:
            return isSymbol("(") || isSymbol("#") || isSymbol("!") || isSymbol("-");
        default:
            return false;
        }
    }

    /** Terms with `and` between them, or side by side. */
    QueryPart conjunction() {
        std::vector<QueryPart> parts;
        do {
            parts.push_back(negation());
            if (!parts.back()) return nullptr;
        } while (takeWord("and") || takeSymbol("&&") || beginsTerm());
        return group(Kind::And, std::move(parts));
    }

    QueryPart negation() {
        const Nesting nesting(*this);
        if (nesting.isTooDeep()) return nullptr;
        if (takeWord("not") || takeSymbol("!")) return opposite(negation());
        if (isSymbol("-")) return minusOrNot();
        return comparison(nullptr);
    }

    /** `-word` is "not", `-3 < number` is a number: what follows tells. */
    QueryPart minusOrNot() {
        advance();
        const QueryPart part = isSymbol("-") ? unary() : postfix();
        if (!part) return nullptr;
        if (!isNumeric(*part) || isElementTest(*part)) return opposite(part);
        return comparison(negative(part));
    }

    /** The code of the comparison that stands here, or 0: the symbols of Expression, '~' and 'i' for `in`. */
    char comparisonHere() const {
        static constexpr std::array<std::pair<std::string_view, char>, 7> symbols = {
            {{"==", '='}, {"!=", '!'}, {"<", '<'}, {"<=", 'l'}, {">", '>'}, {">=", 'g'}, {"~", '~'}}};
        if (isWord("in")) return 'i';
        for (const auto &[text, code] : symbols)
            if (isSymbol(text)) return code;
        return 0;
    }

    /** `a < b < c` is `a < b and b < c`, as in Python. */
    QueryPart comparison(const QueryPart &begun) {
        QueryPart left = sum(begun);
        std::vector<QueryPart> parts;
        while (left && comparisonHere() != 0) {
            const std::string symbol = token().text;
            const char code = comparisonHere();
            const int column = token().column;
            advance();
            if (!beginsOperand()) return refuse("expected a value after \"" + symbol + "\"");
            const QueryPart right = sum(nullptr);
            if (!right) return nullptr;
            parts.push_back(compared(left, code, right, column));
            if (!parts.back()) return nullptr;
            left = right;
        }
        return !left || parts.empty() ? left : group(Kind::And, std::move(parts));
    }

    bool beginsOperand() const {
        if (isSymbol("[") || isWord("in")) return true;
        return beginsTerm() && !isSymbol("!") && token().kind != Token::Kind::Key;
    }

    QueryPart sum(const QueryPart &begun) {
        QueryPart left = product(begun);
        // Behind what is no number, "-" begins the next term.
        while (left && (isSymbol("+") || (isSymbol("-") && isNumeric(*left) && !isElementTest(*left)))) {
            const char symbol = token().text.front();
            advance();
            left = arithmetic(left, symbol, product(nullptr));
        }
        return left;
    }

    QueryPart product(const QueryPart &begun) {
        QueryPart left = begun ? begun : unary();
        while (left && (isSymbol("*") || isSymbol("/") || isSymbol("%"))) {
            const char symbol = token().text.front();
            advance();
            left = arithmetic(left, symbol, unary());
        }
        return left;
    }

    QueryPart unary() {
        const Nesting nesting(*this);
        if (nesting.isTooDeep()) return nullptr;
        if (!takeSymbol("-")) return postfix();
        const QueryPart part = unary();
        return part ? negative(part) : nullptr;
    }

    QueryPart postfix() {
        const Nesting nesting(*this);
        if (nesting.isTooDeep()) return nullptr;
        QueryPart part = primary();
        while (part && isSymbol("[") && !token().spaceBefore) {
            if (part->type != QueryType::List)
                return refuse("only a shape and the tensors out and in have places: shape(out)[0], in[1]");
            advance();
            const QueryPart place = sum(nullptr);
            if (!place) return nullptr;
            if (place->type != QueryType::Number)
                return refuse("a place is a number, as in shape(out)[0]", place->column);
            if (!takeSymbol("]")) return refuse("expected \"]\"");
            part = of(Kind::Item, QueryType::Number, {part, place});
        }
        return part;
    }

    QueryPart primary() {
        const Token here = token();
        switch (here.kind) {
        case Token::Kind::Number:
            advance();
            return here.isTime ? timePart(here.number, here.column) : numberPart(here.number, here.column);
        case Token::Kind::Text:
            advance();
            return literal(here.text, here.column);
        case Token::Kind::Key:
            advance();
            return keyed(here);
        case Token::Kind::Word:
            return word();
        default:
            break;
        }
        if (takeSymbol("(")) return inParentheses();
        if (takeSymbol("[")) return list(here.column);
        if (takeSymbol("#")) return numbered(here.column);
        return refuse("expected a name, a value or \"(\", not " + found());
    }

    QueryPart inParentheses() {
        const QueryPart part = disjunction();
        if (part && !takeSymbol(")")) return refuse("expected \")\", not " + found());
        return part;
    }

    QueryPart list(int column) {
        const Made made = make(Kind::List, QueryType::List, column);
        while (!isSymbol("]")) {
            const QueryPart item = sum(nullptr);
            if (!item) return nullptr;
            if (item->type != QueryType::Number && !isLiteral(*item))
                return refuse("a list holds numbers or texts", item->column);
            if (!made->parts.empty() && made->parts.front()->type != item->type)
                return refuse("a list holds numbers or texts, not both", item->column);
            made->parts.push_back(item);
            if (!takeSymbol(",")) break;
        }
        if (!takeSymbol("]")) return refuse("expected \"]\" or \",\", not " + found());
        return finish(made);
    }

    /** `#118` */
    QueryPart numbered(int column) {
        if (token().kind != Token::Kind::Number || token().isTime) return refuse("expected a number after \"#\"");
        const QueryPart number = numberPart(token().number, token().column);
        advance();
        return of(Kind::Compare, QueryType::Bool, {namePart(QueryName::Number, column), number}, '=');
    }

    /** `scope:fc`, `line:27` */
    QueryPart keyed(const Token &key) {
        const auto known = std::find_if(queryNames().begin(), queryNames().end(),
                                        [&](const QueryNameInfo &each) { return each.text == key.text; });
        const QueryPart name = namePart(known->name, key.column);
        if (known->type == QueryType::Text)
            return of(Kind::Contains, QueryType::Bool, {name, literal(key.value, key.column)});
        int64_t number = 0;
        const char *end = key.value.data() + key.value.size();
        if (std::from_chars(key.value.data(), end, number).ptr != end)
            return refuse("expected a number after \"" + key.text + ":\"", key.column);
        return of(Kind::Compare, QueryType::Bool, {name, numberPart(double(number), key.column)}, '=');
    }

    QueryPart word() {
        const Token here = token();
        advance();
        if (here.text == "True" || here.text == "False") return truth(here.text == "True", here.column);
        if (here.text == "None") return literal("", here.column);
        if (here.text == "out" || (here.text == "in" && isSymbol("["))) return tensor(here);
        if (here.text == "and" || here.text == "or" || here.text == "in" || here.text == "not")
            return refuse("expected a name or a value before \"" + here.text + "\"", here.column);
        if (isSymbol("(") && !token().spaceBefore) return function(here);
        const auto name = std::find_if(queryNames().begin(), queryNames().end(),
                                       [&](const QueryNameInfo &each) { return each.text == here.text; });
        if (name != queryNames().end()) return namePart(name->name, here.column);
        return literal(here.text, here.column);
    }

    /** out, out[1], in[0] */
    QueryPart tensor(const Token &here) {
        const Made made = make(Kind::Tensor, QueryType::Elements, here.column);
        made->isInput = here.text == "in";
        made->usesTensors = true;
        made->needs.results = !made->isInput;
        made->needs.values = true;
        if (!isSymbol("[") || token().spaceBefore) return made;
        advance();
        const double place = token().number;
        const bool isPlace = token().kind == Token::Kind::Number && !token().isTime && place >= 0 && place < 10000 &&
                             place == double(int(place));
        if (!isPlace) return refuse("expected the number of an operand or result, from 0, as in in[1]");
        made->number = place;
        advance();
        if (!takeSymbol("]")) return refuse("expected \"]\"");
        return made;
    }

    QueryPart function(const Token &here) {
        static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> otherNames = {
            {{"isnan", "nan"}, {"isinf", "inf"}, {"isfinite", "finite"}, {"l2", "norm"}}};
        std::string_view name = here.text;
        for (const auto &[other, known] : otherNames)
            if (name == other) name = known;
        const auto known = std::find_if(queryFunctions().begin(), queryFunctions().end(),
                                        [&](const QueryFunctionInfo &each) { return each.text == name; });
        if (known == queryFunctions().end())
            return refuse("there is no function \"" + here.text +
                              "\"; there are shape, dtype, size, rank, nan, inf, "
                              "finite, zero, any, all, max, min, mean, std, abs, sum and norm",
                          here.column);
        advance(); // the parenthesis
        if (isSymbol(")")) return refuse("expected a tensor in " + here.text + "(...), as in " + here.text + "(out)");
        const QueryPart argument = disjunction();
        if (!argument) return nullptr;
        if (!takeSymbol(")")) return refuse("expected \")\", not " + found());
        return call(known->function, argument, here.column);
    }

    /** Counts how deep the descent is. */
    class Nesting {
    public:
        explicit Nesting(Parser &parser)
            : m_parser(parser) {
            ++m_parser.m_depth;
        }
        ~Nesting() { --m_parser.m_depth; }
        Nesting(const Nesting &) = delete;
        Nesting &operator=(const Nesting &) = delete;
        bool isTooDeep() const {
            if (m_parser.m_depth <= deepest) return false;
            m_parser.refuse("this is nested too deeply");
            return true;
        }

    private:
        Parser &m_parser;
    };

    std::vector<Token> m_tokens;
    size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

Result<QueryPart> parseQuery(std::string_view text) {
    if (text.size() > longest) return queryError(int(longest), "the query is too long");
    Result<std::vector<Token>> tokens = queryTokens(text);
    if (!tokens) return tokens.error();
    return Parser(*std::move(tokens)).parse();
}

} // namespace jitscope::inline inspect
