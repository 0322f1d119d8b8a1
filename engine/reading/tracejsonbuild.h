// SPDX-License-Identifier: Apache-2.0
// Makes one arranged trace of the columns that threads read piece by piece.
#pragma once

#include "engine/base/progress.h"
#include "engine/reading/inputfile.h"
#include "engine/reading/tracejsonlanes.h"

namespace jitscope::inline reading::tracejson {

struct BuildOptions {
    int rank = -1;
    PieceFilter filter;                 ///< for slices of two events, which are whole only now
    const Progress *progress = nullptr; ///< once it is cancelled, the rest is left undone
};

struct BuiltTrace {
    Trace trace;
    Faults faults;
};

/** Takes what was read; its columns are freed on the way. */
BuiltTrace buildTrace(ReadEvents read, const std::vector<std::shared_ptr<const InputFile>> &files,
                      const BuildOptions &options);

} // namespace jitscope::inline reading::tracejson
