// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/mainwindow.h"

#include "app/panels/editor/editorpanel.h"
#include "app/sdk/widgets/infobar.h"
#include "app/shell/restoration.h"
#include "app/shell/breakpointmemory.h"
#include "app/shell/builtins.h"
#include "app/shell/commands.h"
#include "app/shell/desk.h"
#include "app/shell/finder.h"
#include "app/shell/focusring.h"
#include "app/shell/livesession.h"
#include "app/shell/recordingvoice.h"
#include "app/shell/nullrunner.h"
#include "app/shell/onscreen.h"
#include "app/shell/preferences.h"
#include "app/shell/ribbon.h"
#include "app/shell/runkeeper.h"
#include "app/shell/scriptmemory.h"
#include "app/shell/statusline.h"
#include "app/shell/start/startpage.h"
#include "app/shell/stepping.h"
#include "app/shell/tabfocus.h"
#include "app/shell/toolbar.h"
#include "app/shell/tour/tour.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace jitscope {
inline namespace shell {

namespace {

constexpr QSize firstSize(1600, 1000);
constexpr int menuHeight = 29;
constexpr int memoryMs = 2000; ///< a killed window has forgotten no more of how it was arranged
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
    setGeometry(movedInto(screen()->availableGeometry(), QRect(QPoint(), firstSize)));
    if (options.programs != WindowOptions::Programs::None) {
        const bool isInside = options.programs == WindowOptions::Programs::InProcess;
        auto live = std::make_unique<LiveSession>(m_document, isInside ? LiveSession::Home::InProcess
                                                                       : LiveSession::Home::OwnProcess);
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
    new RecordingVoice(m_document, *m_infoBar, this);
    m_status = new StatusLine(m_document, m_jobs, *m_runner, *m_playhead, this);
    if (auto *live = dynamic_cast<LiveSession *>(m_runner.get()))
        connect(live, &LiveSession::processesChanged, m_status,
                [this, live] { m_status->setProcesses(live->processes()); });
    const auto notify = [this](const QString &message) { m_status->notify(message); };
    if (m_options.programs == WindowOptions::Programs::Run) makeRuns();
    m_desk =
        new Desk(allPanels(),
                 {m_document, m_selection, m_jobs, *m_runner, *m_playhead, m_health, {}, notify, m_runs.get()}, centre);
    column->addWidget(m_infoBar);
    column->addWidget(m_desk, 1);
    m_start = new StartPage(m_actions, m_jobs, centre);
    m_start->hide();
    column->addWidget(m_start, 1);
    setCentralWidget(centre);
    makeRibbon();
    m_finder = new Finder(this);

    makeActions();
    makeMenus();
    makeBars();
    makeStartPage();
    new FocusRing(this);
    connectRunner();
    restoreMemory();
    if (options.memory == WindowOptions::Memory::Keep && m_runs) {
        m_scripts = std::make_unique<ScriptMemory>(editor());
        m_scripts->restore();
    }
    if (options.memory == WindowOptions::Memory::Keep) {
        auto *due = new QTimer(this);
        connect(due, &QTimer::timeout, this, &MainWindow::keepChangedMemory);
        due->start(memoryMs);
    }
    updateTitle();
    updateActions();
}

/** The runs of this window and of earlier ones, and the question about one that a crash cut off. */
void MainWindow::makeRuns() {
    const auto shown = [this] {
        m_files.clear();
        m_infoBar->hide();
    };
    m_runs = std::make_unique<RunKeeper>(
        m_document, m_jobs, *m_runner, RunFolder::standard(),
        RunKeeper::Voice{
            [this](const QString &message) { m_status->notify(message); },
            [this](const QString &message) { fail(message); }, shown,
            [this](const QString &proposal) { return askSessionPath(proposal); },
            [this](const QString &message, const QString &id, qint64 budget) { offerRoom(message, id, budget); }});
    m_restoration = std::make_unique<Restoration>(m_jobs, *m_infoBar, *m_runs);
    connect(this, &MainWindow::firstPainted, m_restoration.get(), &Restoration::offer);
    if (m_options.memory == WindowOptions::Memory::Keep)
        connect(this, &MainWindow::firstPainted, m_runs.get(), &RunKeeper::load);
}

Runs *MainWindow::runs() {
    return m_runs.get();
}

MainWindow::~MainWindow() {
    m_restoration.reset();
    m_scripts.reset();
    // Panels refer to the document, the selection and the runner, so they go first.
    delete takeCentralWidget();
    m_runs.reset();
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

    makeToolBar();
    setStatusBar(m_status);
    setContextMenuPolicy(Qt::PreventContextMenu);
    connect(m_status, &StatusLine::languageClicked, this, &MainWindow::openSettings);
    connect(m_status, &StatusLine::pluginsClicked, this, &MainWindow::openPlugins);
    showPassPlugins();
}

void MainWindow::makeToolBar() {
    m_toolBar = new ToolBar(m_actions, m_perspectiveActions->actions(), *m_runner, this);
    addToolBar(m_toolBar);
}

void MainWindow::makeRibbon() {
    m_ribbon = new Ribbon(m_document, m_selection, centralWidget());
    static_cast<QVBoxLayout *>(centralWidget()->layout())->insertWidget(0, m_ribbon);
    connect(m_ribbon, &Ribbon::panelWanted, this, &MainWindow::showPanel);
}

/** The language changed. What holds no state is made anew, the rest gets its texts. */
void MainWindow::retranslate() {
    m_desk->retranslate();
    setActionTexts();
    for (QMenu *menu : menuBar()->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly))
        menu->deleteLater();
    menuBar()->clear();
    makeMenus();
    delete std::exchange(m_ribbon, nullptr);
    makeRibbon();
    delete std::exchange(m_toolBar, nullptr);
    makeToolBar();
    delete std::exchange(m_finder, nullptr);
    m_finder = new Finder(this);
    if (m_tour) m_tour->retranslate();
    updateTitle();
    updateActions();
}

void MainWindow::changeEvent(QEvent *event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_toolBar) retranslate();
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && m_toolBar) takeOutsideChanges();
}

