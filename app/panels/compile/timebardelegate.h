// SPDX-License-Identifier: GPL-3.0-or-later
// Paints when something took place: stretches of an axis, instead of the cell's text. Those of which only the sum is
// known are pale; a dotted line stands where the axis leaves time out.
#pragma once

#include "app/panels/compile/compileintervals.h"

#include <QStyledItemDelegate>
#include <functional>

namespace jitscope {
inline namespace compilepanel {

class TimeBarDelegate : public QStyledItemDelegate {
public:
    /** Null for a row without. */
    using RowOf = std::function<const CompileRow *(const QModelIndex &)>;

    TimeBarDelegate(RowOf rowOf, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_rowOf(std::move(rowOf)) {}

    void setCuts(std::vector<AxisCut> cuts) { m_cuts = std::move(cuts); }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /** Over a dotted line it says what is left out there; else it is the cell's own. */
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    static QRectF axisIn(const QRect &cell);

    RowOf m_rowOf;
    std::vector<AxisCut> m_cuts;
};

} // namespace compilepanel
} // namespace jitscope
