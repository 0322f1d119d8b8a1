// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/statusline.h"

#include "app/models/runtext.h"
#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/jobs.h"
#include "app/sdk/playhead.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/shell/runchoices.h"
#include "engine/base/sizes.h"
#include "engine/base/spillmemory.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QLayout>
#include <QLocale>
#include <QMenu>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>
#include <unistd.h>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int noticeMs = 6000;
constexpr int jobDelayMs = 300; ///< shorter work is not shown at all
constexpr int jobTickMs = 200;  ///< between two looks at how far work is
constexpr int progressParts = 1000;
constexpr int countDelayMs = 200;
constexpr int dotSize = 9;
constexpr int pluginWidth = 220;
constexpr int noticeLeastMs = 1000; ///< a message stays so long, whatever is done next
constexpr int partGap = 8;          ///< about each part of the bar
constexpr int leastStateShare = 3;  ///< the state of the program is cut last
constexpr size_t mostListed = 30;   ///< rows of a menu
constexpr int commandLength = 80;   ///< characters of one
constexpr int pastShare = 5;        ///< what is told of the past takes a fifth of the bar at most

/** Its text is cut where the window is narrow; it never widens the window. */
QLabel *label(const char *name, QWidget *parent) {
    auto *made = new ElidedLabel(parent);
    made->setObjectName(QLatin1String(name));
    made->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    made->setContentsMargins(4, 0, 6, 0);
    return made;
}

/** Bytes that this process holds in memory, but for what files would give back; 0 where the system does not tell. */
int64_t residentBytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    const QList<QByteArray> fields = file.readLine().split(' ');
    return fields.size() > 2 ? (fields[1].toLongLong() - fields[2].toLongLong()) * ::sysconf(_SC_PAGESIZE) : 0;
}

QString placeOf(const PauseInfo &info) {
    for (const StackFrame &frame : info.stack)
        if (frame.span.line > 0)
            return QFileInfo(QString::fromStdString(frame.span.file)).fileName() + QLatin1Char(':') +
                   QString::number(frame.span.line);
    return {};
}

/** The texts of the options in force, as the session ran or else as chosen; "" while neither is known. */
QString inForce(const RunChoice &choice, const RunOptions &options, const Session &session) {
    std::vector<std::string> values = choice.inForce(session);
    if (values.empty()) values = {options.*choice.field};
    QStringList texts;
    for (const std::string &value : values)
        if (const RunChoiceOption *option = optionOf(choice, value))
            texts.append(QCoreApplication::translate("RunChoices", option->text));
    return texts.join(QStringLiteral(", "));
}

/** "values 212 MB of 6 GB, 1.2 GB on disk   operators 6 GB of 6 GB, 2 GB on disk", each where it is of interest. */
QString memoryText(const RecordingMemory &values, const SpillUse &lists) {
    const auto bytes = [](int64_t count) { return QString::fromStdString(memorySize(count)); };
    const auto part = [&](const QString &inMemory, int64_t onDisk) {
        return onDisk > 0 ? StatusLine::tr("%1, %2 on disk").arg(inMemory, bytes(onDisk)) : inMemory;
    };
    QStringList parts;
    if (values.budget > 0)
        parts.append(
            part(StatusLine::tr("values %1 of %2").arg(bytes(values.inMemory), bytes(values.budget)), values.onDisk));
    if (lists.inFile > 0)
        parts.append(
            part(StatusLine::tr("operators %1 of %2").arg(bytes(lists.inMemory), bytes(lists.budget)), lists.inFile));
    return parts.join(QStringLiteral("   "));
}

int64_t kernelCount(const Session &session) {
    int64_t count = 0;
    for (const Compilation &compilation : session.compilations)
        count += int64_t(compilation.kernels.size());
    return count;
}

} // namespace

