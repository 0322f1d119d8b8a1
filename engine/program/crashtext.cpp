// SPDX-License-Identifier: Apache-2.0
#include "engine/program/crashtext.h"

#include <charconv>
#include <string_view>

namespace jitscope::inline program {

namespace {

/** What the user did not write: the standard library, what pip installed, and ours. */
bool isOfOthers(std::string_view file) {
    for (const char *folder :
         {"/lib/python3", "/dist-packages/", "/site-packages/", "/python/mindspore/", "/python/jitscope_"})
        if (file.find(folder) != std::string_view::npos) return true;
    return file.starts_with("<frozen");
}

/** `  File "x.py", line 12 in f`; a span without a line for another text. */
SourceSpan frameOf(std::string_view line) {
    constexpr std::string_view head = "  File \"", middle = "\", line ";
    SourceSpan span;
    const size_t end = line.find(middle);
    if (!line.starts_with(head) || end == std::string_view::npos) return span;
    std::from_chars(line.data() + end + middle.size(), line.data() + line.size(), span.line);
    span.endLine = span.line;
    span.file = line.substr(head.size(), end - head.size());
    return span;
}

} // namespace

SourceSpan CrashText::place() const {
    const std::lock_guard lock(m_mutex);
    constexpr std::string_view head = "(most recent call first):\n";
    // After "Fatal Python error: Segmentation fault".
    const size_t fault = m_text.rfind("Fatal Python error"), begin = m_text.find(head, fault);
    if (fault == std::string::npos || begin == std::string::npos) return {};
    std::string_view rest = std::string_view(m_text).substr(begin + head.size());
    SourceSpan innermost;
    while (rest.starts_with("  File ")) {
        const SourceSpan frame = frameOf(rest.substr(0, rest.find('\n')));
        if (!isOfOthers(frame.file)) return frame;
        if (innermost.line == 0) innermost = frame;
        rest.remove_prefix(
            std::min(rest.size(), rest.find('\n') == std::string_view::npos ? rest.size() : rest.find('\n') + 1));
    }
    return innermost;
}

} // namespace jitscope::inline program
