// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/console/printedfile.h"

#include <QSaveFile>

namespace jitscope {
inline namespace consolepanel {

namespace {

constexpr qint64 pageBytes = 1 << 20;

Error failureOf(const QString &path, const QString &reason) {
    return Error{(path + QStringLiteral(": ") + reason).toStdString()};
}

} // namespace

void PrintedFile::add(const QString &text) {
    if (!m_failure.isEmpty()) return;
    if (!m_file) {
        m_file = std::make_unique<QTemporaryFile>();
        if (!m_file->open()) m_failure = m_file->errorString();
    }
    const QByteArray bytes = text.toUtf8();
    if (m_failure.isEmpty() && m_bytes + bytes.size() > m_most)
        m_failure = tr("what was printed after the first %1 MB was not kept").arg(m_bytes / 1'000'000);
    if (m_failure.isEmpty() && m_file->write(bytes) != bytes.size()) m_failure = m_file->errorString();
    m_bytes += bytes.size();
}

void PrintedFile::clear() {
    m_file.reset();
    m_bytes = 0;
    m_failure.clear();
}

Result<void> PrintedFile::copyTo(const QString &path) {
    QSaveFile copy(path);
    if (!copy.open(QIODevice::WriteOnly)) return failureOf(path, copy.errorString());
    if (m_file && !m_file->flush()) return failureOf(m_file->fileName(), m_file->errorString());
    QFile all(m_file ? m_file->fileName() : QString());
    if (m_file && !all.open(QIODevice::ReadOnly)) return failureOf(all.fileName(), all.errorString());
    while (m_file && !all.atEnd())
        copy.write(all.read(pageBytes));
    if (!copy.commit()) return failureOf(path, copy.errorString());
    return m_failure.isEmpty() ? Result<void>() : Result<void>(failureOf(m_file->fileName(), m_failure));
}

} // namespace consolepanel
} // namespace jitscope
