// SPDX-License-Identifier: GPL-3.0-or-later
// A Python that measures: jitscope_bench.py in a process of its own, asked by lines of JSON.
#pragma once

#include "engine/base/result.h"

#include <QJsonObject>
#include <QString>
#include <functional>
#include <memory>

class QProcess;

namespace jitscope {
inline namespace benchmarks {

class RunnerProcess {
public:
    /** Starts `python` ("": our own, with our mindspore); what it prints goes to `errorFile`. Ask on the thread that
        made it. `shouldContinue` is asked while an answer is waited for. */
    RunnerProcess(const QString &python, const QString &errorFile, std::function<bool()> shouldContinue);
    ~RunnerProcess();
    RunnerProcess(const RunnerProcess &) = delete;
    RunnerProcess &operator=(const RunnerProcess &) = delete;

    /** The answer to a request; the error is what the process says of it, or that it is gone. */
    Result<QJsonObject> ask(const QJsonObject &request);
    const QString &executable() const { return m_executable; }

private:
    QString lastWords() const;

    QString m_executable, m_errorFile;
    std::function<bool()> m_isWanted;
    std::unique_ptr<QProcess> m_process;
};

} // namespace benchmarks
} // namespace jitscope
