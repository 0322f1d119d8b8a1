// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text.h"

#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace jitscope::inline base {

std::string join(const std::vector<std::string> &parts, std::string_view separator) {
    std::string all;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) all += separator;
        all += parts[i];
    }
    return all;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    size_t begin = 0;
    for (size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator, begin)) {
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.emplace_back(text.substr(begin));
    return parts;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view white = " \t\r\n\f\v";
    const size_t begin = text.find_first_not_of(white);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(white) - begin + 1);
}

std::string format(const char *pattern, ...) {
    va_list arguments;
    va_start(arguments, pattern);
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, pattern, arguments);
    va_end(arguments);
    std::string text(length > 0 ? size_t(length) : 0, '\0');
    std::vsnprintf(text.data(), text.size() + 1, pattern, again);
    va_end(again);
    return text;
}

namespace {

/** The length of the UTF-8 sequence at `at`, or 0 if the bytes there are none. */
size_t utf8Length(std::string_view text, size_t at) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at);
    const size_t length = first < 0x80   ? 1
                          : first < 0xC2 ? 0
                          : first < 0xE0 ? 2
                          : first < 0xF0 ? 3
                          : first < 0xF5 ? 4
                                         : 0;
    if (length == 0 || at + length > text.size()) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((byte(at + i) & 0xC0) != 0x80) return 0;
    if (first == 0xE0 && byte(at + 1) < 0xA0) return 0;
    if (first == 0xED && byte(at + 1) > 0x9F) return 0; // surrogates
    if (first == 0xF0 && byte(at + 1) < 0x90) return 0;
    if (first == 0xF4 && byte(at + 1) > 0x8F) return 0;
    return length;
}

} // namespace

std::string jsonQuoted(std::string_view text) {
    std::string quoted = "\"";
    for (size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
            ++i;
        } else if (c == '\n') {
            quoted += "\\n";
            ++i;
        } else if (c == '\t') {
            quoted += "\\t";
            ++i;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            quoted += format("\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            ++i;
        } else if (const size_t length = utf8Length(text, i); length > 0) {
            quoted += text.substr(i, length);
            i += length;
        } else {
            quoted += "\xEF\xBF\xBD";
            ++i;
        }
    }
    return quoted + '"';
}

std::string shortestNumber(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    char buffer[40];
    const auto done = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, done.ptr};
}

std::string humanTime(int64_t ns) {
    const double value = double(ns);
    if (std::abs(value) < 1e3) return format("%lld ns", static_cast<long long>(ns));
    if (std::abs(value) < 1e6) return format("%.*f \xC2\xB5s", std::abs(value) < 1e5 ? 1 : 0, value / 1e3);
    if (std::abs(value) < 1e9) return format("%.2f ms", value / 1e6);
    return format("%.2f s", value / 1e9);
}

std::string humanBytes(int64_t bytes) {
    const double value = double(bytes);
    if (std::abs(value) < 1e3) return format("%lld B", static_cast<long long>(bytes));
    if (std::abs(value) < 1e6) return format("%.1f kB", value / 1e3);
    if (std::abs(value) < 1e9) return format("%.1f MB", value / 1e6);
    if (std::abs(value) < 1e12) return format("%.2f GB", value / 1e9);
    return format("%.2f TB", value / 1e12);
}

} // namespace jitscope::inline base
