// SPDX-License-Identifier: Apache-2.0
// Where a session keeps what was noted of its compilations: as text in Session::info, so that files of any version
// hold it and older programs pass it on.
#pragma once

#include "engine/base/compilenotes.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <string_view>

namespace jitscope::inline session {

/** The key in Session::info of a compilation's notes. */
std::string compileNotesKey(int compilation);
/** Whether it is one: no fact for the eye. */
bool isCompileNotesKey(std::string_view key);
/** The compilation of such a key; -1 for any other. */
int compilationOfNotesKey(std::string_view key);

/** A record a line: its kind and its fields, tabs between them. */
std::string compileNotesText(const CompileNotes &notes);
/** What of a text can be read; lines that are no record are left out. */
CompileNotes readCompileNotes(std::string_view text);

/** Those of a compilation; empty where none were recorded. */
CompileNotes compileNotes(const Session &session, int compilation);

} // namespace jitscope::inline session
