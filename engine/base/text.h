// SPDX-License-Identifier: Apache-2.0
// Small text functions that the standard library lacks in C++20 on g++ 12.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline base {

/** `parts` with `separator` between each two. */
std::string join(const std::vector<std::string> &parts, std::string_view separator);

/** The pieces of `text` between `separator`s; always at least one piece. */
std::vector<std::string> split(std::string_view text, char separator);

/** `text` without white space at both ends. */
std::string_view trimmed(std::string_view text);

/** printf into a string; locale "C" is assumed for numbers. */
std::string format(const char *pattern, ...) __attribute__((format(printf, 1, 2)));

/** `text` as a JSON string literal with its quotes. Bytes that are not UTF-8 become U+FFFD. */
std::string jsonQuoted(std::string_view text);

/** A double in the shortest form that reads back to the same value ("0.1", "1e-05", "inf"). */
std::string shortestNumber(double value);

/** A time with a fitting unit: "850 ns", "12.4 µs", "3.10 ms", "1.25 s". */
std::string humanTime(int64_t ns);

/** A size with a fitting unit: "512 B", "4.8 MB" (decimal, as profilers print). */
std::string humanBytes(int64_t bytes);

} // namespace jitscope::inline base
