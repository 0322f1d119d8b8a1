// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope compile`: where compile time went, stage by stage.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/text.h"

#include <algorithm>

namespace jitscope {

namespace {

/** One stage with how deep it lies in others: a stage that another contains in time is shown below it. */
struct Row {
    StageTime stage;
    int depth = 0;
};

std::vector<Row> nested(const Compilation &compilation) {
    std::vector<StageTime> stages = compilation.stages;
    for (const PassRecord &pass : compilation.passes)
        stages.push_back({"pass " + pass.name, pass.startNs, pass.timeNs});
    std::stable_sort(stages.begin(), stages.end(), [](const StageTime &a, const StageTime &b) {
        return a.startNs != b.startNs ? a.startNs < b.startNs : a.durationNs > b.durationNs;
    });
    std::vector<Row> rows;
    std::vector<int64_t> ends;
    for (const StageTime &stage : stages) {
        while (!ends.empty() && stage.startNs >= ends.back())
            ends.pop_back();
        rows.push_back({stage, int(ends.size())});
        ends.push_back(stage.startNs + stage.durationNs);
    }
    return rows;
}

int64_t totalOf(const std::vector<Row> &rows) {
    int64_t total = 0;
    for (const Row &row : rows)
        if (row.depth == 0) total += row.stage.durationNs;
    return total;
}

std::string asText(const Compilation &compilation) {
    const auto rows = nested(compilation);
    const int64_t total = totalOf(rows);
    std::string text = format("%s (%s, %s): %s\n  compiled because: %s\n", compilation.function.c_str(),
                              compilation.captureMode.c_str(), compilation.jitLevel.c_str(), humanTime(total).c_str(),
                              compilation.reason.c_str());
    for (const Row &row : rows)
        text += format("%*s%-*s %12s %6.1f%%\n", 2 + 2 * row.depth, "", 44 - 2 * row.depth, row.stage.name.c_str(),
                       humanTime(row.stage.durationNs).c_str(),
                       total > 0 ? 100.0 * double(row.stage.durationNs) / double(total) : 0.0);
    return text + "\n";
}

std::string asJson(const Session &session) {
    JsonWriter json;
    json.beginArray();
    for (const Compilation &each : session.compilations) {
        const auto rows = nested(each);
        json.beginObject().member("index", each.index).member("graph", each.function);
        json.member("reason", each.reason).member("total_us", double(totalOf(rows)) / 1e3);
        json.key("stages").beginArray();
        for (const Row &row : rows)
            json.beginObject()
                .member("name", row.stage.name)
                .member("depth", row.depth)
                .member("start_ns", row.stage.startNs)
                .member("time_us", double(row.stage.durationNs) / 1e3)
                .endObject();
        json.endArray().endObject();
    }
    return json.endArray().text();
}

int showCompile(const Session &session, const Arguments &arguments) {
    if (arguments.has("--json")) {
        print(asJson(session));
        return exitGood;
    }
    if (session.compilations.empty()) print("Nothing was compiled.\n");
    for (const Compilation &each : session.compilations)
        print(asText(each));
    return exitGood;
}

} // namespace

Subcommand compileCommand() {
    return {
        .name = "compile",
        .operands = "SOURCE",
        .summary = "show where compile time went, stage by stage",
        .options = sourceOptions({{"--json", "", "as JSON", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showCompile(session, arguments); });
            },
    };
}

} // namespace jitscope
