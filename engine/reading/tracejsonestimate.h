// SPDX-License-Identifier: Apache-2.0
// Whether a trace fits into the memory that it may take, from samples of its files before they are read; and if not,
// which window of time would.
#pragma once

#include "engine/reading/tracejsonpiece.h"

#include <vector>

namespace jitscope::inline reading::tracejson {

/** Fails with the refusal for what surely does not fit. Small files are not even looked at; 0 is no limit. */
Result<void> checkFits(const std::vector<FilePart> &parts, const PieceFilter &filter, int64_t memoryBytes);

/** The refusal, for what turned out to be too large only while it was read. */
Error tooLarge(const std::vector<FilePart> &parts, const PieceFilter &filter, int64_t memoryBytes);

} // namespace jitscope::inline reading::tracejson
