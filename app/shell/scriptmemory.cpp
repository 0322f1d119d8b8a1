// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/scriptmemory.h"

#include "engine/base/file.h"
#include "engine/session/journal.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace jitscope {

namespace {

constexpr int keepMs = 3000;

/** Beside the journals of recordings. */
QString filePath() {
    return QFileInfo(QString::fromStdString(journalFolder())).absolutePath() + QStringLiteral("/unsaved-scripts.json");
}

QByteArray packed(const QList<UnsavedScript> &scripts) {
    QJsonArray list;
    for (const UnsavedScript &each : scripts)
        list.append(QJsonObject{{"path", each.path}, {"text", each.text}, {"untitled", each.isUntitled}});
    return QJsonDocument(list).toJson();
}

QList<UnsavedScript> unpacked(const QByteArray &bytes) {
    QList<UnsavedScript> scripts;
    for (const QJsonValue &each : QJsonDocument::fromJson(bytes).array())
        scripts.append({each["path"].toString(), each["text"].toString(), each["untitled"].toBool()});
    return scripts;
}

} // namespace

ScriptMemory::ScriptMemory(EditorPanel &editor, QObject *parent)
    : QObject(parent)
    , m_editor(editor) {
    m_timer.setInterval(keepMs);
    connect(&m_timer, &QTimer::timeout, this, [this] { (void)keep(); }); // told when the window closes
    m_timer.start();
}

void ScriptMemory::restore() {
    const auto bytes = readFile(filePath().toStdString());
    if (!bytes) return;
    m_kept = unpacked(QByteArray::fromStdString(*bytes));
    for (const UnsavedScript &script : std::as_const(m_kept))
        m_editor.openUnsaved(script);
}

Result<void> ScriptMemory::keep() {
    const QList<UnsavedScript> scripts = m_editor.unsavedScripts();
    if (scripts == m_kept) return {};
    if (scripts.isEmpty()) {
        QFile::remove(filePath());
        m_kept.clear();
        return {};
    }
    QDir().mkpath(QFileInfo(filePath()).absolutePath());
    Result<void> written = writeFile(filePath().toStdString(), packed(scripts).toStdString());
    if (written) m_kept = scripts;
    return written;
}

} // namespace jitscope
