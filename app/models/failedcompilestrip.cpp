// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the failure anew when a session is shown, and when a live one tells of a problem.
#include "app/models/failedcompilestrip.h"

#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/flatbutton.h"
#include "engine/session/session.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace jitscope {
inline namespace models {

FailedCompileStrip::FailedCompileStrip(const PanelContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_icon(new QLabel(this))
    , m_text(new ElidedLabel(this))
    , m_line(
          flatButton(QStringLiteral("failedCompileLine"), {}, tr("Show the line that could not be compiled"), this)) {
    setObjectName(QStringLiteral("failedCompile"));
    hide();
    m_text->setObjectName(QStringLiteral("failedCompileText"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 2, 12, 2);
    row->setSpacing(metrics::grid);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_line);
    connect(m_line, &QToolButton::clicked, this, &FailedCompileStrip::showLine);
    connect(&context.document, &Document::replaced, this, [this] {
        m_problems = 0;
        tell();
    });
    connect(&context.document, &Document::appended, this, [this] {
        if (m_context.document.session().problems.size() != m_problems) tell();
    });
    updateIcon();
    tell();
}

void FailedCompileStrip::tell() {
    const Session &session = m_context.document.session();
    m_problems = session.problems.size();
    const bool wasAny = m_failed.has_value();
    m_failed = failedCompile(session);
    setVisible(m_failed.has_value());
    if (m_failed) {
        m_text->setText(text());
        m_text->setToolTip(brokenLines(m_text->text()));
        m_line->setText(placeOf(*m_failed));
    }
    if (wasAny || m_failed) Q_EMIT changed();
}

QString FailedCompileStrip::text() const {
    return m_failed ? failureTitle(*m_failed) + QStringLiteral(": ") + m_failed->reason : QString();
}

void FailedCompileStrip::showLine() {
    if (!m_failed) return;
    m_context.show(panels::editor);
    m_context.selection.lookAtLine(QString::fromStdString(m_failed->span.file), m_failed->span.line, this);
}

void FailedCompileStrip::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange) updateIcon();
    QWidget::changeEvent(event);
}

void FailedCompileStrip::updateIcon() {
    m_icon->setPixmap(iconPixmap(QStringLiteral("warning"), 16, currentTheme().error, devicePixelRatioF()));
}

} // namespace models
} // namespace jitscope

#include "moc_failedcompilestrip.cpp"
