// SPDX-License-Identifier: Apache-2.0
// JSON as trace files hold it, read where it stands: nothing is copied, and what many writers get wrong (raw control
// characters, NaN, a comma too many) is let pass.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jitscope::inline reading::tracejson {

/** Text that is followed by at least `padding` more readable bytes, so that it can be read sixteen at a time. */
constexpr size_t padding = 64;

/** How reading one thing ended: with it, at the end of the text before its end, or at something that is no JSON. */
enum class Outcome : uint8_t { Good, Cut, Damaged };

/** A value as it is written: a string without its quotes, all else with its brackets. */
struct RawValue {
    std::string_view text;
    char kind = 0; ///< '"', '{', '[', '0' for numbers and words; 0 for none
    bool isEscaped = false;
    bool isThere() const { return kind != 0; }
};

/** The members of an event that we know. */
struct RawEvent {
    RawValue phase, name, category, pid, tid, time, duration, id, id2, args;
    bool bindsToEnclosing = false; ///< bp is "e"
};

/** A place in a text. */
struct Cursor {
    const char *at = nullptr, *end = nullptr;
    bool isAtEnd() const { return at >= end; }
};

inline bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/** Between any two tokens; most have none. */
inline void skipSpace(Cursor &cursor) {
    while (cursor.at < cursor.end && isSpace(*cursor.at))
        ++cursor.at;
}

/** Reads the value at the cursor, which then stands behind it. Values may be nested 512 deep. */
Outcome readValue(Cursor &cursor, RawValue &value);
/** Reads the key of a member and its colon; the cursor then stands before its value. */
Outcome readKey(Cursor &cursor, RawValue &key);
/** Behind a member: passes the comma. Good with `hasMore` false at the closing bracket, which is passed too. */
struct Continuation {
    Outcome outcome = Outcome::Good;
    bool hasMore = false;
};
Continuation afterItem(Cursor &cursor, char closing);
/** Reads the event at the cursor, which stands on its '{'. */
Outcome readEvent(Cursor &cursor, RawEvent &event);

/** Calls `member(key, value)` for the members of the object `text`, as far as it can be read. */
template<class Member> Outcome forEachMember(std::string_view text, Member &&member) {
    Cursor cursor{text.data(), text.data() + text.size()};
    if (cursor.isAtEnd() || *cursor.at != '{') return Outcome::Damaged;
    ++cursor.at;
    while (true) {
        skipSpace(cursor);
        if (cursor.isAtEnd()) return Outcome::Cut;
        if (*cursor.at == '}') return Outcome::Good;
        RawValue key, value;
        if (const Outcome read = readKey(cursor, key); read != Outcome::Good) return read;
        if (const Outcome read = readValue(cursor, value); read != Outcome::Good) return read;
        member(key, value);
        const Continuation next = afterItem(cursor, '}');
        if (next.outcome != Outcome::Good || !next.hasMore) return next.outcome;
    }
}

/** Where the next text that begins like an event stands from `from` on, or `end`: for reading on behind damage. */
const char *nextEventLike(const char *from, const char *end);

/** What a value says: a string with its escapes resolved, all else as written. Bytes that are no UTF-8 become U+FFFD;
    `isMended` tells so. */
struct DecodedText {
    std::string text;
    bool isMended = false;
};
DecodedText decoded(const RawValue &value);

} // namespace jitscope::inline reading::tracejson
