// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/numberedit.h"

#include "app/sdk/theme.h"

#include <QStyle>
#include <QStyleOptionFrame>

namespace jitscope {
inline namespace sdk {

namespace {

const QString widest = QStringLiteral("-0.00024783e"); ///< five digits of any size, and room for the cursor
const QString narrowest = QStringLiteral("-1e-05");
constexpr int allDigits = 17;

QSize sizeFor(const QLineEdit &edit, const QString &text) {
    QStyleOptionFrame option;
    option.initFrom(&edit);
    const QFontMetrics metrics(edit.font());
    const QMargins margins = edit.textMargins();
    constexpr int inner = 6; // what QLineEdit keeps free beside its text
    const QSize contents(metrics.horizontalAdvance(text) + margins.left() + margins.right() + inner,
                         edit.QLineEdit::sizeHint().height());
    return {edit.style()->sizeFromContents(QStyle::CT_LineEdit, &option, contents, &edit).width(), contents.height()};
}

} // namespace

NumberEdit::NumberEdit(const QString &name, QWidget *parent)
    : QLineEdit(parent)
    , m_name(name) {
    setFont(codeFont());
    setAccessibleName(name);
    setToolTip(name);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QLineEdit::textChanged, this, &NumberEdit::showFront);
}

void NumberEdit::setNumber(double value, int digits) {
    m_full = QString::number(value, 'g', allDigits);
    setPlaceholderText({});
    setText(QString::number(value, 'g', digits));
    setModified(false);
    showFront();
}

void NumberEdit::setUnknown() {
    m_full.clear();
    setPlaceholderText(QStringLiteral("–"));
    clear();
    setModified(false);
}

QSize NumberEdit::sizeHint() const {
    return sizeFor(*this, widest);
}
QSize NumberEdit::minimumSizeHint() const {
    return sizeFor(*this, narrowest);
}

/** Of a text that does not fit, the end is cut: its front has the sign and the size. */
void NumberEdit::showFront() {
    const QString value = isModified() || m_full.isEmpty() ? text() : m_full;
    setToolTip(value.isEmpty() ? m_name : m_name + QLatin1Char('\n') + value);
    if (!hasFocus()) setCursorPosition(0);
}

void NumberEdit::focusOutEvent(QFocusEvent *event) {
    QLineEdit::focusOutEvent(event);
    showFront();
}

} // namespace sdk
} // namespace jitscope

#include "moc_numberedit.cpp"
