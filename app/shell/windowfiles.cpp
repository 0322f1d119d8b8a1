// SPDX-License-Identifier: GPL-3.0-or-later
// The file commands of the window: open, save, export, and asking about what is unsaved.
#include "app/shell/mainwindow.h"

#include "app/guide/samples.h"
#include "app/models/runtext.h"
#include "app/panels/editor/editorpanel.h"
#include "app/report/htmlreport.h"
#include "app/sdk/savefile.h"
#include "app/sdk/settings.h"
#include "app/sdk/widgets/infobar.h"
#include "app/shell/preferences.h"
#include "app/shell/runkeeper.h"
#include "app/shell/scriptmemory.h"
#include "app/shell/statusline.h"
#include "app/shell/stretchdialog.h"
#include "app/shell/waitdialog.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/base/file.h"
#include "engine/importing/importer.h"
#include "engine/profile/kernelprofile.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

const QString sessionSuffix = QStringLiteral("jitscope");
const QString openTag = QStringLiteral("open");
const QString saveTag = QStringLiteral("save");
constexpr int momentMs = 300; ///< for which a closing window waits without a word

/** Of a new file: not the folder of samples, where a changed one would be taken for the sample. */
QString proposedFolder() {
    const QString folder = lastFolder();
    return isSample(folder + QStringLiteral("/any")) ? QDir::homePath() : folder;
}

void keepFolder(const QString &path) {
    if (isSample(path)) return;
    setLastFolder(QFileInfo(path).absolutePath());
}

/** Of what is written about what is open. */
QString nameOf(const Document &document, const QString &suffix) {
    const auto script = document.session().info.find("script");
    const QString source = !document.path().isEmpty()                ? document.path()
                           : script == document.session().info.end() ? QString()
                                                                     : QString::fromStdString(script->second);
    const QString base = QFileInfo(source).completeBaseName();
    return (base.isEmpty() ? QStringLiteral("recording") : base) + QLatin1Char('.') + suffix;
}

/** The perspective in which the content of an opened session is best seen; "" to stay. */
QString fittingPerspective(const Session &session) {
    if (!session.sources.empty() || !session.ops.empty()) return {};
    if (!session.compilations.empty()) return QStringLiteral("passes");
    return session.trace.sliceCount() > 0 || !session.profiles.empty() ? QStringLiteral("trace") : QString();
}

/** The panel that shows what was opened, where the perspective alone would have it behind others; "" for none. */
QString fittingPanel(const Session &session) {
    const auto isKernel = [](const ProfilePtr &profile) { return isKernelProfile(*profile); };
    const bool hasKernel = std::any_of(session.profiles.begin(), session.profiles.end(), isKernel);
    return hasKernel ? QStringLiteral("kerneldetails") : QString();
}

} // namespace

void MainWindow::openPaths(const QStringList &paths, const std::optional<TimeWindow> &stretch) {
    QStringList files;
    for (const QString &path : paths) {
        const QFileInfo info(path);
        if (!info.exists()) {
            fail(tr("%1: there is no such file.").arg(path));
            return;
        }
        const QString absolute = info.absoluteFilePath();
        keepFolder(absolute);
        if (info.suffix() == QStringLiteral("py"))
            openScript(absolute);
        else
            files.append(absolute);
    }
    if (!files.isEmpty()) readFiles(files, stretch);
}

void MainWindow::readFiles(const QStringList &paths, const std::optional<TimeWindow> &stretch) {
    auto progress = std::make_shared<Progress>();
    ImportOptions options;
    options.window = stretch;
    options.cacheFolder = m_options.memory == WindowOptions::Memory::None ? "" : traceCacheFolder().toStdString();
    std::vector<std::string> names;
    for (const QString &path : paths)
        names.push_back(path.toStdString());
    const QString first = QFileInfo(paths.constFirst()).fileName();
    m_jobs.run(
        openTag, paths.size() == 1 ? tr("Opening %1").arg(first) : tr("Opening %n file(s)", nullptr, int(paths.size())),
        this,
        [names, options, progress](const CancelFlag &) {
            ImportOptions watched = options;
            watched.progress = progress.get();
            return jitscope::openPaths(names, watched);
        },
        [this, paths](Result<Session> session) {
            if (!session) {
                fail(QString::fromStdString(session.error().message));
                return;
            }
            for (const QString &path : paths)
                addRecentFile(path);
            const bool isSession = paths.size() == 1 && QFileInfo(paths.constFirst()).suffix() == sessionSuffix;
            showSession(std::move(*session), isSession ? paths.constFirst() : QString());
            m_files = paths;
            updateTitle();
            tellDiagnostics();
        });
    m_jobs.watch(openTag, progress);
}

