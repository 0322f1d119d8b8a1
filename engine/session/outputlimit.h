// SPDX-License-Identifier: Apache-2.0
// How much printed text a recording keeps.
#pragma once

#include "engine/session/records.h"

namespace jitscope::inline session {

/** Lets go of the oldest when there is more than a few million characters; a line at its begin says how much. */
void boundOutput(std::vector<OutputChunk> &output);

} // namespace jitscope::inline session
