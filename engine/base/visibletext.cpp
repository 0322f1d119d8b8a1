// SPDX-License-Identifier: Apache-2.0
#include "engine/base/visibletext.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline base {

namespace {

struct CodePoint {
    unsigned code = 0;
    size_t length = 0; ///< in bytes, 0 for bytes that are no UTF-8
};

/** What stands at `at`, in its shortest form only. */
CodePoint codePointAt(std::string_view text, size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0x80) return {first, 1};
    const size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 ? 2 : 0;
    if (length == 0 || first >= 0xf5 || at + length > text.size()) return {};
    unsigned code = first & (0x7fu >> length);
    for (size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[at + i]);
        if ((next & 0xc0) != 0x80) return {};
        code = code << 6 | (next & 0x3fu);
    }
    constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[length] || code > 0x10ffff || isSurrogate ? CodePoint{} : CodePoint{code, length};
}

/** Beyond ASCII: the second set of control characters, and what turns the direction of writing. */
bool isHiddenControl(unsigned code) {
    return (code >= 0x80 && code <= 0x9f) || code == 0x61c || (code >= 0x200e && code <= 0x200f) ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

} // namespace

std::string visibleText(std::string_view text) {
    std::string visible;
    visible.reserve(text.size());
    for (size_t i = 0; i < text.size();) {
        const CodePoint point = codePointAt(text, i);
        const bool isControl = (point.code < 0x20 && point.code != '\n' && point.code != '\t') || point.code == 0x7f;
        if (point.length == 0 || isControl)
            visible += format("\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(text[i])));
        else if (isHiddenControl(point.code))
            visible += format("\\u%04x", point.code);
        else
            visible += text.substr(i, point.length);
        i += std::max<size_t>(point.length, 1);
    }
    return visible;
}

} // namespace jitscope::inline base
