// SPDX-License-Identifier: Apache-2.0
// Where the user's Python program stands: its stack without the frames of packages, and the cells it is in.
#pragma once

#include "engine/session/recorder.h"

#include <string>

struct PyCodeObject;

namespace jitscope::inline stepping {

/** Files under these folders are not the user's code: this package, the standard library, installed packages. */
void setPackageFolders(std::vector<std::string> folders);

/** Whether code of that file is the user's own (a script, a module beside it, the console). */
bool isUserFile(const std::string &file);

/** What code is to the user: his own, the call of a cell (which the scope is made of), an optimizer's step, or
   something in between. */
enum class FrameKind : uint8_t { User, CellCall, Optimizer, Foreign };

/** The GIL must be held. */
FrameKind frameKind(PyCodeObject *code);

/** The stack and scope of the current thread; the GIL must be held. Files are recorded with their text when first seen.
 */
Place currentPlace();

/** The same by the numbers that Recorder::instance() gave it; what an operator pays for being recorded. */
PlaceId currentPlaceId();

/** Files may have changed: they are recorded anew when next seen. Called at the begin of a run, with the GIL held. */
void forgetSources();

} // namespace jitscope::inline stepping
