// SPDX-License-Identifier: GPL-3.0-or-later
// What the context menu of a slice offers wherever one is named: in the timeline, in tables, as evidence.
#pragma once

#include "engine/profile/trace.h"

#include <QString>

#include <functional>

class QAbstractItemView;
class QMenu;
class QModelIndex;

namespace jitscope {
inline namespace sdk {
struct PanelContext;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** Leads to its line, operator, node, kernel and place in the timeline; zooms to it, marks its time, finds those of its
    name, copies it. `here` is the id of the panel that asks. Adds nothing for an invalid slice. */
void addSliceEntries(QMenu &menu, const PanelContext &context, SliceId slice, const QString &here);

/** The same for the rows of a view: `sliceAt` gives that of a row of the view's own model. */
void addSliceMenu(QAbstractItemView &view, const PanelContext &context, const QString &here,
                  std::function<SliceId(const QModelIndex &)> sliceAt);

/** A slice with its lane and arguments, as JSON. */
std::string sliceJson(const Trace &trace, SliceId slice);

} // namespace models
} // namespace jitscope
