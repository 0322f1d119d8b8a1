// SPDX-License-Identifier: GPL-3.0-or-later
// Paints when something took place: stretches of an axis, instead of the cell's text.
#pragma once

#include "engine/session/compilecosts.h"

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

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    RowOf m_rowOf;
};

} // namespace compilepanel
} // namespace jitscope
