// SPDX-License-Identifier: GPL-3.0-or-later
// A label of one line that ends in an ellipsis where the room ends, with the whole text as tool tip.
#pragma once

#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace jitscope {

/** Takes what room there is. A size policy of QSizePolicy::Preferred makes it as wide as its text where it can be. */
class ElidedLabel : public QLabel {
public:
    explicit ElidedLabel(QWidget *parent = nullptr)
        : QLabel(parent) {
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }

    /** Room for the first letters: a text never widens what it stands in. */
    QSize minimumSizeHint() const override {
        const QSize whole = sizeHint();
        return {std::min(whole.width(), 3 * fontMetrics().height()), whole.height()};
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        const QRect room = contentsRect();
        const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, room.width());
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, shown);
        if (toolTip() != text()) setToolTip(text());
    }
};

} // namespace jitscope
