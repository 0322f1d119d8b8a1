// SPDX-License-Identifier: Apache-2.0
#include "engine/base/phrase.h"

namespace jitscope::inline base {

std::string filled(std::string_view pattern, const std::vector<std::string> &arguments) {
    std::string text;
    for (size_t i = 0; i < pattern.size(); ++i) {
        const bool isPlace = pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' &&
                             size_t(pattern[i + 1] - '1') < arguments.size();
        if (isPlace)
            text += arguments[size_t(pattern[++i] - '1')];
        else
            text += pattern[i];
    }
    return text;
}

std::string sentence(const Phrase &phrase) {
    return filled(phrase.pattern, phrase.arguments);
}

} // namespace jitscope::inline base
