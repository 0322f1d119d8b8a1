// SPDX-License-Identifier: Apache-2.0
// Fields of comma-separated files.
#pragma once

#include <string>

namespace jitscope::inline base {

/** `text` as one field by RFC 4180: in quotes where it holds a comma, a quote or a line end. */
std::string csvField(const std::string &text);

} // namespace jitscope::inline base
