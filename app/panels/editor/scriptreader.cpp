// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/scriptreader.h"

#include "engine/session/records.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTimer>

namespace jitscope {
inline namespace editorpanel {

namespace {

const QString python = QStringLiteral("/usr/bin/python3");
constexpr int longestMs = 10000; ///< for one question

/** Beside the program as it is built and shipped, as the interpreter finds its own Python. */
QString readingScript() {
    return QDir::cleanPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../python/jitscope_reading.py"));
}

Severity severityOf(const QString &name) {
    if (name == QStringLiteral("error")) return Severity::Error;
    return name == QStringLiteral("warning") ? Severity::Warning : Severity::Note;
}

ScriptProblem problemOf(const QJsonObject &told) {
    return {severityOf(told[QStringLiteral("severity")].toString()),
            told[QStringLiteral("message")].toString(),
            told[QStringLiteral("line")].toInt(),
            told[QStringLiteral("column")].toInt(),
            told[QStringLiteral("endLine")].toInt(),
            told[QStringLiteral("endColumn")].toInt()};
}

Error reasonOf(const QJsonObject &answer) {
    const QString reason = answer[QStringLiteral("reason")].toString();
    return Error{reason.isEmpty() ? ScriptReader::tr("Python gave no answer about this script.").toStdString()
                                  : reason.toStdString()};
}

} // namespace

void ScriptReader::abandon(const QString &kind) {
    const auto found = m_running.find(kind);
    if (found == m_running.end()) return;
    QProcess *process = found->second;
    m_running.erase(found);
    process->disconnect(this);
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

void ScriptReader::ask(const QString &kind, QJsonObject question, std::function<void(const QJsonObject &)> reply) {
    abandon(kind);
    question[QStringLiteral("ask")] = kind;
    auto *process = new QProcess(this);
    m_running[kind] = process;
    const auto finish = [this, kind, process, reply = std::move(reply)] {
        const QJsonObject answer = QJsonDocument::fromJson(process->readAllStandardOutput()).object();
        m_running.erase(kind);
        process->deleteLater();
        reply(answer);
    };
    connect(process, &QProcess::finished, this, finish);
    connect(process, &QProcess::errorOccurred, this, [process, finish](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) finish();
    });
    QTimer::singleShot(longestMs, process, &QProcess::kill);
    process->setStandardErrorFile(QProcess::nullDevice());
    process->start(python, {QStringLiteral("-I"), QStringLiteral("-S"), readingScript()});
    process->write(QJsonDocument(question).toJson(QJsonDocument::Compact));
    process->closeWriteChannel();
}

void ScriptReader::check(const Text &text, std::function<void(const QList<ScriptProblem> &)> reply) {
    const QJsonObject question{{QStringLiteral("path"), text.path}, {QStringLiteral("text"), text.content}};
    ask(QStringLiteral("check"), question, [reply = std::move(reply)](const QJsonObject &answer) {
        QList<ScriptProblem> problems;
        for (const QJsonValue each : answer[QStringLiteral("problems")].toArray())
            problems.append(problemOf(each.toObject()));
        reply(problems);
    });
}

void ScriptReader::findDefinition(const Text &text, int line, int column,
                                  std::function<void(const Result<ScriptPlace> &)> reply) {
    const QJsonObject question{{QStringLiteral("path"), text.path},
                               {QStringLiteral("text"), text.content},
                               {QStringLiteral("line"), line},
                               {QStringLiteral("column"), column}};
    ask(QStringLiteral("definition"), question, [reply = std::move(reply)](const QJsonObject &answer) {
        const QJsonObject place = answer[QStringLiteral("place")].toObject();
        if (place.isEmpty()) return reply(reasonOf(answer));
        reply(ScriptPlace{place[QStringLiteral("file")].toString(), place[QStringLiteral("line")].toInt(),
                          place[QStringLiteral("column")].toInt()});
    });
}

void ScriptReader::findRenames(const Text &text, int line, int column, const QString &name,
                               std::function<void(const Result<QList<ScriptPlace>> &)> reply) {
    const QJsonObject question{{QStringLiteral("text"), text.content},
                               {QStringLiteral("line"), line},
                               {QStringLiteral("column"), column},
                               {QStringLiteral("name"), name}};
    ask(QStringLiteral("rename"), question, [path = text.path, reply = std::move(reply)](const QJsonObject &answer) {
        const QJsonArray found = answer[QStringLiteral("places")].toArray();
        if (found.isEmpty()) return reply(reasonOf(answer));
        QList<ScriptPlace> places;
        for (const QJsonValue each : found) {
            const QJsonArray place = each.toArray();
            places.append({path, place[0].toInt(), place[1].toInt(), place[2].toInt()});
        }
        reply(places);
    });
}

} // namespace editorpanel
} // namespace jitscope

#include "moc_scriptreader.cpp"
