// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/compile/timebardelegate.h"

#include "app/models/compilewords.h"
#include "app/sdk/theme.h"

#include <QApplication>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace jitscope {
inline namespace compilepanel {

namespace {

constexpr int leastRoom = 120; ///< of the axis
constexpr qreal leastWidth = 1.5;
constexpr qreal reach = 4; ///< so near to a cut its tool tip comes

struct TimeBarWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::compilepanel::CompilePanel)
};

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
    const QRectF room = axisIn(option.rect);
    const QColor full = colourOf(theme, row->kind), colour = isSummed(*row) ? blend(full, theme.panel, 0.45) : full;
    painter->save();
    painter->fillRect(QRectF(room.left(), room.center().y() - 0.5, room.width(), 1), theme.track);
    for (const CompileStretch &each : row->stretches)
        painter->fillRect(QRectF(room.left() + each.begin * room.width(), room.center().y() - 5,
                                 std::max(leastWidth, each.length * room.width()), 10),
                          colour);
    painter->setPen(QPen(theme.text3, 1, Qt::DotLine));
    for (const AxisCut &cut : m_cuts) {
        const qreal x = std::floor(room.left() + cut.at * room.width()) + 0.5;
        painter->drawLine(QPointF(x, option.rect.top()), QPointF(x, option.rect.bottom()));
    }
    painter->restore();
}

QRectF TimeBarDelegate::axisIn(const QRect &cell) {
    return QRectF(cell).adjusted(6, 0, -6, 0);
}

bool TimeBarDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                                const QModelIndex &index) {
    const QRectF room = axisIn(option.rect);
    for (const AxisCut &cut : m_cuts) {
        if (std::abs(room.left() + cut.at * room.width() - event->pos().x()) > reach) continue;
        QToolTip::showText(event->globalPos(),
                           TimeBarWords::tr("Left out here: %1 between two compilations, as the timeline shows it.")
                               .arg(timeWords(double(cut.gapNs))),
                           view);
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

QSize TimeBarDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const {
    return {leastRoom, metrics::rowHeight};
}

} // namespace compilepanel
} // namespace jitscope
