// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/savefile.h"

#include "app/sdk/settings.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace jitscope {
inline namespace sdk {

namespace {
const QString lastFolderKey = QStringLiteral("window/lastFolder");
}

QString lastFolder() {
    return settingsFile().value(lastFolderKey, QDir::currentPath()).toString();
}

void setLastFolder(const QString &folder) {
    settingsFile().setValue(lastFolderKey, folder);
}

QString askSavePath(QWidget *parent, const QString &title, const QString &name, const QString &filters) {
    const QFileInfo proposed(QDir(lastFolder()).absoluteFilePath(name));
    QFileDialog dialog(parent, title, proposed.absolutePath(), filters);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(proposed.suffix());
    dialog.selectFile(proposed.fileName());
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    const QString path = dialog.selectedFiles().constFirst();
    setLastFolder(QFileInfo(path).absolutePath());
    return path;
}

QString fileNameOf(const QString &text) {
    static const QRegularExpression others(QStringLiteral("[^\\p{L}\\p{N}._-]+"));
    QString name = text;
    name.replace(others, QStringLiteral("_"));
    return name;
}

} // namespace sdk
} // namespace jitscope
