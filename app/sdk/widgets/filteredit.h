// SPDX-License-Identifier: GPL-3.0-or-later
// The small search field at the right of a panel's title.
#pragma once

#include <QLineEdit>

namespace jitscope {
inline namespace sdk {

/** Esc clears it; textChanged() as of any line edit. */
class FilterEdit : public QLineEdit {
    Q_OBJECT
public:
    /** `placeholder` is also its accessible name. */
    explicit FilterEdit(const QString &placeholder, QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
};

} // namespace sdk
} // namespace jitscope
