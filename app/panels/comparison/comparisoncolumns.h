// SPDX-License-Identifier: GPL-3.0-or-later
// The rows and columns of the comparison panel's tables.
#pragma once

#include "app/models/causetext.h"
#include "app/models/tablemodel.h"
#include "engine/analysis/ranks/rankwaits.h"

#include <vector>

namespace jitscope {
inline namespace comparisonpanel {

struct TaskRow {
    TraceDifference difference;
    QString name, lane, begin;
    int64_t durationA = 0, durationB = 0;
    int64_t beginNs = 0;
};

struct GroupRow {
    GroupDifference group;
    QString name;
};

std::vector<TableColumn<TaskRow>> taskColumns();
/** `what` is the heading of the first: "Type", "Step", "Collective". */
std::vector<TableColumn<GroupRow>> groupColumns(const QString &what);
std::vector<TableColumn<RankWait>> rankColumns();

std::vector<TaskRow> taskRows(const TraceComparison &comparison, const Trace &a, const Trace &b);

} // namespace comparisonpanel
} // namespace jitscope
