// SPDX-License-Identifier: Apache-2.0
// What the files of the benchmark program share.
#pragma once

namespace jitscope::bench {

/** Starts Python in this process with the mindspore package of the build on its path. */
void startPython();
/** Registers the rows of rows.py. */
void registerPythonRows();

} // namespace jitscope::bench
