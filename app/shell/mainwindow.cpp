// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/mainwindow.h"

#include "app/panels/editor/editorpanel.h"
#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/infobar.h"
#include "app/shell/restoration.h"
#include "app/shell/breakpointmemory.h"
#include "app/shell/builtins.h"
#include "app/shell/commands.h"
#include "app/shell/desk.h"
#include "app/shell/finder.h"
#include "app/shell/livesession.h"
#include "app/shell/nullrunner.h"
#include "app/shell/preferences.h"
#include "app/shell/ribbon.h"
#include "app/shell/runchoices.h"
#include "app/shell/statusline.h"
#include "app/shell/stepping.h"
#include "app/shell/toolbar.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QVBoxLayout>

namespace jitscope {

namespace {

constexpr QSize firstSize(1600, 1000);
constexpr int menuHeight = 29;
const QString geometryKey = QStringLiteral("window/geometry");
const QString perspectiveKey = QStringLiteral("window/perspective");

QString commandText(const char *text) {
    return QCoreApplication::translate("Commands", text);
}

} // namespace

std::unique_ptr<MainWindow> MainWindow::create(const WindowOptions &options) {
    return std::unique_ptr<MainWindow>(new MainWindow(options));
}

MainWindow::MainWindow(const WindowOptions &options)
    : m_options(options)
    , m_selection(m_document)
    , m_health(m_document, m_jobs)
    , m_perspectiveActions(new QActionGroup(this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/jitscope.svg")));
    setAcceptDrops(true);
    resize(firstSize);
    if (options.programs == WindowOptions::Programs::Run) {
        auto live = std::make_unique<LiveSession>(m_document);
        connect(this, &MainWindow::firstPainted, live.get(), &LiveSession::prepare);
        m_runner = std::move(live);
    } else {
        m_runner = std::make_unique<NullRunner>();
    }
    m_playhead = std::make_unique<Playhead>(m_document, m_selection, *m_runner);
    m_stepping = std::make_unique<Stepping>(m_document, m_selection, m_jobs, *m_runner, *m_playhead);
    RunOptions runOptions;
    runOptions.record = loadPreferences().record;
    m_runner->setOptions(runOptions);

    auto *centre = new QWidget(this);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_infoBar = new InfoBar(centre);
    m_status = new StatusLine(m_document, m_jobs, *m_runner, *m_playhead, this);
    const auto notify = [this](const QString &message) { m_status->notify(message); };
    m_desk =
        new Desk(allPanels(), {m_document, m_selection, m_jobs, *m_runner, *m_playhead, m_health, {}, notify}, centre);
    auto *ribbon = new Ribbon(m_document, m_selection, centre);
    if (m_options.programs == WindowOptions::Programs::Run) {
        m_restoration = std::make_unique<Restoration>(
            m_document, m_jobs, *m_infoBar,
            Restoration::Receiver{[this](Session session) { showSession(std::move(session), {}); },
                                  [this](const QString &message) { fail(message); }});
        connect(this, &MainWindow::firstPainted, m_restoration.get(), &Restoration::offer);
    }
    column->addWidget(ribbon);
    column->addWidget(m_infoBar);
    column->addWidget(m_desk, 1);
    setCentralWidget(centre);
    m_finder = new Finder(this);

    makeActions();
    makePerspectiveActions();
    makeMenus();
    makeBars();
    connect(ribbon, &Ribbon::panelWanted, this, &MainWindow::showPanel);
    connectRunner();
    restoreMemory();
    updateTitle();
    updateActions();
}

MainWindow::~MainWindow() {
    m_restoration.reset();
    // Panels refer to the document, the selection and the runner, so they go first.
    delete takeCentralWidget();
}

void MainWindow::makeActions() {
    m_commands = commandsOf(*this);
    for (const Command &command : m_commands) {
        auto *action = new QAction(commandText(command.text), this);
        action->setObjectName(command.id);
        action->setIconText(plainText(action->text()));
        action->setShortcuts(command.keys);
        const QString keys =
            command.keys.isEmpty() ? QString() : command.keys.constFirst().toString(QKeySequence::NativeText);
        const QString summary = commandText(command.summary);
        action->setToolTip(keys.isEmpty() ? summary
                                          : QString(summary + QStringLiteral(" (") + keys + QLatin1Char(')')));
        action->setStatusTip(summary);
        action->setWhatsThis(summary);
        if (*command.icon != '\0') action->setIcon(themedIcon(QLatin1String(command.icon)));
        action->setProperty("iconName", QLatin1String(command.icon));
        action->setCheckable(command.isCheckable);
        connect(action, &QAction::triggered, this, command.run);
        addAction(action);
        m_actions.insert(command.id, action);
    }
    const std::pair<const char *, QString> shortTexts[] = {{"step-op", tr("Op")},     {"step-back", tr("Op")},
                                                           {"step-line", tr("Line")}, {"step-into", tr("Into")},
                                                           {"step-out", tr("Out")},   {"next-nan", tr("NaN")}};
    for (const auto &[id, text] : shortTexts)
        m_actions.value(QLatin1String(id))->setIconText(text);
}

void MainWindow::makePerspectiveActions() {
    int number = 0;
    for (const Perspective &perspective : perspectives()) {
        const QString summary = QCoreApplication::translate("Perspectives", perspective.summary.toUtf8().constData());
        auto *action = m_perspectiveActions->addAction(
            QCoreApplication::translate("Perspectives", perspective.title.toUtf8().constData()));
        action->setObjectName(QStringLiteral("perspective-") + perspective.id);
        action->setCheckable(true);
        action->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(++number)));
        action->setToolTip(summary);
        action->setStatusTip(summary);
        connect(action, &QAction::triggered, this, [this, id = perspective.id] { m_desk->setPerspective(id); });
        addAction(action);
        m_actions.insert(action->objectName(), action);
    }
    connect(m_desk, &Desk::perspectiveChanged, this,
            [this](const QString &id) { m_actions.value(QStringLiteral("perspective-") + id)->setChecked(true); });
}

