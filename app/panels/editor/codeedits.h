// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a script that are more than typing, each taken back by one undo.
#pragma once

#include "app/panels/editor/codesearch.h"

namespace jitscope {
inline namespace editorpanel {

class CodeEditor;

/** Puts "# " before the selected lines, or takes it away where all of them have it. */
void toggleComment(CodeEditor &editor);

/** Each match becomes its replacement; breakpoints and the cursor stay with their text. */
void replaceMatches(CodeEditor &editor, const std::vector<CodeMatch> &matches);

} // namespace editorpanel
} // namespace jitscope
