// SPDX-License-Identifier: GPL-3.0-or-later
// One line of plain text that takes what room there is: what does not fit ends in an ellipsis and stands in the tool
// tip, and all of it can be copied.
#pragma once

#include <QLabel>

namespace jitscope {
inline namespace sdk {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    /** What is painted at the present width. */
    QString shownText() const;

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
};

} // namespace sdk
} // namespace jitscope
