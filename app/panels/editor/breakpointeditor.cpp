// SPDX-License-Identifier: GPL-3.0-or-later
// Validates while one types, so that a breakpoint that can never work is not set.
#include "app/panels/editor/breakpointeditor.h"

#include "app/sdk/theme.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace jitscope {
inline namespace editorpanel {

namespace {

constexpr int widest = 460, mostHits = 1'000'000'000;

QLineEdit *codeField(const QString &placeholder, const QString &name, QWidget *parent) {
    auto *field = new QLineEdit(parent);
    field->setFont(codeFont());
    field->setPlaceholderText(placeholder);
    field->setAccessibleName(name);
    return field;
}

} // namespace

std::optional<QStringList> loggedExpressions(const QString &message) {
    QStringList found;
    qsizetype open = -1;
    int depth = 0;
    for (qsizetype i = 0; i < message.size(); ++i) {
        if (message[i] == QLatin1Char('{') && depth++ == 0) open = i;
        if (message[i] != QLatin1Char('}')) continue;
        if (--depth < 0) return std::nullopt;
        if (depth == 0) found.append(message.mid(open + 1, i - open - 1));
    }
    return depth == 0 ? std::optional(found) : std::nullopt;
}

BreakpointEditor::BreakpointEditor(Check check, QWidget *parent)
    : QFrame(parent)
    , m_check(std::move(check))
    , m_title(new QLabel(this))
    , m_mistake(new QLabel(this))
    , m_condition(codeField(tr("loss > 10"), tr("Condition"), this))
    , m_message(codeField(tr("step {i}: loss {loss}"), tr("Log message"), this))
    , m_hits(new QSpinBox(this))
    , m_enabled(new QCheckBox(tr("On"), this)) {
    setObjectName(QStringLiteral("breakpointEditor"));
    setProperty("role", "popup");
    setAutoFillBackground(true);
    m_condition->setObjectName(QStringLiteral("breakpointCondition"));
    m_condition->setToolTip(tr("A Python expression in the frame of the line; empty stops always"));
    m_message->setObjectName(QStringLiteral("breakpointMessage"));
    m_message->setToolTip(tr("Prints this and does not stop; {expression} is evaluated in the frame"));
    m_hits->setObjectName(QStringLiteral("breakpointHits"));
    m_hits->setRange(1, mostHits);
    m_hits->setAccessibleName(tr("From hit"));
    m_hits->setToolTip(tr("Stops from this hit on"));
    m_title->setProperty("role", "title");
    m_mistake->setObjectName(QStringLiteral("breakpointMistake"));
    m_mistake->setWordWrap(true);

    auto *form = new QFormLayout;
    form->addRow(tr("Condition"), m_condition);
    form->addRow(tr("From hit"), m_hits);
    form->addRow(tr("Log message"), m_message);
    auto *accept = new QPushButton(tr("Set"), this);
    accept->setDefault(true);
    m_accept = accept;
    auto *remove = new QPushButton(tr("Remove"), this);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_enabled);
    buttons->addStretch(1);
    for (QPushButton *button : {accept, remove, cancel})
        buttons->addWidget(button);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_title);
    column->addLayout(form);
    column->addWidget(m_mistake);
    column->addLayout(buttons);

    m_fields = {m_condition, m_hits, m_message, m_enabled, accept, remove, cancel};
    for (QLineEdit *field : {m_condition, m_message})
        connect(field, &QLineEdit::textChanged, this, &BreakpointEditor::validate);
    connect(accept, &QPushButton::clicked, this, &BreakpointEditor::accept);
    connect(remove, &QPushButton::clicked, this, [this] { Q_EMIT removeWanted(m_breakpoint); });
    connect(cancel, &QPushButton::clicked, this, &BreakpointEditor::closed);
    hide();
}

void BreakpointEditor::open(const Breakpoint &breakpoint, const QRect &line) {
    m_breakpoint = breakpoint;
    m_title->setText(tr("Breakpoint at %1:%2")
                         .arg(QFileInfo(QString::fromStdString(breakpoint.file)).fileName())
                         .arg(breakpoint.line));
    m_condition->setText(QString::fromStdString(breakpoint.condition));
    m_message->setText(QString::fromStdString(breakpoint.logMessage));
    m_hits->setValue(int(std::clamp<int64_t>(breakpoint.hitCount, 1, mostHits)));
    m_enabled->setChecked(breakpoint.isEnabled);
    validate();
    const QSize room = parentWidget()->size();
    resize(std::min(widest, room.width() - 2 * metrics::grid), sizeHint().height());
    const int below = line.bottom() + 1;
    const int y = below + height() <= room.height() ? below : std::max(0, line.top() - height());
    move(std::max(0, std::min(5 * metrics::grid, room.width() - width())), y);
    show();
    raise();
    m_condition->setFocus(Qt::PopupFocusReason);
    m_condition->selectAll();
}

QString BreakpointEditor::mistake() const {
    const QString condition = m_condition->text().trimmed();
    if (!condition.isEmpty() && !m_check(condition)) return tr("The condition is no Python expression.");
    const auto logged = loggedExpressions(m_message->text());
    if (!logged) return tr("The braces of the log message do not match.");
    for (const QString &expression : *logged)
        if (expression.trimmed().isEmpty() || !m_check(expression.trimmed()))
            return tr("{%1} in the log message is no Python expression.").arg(expression);
    return {};
}

void BreakpointEditor::validate() {
    const QString text = mistake();
    m_mistake->setText(text.isEmpty() ? QString() : QStringLiteral("✗ ") + text);
    m_mistake->setVisible(!text.isEmpty());
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, currentTheme().error);
    m_mistake->setPalette(palette);
    m_accept->setEnabled(text.isEmpty());
    if (isVisible()) resize(width(), sizeHint().height());
}

void BreakpointEditor::accept() {
    if (!m_accept->isEnabled()) return;
    m_breakpoint.condition = m_condition->text().trimmed().toStdString();
    m_breakpoint.logMessage = m_message->text().trimmed().toStdString();
    m_breakpoint.hitCount = m_hits->value() > 1 ? m_hits->value() : 0;
    m_breakpoint.isEnabled = m_enabled->isChecked();
    Q_EMIT accepted(m_breakpoint);
}

void BreakpointEditor::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        accept();
    else
        QFrame::keyPressEvent(event);
}

/** Tab stays in the form. */
bool BreakpointEditor::focusNextPrevChild(bool next) {
    qsizetype to = m_fields.indexOf(focusWidget());
    do
        to = (to + (next ? 1 : -1) + m_fields.size()) % m_fields.size();
    while (!m_fields[to]->isEnabled());
    m_fields[to]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

} // namespace editorpanel
} // namespace jitscope

#include "moc_breakpointeditor.cpp"
