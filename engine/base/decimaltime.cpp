// SPDX-License-Identifier: Apache-2.0
#include "engine/base/decimaltime.h"

#include <charconv>

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

/** The number behind "e"; nothing for what is none or beyond all times. */
std::optional<int> exponentOf(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    int exponent = 0;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (problem != std::errc() || rest != text.data() + text.size()) return std::nullopt;
    if (exponent < -1000 || exponent > 30) return std::nullopt;
    return exponent;
}

/** The digits of `whole` and `fraction` with the point `shift` places further right, rounded half up. */
std::optional<int64_t> shifted(std::string_view whole, std::string_view fraction, int shift) {
    const auto digitAt = [&](size_t i) {
        if (i < whole.size()) return whole[i] - '0';
        return i - whole.size() < fraction.size() ? fraction[i - whole.size()] - '0' : 0;
    };
    const int64_t kept = int64_t(whole.size()) + shift;
    int64_t value = 0;
    for (int64_t i = 0; i < kept; ++i)
        if (__builtin_mul_overflow(value, int64_t(10), &value) ||
            __builtin_add_overflow(value, int64_t(digitAt(size_t(i))), &value))
            return std::nullopt;
    const bool roundsUp = kept >= 0 && digitAt(size_t(kept)) >= 5;
    if (roundsUp && __builtin_add_overflow(value, int64_t(1), &value)) return std::nullopt;
    return value;
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

std::optional<int64_t> nanosecondsOf(std::string_view text) {
    if (const auto plain = plainNanoseconds(text)) return plain;
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
        const auto written = exponentOf(text.substr(1));
        if (!written) return std::nullopt;
        exponent = *written;
    } else if (!text.empty()) {
        return std::nullopt;
    }
    const auto value = shifted(whole, fraction, exponent + 3);
    if (!value) return std::nullopt;
    return isNegative ? -*value : *value;
}

} // namespace jitscope
