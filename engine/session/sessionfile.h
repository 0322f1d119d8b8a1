// SPDX-License-Identifier: Apache-2.0
// Sessions as one SQLite file (.jitscope): saved whole, loaded whole, never executed.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/session/sessionfwd.h"

#include <functional>
#include <string>

namespace jitscope::inline session {

/**
 * Writes beside `path` and renames, so an old file is never lost to a failed save. `shouldContinue` is asked often and
 * ends the work with an error when it says no; none means it is wanted to the end. `progress` is told in bytes of
 * values.
 */
Result<void> saveSession(const Session &session, const std::string &path, std::function<bool()> shouldContinue = {},
                         Progress *progress = nullptr);

/** Whether a session could be saved there now, found out by trying; nothing is left there. */
Result<void> checkSavePath(const std::string &path);

/** What the recorded values take, each once: about the size of a file of them, which packs what it can. Ends early, and
   means nothing then, when it is not wanted. */
int64_t valueBytes(const Session &session, const std::function<bool()> &shouldContinue);

/** Reads a session; every size and reference in it is checked. The error names the file, the table and the reason. */
Result<Session> loadSession(const std::string &path);

} // namespace jitscope::inline session
