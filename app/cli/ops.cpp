// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope ops`: where the run's time went, grouped by operator, scope, line or kernel.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/optimes.h"

namespace jitscope {

namespace {

std::string asCsv(const std::vector<TimeRow> &rows, const std::string &by) {
    std::string text = by + ",count,total_us,mean_us,median_us,min_us,max_us,share\r\n";
    for (const TimeRow &row : rows)
        text += csvField(row.key) + format(",%lld,%.3f,%.3f,%.3f,%.3f,%.3f,%.6f\r\n", static_cast<long long>(row.count),
                                           double(row.totalNs) / 1e3, row.meanNs / 1e3, row.medianNs / 1e3,
                                           double(row.minNs) / 1e3, double(row.maxNs) / 1e3, row.share);
    return text;
}

std::string asJson(const std::vector<TimeRow> &rows, const std::string &by) {
    JsonWriter json;
    json.beginArray();
    for (const TimeRow &row : rows) {
        json.beginObject().member(by, row.key).member("count", row.count);
        json.member("total_us", double(row.totalNs) / 1e3).member("mean_us", row.meanNs / 1e3);
        json.member("median_us", row.medianNs / 1e3);
        json.member("min_us", double(row.minNs) / 1e3).member("max_us", double(row.maxNs) / 1e3);
        json.member("share", row.share).endObject();
    }
    return json.endArray().text();
}

std::string asText(const std::vector<TimeRow> &rows, const std::string &by) {
    std::string text =
        format("%-44s %8s %12s %12s %12s %12s %7s\n", by.c_str(), "count", "total", "mean", "min", "max", "share");
    for (const TimeRow &row : rows)
        text += format("%-44s %8lld %12s %12s %12s %12s %6.1f%%\n", row.key.c_str(), static_cast<long long>(row.count),
                       humanTime(row.totalNs).c_str(), humanTime(int64_t(row.meanNs)).c_str(),
                       humanTime(row.minNs).c_str(), humanTime(row.maxNs).c_str(), row.share * 100);
    return text;
}

int showOps(const Session &session, const Arguments &arguments) {
    const std::string by = arguments.value("--by", "op");
    const auto rows = summarize(opTimes(session, *opGroupingNamed(by)));
    if (arguments.has("--json"))
        print(asJson(rows, by));
    else if (arguments.has("--csv"))
        print(asCsv(rows, by));
    else if (rows.empty())
        print("No operators were recorded.\n");
    else
        print(asText(rows, by));
    return exitGood;
}

} // namespace

Subcommand opsCommand() {
    return {
        .name = "ops",
        .operands = "SOURCE",
        .summary = "sum the operators' times: count, total, mean, min, max, share",
        .options = sourceOptions({{"--by", "GROUP", "what to group by", {"op", "scope", "line", "kernel"}},
                                  {"--json", "", "as JSON", {}},
                                  {"--csv", "", "as CSV (RFC 4180)", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showOps(session, arguments); });
            },
    };
}

} // namespace jitscope
