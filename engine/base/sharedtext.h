// SPDX-License-Identifier: Apache-2.0
// A text that many records share: equal texts are one object of this process, so a record pays a pointer for it.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

namespace jitscope::inline base {

/** Immutable. Reads as a const std::string everywhere; comparing two of them compares pointers. The texts live until
    the process ends, so it is for texts that repeat (names, scopes, types), not for contents. */
class SharedText {
public:
    SharedText()
        : m_text(&emptyText()) {}
    SharedText(std::string_view text)
        : m_text(text.empty() ? &emptyText() : &pooled(text)) {}
    SharedText(const std::string &text)
        : SharedText(std::string_view(text)) {}
    SharedText(const char *text)
        : SharedText(std::string_view(text)) {}

    const std::string &str() const { return *m_text; }
    operator const std::string &() const { return *m_text; }
    operator std::string_view() const { return *m_text; }
    bool empty() const { return m_text->empty(); }
    size_t size() const { return m_text->size(); }
    const char *c_str() const { return m_text->c_str(); }
    bool starts_with(std::string_view start) const { return m_text->starts_with(start); }

    bool operator==(const SharedText &) const = default;
    friend bool operator==(const SharedText &a, std::string_view b) { return *a.m_text == b; }
    friend bool operator==(const SharedText &a, const std::string &b) { return *a.m_text == b; }
    friend bool operator==(const SharedText &a, const char *b) { return *a.m_text == b; }
    friend std::string operator+(const SharedText &a, std::string_view b) { return std::string(*a.m_text).append(b); }
    friend std::string operator+(std::string a, const SharedText &b) { return std::move(a.append(*b.m_text)); }
    friend std::string operator+(const char *a, const SharedText &b) { return std::string(a).append(*b.m_text); }
    friend std::ostream &operator<<(std::ostream &out, const SharedText &text) { return out << *text.m_text; }

    /** The same for equal texts: the address of the shared object. */
    const void *identity() const { return m_text; }

private:
    static const std::string &emptyText();
    /** The one copy of `text`; from any thread. */
    static const std::string &pooled(std::string_view text);

    const std::string *m_text;
};

} // namespace jitscope::inline base

template<> struct std::hash<jitscope::SharedText> {
    size_t operator()(const jitscope::SharedText &text) const noexcept {
        return std::hash<const void *>{}(text.identity());
    }
};
