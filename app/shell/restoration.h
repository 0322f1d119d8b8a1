// SPDX-License-Identifier: GPL-3.0-or-later
// Tells of recordings that a crash cut off, one at a time: shown, or discarded; unanswered they stay in the list of
// runs, also for the next start. Runs none of their code.
#pragma once

#include "engine/session/journal.h"

#include <QObject>

#include <vector>

namespace jitscope {
inline namespace sdk {
class InfoBar;
class Jobs;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace shell {

class RunKeeper;

class Restoration : public QObject {
    Q_OBJECT
public:
    Restoration(Jobs &jobs, InfoBar &bar, RunKeeper &runs, QObject *parent = nullptr);

    /** Looks for them in the background and asks about the newest. */
    void offer();

private:
    void ask();

    Jobs &m_jobs;
    InfoBar &m_bar;
    RunKeeper &m_runs;
    std::vector<JournalInfo> m_left; ///< newest first
};

} // namespace shell
} // namespace jitscope
