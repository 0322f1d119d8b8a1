// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsoncutter.h"

#include <algorithm>
#include <bit>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace jitscope::inline reading::tracejson {

namespace {

constexpr int64_t smallPiece = 4096;
constexpr int64_t largestEvent = int64_t(64) << 20;
constexpr size_t longestInfo = 4096;

/** One bit for each of 64 bytes. */
struct BlockMasks {
    uint64_t quotes = 0, escapes = 0, opens = 0, closes = 0;
};

#if defined(__SSE2__)
BlockMasks masksOf(const char *at) {
    const __m128i quote = _mm_set1_epi8('"'), escape = _mm_set1_epi8('\\');
    const __m128i open = _mm_set1_epi8('{'), close = _mm_set1_epi8('}'), fold = _mm_set1_epi8(0x20);
    BlockMasks masks;
    for (int i = 0; i < 4; ++i) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(at + i * 16));
        const __m128i folded = _mm_or_si128(bytes, fold); // '[' becomes '{', ']' becomes '}', nothing else does
        const auto bits = [&](__m128i a, __m128i b) {
            return uint64_t(unsigned(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)))) << (i * 16);
        };
        masks.quotes |= bits(bytes, quote);
        masks.escapes |= bits(bytes, escape);
        masks.opens |= bits(folded, open);
        masks.closes |= bits(folded, close);
    }
    return masks;
}
#else
BlockMasks masksOf(const char *at) {
    BlockMasks masks;
    for (int i = 0; i < 64; ++i) {
        const uint64_t bit = uint64_t(1) << i;
        if (at[i] == '"') masks.quotes |= bit;
        if (at[i] == '\\') masks.escapes |= bit;
        if (at[i] == '{' || at[i] == '[') masks.opens |= bit;
        if (at[i] == '}' || at[i] == ']') masks.closes |= bit;
    }
    return masks;
}
#endif

/** Which bytes are escaped by a backslash before them. Runs of backslashes alternate; a run that reaches the end of the
    block goes on in the next one, which `carry` tells. */
uint64_t escapedBytes(uint64_t escapes, uint64_t &carry) {
    if (escapes == 0) return std::exchange(carry, 0);
    constexpr uint64_t evenBits = 0x5555555555555555U;
    escapes &= ~carry;
    const uint64_t follows = escapes << 1 | carry;
    const uint64_t oddStarts = escapes & ~evenBits & ~follows;
    uint64_t evenSequences = 0;
    carry = __builtin_add_overflow(oddStarts, escapes, &evenSequences) ? 1 : 0;
    return (evenBits ^ evenSequences << 1) & follows;
}

/** Bit i = xor of the bits up to i: between an opening quote and its closing one, all are set. */
uint64_t prefixXor(uint64_t bits) {
    for (const int shift : {1, 2, 4, 8, 16, 32})
        bits ^= bits << shift;
    return bits;
}

bool isSeparator(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ',';
}

/** How many bytes of spaces and commas `text` begins with. */
size_t separatorsOf(std::string_view text) {
    size_t count = 0;
    while (count < text.size() && isSeparator(text[count]))
        ++count;
    return count;
}

} // namespace

EventCutter::EventCutter(std::vector<FilePart> parts, int64_t pieceBytes)
    : m_parts(std::move(parts))
    , m_wholePieceBytes(pieceBytes)
    , m_pieceBytes(pieceBytes)
    , m_lookBytes(pieceBytes) {}

/*
 * The text begins outside of strings, directly inside the brackets that hold the events. It is padded, so whole blocks
 * can be read; what lies behind its end is masked away.
 */
EventCutter::Cut EventCutter::cut(const char *begin, int64_t size) {
    Cut result;
    int64_t depth = 0;
    uint64_t carry = 0, inString = 0; // of the block before: one escape, all ones inside a string
    for (int64_t at = 0; at < size; at += 64) {
        const BlockMasks masks = masksOf(begin + at);
        const uint64_t quotes = masks.quotes & ~escapedBytes(masks.escapes, carry);
        const uint64_t strings = prefixXor(quotes) ^ inString;
        inString = uint64_t(int64_t(strings) >> 63);
        const uint64_t valid = size - at >= 64 ? ~uint64_t(0) : (uint64_t(1) << (size - at)) - 1;
        const uint64_t opens = masks.opens & ~strings & valid, closes = masks.closes & ~strings & valid;
        for (uint64_t brackets = opens | closes; brackets != 0; brackets &= brackets - 1) {
            const int bit = std::countr_zero(brackets);
            if (opens >> bit & 1) {
                ++depth;
                continue;
            }
            if (depth == 0) {
                result.arrayEnd = at + bit;
                return result;
            }
            if (--depth == 0) result.border = at + bit + 1;
        }
    }
    return result;
}