StatusLine::StatusLine(Document &document, Jobs &jobs, Runner &runner, Playhead &playhead, QWidget *parent)
    : QStatusBar(parent)
    , m_document(document)
    , m_jobs(jobs)
    , m_runner(runner)
    , m_playhead(playhead)
    , m_dot(new QLabel(this))
    , m_state(label("statusState", this))
    , m_place(label("statusPlace", this))
    , m_past(label("statusPast", this))
    , m_notice(label("statusNotice", this))
    , m_job(label("statusJob", this))
    , m_memory(label("statusMemory", this))
    , m_counts(label("statusCounts", this))
    , m_mode(label("statusMode", this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_language(new QToolButton(this))
    , m_plugins(new QToolButton(this))
    , m_processes(new QToolButton(this)) {
    setSizeGripEnabled(false);
    m_dot->setObjectName(QStringLiteral("statusDot"));
    setTexts();
    m_dot->setContentsMargins(metrics::grid, 0, 0, 0);
    m_past->setProperty("role", "title");
    m_progress->setRange(0, 0);
    m_progress->setFixedWidth(80);
    m_progress->setTextVisible(false);
    m_cancel->setProperty("role", "flat");
    m_language->setProperty("role", "flat");
    m_language->setFocusPolicy(Qt::TabFocus);
    m_cancel->setFocusPolicy(Qt::TabFocus);
    m_plugins->setObjectName(QStringLiteral("statusPlugins"));
    m_plugins->setProperty("role", "flat");
    m_plugins->setFocusPolicy(Qt::TabFocus);
    m_processes->setObjectName(QStringLiteral("statusProcesses"));
    m_processes->setProperty("role", "flat");
    m_processes->setFocusPolicy(Qt::TabFocus);
    m_processes->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_processes);
    m_processes->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { listProcesses(*menu); });
    for (QWidget *each : QList<QWidget *>{m_dot, m_state, m_place, m_past, m_notice})
        addWidget(each);
    for (QWidget *each :
         QList<QWidget *>{m_job, m_progress, m_cancel, m_processes, m_plugins, m_memory, m_counts, m_mode, m_language})
        addPermanentWidget(each);

    for (QTimer *timer : {&m_jobDelay, &m_jobTick, &m_countDelay, &m_noticeTimer})
        timer->setSingleShot(true);
    connect(&m_jobDelay, &QTimer::timeout, this, &StatusLine::updateJobs);
    connect(&m_jobTick, &QTimer::timeout, this, &StatusLine::updateJobs);
    connect(&m_countDelay, &QTimer::timeout, this, &StatusLine::updateCounts);
    connect(&m_noticeTimer, &QTimer::timeout, m_notice, &QLabel::clear);
    connect(m_cancel, &QToolButton::clicked, &m_jobs, &Jobs::cancelAll);
    connect(m_language, &QToolButton::clicked, this, &StatusLine::languageClicked);
    connect(m_plugins, &QToolButton::clicked, this, &StatusLine::pluginsClicked);
    connect(&jobs, &Jobs::started, this, [this](const QString &tag, const QString &title) {
        m_titles.insert(tag, title);
        m_jobDelay.start(jobDelayMs);
    });
    connect(&jobs, &Jobs::ended, this, [this](const QString &tag) {
        m_titles.remove(tag);
        if (m_titles.isEmpty()) updateJobs();
    });
    const auto count = [this] {
        if (!m_countDelay.isActive()) m_countDelay.start(countDelayMs);
    };
    connect(&document, &Document::replaced, this, &StatusLine::updateCounts);
    // With the lists that show the same recording: numbers of two states would contradict each other.
    connect(&document, &Document::appended, this, &StatusLine::updateCounts);
    connect(&document, &Document::memoryChanged, this, count);
    connect(&document, &Document::appended, this, &StatusLine::updatePast);
    connect(&playhead, &Playhead::changed, this, &StatusLine::updatePast);
    connect(&runner, &Runner::optionsChanged, this, count);
    connect(&runner, &Runner::stateChanged, this, &StatusLine::updateState);
    connect(&runner, &Runner::inputWanted, this, &StatusLine::updateState);
    connect(&runner, &Runner::paused, this, &StatusLine::updateState);
    connect(&runner, &Runner::finished, this, [this](const RunOutcome &outcome) {
        if (outcome.kind == RunKind::Script) m_last = ended(outcome);
        updateState();
    });
    connect(&document, &Document::replaced, this, [this] {
        m_last.reset();
        updateState();
    });
    connect(&runner, &Runner::stateChanged, this, &StatusLine::endNotice);
    connect(&playhead, &Playhead::changed, this, &StatusLine::endNotice);
    connect(this, &QStatusBar::messageChanged, this, &StatusLine::showHelp);
    m_past->hide();
    updateState();
    updateCounts();
    updateJobs();
}

