// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/folderdialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>

namespace jitscope {
inline namespace sdk {

FolderDialog::FolderDialog(QWidget *parent, const QString &title)
    : QFileDialog(parent, title) {
    setFileMode(QFileDialog::Directory);
    setOption(QFileDialog::ShowDirsOnly);
    setLabelText(QFileDialog::FileName, tr("Folder, also a new one:"));
    setLabelText(QFileDialog::Accept, tr("Write here"));
    // Qt's own switches the button off for a folder that is not there yet, or not read yet, whenever the text changes.
    auto *edit = findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
    auto *buttons = findChild<QDialogButtonBox *>(QStringLiteral("buttonBox"));
    QPushButton *write = buttons ? buttons->button(QDialogButtonBox::Open) : nullptr;
    if (edit && buttons && !write) write = buttons->button(QDialogButtonBox::Save);
    if (edit && write)
        connect(
            edit, &QLineEdit::textChanged, write, [this, write] { write->setEnabled(!typed().isEmpty()); },
            Qt::QueuedConnection);
}

QString FolderDialog::ask(QWidget *parent, const QString &title) {
    FolderDialog dialog(parent, title);
    if (dialog.exec() != QDialog::Accepted) return {};
    return dialog.m_new.isEmpty() ? dialog.selectedFiles().value(0) : dialog.m_new;
}

QString FolderDialog::typed() const {
    const auto *edit = findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
    const QString name = edit ? edit->text().trimmed() : QString();
    return name.isEmpty() ? QString() : QDir::cleanPath(directory().absoluteFilePath(name));
}

/** Qt's own asks for a folder that is there. */
void FolderDialog::accept() {
    const QString path = typed();
    if (path.isEmpty() || QFileInfo::exists(path)) return QFileDialog::accept();
    m_new = path;
    QDialog::accept();
}

} // namespace sdk
} // namespace jitscope
