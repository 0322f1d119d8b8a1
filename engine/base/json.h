// SPDX-License-Identifier: Apache-2.0
// Writes JSON text piece by piece, indented, with commas put where they belong.
#pragma once

#include "engine/base/sharedtext.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline base {

class JsonWriter {
public:
    JsonWriter &beginObject() { return open('{'); }
    JsonWriter &endObject() { return close('}'); }
    JsonWriter &beginArray() { return open('['); }
    JsonWriter &endArray() { return close(']'); }
    JsonWriter &key(std::string_view name);

    JsonWriter &value(std::string_view text);
    JsonWriter &value(const char *text) { return value(std::string_view(text)); }
    JsonWriter &value(const std::string &text) { return value(std::string_view(text)); }
    JsonWriter &value(bool flag) { return raw(flag ? "true" : "false"); }
    JsonWriter &value(int number) { return value(int64_t(number)); }
    JsonWriter &value(int64_t number);
    /** Shortest form that reads back the same; null for NaN and infinities, which JSON does not have. */
    JsonWriter &value(double number);
    JsonWriter &null() { return raw("null"); }
    JsonWriter &value(const SharedText &text) { return value(std::string_view(text)); }
    template<class T> JsonWriter &member(std::string_view name, const T &content) { return key(name).value(content); }

    /** The text so far; complete when everything opened was closed. Ends with a newline. */
    std::string text() const { return m_text + "\n"; }

private:
    JsonWriter &open(char bracket);
    JsonWriter &close(char bracket);
    JsonWriter &raw(std::string_view token);
    void separate();

    std::string m_text;
    std::vector<bool> m_hasItems; ///< of each open object or array
    bool m_afterKey = false;
};

} // namespace jitscope::inline base
