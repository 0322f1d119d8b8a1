// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/benchmarks/runnerprocess.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>

namespace jitscope {
inline namespace benchmarks {

namespace {

constexpr int tickMs = 50;
constexpr int timeoutMs = 2000;

/** Beside the program as it is built and shipped (bin/../python), else where the build put it. */
QString runnerScript() {
    const QFileInfo program(QStringLiteral("/proc/self/exe"));
    const QString beside = QFileInfo(program.symLinkTarget()).path() + QStringLiteral("/../python/jitscope_bench.py");
    if (QFileInfo::exists(beside)) return QFileInfo(beside).canonicalFilePath();
    return QStringLiteral(JITSCOPE_PYTHON_DIR "/jitscope_bench.py");
}

Error errorOf(const QString &message) {
    return Error{message.toStdString()};
}

} // namespace

RunnerProcess::RunnerProcess(const QString &python, const QString &errorFile, std::function<bool()> shouldContinue)
    : m_executable(python.isEmpty() ? QStringLiteral(JITSCOPE_PYTHON_EXECUTABLE) : python)
    , m_errorFile(errorFile)
    , m_isWanted(std::move(shouldContinue))
    , m_process(std::make_unique<QProcess>()) {
    // Kernels that an earlier process left on disk would make one row quicker to prepare than the next.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("MS_COMPILER_CACHE_ENABLE"), QStringLiteral("0"));
    m_process->setProcessEnvironment(environment);
    m_process->setStandardErrorFile(errorFile);
    QStringList arguments{runnerScript()};
    if (python.isEmpty()) arguments << QStringLiteral("--own");
    m_process->start(m_executable, arguments);
}

RunnerProcess::~RunnerProcess() {
    m_process->closeWriteChannel();
    const bool isIdle = m_isWanted() && m_process->waitForFinished(timeoutMs);
    if (isIdle || m_process->state() == QProcess::NotRunning) return;
    m_process->kill();
    m_process->waitForFinished(timeoutMs);
}

QString RunnerProcess::lastWords() const {
    constexpr qint64 most = 4000;
    QFile file(m_errorFile);
    if (!file.open(QIODevice::ReadOnly)) return {};
    file.seek(std::max<qint64>(0, file.size() - most));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : QStringLiteral(": ") + lines.last().trimmed();
}

Result<QJsonObject> RunnerProcess::ask(const QJsonObject &request) {
    if (m_process->state() == QProcess::Starting) m_process->waitForStarted();
    if (m_process->error() == QProcess::FailedToStart)
        return errorOf(m_executable + QStringLiteral(" cannot be started: ") + m_process->errorString());
    m_process->write(QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
    while (!m_process->canReadLine()) {
        if (!m_isWanted()) return Error{"it was stopped"};
        m_process->waitForReadyRead(tickMs);
        if (m_process->state() == QProcess::NotRunning && !m_process->canReadLine())
            return errorOf(m_executable + QStringLiteral(" ended before it answered") + lastWords());
    }
    const QJsonObject answer = QJsonDocument::fromJson(m_process->readLine()).object();
    if (const QJsonValue error = answer.value(QStringLiteral("error")); error.isString())
        return errorOf(error.toString());
    return answer;
}

} // namespace benchmarks
} // namespace jitscope
