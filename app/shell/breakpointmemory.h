// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps breakpoints between starts, by the script that they were set for.
#pragma once

#include "app/sdk/runner.h"

#include <QSet>

namespace jitscope {
inline namespace shell {

class BreakpointMemory : public QObject {
    Q_OBJECT
public:
    explicit BreakpointMemory(Runner &runner, QObject *parent = nullptr);

    /** That script is in front: what was set for it in an earlier start is set again. Breakpoints without a file (on
        operators, conditions, ...) belong to the script that is in front when they are changed. */
    void setScript(const QString &path);

private:
    void save();
    void saveFor(const QString &script, const std::vector<Breakpoint> &breakpoints);

    Runner &m_runner;
    QString m_script;
    QSet<QString> m_known; ///< scripts whose breakpoints were taken from the settings
    bool m_loading = false;
};

/** One breakpoint as JSON text, and back; tests look at it. */
QString breakpointsAsJson(const std::vector<Breakpoint> &breakpoints);
std::vector<Breakpoint> breakpointsFromJson(const QString &json);

} // namespace shell
} // namespace jitscope
