// SPDX-License-Identifier: Apache-2.0
// Names of files that are written first and renamed when they are whole.
#pragma once

#include <string>

namespace jitscope {

/** A name in the folder of `path`, of this process alone and short, however long that of `path` is. */
std::string temporaryBeside(const std::string &path);

} // namespace jitscope
