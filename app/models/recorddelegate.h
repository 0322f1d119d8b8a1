// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the bar of a cell that answers ShareRole, and everything else as usual.
#pragma once

#include <QStyledItemDelegate>

namespace jitscope {
inline namespace models {

class RecordDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /** Numbers keep off the text of the column behind them. */
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace models
} // namespace jitscope
