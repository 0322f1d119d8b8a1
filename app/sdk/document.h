// SPDX-License-Identifier: GPL-3.0-or-later
// The open session: what is recorded or loaded, on the GUI thread, with a signal for each way it can change.
#pragma once

#include "engine/session/session.h"

#include <QObject>
#include <QString>

namespace jitscope {

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject *parent = nullptr);

    const Session &session() const { return m_session; }
    /** The .jitscope file it was opened from or saved to; empty for a live run that was never saved. */
    QString path() const { return m_path; }
    bool isModified() const { return m_modified; }

    /** Takes the place of everything (a file was opened, a new run begins). */
    void replace(Session session, const QString &path = {});
    /** A further part of the live run. */
    void append(Session &&part);
    void setSaved(const QString &path);

Q_SIGNALS:
    /** Everything is new; indices of before mean nothing now. */
    void replaced();
    /** More of the same: ops, compilations, slices, ... were added at the end. */
    void appended();
    /** The path, or whether there is something unsaved. */
    void pathChanged();

private:
    Session m_session;
    QString m_path;
    bool m_modified = false;
};

} // namespace jitscope