void StatusLine::setTexts() {
    m_state->setAccessibleName(tr("Run state"));
    m_past->setAccessibleName(tr("Which operator is looked at"));
    m_memory->setAccessibleName(tr("Memory of recorded values"));
    m_memory->setToolTip(tr(
        "Recorded values in memory, and the most of them: what is beyond goes to disk, into the room "
        "for runs. Operators have as much memory of their own, and go on on disk beyond it, where they may take half "
        "of what is free."));
    m_progress->setAccessibleName(tr("Work in progress"));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Cancel the work in progress"));
    m_cancel->setAccessibleName(tr("Cancel the work in progress"));
    m_language->setText(QLocale().name() == QStringLiteral("zh_CN") ? QStringLiteral("zh_CN") : QStringLiteral("en"));
    m_language->setToolTip(tr("Language: change it in the settings"));
    m_language->setAccessibleName(tr("Language"));
    setPassPlugins(m_passPlugins);
    setProcesses(m_begun);
}

void StatusLine::changeEvent(QEvent *event) {
    QStatusBar::changeEvent(event);
    if (event->type() != QEvent::LanguageChange) return;
    setTexts();
    updateState();
    updatePast();
    updateCounts();
}

void StatusLine::setPassPlugins(const QStringList &names) {
    m_passPlugins = names;
    fitParts();
    m_plugins->setToolTip(
        tr("These plugins change how programs are compiled: %1").arg(names.join(QStringLiteral(", "))));
    m_plugins->setAccessibleName(m_plugins->toolTip());
}

void StatusLine::setProcesses(const std::vector<ProgramProcess> &processes) {
    m_begun = processes;
    const auto running = std::ranges::count_if(m_begun, &ProgramProcess::isRunning);
    m_processes->setText(tr("%n process(es)", nullptr, int(running)));
    m_processes->setToolTip(tr("Processes that the program began, and those that have ended. What runs in them is not "
                               "recorded; they end with the program's own."));
    m_processes->setAccessibleName(tr("Processes that the program began: %n run(s)", nullptr, int(running)));
    m_processes->setVisible(!m_begun.empty());
    fitParts();
}

/** Those that run first, then the latest that ended. */
void StatusLine::listProcesses(QMenu &menu) {
    menu.clear();
    std::vector<ProgramProcess> listed(m_begun.rbegin(), m_begun.rend());
    std::ranges::stable_partition(listed, &ProgramProcess::isRunning);
    for (size_t i = 0; i < std::min(listed.size(), mostListed); ++i) {
        const QString number = QString::number(listed[i].process);
        const QString what = listed[i].command.empty()
                                 ? tr("copy of the program (os.fork)")
                                 : QString::fromStdString(listed[i].command).simplified().left(commandLength);
        const QString text = listed[i].isRunning ? tr("%1  %2  runs") : tr("%1  %2  ended");
        connect(menu.addAction(text.arg(number, what).replace(QLatin1Char('&'), QLatin1String("&&"))),
                &QAction::triggered, this, [this, number] {
                    QGuiApplication::clipboard()->setText(number);
                    notify(tr("Copied: %1").arg(number));
                });
    }
    if (listed.size() > mostListed)
        menu.addAction(tr("%n more", nullptr, int(listed.size() - mostListed)))->setEnabled(false);
}

void StatusLine::notify(const QString &message) {
    m_notice->setText(message);
    m_noticeTimer.start(noticeMs);
}

/** What the message spoke of is over once the program or the one who looks at it goes on. */
void StatusLine::endNotice() {
    if (m_noticeTimer.isActive() && m_noticeTimer.remainingTime() > noticeMs - noticeLeastMs) return;
    m_notice->clear();
}

