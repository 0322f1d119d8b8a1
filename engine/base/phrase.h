// SPDX-License-Identifier: Apache-2.0
// Texts for people whose words are fixed and whose names and numbers are not: windows translate the words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline base {

struct Phrase {
    const char *pattern = "";           ///< with %1, %2, ... for the arguments; a constant, as translations go by it
    std::vector<std::string> arguments; ///< names and numbers, the same in all languages
    bool empty() const { return *pattern == '\0'; }
};

/** A pattern with %1, %2, ... replaced; texts that are put in are not searched again. */
std::string filled(std::string_view pattern, const std::vector<std::string> &arguments);
/** In English, as it is written. */
std::string sentence(const Phrase &phrase);

} // namespace jitscope::inline base
