// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/base/text.h"

#include <cassert>
#include <cmath>

namespace jitscope::inline base {

void JsonWriter::separate() {
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_hasItems.empty()) return;
    if (m_hasItems.back()) m_text += ',';
    m_hasItems.back() = true;
    m_text += '\n';
    m_text.append(m_hasItems.size() * 2, ' ');
}

JsonWriter &JsonWriter::open(char bracket) {
    separate();
    m_text += bracket;
    m_hasItems.push_back(false);
    return *this;
}

JsonWriter &JsonWriter::close(char bracket) {
    assert(!m_hasItems.empty() && !m_afterKey);
    const bool hadItems = m_hasItems.back();
    m_hasItems.pop_back();
    if (hadItems) {
        m_text += '\n';
        m_text.append(m_hasItems.size() * 2, ' ');
    }
    m_text += bracket;
    return *this;
}

JsonWriter &JsonWriter::key(std::string_view name) {
    separate();
    m_text += jsonQuoted(name) + ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter &JsonWriter::raw(std::string_view token) {
    separate();
    m_text += token;
    return *this;
}

JsonWriter &JsonWriter::value(std::string_view text) {
    return raw(jsonQuoted(text));
}

JsonWriter &JsonWriter::value(int64_t number) {
    return raw(std::to_string(number));
}

JsonWriter &JsonWriter::value(double number) {
    return raw(std::isfinite(number) ? shortestNumber(number) : "null");
}

} // namespace jitscope::inline base
