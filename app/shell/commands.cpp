// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/commands.h"

#include "app/shell/mainwindow.h"

#include <QCoreApplication>

namespace jitscope {

namespace {

using Keys = QList<QKeySequence>;

QKeySequence key(const char *text) {
    return QKeySequence(QString::fromLatin1(text));
}

QList<Command> fileCommands(MainWindow &w) {
    const char *menu = QT_TRANSLATE_NOOP("Commands", "File");
    return {
        {"new-script",
         menu,
         QT_TRANSLATE_NOOP("Commands", "New script"),
         QT_TRANSLATE_NOOP("Commands", "Begin an empty Python script"),
         "new",
         {key("Ctrl+N")},
         [&w] { w.newScript(); }},
        {"open",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Open..."),
         QT_TRANSLATE_NOOP("Commands", "Open a script, a session, an IR dump, a profile or a trace"),
         "open",
         {key("Ctrl+O")},
         [&w] { w.askOpen(); }},
        {"open-folder",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Open folder..."),
         QT_TRANSLATE_NOOP("Commands", "Open a folder of IR dumps or a profiler's output folder"),
         "",
         {key("Ctrl+Shift+O")},
         [&w] { w.askOpenFolder(); }},
        {"open-stretch",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Open a stretch of time..."),
         QT_TRANSLATE_NOOP("Commands", "Open a part of a trace that is larger than memory"),
         "",
         {},
         [&w] { w.askOpenStretch(); }},
        {"open-beside",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Open beside..."),
         QT_TRANSLATE_NOOP("Commands", "Open a further rank's profiler folder beside what is open"),
         "",
         {},
         [&w] { w.askOpenBeside(); }},
        {"save",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Save script"),
         QT_TRANSLATE_NOOP("Commands", "Save the script in the editor"),
         "save",
         {key("Ctrl+S")},
         [&w] { w.saveScript(); },
         true},
        {"save-as",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Save script as..."),
         QT_TRANSLATE_NOOP("Commands", "Save the script in the editor under another name"),
         "",
         {},
         [&w] { w.saveScriptAs(); }},
        {"save-session",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Save session..."),
         QT_TRANSLATE_NOOP("Commands", "Save everything that was recorded as a .jitscope file"),
         "",
         {key("Ctrl+Shift+S")},
         [&w] { w.saveSession(); }},
        {"close-file",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Close script"),
         QT_TRANSLATE_NOOP("Commands", "Close the script in the editor"),
         "",
         {key("Ctrl+W")},
         [&w] { w.closeScript(); },
         true},
        {"quit",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Quit"),
         QT_TRANSLATE_NOOP("Commands", "Close the window"),
         "",
         {key("Ctrl+Q")},
         [&w] { w.close(); }},
    };
}

/** The keys of these stand in the texts only: the focused widget handles them itself. */
QList<Command> editCommands(MainWindow &w) {
    const char *menu = QT_TRANSLATE_NOOP("Commands", "Edit");
    return {
        {"undo",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Undo\tCtrl+Z"),
         QT_TRANSLATE_NOOP("Commands", "Take back the last change of the text"),
         "",
         {},
         [&w] { w.callFocused("undo"); }},
        {"redo",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Redo\tCtrl+Y"),
         QT_TRANSLATE_NOOP("Commands", "Do again what was taken back"),
         "",
         {},
         [&w] { w.callFocused("redo"); }},
        {"cut",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Cut\tCtrl+X"),
         QT_TRANSLATE_NOOP("Commands", "Move the selected text to the clipboard"),
         "",
         {},
         [&w] { w.callFocused("cut"); },
         true},
        {"copy",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Copy\tCtrl+C"),
         QT_TRANSLATE_NOOP("Commands", "Copy what is selected"),
         "copy",
         {},
         [&w] { w.callFocused("copy"); }},
        {"paste",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Paste\tCtrl+V"),
         QT_TRANSLATE_NOOP("Commands", "Insert the clipboard"),
         "",
         {},
         [&w] { w.callFocused("paste"); }},
        {"select-all",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Select all\tCtrl+A"),
         QT_TRANSLATE_NOOP("Commands", "Select everything in the focused view"),
         "",
         {},
         [&w] { w.callFocused("selectAll"); }},
        {"copy-panel",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Copy panel as text"),
         QT_TRANSLATE_NOOP("Commands", "Copy all that the focused panel shows, as text"),
         "",
         {key("Ctrl+Shift+C")},
         [&w] { w.copyPanelAsText(); },
         true},
        {"copy-picture",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Copy panel as picture"),
         QT_TRANSLATE_NOOP("Commands", "Copy the focused panel as a picture"),
         "",
         {},
         [&w] { w.copyPanelAsPicture(); }},
        {"find",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Find in panel..."),
         QT_TRANSLATE_NOOP("Commands", "Search in the focused panel"),
         "search",
         {key("Ctrl+F")},
         [&w] { w.find(); },
         true},
        {"find-next",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Find next"),
         QT_TRANSLATE_NOOP("Commands", "Go to the next match"),
         "",
         {key("F3")},
         [&w] { w.findNext(FindDirection::Forward); }},
        {"find-previous",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Find previous"),
         QT_TRANSLATE_NOOP("Commands", "Go to the match before"),
         "",
         {key("Shift+F3")},
         [&w] { w.findNext(FindDirection::Backward); }},
        {"go-to-line",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Go to line..."),
         QT_TRANSLATE_NOOP("Commands", "Go to a line of the script by its number"),
         "",
         {key("Ctrl+G")},
         [&w] { w.askLine(); }},
    };
}

QList<Command> viewCommands(MainWindow &w) {
    const char *menu = QT_TRANSLATE_NOOP("Commands", "View");
    return {
        {"back",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Back"),
         QT_TRANSLATE_NOOP("Commands",
                           "In the editor go to where the last jump began, elsewhere select what was selected before"),
         "back",
         {key("Alt+Left")},
         [&w] { w.goBack(); }},
        {"forward",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Forward"),
         QT_TRANSLATE_NOOP("Commands", "Follow the jump in the editor again, elsewhere select what was selected after"),
         "forward",
         {key("Alt+Right")},
         [&w] { w.goForward(); }},
        {"fit",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Fit"),
         QT_TRANSLATE_NOOP("Commands", "Show the whole graph or timeline of the focused panel"),
         "fit",
         {key("Ctrl+0")},
         [&w] { w.fitView(); },
         true},
        {"toggle-coverage",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Coverage in the editor"),
         QT_TRANSLATE_NOOP("Commands", "Mark the lines that ran eagerly, in a compiled graph, or both"),
         "",
         {},
         [&w] { w.toggleCoverage(); }},
        {"maximize-panel",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Maximize panel"),
         QT_TRANSLATE_NOOP("Commands", "Show the focused panel alone, or all again"),
         "",
         {key("F12")},
         [&w] { w.maximizePanel(); }},
        {"focus-console",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Go to the console"),
         QT_TRANSLATE_NOOP("Commands", "Show the console and type there"),
         "console",
         {key("Ctrl+`")},
         [&w] { w.showPanel(QStringLiteral("console")); }},
        {"reset-perspective",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Reset this perspective"),
         QT_TRANSLATE_NOOP("Commands", "Arrange the panels as they were at first"),
         "layout",
         {},
         [&w] { w.resetPerspective(); },
         true},
    };
}

QList<Command> runCommands(MainWindow &w) {
    const char *menu = QT_TRANSLATE_NOOP("Commands", "Run");
    return {
        {"run",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Run"),
         QT_TRANSLATE_NOOP("Commands", "Run the script in the editor, or continue it"),
         "run",
         {key("F5")},
         [&w] { w.runOrContinue(); }},
        {"restart",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Restart"),
         QT_TRANSLATE_NOOP("Commands", "Stop the script and run it from its beginning"),
         "",
         {key("Ctrl+Shift+F5")},
         [&w] { w.restart(); }},
        {"pause",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Pause"),
         QT_TRANSLATE_NOOP("Commands", "Pause at the next operator or line"),
         "pause",
         {key("F6")},
         [&w] { w.runner().pause(); }},
        {"stop",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Stop"),
         QT_TRANSLATE_NOOP("Commands", "End the run"),
         "stop",
         {key("Shift+F5")},
         [&w] { w.runner().stop(); }},
    };
}

QList<Command> breakpointCommands(MainWindow &w) {
    const char *menu = "Run";
    return {
        {"toggle-breakpoint",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Toggle breakpoint"),
         QT_TRANSLATE_NOOP("Commands", "Stop at the current line of the editor, or no more"),
         "breakpoint",
         {key("F9")},
         [&w] { w.toggleBreakpoint(); },
         true},
        {"run-to-cursor",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Run to cursor"),
         QT_TRANSLATE_NOOP("Commands", "Run until the editor's current line; in the past go to its next operator"),
         "",
         {key("Ctrl+F10")},
         [&w] { w.runToCursor(Direction::Forward); },
         true},
        {"run-back-to-cursor",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Back to cursor"),
         QT_TRANSLATE_NOOP("Commands", "Go back to the last operator that ran on the editor's current line"),
         "",
         {key("Ctrl+Shift+F10")},
         [&w] { w.runToCursor(Direction::Back); }},
        {"edit-breakpoint",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Edit breakpoint..."),
         QT_TRANSLATE_NOOP("Commands", "Condition, hit count and log message of the breakpoint at the current line"),
         "",
         {key("Ctrl+F9")},
         [&w] { w.editBreakpoint(); }},
        {"clear-breakpoints",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Remove all breakpoints"),
         QT_TRANSLATE_NOOP("Commands", "Remove the breakpoints of all scripts"),
         "",
         {key("Ctrl+Shift+F9")},
         [&w] { w.runner().setBreakpoints({}); }},
    };
}

QList<Command> passCommands(MainWindow &w) {
    const char *menu = QT_TRANSLATE_NOOP("Commands", "Passes");
    return {
        {"previous-pass",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Previous effective pass"),
         QT_TRANSLATE_NOOP("Commands", "Select the pass before that changed the graph"),
         "up",
         {key("Ctrl+Up")},
         [&w] { w.stepPass(-1); }},
        {"next-pass",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Next effective pass"),
         QT_TRANSLATE_NOOP("Commands", "Select the next pass that changed the graph"),
         "down",
         {key("Ctrl+Down")},
         [&w] { w.stepPass(1); }},
        {"captured-graph",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Graph as captured"),
         QT_TRANSLATE_NOOP("Commands", "Look at the graph before all passes"),
         "",
         {},
         [&w] { w.selectPass(-2); },
         true},
        {"final-graph",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Final graph"),
         QT_TRANSLATE_NOOP("Commands", "Look at the graph after all passes"),
         "",
         {},
         [&w] { w.selectPass(-1); }},
    };
}

QList<Command> traceCommands(MainWindow &w) {
    const char *menu = QT_TRANSLATE_NOOP("Commands", "Trace");
    return {
        {"show-timeline",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Show timeline"),
         QT_TRANSLATE_NOOP("Commands", "Show the lanes of host, compiler and device"),
         "timeline",
         {},
         [&w] { w.showPanel(QStringLiteral("timeline")); }},
        {"export-trace",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Export as Chrome trace..."),
         QT_TRANSLATE_NOOP("Commands", "Write the timeline as JSON that Perfetto and MindStudio Insight read"),
         "export",
         {},
         [&w] { w.exportTrace(); },
         true},
    };
}

QList<Command> toolCommands(MainWindow &w) {
    const char *menu = QT_TRANSLATE_NOOP("Commands", "Tools");
    return {
        {"palette",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Command palette..."),
         QT_TRANSLATE_NOOP("Commands", "Find a command by its name and run it"),
         "",
         {key("Ctrl+Shift+P"), key("F1")},
         [&w] { w.openPalette(); }},
        {"go-to",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Go to..."),
         QT_TRANSLATE_NOOP("Commands", "Find an operator, node, line, pass, kernel or panel by its name"),
         "search",
         {key("Ctrl+P"), key("Ctrl+K")},
         [&w] { w.openGoTo(); }},
        {"settings",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Settings..."),
         QT_TRANSLATE_NOOP("Commands", "Look, language, recording and plugins"),
         "settings",
         {key("Ctrl+,")},
         [&w] { w.openSettings(); },
         true},
        {"plugins",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Plugins..."),
         QT_TRANSLATE_NOOP("Commands", "What is loaded, and why something is not"),
         "plugin",
         {},
         [&w] { w.openPlugins(); }},
    };
}

QList<Command> helpCommands(MainWindow &w) {
    const char *menu = QT_TRANSLATE_NOOP("Commands", "Help");
    return {
        {"keys",
         menu,
         QT_TRANSLATE_NOOP("Commands", "Keys..."),
         QT_TRANSLATE_NOOP("Commands", "All keys of the window"),
         "",
         {key("Ctrl+?")},
         [&w] { w.openKeys(); }},
        {"about",
         menu,
         QT_TRANSLATE_NOOP("Commands", "About JitScope..."),
         QT_TRANSLATE_NOOP("Commands", "Versions of the program and its parts"),
         "info",
         {},
         [&w] { w.openAbout(); },
         true},
    };
}

} // namespace

QString plainText(const QString &text) {
    return text.section(QLatin1Char('\t'), 0, 0).remove(QStringLiteral("..."));
}

const QList<const char *> &menuTitles() {
    static const QList<const char *> titles = {"File", "Edit", "View", "Run", "Passes", "Trace", "Tools", "Help"};
    return titles;
}

QList<Command> commandsOf(MainWindow &window) {
    return fileCommands(window) + editCommands(window) + editorCommands(window) + viewCommands(window) +
           runCommands(window) + stepCommands(window) + breakpointCommands(window) + breakCommands(window) +
           passCommands(window) + traceCommands(window) + toolCommands(window) + helpCommands(window);
}

} // namespace jitscope