void MainWindow::makeMenus() {
    for (const char *title : menuTitles()) {
        QMenu *menu = menuBar()->addMenu(commandText(title));
        menu->setObjectName(QStringLiteral("menu-") + QString::fromLatin1(title).toLower());
        menu->setToolTipsVisible(true);
        addCommands(title, *menu);
        addMenuLists(QLatin1String(title), *menu);
    }
}

void MainWindow::addCommands(const char *menu, QMenu &into) {
    for (const Command &command : std::as_const(m_commands)) {
        if (qstrcmp(command.menu, menu) != 0) continue;
        if (command.beginsGroup) into.addSeparator();
        into.addAction(m_actions.value(command.id));
    }
}

/** The parts of menus that are lists of other things than commands. */
void MainWindow::addMenuLists(const QString &menu, QMenu &into) {
    if (menu == QStringLiteral("File")) {
        auto *recent = new QMenu(tr("Open recent"), &into);
        connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(*recent); });
        into.insertMenu(m_actions.value(QStringLiteral("save")), recent);
    } else if (menu == QStringLiteral("View")) {
        into.addSeparator();
        into.addActions(m_perspectiveActions->actions());
        into.addSeparator();
        into.addActions(m_desk->viewActions());
    } else if (menu == QStringLiteral("Run")) {
        into.addSeparator();
        QMenu *bookmarks = into.addMenu(tr("Bookmarks"));
        addCommands("Bookmarks", *bookmarks);
        makeChoiceMenus(into);
        makeRecordMenu(into);
    }
}

void MainWindow::makeChoiceMenus(QMenu &into) {
    for (const RunChoice &choice : runChoices()) {
        QMenu *menu = into.addMenu(QCoreApplication::translate("RunChoices", choice.title));
        auto *group = new QActionGroup(menu);
        QList<RunChoiceOption> options = choice.options;
        options.prepend({"", QT_TRANSLATE_NOOP("RunChoices", "As the script says"),
                         QT_TRANSLATE_NOOP("RunChoices", "Force nothing")});
        for (const RunChoiceOption &option : std::as_const(options)) {
            QAction *action = group->addAction(QCoreApplication::translate("RunChoices", option.text));
            action->setCheckable(true);
            action->setToolTip(QCoreApplication::translate("RunChoices", option.summary));
            action->setStatusTip(action->toolTip());
            const auto show = [this, action, field = choice.field, value = std::string(option.value)] {
                action->setChecked(m_runner->options().*field == value);
            };
            connect(m_runner.get(), &Runner::optionsChanged, action, show);
            connect(action, &QAction::triggered, this, [this, field = choice.field, value = option.value] {
                RunOptions changed = m_runner->options();
                changed.*field = value;
                m_runner->setOptions(changed);
            });
            show();
        }
        menu->addActions(group->actions());
    }
}

