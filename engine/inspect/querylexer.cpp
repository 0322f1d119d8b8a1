// SPDX-License-Identifier: Apache-2.0
// Splits the text of a query into words, numbers with their units, quoted texts, `key:value` pairs and symbols.
#include "engine/inspect/querylexer.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace jitscope::inline inspect {

namespace {

using Token = QueryToken;
using Kind = Token::Kind;

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
/** Letters of other scripts count too: file and class names may have them. */
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

struct Unit {
    std::string_view text;
    double nanoseconds;
};
constexpr std::array<Unit, 5> units = {{{"ns", 1}, {"us", 1e3}, {"\xC2\xB5s", 1e3}, {"ms", 1e6}, {"s", 1e9}}};

class Lexer {
public:
    explicit Lexer(std::string_view text)
        : m_text(text) {}

    Result<std::vector<Token>> tokens() {
        std::vector<Token> all;
        while (true) {
            const size_t before = m_at;
            while (m_at < m_text.size() && isSpace(m_text[m_at]))
                ++m_at;
            const bool spaceBefore = m_at > before || m_at == 0;
            if (!all.empty()) all.back().spaceAfter = spaceBefore || m_at == m_text.size();
            m_token = {};
            m_token.column = int(m_at) + 1;
            m_token.spaceBefore = spaceBefore;
            if (m_at == m_text.size()) break;
            if (const auto error = read()) return *error;
            all.push_back(m_token);
        }
        all.push_back(m_token);
        return all;
    }

private:
    std::string_view rest() const { return m_text.substr(m_at); }
    char peek(size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }

    std::optional<Error> read() {
        const char c = peek();
        if (isDigit(c) || (c == '.' && isDigit(peek(1)))) return number();
        if (c == '"' || c == '\'') return quoted(Kind::Text);
        if (isLetter(c)) return word();
        return symbol();
    }

    std::optional<Error> number() {
        m_token.kind = Kind::Number;
        const auto [end, code] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), m_token.number);
        if (code != std::errc()) return queryError(m_token.column, "this number is too large or too small");
        m_at = size_t(end - m_text.data());
        std::string_view letters = rest();
        letters =
            letters.substr(0, size_t(std::find_if_not(letters.begin(), letters.end(), isLetter) - letters.begin()));
        if (letters.empty()) return std::nullopt;
        const auto unit =
            std::find_if(units.begin(), units.end(), [&](const Unit &each) { return each.text == letters; });
        if (unit == units.end())
            return queryError(int(m_at) + 1,
                              "\"" + std::string(letters) + "\" is no unit of time; there are ns, us, ms and s");
        m_at += letters.size();
        m_token.number *= unit->nanoseconds;
        m_token.isTime = true;
        return std::nullopt;
    }

    std::optional<Error> quoted(Kind kind) {
        const char quote = m_text[m_at++];
        std::string content;
        while (m_at < m_text.size() && m_text[m_at] != quote) {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size()) ++m_at;
            content += m_text[m_at++];
        }
        if (m_at == m_text.size())
            return queryError(
                m_token.column,
                std::string("expected a closing ").append(1, quote).append(" for the text that begins here"));
        ++m_at;
        m_token.kind = kind;
        (kind == Kind::Key ? m_token.value : m_token.text) = content;
        return std::nullopt;
    }

    std::optional<Error> word() {
        const size_t begin = m_at;
        while (m_at < m_text.size() && (isLetter(peek()) || isDigit(peek()) || (peek() == '.' && isLetter(peek(1)))))
            ++m_at;
        m_token.kind = Kind::Word;
        m_token.text = m_text.substr(begin, m_at - begin);
        if (peek() != ':') return std::nullopt;
        if (!isQueryKey(m_token.text))
            return queryError(m_token.column,
                              "there is no \"" + m_token.text +
                                  ":\" to filter by; there are op:, scope:, "
                                  "file:, line:, function:, phase:, operands:, result:, error: and number:");
        ++m_at;
        return value();
    }

    /** What stands behind `key:`, up to the next space or closing bracket. */
    std::optional<Error> value() {
        if (peek() == '"' || peek() == '\'') return quoted(Kind::Key);
        const size_t begin = m_at;
        while (m_at < m_text.size() && !isSpace(peek()) && peek() != ')')
            ++m_at;
        if (m_at == begin) return queryError(int(m_at) + 1, "expected a value after \"" + m_token.text + ":\"");
        m_token.kind = Kind::Key;
        m_token.value = m_text.substr(begin, m_at - begin);
        return std::nullopt;
    }

    std::optional<Error> symbol() {
        static constexpr std::array<std::string_view, 6> pairs = {"==", "!=", "<=", ">=", "&&", "||"};
        m_token.kind = Kind::Symbol;
        for (const std::string_view pair : pairs)
            if (rest().starts_with(pair)) {
                m_at += 2;
                m_token.text = pair;
                return std::nullopt;
            }
        const char c = m_text[m_at];
        if (c == '=') return queryError(m_token.column, "\"=\" compares as \"==\" here");
        if (std::string_view("<>~+-*/%()[],#!").find(c) == std::string_view::npos)
            return queryError(m_token.column, std::string({'"', c, '"'}).append(" means nothing here"));
        m_token.text = std::string(1, c);
        ++m_at;
        return std::nullopt;
    }

    std::string_view m_text;
    size_t m_at = 0;
    Token m_token;
};

} // namespace

Error queryError(int column, const std::string &sentence) {
    return Error{"column " + std::to_string(column) + ": " + sentence};
}

bool isQueryKey(std::string_view word) {
    static constexpr std::array<std::string_view, 10> keys = {"op",    "scope",    "file",   "line",  "function",
                                                              "phase", "operands", "result", "error", "number"};
    return std::find(keys.begin(), keys.end(), word) != keys.end();
}

Result<std::vector<QueryToken>> queryTokens(std::string_view text) {
    return Lexer(text).tokens();
}

} // namespace jitscope::inline inspect
