// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/findbar.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flatbutton.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace jitscope {
inline namespace editorpanel {

namespace {

constexpr int fieldWidth = 280, narrowest = 60;

QHBoxLayout *makeRow(QWidget *parent) {
    auto *row = new QHBoxLayout(parent);
    row->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
    row->setSpacing(4);
    return row;
}

} // namespace

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new FilterEdit(tr("Find"), this))
    , m_replacement(new QLineEdit(this))
    , m_replaceRow(new QWidget(this))
    , m_message(new QLabel(this)) {
    setObjectName(QStringLiteral("findBar"));
    m_text->setObjectName(QStringLiteral("findText"));
    m_replacement->setObjectName(QStringLiteral("replaceText"));
    m_replacement->setPlaceholderText(tr("Replace with"));
    m_replacement->setAccessibleName(tr("Replace with"));
    for (QLineEdit *field : {static_cast<QLineEdit *>(m_text), m_replacement}) {
        field->setMinimumWidth(narrowest);
        field->setMaximumWidth(fieldWidth);
        field->installEventFilter(this);
    }
    m_message->setObjectName(QStringLiteral("findMessage"));
    m_message->setProperty("role", "hint");
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *findRow = new QWidget(this);
    column->addWidget(findRow);
    column->addWidget(m_replaceRow);

    QHBoxLayout *row = makeRow(findRow);
    row->addWidget(m_text, 2);
    m_case = addOption(*row, QStringLiteral("Aa"), tr("Match case"), QStringLiteral("findCase"));
    m_word = addOption(*row, QStringLiteral("\u201Cw\u201D"), tr("Whole words"), QStringLiteral("findWord"));
    m_expression = addOption(*row, QStringLiteral(".*"), tr("Regular expression"), QStringLiteral("findExpression"));
    connect(addButton(*row, tr("Previous match"), "up"), &QToolButton::clicked, this,
            [this] { Q_EMIT searchWanted(FindDirection::Backward, false); });
    connect(addButton(*row, tr("Next match"), "down"), &QToolButton::clicked, this,
            [this] { Q_EMIT searchWanted(FindDirection::Forward, false); });
    row->addWidget(m_message, 1);
    connect(addButton(*row, tr("Close the search"), "close"), &QToolButton::clicked, this, &FindBar::closed);

    row = makeRow(m_replaceRow);
    row->addWidget(m_replacement, 2);
    auto *one = flatButton(QStringLiteral("replaceOne"), tr("Replace"), tr("Replace this match and go to the next"));
    auto *all =
        flatButton(QStringLiteral("replaceAll"), tr("Replace all"), tr("Replace all matches; one undo takes it back"));
    row->addWidget(one);
    row->addWidget(all);
    row->addStretch(1);
    connect(one, &QToolButton::clicked, this, &FindBar::replaceWanted);
    connect(all, &QToolButton::clicked, this, &FindBar::replaceAllWanted);
    connect(m_replacement, &QLineEdit::returnPressed, this, &FindBar::replaceWanted);
    connect(m_text, &QLineEdit::textChanged, this, [this] { Q_EMIT searchWanted(FindDirection::Forward, true); });
    connect(m_text, &QLineEdit::returnPressed, this, [this] { Q_EMIT searchWanted(FindDirection::Forward, false); });
    hide();
}

QToolButton *FindBar::addButton(QHBoxLayout &row, const QString &name, const char *icon) {
    QToolButton *button = flatButton({}, {}, name);
    button->setIcon(themedIcon(QLatin1String(icon)));
    row.addWidget(button);
    return button;
}

QToolButton *FindBar::addOption(QHBoxLayout &row, const QString &text, const QString &name, const QString &id) {
    QToolButton *button = flatButton(id, text, name);
    button->setCheckable(true);
    row.addWidget(button);
    connect(button, &QToolButton::toggled, this, [this] { Q_EMIT searchWanted(FindDirection::Forward, true); });
    return button;
}

void FindBar::open(const QString &text, Mode mode) {
    m_replaceRow->setVisible(mode == Mode::Replace);
    show();
    if (!text.isEmpty()) m_text->setText(text);
    m_text->selectAll();
    m_text->setFocus(Qt::ShortcutFocusReason);
    Q_EMIT searchWanted(FindDirection::Forward, true);
}

CodeQuery FindBar::query() const {
    return {m_text->text(), m_case->isChecked(), m_word->isChecked(), m_expression->isChecked()};
}

QString FindBar::replacement() const {
    return m_replacement->text();
}

void FindBar::tellPlace(qsizetype at, qsizetype count) {
    if (query().text.isEmpty())
        tell({});
    else if (count == 0)
        tell(tr("not found"));
    else
        tell(at > 0 ? tr("%1 of %2").arg(at).arg(count) : tr("%n match(es)", nullptr, int(count)));
}

void FindBar::tell(const QString &message) {
    m_message->setText(message);
    m_message->setToolTip(message);
}

/** A filter elsewhere is emptied by Esc; here it closes the bar, whatever stands in it. */
bool FindBar::eventFilter(QObject *watched, QEvent *event) {
    const bool isEscape = event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape;
    if (!isEscape) return QWidget::eventFilter(watched, event);
    Q_EMIT closed();
    return true;
}

void FindBar::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closed();
        return;
    }
    QWidget::keyPressEvent(event);
}

void FindBar::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().panel);
    painter.fillRect(QRect(0, 0, width(), 1), currentTheme().line);
}

} // namespace editorpanel
} // namespace jitscope

#include "moc_findbar.cpp"
