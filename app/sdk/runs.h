// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are kept: what panels and commands know of them. The shell stores and loads them.
#pragma once

#include "engine/base/result.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace jitscope {
inline namespace session {
struct Session;
}
} // namespace jitscope

namespace jitscope {
inline namespace sdk {

enum class RunEnd : uint8_t {
    Running,
    Finished,
    Failed,
    Stopped,
    CutOff, ///< the program ended while it recorded
    Unknown ///< the recording does not say
};

/** One run without its recording. */
struct RunRecord {
    QString id;
    QString script; ///< its path
    QString mode, level, device;
    QStringList forced; ///< of these, what options of the run forced: "jit_level=O1"
    QString note;
    RunEnd end = RunEnd::Unknown;
    int exitCode = 0;
    qint64 startedMs = 0;   ///< since 1970; 0 for unknown
    qint64 durationNs = -1; ///< without the times that it stood still; -1 for unknown
    qint64 ops = 0, graphs = 0;
    qint64 bytes = -1; ///< of its file; -1 while it has none
    bool isPinned = false;
    /** Bytes that its file would take, of a run for which there is not room enough: it lives as long as the window.
        -1 for others. */
    qint64 needs = -1;

    bool operator==(const RunRecord &) const = default;
};

/** How much of them is kept, and how much there is. */
struct RunSpace {
    qint64 budget = 0, used = 0; ///< bytes
    int count = 0;
    bool operator==(const RunSpace &) const = default;
};

class Runs : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /** Newest first. */
    virtual std::vector<RunRecord> runs() const = 0;
    virtual RunSpace space() const = 0;
    /** The run that the document shows; "" when it shows something else. */
    virtual QString shown() const = 0;
    /** Makes its recording the document; says so when that cannot be now. */
    virtual void show(const QString &id) = 0;
    virtual void setNote(const QString &id, const QString &note) = 0;
    virtual void setPinned(const QString &id, bool isPinned) = 0;
    /** undoRemove() brings the last ones back, until the window closes. */
    virtual void remove(const QStringList &ids) = 0;
    virtual bool canUndoRemove() const = 0;
    virtual void undoRemove() = 0;
    /** Asks for a path and writes a .jitscope file there. */
    virtual void save(const QString &id) = 0;
    virtual void setBudget(qint64 bytes) = 0;

    using Sessions = std::vector<std::shared_ptr<const Session>>;
    /** Reads the recordings in the background; the answer comes on the GUI thread, unless `receiver` is gone or asks
        again. */
    virtual void read(const QStringList &ids, QObject *receiver, std::function<void(Result<Sessions>)> done) = 0;

Q_SIGNALS:
    void changed();
};

} // namespace sdk
} // namespace jitscope
