// SPDX-License-Identifier: Apache-2.0
// The tables of a session file, in the order in which they are written.
//
// Whatever is large or nested (tensors, graphs, the trace) stands in `blobs`, cut into parts and compressed; the other
// tables refer to it by its id. All else is in plain columns that any SQLite tool can query. Lists of numbers are text:
// "3,4,7". Real numbers are stored as the 64 bits of the double, so that every value comes back as it was.
#pragma once

#include "engine/base/result.h"
#include "engine/session/database.h"
#include "engine/session/sessionfields.h"

namespace jitscope::inline session {

constexpr int sessionApplicationId = 0x4A534350; // "JSCP"
/** Blobs are cut into parts of this size before they are compressed. */
constexpr int64_t blobPartBytes = int64_t(16) << 20;

const std::vector<TableDef> &sessionTables();

/**
 * Whether everything in `session` that refers to something else refers to what is there. Asked before saving, so that
 * no file is written that could not be read again, and after loading. The error names the table and the record.
 */
Result<void> checkReferences(const Session &session);

} // namespace jitscope::inline session
