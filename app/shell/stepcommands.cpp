// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that step, search and jump over operators, and those of bookmarks.
#include "app/shell/commands.h"

#include "app/shell/mainwindow.h"
#include "app/shell/stepping.h"
#include "engine/session/records.h"

namespace jitscope {
inline namespace shell {

namespace {

QList<QKeySequence> keys(std::initializer_list<const char *> texts) {
    QList<QKeySequence> all;
    for (const char *text : texts)
        all.append(QKeySequence(QString::fromLatin1(text)));
    return all;
}

/** A command that is one of stepDefs(). */
Command stepCommand(MainWindow &w, const char *id, const char *text, const char *summary, const char *icon,
                    std::initializer_list<const char *> shortcuts) {
    const StepDef *def = stepDef(QString::fromLatin1(id));
    return {QString::fromLatin1(id),
            def->direction == Direction::Back ? "Step backwards" : "Run",
            text,
            summary,
            icon,
            keys(shortcuts),
            [&w, def] { w.stepping().step(*def); }};
}

QList<Command> forwardCommands(MainWindow &w) {
    return {
        stepCommand(w, "step-op", QT_TRANSLATE_NOOP("Commands", "Step one operator"),
                    QT_TRANSLATE_NOOP("Commands",
                                      "Go one operator on; runs it at the live end and starts the script if none runs"),
                    "step-op", {"F10"}),
        stepCommand(w, "step-line", QT_TRANSLATE_NOOP("Commands", "Step one line"),
                    QT_TRANSLATE_NOOP("Commands", "Go to the next line of the same function or of its caller"),
                    "step-line", {"Ctrl+F11"}),
        stepCommand(w, "step-into", QT_TRANSLATE_NOOP("Commands", "Step into"),
                    QT_TRANSLATE_NOOP("Commands", "Go to the next line anywhere: enters functions and cells"),
                    "step-into", {"F11"}),
        stepCommand(w, "step-out", QT_TRANSLATE_NOOP("Commands", "Step out"),
                    QT_TRANSLATE_NOOP("Commands", "Go behind the call of the present function"), "step-out",
                    {"Shift+F11"}),
        stepCommand(w, "next-in-cell", QT_TRANSLATE_NOOP("Commands", "Next operator of this cell"),
                    QT_TRANSLATE_NOOP("Commands", "Go to the next operator that the same cell runs itself"), "",
                    {"Alt+F10"}),
        stepCommand(w, "out-of-cell", QT_TRANSLATE_NOOP("Commands", "Out of this cell"),
                    QT_TRANSLATE_NOOP("Commands", "Go behind the call of the present cell"), "", {"Alt+F11"}),
        {QStringLiteral("run-to-op"),
         "Run to",
         QT_TRANSLATE_NOOP("Commands", "Run to operator..."),
         QT_TRANSLATE_NOOP("Commands", "Go to the operator of a number, or run until it is next"),
         "",
         {},
         [&w] { w.askRunToOp(); }},
        {QStringLiteral("next-nan"), "Run to", QT_TRANSLATE_NOOP("Commands", "Run to the next NaN or infinity"),
         QT_TRANSLATE_NOOP("Commands", "Go behind the next operator that makes NaN or an infinity of finite values"),
         "next-nan", keys({"Ctrl+Alt+N"}), [&w] { w.runToNonFinite(); }},
    };
}

QList<Command> backwardCommands(MainWindow &w) {
    QList<Command> commands = {
        stepCommand(w, "step-back", QT_TRANSLATE_NOOP("Commands", "Step back one operator"),
                    QT_TRANSLATE_NOOP("Commands", "Look at the operator before; runs nothing"), "step-back",
                    {"Shift+F10"}),
        stepCommand(
            w, "step-line-back", QT_TRANSLATE_NOOP("Commands", "Step back one line"),
            QT_TRANSLATE_NOOP("Commands", "Look at the line before, of the same function or its caller; runs nothing"),
            "", {"Ctrl+Shift+F11"}),
        stepCommand(
            w, "step-into-back", QT_TRANSLATE_NOOP("Commands", "Step back into"),
            QT_TRANSLATE_NOOP("Commands", "Look at the line that ran before, inside of calls too; runs nothing"), "",
            {"Alt+Shift+F11"}),
        stepCommand(
            w, "step-out-back", QT_TRANSLATE_NOOP("Commands", "Out backwards"),
            QT_TRANSLATE_NOOP("Commands", "Look at what ran before the call of the present function; runs nothing"), "",
            {}),
        stepCommand(w, "previous-in-cell", QT_TRANSLATE_NOOP("Commands", "Previous operator of this cell"),
                    QT_TRANSLATE_NOOP("Commands", "Look at the operator that the same cell ran before; runs nothing"),
                    "", {"Alt+Shift+F10"}),
        {QStringLiteral("last-writer"),
         "Run to",
         QT_TRANSLATE_NOOP("Commands", "Back to the last writer of this tensor"),
         QT_TRANSLATE_NOOP("Commands", "Look at the operator that gave the selected tensor its values"),
         "",
         {},
         [&w] { w.stepping().lastWriter(); }},
        {QStringLiteral("first-nan"),
         "Run to",
         QT_TRANSLATE_NOOP("Commands", "Back to the first NaN or infinity"),
         QT_TRANSLATE_NOOP("Commands",
                           "Look at the first recorded operator that made NaN or an infinity of finite values"),
         "",
         {},
         [&w] { w.stepping().firstNonFinite(); }},
        {QStringLiteral("reverse-continue"), "Step backwards", QT_TRANSLATE_NOOP("Commands", "Continue backwards"),
         QT_TRANSLATE_NOOP("Commands",
                           "Look at the last operator before this at which a breakpoint stops, or at the first"),
         "", keys({"Ctrl+F5"}), [&w] { w.stepping().reverseContinue(); }},
        stepCommand(w, "previous-event", QT_TRANSLATE_NOOP("Commands", "Previous event"),
                    QT_TRANSLATE_NOOP("Commands", "Look at the operator before, from anywhere in the window"), "",
                    {"Ctrl+Left"}),
        stepCommand(
            w, "next-event", QT_TRANSLATE_NOOP("Commands", "Next event"),
            QT_TRANSLATE_NOOP("Commands", "Look at the operator behind, from anywhere in the window; runs nothing"), "",
            {"Ctrl+Right"}),
        {QStringLiteral("return-live"), "Run", QT_TRANSLATE_NOOP("Commands", "Return to live"),
         QT_TRANSLATE_NOOP("Commands", "Look at the operator that ran last"), "", keys({"End"}),
         [&w] { w.playhead().returnToLive(); }},
    };
    return commands;
}

QList<Command> bookmarkCommands(MainWindow &w) {
    QList<Command> commands = {
        {QStringLiteral("bookmark"), "Bookmarks", QT_TRANSLATE_NOOP("Commands", "Bookmark this operator"),
         QT_TRANSLATE_NOOP("Commands", "Mark the operator that is looked at, or take the mark away"), "bookmark",
         keys({"Ctrl+B"}), [&w] { w.toggleBookmark(); }},
        {QStringLiteral("bookmark-note"), "Bookmarks", QT_TRANSLATE_NOOP("Commands", "Bookmark with a note..."),
         QT_TRANSLATE_NOOP("Commands", "Write something at the operator that is looked at"), "", keys({"Ctrl+Shift+B"}),
         [&w] { w.askBookmarkNote(); }},
    };
    static const char *const texts[] = {
        QT_TRANSLATE_NOOP("Commands", "First bookmark"),   QT_TRANSLATE_NOOP("Commands", "Second bookmark"),
        QT_TRANSLATE_NOOP("Commands", "Third bookmark"),   QT_TRANSLATE_NOOP("Commands", "Fourth bookmark"),
        QT_TRANSLATE_NOOP("Commands", "Fifth bookmark"),   QT_TRANSLATE_NOOP("Commands", "Sixth bookmark"),
        QT_TRANSLATE_NOOP("Commands", "Seventh bookmark"), QT_TRANSLATE_NOOP("Commands", "Eighth bookmark"),
        QT_TRANSLATE_NOOP("Commands", "Ninth bookmark")};
    int number = 0;
    for (const char *text : texts) {
        ++number;
        commands.append({QStringLiteral("bookmark-%1").arg(number),
                         "Bookmarks",
                         text,
                         QT_TRANSLATE_NOOP("Commands", "Look at the operator with that bookmark"),
                         "",
                         {QKeySequence(QStringLiteral("Ctrl+%1").arg(number))},
                         [&w, number] { w.goToBookmark(number); },
                         number == 1});
    }
    return commands;
}

} // namespace

QList<Command> stepCommands(MainWindow &window) {
    QList<Command> commands = forwardCommands(window);
    commands.first().beginsGroup = true;
    return commands + backwardCommands(window) + bookmarkCommands(window);
}

QList<Command> breakCommands(MainWindow &w) {
    return {
        {QStringLiteral("break-on-op"),
         "Breakpoints",
         QT_TRANSLATE_NOOP("Commands", "Break on operator..."),
         QT_TRANSLATE_NOOP("Commands", "Stop before every operator of a name"),
         "",
         {},
         [&w] { w.breakOnOperator(); }},
        {.id = QStringLiteral("break-on-exceptions"),
         .menu = "Breakpoints",
         .text = QT_TRANSLATE_NOOP("Commands", "Break on exceptions"),
         .summary =
             QT_TRANSLATE_NOOP("Commands", "Stop where an exception is raised, while all frames are still there"),
         .icon = "",
         .keys = {},
         .run = [&w] { w.toggleBreakOnExceptions(); },
         .isCheckable = true},
    };
}

} // namespace shell
} // namespace jitscope
