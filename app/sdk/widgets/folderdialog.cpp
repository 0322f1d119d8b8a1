// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/folderdialog.h"

#include "app/sdk/theme.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace sdk {

namespace {

/** The last one that is there on the way to `path`. */
QString nearestFolder(QString path) {
    while (!QFileInfo(path).isDir() && path != QLatin1String("/"))
        path = QFileInfo(path).path();
    return path;
}

} // namespace

FolderDialog::FolderDialog(QWidget *parent, const QString &title)
    : QDialog(parent)
    , m_folder(new QLineEdit)
    , m_judgement(new QLabel)
    , m_write(new QPushButton(tr("Write here"))) {
    constexpr int widthInCharacters = 60;
    setWindowTitle(title);
    m_folder->setObjectName(QStringLiteral("folderEdit"));
    m_folder->setMinimumWidth(widthInCharacters * m_folder->fontMetrics().averageCharWidth());
    m_folder->setText(QDir::currentPath() + QLatin1Char('/'));
    m_judgement->setProperty("role", QStringLiteral("secondary"));
    m_judgement->setWordWrap(true);
    auto *label = new QLabel(tr("Folder, also a new one:"));
    label->setBuddy(m_folder);
    auto *browse = new QPushButton(tr("Browse…"));
    browse->setAutoDefault(false);
    auto *line = new QHBoxLayout;
    line->addWidget(m_folder, 1);
    line->addWidget(browse);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(m_write, QDialogButtonBox::AcceptRole);
    m_write->setObjectName(QStringLiteral("folderWrite"));
    m_write->setDefault(true);
    auto *column = new QVBoxLayout(this);
    column->setSpacing(metrics::grid);
    column->addWidget(label);
    column->addLayout(line);
    column->addWidget(m_judgement);
    column->addStretch(1);
    column->addWidget(buttons);
    connect(m_folder, &QLineEdit::textChanged, this, &FolderDialog::judge);
    connect(browse, &QPushButton::clicked, this, &FolderDialog::browse);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    judge();
}

QString FolderDialog::ask(QWidget *parent, const QString &title) {
    FolderDialog dialog(parent, title);
    return dialog.exec() == QDialog::Accepted ? dialog.typed() : QString();
}

QString FolderDialog::typed() const {
    QString name = m_folder->text().trimmed();
    if (name == QLatin1String("~") || name.startsWith(QLatin1String("~/"))) name.replace(0, 1, QDir::homePath());
    return name.isEmpty() ? QString() : QDir::cleanPath(QDir::current().absoluteFilePath(name));
}

void FolderDialog::browse() {
    const QString chosen = QFileDialog::getExistingDirectory(this, windowTitle(), nearestFolder(typed()));
    if (!chosen.isEmpty()) m_folder->setText(chosen);
}

void FolderDialog::judge() {
    const QString path = typed();
    const QFileInfo there(path);
    const QFileInfo above(path.isEmpty() ? QString() : nearestFolder(path));
    const bool isFile = there.exists() && !there.isDir();
    const bool canWrite = !path.isEmpty() && !isFile && above.isWritable();
    m_write->setEnabled(canWrite);
    m_judgement->setText(path.isEmpty()    ? QString()
                         : isFile          ? tr("%1 is a file.").arg(path)
                         : !canWrite       ? tr("Nothing can be written to %1.").arg(above.filePath())
                         : !there.exists() ? tr("%1 will be made.").arg(path)
                         : QDir(path).isEmpty()
                             ? tr("It is empty.")
                             : tr("It is there; files of the same names in it will be written over."));
}

} // namespace sdk
} // namespace jitscope

#include "moc_folderdialog.cpp"
