// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/recorddelegate.h"

#include "app/models/tablemodel.h"
#include "app/sdk/theme.h"

#include <QPainter>

namespace jitscope {
inline namespace models {

namespace {

constexpr int barRoom = 96; ///< left of the number in a cell with a share

} // namespace

void RecordDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const bool isNumber = (option->displayAlignment & Qt::AlignRight) != 0 && !option->text.isEmpty();
    if (isNumber) option->text += QLatin1Char(' ');
}

void RecordDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant share = index.data(ShareRole);
    if (!share.isValid()) return;
    const Theme &theme = currentTheme();
    const QRectF room(option.rect.left() + 8, option.rect.center().y() - 2.5, barRoom - 16, 6);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.track);
    painter->drawRoundedRect(room, 3, 3);
    if (share.toDouble() > 0) { // the smallest is seen, and nothing of none
        QRectF filled = room;
        filled.setWidth(std::max(2.0, room.width() * std::min(share.toDouble(), 1.0)));
        painter->setBrush(theme.accent);
        painter->drawRoundedRect(filled, 3, 3);
    }
    painter->restore();
}

QSize RecordDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(metrics::rowHeight);
    if (index.data(ShareRole).isValid()) size.rwidth() += barRoom;
    return size + QSize(12, 0);
}

} // namespace models
} // namespace jitscope
