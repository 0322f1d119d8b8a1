// SPDX-License-Identifier: GPL-3.0-or-later
// Home, End, PageUp and PageDown belong to the table that has the focus, whatever the window does by them elsewhere.
#pragma once

#include <QKeyEvent>

namespace jitscope {
inline namespace models {

inline bool isRowKey(const QKeyEvent &event) {
    const bool isMove = event.key() == Qt::Key_Home || event.key() == Qt::Key_End || event.key() == Qt::Key_PageUp ||
                        event.key() == Qt::Key_PageDown;
    return isMove && (event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier)) == Qt::NoModifier;
}

/** For a view's event(): true where the key is not to become a shortcut of the window. */
inline bool keepsRowKey(QEvent &event) {
    if (event.type() != QEvent::ShortcutOverride || !isRowKey(static_cast<QKeyEvent &>(event))) return false;
    event.accept();
    return true;
}

} // namespace models
} // namespace jitscope
