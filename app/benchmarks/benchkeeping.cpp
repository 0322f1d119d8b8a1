// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/benchmarks/benchkeeping.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace benchmarks {

namespace {

constexpr int keptVersion = 1;
constexpr qsizetype mostPythons = 2; ///< one of ours and another

QString qt(const std::string &text) {
    return QString::fromStdString(text);
}

std::string textOf(const QJsonValue &value, const char *name) {
    return value[QLatin1String(name)].toString().toStdString();
}

QJsonArray numbers(const std::vector<double> &all) {
    QJsonArray array;
    for (const double each : all)
        array.append(each);
    return array;
}

/** Times; one that is none makes the whole unreadable. */
std::optional<std::vector<double>> times(const QJsonValue &value) {
    std::vector<double> all;
    for (const QJsonValue &each : value.toArray()) {
        const double time = each.toDouble(-1);
        if (!std::isfinite(time) || time < 0) return std::nullopt;
        all.push_back(time);
    }
    return all;
}

QJsonObject written(const BenchPython &python) {
    return {{QStringLiteral("executable"), qt(python.executable)},
            {QStringLiteral("version"), qt(python.version)},
            {QStringLiteral("framework"), qt(python.framework)},
            {QStringLiteral("framework_version"), qt(python.frameworkVersion)},
            {QStringLiteral("is_own"), python.isOwn},
            {QStringLiteral("device"), qt(python.device)}};
}

BenchPython pythonOf(const QJsonValue &value) {
    return {textOf(value, "executable"),
            textOf(value, "version"),
            textOf(value, "framework"),
            textOf(value, "framework_version"),
            value[QLatin1String("is_own")].toBool(),
            textOf(value, "device")};
}

QJsonObject written(const BenchRow &row) {
    return {{QStringLiteral("mode"), qt(row.mode)},
            {QStringLiteral("level"), qt(row.level)},
            {QStringLiteral("backend"), qt(row.backend)},
            {QStringLiteral("fullgraph"), row.isFullgraph},
            {QStringLiteral("backward"), row.direction == BenchDirection::Backward}};
}

BenchDirection directionOf(const QJsonValue &value) {
    return value[QLatin1String("backward")].toBool() ? BenchDirection::Backward : BenchDirection::Forward;
}

BenchRow rowOf(const QJsonValue &value) {
    return {textOf(value, "mode"), textOf(value, "level"), textOf(value, "backend"),
            value[QLatin1String("fullgraph")].toBool(), directionOf(value)};
}

QJsonObject written(const BenchMeasure &measure) {
    return {{QStringLiteral("error"), qt(measure.error)},
            {QStringLiteral("prepare_ns"), numbers(measure.prepareNs)},
            {QStringLiteral("call_ns"), numbers(measure.callNs)},
            {QStringLiteral("calls_per_batch"), measure.callsPerBatch},
            {QStringLiteral("verdict"), int(measure.values.verdict)},
            {QStringLiteral("max_absolute"), measure.values.maxAbsolute},
            {QStringLiteral("values_text"), qt(measure.values.text)},
            {QStringLiteral("weights_written"), measure.weightsWritten}};
}

std::optional<BenchMeasure> measureOf(const QJsonValue &value) {
    const auto prepare = times(value[QLatin1String("prepare_ns")]), calls = times(value[QLatin1String("call_ns")]);
    const int verdict = value[QLatin1String("verdict")].toInt(-1);
    if (!prepare || !calls || verdict < 0 || verdict > int(BenchVerdict::Differs)) return std::nullopt;
    BenchMeasure measure;
    measure.error = textOf(value, "error");
    measure.prepareNs = *prepare;
    measure.callNs = *calls;
    measure.callsPerBatch = std::max(0, value[QLatin1String("calls_per_batch")].toInt());
    measure.values = {BenchVerdict(verdict), value[QLatin1String("max_absolute")].toDouble(),
                      textOf(value, "values_text")};
    measure.weightsWritten = std::max(0, value[QLatin1String("weights_written")].toInt());
    return measure;
}

QJsonObject written(const BenchFunction &function) {
    QJsonArray lines, noises;
    for (const BenchLine &line : function.lines) {
        QJsonArray measures;
        for (const BenchMeasure &measure : line.measures)
            measures.append(written(measure));
        lines.append(QJsonObject{{QStringLiteral("row"), written(line.row)}, {QStringLiteral("measures"), measures}});
    }
    for (const BenchNoise &noise : function.noises)
        noises.append(QJsonObject{{QStringLiteral("backward"), noise.direction == BenchDirection::Backward},
                                  {QStringLiteral("python"), int(noise.python)},
                                  {QStringLiteral("again_ns"), numbers(noise.againNs)}});
    return {{QStringLiteral("name"), qt(function.name)},
            {QStringLiteral("inputs"), qt(function.inputs)},
            {QStringLiteral("line"), function.line},
            {QStringLiteral("lines"), lines},
            {QStringLiteral("noises"), noises}};
}

std::optional<BenchLine> lineOf(const QJsonValue &value, size_t pythons) {
    BenchLine line{rowOf(value[QLatin1String("row")]), {}, {}};
    for (const QJsonValue &each : value[QLatin1String("measures")].toArray()) {
        auto measure = measureOf(each);
        if (!measure) return std::nullopt;
        line.measures.push_back(*std::move(measure));
    }
    return line.measures.size() == pythons ? std::optional(std::move(line)) : std::nullopt;
}

std::optional<BenchFunction> functionOf(const QJsonValue &value, size_t pythons) {
    BenchFunction function{
        textOf(value, "name"), textOf(value, "inputs"), value[QLatin1String("line")].toInt(), {}, {}};
    for (const QJsonValue &each : value[QLatin1String("lines")].toArray()) {
        auto line = lineOf(each, pythons);
        if (!line) return std::nullopt;
        function.lines.push_back(*std::move(line));
    }
    for (const QJsonValue &each : value[QLatin1String("noises")].toArray()) {
        const auto again = times(each[QLatin1String("again_ns")]);
        const int python = each[QLatin1String("python")].toInt(-1);
        if (!again || python < 0 || size_t(python) >= pythons) return std::nullopt;
        function.noises.push_back({directionOf(each), size_t(python), *again, {}});
    }
    return function;
}

} // namespace

