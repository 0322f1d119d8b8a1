// SPDX-License-Identifier: Apache-2.0
// The small pieces of dump text: brackets that belong together, lists, key-value pairs, source locations.
#pragma once

#include "engine/base/source.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitscope::inline ir {

/** How deep tuples and types may nest before they are kept as text; bounds the recursion on foreign files. */
constexpr int maxNesting = 48;

/** Which characters count as brackets: types are written with angle brackets, values may hold a bare '<'. */
enum class Brackets : uint8_t { Round, WithAngles };

/**
 * The position of the bracket that closes the one at `open`, or npos. Quoted text is stepped over. A bracket that is
 * still open where the next statement of a dump starts was never closed: the search ends there, so that one bad line
 * costs no more than itself.
 */
size_t closingBracket(std::string_view text, size_t open, Brackets brackets = Brackets::Round);

/** The position behind the quoted string that starts at `open`, or `open` + 1 if its line holds no closing quote. */
size_t afterQuoted(std::string_view text, size_t open);

/** The pieces between commas that stand in no brackets or quotes, trimmed; none for blank text. */
std::vector<std::string_view> splitList(std::string_view text, Brackets brackets = Brackets::Round);

/** "a: 1, b: (2, 3)" as pairs; `separator` is ':' or '='. Pieces without one are dropped. */
std::vector<std::pair<std::string_view, std::string_view>> splitPairs(std::string_view text, char separator);

/** An integer that is all of `text` (leading '-' allowed), or nothing if it is none or does not fit. */
std::optional<int64_t> wholeNumber(std::string_view text);

/** A floating-point number that is all of `text`, "inf" and "nan" included. */
std::optional<double> realNumber(std::string_view text);

/** `text` with every run of white space made one space. */
std::string singleLine(std::string_view text);

/** `text` in double quotes with \\, \", \n, \r and \t escaped. */
std::string quoted(std::string_view text);

/** What stands in a quoted string (given with its quotes); nothing if `text` is not exactly one. */
std::optional<std::string> unquoted(std::string_view text);

/** "a.py:16~18, 12~25/source/" and the older "a.py(16)/source/", as written behind "# In file "; nothing if neither. */
std::optional<SourceSpan> parseLocation(std::string_view text);

/** The inverse: the current form. */
std::string locationText(const SourceSpan &span);

} // namespace jitscope::inline ir
