// SPDX-License-Identifier: Apache-2.0
// Reads what an argument was, as messages and keys show it: "f32[2,3]", "3.0", "(f32[2], 'sum')".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline session {

struct TypeText {
    enum class Kind : uint8_t { Tensor, Number, Text, Bool, None, Sequence, Dictionary, Other };
    Kind kind = Kind::Other;
    std::string dtype;              ///< of a tensor: "f32"
    std::vector<int64_t> shape;     ///< of a tensor
    std::vector<std::string> names; ///< of a dictionary, as written
    std::vector<std::string> items; ///< of a container, as written
};

TypeText readTypeText(std::string_view text);

/** "a, (b, c), d" at its outermost commas. */
std::vector<std::string> splitOutside(std::string_view text, char separator);

} // namespace jitscope::inline session
