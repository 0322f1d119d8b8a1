// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that work on the script in the editor, wherever the focus is.
#include "app/shell/commands.h"

#include "app/panels/editor/editorpanel.h"
#include "app/shell/mainwindow.h"

namespace jitscope {
inline namespace shell {

QList<Command> editorCommands(MainWindow &w) {
    const char *menu = "Edit";
    const auto key = [](const char *text) { return QKeySequence(QString::fromLatin1(text)); };
    return {
        {"replace",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Replace..."),
         QT_TRANSLATE_NOOP("Commands", "Search in the script and replace what is found"),
         "",
         {key("Ctrl+H")},
         [&w] { w.editScript(&EditorPanel::startReplace); }},
        {"toggle-comment",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Toggle comment"),
         QT_TRANSLATE_NOOP("Commands", "Make comments of the selected lines of the script, or code again"),
         "",
         {key("Ctrl+/")},
         [&w] { w.editScript(&EditorPanel::toggleComment); },
         true},
        {"rename-local",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Rename local name..."),
         QT_TRANSLATE_NOOP("Commands", "Give the local name under the cursor another name in its whole function"),
         "",
         {key("Ctrl+Shift+R")},
         [&w] { w.editScript(&EditorPanel::startRename); }},
        {"toggle-fold",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Fold or unfold"),
         QT_TRANSLATE_NOOP("Commands", "Fold the block around the cursor away, or show it again"),
         "",
         {key("Ctrl+M")},
         [&w] { w.editScript(&EditorPanel::toggleFold); }},
        {"go-to-definition",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Go to definition"),
         QT_TRANSLATE_NOOP("Commands", "Go to where the name under the cursor comes from; Ctrl+click does the same"),
         "",
         {key("F4")},
         [&w] { w.editScript(&EditorPanel::goToDefinition); },
         true},
        {"show-problems",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Problems of the script"),
         QT_TRANSLATE_NOOP("Commands", "List what is known to be wrong with the script"),
         "",
         {key("Ctrl+Shift+M")},
         [&w] { w.editScript(&EditorPanel::listProblems); }},
        {"next-script",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Next script"),
         QT_TRANSLATE_NOOP("Commands", "Bring the next open script to the front"),
         "",
         {key("Ctrl+Tab")},
         [&w] { w.editScript(&EditorPanel::showNextScript); },
         true},
        {"previous-script",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Previous script"),
         QT_TRANSLATE_NOOP("Commands", "Bring the open script before this one to the front"),
         "",
         {key("Ctrl+Shift+Tab")},
         [&w] { w.editScript(&EditorPanel::showPreviousScript); }},
    };
}

} // namespace shell
} // namespace jitscope
