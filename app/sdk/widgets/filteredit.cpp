// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/filteredit.h"

#include "app/sdk/icons.h"

#include <QAction>
#include <QKeyEvent>

namespace jitscope {
inline namespace sdk {

namespace {
constexpr int fieldWidth = 160;
}

FilterEdit::FilterEdit(const QString &placeholder, QWidget *parent)
    : QLineEdit(parent) {
    setProperty("role", "filter");
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(true);
    addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition)->setText(placeholder);
    for (QAction *button : findChildren<QAction *>()) // Qt's own has no name that a screen reader could tell
        if (button->text().isEmpty()) button->setText(tr("Clear"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize FilterEdit::sizeHint() const {
    return {fieldWidth, QLineEdit::sizeHint().height()};
}

void FilterEdit::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace sdk
} // namespace jitscope

#include "moc_filteredit.cpp"
