// SPDX-License-Identifier: GPL-3.0-or-later
// Which names lines of Python assign to, and where the function around a line begins and ends: by reading the text.
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

namespace jitscope {
inline namespace editorpanel {

/** "q, k = f(x)" gives q and k; attributes and items are no names. Also of for, with and :=. */
QStringList assignedNames(const QString &line);

struct LineRange {
    int first = 0, last = -1; ///< from 1, both inclusive
    bool contains(int line) const { return line >= first && line <= last; }
};

/** The innermost def around `line` (all lines when it is in none). */
LineRange functionAround(const std::function<QString(int line)> &text, int lineCount, int line);

} // namespace editorpanel
} // namespace jitscope
