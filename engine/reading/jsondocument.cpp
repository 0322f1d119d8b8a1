// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/jsondocument.h"

#include <charconv>
#include <limits>

namespace jitscope::inline reading {

namespace {

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool isWordPart(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
           c == '.';
}

/** What a word without quotes is. */
JsonKind kindOfWord(std::string_view word) {
    if (word == "null") return JsonKind::Null;
    if (word == "true" || word == "false") return JsonKind::Bool;
    const std::string_view unsignedWord = word.substr(word.starts_with('-') ? 1 : 0);
    if (unsignedWord == "NaN" || unsignedWord == "Infinity") return JsonKind::Number;
    double value = 0;
    const auto [rest, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool isNumber = rest == word.data() + word.size() && problem != std::errc::invalid_argument;
    return isNumber ? JsonKind::Number : JsonKind::None;
}

void appendUtf8(std::string &to, uint32_t code) {
    if (code < 0x80) {
        to += char(code);
    } else if (code < 0x800) {
        to += char(0xC0 | (code >> 6));
        to += char(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        to += char(0xE0 | (code >> 12));
        to += char(0x80 | ((code >> 6) & 0x3F));
        to += char(0x80 | (code & 0x3F));
    } else {
        to += char(0xF0 | (code >> 18));
        to += char(0x80 | ((code >> 12) & 0x3F));
        to += char(0x80 | ((code >> 6) & 0x3F));
        to += char(0x80 | (code & 0x3F));
    }
}

/** The four digits at `at`; a value that is no character where there are none. */
uint32_t hexAt(std::string_view text, size_t at) {
    uint32_t value = 0;
    if (at + 4 > text.size()) return 0xFFFD;
    const auto [rest, problem] = std::from_chars(text.data() + at, text.data() + at + 4, value, 16);
    return problem == std::errc() && rest == text.data() + at + 4 ? value : 0xFFFD;
}

/** Appends what \uXXXX at `at` (behind the u) stands for; how many bytes of the text it took. */
size_t unescapeUnicode(std::string_view text, size_t at, std::string &to) {
    const uint32_t first = hexAt(text, at);
    const bool isHigh = first >= 0xD800 && first < 0xDC00;
    if (isHigh && text.substr(std::min(at + 4, text.size())).starts_with("\\u")) {
        const uint32_t second = hexAt(text, at + 6);
        if (second >= 0xDC00 && second < 0xE000) {
            appendUtf8(to, 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00));
            return 10;
        }
    }
    const bool isHalf = first >= 0xD800 && first < 0xE000;
    appendUtf8(to, isHalf ? 0xFFFD : first);
    return 4;
}

std::string unescaped(std::string_view text) {
    std::string value;
    value.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            value += text[i];
            continue;
        }
        const char escape = text[++i];
        constexpr std::string_view names = "bfnrt", characters = "\b\f\n\r\t";
        if (const size_t which = names.find(escape); which != names.npos)
            value += characters[which];
        else if (escape == 'u')
            i += std::min(unescapeUnicode(text, i + 1, value), text.size() - i - 1);
        else
            value += escape;
    }
    return value;
}

} // namespace

// --- reading -------------------------------------------------------------------------------------------------------

/** Goes over the text once, with a list of what is open instead of calls in calls. */
class JsonDocument::Parser {
public:
    explicit Parser(JsonDocument &document)
        : m_document(document)
        , m_text(document.m_text) {}

    void run() {
        if (m_text.starts_with("\xEF\xBB\xBF")) m_at = 3;
        while (m_document.m_problem.empty() && step()) {
        }
        skipSpace();
        if (m_document.m_problem.empty() && m_at < m_text.size()) fail("something stands behind the end");
        while (!m_open.empty())
            close();
    }

private:
    void fail(const char *message) {
        m_document.m_problem = message;
        m_document.m_problemAt = int64_t(m_at);
        // A name without its value is no member.
        auto &nodes = m_document.m_nodes;
        if (m_hasName && !nodes.empty()) nodes.pop_back();
    }
    void skipSpace() {
        while (m_at < m_text.size() && isSpace(m_text[m_at]))
            ++m_at;
    }
    bool isIn(JsonKind kind) const { return !m_open.empty() && m_document.m_nodes[m_open.back()].kind == kind; }
    uint32_t add(JsonKind kind, size_t begin, size_t end) {
        m_document.m_nodes.push_back({kind, uint32_t(begin), uint32_t(end), uint32_t(m_document.m_nodes.size() + 1)});
        return uint32_t(m_document.m_nodes.size() - 1);
    }
    void close() {
        Node &node = m_document.m_nodes[m_open.back()];
        node.next = uint32_t(m_document.m_nodes.size());
        node.end = uint32_t(m_at);
        m_open.pop_back();
    }

