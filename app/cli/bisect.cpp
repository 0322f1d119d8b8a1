// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope bisect`: the first pass, and in it the first node, whose values leave those of the eager function.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/text.h"
#include "engine/run/valuedifference.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

namespace jitscope {
inline namespace cli {

namespace {

/** What was checked, in the order of the calls; of one function, or of all for "". */
QJsonArray findingsOf(const Session &session, const QString &function) {
    QJsonArray findings;
    for (const auto &[key, text] : session.info) {
        if (!key.starts_with("bisect ")) continue;
        const QJsonObject finding = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
        const QString name = finding["function"].toString();
        if (function.isEmpty() || name == function || name.endsWith("." + function)) findings.append(finding);
    }
    return findings;
}

/** The findings to stdout; whether any of them is a difference. */
int showFindings(const QJsonArray &findings, const Arguments &arguments) {
    bool differs = false;
    for (const QJsonValue &finding : findings)
        differs = differs || finding["differs"].toBool();
    if (arguments.has("--json")) {
        print(QJsonDocument(findings).toJson().toStdString());
        return differs ? exitFinding : exitGood;
    }
    if (findings.isEmpty())
        print("No graph was called. Decorate the function with @jit, or name it with --jit to run it as a graph.\n");
    for (const QJsonValue &finding : findings)
        print((finding["differs"].toBool() ? "DIFFERS  " : "same     ") + finding["message"].toString().toStdString() +
              "\n");
    return differs ? exitFinding : exitGood;
}

/** A name that no compiled function has is a mistake, not a function without a difference. */
std::string whyNotChecked(const Session &session, const std::string &function) {
    std::set<std::string> names;
    for (const Compilation &each : session.compilations)
        names.insert(each.function);
    if (names.empty()) return {};
    return "no compiled function is called '" + function + "'; there are " + join({names.begin(), names.end()}, ", ");
}

int runBisect(const Arguments &arguments) {
    const std::string &path = arguments.positional.front();
    if (!std::filesystem::exists(path)) return fail(exitUnreadable, path + ": no such file");
    if (!path.ends_with(".py") || std::filesystem::is_directory(path))
        return fail(exitUsage, path + ": bisect runs a script (.py): values are computed anew for each pass");
    RunOptions options = runOptions(arguments);
    options.bisectTolerance = usualTolerance;
    if (arguments.has("--tolerance")) {
        char *end = nullptr;
        const std::string text = arguments.value("--tolerance");
        options.bisectTolerance = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end || !(options.bisectTolerance > 0) || !std::isfinite(options.bisectTolerance))
            return fail(exitUsage, "--tolerance takes a number above 0, but got '" + text + "'");
    }
    loadAllPlugins(arguments);
    const Source source = runScript(path, options, ScriptOutput::ToStderr);
    const std::string function = arguments.value("--function");
    const QJsonArray findings = findingsOf(source.session, QString::fromStdString(function));
    if (!function.empty() && findings.isEmpty() && source.outcome.exitCode == 0)
        if (const std::string why = whyNotChecked(source.session, function); !why.empty()) return fail(exitUsage, why);
    const int found = showFindings(findings, arguments);
    return source.outcome.exitCode ? source.outcome.exitCode : found;
}

} // namespace

Subcommand bisectCommand() {
    return {
        .name = "bisect",
        .operands = "SCRIPT.py",
        .summary = "find the first pass and node whose values leave the eager ones",
        .details =
            "Runs the script; at the first call of each compiled graph the function runs eagerly, then the captured\n"
            "graph, the graph after each pass, and the compiled kernels, all on the same values, random numbers and\n"
            "weights. The script's output goes to stderr. Exit code 1: some graph differs.",
        .options = sourceOptions(
            {{"--function", "F", "only the graphs of this function", {}},
             {"--tolerance", "T", "how far values may differ, of a tensor's largest (0.0001), besides rounding", {}},
             {"--json", "", "as JSON", {}}}),
        .run = runBisect,
    };
}

} // namespace cli
} // namespace jitscope
