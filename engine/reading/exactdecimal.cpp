// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/exactdecimal.h"

#include <cassert>
#include <charconv>
#include <limits>

namespace jitscope {

namespace {

__extension__ typedef __int128 Wide;

/** A decimal as digits * 10^exponent. Digits beyond what 64 bits hold only round. */
struct Decimal {
    uint64_t digits = 0;
    int64_t exponent = 0;
    bool isNegative = false, hasDigits = false;
};

void takeDigit(Decimal &decimal, char digit, bool isFraction) {
    constexpr uint64_t most = std::numeric_limits<uint64_t>::max() / 10 - 1;
    decimal.hasDigits = true;
    if (decimal.digits <= most) {
        decimal.digits = decimal.digits * 10 + uint64_t(digit - '0');
        if (isFraction) --decimal.exponent;
    } else if (!isFraction) {
        ++decimal.exponent;
    }
}

std::optional<Decimal> parsed(std::string_view text) {
    Decimal decimal;
    size_t at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) decimal.isNegative = text[at++] == '-';
    for (bool isFraction = false; at < text.size(); ++at) {
        if (text[at] == '.' && !isFraction)
            isFraction = true;
        else if (text[at] >= '0' && text[at] <= '9')
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
    if (divisor > 1) value = (value + divisor / 2) / divisor;
    if (value > largest) return std::nullopt;
    return decimal->isNegative ? -int64_t(value) : int64_t(value);
}

} // namespace jitscope
