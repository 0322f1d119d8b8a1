// SPDX-License-Identifier: GPL-3.0-or-later
// All that a console printed, on disk: what it no longer shows can still be had.
#pragma once

#include "engine/base/result.h"

#include <QString>
#include <QTemporaryFile>

#include <memory>

namespace jitscope {
inline namespace consolepanel {

/** A file of this process's, which goes with it. */
class PrintedFile {
public:
    void add(const QString &text);
    void clear();
    /** Writes all to `path`, in UTF-8; an error says why it is not all there. */
    Result<void> copyTo(const QString &path);

private:
    std::unique_ptr<QTemporaryFile> m_file;
    QString m_failure; ///< from which on nothing was kept
};

} // namespace consolepanel
} // namespace jitscope
