// SPDX-License-Identifier: GPL-3.0-or-later
// The question about a recording that was cut off, and what follows the answer.
#include "app/shell/restoration.h"

#include "app/sdk/jobs.h"
#include "app/sdk/widgets/infobar.h"
#include "app/shell/runkeeper.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

namespace jitscope {
inline namespace shell {

namespace {

const QString searchTag = QStringLiteral("restoration.search");

/** Those with something in them; a journal without an operator is of no use to anybody and goes. */
std::vector<JournalInfo> worthAsking() {
    removeBegunJournals(journalFolder());
    std::vector<JournalInfo> journals = abandonedJournals(journalFolder());
    std::erase_if(journals, [](const JournalInfo &journal) {
        if (journal.ops == 0) deleteJournal(journal.path);
        return journal.ops == 0;
    });
    return journals;
}

} // namespace

Restoration::Restoration(Jobs &jobs, InfoBar &bar, RunKeeper &runs, QObject *parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_bar(bar)
    , m_runs(runs) {}

void Restoration::offer() {
    m_jobs.run(
        searchTag, tr("Looking for recordings that were cut off"), this,
        [](const CancelFlag &) { return worthAsking(); },
        [this](std::vector<JournalInfo> journals) {
            m_runs.addCutOff(journals);
            m_left = std::move(journals);
            ask();
        });
}

void Restoration::ask() {
    if (m_left.empty()) return;
    const JournalInfo journal = m_left.front();
    m_left.erase(m_left.begin());
    const QString name =
        journal.script.empty() ? tr("a script") : QFileInfo(QString::fromStdString(journal.script)).fileName();
    const QString when =
        QLocale().toString(QDateTime::fromSecsSinceEpoch(journal.startedUnixSeconds), QLocale::ShortFormat);
    const QString id = RunKeeper::idOf(journal);
    m_bar.ask(tr("The program ended while it recorded %1 (%2, %3 operators). The recording is in the list of runs.")
                  .arg(name, when, QLocale().toString(qlonglong(journal.ops))),
              {{tr("Restore"), [this, id] { m_runs.show(id); }}, {tr("Discard"), [this, id] {
                                                                      m_runs.remove({id});
                                                                      ask();
                                                                  }}});
}

} // namespace shell
} // namespace jitscope

#include "moc_restoration.cpp"