void MainWindow::connectRunner() {
    // Before others ask for the title: what was read from files is gone.
    connect(&m_document, &Document::replaced, this, [this] {
        m_files.clear();
        updateTitle();
    });
    connect(&m_document, &Document::pathChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::replaced, this, &MainWindow::updateActions);
    connect(&m_document, &Document::appended, this, &MainWindow::updateActions);
    connect(&m_selection, &Selection::changed, this, &MainWindow::updateActions);
    connect(m_runner.get(), &Runner::stateChanged, this, &MainWindow::updateActions);
    connect(m_runner.get(), &Runner::finished, this, &MainWindow::onFinished);
    connect(m_runner.get(), &Runner::inputWanted, this, [this](bool isWaiting) {
        if (isWaiting) showPanel(QStringLiteral("console"));
    });
    connect(m_runner.get(), &Runner::stopIgnored, this, &MainWindow::offerKill);
    connect(&m_document, &Document::replaced, this, [this] { m_jobs.cancel(profileTag); });
    connect(&m_jobs, &Jobs::failed, this, [this](const QString &, const QString &title, const QString &reason) {
        fail(tr("%1: this could not be done. %2").arg(title, reason));
    });
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
        keepOnScreen(*this);
        m_desk->loadLayouts();
        if (perspective.isEmpty()) perspective = settingsFile().value(perspectiveKey).toString();
    }
    m_sizeAtStart = size();
    m_desk->setPerspective(perspectives().constFirst().id);
    m_desk->setPerspective(perspective);
}

void MainWindow::keepMemory() {
    if (m_options.memory == WindowOptions::Memory::None) return;
    settingsFile().setValue(geometryKey, saveGeometry());
    settingsFile().setValue(perspectiveKey, m_desk->perspective());
    m_desk->saveLayouts();
}