std::string keptText(const BenchReport &report) {
    QJsonArray pythons, functions, notes;
    for (const BenchPython &python : report.pythons)
        pythons.append(written(python));
    for (const BenchFunction &function : report.functions)
        functions.append(written(function));
    for (const std::string &note : report.notes)
        notes.append(qt(note));
    const QJsonObject all{{QStringLiteral("kept_version"), keptVersion},
                          {QStringLiteral("script"), qt(report.script)},
                          {QStringLiteral("expression"), qt(report.expression)},
                          {QStringLiteral("pythons"), pythons},
                          {QStringLiteral("functions"), functions},
                          {QStringLiteral("rows_of_device"), report.rowsOfDevice},
                          {QStringLiteral("notes"), notes},
                          {QStringLiteral("is_script_good"), report.isScriptGood},
                          {QStringLiteral("is_complete"), report.isComplete}};
    return QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
}

Result<BenchReport> keptReport(const std::string &text) {
    const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    if (all[QLatin1String("kept_version")].toInt() != keptVersion)
        return Error{"What was measured is kept in a form that this version does not know."};
    BenchReport report;
    report.script = textOf(all, "script");
    report.expression = textOf(all, "expression");
    const QJsonArray pythons = all[QLatin1String("pythons")].toArray();
    for (const QJsonValue &each : pythons)
        report.pythons.push_back(pythonOf(each));
    const Error broken{"What was measured is kept with parts that do not fit together."};
    if (pythons.isEmpty() || pythons.size() > mostPythons) return broken;
    for (const QJsonValue &each : all[QLatin1String("functions")].toArray()) {
        auto function = functionOf(each, report.pythons.size());
        if (!function) return broken;
        report.functions.push_back(*std::move(function));
    }
    report.rowsOfDevice = std::max(0, all[QLatin1String("rows_of_device")].toInt());
    for (const QJsonValue &note : all[QLatin1String("notes")].toArray())
        report.notes.push_back(note.toString().toStdString());
    report.isScriptGood = all[QLatin1String("is_script_good")].toBool();
    report.isComplete = all[QLatin1String("is_complete")].toBool();
    compareLines(report);
    return report;
}

} // namespace benchmarks
} // namespace jitscope
