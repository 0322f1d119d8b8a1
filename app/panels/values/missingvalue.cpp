// SPDX-License-Identifier: GPL-3.0-or-later
// Sets Record to values and, when the script is known, runs it again.
#include "app/panels/values/missingvalue.h"

#include "app/sdk/document.h"
#include "app/sdk/runner.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace valuespanel {

MissingValue::MissingValue(const PanelContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_state(new EmptyState(QStringLiteral("inspector"), {}, {}))
    , m_record(new QPushButton) {
    m_record->setObjectName(QStringLiteral("recordValues"));
    connect(m_record, &QPushButton::clicked, this, &MissingValue::record);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_state);
    column->addWidget(m_record, 0, Qt::AlignHCenter);
    column->addStretch(1);
}

void MissingValue::showReason(const QString &reason) {
    const bool isRecording = m_context.runner.options().record == RecordLevel::Values;
    m_state->setTexts(reason.isEmpty() ? tr("This value was not recorded") : reason,
                      isRecording ? tr("Values are recorded from the next run on.")
                                  : tr("Only operators were recorded. With values, every result can be looked at; the "
                                       "status bar shows how much memory they take."));
    m_record->setText(canRunAgain() ? tr("Record values and run again") : tr("Record values in the next run"));
    m_record->setVisible(canRunAgain() || !isRecording);
}

void MissingValue::showState(const QString &sentence, const QString &advice) {
    m_state->setTexts(sentence, advice);
    m_record->hide();
}

bool MissingValue::canRunAgain() const {
    const Session &session = m_context.document.session();
    const auto script = session.info.find("script");
    return script != session.info.end() && session.source(script->second) != nullptr;
}

void MissingValue::record() {
    RunOptions options = m_context.runner.options();
    options.record = RecordLevel::Values;
    m_context.runner.setOptions(options);
    if (!canRunAgain()) return showReason({});
    if (m_context.runner.state() == RunState::Idle) return runAgain();
    connect(&m_context.runner, &Runner::finished, this, &MissingValue::runAgain, Qt::SingleShotConnection);
    m_context.runner.stop();
}

void MissingValue::runAgain() {
    const Session &session = m_context.document.session();
    const SourceFile *source = session.source(session.info.at("script"));
    m_context.runner.runFile(QString::fromStdString(source->path), QString::fromStdString(source->text), false);
}

} // namespace valuespanel
} // namespace jitscope

#include "moc_missingvalue.cpp"
