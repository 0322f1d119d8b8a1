// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tracecauses.h"

#include "app/cli/command.h"
#include "engine/analysis/advice/advice.h"
#include "engine/analysis/links/nodematch.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace jitscope {
inline namespace cli {

namespace {

constexpr size_t presetLimit = 20;

/** The devices that were asked for: all, or those of --rank. */
std::vector<DeviceKey> devicesOf(const Session &session, const Arguments &arguments) {
    std::vector<DeviceKey> devices = LaneIndex(session.trace).devices();
    if (arguments.has("--rank"))
        std::erase_if(devices, [rank = std::atoi(arguments.value("--rank").c_str())](const DeviceKey &key) {
            return key.rank != rank;
        });
    return devices;
}

size_t limitOf(const Arguments &arguments) {
    const int given = std::atoi(arguments.value("--limit", "0").c_str());
    return given > 0 ? size_t(given) : presetLimit;
}

std::string percent(int64_t part, int64_t whole) {
    return format("%.1f %%", whole > 0 ? 100 * double(part) / double(whole) : 0.0);
}

/** "12.3 ms a collective waits (45.6 %)", or that this is not known. */
std::string waitText(const IdleTime &idle) {
    const int64_t whole = idle.extent.length();
    if (idle.lacksCollectives)
        return "whether collectives wait is not known: the profiler counted communication, but no lane shows it";
    if (idle.collectiveNs == 0) return "no collective runs";
    const auto waits = idle.waits();
    if (!waits)
        return "whether a collective waits is not known for " + humanTime(idle.unknownNs) + " (" +
               percent(idle.unknownNs, whole) + "): neither its tasks nor a table of communication are there";
    std::string text = std::string(idle.isWaitAtLeast() ? "at least " : "") + humanTime(*waits) +
                       " a collective waits (" + percent(*waits, whole) + ")";
    if (idle.tableNs > 0) text += ", " + humanTime(idle.tableNs) + " of it by the profiler's table of communication";
    if (idle.unknownNs > 0) text += "; of " + humanTime(idle.unknownNs) + " more it is not known";
    return text;
}

std::string gapText(const Session &session, const IdleGap &gap, const IdleCause &cause) {
    const int64_t begin = gap.span.beginNs - session.trace.beginNs();
    std::string text = format("%12s at %.6f ms  %s: ", humanTime(gap.length()).c_str(), double(begin) / 1e6,
                              wordsOf(cause.kind).title) +
                       sentence(cause) + " (" + std::string(toString(cause.certainty)) + ")\n";
    if (!cause.python.empty()) text += "               in " + cause.python + "\n";
    for (const IdleEvidence &evidence : cause.evidence)
        text += std::string("               ") + evidence.what + ": " +
                std::string(session.trace.nameOf(evidence.slice)) + "\n";
    return text;
}

void addGap(JsonWriter &json, const Session &session, const IdleGap &gap, const IdleCause &cause) {
    json.beginObject()
        .member("begin_ns", gap.span.beginNs)
        .member("duration_ns", gap.length())
        .member("cause", wordsOf(cause.kind).id)
        .member("certainty", toString(cause.certainty))
        .member("share", cause.share)
        .member("name", cause.name)
        .member("python", cause.python)
        .member("sentence", sentence(cause));
    json.key("evidence").beginArray();
    for (const IdleEvidence &evidence : cause.evidence)
        json.beginObject()
            .member("what", evidence.what)
            .member("slice", session.trace.nameOf(evidence.slice))
            .endObject();
    json.endArray().endObject();
}

int showNoDevice() {
    print("There is no device in this timeline: idle time needs lanes of streams or of communication.\n");
    return exitGood;
}

} // namespace

std::string rankFault(const Session &session, const Arguments &arguments) {
    if (!arguments.has("--rank")) return {};
    std::set<int> ranks;
    for (const DeviceKey &device : LaneIndex(session.trace).devices())
        ranks.insert(device.rank);
    for (const ProfilePtr &profile : session.profiles)
        ranks.insert(profile->rank);
    ranks.erase(-1);
    const std::string &path = arguments.positional.front(), rank = arguments.value("--rank");
    if (ranks.empty()) return path + ": no rank " + rank + " in it; it names no rank";
    if (!ranks.contains(std::atoi(rank.c_str()))) {
        std::vector<std::string> names;
        for (const int each : ranks)
            names.push_back(std::to_string(each));
        return path + ": no rank " + rank + " in it; it has: " + join(names, ", ");
    }
    if (arguments.has("--idle") || arguments.has("--advice") || arguments.has("--nodes")) return {};
    return "trace: --rank goes with --idle, --advice or --nodes";
}

std::vector<OptionDef> causeOptions() {
    return {{"--idle", "", "the longest gaps in which the device had nothing to do, and why", {}},
            {"--advice", "", "what could be done about the run, with its evidence", {}},
            {"--nodes", "", "which graph node each kernel is, for profiles opened with their dumps", {}},
            {"--rank", "N", "of this rank only (for --idle, --advice and --nodes)", {}, 0},
            {"--limit", "N", "of gaps; 20 if not given", {}, 1}};
}

int showIdle(const Session &session, const Arguments &arguments) {
    const std::vector<DeviceKey> devices = devicesOf(session, arguments);
    if (devices.empty()) return showNoDevice();
    JsonWriter json;
    json.beginArray();
    std::string text;
    for (const DeviceKey &device : devices) {
        IdleOptions options;
        options.limit = limitOf(arguments);
        const IdleReport report = idleReport(session, device, options);
        const IdleTime &idle = report.idle;
        text += nameOf(device) + ": of " + humanTime(idle.extent.length()) + ", " + humanTime(idle.freeNs) +
                " is free (" + percent(idle.freeNs, idle.extent.length()) + ") and " + waitText(idle) + "\n";
        json.beginObject().member("device", nameOf(device)).member("extent_ns", idle.extent.length());
        json.member("busy_ns", idle.busyNs).member("free_ns", idle.freeNs).key("wait_ns");
        const auto waits = idle.waits();
        (waits ? json.value(*waits) : json.null()).member("wait_is_at_least", idle.isWaitAtLeast());
        json.member("unknown_ns", idle.unknownNs);
        json.member("gap_count", idle.count).key("gaps").beginArray();
        for (size_t i = 0; i < report.causes.size(); ++i) {
            text += gapText(session, idle.longest[i], report.causes[i]);
            addGap(json, session, idle.longest[i], report.causes[i]);
        }
        json.endArray().endObject();
    }
    print(arguments.has("--json") ? json.endArray().text() : text);
    return exitGood;
}

int showAdvice(const Session &session, const Arguments &arguments) {
    const std::vector<DeviceKey> devices = devicesOf(session, arguments);
    if (devices.empty()) return showNoDevice();
    JsonWriter json;
    json.beginArray();
    std::string text;
    for (const DeviceKey &device : devices) {
        const Advice advice = idleReport(session, device).advice;
        text += nameOf(device) + format(": %zu findings, %zu checks found nothing, %zu could not be made\n",
                                        advice.findings.size(), advice.passed.size(), advice.unchecked.size());
        json.beginObject().member("device", nameOf(device)).key("findings").beginArray();
        for (const Finding &finding : advice.findings) {
            text += std::string("  ") + finding.rule->title + ": " + sentence(finding) + "\n      " +
                    finding.rule->advice +
                    format("\n      told from %g %s on (", finding.rule->threshold, finding.rule->unit) +
                    finding.rule->source + ")\n";
            json.beginObject()
                .member("rule", finding.rule->id)
                .member("sentence", sentence(finding))
                .member("value", finding.measured.value)
                .member("threshold", finding.rule->threshold)
                .member("gain_ns", finding.measured.gainNs)
                .member("rows", finding.measured.count()) // all of its table; evidence are the clearest slices
                .member("evidence", int64_t(finding.measured.slices.size()))
                .endObject();
        }
        json.endArray().key("not_known").beginArray();
        for (const Unchecked &each : advice.unchecked) {
            text += std::string("  not known: ") + each.rule->title + " (" + sentence(each) + ")\n";
            json.beginObject().member("rule", each.rule->id).member("lacks", sentence(each)).endObject();
        }
        json.endArray().endObject();
    }
    print(arguments.has("--json") ? json.endArray().text() : text);
    return exitGood;
}

int showNodes(const Session &session, const Arguments &arguments) {
    JsonWriter json;
    json.beginArray();
    std::string text;
    for (const ProfilePtr &profile : session.profiles) {
        const DataTable *kernels = profile->table("kernels");
        if (kernels == nullptr) continue;
        if (arguments.has("--rank") && profile->rank != std::atoi(arguments.value("--rank").c_str())) continue;
        std::string rows;
        std::map<Certainty, int64_t> counts;
        for (const KernelMatch &match : matchKernels(session, *kernels)) {
            ++counts[match.certainty];
            const std::string &name = kernels->text(match.row, kernels->column("name"));
            rows += "  " + std::string(toString(match.certainty)) + "  " + name + ": " + sentence(match.how) + "\n";
            json.beginObject()
                .member("kernel", name)
                .member("compilation", match.node.compilation)
                .member("node", match.node.node.value)
                .member("certainty", toString(match.certainty))
                .member("how", sentence(match.how))
                .endObject();
        }
        text += profile->label +
                format(": %lld certain, %lld likely, %lld possible, %lld without a node\n",
                       (long long)counts[Certainty::Certain], (long long)counts[Certainty::Likely],
                       (long long)counts[Certainty::Possible], (long long)counts[Certainty::None]) +
                rows;
    }
    print(arguments.has("--json") ? json.endArray().text() : text.empty() ? "There is no table of kernels.\n" : text);
    return exitGood;
}

} // namespace cli
} // namespace jitscope
