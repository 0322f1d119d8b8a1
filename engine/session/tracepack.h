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

/** Takes the bytes of a column piece by piece, none of them larger than some megabytes. */
using PieceSink = std::function<void(std::string_view piece)>;
/** A column that is packed when somebody wants it: those of a long trace are never in memory. The trace must not change
    meanwhile. */
struct ColumnSource {
    std::string name;
    std::function<void(const PieceSink &take)> pack;
};
std::vector<ColumnSource> columnSources(const Trace &trace);

/** One whose bytes are another's. */
struct ColumnView {
    std::string name;
    std::string_view bytes;
    std::function<void()> letGo = {}; ///< called when the bytes have been read; may be empty
};

/** The reverse; every track, text and slice that is referred to must be there. */
Result<Trace> unpackTrace(const std::vector<ColumnView> &columns);
Result<Trace> unpackTrace(const std::vector<PackedColumn> &columns);

} // namespace jitscope::inline session
