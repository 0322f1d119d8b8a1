// SPDX-License-Identifier: Apache-2.0
// Names of files that are written first and renamed when they are whole.
#pragma once

#include <string>

namespace jitscope::inline base {

/** A name in the folder of `path`, of this process alone and short, however long that of `path` is. */
std::string temporaryBeside(const std::string &path);

/** Removes the temporaries in `folder` that processes which are gone could not rename any more; how many. Nothing of a
    process that lives, and nothing that temporaryBeside() did not name. */
int removeLeftTemporaries(const std::string &folder);

/** Whether no process has this number. */
bool isProcessGone(int process);

} // namespace jitscope::inline base
