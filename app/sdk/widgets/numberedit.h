// SPDX-License-Identifier: GPL-3.0-or-later
// A field for one real number: wide enough for those that it shows, and never without its first digits.
#pragma once

#include <QLineEdit>

namespace jitscope {
inline namespace sdk {

class NumberEdit : public QLineEdit {
    Q_OBJECT
public:
    /** `name` is its accessible name and the first line of its tool tip. */
    explicit NumberEdit(const QString &name, QWidget *parent = nullptr);
    /** Shows up to `digits` significant ones; the tool tip has all. Nothing is typed any more then. */
    void setNumber(double value, int digits);
    /** Empty: there is no such number. */
    void setUnknown();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void focusOutEvent(QFocusEvent *event) override;

private:
    void showFront();

    QString m_name;
    QString m_full; ///< all digits of what setNumber() was given
};

} // namespace sdk
} // namespace jitscope
