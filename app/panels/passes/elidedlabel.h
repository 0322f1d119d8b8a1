// SPDX-License-Identifier: GPL-3.0-or-later
// A label of one line that ends in an ellipsis where the room ends, with the whole text as tool tip.
#pragma once

#include <QLabel>
#include <QPainter>

namespace jitscope {

class ElidedLabel : public QLabel {
public:
    ElidedLabel() { setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width());
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, shown);
        if (toolTip() != text()) setToolTip(text());
    }
};

} // namespace jitscope
