// SPDX-License-Identifier: Apache-2.0
#include "engine/base/exactdecimal.h"

#include <cassert>
#include <charconv>
#include <limits>
#include <utility>

namespace jitscope::inline base {

namespace {

__extension__ typedef __int128 Wide;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/** A decimal as digits * 10^exponent; of digits beyond what 64 bits hold the first is kept for rounding. */
struct Decimal {
    uint64_t digits = 0;
    int64_t exponent = 0;
    bool isNegative = false, hasDigits = false;
    bool isFull = false;   ///< digits behind the point were let go
    bool roundsUp = false; ///< and the first of them says so
};

void takeDigit(Decimal &decimal, char digit, bool isFraction) {
    constexpr uint64_t most = std::numeric_limits<uint64_t>::max() / 10 - 1;
    decimal.hasDigits = true;
    if (decimal.digits <= most) {
        decimal.digits = decimal.digits * 10 + uint64_t(digit - '0');
        if (isFraction) --decimal.exponent;
    } else if (!isFraction) {
        ++decimal.exponent;
    } else if (!std::exchange(decimal.isFull, true)) {
        decimal.roundsUp = digit >= '5';
    }
}

std::optional<Decimal> parsed(std::string_view text) {
    Decimal decimal;
    size_t at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) decimal.isNegative = text[at++] == '-';
    for (bool isFraction = false; at < text.size(); ++at) {
        if (text[at] == '.' && !isFraction)
            isFraction = true;
        else if (isDigit(text[at]))
            takeDigit(decimal, text[at], isFraction);
        else
            break;
    }
    if (!decimal.hasDigits) return std::nullopt;
    if (at == text.size()) return decimal;
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    ++at;
    if (at < text.size() && text[at] == '+') ++at;
    int exponent = 0;
    const auto [rest, problem] = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
    if (problem != std::errc() || rest != text.data() + text.size()) return std::nullopt;
    decimal.exponent += exponent;
    return decimal;
}

/** What nearly every time is: up to 16 digits, and up to three behind the point. None where it is anything else. */
std::optional<int64_t> plainNanoseconds(std::string_view text) {
    constexpr size_t longest = 20; // with the point
    if (text.empty() || text.size() > longest) return std::nullopt;
    uint64_t value = 0; // 19 digits fit
    size_t i = 0;
    for (; i < text.size() && isDigit(text[i]); ++i)
        value = value * 10 + uint64_t(text[i] - '0');
    if (i == 0 || i > 16) return std::nullopt;
    size_t decimals = 0;
    if (i < text.size() && text[i] == '.')
        for (++i; i < text.size() && decimals < 3 && isDigit(text[i]); ++i, ++decimals)
            value = value * 10 + uint64_t(text[i] - '0');
    if (i != text.size()) return std::nullopt;
    constexpr uint64_t scale[] = {1000, 100, 10, 1};
    value *= scale[decimals]; // 19 digits again
    if (value > uint64_t(INT64_MAX)) return std::nullopt;
    return int64_t(value);
}

} // namespace

std::optional<int64_t> scaledDecimal(std::string_view text, int64_t scale) {
    assert(scale > 0 && scale < int64_t(1) << 60);
    const auto decimal = parsed(text);
    if (!decimal) return std::nullopt;
    constexpr Wide largest = std::numeric_limits<int64_t>::max();
    int64_t exponent = decimal->exponent;
    for (; exponent < 0 && scale % 10 == 0; ++exponent) // spares the division of nearly all times
        scale /= 10;
    Wide value = Wide(decimal->digits) * scale; // below 2^64 * 2^60
    for (int64_t i = 0; i < exponent && value != 0; ++i) {
        value *= 10;
        if (value > largest) return std::nullopt;
    }
    // Away from the point in one division, so that it is rounded once.
    Wide divisor = 1;
    for (int64_t i = 0; i > exponent; --i) {
        divisor *= 10;
        if (divisor > value * 2) return 0; // less than a half
    }
    if (divisor > 1)
        value = (value + divisor / 2) / divisor;
    else if (decimal->roundsUp && exponent == 0 && scale == 1)
        ++value;
    if (value > largest) return std::nullopt;
    return decimal->isNegative ? -int64_t(value) : int64_t(value);
}

std::optional<int64_t> nanosecondsOf(std::string_view microseconds) {
    if (const auto plain = plainNanoseconds(microseconds)) return plain;
    return scaledDecimal(microseconds, 1000);
}

} // namespace jitscope::inline base
