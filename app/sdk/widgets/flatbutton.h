// SPDX-License-Identifier: GPL-3.0-or-later
// The quiet button of rows of small commands, reached with Tab as well as with the mouse.
#pragma once

#include <QToolButton>

namespace jitscope {
inline namespace sdk {

/** `id` becomes the objectName, `toolTip` also what a screen reader says. */
inline QToolButton *flatButton(const QString &id, const QString &text, const QString &toolTip,
                               QWidget *parent = nullptr) {
    auto *button = new QToolButton(parent);
    button->setObjectName(id);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setProperty("role", QStringLiteral("flat"));
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace sdk
} // namespace jitscope
