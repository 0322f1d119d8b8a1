// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the window as a record: menu, text, key, icon, what it does. The palette shows the same list.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <functional>

namespace jitscope {

class MainWindow;

struct Command {
    QString id;
    const char *menu;    ///< "File", ...; translated in the context "Commands"
    const char *text;    ///< translated in the context "Commands", with "..." when it asks first
    const char *summary; ///< tool tip and status tip, likewise
    const char *icon;    ///< of themedIcon(), or "" for none
    QList<QKeySequence> keys;
    std::function<void()> run;
    bool beginsGroup = false; ///< a line stands before it in the menu
    bool isCheckable = false; ///< it is on or off; `run` toggles
};

/** "Open...\tCtrl+O" -> "Open": for buttons, the palette and screen readers. */
QString plainText(const QString &text);

/** The titles of the menus in their order. */
const QList<const char *> &menuTitles();

/** Those of Run and of its sub-menu Bookmarks that move over operators (stepcommands.cpp). */
QList<Command> stepCommands(MainWindow &window);
/** Those that set breakpoints without a place in the editor. */
QList<Command> breakCommands(MainWindow &window);

/** Those of Edit that are the editor's own (editorcommands.cpp). */
QList<Command> editorCommands(MainWindow &window);

/** All commands of `window` but those that are made of lists (panels, perspectives, recent files, run choices). */
QList<Command> commandsOf(MainWindow &window);

} // namespace jitscope
