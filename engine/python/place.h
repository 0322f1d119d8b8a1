// SPDX-License-Identifier: Apache-2.0
// Where the user's Python program stands: its stack without the frames of packages, and the cells it is in.
#pragma once

#include "engine/session/recorder.h"

#include <string>

namespace jitscope::python {

/** Files under these folders are not the user's code: this package, the standard library, installed packages. */
void setPackageFolders(std::vector<std::string> folders);

/** Whether code of that file is the user's own (a script, a module beside it, the console). */
bool isUserFile(const std::string &file);

/** The stack and scope of the current thread; the GIL must be held. Files are recorded with their text when first seen.
 */
Place currentPlace();

/** Files may have changed: they are recorded anew when next seen. Called at the begin of a run, with the GIL held. */
void forgetSources();

} // namespace jitscope::python
