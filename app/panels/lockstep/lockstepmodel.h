// SPDX-License-Identifier: GPL-3.0-or-later
// The two columns of a lock step as a table, and the delegate that joins them by lines.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/run/lockstep.h"

#include <QStyledItemDelegate>

namespace jitscope {
inline namespace locksteppanel {

/** How a row stands: its connector shows it by shape as well as by colour. */
enum class LockstepMark : uint8_t { Within, Differs, EagerOnly, GraphOnly };

struct LockstepLine {
    size_t index = 0; ///< among the rows of the run
    const LockstepRow *row = nullptr;
    LockstepMark mark = LockstepMark::Within;
};

enum LockstepColumn : int {
    NumberColumn,
    EagerColumn,
    EagerTypeColumn,
    JointColumn,
    NodeColumn,
    DistanceColumn,
    ShareColumn,
    PrimitiveColumn,
    NodeTypeColumn
};

std::vector<TableColumn<LockstepLine>> lockstepColumns();
/** The lines to show; pointers into `run`. */
enum class LockstepFilter : uint8_t { All, Differences };
std::vector<LockstepLine> lockstepLines(const LockstepRun &run, const LockstepTolerance &tolerance,
                                        LockstepFilter filter);

/** Draws the bar of a difference on its scale of powers of ten; nothing where values are equal or not compared. */
class DistanceBarDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

/** Draws the joint: a line from side to side, broken with a mark where values differ, a stub where a side is missing.
 */
class JointDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace locksteppanel
} // namespace jitscope
