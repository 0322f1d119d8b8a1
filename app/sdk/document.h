// SPDX-License-Identifier: GPL-3.0-or-later
// The open session: what is recorded or loaded, on the GUI thread, with a signal for each way it can change.
#pragma once

#include "engine/session/records.h"
#include "engine/session/sessionfwd.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace jitscope {
inline namespace sdk {

/** The session for work off the GUI thread. From its first session() on until it is gone nothing is appended: parts of
   a live run wait. So a job that waits for its turn holds nobody up. */
class SessionLease {
public:
    struct Books;
    SessionLease(std::shared_ptr<const Session> session, std::shared_ptr<Books> books);
    ~SessionLease();
    SessionLease(const SessionLease &) = delete;
    SessionLease &operator=(const SessionLease &) = delete;

    const Session &session() const;
    /** False once the lease is called in: the GUI thread waits for it, so work asks often and ends early. */
    bool isCurrent() const;

private:
    std::shared_ptr<const Session> m_session;
    std::shared_ptr<Books> m_books;
    mutable bool m_isOpen = false;
};

/** Where the recorded values of a live run are. */
struct RecordingMemory {
    int64_t inMemory = 0, budget = 0, onDisk = 0; ///< bytes; a budget of 0: nothing is told
    bool operator==(const RecordingMemory &) const = default;
};

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject *parent = nullptr);
    ~Document() override;

    const Session &session() const { return *m_session; }
    /** For a job (captured by its work, nowhere else): session() itself is the GUI thread's. */
    std::shared_ptr<const SessionLease> lend() const;
    /** The .jitscope file it was opened from or saved to; empty for a live run that was never saved. */
    QString path() const { return m_path; }
    bool isModified() const { return m_modified; }

    /** Takes the place of everything (a file was opened, a new run begins). */
    void replace(Session session, const QString &path = {});
    /** A further part of the live run. While the session is lent out it waits, for a second at most: then what is lent
        out is called in. settle() ends the waiting at once. */
    void append(Session &&part);
    /** Calls in what is lent out and appends all that waits: before anyone is told that the program paused or ended. */
    void settle();
    void setSaved(const QString &path);
    /** What the user wrote at operators, in any order; they are saved with the session. */
    void setBookmarks(std::vector<Bookmark> bookmarks);
    /** What a panel keeps with the recording, in Session::info; "" removes it. A saved session has something unsaved
       then; what was only opened from a profiler has not: it is no file of ours. While the session is lent out it
       waits. */
    void setInfo(const std::string &key, const std::string &text);
    /** All variants that are kept, in any order of their compilations. While the session is lent out they wait. */
    void setVariants(std::vector<VariantRecord> variants);
    const RecordingMemory &memory() const { return m_memory; }
    void setMemory(const RecordingMemory &memory);

Q_SIGNALS:
    /** Everything is about to be new; who still needs what is there takes a lease now. */
    void aboutToReplace();
    /** Everything is new; indices of before mean nothing now. */
    void replaced();
    /** More of the same: ops, compilations, slices, ... were added at the end. */
    void appended();
    /** The path, or whether there is something unsaved. */
    void pathChanged();
    void bookmarksChanged();
    void memoryChanged();

private:
    void appendWaiting();
    void noteWaiting();
    /** Waits until nobody reads the session elsewhere; nobody begins to while the result is held. */
    std::unique_lock<std::mutex> callIn();

    std::shared_ptr<Session> m_session;
    std::shared_ptr<SessionLease::Books> m_books; ///< of the leases of m_session
    std::vector<Session> m_waiting;
    std::map<std::string, std::string> m_waitingInfo;
    std::optional<std::vector<VariantRecord>> m_waitingVariants;
    QTimer m_retry;
    QElapsedTimer m_waitingFor; ///< since when m_waiting waits; not valid while it does not
    QString m_path;
    bool m_modified = false;
    RecordingMemory m_memory;
};

} // namespace sdk
} // namespace jitscope