/** What a reader skipped or mended is said once; the sentences stand behind "Details". */
void MainWindow::tellDiagnostics() {
    QStringList sentences;
    bool isWarning = false;
    for (const Diagnostic &each : m_document.session().diagnostics) {
        sentences.append(QString::fromStdString(sentence(each)));
        isWarning = isWarning || each.kind == DiagnosticKind::Skipped;
    }
    if (sentences.isEmpty()) return;
    const QString message = isWarning ? tr("Opened; some of it could not be shown as it is written (%n kind(s)).",
                                           nullptr, int(sentences.size()))
                                      : tr("Opened, with %n note(s).", nullptr, int(sentences.size()));
    m_infoBar->showMessage(isWarning ? InfoBar::Kind::Warning : InfoBar::Kind::Note, message,
                           sentences.join(QLatin1Char('\n')));
}

void MainWindow::showSession(Session session, const QString &path) {
    m_runner->stop();
    const QString perspective = fittingPerspective(session), panel = fittingPanel(session);
    m_document.replace(std::move(session), path);
    m_infoBar->hide();
    if (!perspective.isEmpty()) setPerspective(perspective);
    if (!panel.isEmpty()) showPanel(panel);
}

void MainWindow::openScript(const QString &path) {
    const Result<void> opened = editor().openFile(path);
    if (!opened) {
        fail(QString::fromStdString(opened.error().message));
        return;
    }
    if (!isSample(path)) addRecentFile(path);
    showPanel(QStringLiteral("editor"));
}

void MainWindow::newScript() {
    editor().newFile();
    showPanel(QStringLiteral("editor"));
}

void MainWindow::askOpen() {
    const QString filters = tr("All that can be opened (*)") + QStringLiteral(";;") + tr("Python scripts (*.py)") +
                            QStringLiteral(";;") + tr("Sessions (*.jitscope)") + QStringLiteral(";;") +
                            tr("IR dumps (*.ir)") + QStringLiteral(";;") + tr("Traces (*.json *.db)");
    if (const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open"), lastFolder(), filters);
        !paths.isEmpty())
        openPaths(paths);
}

void MainWindow::askOpenTrace() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a trace"), lastFolder(),
                                                      tr("Traces and profiles (*.json *.db *.csv *.bin)") +
                                                          QStringLiteral(";;") + tr("All that can be opened (*)"));
    if (!path.isEmpty()) openPath(path);
}

void MainWindow::askOpenStretch() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a stretch of time"), lastFolder(),
                                                      tr("Traces (*.json *.db)") + QStringLiteral(";;") +
                                                          tr("All that can be opened (*)"));
    if (path.isEmpty()) return;
    if (const auto stretch = askStretch(path, this)) openPaths({path}, stretch);
}

/** Reads what is open again, from the cache where it is in one, together with the new one: ranks are numbered anew. */
void MainWindow::askOpenBeside() {
    const QString path = QFileDialog::getExistingDirectory(this, tr("Open beside what is open"), lastFolder());
    if (!path.isEmpty()) openPaths(m_files + QStringList{path});
}

void MainWindow::askOpenFolder() {
    const QString path = QFileDialog::getExistingDirectory(this, tr("Open folder"), lastFolder());
    if (!path.isEmpty()) openPath(path);
}

bool MainWindow::saveScript() {
    const QString path = editor().currentPath();
    if (path.isEmpty() || isSample(path) || !QFileInfo(path).isWritable()) return saveScriptAs();
    if (editor().currentChangedOutside() && !mayOverwrite(path)) return false;
    const Result<void> saved = editor().save();
    if (!saved) fail(QString::fromStdString(saved.error().message));
    return saved.ok();
}

