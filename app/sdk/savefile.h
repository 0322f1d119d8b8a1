// SPDX-License-Identifier: GPL-3.0-or-later
// Where the user last opened or saved something, and the question where to save.
#pragma once

#include <QString>

class QWidget;

namespace jitscope {
inline namespace sdk {

/** Of the last file that was opened or saved, in any panel. */
QString lastFolder();
void setLastFolder(const QString &folder);

/** Asks for a file to write; "" if the user does not want to. `name`, proposed in lastFolder(), has the suffix that a
    name without one gets (before it is asked whether a file may be overwritten). */
QString askSavePath(QWidget *parent, const QString &title, const QString &name, const QString &filters);

/** "forward at O1-cse.ir" as a name that every file system takes: letters, digits, '.', '-' and '_' stay. */
QString fileNameOf(const QString &text);

} // namespace sdk
} // namespace jitscope
