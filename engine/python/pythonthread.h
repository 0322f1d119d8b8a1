// SPDX-License-Identifier: Apache-2.0
// The one thread that Python lives on: started with the first job, kept until the process ends.
#pragma once

#include <functional>

namespace jitscope::inline python {

/** Runs `job` on Python's thread after those posted before, with the GIL held. Starts Python if it does not run yet.
    CPython ties signals and its own end to the thread that started it, which is why no Interpreter owns it. */
void postToPython(std::function<void()> job);

} // namespace jitscope::inline python
