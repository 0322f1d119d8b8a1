// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/recordingvoice.h"

#include "app/sdk/document.h"
#include "app/sdk/widgets/infobar.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

/** Others have a place in the script, or are the run's outcome. */
bool isOfTheRecording(const Problem &problem) {
    const std::string &kind = problem.kind;
    return kind == "journal" || kind == "memory" || kind == "limit" || kind == "recording";
}

} // namespace

RecordingVoice::RecordingVoice(Document &document, InfoBar &bar, QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_bar(bar) {
    connect(&m_document, &Document::appended, this, &RecordingVoice::tell);
    // After whoever replaced it has cleared the bar.
    connect(
        &m_document, &Document::replaced, this,
        [this] {
            m_told = 0;
            tell();
        },
        Qt::QueuedConnection);
}

void RecordingVoice::tell() {
    const std::vector<Problem> &problems = m_document.session().problems;
    for (size_t i = std::exchange(m_told, problems.size()); i < problems.size(); ++i) {
        if (!isOfTheRecording(problems[i])) continue;
        const bool isNote = problems[i].severity == Severity::Note;
        m_bar.showMessage(isNote ? InfoBar::Kind::Note : InfoBar::Kind::Warning,
                          QString::fromStdString(problems[i].message));
    }
}

} // namespace shell
} // namespace jitscope

#include "moc_recordingvoice.cpp"
