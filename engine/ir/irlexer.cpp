// SPDX-License-Identifier: Apache-2.0
// Brackets, lists, numbers, quoted strings and source locations of dump text.
#include "engine/ir/irlexer.h"

#include "engine/base/text.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace jitscope::inline ir {

namespace {

constexpr size_t npos = std::string_view::npos;
/** Marks a source line that several nodes share; no part of the line. */
constexpr std::string_view sharedLineHint = "<~~";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isOpening(char c, Brackets brackets) {
    return c == '(' || c == '[' || c == '{' || (c == '<' && brackets == Brackets::WithAngles);
}

bool isClosing(char c, Brackets brackets) {
    return c == ')' || c == ']' || c == '}' || (c == '>' && brackets == Brackets::WithAngles);
}

/** Whether the line that starts at `position` begins a new statement of a dump. */
bool startsStatement(std::string_view text, size_t position) {
    if (position < text.size() && text[position] == '}') return true;
    while (position < text.size() && (text[position] == ' ' || text[position] == '\t'))
        ++position;
    const std::string_view rest = text.substr(position);
    for (const std::string_view start : {"subgraph ", "# ", "Return(", "return(", "Primitive::Return"})
        if (rest.starts_with(start)) return true;
    if (rest.size() < 2 || rest[0] != '%' || !isDigit(rest[1])) return false;
    // "%3(name) = " or "%3 = ", but not an argument on a wrapped line.
    const size_t end = rest.find_first_not_of("0123456789", 1);
    return end != npos && (rest[end] == '(' || rest[end] == ' ' || rest[end] == '=');
}

/** Steps over quoted text. A quote without partner on its line stands for itself, and so do all later ones of it. */
class Quotes {
public:
    explicit Quotes(std::string_view text)
        : m_text(text) {}

    /** The last position of the string that starts at `i`; `i` itself where none starts. */
    size_t past(size_t i) {
        if (m_text[i] != '"' || i < m_ignoredUntil) return i;
        const size_t end = afterQuoted(m_text, i);
        if (end == i + 1) m_ignoredUntil = std::min(m_text.find('\n', i), m_text.size());
        return end - 1;
    }

private:
    std::string_view m_text;
    size_t m_ignoredUntil = 0;
};

/** The number at the start of `text`, which is shortened by it; nothing if there is none. */
std::optional<int> takeNumber(std::string_view &text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    text.remove_prefix(size_t(end - text.data()));
    return value;
}

bool take(std::string_view &text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/** "16~18, 12~25/..." with any of the later parts missing; what is left of `text` starts at the slash. */
std::optional<SourceSpan> takeLines(std::string_view &text) {
    SourceSpan span;
    const auto line = takeNumber(text);
    if (!line) return std::nullopt;
    span.line = span.endLine = *line;
    if (take(text, "~")) {
        const auto end = takeNumber(text);
        if (!end) return std::nullopt;
        span.endLine = *end;
    }
    if (take(text, ", ")) {
        const auto column = takeNumber(text);
        if (!column || !take(text, "~")) return std::nullopt;
        const auto end = takeNumber(text);
        if (!end) return std::nullopt;
        span.column = *column;
        span.endColumn = *end;
    }
    return span;
}

} // namespace

size_t afterQuoted(std::string_view text, size_t open) {
    for (size_t i = open + 1; i < text.size() && text[i] != '\n'; ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            return i + 1;
        }
    }
    return open + 1;
}

size_t closingBracket(std::string_view text, size_t open, Brackets brackets) {
    Quotes quotes(text);
    int depth = 0;
    for (size_t i = open; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            i = quotes.past(i);
        } else if (isOpening(c, brackets)) {
            ++depth;
        } else if (isClosing(c, brackets)) {
            if (--depth == 0) return i;
        } else if (c == '\n' && startsStatement(text, i + 1)) {
            return npos;
        }
    }
    return npos;
}

