// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope trace`: what a timeline holds.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "app/cli/tracecauses.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace cli {

namespace {

int64_t samplesOf(const Trace &trace) {
    int64_t samples = 0;
    for (const Counter &counter : trace.counters())
        samples += int64_t(counter.samples.size());
    return samples;
}

std::string asJson(const Session &session) {
    const Trace &trace = session.trace;
    const auto info = [&](const char *key) {
        const auto found = session.info.find(key);
        return found == session.info.end() ? std::string() : found->second;
    };
    std::vector<int64_t> slices(trace.tracks().size(), 0);
    for (int64_t i = 0; i < trace.sliceCount(); ++i)
        ++slices[size_t(trace.trackOf(SliceId{i}).value)];

    JsonWriter json;
    json.beginObject();
    json.member("producer", info("producer"));
    // One that does not say which rank it is counts as well.
    json.key("ranks").beginArray();
    for (const ProfilePtr &profile : session.profiles)
        profile->rank >= 0 ? json.value(profile->rank) : json.null();
    json.endArray();
    json.key("lanes").beginArray();
    for (const Track &track : trace.tracks())
        json.beginObject()
            .member("process", track.process)
            .member("name", track.name)
            .member("simulated", track.simulated)
            .member("slices", slices[size_t(track.id.value)])
            .endObject();
    json.endArray();
    json.member("slices", trace.sliceCount());
    json.member("flows", int64_t(trace.flows().size()));
    json.member("counters", int64_t(trace.counters().size()));
    json.member("samples", samplesOf(trace));
    json.key("tables").beginArray();
    for (const ProfilePtr &profile : session.profiles)
        for (const DataTable &table : profile->tables)
            json.beginObject()
                .member("rank", profile->rank)
                .member("name", table.name())
                .member("rows", table.rowCount())
                .endObject();
    json.endArray();
    json.member("begin_ns", trace.beginNs()).member("end_ns", trace.endNs());
    json.key("diagnostics").beginArray();
    for (const Problem &problem : session.problems)
        json.beginObject().member("kind", problem.kind).member("message", problem.message).endObject();
    for (const Diagnostic &each : session.diagnostics)
        json.beginObject()
            .member("kind", toString(each.kind))
            .member("file", each.file)
            .member("place", each.place)
            .member("message", each.message)
            .member("count", each.count)
            .endObject();
    return json.endArray().endObject().text();
}

/** For a source without a single slice. */
std::string whatIsThereBesides(const Session &session) {
    std::string text;
    for (const ProfilePtr &profile : session.profiles)
        for (const DataTable &table : profile->tables)
            text += format("  %s%s: %lld rows\n", profile->label.empty() ? "" : (profile->label + ", ").c_str(),
                           table.name().c_str(), (long long)table.rowCount());
    if (!text.empty()) return "The timeline is empty, but there are tables:\n" + text;
    return "The timeline is empty: nothing was recorded.\n";
}

int showTrace(const Session &session, const Arguments &arguments) {
    if (const std::string fault = rankFault(session, arguments); !fault.empty()) return fail(exitUsage, fault);
    if (arguments.has("--idle")) return showIdle(session, arguments);
    if (arguments.has("--advice")) return showAdvice(session, arguments);
    if (arguments.has("--nodes")) return showNodes(session, arguments);
    if (arguments.has("--json"))
        print(asJson(session));
    else if (session.trace.sliceCount() == 0)
        print(whatIsThereBesides(session));
    else
        print(printTrace(withOpArguments(session)));
    return exitGood;
}

} // namespace

Subcommand traceCommand() {
    return {
        .name = "trace",
        .operands = "SOURCE",
        .summary = "show what a timeline holds",
        .details = "As JSON, `slices`, `flows`, `counters` and `samples` (of all counters) are counts. Lanes of the "
                   "simulated device are marked.",
        .options =
            [] {
                std::vector<OptionDef> options = causeOptions();
                options.push_back({"--json", "", "as JSON", {}});
                return sourceOptions(std::move(options));
            }(),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showTrace(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
