// SPDX-License-Identifier: GPL-3.0-or-later
// The question about a recording that was cut off, and what follows the answer.
#include "app/shell/restoration.h"

#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/widgets/infobar.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

namespace jitscope {

namespace {

const QString searchTag = QStringLiteral("restoration.search"), readTag = QStringLiteral("restoration.read");

/** Those with something in them; a journal without an operator is of no use to anybody and goes. */
std::vector<JournalInfo> worthAsking() {
    std::vector<JournalInfo> journals = abandonedJournals(journalFolder());
    std::erase_if(journals, [](const JournalInfo &journal) {
        if (journal.ops == 0) deleteJournal(journal.path);
        return journal.ops == 0;
    });
    return journals;
}

} // namespace

Restoration::Restoration(Document &document, Jobs &jobs, InfoBar &bar, Receiver receiver, QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_jobs(jobs)
    , m_bar(bar)
    , m_receiver(std::move(receiver)) {
    connect(&m_document, &Document::replaced, this, &Restoration::letGo);
    connect(&m_document, &Document::pathChanged, this, [this] {
        if (!m_document.path().isEmpty() && !m_document.isModified()) letGo();
    });
}

Restoration::~Restoration() {
    letGo();
}

void Restoration::offer() {
    m_jobs.run(
        searchTag, tr("Looking for recordings that were cut off"), this,
        [](const CancelFlag &) { return worthAsking(); },
        [this](std::vector<JournalInfo> journals) {
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
    m_bar.ask(tr("The program ended while it recorded %1 (%2, %3 operators). Restore the recording?")
                  .arg(name, when, QLocale().toString(qlonglong(journal.ops))),
              {{tr("Restore"), [this, journal] { restore(journal); }}, {tr("Discard"), [this, journal] {
                                                                            deleteJournal(journal.path);
                                                                            ask();
                                                                        }}});
}

void Restoration::restore(const JournalInfo &journal) {
    m_jobs.run(
        readTag, tr("Restoring a recording"), this,
        [path = journal.path](const CancelFlag &) { return readJournal(path); },
        [this, journal](Result<Session> session) { onRestored(journal, std::move(session)); });
}

void Restoration::onRestored(const JournalInfo &journal, Result<Session> session) {
    if (!session) {
        m_receiver.fail(QString::fromStdString(session.error().message));
        return;
    }
    m_receiver.show(*std::move(session));
    m_shown = journal.path; // its values are read from it
}

/** The file can go while values are still read from it. */
void Restoration::letGo() {
    if (!m_shown.empty()) deleteJournal(m_shown);
    m_shown.clear();
}

} // namespace jitscope
