// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runfolder.h"

#include "engine/base/file.h"
#include "engine/base/temporaryfile.h"
#include "engine/session/journal.h"
#include "engine/session/session.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace jitscope {
inline namespace shell {

namespace {

constexpr std::array<std::pair<RunEnd, const char *>, 6> endNames = {{{RunEnd::Running, "running"},
                                                                      {RunEnd::Finished, "finished"},
                                                                      {RunEnd::Failed, "failed"},
                                                                      {RunEnd::Stopped, "stopped"},
                                                                      {RunEnd::CutOff, "cut off"},
                                                                      {RunEnd::Unknown, "unknown"}}};
constexpr int64_t recordLimit = 1 << 20; ///< bytes of one; a larger file is none of ours
const QString asideFolder = QStringLiteral("aside");

QString nameOf(RunEnd end) {
    for (const auto &[each, name] : endNames)
        if (each == end) return QLatin1String(name);
    return {};
}

RunEnd endNamed(const QString &text) {
    for (const auto &[end, name] : endNames)
        if (text == QLatin1String(name)) return end;
    return RunEnd::Unknown;
}

QByteArray packed(const RunRecord &record) {
    const QJsonObject object{{"script", record.script},
                             {"mode", record.mode},
                             {"level", record.level},
                             {"device", record.device},
                             {"forced", QJsonArray::fromStringList(record.forced)},
                             {"note", record.note},
                             {"outcome", nameOf(record.end)},
                             {"exit_code", record.exitCode},
                             {"started_unix_ms", double(record.startedMs)},
                             {"duration_ns", double(record.durationNs)},
                             {"ops", double(record.ops)},
                             {"graphs", double(record.graphs)},
                             {"pinned", record.isPinned}};
    return QJsonDocument(object).toJson();
}

RunRecord unpacked(const QByteArray &bytes) {
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    const auto whole = [&object](const char *key) { return qint64(object[QLatin1String(key)].toDouble()); };
    RunRecord record;
    record.script = object["script"].toString();
    record.mode = object["mode"].toString();
    record.level = object["level"].toString();
    record.device = object["device"].toString();
    for (const QJsonValue &each : object["forced"].toArray())
        record.forced.append(each.toString());
    record.note = object["note"].toString();
    record.end = endNamed(object["outcome"].toString());
    record.exitCode = object["exit_code"].toInt();
    record.startedMs = whole("started_unix_ms");
    record.durationNs = whole("duration_ns");
    record.ops = whole("ops");
    record.graphs = whole("graphs");
    record.isPinned = object["pinned"].toBool();
    return record;
}

void move(const QString &from, const QString &to) {
    QFile::remove(to);
    QFile::rename(from, to);
}

} // namespace

RunFolder RunFolder::standard() {
    return RunFolder(QFileInfo(QString::fromStdString(journalFolder())).absolutePath() + QStringLiteral("/runs"));
}

QString RunFolder::sessionFile(const QString &id) const {
    return m_path + QLatin1Char('/') + id + QStringLiteral(".jitscope");
}

QString RunFolder::recordFile(const QString &id) const {
    return m_path + QLatin1Char('/') + id + QStringLiteral(".json");
}

std::vector<RunRecord> RunFolder::list() const {
    std::vector<RunRecord> all;
    for (const QFileInfo &file : QDir(m_path).entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
        const QString id = file.completeBaseName();
        const QFileInfo session(sessionFile(id));
        const auto bytes = readFile(file.filePath().toStdString(), recordLimit);
        if (!bytes || !session.isFile()) continue;
        RunRecord record = unpacked(QByteArray::fromStdString(*bytes));
        record.id = id;
        record.bytes = session.size();
        all.push_back(std::move(record));
    }
    std::ranges::sort(all, [](const RunRecord &a, const RunRecord &b) {
        return a.startedMs != b.startedMs ? a.startedMs > b.startedMs : a.id > b.id;
    });
    return all;
}

Result<void> RunFolder::write(const RunRecord &record) const {
    if (!QDir().mkpath(m_path)) return Error{m_path.toStdString() + ": cannot be made"};
    return writeFile(recordFile(record.id).toStdString(), packed(record).toStdString());
}

void RunFolder::setAside(const QString &id) const {
    const RunFolder aside(m_path + QLatin1Char('/') + asideFolder);
    QDir().mkpath(aside.path());
    move(sessionFile(id), aside.sessionFile(id));
    move(recordFile(id), aside.recordFile(id));
}

void RunFolder::bringBack(const QString &id) const {
    const RunFolder aside(m_path + QLatin1Char('/') + asideFolder);
    move(aside.sessionFile(id), sessionFile(id));
    move(aside.recordFile(id), recordFile(id));
}

void RunFolder::erase(const QString &id) const {
    QFile::remove(recordFile(id));
    QFile::remove(sessionFile(id));
}

void RunFolder::eraseLeftovers() const {
    eraseAside();
    removeLeftTemporaries(m_path.toStdString());
    removeLeftTemporaries(QFileInfo(m_path).absolutePath().toStdString()); // of what stands beside the folder
}

void RunFolder::eraseAside() const {
    QDir(m_path + QLatin1Char('/') + asideFolder).removeRecursively();
}

} // namespace shell
} // namespace jitscope
