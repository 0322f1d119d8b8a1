// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the window's commands: as they are built in, or as the user changed them.
#pragma once

#include <QKeySequence>
#include <QList>

class QAction;

namespace jitscope {
inline namespace shell {

/** Takes the present keys of `action` as its built-in ones. */
void adoptKeys(QAction &action);
/** Puts those that the user chose in their place. */
void restoreKeys(QAction &action);
/** Those of the program. */
QList<QKeySequence> builtInKeys(const QAction &action);
bool hasOwnKeys(const QAction &action);

/** Changes the keys and keeps them for the next start; the built-in ones need not be kept. */
void changeKeys(QAction &action, const QList<QKeySequence> &keys);

/** What stands behind the tab of a text: the key of a command that the focused widget carries out itself. */
QKeySequence fixedKey(const QAction &action);

/** Who of `actions` has `key` already, besides `except`; null for nobody. */
QAction *ownerOf(const QKeySequence &key, const QList<QAction *> &actions, const QAction *except);

} // namespace shell
} // namespace jitscope