void MainWindow::makeRecordMenu(QMenu &into) {
    struct Level {
        RecordLevel level;
        QString text, summary;
    };
    const QList<Level> levels = {
        {RecordLevel::None, tr("Nothing"), tr("Run at full speed and record nothing")},
        {RecordLevel::Ops, tr("Operators"), tr("Record every operator with its time and shapes")},
        {RecordLevel::Values, tr("Operators and values"), tr("Also keep the values of all tensors")},
    };
    QMenu *menu = into.addMenu(tr("Record"));
    auto *group = new QActionGroup(menu);
    for (const Level &each : levels) {
        QAction *action = group->addAction(each.text);
        action->setCheckable(true);
        action->setToolTip(each.summary);
        action->setStatusTip(each.summary);
        const auto show = [this, action, level = each.level] {
            action->setChecked(m_runner->options().record == level);
        };
        connect(m_runner.get(), &Runner::optionsChanged, action, show);
        connect(action, &QAction::triggered, this, [this, level = each.level] {
            RunOptions changed = m_runner->options();
            changed.record = level;
            m_runner->setOptions(changed);
        });
        show();
    }
    menu->addActions(group->actions());
}

void MainWindow::fillRecentMenu(QMenu &menu) {
    menu.clear();
    for (const QString &path : recentFiles()) {
        QAction *action = menu.addAction(QFileInfo(path).fileName(), this, [this, path] { openPath(path); });
        action->setToolTip(path);
        action->setStatusTip(path);
        action->setEnabled(QFileInfo::exists(path));
    }
    menu.addSeparator();
    QAction *clear = menu.addAction(tr("Clear this list"), this, [] { clearRecentFiles(); });
    clear->setEnabled(!recentFiles().isEmpty());
}

void MainWindow::makeBars() {
    auto *name = new QLabel(QStringLiteral("JitScope"), this);
    name->setProperty("role", "title");
    name->setContentsMargins(12, 0, 4, 0);
    name->setMinimumHeight(menuHeight);
    menuBar()->setCornerWidget(name, Qt::TopLeftCorner);
    m_title = new QLabel(this);
    m_title->setProperty("role", "secondary");
    m_title->setContentsMargins(0, 0, 12, 0);
    m_title->setMinimumHeight(menuHeight);
    menuBar()->setNativeMenuBar(false);

    addToolBar(new ToolBar(m_actions, m_perspectiveActions->actions(), *m_runner, m_document, this));
    setStatusBar(m_status);
    setContextMenuPolicy(Qt::PreventContextMenu);
    connect(m_status, &StatusLine::languageClicked, this, &MainWindow::openSettings);
}

void MainWindow::connectRunner() {
    connect(&m_document, &Document::pathChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::replaced, this, &MainWindow::updateActions);
    connect(&m_document, &Document::appended, this, &MainWindow::updateActions);
    connect(&m_selection, &Selection::changed, this, &MainWindow::updateActions);
    connect(m_runner.get(), &Runner::stateChanged, this, &MainWindow::updateActions);
    connect(m_runner.get(), &Runner::finished, this, &MainWindow::onFinished);
    connect(m_runner.get(), &Runner::consoleAnswered, this, [this](const RunOutcome &outcome) {
        if (outcome.error.empty()) m_infoBar->dismiss(InfoBar::Kind::Error);
    });
    connect(&m_document, &Document::replaced, this, [this] { m_jobs.cancel(profileTag); });
    connectStepping();
    connect(&editor(), &EditorPanel::closeWanted, this, [this](int index) {
        editor().showScript(index);
        closeScript();
    });
    if (m_options.memory == WindowOptions::Memory::Keep) m_breakpoints = std::make_unique<BreakpointMemory>(*m_runner);
    connect(&editor(), &EditorPanel::currentChanged, this, [this] {
        if (m_breakpoints) m_breakpoints->setScript(editor().currentPath());
        updateTitle();
        updateActions();
    });
}

void MainWindow::restoreMemory() {
    QString perspective = m_options.perspective;
    if (m_options.memory == WindowOptions::Memory::Keep) {
        restoreGeometry(settingsFile().value(geometryKey).toByteArray());
        m_desk->loadLayouts();
        if (perspective.isEmpty()) perspective = settingsFile().value(perspectiveKey).toString();
    }
    m_desk->setPerspective(perspectives().constFirst().id);
    m_desk->setPerspective(perspective);
}