/** Where there is little room, what tells least gives way to the state of the program and to what was just said. */
void StatusLine::fitParts() {
    const auto wanted = [](const QWidget *part) { return part->sizeHint().width() + partGap; };
    int room = width() - wanted(m_dot) - wanted(m_language) - (m_past->isHidden() ? 0 : m_past->width() + partGap);
    if (m_help.isEmpty()) {
        for (const QLabel *part : {m_state, m_place, m_notice}) // empty ones have their margins
            room -= wanted(part);
    } else {
        room -= fontMetrics().horizontalAdvance(m_help) + 2 * partGap;
    }
    m_state->setMinimumWidth(std::min(m_state->sizeHint().width(), width() / leastStateShare));
    if (!m_processes->isHidden()) room -= wanted(m_processes);
    if (!m_job->isHidden()) room -= wanted(m_job) + wanted(m_progress) + wanted(m_cancel);
    for (QLabel *part : {m_mode, m_memory, m_counts}) {
        const int width = wanted(part);
        const bool isShown = !part->text().isEmpty() && width <= room;
        part->setVisible(isShown);
        if (isShown) room -= width;
    }
    const QFontMetrics font = m_plugins->fontMetrics();
    const QString whole = tr("Passes of plugins: %1").arg(m_passPlugins.join(QStringLiteral(", ")));
    const QString brief = tr("Plugins: %1").arg(m_passPlugins.size());
    const QString text = font.elidedText(whole, Qt::ElideRight, pluginWidth);
    const int around = 3 * partGap;
    const bool isWhole = font.horizontalAdvance(text) + around <= room;
    m_plugins->setText(isWhole ? text : brief);
    m_plugins->setVisible(!m_passPlugins.isEmpty() && (isWhole || font.horizontalAdvance(brief) + around <= room));
}

bool StatusLine::event(QEvent *event) {
    if (event->type() == QEvent::LayoutRequest) fitParts();
    return QStatusBar::event(event);
}

/** The help of a menu entry ends in an ellipsis where it does not fit. */
void StatusLine::showHelp(const QString &text) {
    if (!text.isEmpty() && m_help.startsWith(text.chopped(1))) return; // our own
    m_help = text;
    if (text.isEmpty()) placePast(m_past->text()); // what came meanwhile
    fitParts();
    if (layout()) layout()->activate();
    int room = width() - partGap;
    for (const QWidget *part : QList<QWidget *>{m_job, m_processes, m_plugins, m_memory, m_counts, m_mode, m_language})
        if (!part->isHidden()) room = std::min(room, part->x());
    const QString shown = fontMetrics().elidedText(text, Qt::ElideRight, room - 2 * partGap);
    if (shown != text) showMessage(shown);
}

void StatusLine::updateState() {
    const Theme &theme = currentTheme();
    const PauseInfo &pause = m_runner.pauseInfo();
    QColor colour = theme.text3;
    QString text = tr("ready"), place;
    switch (m_runner.state()) {
    case RunState::Running:
        colour = m_runner.waitsForInput() ? theme.currentOp : theme.good;
        text = m_runner.waitsForInput() ? tr("waits for input in the console") : tr("running");
        break;
    case RunState::Paused:
        colour = theme.currentOp;
        text = !pause.op.empty()
                   ? tr("paused before operator %1 (%2)").arg(pause.nextOp).arg(QString::fromStdString(pause.op))
               : pause.lastOp >= 0 ? tr("paused after operator %1").arg(pause.lastOp)
                                   : tr("paused");
        place = placeOf(pause);
        if (!pause.message.empty()) place += QStringLiteral(" · ") + QString::fromStdString(pause.message);
        break;
    case RunState::Idle: {
        const RunRecord run = m_last ? *m_last : describeRun(m_document.session());
        if (run.end == RunEnd::Unknown) break;
        if (run.end == RunEnd::Failed || run.exitCode != 0) colour = theme.error;
        const QStringList parts{endText(run), countsText(run)};
        text = parts.constLast().isEmpty() ? parts.constFirst() : parts.join(QStringLiteral(", "));
        break;
    }
    }
    m_dot->setPixmap(iconPixmap(QStringLiteral("breakpoint"), dotSize + 4, colour, devicePixelRatioF()));
    m_dot->setAccessibleName(text);
    m_state->setText(text);
    m_place->setText(place);
    updatePast();
}

