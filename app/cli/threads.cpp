// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope threads`: what each thread of the run did with its time.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/threadrows.h"
#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace cli {

namespace {

constexpr const char *noThreads =
    "Threads were not recorded: the session is older than that, comes from elsewhere, or was too short.";

std::string partText(double partNs, const ThreadRow &row) {
    if (!row.isTimed()) return "-";
    const double share = row.times.spanNs > 0 ? partNs / row.times.spanNs : 0;
    return format("%10s %5.1f %%", humanTime(int64_t(partNs)).c_str(), 100 * share);
}

std::string asText(const std::vector<ThreadRow> &rows) {
    std::string text = format("%-24s  %18s  %18s  %18s  %10s  %9s  %10s\n", "thread", "on a core", "ready", "waiting",
                              "lived", "operators", "their time");
    for (const ThreadRow &row : rows) {
        const ThreadTimes &times = row.times;
        text +=
            format("%-24s  %18s  %18s  %18s  %10s  %9lld  %10s\n", times.text.c_str(),
                   partText(times.runNs, row).c_str(), partText(times.readyNs, row).c_str(),
                   partText(times.waitNs, row).c_str(), row.isTimed() ? humanTime(int64_t(times.spanNs)).c_str() : "-",
                   (long long)row.operators, humanTime(row.operatorNs).c_str());
    }
    return text;
}

/** The figures of a row by their names in files; a thread that was never seen has no times. */
std::vector<std::pair<const char *, double>> figuresOf(const ThreadRow &row) {
    const auto timed = [&](double ns) { return row.isTimed() ? ns / 1e3 : std::numeric_limits<double>::quiet_NaN(); };
    return {{"run_us", timed(row.times.runNs)},
            {"ready_us", timed(row.times.readyNs)},
            {"wait_us", timed(row.times.waitNs)},
            {"lived_us", timed(row.times.spanNs)},
            {"operators_us", double(row.operatorNs) / 1e3}};
}

std::string asJson(const std::vector<ThreadRow> &rows) {
    JsonWriter json;
    json.beginArray();
    for (const ThreadRow &row : rows) {
        json.beginObject().member("thread", row.times.text).member("operators", row.operators);
        for (const auto &[name, figure] : figuresOf(row))
            json.member(name, figure); // NaN is null
        json.endObject();
    }
    return json.endArray().text() + "\n";
}

std::string asCsv(const std::vector<ThreadRow> &rows) {
    std::string text = "thread,operators,run_us,ready_us,wait_us,lived_us,operators_us\r\n";
    for (const ThreadRow &row : rows) {
        text += csvField(row.times.text) + format(",%lld", (long long)row.operators);
        for (const auto &[name, figure] : figuresOf(row))
            text += std::isnan(figure) ? "," : format(",%.3f", figure);
        text += "\r\n";
    }
    return text;
}

int showThreads(const Session &session, const Arguments &arguments) {
    if (session.threadSpans.empty()) return fail(exitUnreadable, noThreads);
    const OpColumns columns = opColumns(session);
    const std::vector<ThreadRow> rows = threadRows(session, columns, placesOf(columns, {}));
    if (arguments.has("--json"))
        print(asJson(rows));
    else if (arguments.has("--csv"))
        printCsv(asCsv(rows));
    else
        print(asText(rows));
    return exitGood;
}

} // namespace

Subcommand threadsCommand() {
    return {
        .name = "threads",
        .operands = "SOURCE",
        .summary = "show what each thread of the run did with its time: on a core, ready, waiting",
        .details =
            "The system is asked ten times a second. Ready is time in which a thread could have run, but every core\n"
            "was taken; waiting is what is left: for a lock, data, another thread, or for work. Threads that are\n"
            "none of Python's and lived for less than a tenth of a second may be missing. \"program\" is the thread\n"
            "that runs the script; workers have a part in operators that they did not call, and are on a core, too,\n"
            "while they look for work before they sleep. The times of operators are by the clock.",
        .options = sourceOptions({{"--json", "", "as JSON", {}}, {"--csv", "", "as CSV (RFC 4180)", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showThreads(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
