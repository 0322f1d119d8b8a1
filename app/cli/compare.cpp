// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope compare`: two traces, or two ranks of one, side by side.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/analysis/advice/advice.h"
#include "engine/analysis/comparison/runcomparison.h"
#include "engine/analysis/comparison/tracecomparison.h"
#include "engine/analysis/ranks/rankwaits.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace jitscope {
inline namespace cli {

namespace {

constexpr size_t presetLimit = 30;

/** The device that stands on a side: of --rank-a or --rank-b, else the one of that place. */
Result<DeviceKey> deviceOf(const Session &session, const std::string &path, const std::string &rank, size_t place) {
    const std::vector<DeviceKey> devices = LaneIndex(session.trace).devices();
    if (devices.empty()) return Error{path + ": no lanes of a device in it"};
    if (rank.empty() && place >= devices.size())
        return Error{path + ": only " + nameOf(devices.front()) +
                     " has lanes of a device; comparing needs two ranks that have, or a second source"};
    if (rank.empty()) return devices[place];
    std::vector<std::string> names;
    for (const DeviceKey &device : devices) {
        if (device.rank == std::atoi(rank.c_str())) return device;
        names.push_back(std::to_string(device.rank));
    }
    return Error{path + ": no rank " + rank + " in it; it has: " + join(names, ", ")};
}

std::string groupsText(const char *title, const std::vector<GroupDifference> &groups, size_t limit) {
    std::string text = std::string(title) + "\n";
    for (const GroupDifference &group : groups) {
        if (limit-- == 0) break;
        const std::string sign = group.deltaNs() < 0 ? "-" : "+";
        text += format("  %12s  %s%s: %lld tasks %s, %lld tasks %s\n",
                       (sign + humanTime(std::abs(group.deltaNs()))).c_str(), group.isSignificant ? "* " : "  ",
                       group.key.empty() ? "(outside of steps)" : group.key.c_str(), (long long)group.countA,
                       humanTime(group.totalA).c_str(), (long long)group.countB, humanTime(group.totalB).c_str());
    }
    return text;
}

std::string asText(const TraceComparison &comparison, const TraceSide &a, const TraceSide &b, size_t limit) {
    std::string text = "A: " + nameOf(a.device) + ", B: " + nameOf(b.device) + "\n" + sentence(comparison) + "\n";
    size_t shown = 0;
    for (const TraceDifference &each : comparison.differences) {
        if (shown++ == limit) break;
        const Trace &trace = each.a.valid() ? a.session->trace : b.session->trace;
        const std::string sign = each.deltaNs < 0 ? "-" : "+";
        text += format("  %12s  %-8s", (sign + humanTime(std::abs(each.deltaNs))).c_str(),
                       std::string(toString(each.kind)).c_str()) +
                std::string(trace.nameOf(each.a.valid() ? each.a : each.b)) + " (" + std::string(toString(each.by)) +
                ", " + std::string(toString(each.certainty)) + ")\n";
    }
    text += groupsText("By type (* = significant)", comparison.types, limit);
    text += groupsText("By step", comparison.steps, limit);
    return comparison.collectives.empty() ? text : text + groupsText("By collective", comparison.collectives, limit);
}

void addGroups(JsonWriter &json, const char *key, const std::vector<GroupDifference> &groups) {
    json.key(key).beginArray();
    for (const GroupDifference &group : groups)
        json.beginObject()
            .member("name", group.key)
            .member("count_a", group.countA)
            .member("count_b", group.countB)
            .member("total_a_ns", group.totalA)
            .member("total_b_ns", group.totalB)
            .member("missing", group.missing)
            .member("new", group.added)
            .member("p", group.probability)
            .member("significant", group.isSignificant)
            .endObject();
    json.endArray();
}

std::string asJson(const TraceComparison &comparison, const TraceSide &a, const TraceSide &b) {
    JsonWriter json;
    json.beginObject().member("a", nameOf(a.device)).member("b", nameOf(b.device));
    json.member("tasks_a", comparison.tasksA).member("tasks_b", comparison.tasksB);
    json.member("matched", comparison.matched).key("differences").beginArray();
    for (const TraceDifference &each : comparison.differences) {
        const Trace &trace = each.a.valid() ? a.session->trace : b.session->trace;
        json.beginObject()
            .member("kind", toString(each.kind))
            .member("name", trace.nameOf(each.a.valid() ? each.a : each.b))
            .member("delta_ns", each.deltaNs)
            .member("matched_by", toString(each.by))
            .member("certainty", toString(each.certainty))
            .endObject();
    }
    json.endArray();
    addGroups(json, "types", comparison.types);
    addGroups(json, "steps", comparison.steps);
    addGroups(json, "collectives", comparison.collectives);
    return json.endObject().text();
}

/** Which rank of the first source makes the others wait. */
std::string waitsText(const Session &session) {
    const RankWaits waits = rankWaits(session.trace, RankGroups(session));
    if (waits.shared == 0) return {};
    std::string text;
    for (const RankWait &wait : waits.ranks)
        text += format("  rank %d came last to %lld of %lld collectives and made others wait %s; it waited %s%s\n",
                       wait.rank, (long long)wait.last, (long long)wait.collectives, humanTime(wait.causedNs).c_str(),
                       humanTime(wait.waitedNs).c_str(), wait.rank == waits.slowRank ? "  <- slow" : "");
    const Phrase lacks = whyNoSlowRank(waits);
    return "Ranks\n" +
           (lacks.empty() ? text : "  which rank makes others wait is not known: " + sentence(lacks) + "\n");
}

/** A recording of operators without a device's timeline. */
bool isPlainRun(const Session &session) {
    return !session.ops.empty() && LaneIndex(session.trace).devices().empty();
}

std::string asText(const RunComparison &comparison, size_t limit) {
    std::string text = sentence(comparison) + "\n";
    text += format("%12s  %-32s %9s %9s %12s %12s  %s\n", "difference", "operator", "count A", "count B", "time A",
                   "time B", "verdict on the difference");
    for (const RunDifference &row : comparison.rows) {
        if (limit-- == 0) break;
        const std::string sign = row.deltaNs() < 0 ? "-" : "+";
        text += format("%12s  %-32s %9lld %9lld %12s %12s  %s\n", (sign + humanTime(std::abs(row.deltaNs()))).c_str(),
                       row.key.c_str(), (long long)row.countA, (long long)row.countB, humanTime(row.totalA).c_str(),
                       humanTime(row.totalB).c_str(), verdictText(row).c_str());
    }
    return text;
}

std::string asJson(const RunComparison &comparison) {
    JsonWriter json;
    json.beginObject().key("operators").beginArray();
    for (const RunDifference &row : comparison.rows)
        json.beginObject()
            .member("name", row.key)
            .member("count_a", row.countA)
            .member("count_b", row.countB)
            .member("total_a_ns", row.totalA)
            .member("total_b_ns", row.totalB)
            .member("delta_ns", row.deltaNs())
            .member("noise_ns", row.noiseNs > 0 ? row.noiseNs : std::nan("")) // null: not known
            .member("verdict", verdictText(row))
            .endObject();
    return json.endArray().member("sentence", sentence(comparison)).endObject().text();
}

/** A difference is another count of an operator; times always differ. */
int compareOperators(const Session &a, const Session &b, const Arguments &arguments) {
    const RunComparison comparison = compareRuns(a, b, OpGrouping::Op);
    const int given = std::atoi(arguments.value("--limit", "0").c_str());
    print(arguments.has("--json") ? asJson(comparison) : asText(comparison, given > 0 ? size_t(given) : presetLimit));
    const bool isSame =
        std::ranges::all_of(comparison.rows, [](const RunDifference &row) { return row.countA == row.countB; });
    return isSame ? int(exitGood) : int(exitFinding);
}

int compareSources(const Arguments &arguments) {
    return withSource(arguments, [&](const Session &first) {
        std::optional<Session> second;
        if (arguments.positional.size() > 1) {
            auto source = loadSource(arguments.positional[1], runOptions(arguments));
            if (!source) return fail(exitUnreadable, source.error().message);
            second = std::move(source->session);
        }
        const Session &other = second ? *second : first;
        if (second && isPlainRun(first) && isPlainRun(other)) return compareOperators(first, other, arguments);
        const auto a = deviceOf(first, arguments.positional[0], arguments.value("--rank-a"), 0);
        if (!a) return fail(exitUsage, a.error().message);
        const auto b = deviceOf(other, arguments.positional.back(), arguments.value("--rank-b"), second ? 0 : 1);
        if (!b) return fail(exitUsage, b.error().message);
        const TraceSide sideA{&first, *a}, sideB{&other, *b};
        const TraceComparison comparison = compareTraces(sideA, sideB);
        const int given = std::atoi(arguments.value("--limit", "0").c_str());
        if (arguments.has("--json"))
            print(asJson(comparison, sideA, sideB));
        else
            print(asText(comparison, sideA, sideB, given > 0 ? size_t(given) : presetLimit) + waitsText(first));
        return comparison.differences.empty() ? int(exitGood) : int(exitFinding);
    });
}

} // namespace

Subcommand compareCommand() {
    return {
        .name = "compare",
        .operands = "A [B]",
        .summary = "compare the device tasks of two traces, or of two ranks of one",
        .details =
            "Tasks are matched by what they are: operator or node, full name, type and shapes in order. Without B, "
            "the first two ranks of A. Two runs without a device are compared by operator: count and time of each,\n"
            "and whether the sums differ by more than the calls scatter; fewer than five calls on a side give no "
            "verdict.",
        .operandCount = 1,
        .mostOperands = 2,
        .options = sourceOptions({{"--rank-a", "N", "the rank on side A; the first if not given", {}, 0},
                                  {"--rank-b", "N", "the rank on side B", {}, 0},
                                  {"--limit", "N", "of lines a list; 30 if not given", {}, 1},
                                  {"--json", "", "as JSON, whole", {}}}),
        .run = compareSources,
    };
}

} // namespace cli
} // namespace jitscope
