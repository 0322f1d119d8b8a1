// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the window as a record: menu, text, key, icon, what it does. The palette shows the same list.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <functional>

namespace jitscope {
inline namespace shell {

class MainWindow;

struct Command {
    QString id;
    const char *menu;    ///< of menuDefs(): "File", "Zoom"
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

/** A menu by its English title, which is translated in the context "Commands". */
struct MenuDef {
    const char *title;
    const char *parent;       ///< the menu it stands in, behind that one's commands; "" for the menu bar
    bool beginsGroup = false; ///< a line stands before it
};

/** All menus in their order, each behind its parent. */
const QList<MenuDef> &menuDefs();

/** Those of Run and of its sub-menus that move over operators (stepcommands.cpp). */
QList<Command> stepCommands(MainWindow &window);
/** Those that set breakpoints without a place in the editor. */
QList<Command> breakCommands(MainWindow &window);

/** Those of Edit that are the editor's own (editorcommands.cpp). */
QList<Command> editorCommands(MainWindow &window);

/** All commands of `window` but those that are made of lists (panels, perspectives, recent files, run choices). */
QList<Command> commandsOf(MainWindow &window);

} // namespace shell
} // namespace jitscope
