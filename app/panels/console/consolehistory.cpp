// SPDX-License-Identifier: GPL-3.0-or-later
// One entry a line as JSON text, appended when it is entered, so that neither a crash nor a second window loses any.
#include "app/panels/console/consolehistory.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace jitscope {
inline namespace consolepanel {

namespace {

constexpr qsizetype most = 1000;
constexpr qsizetype longest = 20000;    ///< characters of an entry that is kept
constexpr qint64 largestFile = 1 << 20; ///< bytes; a larger one is written anew with what is kept of it

QByteArray lineOf(const QString &input) {
    return QJsonDocument(QJsonArray{input}).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace

ConsoleHistory::ConsoleHistory(QString path)
    : m_path(std::move(path)) {
    if (!m_path.isEmpty()) read();
}

void ConsoleHistory::read() {
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly)) return;
    while (!file.atEnd()) {
        const QString input = QJsonDocument::fromJson(file.readLine()).array().at(0).toString();
        if (!input.isEmpty()) insert(input);
    }
    const bool isLarge = file.size() > largestFile;
    file.close();
    if (!isLarge || !file.open(QIODevice::WriteOnly | QIODevice::Truncate)) return;
    for (const QString &input : m_entries)
        file.write(lineOf(input));
}

void ConsoleHistory::insert(const QString &input) {
    m_entries.removeAll(input);
    m_entries.append(input);
    if (m_entries.size() > most) m_entries.removeFirst();
}

void ConsoleHistory::add(const QString &input) {
    stopWalking();
    insert(input);
    if (m_path.isEmpty() || input.size() > longest) return;
    QDir().mkpath(QFileInfo(m_path).absolutePath());
    QFile file(m_path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Append)) return;
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(lineOf(input));
}

std::optional<QString> ConsoleHistory::walk(int direction, const QString &typed) {
    if (m_at < 0) {
        if (direction > 0) return std::nullopt;
        m_at = m_entries.size();
        m_typed = typed;
    }
    for (qsizetype at = m_at + direction; at >= 0 && at < m_entries.size(); at += direction)
        if (m_entries[at].startsWith(m_typed) && m_entries[at] != m_typed) {
            m_at = at;
            return m_entries[at];
        }
    if (direction < 0 || m_at == m_entries.size()) return std::nullopt;
    const QString was = m_typed;
    stopWalking();
    return was;
}

void ConsoleHistory::stopWalking() {
    m_at = -1;
    m_typed.clear();
}

QStringList ConsoleHistory::search(const QString &text) const {
    QStringList found;
    for (auto entry = m_entries.rbegin(); entry != m_entries.rend(); ++entry)
        if (entry->contains(text, Qt::CaseInsensitive)) found.append(*entry);
    return found;
}

} // namespace consolepanel
} // namespace jitscope