    /** One token; false when the value is whole, or when it failed. */
    bool step() {
        skipSpace();
        if (m_at >= m_text.size()) {
            fail("the text ends early");
            return false;
        }
        const char c = m_text[m_at];
        if ((c == '}' && isIn(JsonKind::Object) && !m_hasName) || (c == ']' && isIn(JsonKind::Array))) {
            ++m_at;
            close();
            return behindValue();
        }
        if (m_needsComma) {
            if (c != ',') fail("a comma is expected");
            ++m_at;
            m_needsComma = false;
            return m_document.m_problem.empty();
        }
        if (isIn(JsonKind::Object) && !m_hasName) return name();
        return value(c);
    }

    bool name() {
        if (m_text[m_at] != '"') {
            fail("a name in quotes is expected");
            return false;
        }
        if (!string()) return false;
        skipSpace();
        m_hasName = true;
        if (m_at < m_text.size() && m_text[m_at] == ':') {
            ++m_at;
            return true;
        }
        fail("a colon is expected");
        return false;
    }

    bool value(char c) {
        if (c == '{' || c == '[') {
            m_open.push_back(add(c == '{' ? JsonKind::Object : JsonKind::Array, m_at, m_at));
            m_hasName = false;
            ++m_at;
            return true;
        }
        return (c == '"' ? string() : word()) && behindValue();
    }

    bool string() {
        const size_t begin = ++m_at;
        for (; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at)
            if (m_text[m_at] == '\\') ++m_at;
        if (m_at >= m_text.size()) {
            m_at = m_text.size();
            fail("the text ends in a string");
            return false;
        }
        add(JsonKind::String, begin, m_at++);
        return true;
    }

    bool word() {
        size_t end = m_at;
        while (end < m_text.size() && isWordPart(m_text[end]))
            ++end;
        const JsonKind kind = kindOfWord(std::string_view(m_text).substr(m_at, end - m_at));
        if (kind == JsonKind::None) {
            fail("a value is expected");
            return false;
        }
        add(kind, m_at, end);
        m_at = end;
        return true;
    }

    bool behindValue() {
        m_hasName = false;
        m_needsComma = true;
        return !m_open.empty();
    }

    JsonDocument &m_document;
    const std::string &m_text;
    size_t m_at = 0;
    std::vector<uint32_t> m_open;
    bool m_hasName = false, m_needsComma = false;
};

Result<JsonDocument> JsonDocument::parse(std::string text) {
    if (text.size() >= size_t(std::numeric_limits<int32_t>::max())) return Error{"JSON of 2 GB and more is not read"};
    JsonDocument document;
    document.m_text = std::move(text);
    Parser(document).run();
    return document;
}

// --- asking --------------------------------------------------------------------------------------------------------

JsonKind JsonValue::kind() const {
    return m_document ? m_document->m_nodes[m_node].kind : JsonKind::None;
}

JsonValue JsonValue::operator[](std::string_view key) const {
    if (kind() != JsonKind::Object) return {};
    const auto &nodes = m_document->m_nodes;
    for (uint32_t at = m_node + 1; at + 1 < nodes[m_node].next; at = nodes[at + 1].next) {
        const std::string_view name =
            std::string_view(m_document->m_text).substr(nodes[at].begin, nodes[at].end - nodes[at].begin);
        if (name == key || (name.find('\\') != name.npos && unescaped(name) == key)) return {m_document, at + 1};
    }
    return {};
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
    std::vector<std::pair<std::string, JsonValue>> list;
    if (kind() != JsonKind::Object) return list;
    const auto &nodes = m_document->m_nodes;
    for (uint32_t at = m_node + 1; at + 1 < nodes[m_node].next; at = nodes[at + 1].next)
        list.emplace_back(JsonValue(m_document, at).text(), JsonValue(m_document, at + 1));
    return list;
}

std::vector<JsonValue> JsonValue::items() const {
    std::vector<JsonValue> list;
    if (kind() != JsonKind::Array) return list;
    const auto &nodes = m_document->m_nodes;
    for (uint32_t at = m_node + 1; at < nodes[m_node].next; at = nodes[at].next)
        list.push_back({m_document, at});
    return list;
}

std::string_view JsonValue::raw() const {
    if (kind() == JsonKind::None) return {};
    const JsonDocument::Node &node = m_document->m_nodes[m_node];
    return std::string_view(m_document->m_text).substr(node.begin, node.end - node.begin);
}

std::string JsonValue::text() const {
    if (kind() == JsonKind::Array || kind() == JsonKind::Object) return {};
    return kind() == JsonKind::String ? unescaped(raw()) : std::string(raw());
}

std::string_view JsonValue::digits() const {
    const bool isNumber =
        kind() == JsonKind::Number || (kind() == JsonKind::String && kindOfWord(raw()) == JsonKind::Number);
    return isNumber ? raw() : std::string_view();
}

double JsonValue::real() const {
    double value = std::numeric_limits<double>::quiet_NaN();
    const std::string_view number = digits();
    std::from_chars(number.data(), number.data() + number.size(), value);
    return value;
}

} // namespace jitscope::inline reading
