// SPDX-License-Identifier: GPL-3.0-or-later
// All that a console printed, on disk: what it no longer shows can still be had.
#pragma once

#include "engine/base/result.h"

#include <QCoreApplication>
#include <QString>
#include <QTemporaryFile>

#include <memory>

namespace jitscope {
inline namespace consolepanel {

/** A file of this process's, which goes with it. A program that prints without end must not fill the disk. */
class PrintedFile {
    Q_DECLARE_TR_FUNCTIONS(jitscope::consolepanel::PrintedFile)
public:
    static constexpr qint64 mostBytes = qint64(1) << 30;
    explicit PrintedFile(qint64 most = mostBytes)
        : m_most(most) {}

    void add(const QString &text);
    void clear();
    /** Writes all to `path`, in UTF-8; an error says why it is not all there. */
    Result<void> copyTo(const QString &path);

private:
    qint64 m_most, m_bytes = 0;
    std::unique_ptr<QTemporaryFile> m_file;
    QString m_failure; ///< from which on nothing was kept
};

} // namespace consolepanel
} // namespace jitscope
