// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints as JSON in the settings file, one entry a script.
#include "app/shell/breakpointmemory.h"

#include "app/sdk/settings.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopedValueRollback>
#include <QUrl>

#include <algorithm>
#include <array>

namespace jitscope {
inline namespace shell {

namespace {

constexpr std::array<const char *, 6> kindNames = {"line", "op", "number", "node", "exception", "condition"};

QString keyOf(const QString &script) {
    return QStringLiteral("breakpoints/") + QString::fromLatin1(QUrl::toPercentEncoding(script));
}

QJsonObject toJson(const Breakpoint &breakpoint) {
    return {{QStringLiteral("kind"), QLatin1String(kindNames[size_t(breakpoint.kind)])},
            {QStringLiteral("file"), QString::fromStdString(breakpoint.file)},
            {QStringLiteral("line"), breakpoint.line},
            {QStringLiteral("op"), QString::fromStdString(breakpoint.op)},
            {QStringLiteral("number"), qint64(breakpoint.number)},
            {QStringLiteral("condition"), QString::fromStdString(breakpoint.condition)},
            {QStringLiteral("hitCount"), qint64(breakpoint.hitCount)},
            {QStringLiteral("log"), QString::fromStdString(breakpoint.logMessage)},
            {QStringLiteral("enabled"), breakpoint.isEnabled}};
}

Breakpoint fromJson(const QJsonObject &json) {
    const auto text = [&json](const char *key) { return json[QLatin1String(key)].toString().toStdString(); };
    const auto number = [&json](const char *key, qint64 otherwise) {
        return json[QLatin1String(key)].toInteger(otherwise);
    };
    Breakpoint breakpoint;
    const auto kind = std::find(kindNames.begin(), kindNames.end(), text("kind"));
    if (kind != kindNames.end()) breakpoint.kind = Breakpoint::Kind(kind - kindNames.begin());
    breakpoint.file = text("file");
    breakpoint.line = int(number("line", 0));
    breakpoint.op = text("op");
    breakpoint.number = number("number", -1);
    breakpoint.condition = text("condition");
    breakpoint.hitCount = number("hitCount", 0);
    breakpoint.logMessage = text("log");
    breakpoint.isEnabled = json[QStringLiteral("enabled")].toBool(true);
    return breakpoint;
}

} // namespace

QString breakpointsAsJson(const std::vector<Breakpoint> &breakpoints) {
    QJsonArray all;
    for (const Breakpoint &each : breakpoints)
        all.append(toJson(each));
    return QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact));
}

std::vector<Breakpoint> breakpointsFromJson(const QString &json) {
    std::vector<Breakpoint> breakpoints;
    for (const QJsonValue &each : QJsonDocument::fromJson(json.toUtf8()).array())
        breakpoints.push_back(fromJson(each.toObject()));
    return breakpoints;
}

BreakpointMemory::BreakpointMemory(Runner &runner, QObject *parent)
    : QObject(parent)
    , m_runner(runner) {
    connect(&runner, &Runner::breakpointsChanged, this, &BreakpointMemory::save);
}

void BreakpointMemory::setScript(const QString &path) {
    m_script = path;
    if (path.isEmpty() || m_known.contains(path)) return;
    m_known.insert(path);
    std::vector<Breakpoint> all = m_runner.breakpoints();
    for (Breakpoint &each : breakpointsFromJson(settingsFile().value(keyOf(path)).toString()))
        if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(std::move(each));
    const QScopedValueRollback loading(m_loading, true);
    m_runner.setBreakpoints(std::move(all));
}

void BreakpointMemory::save() {
    if (m_loading) return;
    const std::vector<Breakpoint> all = m_runner.breakpoints();
    for (const QString &script : std::as_const(m_known)) {
        std::vector<Breakpoint> own;
        for (const Breakpoint &each : all)
            if (each.kind == Breakpoint::Kind::Line ? each.file == script.toStdString() : script == m_script)
                own.push_back(each);
        // What another script had without a file stays with it.
        if (script != m_script)
            for (Breakpoint &each : breakpointsFromJson(settingsFile().value(keyOf(script)).toString()))
                if (each.kind != Breakpoint::Kind::Line) own.push_back(std::move(each));
        saveFor(script, own);
    }
}

void BreakpointMemory::saveFor(const QString &script, const std::vector<Breakpoint> &breakpoints) {
    if (breakpoints.empty())
        settingsFile().remove(keyOf(script));
    else
        settingsFile().setValue(keyOf(script), breakpointsAsJson(breakpoints));
}

} // namespace shell
} // namespace jitscope

#include "moc_breakpointmemory.cpp"
