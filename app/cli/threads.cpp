// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope threads`: what each thread of the run did with its time.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/analysis/operators/optable.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace cli {

namespace {

constexpr const char *noThreads =
    "Threads were not recorded: the session is older than that, comes from elsewhere, or was too short.";

double shareOf(double partNs, const ThreadTimes &times) {
    return times.spanNs > 0 ? partNs / times.spanNs : 0;
}

std::string partText(double partNs, const ThreadTimes &times) {
    return format("%10s %5.1f %%", humanTime(int64_t(partNs)).c_str(), 100 * shareOf(partNs, times));
}

std::string asText(const std::vector<ThreadTimes> &rows, const std::vector<OpRow> &called) {
    std::string text = format("%-24s  %18s  %18s  %18s  %10s  %9s  %10s\n", "thread", "on a core", "ready", "waiting",
                              "lived", "operators", "their time");
    for (const ThreadTimes &row : rows) {
        const auto ops = std::ranges::find(called, row.text, &OpRow::key);
        const bool hasOps = ops != called.end();
        text += format("%-24s  %18s  %18s  %18s  %10s  %9lld  %10s\n", row.text.c_str(),
                       partText(row.runNs, row).c_str(), partText(row.readyNs, row).c_str(),
                       partText(row.waitNs, row).c_str(), humanTime(int64_t(row.spanNs)).c_str(),
                       (long long)(hasOps ? ops->count : 0), humanTime(hasOps ? ops->selfNs : 0).c_str());
    }
    return text;
}

std::string asJson(const std::vector<ThreadTimes> &rows, const std::vector<OpRow> &called) {
    JsonWriter json;
    json.beginArray();
    for (const ThreadTimes &row : rows) {
        const auto ops = std::ranges::find(called, row.text, &OpRow::key);
        const bool hasOps = ops != called.end();
        json.beginObject().member("thread", row.text).member("run_us", row.runNs / 1e3);
        json.member("ready_us", row.readyNs / 1e3).member("wait_us", row.waitNs / 1e3);
        json.member("lived_us", row.spanNs / 1e3).member("operators", hasOps ? ops->count : int64_t(0));
        json.member("operators_us", hasOps ? double(ops->selfNs) / 1e3 : 0.0).endObject();
    }
    json.endArray();
    return json.text() + "\n";
}

std::string asCsv(const std::vector<ThreadTimes> &rows, const std::vector<OpRow> &called) {
    std::string text = "thread,run_us,ready_us,wait_us,lived_us,operators,operators_us\r\n";
    for (const ThreadTimes &row : rows) {
        const auto ops = std::ranges::find(called, row.text, &OpRow::key);
        const bool hasOps = ops != called.end();
        text += csvField(row.text) + format(",%.3f,%.3f,%.3f,%.3f,%lld,%.3f\r\n", row.runNs / 1e3, row.readyNs / 1e3,
                                            row.waitNs / 1e3, row.spanNs / 1e3, (long long)(hasOps ? ops->count : 0),
                                            hasOps ? double(ops->selfNs) / 1e3 : 0.0);
    }
    return text;
}

int showThreads(const Session &session, const Arguments &arguments) {
    const std::vector<ThreadTimes> rows = threadTimes(session);
    if (rows.empty()) return fail(exitUnreadable, noThreads);
    const std::vector<OpRow> called = opTable(session, OpGrouping::Thread);
    if (arguments.has("--json"))
        print(asJson(rows, called));
    else if (arguments.has("--csv"))
        printCsv(asCsv(rows, called));
    else
        print(asText(rows, called));
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
            "was taken; waiting is what is left: for a lock, data, another thread, or for work. What lived for less\n"
            "than a tenth of a second may be missing. \"program\" is the thread that runs the script; workers have a\n"
            "part in operators that they did not call, and are on a core, too, while they look for work before they\n"
            "sleep. The times of operators are by the clock.",
        .options = sourceOptions({{"--json", "", "as JSON", {}}, {"--csv", "", "as CSV (RFC 4180)", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showThreads(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
