// SPDX-License-Identifier: Apache-2.0
// The SHA-256 of a text, by which files say which parameters they were made with.
#pragma once

#include <string>
#include <string_view>

namespace jitscope::inline ascend {

/** 64 hexadecimal digits. */
std::string sha256(std::string_view bytes);

} // namespace jitscope::inline ascend