void MainWindow::keepMemory() {
    if (m_options.memory == WindowOptions::Memory::None) return;
    settingsFile().setValue(geometryKey, saveGeometry());
    settingsFile().setValue(perspectiveKey, m_desk->perspective());
    m_desk->saveLayouts();
}

EditorPanel &MainWindow::editor() {
    return *static_cast<EditorPanel *>(m_desk->panel(QStringLiteral("editor")));
}

Panel *MainWindow::panel(const QString &id) {
    return m_desk->panel(id);
}

void MainWindow::showPanel(const QString &id) {
    m_desk->showPanel(id);
}

void MainWindow::setPerspective(const QString &id) {
    m_desk->setPerspective(id);
}

bool MainWindow::isReady() const {
    if (m_jobs.running() > 0) return false;
    for (const PanelDef &def : allPanels())
        if (m_desk->isShown(def.id) && !m_desk->panel(def.id)->isReady()) return false;
    return true;
}

void MainWindow::updateTitle() {
    QStringList parts;
    if (const QString script = editor().currentPath(); !script.isEmpty()) parts.append(QFileInfo(script).fileName());
    if (!m_document.path().isEmpty() && m_document.path() != editor().currentPath())
        parts.append(QFileInfo(m_document.path()).fileName());
    const QString content = parts.join(QStringLiteral(" — "));
    m_title->setText(content);
    // A menu bar measures its corner only when it gets it.
    menuBar()->setCornerWidget(m_title, Qt::TopRightCorner);
    setWindowTitle(content.isEmpty() ? QStringLiteral("JitScope") : QString(content + QStringLiteral(" — JitScope")));
}

void MainWindow::updateActions() {
    const RunState state = m_runner->state();
    const bool idle = state == RunState::Idle, paused = state == RunState::Paused;
    const bool hasScript = editor().hasCurrent();
    const auto enable = [this](const char *id, bool enabled) {
        m_actions.value(QLatin1String(id))->setEnabled(enabled);
    };
    QAction *run = m_actions.value(QStringLiteral("run"));
    run->setText(paused ? tr("Continue") : commandText("Run"));
    run->setIconText(run->text());
    run->setEnabled(paused || idle);
    enable("restart", hasScript);
    enable("pause", state == RunState::Running);
    enable("stop", !idle);
    enable("save", hasScript);
    enable("save-as", hasScript);
    enable("close-file", hasScript);
    enable("toggle-breakpoint", hasScript);
    enable("go-to-line", hasScript);
    enable("save-session", !m_document.session().empty() && idle);
    enable("export-trace", m_document.session().trace.sliceCount() > 0 && idle);
    for (const char *id : {"previous-pass", "next-pass", "captured-graph", "final-graph"})
        enable(id, !m_document.session().compilations.empty());
    enable("back", m_selection.canGoBack() || editor().canJumpBack());
    enable("forward", m_selection.canGoForward() || editor().canJumpForward());
    updateStepActions();
}

void MainWindow::fail(const QString &message, const QString &details) {
    m_infoBar->showMessage(InfoBar::Kind::Error, message, details);
}

void MainWindow::paintEvent(QPaintEvent *event) {
    QMainWindow::paintEvent(event);
    if (std::exchange(m_painted, true)) return;
    // Else Qt gives the focus to the first button of a bar.
    if (!focusWidget() || !m_desk->isAncestorOf(focusWidget())) editor().setFocus(Qt::OtherFocusReason);
    // Queued, so that the panels have painted too.
    QMetaObject::invokeMethod(this, &MainWindow::firstPainted, Qt::QueuedConnection);
}

void MainWindow::closeEvent(QCloseEvent *event) {
    if (!letGoOfUnsaved()) {
        event->ignore();
        return;
    }
    keepMemory();
    m_runner->stop();
    m_jobs.cancelAll();
    event->accept();
}

/** What nobody with the focus took: Esc closes a message that asks nothing. */
void MainWindow::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape && m_infoBar->isVisible()) {
        m_infoBar->dismiss(m_infoBar->kind());
        return;
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.isEmpty() || !urls.constFirst().isLocalFile()) return;
    m_status->notify(tr("Drop to open %1").arg(urls.constFirst().fileName()));
    event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event) {
    QStringList paths;
    for (const QUrl &url : event->mimeData()->urls())
        if (url.isLocalFile()) paths.append(url.toLocalFile());
    openPaths(paths);
    event->acceptProposedAction();
}

} // namespace jitscope
