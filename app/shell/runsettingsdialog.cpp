// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runsettingsdialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int leastWidth = 520;
constexpr int lines = 3;

/** A line that is no text is none. */
QStringList linesOf(const QPlainTextEdit &edit) {
    QStringList found;
    for (const QString &line : edit.toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty()) found.append(line.trimmed());
    return found;
}

QPlainTextEdit *linesEdit(const QString &hint, QWidget *parent) {
    auto *edit = new QPlainTextEdit(parent);
    edit->setPlaceholderText(hint);
    edit->setTabChangesFocus(true);
    edit->setProperty("role", "field");
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    edit->setFixedHeight(edit->fontMetrics().lineSpacing() * lines + 2 * edit->frameWidth() + 12);
    return edit;
}

} // namespace

RunSettingsDialog::RunSettingsDialog(const QString &script, const RunSettings &settings, QWidget *parent)
    : QDialog(parent)
    , m_arguments(new QLineEdit(this))
    , m_folder(new QLineEdit(this))
    , m_python(new QLineEdit(this))
    , m_environment(linesEdit(tr("NAME=value, one a line"), this))
    , m_modules(linesEdit(tr("one folder a line"), this))
    , m_fault(new QLabel(this))
    , m_buttons(new QDialogButtonBox(
          QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::RestoreDefaults, this)) {
    setObjectName(QStringLiteral("runSettings"));
    setWindowTitle(tr("Run settings of %1").arg(QFileInfo(script).fileName()));
    setMinimumWidth(leastWidth);
    m_arguments->setPlaceholderText(tr("sys.argv behind the script; quotes hold words together"));
    m_folder->setPlaceholderText(tr("the folder that JitScope was started in"));
    m_python->setPlaceholderText(QStringLiteral("-O -W error"));
    auto *choose = new QToolButton(this);
    choose->setText(QStringLiteral("…"));
    choose->setAccessibleName(tr("Choose the working folder"));
    choose->setToolTip(choose->accessibleName());
    auto *folderRow = new QHBoxLayout;
    folderRow->addWidget(m_folder);
    folderRow->addWidget(choose);
    m_fault->setTextFormat(Qt::PlainText);
    m_fault->setWordWrap(true);
    auto *form = new QFormLayout(this);
    form->addRow(tr("&Arguments"), m_arguments);
    auto *folderLabel = new QLabel(tr("&Working folder"), this);
    folderLabel->setBuddy(m_folder);
    form->addRow(folderLabel, folderRow);
    form->addRow(tr("&Environment"), m_environment);
    form->addRow(tr("&Module folders"), m_modules);
    form->addRow(tr("Options of &Python"), m_python);
    form->addRow(m_fault);
    form->addRow(m_buttons);
    m_folder->setAccessibleName(tr("Working folder"));
    for (const auto &[edit, name] : {std::pair{m_arguments, "arguments"}, {m_folder, "folder"}, {m_python, "python"}}) {
        edit->setObjectName(QLatin1String(name));
        connect(edit, &QLineEdit::textChanged, this, &RunSettingsDialog::check);
    }
    for (const auto &[edit, name] : {std::pair{m_environment, "environment"}, {m_modules, "modules"}}) {
        edit->setObjectName(QLatin1String(name));
        connect(edit, &QPlainTextEdit::textChanged, this, &RunSettingsDialog::check);
    }
    connect(choose, &QToolButton::clicked, this, &RunSettingsDialog::chooseFolder);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] { show({}); });
    show(settings);
}

RunSettings RunSettingsDialog::settings() const {
    return {m_arguments->text().trimmed(), m_folder->text().trimmed(), linesOf(*m_environment), linesOf(*m_modules),
            m_python->text().trimmed()};
}

void RunSettingsDialog::show(const RunSettings &settings) {
    m_arguments->setText(settings.arguments);
    m_folder->setText(settings.workingFolder);
    m_environment->setPlainText(settings.environment.join(QLatin1Char('\n')));
    m_modules->setPlainText(settings.modulePaths.join(QLatin1Char('\n')));
    m_python->setText(settings.pythonOptions);
    check();
}

void RunSettingsDialog::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Working folder"), m_folder->text());
    if (!folder.isEmpty()) m_folder->setText(folder);
}

void RunSettingsDialog::check() {
    const QString fault = faultOf(settings());
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(fault.isEmpty());
}

} // namespace shell
} // namespace jitscope

#include "moc_runsettingsdialog.cpp"
