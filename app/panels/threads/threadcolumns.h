// SPDX-License-Identifier: GPL-3.0-or-later
// What the run's threads did as table rows.
#pragma once

#include "app/models/operatorsource.h"
#include "app/models/tablemodel.h"
#include "engine/analysis/threads/threadtimes.h"

namespace jitscope {
inline namespace threadspanel {

struct ThreadRow {
    ThreadTimes times;      ///< `thread` is -1 where the system was not asked while it lived: they are unknown
    int64_t operators = 0;  ///< that it called, of those that the filter lets through
    int64_t operatorNs = 0; ///< their time, what ran inside of another not twice
    bool isTimed() const { return times.thread >= 0; }
};

/** The stretch of time that the filter leaves: all conditions on the time together. */
TimeRange rangeOf(const OpFilter &filter);
/** Those with times, by falling time on a core, then those of whose operators alone is known. */
std::vector<ThreadRow> threadRows(const Session &session, const OperatorView &view);
std::vector<TableColumn<ThreadRow>> threadColumns();

} // namespace threadspanel
} // namespace jitscope
