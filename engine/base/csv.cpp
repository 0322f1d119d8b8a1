// SPDX-License-Identifier: Apache-2.0
#include "engine/base/csv.h"

namespace jitscope::inline base {

std::string csvField(const std::string &text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace jitscope::inline base
