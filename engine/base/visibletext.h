// SPDX-License-Identifier: Apache-2.0
// Text from files as a terminal may show it.
#pragma once

#include <string>
#include <string_view>

namespace jitscope::inline base {

/** `text` so that a terminal shows it and obeys nothing of it: control characters but tabs and ends of lines, and those
    that turn the direction of writing, as "\x1b" and "\u202e" (which JSON reads too); bytes that are not UTF-8 as
   "\x9b". */
std::string visibleText(std::string_view text);

} // namespace jitscope::inline base