bool EventCutter::openNextFile() {
    m_isDone = m_file + 1 >= int(m_parts.size());
    if (m_isDone) return false;
    m_bytesBefore += m_at - m_begin;
    ++m_file;
    const FilePart &part = m_parts[size_t(m_file)];
    m_begin = m_at = part.begin;
    m_end = std::min(part.end, part.file->size());
    m_place = Place::FileStart;
    m_pieceBytes = m_lookBytes = m_wholePieceBytes;
    m_foundInFile = m_hasBracket = false;
    return true;
}

/** The next bytes of the file, padded. */
Result<std::string_view> EventCutter::fill(std::vector<char> &buffer, int64_t bytes) {
    const int64_t wanted = std::max<int64_t>(0, std::min(bytes, m_end - m_at));
    if (int64_t(buffer.size()) < wanted + int64_t(padding)) buffer.resize(size_t(wanted) + padding);
    const auto got = m_parts[size_t(m_file)].file->read(buffer.data(), wanted, m_at);
    if (!got) return got.error();
    if (*got < wanted) m_end = m_at + *got; // it became shorter meanwhile
    std::memset(buffer.data() + *got, 0, padding);
    return std::string_view(buffer.data(), size_t(*got));
}

Result<Piece> EventCutter::next(std::vector<char> &buffer) {
    while (true) {
        if (m_isDone) return Piece{};
        if (m_at >= m_end) {
            const bool isInside = m_place == Place::Events || m_place == Place::Members;
            if (isInside && m_hasBracket && m_foundInFile) m_faults.add(Fault::NoClosingBracket, m_file, m_end);
            if (!openNextFile()) continue;
        }
        if (m_place != Place::Events) {
            if (const auto found = findEvents(buffer); !found) return found.error();
            // Behind damage the search may be long: the caller shall be able to tell of it and to end it.
            if (m_place == Place::Damage) return Piece{m_number++, m_file, m_at, {}};
            continue;
        }
        const auto text = fill(buffer, m_pieceBytes);
        if (!text) return text.error();
        const Cut result = cut(text->data(), int64_t(text->size()));
        const int64_t size = result.arrayEnd >= 0 ? result.arrayEnd : result.border;
        if (size == 0 && result.arrayEnd < 0) {
            takeUncut(*text);
            continue;
        }
        m_pieceBytes = std::min(m_wholePieceBytes, m_pieceBytes * 2);
        const Piece piece{m_number++, m_file, m_at, text->substr(0, size_t(size))};
        m_at += result.arrayEnd >= 0 ? size + 1 : size;
        if (result.arrayEnd >= 0) {
            m_place = m_isObject ? Place::Members : Place::Between;
            m_lookBytes = smallPiece;
        }
        return piece;
    }
}

/** No event ends in `text`: there is none, it is larger than that, or it is damaged. */
void EventCutter::takeUncut(std::string_view text) {
    const size_t blank = separatorsOf(text);
    m_at += int64_t(blank);
    text.remove_prefix(blank);
    if (text.empty()) return;
    if (text.front() != '{') return damage(Fault::NoObject, m_at);
    Cursor cursor{text.data(), text.data() + text.size()};
    RawEvent event;
    if (readEvent(cursor, event) != Outcome::Cut) return damage(Fault::Damaged, m_at);
    if (isWholeRest(text)) {
        // The rest may hold events yet, where the quotes of a damaged one swallow them.
        const char *next = nextEventLike(text.data() + 1, text.data() + text.size());
        if (next != text.data() + text.size()) return damage(Fault::Damaged, m_at);
        m_faults.add(Fault::CutOff, m_file, m_at);
        m_at = m_end;
        m_place = Place::Between;
        return;
    }
    if (m_pieceBytes >= largestEvent) return damage(Fault::TooLarge, m_at);
    m_pieceBytes = std::min(largestEvent, m_pieceBytes * 4);
}

