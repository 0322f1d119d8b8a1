// SPDX-License-Identifier: Apache-2.0
// A trace as one string of bytes a column, for session files.
#pragma once

#include "engine/base/result.h"
#include "engine/profile/trace.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline session {

/** One column: its name and its packed values. */
struct PackedColumn {
    std::string name;
    std::string bytes;
};

std::vector<PackedColumn> packTrace(const Trace &trace);
/** The same one after the other: those of a long trace are not in memory at once. */
void packTrace(const Trace &trace, const std::function<void(PackedColumn)> &take);

/** One whose bytes are another's. */
struct ColumnView {
    std::string name;
    std::string_view bytes;
};

/** The reverse; every track, text and slice that is referred to must be there. */
Result<Trace> unpackTrace(const std::vector<ColumnView> &columns);
Result<Trace> unpackTrace(const std::vector<PackedColumn> &columns);

} // namespace jitscope::inline session
