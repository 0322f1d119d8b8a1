// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the rows of the pass list: headings that fold, passes with what they changed, cost and saved.
#pragma once

#include "app/panels/passes/passrows.h"

#include <QStyledItemDelegate>

namespace jitscope {
inline namespace passespanel {

/** A pass is a dot, its name, the coloured counts and its time; what was worked out about it stands below. Where a name
    has no room beside its numbers, these stand on a line of their own: nothing is cut. */
class PassDelegate : public QStyledItemDelegate {
public:
    PassDelegate(const TableModel<PassRow> &model, QObject *parent);

    /** Makes the column of times as wide as the longest needs, in a list of that width. */
    void measure(int width);
    int timeWidth() const { return m_timeWidth; }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    bool isTwoLine(const PassRow &row) const;
    int heightOf(const PassRow &row) const;
    void paintPass(QPainter &painter, const QStyleOptionViewItem &option, const PassRow &row) const;
    void paintNumbers(QPainter &painter, const QRect &line, const PassRow &row) const;
    void paintFigures(QPainter &painter, const QRect &rect, const PassRow &row) const;

    const TableModel<PassRow> &m_model;
    int m_timeWidth = 0, m_width = 0;
};

} // namespace passespanel
} // namespace jitscope
