// SPDX-License-Identifier: Apache-2.0
// Looks upward from a line for the headers of the blocks that hold it.
#include "engine/inspect/sourceloops.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline inspect {

namespace {

bool startsWithWord(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    if (text.size() == word.size()) return true;
    const char next = text[word.size()];
    return next == ' ' || next == '(' || next == ':' || next == '\t';
}

bool comesBack(std::string_view header) {
    if (startsWithWord(header, "async")) header = trimmed(header.substr(5));
    return startsWithWord(header, "for") || startsWithWord(header, "while") || startsWithWord(header, "with");
}

bool opensFunction(std::string_view header) {
    if (startsWithWord(header, "async")) header = trimmed(header.substr(5));
    return startsWithWord(header, "def") || startsWithWord(header, "class");
}

} // namespace

SourceLoops::SourceLoops(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::string_view content = trimmed(line);
        const bool isBlank = content.empty() || content.front() == '#';
        m_lines.push_back({isBlank ? -1 : int(content.data() - line.data()), content});
    }
}

bool SourceLoops::canGoBack(int from, int to) {
    const auto [known, isNew] = m_known.try_emplace({from, to}, true);
    if (isNew) known->second = find(from, to);
    return known->second;
}

/** Whether all lines below `header` down to `from` lie in its block. */
bool SourceLoops::holds(int header, int from) const {
    const int indent = m_lines[size_t(header - 1)].indent;
    for (int line = header + 1; line <= from; ++line)
        if (const int inner = m_lines[size_t(line - 1)].indent; inner >= 0 && inner <= indent) return false;
    return true;
}

bool SourceLoops::find(int from, int to) const {
    if (to < 1 || from > int(m_lines.size())) return true; // not the text that ran
    int indent = m_lines[size_t(to - 1)].indent + 1;
    for (int line = to; line >= 1; --line) {
        const Line &header = m_lines[size_t(line - 1)];
        if (header.indent < 0 || header.indent >= indent) continue;
        indent = header.indent;
        if (opensFunction(header.text)) return false;
        if (comesBack(header.text) && holds(line, from)) return true;
    }
    return false;
}

} // namespace jitscope::inline inspect
