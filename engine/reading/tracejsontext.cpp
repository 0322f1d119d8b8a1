// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsontext.h"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstddef>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace jitscope::inline reading::tracejson {

namespace {

constexpr size_t deepest = 512;

/** Characters of numbers and words: true, NaN, -Infinity, 1.5e+3. */
constexpr std::array<bool, 256> plainCharacters = [] {
    std::array<bool, 256> table{};
    for (int c = '0'; c <= '9'; ++c)
        table[size_t(c)] = true;
    for (int c = 'a'; c <= 'z'; ++c)
        table[size_t(c)] = table[size_t(c - 'a' + 'A')] = true;
    for (const char c : {'+', '-', '.', '_', '#'})
        table[size_t(c)] = true;
    return table;
}();

bool isPlain(char c) {
    return plainCharacters[static_cast<unsigned char>(c)];
}

/** The first quote or backslash from `at` on, or `end`. */
const char *nextQuoteOrEscape(const char *at, const char *end) {
#if defined(__SSE2__)
    const __m128i quote = _mm_set1_epi8('"'), escape = _mm_set1_epi8('\\');
    while (at < end) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at));
        const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, escape));
        if (const unsigned mask = unsigned(_mm_movemask_epi8(found)); mask != 0) {
            at += std::countr_zero(mask);
            return at < end ? at : end;
        }
        at += 16;
    }
    return end;
#else
    while (at < end && *at != '"' && *at != '\\')
        ++at;
    return at;
#endif
}

/** Reads a string whose opening quote the cursor stands on. */
Outcome readString(Cursor &cursor, RawValue &value) {
    const char *begin = cursor.at + 1, *at = begin;
    bool isEscaped = false;
    while (true) {
        at = nextQuoteOrEscape(at, cursor.end);
        if (at >= cursor.end) return Outcome::Cut;
        if (*at == '"') break;
        isEscaped = true;
        at += 2;
    }
    value = {{begin, size_t(at - begin)}, '"', isEscaped};
    cursor.at = at + 1;
    return Outcome::Good;
}

/** Passes a nested value whose opening bracket the cursor stands on; a stack of bits tells objects from arrays. */
class NestedReader {
public:
    explicit NestedReader(Cursor &cursor)
        : m_cursor(cursor) {}

    Outcome read() {
        open(*m_cursor.at == '{');
        ++m_cursor.at;
        while (m_depth > 0)
            if (const Outcome outcome = step(); outcome != Outcome::Good) return outcome;
        return Outcome::Good;
    }

private:
    void open(bool isObject) { m_isObject[m_depth++] = isObject; }

    /** One item of the innermost bracket, or its end. */
    Outcome step() {
        skipSpace(m_cursor);
        if (m_cursor.isAtEnd()) return Outcome::Cut;
        const bool isObject = m_isObject[m_depth - 1];
        if (*m_cursor.at == (isObject ? '}' : ']')) {
            ++m_cursor.at;
            --m_depth;
            return m_depth == 0 ? Outcome::Good : passComma();
        }
        RawValue ignored;
        if (isObject)
            if (const Outcome key = readKey(m_cursor, ignored); key != Outcome::Good) return key;
        const char c = *m_cursor.at;
        if (c == '{' || c == '[') {
            if (m_depth == deepest) return Outcome::Damaged;
            open(c == '{');
            ++m_cursor.at;
            return Outcome::Good;
        }
        if (const Outcome value = readValue(m_cursor, ignored); value != Outcome::Good) return value;
        return passComma();
    }

    /** Behind an item stands a comma or the end of the bracket. */
    Outcome passComma() {
        skipSpace(m_cursor);
        if (m_cursor.isAtEnd()) return Outcome::Cut;
        if (*m_cursor.at == ',') {
            ++m_cursor.at;
            return Outcome::Good;
        }
        return *m_cursor.at == (m_isObject[m_depth - 1] ? '}' : ']') ? Outcome::Good : Outcome::Damaged;
    }

    Cursor &m_cursor;
    std::bitset<deepest> m_isObject;
    size_t m_depth = 0;
};

/** Whether a key of that length is `name`; as one comparison of numbers, which std::string_view is not. */
template<size_t size> bool isKey(std::string_view key, const char (&name)[size]) {
    return std::memcmp(key.data(), name, size - 1) == 0;
}