/** With what it holds now; what the console adds later is not of the run. */
RunRecord StatusLine::ended(const RunOutcome &outcome) const {
    RunRecord run = describeRun(m_document.session());
    run.end = outcome.stopped ? RunEnd::Stopped : outcome.error.empty() ? RunEnd::Finished : RunEnd::Failed;
    run.exitCode = outcome.exitCode;
    run.durationNs = outcome.durationNs;
    return run;
}

void StatusLine::updatePast() {
    const QString text = m_playhead.text();
    if (text != m_past->text()) placePast(text);
}

void StatusLine::placePast(const QString &text) {
    m_past->setText(text);
    // Of a fixed size, in steps: a text that changes with every operator does not lay the whole bar out each time.
    const int width = m_past->fontMetrics().horizontalAdvance(text) + 2 * metrics::grid;
    const int step = 4 * metrics::grid;
    const int room = std::max(this->width() / pastShare, 2 * step);
    m_past->setFixedSize(std::min((width + step - 1) / step * step, room), m_state->sizeHint().height());
    m_past->setVisible(!text.isEmpty() && currentMessage().isEmpty()); // it would stand in the message
}

QSize StatusLine::minimumSizeHint() const {
    return QStatusBar::minimumSizeHint().boundedTo({metrics::leastBar, QWIDGETSIZE_MAX});
}

void StatusLine::resizeEvent(QResizeEvent *event) {
    QStatusBar::resizeEvent(event);
    placePast(m_past->text());
    fitParts();
}

void StatusLine::updateCounts() {
    const Session &session = m_document.session();
    QStringList parts;
    if (!session.ops.empty()) parts.append(tr("%Ln operator(s)", nullptr, int(session.ops.size())));
    if (!session.compilations.empty()) parts.append(tr("%Ln graph(s)", nullptr, int(session.compilations.size())));
    if (const int64_t kernels = kernelCount(session); kernels > 0)
        parts.append(tr("%Ln kernel(s)", nullptr, int(kernels)));
    if (const int64_t slices = session.trace.sliceCount(); slices > 0)
        parts.append(tr("%Ln slice(s)", nullptr, int(slices)));
    if (const int64_t bytes = residentBytes(); bytes > 0)
        parts.append(tr("memory %1").arg(QString::fromStdString(memorySize(bytes))));
    m_counts->setText(parts.join(QStringLiteral("   ")));
    m_memory->setText(memoryText(m_document.memory(), spillUse()));

    QStringList modes;
    for (const RunChoice &choice : runChoices())
        if (const QString text = inForce(choice, m_runner.options(), session); !text.isEmpty()) modes.append(text);
    m_mode->setText(modes.join(QStringLiteral(" · ")));
    fitParts(); // a hidden part asks for no new layout
}

void StatusLine::updateJobs() {
    const bool any = !m_titles.isEmpty();
    m_job->setVisible(any);
    m_progress->setVisible(any);
    m_cancel->setVisible(any);
    if (!any) {
        m_jobTick.stop();
        return;
    }
    QStringList texts;
    int done = 0, parts = 0; // of a thousand; of no parts while nobody knows
    for (auto title = m_titles.cbegin(); title != m_titles.cend(); ++title) {
        const auto progress = m_jobs.progressOf(title.key());
        const QString what = progress ? QString::fromStdString(progress->what()) : QString();
        texts.append(what.isEmpty() ? *title : *title + QStringLiteral(" · ") + what);
        if (!progress || progress->total() <= 0) continue;
        parts = progressParts;
        done = int(double(progress->done()) / double(progress->total()) * progressParts);
        texts.last() += QStringLiteral(" %1 %").arg(done * 100 / progressParts);
    }
    m_job->setText(texts.join(QStringLiteral(", ")));
    m_progress->setRange(0, parts);
    m_progress->setValue(std::min(done, parts));
    m_jobTick.start(jobTickMs);
}

} // namespace shell
} // namespace jitscope

#include "moc_statusline.cpp"
