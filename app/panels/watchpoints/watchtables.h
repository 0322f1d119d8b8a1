// SPDX-License-Identifier: GPL-3.0-or-later
// The two tables of the panel as lists of columns: what is watched, and what was found.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/inspect/watchpoint.h"

class QTreeView;

namespace jitscope {
inline namespace watchpointspanel {

std::vector<TableColumn<Watchpoint>> watchpointColumns();

/** A hit with what the columns need, so that a row never looks back into a session that grows. */
struct HitRow {
    WatchHit hit;
    QString op, tensor;
};
HitRow hitRow(const Session &session, const WatchHit &hit);
std::vector<TableColumn<HitRow>> hitColumns();

/** As wide as what stands in them. */
void fitColumns(QTreeView &view);

} // namespace watchpointspanel
} // namespace jitscope
