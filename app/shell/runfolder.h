// SPDX-License-Identifier: GPL-3.0-or-later
// Kept runs on disk: for each a .jitscope file and a small one beside it with what the list shows. Of any thread.
#pragma once

#include "app/sdk/runs.h"

namespace jitscope {
inline namespace shell {

class RunFolder {
public:
    explicit RunFolder(QString path)
        : m_path(std::move(path)) {}

    /** $XDG_STATE_HOME/jitscope/runs, or below JITSCOPE_CONFIG_DIR when that is set. */
    static RunFolder standard();

    QString path() const { return m_path; }
    QString sessionFile(const QString &id) const;
    /** Newest first; what cannot be read is left out. */
    std::vector<RunRecord> list() const;
    /** Writes what the list shows; makes the folder if need be. */
    Result<void> write(const RunRecord &record) const;
    /** Aside, for undo; and back. */
    void setAside(const QString &id) const;
    void bringBack(const QString &id) const;
    void erase(const QString &id) const;
    /** All that was set aside is gone for good. */
    void eraseAside() const;
    /** The same, and the halves of files that ended processes left. */
    void eraseLeftovers() const;

private:
    QString recordFile(const QString &id) const;
    QString m_path;
};

} // namespace shell
} // namespace jitscope
