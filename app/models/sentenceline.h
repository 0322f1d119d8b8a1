// SPDX-License-Identifier: GPL-3.0-or-later
// One quiet line of text over a list that changes at every step: unlike a label it never makes its panel lay out again.
#pragma once

#include "app/sdk/theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <QWidget>

namespace jitscope {
inline namespace models {

class SentenceLine : public QWidget {
public:
    using QWidget::QWidget;

    QString text() const { return accessibleName(); }
    /** An empty one hides the line. What does not fit is in the tool tip. */
    void setText(const QString &text) {
        if (text == accessibleName()) return;
        setAccessibleName(text);
        setToolTip(text);
        setVisible(!text.isEmpty());
        update();
    }
    QSize sizeHint() const override { return {0, metrics::rowHeight}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.fillRect(rect(), currentTheme().panel);
        painter.setPen(currentTheme().text2);
        const QRect room = rect().adjusted(metrics::grid, 0, -metrics::grid, 0);
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(accessibleName(), Qt::ElideRight, room.width()));
    }
};

} // namespace models
} // namespace jitscope
