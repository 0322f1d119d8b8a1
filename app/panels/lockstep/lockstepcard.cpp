// SPDX-License-Identifier: GPL-3.0-or-later
// A pill, a summary, sentences, and a way to the pass.
#include "app/panels/lockstep/lockstepcard.h"

#include "app/panels/lockstep/lockstepwords.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/pilllabel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace locksteppanel {

LockstepCard::LockstepCard(QWidget *parent)
    : QFrame(parent)
    , m_pill(new PillLabel)
    , m_summary(new QLabel)
    , m_sentences(new QLabel)
    , m_pass(new QToolButton) {
    m_summary->setProperty("role", QStringLiteral("secondary"));
    m_summary->setWordWrap(true);
    m_sentences->setObjectName(QStringLiteral("lockstepVerdict"));
    m_sentences->setWordWrap(true);
    m_sentences->setTextFormat(Qt::PlainText);
    m_sentences->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_pass->setObjectName(QStringLiteral("lockstepPass"));
    m_pass->setProperty("role", QStringLiteral("tool"));
    m_pass->setText(tr("Show pass"));
    m_pass->setToolTip(tr("The graph before and after the pass that made the difference"));
    m_pass->setFocusPolicy(Qt::TabFocus);
    auto *first = new QHBoxLayout;
    first->setSpacing(metrics::grid);
    first->addWidget(m_pill);
    first->addWidget(m_summary, 1);
    first->addWidget(m_pass);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, metrics::grid - 2, metrics::grid, metrics::grid - 2);
    column->setSpacing(metrics::grid / 2);
    column->addLayout(first);
    column->addWidget(m_sentences);
    connect(m_pass, &QToolButton::clicked, this, &LockstepCard::passAsked);
}

void LockstepCard::showRun(const LockstepRun &run, const LockstepTolerance &tolerance) {
    const bool isSound = !firstDifference(run, tolerance);
    m_pill->setText(isSound ? tr("= agree") : tr("≠ differ"));
    m_pill->setTone(isSound ? Tone::Good : Tone::Error);
    m_summary->setText(summaryOf(run, tolerance));
}

void LockstepCard::showRow(const LockstepRun &run, const LockstepRow *row, const LockstepTolerance &tolerance) {
    m_sentences->setText(row ? sentencesOf(run, *row, tolerance)
                             : tr("Next pair (N) takes both sides one value further, First difference (D) to the first "
                                  "one above the tolerance."));
    const LockstepCause *cause = row && row->differs(tolerance) ? row->cause(tolerance) : nullptr;
    m_pass->setVisible(cause && cause->where == LockstepCause::Where::Pass);
}

QString LockstepCard::text() const {
    return m_summary->text() + QLatin1Char('\n') + m_sentences->text() + QLatin1Char('\n');
}

} // namespace locksteppanel
} // namespace jitscope

#include "moc_lockstepcard.cpp"
