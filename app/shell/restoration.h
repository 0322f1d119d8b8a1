// SPDX-License-Identifier: GPL-3.0-or-later
// Offers recordings that a crash cut off, one at a time: restored as a session, or discarded. Runs none of their code.
#pragma once

#include "engine/session/journal.h"

#include <QObject>

#include <functional>
#include <string>
#include <vector>

namespace jitscope {

class Document;
class InfoBar;
class Jobs;

class Restoration : public QObject {
    Q_OBJECT
public:
    /** What the window does with a restored session, and with a reason why there is none. */
    struct Receiver {
        std::function<void(Session session)> show;
        std::function<void(const QString &message)> fail;
    };
    Restoration(Document &document, Jobs &jobs, InfoBar &bar, Receiver receiver, QObject *parent = nullptr);
    /** The restored recording was saved, given up or shown to the end: its journal goes. */
    ~Restoration() override;

    /** Looks for them in the background and asks about the newest. */
    void offer();

private:
    void ask();
    void restore(const JournalInfo &journal);
    void onRestored(const JournalInfo &journal, Result<Session> session);
    void letGo();

    Document &m_document;
    Jobs &m_jobs;
    InfoBar &m_bar;
    Receiver m_receiver;
    std::vector<JournalInfo> m_left; ///< newest first
    std::string m_shown;             ///< the journal of the session that is shown
};

} // namespace jitscope
