// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the runs panel's tables.
#pragma once

#include "app/models/tablemodel.h"
#include "app/sdk/runs.h"
#include "engine/analysis/comparison/runcomparison.h"

namespace jitscope {
inline namespace runspanel {

struct RunRow {
    RunRecord run;
    bool isShown = false; ///< it is the document
    bool operator==(const RunRow &) const = default;
};

std::vector<TableColumn<RunRow>> runColumns();
/** `nameOf` gives the words for a group of what is compared by. */
std::vector<TableColumn<RunDifference>> differenceColumns(std::function<QString(const std::string &)> nameOf);

/** "attention.py, 19:03:12" */
QString shortName(const RunRecord &run);
QString bytesText(qint64 bytes);

} // namespace runspanel
} // namespace jitscope
