// SPDX-License-Identifier: GPL-3.0-or-later
// The prompt works in the interpreter while nothing runs, and in the innermost frame while the program stands still.
#include "app/panels/console/consolepanel.h"

#include "app/panels/console/consoleview.h"
#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/runner.h"
#include "app/sdk/savefile.h"
#include "app/sdk/selection.h"
#include "app/sdk/settings.h"
#include "app/sdk/widgets/flatbutton.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QRegularExpression>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <utility>

namespace jitscope {
inline namespace consolepanel {

namespace {

const QString wrapKey = QStringLiteral("console/wrap");
const QString indent = QStringLiteral("    ");

QString commonStart(const QStringList &names) {
    QString start = names.constFirst();
    for (const QString &name : names)
        while (!name.startsWith(start))
            start.chop(1);
    return start;
}

/** The dotted name that ends a text, or the command that it is; "" for neither. */
QString nameAtEnd(const QString &text) {
    static const QRegularExpression command(QStringLiteral("^\\s*(%[a-z]*)$"));
    static const QRegularExpression name(QStringLiteral("[A-Za-z_][A-Za-z0-9_.]*$"));
    const QString found = command.match(text).captured(1);
    return found.isEmpty() ? name.match(text).captured() : found;
}

QString indentOf(const QString &line) {
    qsizetype width = 0;
    while (width < line.size() && line[width] == QLatin1Char(' '))
        ++width;
    return line.left(width) + (line.trimmed().endsWith(QLatin1Char(':')) ? indent : QString());
}

} // namespace

PanelDef consolePanel() {
    return {QStringLiteral("console"), QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Console")),
            QStringLiteral(QT_TRANSLATE_NOOP("Panels", "What the program prints, and Python in the same interpreter")),
            PanelArea::Bottom,
            [](const PanelContext &context, QWidget *parent) -> Panel * { return new ConsolePanel(context, parent); }};
}

ConsolePanel::ConsolePanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_view(new ConsoleView(this))
    , m_history(configFolder() + QStringLiteral("/console-history")) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    setFocusProxy(m_view);
    setProperty("isIrreplaceable", true); // it holds what was printed and typed
    auto *clear = new QToolButton(this);
    clear->setProperty("role", "flat");
    clear->setIcon(themedIcon(QStringLiteral("clear")));
    clear->setToolTip(tr("Clear the console (Ctrl+L)"));
    clear->setAccessibleName(tr("Clear the console"));
    clear->setFocusPolicy(Qt::TabFocus);
    auto *wrap = flatButton(QStringLiteral("consoleWrap"), tr("wrap"), tr("Go on below with lines that are too long"));
    wrap->setCheckable(true);
    wrap->setChecked(settingsFile().value(wrapKey, true).toBool());
    m_view->setWraps(wrap->isChecked());
    auto *save = flatButton(QStringLiteral("consoleSave"), tr("save"),
                            tr("Save all that was printed, also lines that are no longer shown"));
    connect(save, &QToolButton::clicked, this, &ConsolePanel::savePrinted);
    m_controls = new QWidget(this);
    auto *row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(save);
    row->addWidget(wrap);
    row->addWidget(clear);

    connect(wrap, &QToolButton::toggled, this, [this](bool wraps) {
        settingsFile().setValue(wrapKey, wraps);
        m_view->setWraps(wraps);
    });
    connect(clear, &QToolButton::clicked, m_view, &ConsoleView::clearText);
    connect(m_view, &ConsoleView::clearWanted, m_view, &ConsoleView::clearText);
    connect(m_view, &ConsoleView::entered, this, &ConsolePanel::onEntered);
    connect(m_view, &ConsoleView::completionWanted, this, &ConsolePanel::complete);
    connect(m_view, &ConsoleView::inputEdited, this, &ConsolePanel::onEdited);
    connect(m_view, &ConsoleView::suggestionAccepted, this, &ConsolePanel::accept);
    connect(m_view, &ConsoleView::historyWanted, this, &ConsolePanel::walkHistory);
    connect(m_view, &ConsoleView::historySearchWanted, this, [this] {
        if (m_view->suggestions() && m_view->suggestions()->kind() == Suggestions::Kind::History)
            m_view->suggestions()->moveBy(1);
        else
            searchHistory();
    });
    connect(m_view, &ConsoleView::interruptWanted, this, &ConsolePanel::interrupt);
    connect(m_view, &ConsoleView::inputEndWanted, this, [this] {
        if (m_context.runner.waitsForInput()) m_context.runner.endInput();
    });
    connect(m_view, &ConsoleView::placeClicked, this, [this](const QString &file, int line) {
        m_context.selection.selectLine(file, line, this);
        m_context.show(panels::editor);
    });
    connect(&context.document, &Document::replaced, this, &ConsolePanel::onReplaced);
    connect(&context.runner, &Runner::output, this, [this](bool isError, const QString &text) {
        m_view->print(isError ? ConsoleText::Error : ConsoleText::Output, text);
    });
    connect(&context.runner, &Runner::pictured, this, [this](const ConsolePicture &picture) {
        m_view->showPicture(std::make_shared<const ConsolePicture>(picture));
    });
    connect(&context.runner, &Runner::stateChanged, this, &ConsolePanel::onState);
    connect(&context.runner, &Runner::paused, this, [this] {
        // The state says that it stands, this says where.
        if (m_view->hasPrompt()) showPrompt(m_view->input());
    });
    connect(&context.runner, &Runner::inputWanted, this, &ConsolePanel::onInputWanted);
    connect(&context.runner, &Runner::consoleAnswered, this, &ConsolePanel::onAnswered);
    connect(&context.runner, &Runner::optionsChanged, this, [this] {
        if (m_view->hasPrompt()) showPrompt(m_view->input());
    });
    onReplaced();
    onState();
    if (context.runner.waitsForInput()) onInputWanted(true);
}

void ConsolePanel::savePrinted() {
    const QString path =
        askSavePath(this, tr("Save what was printed"), QStringLiteral("printed.txt"), tr("Texts (*.txt)"));
    if (path.isEmpty()) return;
    const Result<void> saved = m_view->savePrinted(path);
    m_context.notify(saved ? tr("Saved: %1").arg(path) : QString::fromStdString(saved.error().message));
}

QString ConsolePanel::contentAsText() const {
    return m_view->wholeText();
}

bool ConsolePanel::isReady() const {
    return m_view->isReady();
}

/** A loaded session brings its own output; a run that begins (an empty session) goes on below what is there. */
void ConsolePanel::onReplaced() {
    const std::vector<OutputChunk> &output = m_context.document.session().output;
    if (output.empty()) return;
    m_view->clearText();
    for (const OutputChunk &chunk : output)
        m_view->print(chunk.isError ? ConsoleText::Error : ConsoleText::Output, QString::fromStdString(chunk.text));
    if (m_view->hasPrompt()) showPrompt(m_view->input());
}

void ConsolePanel::onState() {
    const RunState state = m_context.runner.state();
    if (state != RunState::Running) {
        m_ownInput = m_isAsking = false;
        m_wasPaused = state == RunState::Paused;
        showPrompt(m_view->hasPrompt() ? m_view->input() : std::exchange(m_unfinished, {}));
        return;
    }
    if (!m_view->hasPrompt()) return;
    // What was being typed while the program stood still is there again at its next stop.
    m_unfinished = m_view->input();
    m_view->hidePrompt();
    if (!m_ownInput && !m_wasPaused)
        m_view->print(ConsoleText::Note, QString(QStringLiteral("— ") + tr("run") + QStringLiteral(" —\n")));
}

/** Pynative or graph when idle; at a stop the function in whose innermost frame input works. */
QString ConsolePanel::promptText() const {
    if (m_context.runner.waitsForInput()) return tr("input") + QStringLiteral("> ");
    if (!m_pending.isEmpty()) return QStringLiteral("... ");
    const PauseInfo &pause = m_context.runner.pauseInfo();
    if (m_context.runner.state() == RunState::Paused && !pause.stack.empty()) {
        const StackFrame &frame = pause.stack.front();
        return QStringLiteral("%1:%2 >>> ").arg(QString::fromStdString(frame.function)).arg(frame.span.line);
    }
    const std::string &mode = m_context.runner.options().mode;
    return (mode == "graph" ? QStringLiteral("graph") : QStringLiteral("pynative")) + QStringLiteral(" >>> ");
}

void ConsolePanel::showPrompt(const QString &input) {
    m_view->setPrompt(promptText(), input);
}

void ConsolePanel::onEntered() {
    QToolTip::hideText(); // of the call that was typed
    const QString line = m_view->takeInput();
    if (m_context.runner.waitsForInput()) {
        m_context.runner.input(line + QLatin1Char('\n'));
        return;
    }
    const bool inBlock = !m_pending.isEmpty() && line.startsWith(QLatin1Char(' ')) && !line.trimmed().isEmpty();
    m_pending.append(line);
    const QString source = m_pending.join(QLatin1Char('\n'));
    if (source.trimmed().isEmpty()) {
        m_pending.clear();
        showPrompt();
        return;
    }
    // As at any Python prompt an indented block goes on until an empty line.
    if (inBlock || m_context.runner.completeness(source) == Completeness::NeedsMore) {
        showPrompt(indentOf(line));
        return;
    }
    m_pending.clear();
    m_history.add(source);
    if (m_context.runner.state() == RunState::Paused) {
        m_isAsking = true;
        m_context.runner.runConsole(source);
        return;
    }
    m_ownInput = true;
    m_context.runner.runConsole(source);
    // A runner that refuses stays idle and says nothing more.
    if (m_context.runner.state() == RunState::Idle && !m_view->hasPrompt()) showPrompt();
}

/** What the program reads is typed where it printed what it asks for. */
void ConsolePanel::onInputWanted(bool isWaiting) {
    if (isWaiting)
        showPrompt(m_view->hasPrompt() ? m_view->input() : QString());
    else if (m_context.runner.state() == RunState::Running)
        m_view->hidePrompt();
}

void ConsolePanel::onAnswered() {
    if (std::exchange(m_isAsking, false) && !m_view->hasPrompt()) showPrompt();
}

void ConsolePanel::complete() {
    if (m_context.runner.waitsForInput()) return m_view->insertPlainText(QStringLiteral("\t"));
    const QString prefix = nameAtEnd(m_view->inputBeforeCursor());
    if (prefix.isEmpty()) {
        m_view->insertPlainText(indent);
        return;
    }
    const QStringList names = m_context.runner.completions(prefix);
    if (names.isEmpty()) return;
    const QString start = commonStart(names);
    if (start.size() > prefix.size()) m_view->replaceBeforeCursor(prefix.size(), start);
    if (names.size() > 1) suggestNames(start, names);
}

/** What is typed narrows a list that is in sight; a dot behind a name brings one. */
void ConsolePanel::onEdited() {
    if (m_context.runner.waitsForInput()) return;
    m_history.stopWalking();
    const QString text = m_view->inputBeforeCursor();
    const Suggestions *shown = m_view->suggestions();
    if (shown && shown->kind() == Suggestions::Kind::History) {
        searchHistory();
        return;
    }
    const QString name = nameAtEnd(text);
    const bool isAsked = shown || text.endsWith(QLatin1Char('.')) || name == QStringLiteral("%");
    if (isAsked && !name.isEmpty())
        suggestNames(name, m_context.runner.completions(name));
    else
        m_view->stopSuggesting();
    if (text.endsWith(QLatin1Char('(')))
        showSignature(nameAtEnd(text.chopped(1)));
    else if (text.endsWith(QLatin1Char(')')) || text.isEmpty())
        QToolTip::hideText();
}

void ConsolePanel::suggestNames(const QString &prefix, const QStringList &names) {
    const bool isWhole = names.size() == 1 && names.constFirst() == prefix;
    m_view->suggest(Suggestions::Kind::Names, isWhole ? QStringList() : names,
                    [this](const QString &name) { return helpOf(name); });
}

SuggestionHelp ConsolePanel::helpOf(const QString &name) const {
    const NameHelp help = m_context.runner.describe(name);
    QString text = QString::fromStdString(help.documentation);
    if (!help.kind.empty() && help.kind != "function" && help.kind != "command")
        text.prepend(QString::fromStdString(help.kind) + (text.isEmpty() ? QString() : QStringLiteral("\n\n")));
    return {QString::fromStdString(help.signature), text};
}

void ConsolePanel::showSignature(const QString &name) {
    if (name.isEmpty()) return;
    const NameHelp help = m_context.runner.describe(name);
    if (help.kind == "function" || help.kind == "class")
        QToolTip::showText(m_view->cursorPlace(), brokenLines(QString::fromStdString(help.signature)), m_view);
}

/** Earlier input that contains what is typed, newest first. */
void ConsolePanel::searchHistory() {
    m_view->suggest(Suggestions::Kind::History, m_history.search(m_view->input()), {});
}

void ConsolePanel::accept(Suggestions::Kind kind, const QString &suggestion) {
    if (kind == Suggestions::Kind::History)
        m_view->setInput(suggestion);
    else
        m_view->replaceBeforeCursor(nameAtEnd(m_view->inputBeforeCursor()).size(), suggestion);
}

void ConsolePanel::walkHistory(int direction) {
    if (const auto input = m_history.walk(direction, m_view->input())) m_view->setInput(*input);
}

void ConsolePanel::interrupt() {
    // At a stop Ctrl+C gives up what is being typed, as at any prompt; only what runs is stopped.
    if (m_context.runner.state() == RunState::Running || m_isAsking) {
        m_context.runner.stop();
        return;
    }
    m_view->takeInput();
    m_pending.clear();
    showPrompt();
}

} // namespace consolepanel
} // namespace jitscope

#include "moc_consolepanel.cpp"
