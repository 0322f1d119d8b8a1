// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/runtext.h"

#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/forcedsettings.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <set>

namespace jitscope {
inline namespace models {

namespace {

std::string infoOf(const Session &session, const char *key) {
    const auto found = session.info.find(key);
    return found == session.info.end() ? std::string() : found->second;
}

QString levelsOf(const Session &session) {
    std::set<std::string> levels;
    for (const Compilation &each : session.compilations)
        if (!each.jitLevel.empty()) levels.insert(each.jitLevel);
    QStringList texts;
    for (const std::string &level : levels)
        texts.append(QString::fromStdString(level));
    return texts.join(QStringLiteral(", "));
}

QStringList forcedOf(const Session &session) {
    QStringList all;
    for (const Compilation &each : session.compilations)
        for (const ForcedSetting &forced : forcedSettings(each)) {
            const QString text = QString::fromStdString(forced.name + "=" + forced.used);
            if (!all.contains(text)) all.append(text);
        }
    return all;
}

RunEnd endOf(const std::string &outcome) {
    if (outcome == "finished") return RunEnd::Finished;
    if (outcome == "failed") return RunEnd::Failed;
    return outcome == "stopped" ? RunEnd::Stopped : RunEnd::Unknown;
}

QString translated(const char *text, int count = -1) {
    return QCoreApplication::translate("RunText", text, nullptr, count);
}

} // namespace

RunRecord describeRun(const Session &session) {
    RunRecord record;
    record.script = QString::fromStdString(infoOf(session, "script"));
    record.mode = QString::fromStdString(infoOf(session, "mode"));
    record.device = QString::fromStdString(infoOf(session, "device"));
    record.level = levelsOf(session);
    record.forced = forcedOf(session);
    record.end = endOf(infoOf(session, "outcome"));
    record.exitCode = std::atoi(infoOf(session, "exit_code").c_str());
    record.startedMs = std::atoll(infoOf(session, "started_unix_ms").c_str());
    const std::string duration = infoOf(session, "duration_ns");
    record.durationNs = duration.empty() ? -1 : std::atoll(duration.c_str());
    record.ops = qint64(session.ops.size());
    record.graphs = qint64(session.compilations.size());
    return record;
}

QString endText(const RunRecord &record) {
    const QString time = record.durationNs < 0 ? QString() : QString::fromStdString(humanTime(record.durationNs));
    const auto with = [&time](const char *timed, const char *plain) {
        return time.isEmpty() ? translated(plain) : translated(timed).arg(time);
    };
    switch (record.end) {
    case RunEnd::Running:
        return translated(QT_TRANSLATE_NOOP("RunText", "running"));
    case RunEnd::Finished:
        if (record.exitCode != 0)
            return with(QT_TRANSLATE_NOOP("RunText", "ended with exit code %2 after %1"),
                        QT_TRANSLATE_NOOP("RunText", "ended with exit code %2"))
                .replace(QStringLiteral("%2"), QString::number(record.exitCode));
        return with(QT_TRANSLATE_NOOP("RunText", "finished in %1"), QT_TRANSLATE_NOOP("RunText", "finished"));
    case RunEnd::Failed:
        return with(QT_TRANSLATE_NOOP("RunText", "ended by an error after %1"),
                    QT_TRANSLATE_NOOP("RunText", "ended by an error"));
    case RunEnd::Stopped:
        return with(QT_TRANSLATE_NOOP("RunText", "stopped after %1"), QT_TRANSLATE_NOOP("RunText", "stopped"));
    case RunEnd::CutOff:
        return translated(QT_TRANSLATE_NOOP("RunText", "cut off by a crash"));
    case RunEnd::Unknown:
        break;
    }
    return {};
}

QString countsText(const RunRecord &record) {
    QStringList parts;
    if (record.ops > 0) parts.append(translated(QT_TRANSLATE_N_NOOP("RunText", "%Ln operator(s)"), int(record.ops)));
    if (record.graphs > 0)
        parts.append(translated(QT_TRANSLATE_N_NOOP("RunText", "%Ln compilation(s)"), int(record.graphs)));
    return parts.join(QStringLiteral(", "));
}

QString unkeptText(const RunRecord &record, const RunSpace &space) {
    const auto bytes = [](qint64 count) { return QString::fromStdString(memorySize(std::max<qint64>(0, count))); };
    return translated(QT_TRANSLATE_NOOP("RunText", "The run of %1 is not kept for the next start: it needs %2, and of "
                                                   "the %3 for runs %4 are free."))
        .arg(scriptName(record), bytes(record.needs), bytes(space.budget), bytes(space.budget - space.used));
}

QString scriptName(const RunRecord &record) {
    if (record.script.isEmpty()) return translated(QT_TRANSLATE_NOOP("RunText", "console"));
    return QFileInfo(record.script).fileName();
}

} // namespace models
} // namespace jitscope
