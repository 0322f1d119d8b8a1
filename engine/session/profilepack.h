// SPDX-License-Identifier: Apache-2.0
// The tables of a profile as one string of bytes, for session files.
#pragma once

#include "engine/base/result.h"
#include "engine/profile/profile.h"

#include <string>
#include <string_view>

namespace jitscope::inline session {

std::string packProfile(const Profile &profile);
/** The reverse; every length and every reference to a text is checked. */
Result<Profile> unpackProfile(std::string_view bytes);

} // namespace jitscope::inline session