/** A window that is killed is not asked before. */
void MainWindow::keepChangedMemory() {
    if (!isVisible() || QGuiApplication::mouseButtons() != Qt::NoButton) return;
    const QByteArray layout = m_desk->layoutToKeep();
    const QByteArray now = saveGeometry() + m_desk->perspective().toUtf8() + layout;
    if (layout.isEmpty() || now == std::exchange(m_keptMemory, now)) return;
    keepMemory();
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

/** The file or files that the session was read from or saved to; "" for a run that was not saved. */
QString MainWindow::sessionName() const {
    if (!m_document.path().isEmpty()) return QFileInfo(m_document.path()).fileName();
    if (m_files.isEmpty()) return {};
    const QString first = QFileInfo(m_files.constFirst()).fileName();
    const int others = int(m_files.size()) - 1;
    return others == 0 ? first : tr("%1 and %2 more").arg(first).arg(others);
}

/** Names what is looked at: the session that was opened; the script only where the session is of it, or there is none.
 */
void MainWindow::updateTitle() {
    QStringList parts;
    const QString script = editor().currentPath(), session = sessionName();
    const auto &info = m_document.session().info;
    const auto ran = info.find("script");
    const bool isOfScript = ran != info.end() && QString::fromStdString(ran->second) == script;
    if (!script.isEmpty() && (session.isEmpty() || isOfScript)) parts.append(QFileInfo(script).fileName());
    if (!session.isEmpty()) parts.append(session);
    const QString content = parts.join(QStringLiteral(" — "));
    m_title->setText(m_title->fontMetrics().elidedText(content, Qt::ElideMiddle, width() / 3));
    m_title->setToolTip(content);
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
    run->setProperty("texts", QStringList{commandText("Run"), tr("Continue")});
    run->setText(paused ? tr("Continue") : commandText("Run"));
    run->setIconText(run->text());
    run->setEnabled(paused || idle);
    enable("restart", hasScript);
    enable("run-settings", hasScript);
    enable("pause", state == RunState::Running);
    enable("stop", !idle);
    enable("save", hasScript);
    enable("save-as", hasScript);
    enable("close-file", hasScript);
    enable("toggle-breakpoint", hasScript);
    enable("go-to-line", hasScript);
    enable("save-session", !m_document.session().empty() && idle);
    enable("export-report", !m_document.session().empty());
    enable("export-trace", m_document.session().trace.sliceCount() > 0 && idle);
    for (const char *id : {"previous-pass", "next-pass", "captured-graph", "final-graph", "find-culprit", "why-not"})
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
    // Only now it has the frame that the window manager gave it.
    if (size() == m_sizeAtStart)
        QMetaObject::invokeMethod(
            this, [this] { keepOnScreen(*this); }, Qt::QueuedConnection);
    // Else Qt gives the focus to the first button of a bar.
    if (!m_start->isHidden()) {
        m_start->setFocus(Qt::OtherFocusReason);
    } else if (!focusWidget() || !m_desk->isAncestorOf(focusWidget())) {
        editor().setFocus(Qt::OtherFocusReason);
    }
    // Queued, so that the panels have painted too.
    QMetaObject::invokeMethod(this, &MainWindow::firstPainted, Qt::QueuedConnection);
}

void MainWindow::resizeEvent(QResizeEvent *event) {
    QMainWindow::resizeEvent(event);
    updateTitle();
}

void MainWindow::closeEvent(QCloseEvent *event) {
    endProgram();
    if (!letGoOfUnsaved()) {
        event->ignore();
        return;
    }
    keepMemory();
    if (m_runs) m_runs->leave();
    m_runner->stop();
    m_jobs.cancelAll();
    event->accept();
}

/** What nobody with the focus took: Esc closes a message that asks nothing. */
bool MainWindow::focusNextPrevChild(bool next) {
    return moveFocusInSight(*this, next, [&] { return QMainWindow::focusNextPrevChild(next); });
}

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

} // namespace shell
} // namespace jitscope

#include "moc_mainwindow.cpp"
