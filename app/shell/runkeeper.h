// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the runs of the window: each as a .jitscope file written in the background, the oldest give way within a
// budget, those of the last time and recordings that a crash cut off are in the list again.
#pragma once

#include "app/shell/runfolder.h"
#include "engine/base/progress.h"
#include "engine/session/journal.h"

#include <QFileSystemWatcher>
#include <QThreadPool>
#include <QTimer>

#include <map>
#include <optional>

namespace jitscope {
inline namespace sdk {
class Document;
class Jobs;
class Runner;
class SessionLease;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace shell {

class RunKeeper : public Runs {
    Q_OBJECT
public:
    /** How the shell speaks for it. */
    struct Voice {
        std::function<void(const QString &message)> notify, fail;
        std::function<void()> shown; ///< another recording is the document now
        std::function<QString(const QString &proposal)> askPath;
        /** A run is too large for the room; that much would do for it. */
        std::function<void(const QString &message, const QString &id, qint64 budget)> offerRoom;
    };
    RunKeeper(Document &document, Jobs &jobs, Runner &runner, RunFolder folder, Voice voice, QObject *parent = nullptr);
    /** Waits until what is not kept yet is, unless the window left(). */
    ~RunKeeper() override;

    /** Looks in the background for the runs of the last time. */
    void load();
    /** A recording that was cut off is a run like others; its journal goes when it is kept otherwise or removed. */
    void addCutOff(const std::vector<JournalInfo> &journals);
    static QString idOf(const JournalInfo &journal);
    /** Begins to write all that is not on disk yet. */
    void beginKeeping();
    /** Goes on with it for so long at most. True when there is no more to do. */
    bool keepFor(int ms);
    /** How much of it is written; unknown while it is collected. */
    std::optional<double> keptShare() const;
    /** What could not be written: the reason; its run is lost on leaving. */
    Result<void> kept() const;
    /** The newest run that is lost on leaving, as there is not room enough. */
    std::optional<RunRecord> unkept() const;
    /** The window goes: nothing more is written, and what is on its way is given up. */
    void leave();
    /** Whether the document is one of the runs: then nobody has to ask about saving it. */
    bool keepsDocument() const { return !m_shown.isEmpty(); }

    std::vector<RunRecord> runs() const override;
    RunSpace space() const override;
    QString shown() const override { return m_shown; }
    void show(const QString &id) override;
    void setNote(const QString &id, const QString &note) override;
    void setPinned(const QString &id, bool isPinned) override;
    void remove(const QStringList &ids) override;
    bool canUndoRemove() const override { return !m_removed.empty(); }
    void undoRemove() override;
    void save(const QString &id) override;
    void setBudget(qint64 bytes) override;
    void read(const QStringList &ids, QObject *receiver, std::function<void(Result<Sessions>)> done) override;

private:
    struct Entry {
        RunRecord record;
        bool isDirty = false;                     ///< there is more than its file has
        bool isWriting = false;                   ///< its file is on the way
        std::shared_ptr<Progress> progress;       ///< of the writing
        std::string journal;                      ///< of one that was cut off, until it has a file of its own
        std::shared_ptr<const SessionLease> held; ///< of what was shown and is not on disk yet
    };
    Entry *entry(const QString &id);
    const Entry *entry(const QString &id) const;
    void insert(Entry entry);
    void onBegan(const QString &path);
    void onReplacing();
    void onReplaced();
    void onChanged();
    void onFinished();
    void describe(Entry &entry);
    void keepShown();
    void store(Entry &entry, std::shared_ptr<const SessionLease> lease);
    void onStored(const QString &id, const Result<qint64> &bytes);
    void onTooLarge(const QString &id, qint64 bytes);
    qint64 roomFor(const Entry &entry) const;
    void retryUnkept();
    void holdOnly(const QString &id);
    void forgetGone();
    void makeRoom();
    void erase(const Entry &entry);
    void writeRecord(const Entry &entry);
    std::function<Result<Session>()> reader(const Entry &entry) const;

    Document &m_document;
    Jobs &m_jobs;
    Runner &m_runner;
    const RunFolder m_folder;
    Voice m_voice;
    std::vector<Entry> m_entries; ///< newest first
    std::vector<std::vector<Entry>> m_removed;
    QString m_shown, m_next; ///< the run in the document, and the one that is about to be
    QString m_live;          ///< the run that the recorder holds
    qint64 m_budget;
    std::map<QString, int> m_toKeep; ///< on leaving: how often each is still to be written
    bool m_isLeaving = false;
    QFileSystemWatcher m_watch;              ///< of the folder: another window makes room there too
    QThreadPool m_writer;                    ///< one thread: not a job, since nobody waits for it
    std::map<QString, std::string> m_failed; ///< why a recording could not be kept
    QTimer m_quiet, m_counts, m_look;
};

} // namespace shell
} // namespace jitscope
