// SPDX-License-Identifier: Apache-2.0
#include "plugins/chrome_trace/decimaltime.h"

#include <charconv>
#include <string>

namespace jitscope {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/** Takes leading digits off `text` and returns them. */
std::string_view takeDigits(std::string_view &text) {
    size_t count = 0;
    while (count < text.size() && isDigit(text[count]))
        ++count;
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

} // namespace

std::optional<int64_t> nanosecondsOf(std::string_view text) {
    const bool isNegative = text.starts_with('-');
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const std::string_view whole = takeDigits(text);
    std::string_view fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = takeDigits(text);
    }
    if (whole.empty() && fraction.empty()) return std::nullopt;
    int exponent = 0;
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(text.size() > 1 && text[1] == '+' ? 2 : 1);
        const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (problem != std::errc() || rest != text.data() + text.size() || exponent < -1000 || exponent > 30)
            return std::nullopt;
    } else if (!text.empty()) {
        return std::nullopt;
    }

    // The digits of the number, and how many of them stand before the point once it counts nanoseconds.
    const std::string digits = std::string(whole) + std::string(fraction);
    const int64_t kept = int64_t(whole.size()) + exponent + 3;
    int64_t value = 0;
    for (int64_t i = 0; i < kept; ++i) {
        const int digit = size_t(i) < digits.size() ? digits[size_t(i)] - '0' : 0;
        if (__builtin_mul_overflow(value, int64_t(10), &value) || __builtin_add_overflow(value, int64_t(digit), &value))
            return std::nullopt;
    }
    const bool roundsUp = kept >= 0 && size_t(kept) < digits.size() && digits[size_t(kept)] >= '5';
    if (roundsUp && __builtin_add_overflow(value, int64_t(1), &value)) return std::nullopt;
    return isNegative ? -value : value;
}

} // namespace jitscope
