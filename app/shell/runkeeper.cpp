// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runkeeper.h"

#include "app/models/runtext.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/runner.h"
#include "app/sdk/settings.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <set>

namespace jitscope {
inline namespace shell {

namespace {

constexpr qint64 megabyte = qint64(1) << 20;
constexpr qint64 defaultBudget = 4096 * megabyte; ///< a training step with its values has a few hundred
constexpr int mostRuns = 200;                     ///< unpinned ones; a longer list helps nobody
constexpr int quietMs = 400;                      ///< after the last change, before a recording is written
constexpr int lookMs = 300;                       ///< after the folder changed, before it is looked at
constexpr int smallShare = 4;                     ///< a run of this part of the room may drive older ones out
constexpr int roomStep = 4;                       ///< by which the room is raised
constexpr int keepMs = 50;                        ///< between two looks at what is written
constexpr int countsMs = 500;                     ///< how often the numbers of a live run are told
const QString budgetKey = QStringLiteral("runs/budget");
const QString loadTag = QStringLiteral("runs.load"), showTag = QStringLiteral("runs.show"),
              saveTag = QStringLiteral("runs.save");
const std::string givenUp = "given up";

/** Sorts by time, and tells runs of two windows apart. */
QString newId(qint64 startedMs) {
    static int counter = 0;
    return QStringLiteral("%1-%2-%3").arg(startedMs).arg(QCoreApplication::applicationPid()).arg(++counter);
}

qint64 nowMs() {
    return QDateTime::currentMSecsSinceEpoch();
}

} // namespace

RunKeeper::RunKeeper(Document &document, Jobs &jobs, Runner &runner, RunFolder folder, Voice voice, QObject *parent)
    : Runs(parent)
    , m_document(document)
    , m_jobs(jobs)
    , m_runner(runner)
    , m_folder(std::move(folder))
    , m_voice(std::move(voice))
    , m_budget(settingsFile().value(budgetKey, defaultBudget).toLongLong()) {
    m_writer.setMaxThreadCount(1);
    m_runner.setSpillLimit(m_budget); // a run under way takes no more of the disk than kept ones
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(quietMs);
    m_counts.setSingleShot(true);
    m_counts.setInterval(countsMs);
    m_look.setSingleShot(true);
    m_look.setInterval(lookMs);
    connect(&m_look, &QTimer::timeout, this, &RunKeeper::forgetGone);
    connect(&m_watch, &QFileSystemWatcher::directoryChanged, &m_look, qOverload<>(&QTimer::start));
    connect(&m_quiet, &QTimer::timeout, this, &RunKeeper::keepShown);
    connect(&m_counts, &QTimer::timeout, this, [this] {
        if (Entry *shown = entry(m_shown)) describe(*shown);
        Q_EMIT changed();
    });
    connect(&runner, &Runner::began, this, &RunKeeper::onBegan);
    connect(&runner, &Runner::finished, this, &RunKeeper::onFinished);
    connect(&document, &Document::aboutToReplace, this, &RunKeeper::onReplacing);
    connect(&document, &Document::replaced, this, &RunKeeper::onReplaced);
    connect(&document, &Document::appended, this, &RunKeeper::onChanged);
    connect(&document, &Document::bookmarksChanged, this, &RunKeeper::onChanged);
    connect(&document, &Document::variantsChanged, this, &RunKeeper::onChanged);
}

RunKeeper::~RunKeeper() {
    m_voice.fail = m_voice.notify = [](const QString &) {}; // said already where the window closed
    m_voice.offerRoom = [](const QString &, const QString &, qint64) {};
    if (!m_isLeaving) {
        beginKeeping();
        while (!keepFor(keepMs)) {
        }
    }
    m_writer.waitForDone();
    for (const std::vector<Entry> &removed : m_removed)
        for (const Entry &each : removed)
            if (!each.journal.empty()) deleteJournal(each.journal);
    m_folder.eraseAside();
}

void RunKeeper::load() {
    m_jobs.run(
        loadTag, tr("Looking for the runs of the last time"), this,
        [folder = m_folder](const CancelFlag &) {
            folder.eraseLeftovers();
            QDir().mkpath(folder.path()); // to be watched
            return folder.list();
        },
        [this](const std::vector<RunRecord> &records) {
            for (const RunRecord &record : records) {
                if (entry(record.id)) continue;
                Entry made;
                made.record = record;
                insert(std::move(made));
            }
            m_watch.addPath(m_folder.path());
            makeRoom();
            Q_EMIT changed();
        });
}

QString RunKeeper::idOf(const JournalInfo &journal) {
    return QFileInfo(QString::fromStdString(journal.path)).completeBaseName() + QStringLiteral("-cut");
}

void RunKeeper::addCutOff(const std::vector<JournalInfo> &journals) {
    for (const JournalInfo &journal : journals) {
        Entry made;
        made.record.id = idOf(journal);
        if (entry(made.record.id)) continue;
        made.record.script = QString::fromStdString(journal.script);
        made.record.end = RunEnd::CutOff;
        made.record.startedMs = journal.startedUnixSeconds * 1000;
        made.record.ops = journal.ops;
        made.record.bytes = journal.bytes;
        made.journal = journal.path;
        insert(std::move(made));
    }
    makeRoom();
    Q_EMIT changed();
}

RunKeeper::Entry *RunKeeper::entry(const QString &id) {
    const auto found = std::ranges::find_if(m_entries, [&id](const Entry &each) { return each.record.id == id; });
    return found == m_entries.end() ? nullptr : &*found;
}

const RunKeeper::Entry *RunKeeper::entry(const QString &id) const {
    return const_cast<RunKeeper *>(this)->entry(id);
}

void RunKeeper::insert(Entry made) {
    const auto isOlder = [&made](const Entry &each) { return each.record.startedMs <= made.record.startedMs; };
    m_entries.insert(std::ranges::find_if(m_entries, isOlder), std::move(made));
}

std::vector<RunRecord> RunKeeper::runs() const {
    std::vector<RunRecord> records;
    for (const Entry &each : m_entries)
        records.push_back(each.record);
    return records;
}

RunSpace RunKeeper::space() const {
    RunSpace space{m_budget, 0, int(m_entries.size())};
    for (const Entry &each : m_entries)
        space.used += std::max<qint64>(0, each.record.bytes);
    return space;
}

void RunKeeper::onBegan(const QString &path) {
    Entry made;
    made.record.startedMs = nowMs();
    made.record.id = newId(made.record.startedMs);
    made.record.script = path;
    made.record.end = RunEnd::Running;
    m_shown = m_live = made.record.id;
    insert(std::move(made));
    Q_EMIT changed();
}

/** What is not on disk yet stays in memory until it is. */
void RunKeeper::onReplacing() {
    m_quiet.stop();
    Entry *leaving = entry(m_shown);
    if (!leaving || !(leaving->isDirty || leaving->isWriting || leaving->record.needs >= 0)) return;
    describe(*leaving);
    if (leaving->record.end == RunEnd::Running) leaving->record.end = RunEnd::Stopped;
    leaving->held = m_document.lend();
    if (leaving->isDirty) store(*leaving, leaving->held);
    if (leaving->record.needs >= 0) holdOnly(leaving->record.id);
}

/** Two recordings that are too large for the disk would be too much for the memory as well. */
void RunKeeper::holdOnly(const QString &id) {
    const auto count = std::erase_if(m_entries, [&id](const Entry &each) {
        return each.record.needs >= 0 && each.held && !each.isWriting && each.record.id != id;
    });
    if (count > 0) m_voice.notify(tr("The run before, which was not kept, is let go."));
}

void RunKeeper::onReplaced() {
    m_shown = std::exchange(m_next, QString());
    Q_EMIT changed();
}

void RunKeeper::onChanged() {
    Entry *shown = entry(m_shown);
    if (!shown) return;
    shown->isDirty = true;
    if (!m_counts.isActive()) m_counts.start();
    if (m_runner.state() == RunState::Idle) m_quiet.start();
}

void RunKeeper::onFinished() {
    if (Entry *shown = entry(m_shown)) {
        shown->isDirty = true;
        describe(*shown);
        m_quiet.start();
    }
    Q_EMIT changed();
}

/** From the document, which shows it. */
void RunKeeper::describe(Entry &shown) {
    RunRecord record = describeRun(m_document.session());
    const RunRecord &before = shown.record;
    record.id = before.id;
    record.note = before.note;
    record.bytes = before.bytes;
    record.needs = before.needs;
    record.isPinned = before.isPinned;
    record.startedMs = before.startedMs;
    if (record.script.isEmpty()) record.script = before.script;
    const bool isRunning = record.id == m_live && m_runner.state() != RunState::Idle;
    if (record.end == RunEnd::Unknown && (isRunning || before.end != RunEnd::Running)) record.end = before.end;
    shown.record = std::move(record);
}

void RunKeeper::keepShown() {
    Entry *shown = entry(m_shown);
    if (!shown || !shown->isDirty || m_runner.state() != RunState::Idle) return;
    describe(*shown);
    store(*shown, m_document.lend());
}

void RunKeeper::store(Entry &wanted, std::shared_ptr<const SessionLease> lease) {
    wanted.isDirty = false;
    wanted.isWriting = true;
    wanted.progress = std::make_shared<Progress>();
    auto work = [this, folder = m_folder, record = wanted.record, lease = std::move(lease), progress = wanted.progress,
                 room = roomFor(wanted), isShown = wanted.held == nullptr]() mutable {
        const std::string file = folder.sessionFile(record.id).toStdString();
        const auto shouldContinue = [&] { return !progress->isCancelled() && (!isShown || lease->isCurrent()); };
        if (const qint64 needs = valueBytes(lease->session(), shouldContinue); needs > room && shouldContinue()) {
            lease.reset();
            QMetaObject::invokeMethod(
                this, [this, id = record.id, needs] { onTooLarge(id, needs); }, Qt::QueuedConnection);
            return;
        }
        Result<void> written = folder.write(record); // makes the folder
        if (written) written = saveSession(lease->session(), file, shouldContinue, progress.get());
        const bool isGivenUp = !written && !shouldContinue();
        lease.reset(); // before anyone is told: the document may go on
        Result<qint64> bytes = written     ? Result<qint64>(QFileInfo(QString::fromStdString(file)).size())
                               : isGivenUp ? Result<qint64>(Error{givenUp})
                                           : Result<qint64>(written.error());
        QMetaObject::invokeMethod(
            this, [this, id = record.id, bytes] { onStored(id, bytes); }, Qt::QueuedConnection);
    };
    m_writer.start(std::move(work));
}

void RunKeeper::onStored(const QString &id, const Result<qint64> &bytes) {
    Entry *stored = entry(id);
    if (!stored) { // removed meanwhile
        m_folder.erase(id);
        m_toKeep.erase(id);
        return;
    }
    stored->isWriting = false;
    if (!bytes) {
        stored->isDirty = true;
        if (bytes.error().message == givenUp) {
            if (m_isLeaving) return;
            if (stored->held)
                store(*stored, stored->held);
            else if (m_runner.state() == RunState::Idle)
                m_quiet.start();
            return;
        }
        m_toKeep.erase(id);
        m_failed[id] = bytes.error().message;
        m_voice.fail(tr("The run could not be kept: %1").arg(QString::fromStdString(bytes.error().message)));
        return;
    }
    // What packs badly, or has little but operators, is known only now.
    if (*bytes > roomFor(*stored) && (id == m_shown || stored->held)) {
        m_folder.erase(id);
        onTooLarge(id, *bytes);
        return;
    }
    m_failed.erase(id);
    if (const auto left = m_toKeep.find(id); left != m_toKeep.end() && --left->second <= 0) m_toKeep.erase(left);
    stored->record.bytes = *bytes;
    stored->record.needs = -1;
    if (!stored->isDirty) stored->held.reset();
    if (!stored->journal.empty()) deleteJournal(std::exchange(stored->journal, std::string()));
    // A run that is on disk needs no journal, unless it goes on.
    if (id == m_live && !stored->isDirty && m_runner.state() == RunState::Idle) m_runner.endJournal();
    makeRoom();
    Q_EMIT changed();
}

void RunKeeper::onTooLarge(const QString &id, qint64 bytes) {
    m_toKeep.erase(id);
    Entry *large = entry(id);
    if (!large) return;
    const bool isNew = large->record.needs < 0;
    large->isWriting = false;
    large->record.needs = bytes;
    if (isNew) {
        qint64 wanted = defaultBudget;
        while (wanted < bytes + space().used)
            wanted *= roomStep;
        const QString message = unkeptText(large->record, space());
        m_voice.notify(message);
        m_voice.offerRoom(message, id, wanted);
    }
    Q_EMIT changed();
}

/** A large run takes only what is free; a small one may take the place of older ones. */
qint64 RunKeeper::roomFor(const Entry &wanted) const {
    qint64 others = 0, pinned = 0;
    for (const Entry &each : m_entries) {
        if (each.record.id == wanted.record.id) continue;
        const qint64 bytes = std::max<qint64>(0, each.record.bytes);
        others += bytes;
        if (each.record.isPinned) pinned += bytes;
    }
    return std::min(m_budget - pinned, std::max(m_budget - others, m_budget / smallShare));
}

void RunKeeper::retryUnkept() {
    for (Entry &each : m_entries) {
        const bool isShown = each.record.id == m_shown;
        if (each.record.needs < 0 || each.isWriting || !(isShown || each.held)) continue;
        if (each.record.needs > roomFor(each) || (isShown && m_runner.state() != RunState::Idle)) continue;
        store(each, isShown ? m_document.lend() : each.held);
    }
}

void RunKeeper::beginKeeping() {
    m_document.settle();
    m_failed.clear();
    m_toKeep.clear();
    for (const Entry &each : m_entries) {
        const bool isInMemory = each.record.id == m_shown || each.held;
        const int writes = int(each.isWriting) + int(each.isDirty && isInMemory);
        if (writes > 0) m_toKeep[each.record.id] = writes;
    }
}

bool RunKeeper::keepFor(int ms) {
    const QDeadlineTimer end(ms);
    while (!m_toKeep.empty()) {
        for (const auto &[id, writes] : std::map<QString, int>(m_toKeep)) {
            Entry *each = entry(id);
            if (each && each->isWriting) continue;
            if (!each || !(id == m_shown || each->held)) {
                m_toKeep.erase(id);
                continue;
            }
            if (id == m_shown) describe(*each);
            if (each->record.end == RunEnd::Running) each->record.end = RunEnd::Stopped;
            store(*each, id == m_shown ? m_document.lend() : each->held);
        }
        const bool isIdle = m_writer.waitForDone(int(std::min<qint64>(keepMs, end.remainingTime())));
        if (isIdle) QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
        if (end.hasExpired()) break;
    }
    return m_toKeep.empty();
}

std::optional<double> RunKeeper::keptShare() const {
    int64_t done = 0, total = 0;
    for (const Entry &each : m_entries) {
        if (!each.isWriting || !each.progress) continue;
        done += each.progress->done();
        total += each.progress->total();
    }
    if (total <= 0) return {};
    return double(done) / double(total);
}

Result<void> RunKeeper::kept() const {
    if (m_failed.empty()) return {};
    return Error{m_failed.begin()->second};
}

std::optional<RunRecord> RunKeeper::unkept() const {
    for (const Entry &each : m_entries)
        if (each.record.needs >= 0) return each.record;
    return {};
}

void RunKeeper::leave() {
    m_isLeaving = true;
    m_quiet.stop();
    for (const Entry &each : m_entries)
        if (each.progress) each.progress->cancel();
}

/** Files that somebody removed: their runs are no more. */
void RunKeeper::forgetGone() {
    const auto count = std::erase_if(m_entries, [this](const Entry &each) {
        const bool hasFile = each.record.bytes >= 0 && each.journal.empty();
        return hasFile && !each.isWriting && !each.held && each.record.id != m_shown &&
               !QFileInfo(m_folder.sessionFile(each.record.id)).isFile();
    });
    if (count == 0) return;
    m_voice.notify(tr("%n run(s) left the list: the files are gone.", nullptr, int(count)));
    Q_EMIT changed();
}

std::function<Result<Session>()> RunKeeper::reader(const Entry &wanted) const {
    if (wanted.held) return [held = wanted.held]() -> Result<Session> { return Session(held->session()); };
    if (!wanted.journal.empty()) return [path = wanted.journal] { return readJournal(path); };
    return [path = m_folder.sessionFile(wanted.record.id).toStdString()] { return loadSession(path); };
}

void RunKeeper::show(const QString &id) {
    forgetGone();
    const Entry *wanted = entry(id);
    if (!wanted || id == m_shown) return;
    if (m_runner.state() != RunState::Idle) {
        m_voice.notify(tr("Another run can be looked at when the program has ended."));
        return;
    }
    m_jobs.run(
        showTag, tr("Reading a run"), this, [read = reader(*wanted)](const CancelFlag &) { return read(); },
        [this, id](Result<Session> session) {
            if (!session) return m_voice.fail(QString::fromStdString(session.error().message));
            if (!entry(id) || m_runner.state() != RunState::Idle) return;
            m_next = id;
            m_document.replace(*std::move(session));
            Entry &shown = *entry(id);
            // One that was cut off gets a file of its own, with the values that are still there.
            if (!shown.journal.empty()) onChanged();
            m_voice.shown();
        });
}

void RunKeeper::read(const QStringList &ids, QObject *receiver, std::function<void(Result<Sessions>)> done) {
    std::vector<std::function<Result<Session>()>> readers;
    for (const QString &id : ids) {
        const Entry *wanted = entry(id);
        if (!wanted) return;
        if (id == m_shown)
            readers.push_back([lease = m_document.lend()]() -> Result<Session> { return Session(lease->session()); });
        else
            readers.push_back(reader(*wanted));
    }
    m_jobs.run(
        QStringLiteral("runs.read"), tr("Reading runs"), receiver,
        [readers](const CancelFlag &) -> Result<Sessions> {
            Sessions sessions;
            for (const auto &reader : readers) {
                Result<Session> session = reader();
                if (!session) return session.error();
                sessions.push_back(std::make_shared<const Session>(*std::move(session)));
            }
            return sessions;
        },
        std::move(done));
}

void RunKeeper::writeRecord(const Entry &written) {
    if (written.record.bytes < 0 || !written.journal.empty()) return; // comes with its file
    if (const auto result = m_folder.write(written.record); !result)
        m_voice.fail(QString::fromStdString(result.error().message));
}

void RunKeeper::setNote(const QString &id, const QString &note) {
    Entry *changedEntry = entry(id);
    if (!changedEntry || changedEntry->record.note == note) return;
    changedEntry->record.note = note;
    writeRecord(*changedEntry);
    Q_EMIT changed();
}

void RunKeeper::setPinned(const QString &id, bool isPinned) {
    Entry *changedEntry = entry(id);
    if (!changedEntry || changedEntry->record.isPinned == isPinned) return;
    changedEntry->record.isPinned = isPinned;
    writeRecord(*changedEntry);
    makeRoom();
    Q_EMIT changed();
}

void RunKeeper::remove(const QStringList &ids) {
    std::vector<Entry> removed;
    for (const QString &id : ids) {
        const auto found = std::ranges::find_if(m_entries, [&id](const Entry &each) { return each.record.id == id; });
        if (found == m_entries.end() || (id == m_live && m_runner.state() != RunState::Idle)) continue;
        if (id == m_shown) { // still in view, but nobody's any more; undo finds it again
            found->held = m_document.lend();
            m_shown.clear();
        }
        m_folder.setAside(id);
        removed.push_back(std::move(*found));
        m_entries.erase(found);
    }
    if (removed.empty()) return;
    m_removed.push_back(std::move(removed));
    Q_EMIT changed();
}

void RunKeeper::undoRemove() {
    if (m_removed.empty()) return;
    for (Entry &each : m_removed.back()) {
        m_folder.bringBack(each.record.id);
        const QString id = each.record.id;
        insert(std::move(each));
        if (Entry *back = entry(id); back->held && back->record.bytes < 0) store(*back, back->held);
    }
    m_removed.pop_back();
    Q_EMIT changed();
}

void RunKeeper::save(const QString &id) {
    const Entry *wanted = entry(id);
    if (!wanted) return;
    const QString path = m_voice.askPath(QFileInfo(wanted->record.script).completeBaseName());
    if (path.isEmpty()) return;
    const auto read = id == m_shown ? [lease = m_document.lend()]() -> Result<Session> { return lease->session(); }
                                    : reader(*wanted);
    m_jobs.run(
        saveTag, tr("Saving %1").arg(QFileInfo(path).fileName()), this,
        [read = std::function<Result<Session>()>(read), file = path.toStdString()](const CancelFlag &) -> Result<void> {
            const Result<Session> session = read();
            return session ? saveSession(*session, file) : Result<void>(session.error());
        },
        [this, path](const Result<void> &saved) {
            if (!saved) return m_voice.fail(QString::fromStdString(saved.error().message));
            m_voice.notify(tr("Saved: %1").arg(path));
        });
}

void RunKeeper::setBudget(qint64 bytes) {
    m_budget = bytes;
    m_runner.setSpillLimit(bytes);
    settingsFile().setValue(budgetKey, bytes);
    makeRoom();
    retryUnkept();
    Q_EMIT changed();
}

/** The oldest unpinned ones go; never the newest, nor what is looked at, nor what has no file yet, nor the newest that
    was cut off. */
void RunKeeper::makeRoom() {
    int count = int(std::ranges::count_if(m_entries, [](const Entry &each) { return !each.record.isPinned; }));
    qint64 used = space().used;
    int gone = 0;
    const auto isOfJournal = [](const Entry &each) { return !each.journal.empty(); };
    const auto newestCutOff = std::ranges::find_if(m_entries, isOfJournal);
    const QString unseen = newestCutOff == m_entries.end() ? QString() : newestCutOff->record.id;
    for (size_t i = m_entries.size(); i-- > 1;) {
        const Entry &each = m_entries[i];
        if (used <= m_budget && count <= mostRuns) break;
        const bool isLastCutOff = each.record.id == unseen; // the user has not been asked about it yet
        if (each.record.isPinned || isLastCutOff || each.record.id == m_shown || each.isDirty || each.held ||
            each.record.needs >= 0)
            continue;
        used -= std::max<qint64>(0, each.record.bytes);
        --count;
        if (isOfJournal(each))
            deleteJournal(each.journal);
        else
            m_folder.erase(each.record.id);
        m_entries.erase(m_entries.begin() + std::ptrdiff_t(i));
        ++gone;
    }
    if (gone > 0) m_voice.notify(tr("%n older run(s) gave way to newer ones.", nullptr, gone));
}

} // namespace shell
} // namespace jitscope

#include "moc_runkeeper.cpp"
