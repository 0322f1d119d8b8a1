// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/keysdialog.h"

#include "app/sdk/theme.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/shell/commands.h"
#include "app/shell/keymap.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

enum Column { Name, Keys, BuiltIn };

QString shown(const QList<QKeySequence> &keys) {
    QStringList texts;
    for (const QKeySequence &key : keys)
        texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

} // namespace

KeysDialog::KeysDialog(const QList<QAction *> &actions, QWidget *parent)
    : QDialog(parent)
    , m_actions(actions)
    , m_filter(new FilterEdit(tr("Find a command or a key"), this))
    , m_list(new QTreeWidget(this))
    , m_edit(new QKeySequenceEdit(this))
    , m_conflict(new QLabel(this))
    , m_assign(new QPushButton(tr("Change"), this))
    , m_clear(new QPushButton(tr("Clear"), this))
    , m_reset(new QPushButton(tr("Reset"), this))
    , m_resetAll(new QPushButton(tr("Reset all"), this)) {
    setObjectName(QStringLiteral("keys"));
    setWindowTitle(tr("Keys"));
    resize(620, 560);
    m_list->setObjectName(QStringLiteral("keyList"));
    m_list->setAccessibleName(tr("Commands and their keys"));
    m_list->setRootIsDecorated(false);
    m_list->setHeaderLabels({tr("Command"), tr("Key"), tr("Built in")});
    m_edit->setObjectName(QStringLiteral("keyEdit"));
    m_edit->setAccessibleName(tr("New key of the command"));
    m_assign->setObjectName(QStringLiteral("assignKey"));
    m_clear->setObjectName(QStringLiteral("clearKey"));
    m_reset->setObjectName(QStringLiteral("resetKey"));
    m_resetAll->setObjectName(QStringLiteral("resetAllKeys"));
    m_clear->setToolTip(tr("The command has no key then"));
    m_reset->setToolTip(tr("The command gets its built-in keys again"));
    m_resetAll->setToolTip(tr("All commands get their built-in keys again"));
    m_conflict->setObjectName(QStringLiteral("keyConflict"));
    m_conflict->setWordWrap(true);
    m_conflict->setMinimumHeight(2 * m_conflict->fontMetrics().lineSpacing());
    for (QPushButton *button : {m_assign, m_clear, m_reset, m_resetAll})
        button->setAutoDefault(false);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid);
    row->addWidget(m_edit, 1);
    for (QPushButton *button : {m_assign, m_clear, m_reset})
        row->addWidget(button);
    buttons->addButton(m_resetAll, QDialogButtonBox::ResetRole);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 14, 14, 14);
    column->setSpacing(metrics::grid);
    column->addWidget(m_filter);
    column->addWidget(m_list, 1);
    column->addLayout(row);
    column->addWidget(m_conflict);
    column->addWidget(buttons);

    fill();
    connect(m_filter, &QLineEdit::textChanged, this, &KeysDialog::filter);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &KeysDialog::showCurrent);
    connect(m_edit, &QKeySequenceEdit::keySequenceChanged, this, &KeysDialog::showConflict);
    connect(m_assign, &QPushButton::clicked, this, &KeysDialog::assign);
    connect(m_clear, &QPushButton::clicked, this, [this] { change({}); });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (current()) change(builtInKeys(*current()));
    });
    connect(m_resetAll, &QPushButton::clicked, this, &KeysDialog::resetAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_list->setCurrentItem(m_list->topLevelItem(0));
    m_filter->setFocus();
}