/** Which member of an event a key names; null for one that nobody needs. */
RawValue *memberOf(RawEvent &event, std::string_view key) {
    switch (key.size()) {
    case 2:
        if (isKey(key, "ph")) return &event.phase;
        if (isKey(key, "ts")) return &event.time;
        if (isKey(key, "id")) return &event.id;
        return nullptr;
    case 3:
        if (isKey(key, "pid")) return &event.pid;
        if (isKey(key, "tid")) return &event.tid;
        if (isKey(key, "dur")) return &event.duration;
        if (isKey(key, "cat")) return &event.category;
        if (isKey(key, "id2")) return &event.id2;
        return nullptr;
    case 4:
        if (isKey(key, "name")) return &event.name;
        if (isKey(key, "args")) return &event.args;
        return nullptr;
    default:
        return nullptr;
    }
}

bool isKeyOfEvents(std::string_view key) {
    RawEvent event;
    return memberOf(event, key) != nullptr || key == "bp" || key == "s" || key == "cname";
}

size_t utf8Length(std::string_view text, size_t at) {
    const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto follows = [&](size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
    const unsigned first = byte(at), second = byte(at + 1);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return follows(at + 1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool isOverlong = first == 0xE0 && second < 0xA0, isSurrogate = first == 0xED && second > 0x9F;
        return follows(at + 1) && follows(at + 2) && !isOverlong && !isSurrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool isOverlong = first == 0xF0 && second < 0x90, isBeyond = first == 0xF4 && second > 0x8F;
        return follows(at + 1) && follows(at + 2) && follows(at + 3) && !isOverlong && !isBeyond ? 4 : 0;
    }
    return 0;
}

void appendUtf8(std::string &text, uint32_t code) {
    if (code < 0x80) {
        text += char(code);
    } else if (code < 0x800) {
        text += char(0xC0 | code >> 6);
        text += char(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        text += char(0xE0 | code >> 12);
        text += char(0x80 | (code >> 6 & 0x3F));
        text += char(0x80 | (code & 0x3F));
    } else {
        text += char(0xF0 | code >> 18);
        text += char(0x80 | (code >> 12 & 0x3F));
        text += char(0x80 | (code >> 6 & 0x3F));
        text += char(0x80 | (code & 0x3F));
    }
}

constexpr uint32_t replacement = 0xFFFD;

/** The four hexadecimal digits at `at`, or -1. */
int64_t hexAt(std::string_view text, size_t at) {
    if (at + 4 > text.size()) return -1;
    int64_t value = 0;
    for (const char c : text.substr(at, 4)) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

/** Resolves escapes of a string one after the other. */
class Decoder {
public:
    explicit Decoder(std::string_view text)
        : m_text(text) {}

    DecodedText decode() {
        m_result.text.reserve(m_text.size());
        while (m_at < m_text.size()) {
            if (m_text[m_at] == '\\')
                takeEscape();
            else
                takeCharacter();
        }
        return std::move(m_result);
    }

private:
    void takeCharacter() {
        const size_t length = utf8Length(m_text, m_at);
        if (length == 0) {
            mend();
            ++m_at;
            return;
        }
        m_result.text += m_text.substr(m_at, length);
        m_at += length;
    }

    void takeEscape() {
        constexpr std::string_view letters = "bfnrt\"\\/", meanings = "\b\f\n\r\t\"\\/";
        const char letter = m_at + 1 < m_text.size() ? m_text[m_at + 1] : '\0';
        if (letter == 'u') return takeCode();
        if (const size_t known = letters.find(letter); known != std::string_view::npos && letter != '\0') {
            m_result.text += meanings[known];
            m_at += 2;
            return;
        }
        m_result.text += '\\'; // a path of Windows that nobody escaped
        ++m_at;
    }

    void takeCode() {
        const int64_t code = hexAt(m_text, m_at + 2);
        if (code < 0) {
            m_result.text += '\\';
            ++m_at;
            return;
        }
        m_at += 6;
        if (code < 0xD800 || code > 0xDFFF) return appendUtf8(m_result.text, uint32_t(code));
        const bool isPair = code < 0xDC00 && m_text.substr(m_at).starts_with("\\u");
        const int64_t low = isPair ? hexAt(m_text, m_at + 2) : -1;
        if (low < 0xDC00 || low > 0xDFFF) return mend();
        m_at += 6;
        appendUtf8(m_result.text, uint32_t(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)));
    }

    void mend() {
        appendUtf8(m_result.text, replacement);
        m_result.isMended = true;
    }

    std::string_view m_text;
    size_t m_at = 0;
    DecodedText m_result;
};

} // namespace

Outcome readValue(Cursor &cursor, RawValue &value) {
    if (cursor.isAtEnd()) return Outcome::Cut;
    const char c = *cursor.at;
    if (c == '"') return readString(cursor, value);
    const char *begin = cursor.at;
    if (c == '{' || c == '[') {
        const Outcome outcome = NestedReader(cursor).read();
        if (outcome == Outcome::Good) value = {{begin, size_t(cursor.at - begin)}, c, false};
        return outcome;
    }
    while (cursor.at < cursor.end && isPlain(*cursor.at))
        ++cursor.at;
    if (cursor.isAtEnd()) return Outcome::Cut;
    if (cursor.at == begin) return Outcome::Damaged;
    value = {{begin, size_t(cursor.at - begin)}, '0', false};
    return Outcome::Good;
}

Outcome readKey(Cursor &cursor, RawValue &key) {
    if (cursor.isAtEnd()) return Outcome::Cut;
    if (*cursor.at != '"') return Outcome::Damaged;
    if (const Outcome read = readString(cursor, key); read != Outcome::Good) return read;
    skipSpace(cursor);
    if (cursor.isAtEnd()) return Outcome::Cut;
    if (*cursor.at != ':') return Outcome::Damaged;
    ++cursor.at;
    skipSpace(cursor);
    return cursor.isAtEnd() ? Outcome::Cut : Outcome::Good;
}

Continuation afterItem(Cursor &cursor, char closing) {
    skipSpace(cursor);
    if (cursor.isAtEnd()) return {Outcome::Cut, false};
    const char c = *cursor.at;
    if (c != ',' && c != closing) return {Outcome::Damaged, false};
    ++cursor.at;
    return {Outcome::Good, c == ','};
}

Outcome readEvent(Cursor &cursor, RawEvent &event) {
    ++cursor.at;
    while (true) {
        skipSpace(cursor);
        if (cursor.isAtEnd()) return Outcome::Cut;
        if (*cursor.at == '}') {
            ++cursor.at;
            return Outcome::Good;
        }
        RawValue key, value;
        if (const Outcome read = readKey(cursor, key); read != Outcome::Good) return read;
        if (const Outcome read = readValue(cursor, value); read != Outcome::Good) return read;
        if (RawValue *member = memberOf(event, key.text))
            *member = value;
        else if (key.text == "bp")
            event.bindsToEnclosing = value.text == "e";
        const Continuation next = afterItem(cursor, '}');
        if (next.outcome != Outcome::Good || !next.hasMore) return next.outcome;
    }
}

const char *nextEventLike(const char *from, const char *end) {
    char before = 0;
    for (const char *at = from; at < end; ++at) {
        if (*at == '{' && before != ':') {
            Cursor inside{at + 1, end};
            skipSpace(inside);
            RawValue key;
            constexpr ptrdiff_t longestKey = 16;
            inside.end = std::min(end, inside.at + longestKey);
            if (readKey(inside, key) != Outcome::Damaged && isKeyOfEvents(key.text)) return at;
        }
        if (!isSpace(*at)) before = *at;
    }
    return end;
}

DecodedText decoded(const RawValue &value) {
    if (value.kind == '"') return Decoder(value.text).decode();
    RawValue plain = value; // brackets and all as written, but as UTF-8
    DecodedText result;
    while (!plain.text.empty()) {
        const size_t length = utf8Length(plain.text, 0);
        if (length == 0) {
            appendUtf8(result.text, replacement);
            result.isMended = true;
        }
        result.text += plain.text.substr(0, length);
        plain.text.remove_prefix(std::max<size_t>(length, 1));
    }
    return result;
}

} // namespace jitscope::inline reading::tracejson