std::vector<std::string_view> splitList(std::string_view text, Brackets brackets) {
    std::vector<std::string_view> pieces;
    if (trimmed(text).empty()) return pieces;
    Quotes quotes(text);
    int depth = 0;
    size_t start = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            i = quotes.past(i);
        } else if (isOpening(c, brackets)) {
            ++depth;
        } else if (isClosing(c, brackets)) {
            --depth;
        } else if (c == ',' && depth <= 0) {
            pieces.push_back(trimmed(text.substr(start, i - start)));
            start = i + 1;
        }
    }
    pieces.push_back(trimmed(text.substr(start)));
    return pieces;
}

std::vector<std::pair<std::string_view, std::string_view>> splitPairs(std::string_view text, char separator) {
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    for (const std::string_view piece : splitList(text)) {
        const size_t middle = piece.find(separator);
        if (middle == npos || middle == 0) continue;
        pairs.emplace_back(trimmed(piece.substr(0, middle)), trimmed(piece.substr(middle + 1)));
    }
    return pairs;
}

std::optional<int64_t> wholeNumber(std::string_view text) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<double> realNumber(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || text.empty()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // from_chars leaves the value alone; a magnitude that is out of range is either endless or nothing.
        const bool tiny = text.find("e-") != npos || text.find("E-") != npos;
        const double magnitude = tiny ? 0.0 : std::numeric_limits<double>::infinity();
        return text.front() == '-' ? -magnitude : magnitude;
    }
    if (error != std::errc()) return std::nullopt;
    return value;
}

std::string singleLine(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    for (const char c : trimmed(text)) {
        const bool space = c == '\n' || c == '\r' || c == '\t' || c == ' ';
        if (!space) {
            line += c;
        } else if (line.back() != ' ') {
            line += ' ';
        }
    }
    return line;
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        switch (c) {
        case '"':
            result += "\\\"";
            break;
        case '\\':
            result += "\\\\";
            break;
        case '\n':
            result += "\\n";
            break;
        case '\r':
            result += "\\r";
            break;
        case '\t':
            result += "\\t";
            break;
        default:
            result += c;
        }
    }
    return result + '"';
}

std::optional<std::string> unquoted(std::string_view text) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
    if (afterQuoted(text, 0) != text.size()) return std::nullopt;
    std::string result;
    for (size_t i = 1; i + 1 < text.size(); ++i) {
        const char next = text[i + 1];
        const std::string_view known = "\"\\nrt", meaning = "\"\\\n\r\t";
        const size_t escape = text[i] == '\\' && i + 2 < text.size() ? known.find(next) : npos;
        if (escape == npos) {
            result += text[i];
        } else {
            result += meaning[escape];
            ++i;
        }
    }
    return result;
}

std::optional<SourceSpan> parseLocation(std::string_view text) {
    if (const size_t hint = text.rfind(sharedLineHint); hint != npos) text = text.substr(0, hint);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r'))
        text.remove_suffix(1);
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != ':' && text[i] != '(') continue;
        std::string_view rest = text.substr(i + 1);
        if (rest.empty() || !isDigit(rest.front())) continue;
        auto span = takeLines(rest);
        if (!span || (text[i] == '(' && !take(rest, ")")) || !take(rest, "/")) continue;
        if (!rest.empty() && rest.back() == '/') rest.remove_suffix(1);
        span->file = std::string(trimmed(text.substr(0, i)));
        span->text = std::string(rest);
        return span;
    }
    return std::nullopt;
}

std::string locationText(const SourceSpan &span) {
    std::string text = span.file + format(":%d", span.line);
    if (span.endLine > span.line) text += format("~%d", span.endLine);
    if (span.column != 0 || span.endColumn != 0) text += format(", %d~%d", span.column, span.endColumn);
    std::string source = span.text;
    std::replace(source.begin(), source.end(), '\n', ' ');
    return text + "/" + source + "/";
}

} // namespace jitscope::inline ir
