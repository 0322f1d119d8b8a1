// SPDX-License-Identifier: GPL-3.0-or-later
// Plain text in as many lines as it needs, broken within a word where that is longer than a line, so that no name
// widens a panel; all of it can be copied.
#pragma once

#include <QLabel>

namespace jitscope {
inline namespace sdk {

class WrappedLabel : public QLabel {
    Q_OBJECT
public:
    explicit WrappedLabel(QWidget *parent = nullptr);

    /** As they are broken at that width: between words, within one where it is longer than a line. */
    QStringList lines(int width) const;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace sdk
} // namespace jitscope
