// SPDX-License-Identifier: GPL-3.0-or-later
// The underlined letters of menus: every entry has one of its own, in Chinese in the form "文件(&F)".
#pragma once

#include <QList>
#include <QString>

class QAction;
class QMenu;

namespace jitscope {
inline namespace shell {

/** Gives each of the entries of one menu a letter that no other has: the first of a word where it is free. The letters
    come from the English text (setEnglish), so that they are the same in every language. */
void giveMnemonics(const QList<QAction *> &entries);
/** The same each time the menu opens, as its entries may have changed. */
void keepMnemonics(QMenu &menu);
/** Remembers the English text of an entry whose text is translated. */
void setEnglish(QAction &entry, const QString &text);

/** A text of an action without its underlined letter: "Open..." of "打开(&O)..." or "&Open...". */
QString withoutMnemonic(const QString &text);

} // namespace shell
} // namespace jitscope
