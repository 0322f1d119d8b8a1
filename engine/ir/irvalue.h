// SPDX-License-Identifier: Apache-2.0
// Constants, attributes and types as dumps write them, in both directions.
#pragma once

#include "engine/ir/graph.h"

#include <string>
#include <string_view>

namespace jitscope::inline ir {

/**
 * A constant as text: Bool(1), I64(30), F32(0.5), "text", (I64(1), I64(2)), Tensor(shape=[2], dtype=Int64, value=[1
 * 2]). As toString(Value), except that foreign text which would break the line around it is wrapped.
 */
std::string valueText(const Value &value);

/** The inverse, for all eras (1, true and 0.5 as well); what is not understood comes back as Opaque. Never fails. */
Value parseValue(std::string_view text);

/** "{checkpoint: Bool(1), axis: I64(0)}". */
std::string attributesText(const Attributes &attributes);

/** The inverse of what stands between the braces. `separator` between key and value is ':' or, in old dumps, '='. */
Attributes parseAttributes(std::string_view text, char separator = ':');

/** The value of an attribute of a graph or file, which stands bare on a line of its own: O1, 0, true. */
std::string bareText(const Value &value);
Value parseBare(std::string_view text);

/** "<Tensor[Float32], (2, 3)>". */
std::string typeText(const Abstract &abstract);

/** The inverse, of the text with or without its angle brackets and in all eras. Never fails: Unknown with the text. */
Abstract parseType(std::string_view text);

/** What a node prints as its type: of constants by value, of weights with their key. */
Abstract printedType(const Node &node);

} // namespace jitscope::inline ir
