// SPDX-License-Identifier: Apache-2.0
// Texts without regard to upper and lower case, as far as ASCII has them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace jitscope::inline base {

inline std::string lowered(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter + 32) : letter; });
    return lower;
}

} // namespace jitscope::inline base