void KeysDialog::fill() {
    for (QAction *action : std::as_const(m_actions)) {
        auto *row = new QTreeWidgetItem(m_list, {plainText(action->text())});
        row->setToolTip(Name, action->whatsThis());
        m_rows.insert(row, action);
        showRow(row);
    }
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(Keys, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(BuiltIn, QHeaderView::ResizeToContents);
}

/** The built-in keys stand beside only where others are in force. */
void KeysDialog::showRow(QTreeWidgetItem *row) {
    const QAction &action = *m_rows.value(row);
    const QKeySequence fixed = fixedKey(action);
    row->setText(Keys, fixed.isEmpty() ? shown(action.shortcuts()) : fixed.toString(QKeySequence::NativeText));
    row->setText(BuiltIn, !fixed.isEmpty() ? tr("fixed") : hasOwnKeys(action) ? shown(builtInKeys(action)) : QString());
    QFont font = uiFont();
    if (hasOwnKeys(action)) font.setWeight(QFont::DemiBold);
    row->setFont(Keys, font);
}

void KeysDialog::filter(const QString &text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem *row = m_list->topLevelItem(i);
        const QString all = row->text(Name) + QLatin1Char(' ') + row->text(Keys);
        row->setHidden(!std::all_of(words.begin(), words.end(),
                                    [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); }));
    }
    // What the buttons act on is always in view.
    QTreeWidgetItem *chosen = m_list->currentItem();
    for (int i = 0; i < m_list->topLevelItemCount() && (!chosen || chosen->isHidden()); ++i)
        chosen = m_list->topLevelItem(i);
    m_list->setCurrentItem(chosen && chosen->isHidden() ? nullptr : chosen);
}

QAction *KeysDialog::current() const {
    return m_rows.value(m_list->currentItem());
}

void KeysDialog::showCurrent() {
    QAction *action = current();
    const bool isOurs = action && fixedKey(*action).isEmpty();
    const QSignalBlocker quiet(m_edit);
    m_edit->setKeySequence(isOurs && !action->shortcuts().isEmpty() ? action->shortcuts().constFirst()
                                                                    : QKeySequence());
    m_edit->setEnabled(isOurs);
    m_clear->setEnabled(isOurs && !action->shortcuts().isEmpty());
    m_reset->setEnabled(isOurs && hasOwnKeys(*action));
    m_resetAll->setEnabled(
        std::any_of(m_actions.begin(), m_actions.end(), [](const QAction *each) { return hasOwnKeys(*each); }));
    showConflict();
}

void KeysDialog::showConflict() {
    QAction *action = current();
    const QKeySequence key = m_edit->keySequence();
    const QAction *owner = key.isEmpty() ? nullptr : ownerOf(key, m_actions, action);
    const bool isFixed = owner && !fixedKey(*owner).isEmpty();
    QString text;
    if (action && !fixedKey(*action).isEmpty()) {
        text = tr("This key cannot be changed: the focused view carries the command out itself.");
    } else if (isFixed) {
        text = tr("%1 belongs to “%2” in every view and cannot be taken.")
                   .arg(key.toString(QKeySequence::NativeText), plainText(owner->text()));
    } else if (owner) {
        text = tr("%1 belongs to “%2”, which loses it if you change.")
                   .arg(key.toString(QKeySequence::NativeText), plainText(owner->text()));
    }
    m_conflict->setText(text);
    m_assign->setEnabled(action && !key.isEmpty() && !isFixed && action->shortcuts() != QList<QKeySequence>{key});
}

void KeysDialog::change(const QList<QKeySequence> &keys) {
    QAction *action = current();
    if (!action) return;
    for (const QKeySequence &key : keys)
        if (QAction *owner = ownerOf(key, m_actions, action)) {
            QList<QKeySequence> left = owner->shortcuts();
            left.removeAll(key);
            changeKeys(*owner, left);
        }
    changeKeys(*action, keys);
    for (auto row = m_rows.keyBegin(); row != m_rows.keyEnd(); ++row)
        showRow(*row);
    showCurrent();
}

void KeysDialog::assign() {
    change({m_edit->keySequence()});
}

void KeysDialog::resetAll() {
    for (QAction *action : std::as_const(m_actions))
        if (hasOwnKeys(*action)) changeKeys(*action, builtInKeys(*action));
    for (auto row = m_rows.keyBegin(); row != m_rows.keyEnd(); ++row)
        showRow(*row);
    showCurrent();
}

} // namespace shell
} // namespace jitscope

#include "moc_keysdialog.cpp"