void EventCutter::damage(Fault fault, int64_t begin) {
    m_faults.add(fault, m_file, begin);
    m_at = begin + 1;
    m_place = Place::Damage;
    m_pieceBytes = m_lookBytes = smallPiece;
}

void EventCutter::enterEvents(int64_t at) {
    m_at = at;
    m_place = Place::Events;
    m_foundEvents = m_foundInFile = true;
}

/** One step towards the next events. */
Result<void> EventCutter::findEvents(std::vector<char> &buffer) {
    const auto text = fill(buffer, m_lookBytes);
    if (!text) return text.error();
    switch (m_place) {
    case Place::FileStart:
        startDocument(*text);
        break;
    case Place::Members:
        readMembers(*text);
        break;
    case Place::Between:
        lookBetween(*text);
        break;
    case Place::Damage:
        lookForEvent(*text);
        break;
    case Place::Events:
        break;
    }
    return {};
}

void EventCutter::startDocument(std::string_view text) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark)) m_at += int64_t(byteOrderMark.size());
    m_place = Place::Between;
}

/** Between two documents, and before the first. */
void EventCutter::lookBetween(std::string_view text) {
    const size_t blank = separatorsOf(text);
    m_at += int64_t(blank);
    text.remove_prefix(blank);
    if (text.empty()) return;
    const bool isFirst = !m_foundInFile;
    const char *end = text.data() + text.size();
    if (nextEventLike(text.data(), std::min(end, text.data() + 20)) == text.data()) { // one event a line, no brackets
        m_isObject = m_hasBracket = false;
        m_faults.add(isFirst ? Fault::NoClosingBracket : Fault::SeveralParts, m_file, m_at);
        return enterEvents(m_at);
    }
    if (text.front() != '[' && text.front() != '{') return damage(Fault::TextBetween, m_at);
    if (!isFirst) m_faults.add(Fault::SeveralParts, m_file, m_at);
    m_isObject = text.front() == '{';
    m_hasBracket = true;
    if (!m_isObject) return enterEvents(m_at + 1);
    ++m_at;
    m_place = Place::Members;
}

/** The members around the events; stands before a key, a comma or the end of the object. */
void EventCutter::readMembers(std::string_view text) {
    const size_t blank = separatorsOf(text);
    const char *begin = text.data();
    Cursor cursor{begin + blank, begin + text.size()};
    if (cursor.isAtEnd()) {
        m_at += int64_t(text.size());
        return;
    }
    if (*cursor.at == '}') {
        m_at += int64_t(blank) + 1;
        m_place = Place::Between;
        return;
    }
    RawValue key, value;
    Outcome outcome = readKey(cursor, key);
    if (outcome == Outcome::Good && key.text == "traceEvents" && *cursor.at == '[')
        return enterEvents(m_at + (cursor.at - begin) + 1);
    if (outcome == Outcome::Good) outcome = readValue(cursor, value);
    if (outcome == Outcome::Cut) return growOrGiveUp(text);
    if (outcome == Outcome::Damaged) return damage(Fault::TextBetween, m_at);
    addInfo(key, value);
    m_at += cursor.at - begin;
    m_lookBytes = smallPiece;
}

void EventCutter::growOrGiveUp(std::string_view text) {
    if (isWholeRest(text)) {
        const char *end = text.data() + text.size();
        if (nextEventLike(text.data(), end) != end) return damage(Fault::TextBetween, m_at);
        m_at = m_end;
        return;
    }
    if (m_lookBytes >= largestEvent) return damage(Fault::TextBetween, m_at);
    m_lookBytes = std::min(largestEvent, m_lookBytes * 8);
}

/** After damage: reads on where something begins like an event. */
void EventCutter::lookForEvent(std::string_view text) {
    const char *end = text.data() + text.size();
    const char *next = nextEventLike(text.data(), end);
    if (next != end) return enterEvents(m_at + (next - text.data()));
    // An event may begin in the last bytes and go on behind them.
    constexpr int64_t overlap = 64;
    m_at = isWholeRest(text) ? m_end : m_at + std::max<int64_t>(1, int64_t(text.size()) - overlap);
    m_lookBytes = std::min(m_wholePieceBytes, m_lookBytes * 2);
}

void EventCutter::addInfo(const RawValue &key, const RawValue &value) {
    if (value.text.size() > longestInfo) return;
    m_info[decoded(key).text] = decoded(value).text;
}

} // namespace jitscope::inline reading::tracejson
