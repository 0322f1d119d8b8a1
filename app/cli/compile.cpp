// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope compile`: where compile time went, stage by stage.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/compilereport.h"

namespace jitscope {

namespace {

std::string asText(const Compilation &compilation) {
    const int64_t total = compileTotalNs(compilation);
    std::string text = format("%s (%s, %s): %s\n  compiled because: %s\n", compilation.function.c_str(),
                              compilation.captureMode.c_str(), compilation.jitLevel.c_str(), humanTime(total).c_str(),
                              compilation.reason.c_str());
    for (const CompilePart &row : compileParts(compilation))
        text += format("%*s%-*s %12s %6.1f%%\n", 2 + 2 * row.depth, "", 54 - 2 * row.depth, row.stage.name.c_str(),
                       humanTime(row.stage.durationNs).c_str(),
                       total > 0 ? 100.0 * double(row.stage.durationNs) / double(total) : 0.0);
    return text + "\n";
}

std::string asJson(const Session &session) {
    JsonWriter json;
    json.beginArray();
    for (const Compilation &each : session.compilations) {
        json.beginObject().member("index", each.index).member("graph", each.function);
        json.member("reason", each.reason).member("total_us", double(compileTotalNs(each)) / 1e3);
        json.key("stages").beginArray();
        for (const CompilePart &row : compileParts(each))
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
        print(arguments.has("--profile") ? totalTimeText(each) : asText(each));
    return exitGood;
}

} // namespace

Subcommand compileCommand() {
    return {
        .name = "compile",
        .operands = "SOURCE",
        .summary = "show where compile time went, stage by stage",
        .options = sourceOptions(
            {{"--json", "", "as JSON", {}}, {"--profile", "", "in the form of MindSpore's COMPILE_PROFILE", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showCompile(session, arguments); });
            },
    };
}

} // namespace jitscope
