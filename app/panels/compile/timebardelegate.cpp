// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/compile/timebardelegate.h"

#include "app/sdk/theme.h"

#include <QApplication>
#include <QPainter>

namespace jitscope {
inline namespace compilepanel {

namespace {

constexpr int leastRoom = 120; ///< of the axis
constexpr qreal leastWidth = 1.5;

QColor colourOf(const Theme &theme, CompileRowKind kind) {
    switch (kind) {
    case CompileRowKind::Unaccounted:
        return theme.text3;
    case CompileRowKind::Stage:
    case CompileRowKind::Cycle:
    case CompileRowKind::Pass:
    case CompileRowKind::Rule:
    case CompileRowKind::NoRule:
        return theme.changed;
    case CompileRowKind::Kernel:
    case CompileRowKind::LlvmPart:
        return theme.fused;
    case CompileRowKind::Line:
    case CompileRowKind::NoLine:
    case CompileRowKind::Inference:
        return theme.parameter;
    default:
        return theme.accent;
    }
}

} // namespace

void TimeBarDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const {
    QStyleOptionViewItem empty = option;
    initStyleOption(&empty, index);
    empty.text.clear();
    const QStyle *style = empty.widget ? empty.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &empty, painter, empty.widget);
    const CompileRow *row = m_rowOf(index);
    if (row == nullptr) return;
    const Theme &theme = currentTheme();
    const QRectF room = QRectF(option.rect).adjusted(6, 0, -6, 0);
    painter->save();
    painter->setPen(Qt::NoPen);
    painter->fillRect(QRectF(room.left(), room.center().y() - 0.5, room.width(), 1), theme.track);
    for (const CompileStretch &each : row->stretches)
        painter->fillRect(QRectF(room.left() + each.begin * room.width(), room.center().y() - 5,
                                 std::max(leastWidth, each.length * room.width()), 10),
                          colourOf(theme, row->kind));
    painter->restore();
}

QSize TimeBarDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
    return {leastRoom, metrics::rowHeight};
}

} // namespace compilepanel
} // namespace jitscope