/** Another program wrote to the file: whether it is written over; the user may also take what it holds instead. */
bool MainWindow::mayOverwrite(const QString &path) {
    QMessageBox box(QMessageBox::Warning, tr("Changed outside"),
                    tr("%1 was changed by another program since it was read here.").arg(QFileInfo(path).fileName()),
                    QMessageBox::Cancel, this);
    const QAbstractButton *overwrite = box.addButton(tr("Write mine over it"), QMessageBox::DestructiveRole);
    const QAbstractButton *reload = box.addButton(tr("Read it again, mine is lost"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == reload) editor().reloadCurrent();
    return box.clickedButton() == overwrite;
}

/** When the user comes back to the window. */
void MainWindow::takeOutsideChanges() {
    for (const QString &path : editor().takeOutsideChanges())
        m_status->notify(
            tr("%1 was changed by another program; saving it here asks first.").arg(QFileInfo(path).fileName()));
}

bool MainWindow::saveScriptAs() {
    if (!editor().hasCurrent()) return true;
    const QString name = QFileInfo(editor().currentPath()).fileName();
    const QString path =
        askSavePath(this, tr("Save script"), proposedFolder() + QLatin1Char('/') + name, tr("Python scripts (*.py)"));
    if (path.isEmpty()) return false;
    const Result<void> saved = editor().saveAs(path);
    if (!saved) {
        fail(QString::fromStdString(saved.error().message));
        return false;
    }
    keepFolder(path);
    addRecentFile(path);
    return true;
}

/** `proposal` is a name without a folder, or a path, or "". */
QString MainWindow::askSessionPath(const QString &proposal) {
    QString name = proposal.isEmpty() ? nameOf(m_document, sessionSuffix) : proposal;
    if (QFileInfo(name).suffix() != sessionSuffix) name += QLatin1Char('.') + sessionSuffix;
    return askSavePath(this, tr("Save session"), name, tr("Sessions (*.jitscope)"));
}

bool MainWindow::sessionSaved(const Result<void> &saved, const QString &path) {
    if (!saved) {
        fail(QString::fromStdString(saved.error().message));
        return false;
    }
    m_document.setSaved(path);
    keepFolder(path);
    addRecentFile(path);
    m_status->notify(tr("Saved: %1").arg(path));
    return true;
}

void MainWindow::saveSession() {
    const QString path = askSessionPath(m_document.path());
    if (path.isEmpty()) return;
    m_document.settle();
    m_jobs.run(
        saveTag, tr("Saving %1").arg(QFileInfo(path).fileName()), this,
        [session = m_document.session(), file = path.toStdString()](const CancelFlag &) {
            return jitscope::saveSession(session, file);
        },
        [this, path](const Result<void> &saved) { sessionSaved(saved, path); });
}

void MainWindow::closeScript() {
    if (editor().currentIsModified()) {
        const auto answer = QMessageBox::question(
            this, tr("Unsaved script"), tr("Save the changes of %1 before it is closed?").arg(editor().currentName()),
            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
        if (answer == QMessageBox::Cancel || (answer == QMessageBox::Save && !saveScript())) return;
    }
    editor().closeCurrent();
}

void MainWindow::exportTrace() {
    const QString path = askSavePath(this, tr("Export as Chrome trace"), nameOf(m_document, QStringLiteral("json")),
                                     tr("Chrome traces (*.json)"));
    if (path.isEmpty()) return;
    m_jobs.run(
        saveTag, tr("Writing %1").arg(QFileInfo(path).fileName()), this,
        [lease = m_document.lend(), file = path.toStdString()](const CancelFlag &) {
            return writeFile(file, toChromeJson(withOpArguments(lease->session())));
        },
        [this, path](const Result<void> &written) {
            if (!written) {
                fail(QString::fromStdString(written.error().message));
                return;
            }
            keepFolder(path);
            m_status->notify(tr("Written: %1").arg(path));
        });
}

void MainWindow::exportReport() {
    const QString path =
        askSavePath(this, tr("Export a report"), nameOf(m_document, QStringLiteral("html")), tr("Web pages (*.html)"));
    if (!path.isEmpty()) exportReportTo(path);
}

void MainWindow::exportReportTo(const QString &path) {
    m_jobs.run(
        saveTag, tr("Writing %1").arg(QFileInfo(path).fileName()), this,
        [lease = m_document.lend(), file = path.toStdString(), theme = currentTheme()](const CancelFlag &cancelled) {
            const Session &session = lease->session();
            return writeFile(file, htmlReport(session, theme, {}, [&] { return !cancelled->load(); }));
        },
        [this, path](const Result<void> &written) {
            if (!written) {
                fail(QString::fromStdString(written.error().message));
                return;
            }
            keepFolder(path);
            m_status->notify(tr("Written: %1").arg(path));
        });
}

void MainWindow::offerRoom(const QString &message, const QString &run, qint64 budget) {
    const QString room = QString::fromStdString(memorySize(budget));
    m_infoBar->ask(message, {{tr("Raise the room to %1").arg(room), [this, budget] { m_runs->setBudget(budget); }},
                             {tr("Save as a file…"), [this, run] { m_runs->save(run); }}});
}

/** False if the user wants to stay. Most are on disk in a moment; of others one sees how far they are. */
bool MainWindow::keepRuns() {
    if (!m_runs) return true;
    m_runs->beginKeeping();
    if (m_runs->keepFor(momentMs)) return true;
    WaitDialog dialog(
        tr("The recording is being written for the next start."), [this] { return m_runs->keepFor(0); },
        [this] { return m_runs->keptShare(); }, this);
    return dialog.exec() != WaitDialog::Stay;
}

/** A run for which there is not room enough; false if the user wants to stay. */
bool MainWindow::letGoOfUnkept() {
    const auto run = m_runs ? m_runs->unkept() : std::nullopt;
    if (!run) return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved"), unkeptText(*run, m_runs->space()), QMessageBox::NoButton,
                         this);
    question.setObjectName(QStringLiteral("unkeptRun"));
    QAbstractButton *save = question.addButton(tr("Save as a file…"), QMessageBox::AcceptRole);
    QAbstractButton *without = question.addButton(tr("Quit without keeping"), QMessageBox::DestructiveRole);
    question.addButton(QMessageBox::Cancel);
    question.exec();
    if (question.clickedButton() == without) return true;
    if (question.clickedButton() != save) return false;
    if (run->id != m_runs->shown()) { // it is read and written as from the list, and the window stays for that
        m_runs->save(run->id);
        return false;
    }
    const QString path = askSessionPath(m_document.path());
    return !path.isEmpty() && writeBeforeClosing(path);
}

/** The window closes next, so this one waits for the file. */
bool MainWindow::writeBeforeClosing(const QString &path) {
    auto progress = std::make_shared<Progress>();
    std::optional<Result<void>> saved;
    QObject receiver;
    m_jobs.run(
        saveTag, tr("Saving %1").arg(QFileInfo(path).fileName()), &receiver,
        [lease = m_document.lend(), file = path.toStdString(), progress](const CancelFlag &) {
            return jitscope::saveSession(
                lease->session(), file, [progress] { return !progress->isCancelled(); }, progress.get());
        },
        [&saved](const Result<void> &result) { saved = result; });
    const auto share = [progress]() -> std::optional<double> {
        if (progress->total() <= 0) return {};
        return double(progress->done()) / double(progress->total());
    };
    WaitDialog dialog(
        tr("%1 is being written.").arg(QFileInfo(path).fileName()), [&saved] { return saved.has_value(); }, share,
        this);
    const int outcome = dialog.exec();
    if (outcome != WaitDialog::Done) progress->cancel();
    if (outcome == WaitDialog::Without) return true;
    return saved && sessionSaved(*saved, path);
}

/** Runs and unsaved scripts are kept for the next start without a question; what is asked about is a file of the user's
    with changes, and a run that could not be kept. */
bool MainWindow::letGoOfUnsaved() {
    if (!keepRuns() || !letGoOfUnkept()) return false;
    const bool isFile = !m_document.path().isEmpty() && m_document.isModified();
    const Result<void> kept = m_runs ? m_runs->kept() : Result<void>();
    const bool areScriptsKept = m_scripts && m_scripts->keep();
    const QStringList files = areScriptsKept ? QStringList() : editor().modifiedNames();
    if (files.isEmpty() && !isFile && kept) return true;
    QStringList unsaved = files;
    if (isFile) unsaved.append(QFileInfo(m_document.path()).fileName());
    if (!kept) unsaved.append(tr("the recording of the last run"));
    QMessageBox question(QMessageBox::Question, tr("Unsaved"),
                         tr("Not saved: %1.").arg(unsaved.join(QStringLiteral(", "))),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
    case QMessageBox::Discard:
        return true;
    case QMessageBox::Save:
        break;
    default:
        return false;
    }
    if (!areScriptsKept)
        while (editor().showNextModified())
            if (!saveScript()) return false;
    if (!isFile && kept) return true;
    const QString path = askSessionPath(m_document.path());
    return !path.isEmpty() && writeBeforeClosing(path);
}

} // namespace shell
} // namespace jitscope
