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
inline namespace shell {

namespace {

constexpr int keepMs = 3000;

/** Beside the journals of recordings. */
QString filePath() {
    return QFileInfo(QString::fromStdString(journalFolder())).absolutePath() + QStringLiteral("/open-scripts.json");
}

QByteArray packed(const QList<OpenScript> &scripts) {
    QJsonArray list;
    for (const OpenScript &each : scripts)
        list.append(QJsonObject{{"path", each.path},
                                {"text", each.text.isNull() ? QJsonValue() : QJsonValue(each.text)},
                                {"untitled", each.isUntitled},
                                {"line", each.line},
                                {"front", each.isInFront}});
    return QJsonDocument(list).toJson();
}

QList<OpenScript> unpacked(const QByteArray &bytes) {
    QList<OpenScript> scripts;
    for (const QJsonValue &each : QJsonDocument::fromJson(bytes).array()) {
        const QString text = each["text"].isString() ? QLatin1String("") + each["text"].toString() : QString();
        scripts.append(
            {each["path"].toString(), text, each["untitled"].toBool(), each["line"].toInt(1), each["front"].toBool()});
    }
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
    m_editor.reopen(m_kept);
}

Result<void> ScriptMemory::keep() {
    const QList<OpenScript> scripts = m_editor.openScripts();
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

} // namespace shell
} // namespace jitscope

#include "moc_scriptmemory.cpp"
