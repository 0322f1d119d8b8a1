// SPDX-License-Identifier: Apache-2.0
// A JSON text as a tree of small records, for the side files of profilers. Lenient as these files are: NaN and Infinity
// are numbers, raw control characters stand in strings, and of a text that is cut off there is what it holds.
// Numbers keep their digits, so that whoever reads them decides how exact they must be.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitscope::inline reading {

enum class JsonKind : uint8_t { None, Null, Bool, Number, String, Array, Object };

class JsonDocument;

/** A place in a document, which must outlive it. Whatever is not there is None, and so is all that is asked of it. */
class JsonValue {
public:
    JsonValue() = default;
    JsonKind kind() const;
    explicit operator bool() const { return kind() != JsonKind::None; }

    /** Of an object: the value of the first member of that name. */
    JsonValue operator[](std::string_view key) const;
    std::vector<std::pair<std::string, JsonValue>> members() const;
    /** Of an array. */
    std::vector<JsonValue> items() const;

    /** The value of a string; a number or a word as it is written; "" of arrays and objects. */
    std::string text() const;
    /** A number as it is written, also one inside of a string; "" for what is none. */
    std::string_view digits() const;
    double real() const; ///< NaN for what is no number
    /** Any value as it is written, with its brackets. */
    std::string_view raw() const;

private:
    friend class JsonDocument;
    JsonValue(const JsonDocument *document, uint32_t node)
        : m_document(document)
        , m_node(node) {}
    const JsonDocument *m_document = nullptr;
    uint32_t m_node = 0;
};

class JsonDocument {
public:
    /** Texts of 2 GB and more are refused. */
    static Result<JsonDocument> parse(std::string text);

    JsonValue root() const { return {m_nodes.empty() ? nullptr : this, 0}; }
    const std::string &problem() const {
        return m_problem;
    }                                                 ///< why it is not whole: "a value is expected"; "" if it is
    int64_t problemAt() const { return m_problemAt; } ///< byte

private:
    friend class JsonValue;
    struct Node {
        JsonKind kind = JsonKind::None;
        uint32_t begin = 0, end = 0; ///< in m_text; of strings without the quotes
        uint32_t next = 0;           ///< node behind it and all that it holds
    };
    class Parser;
    std::string m_text;
    std::vector<Node> m_nodes; ///< depth first; the name of a member stands before its value
    std::string m_problem;
    int64_t m_problemAt = -1;
};

} // namespace jitscope::inline reading
