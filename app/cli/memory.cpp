// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope memory`: what memory the run's tensors held at a moment and who holds it, against another moment, and what
// grows from step to step. What saves memory is in memorysavings.cpp.
#include "app/cli/command.h"
#include "app/cli/memorysavings.h"
#include "app/cli/source.h"
#include "engine/analysis/memory/memorydifference.h"
#include "engine/analysis/memory/memorygrowth.h"
#include "engine/base/sizes.h"
#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace jitscope {
inline namespace cli {

namespace {

constexpr const char *notRecorded = "Memory was not recorded: the session is older than that, or comes from elsewhere.";

/** A run with what is asked of it all the time. */
struct RunMemory {
    const Session &session;
    MemoryUse use;
    OpColumns columns;
    int64_t originNs() const { return memoryOriginNs(session, use); }
};

long long asLong(int64_t number) {
    return static_cast<long long>(number);
}

/** "1.5ms" in nanoseconds; nothing for what is no time. */
std::optional<int64_t> durationOf(std::string_view text) {
    constexpr std::pair<std::string_view, double> units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    double number = 0;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || !std::isfinite(number) || std::abs(number) > 1e9) return std::nullopt;
    for (const auto &[unit, ns] : units)
        if (unit == std::string_view(rest, size_t(text.data() + text.size() - rest)))
            return int64_t(std::llround(number * ns));
    return std::nullopt;
}

/** "peak", "begin", "end", "#12" (when that operator begins) or a time since the begin: "1.5ms". */
Result<int64_t> momentOf(const RunMemory &run, const std::string &text) {
    if (text == "peak") return run.use.peak.timeNs;
    if (text == "begin") return run.use.beginNs();
    if (text == "end") return run.use.endNs();
    if (text.starts_with('#')) {
        const auto op = run.session.op(std::atoll(text.c_str() + 1));
        if (!op) return Error{"there is no operator " + text};
        return op->startNs;
    }
    if (const auto since = durationOf(text)) {
        const int64_t time = run.originNs() + *since;
        if (time >= run.originNs() && time <= run.use.endNs()) return time;
        return Error{"the recording has no moment " + text + ": it ends at " +
                     humanTime(run.use.endNs() - run.originNs())};
    }
    return Error{"'" + text + "' is no moment: peak, begin, end, #OPERATOR or a time since the begin such as 1.5ms"};
}

OpGrouping groupingOf(const std::string &by) {
    return by == "operator" ? OpGrouping::Op : opGroupingNamed(by).value_or(OpGrouping::Line);
}

double microseconds(const RunMemory &run, int64_t timeNs) {
    return double(timeNs - run.originNs()) / 1e3;
}

std::string madeBy(const HeldMemory &held) {
    if (held.op < 0) return fromOutside;
    return format("#%lld %s", asLong(held.op), held.opName.c_str());
}

void addNumber(JsonWriter &json, const char *name, std::optional<double> value) {
    json.key(name);
    if (value)
        json.value(*value);
    else
        json.null();
}

void addLife(JsonWriter &json, const RunMemory &run, const MemoryLife &life) {
    const HeldMemory held = heldMemory(run.session, run.columns, life);
    json.beginObject().member("tensor", held.tensor).member("name", held.name).member("type", held.type);
    json.member("bytes", held.bytes);
    json.key("op");
    if (held.op < 0)
        json.null();
    else
        json.value(held.op);
    json.member("operator", held.opName).member("scope", held.scope).member("line", held.line);
    json.member("begin_us", microseconds(run, held.beginNs));
    addNumber(json, "end_us",
              held.endNs == MemoryLife::stillHeld ? std::nullopt : std::optional(microseconds(run, held.endNs)));
    json.endObject();
}

/** The moment that is shown, in words. */
std::string momentText(const RunMemory &run, int64_t timeNs) {
    std::string text = humanTime(timeNs - run.originNs()) + ": " + memorySize(run.use.bytesAt(timeNs)) + " held";
    if (timeNs == run.use.peak.timeNs) text += ", the peak of the run";
    return text;
}

std::string limitText(const RunMemory &run) {
    if (!run.use.unknownFrom) return {};
    return "The recording was full: from " + humanTime(*run.use.unknownFrom - run.originNs()) +
           " on memory is not known.\n";
}

void showHeld(const RunMemory &run, int64_t timeNs, const Arguments &arguments) {
    const std::vector<uint32_t> places = run.use.heldAt(timeNs);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject().member("at_us", microseconds(run, timeNs)).member("bytes", run.use.bytesAt(timeNs));
        json.member("peak_us", microseconds(run, run.use.peak.timeNs));
        json.member("peak_bytes", int64_t(run.use.peak.value));
        addNumber(json, "unknown_from_us",
                  run.use.unknownFrom ? std::optional(microseconds(run, *run.use.unknownFrom)) : std::nullopt);
        json.key("held").beginArray();
        for (const uint32_t place : places)
            addLife(json, run, run.use.lives[place]);
        print(json.endArray().endObject().text());
        return;
    }
    const bool isCsv = arguments.has("--csv");
    std::string text =
        isCsv ? "bytes,tensor,name,type,op,operator,scope,line,begin_us,end_us\r\n"
              : limitText(run) + momentText(run, timeNs) + "\n" +
                    format("%10s %8s  %-18s %-28s %-24s %s\n", "bytes", "tensor", "type", "made by", "line", "scope");
    for (const uint32_t place : places) {
        const HeldMemory held = heldMemory(run.session, run.columns, run.use.lives[place]);
        const std::string end =
            held.endNs == MemoryLife::stillHeld ? "" : format("%.3f", microseconds(run, held.endNs));
        if (isCsv)
            text += format("%lld,%lld,", asLong(held.bytes), asLong(held.tensor)) + csvField(held.name) + "," +
                    csvField(held.type) + (held.op < 0 ? "," : format(",%lld", asLong(held.op))) + "," +
                    csvField(held.opName) + "," + csvField(held.scope) + "," + csvField(held.line) +
                    format(",%.3f,", microseconds(run, held.beginNs)) + end + "\r\n";
        else
            text += format("%10s %8lld  %-18s %-28s %-24s %s\n", memorySize(held.bytes).c_str(), asLong(held.tensor),
                           held.type.c_str(), madeBy(held).c_str(), held.line.c_str(),
                           (held.name.empty() ? held.scope : held.name).c_str());
    }
    isCsv ? printCsv(text) : print(text);
}

void showSums(const RunMemory &run, int64_t timeNs, const Arguments &arguments) {
    const std::string by = arguments.value("--by");
    const auto rows = memorySums(run.columns, run.use, run.use.heldAt(timeNs), groupingOf(by));
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginArray();
        for (const MemorySum &row : rows)
            json.beginObject()
                .member(by, row.key)
                .member("bytes", row.bytes)
                .member("count", row.count)
                .member("share", row.share)
                .endObject();
        print(json.endArray().text());
        return;
    }
    const bool isCsv = arguments.has("--csv");
    std::string text = isCsv ? by + ",bytes,count,share\r\n"
                             : limitText(run) + momentText(run, timeNs) + "\n" +
                                   format("%-44s %10s %8s %7s\n", by.c_str(), "bytes", "count", "share");
    for (const MemorySum &row : rows)
        text += isCsv
                    ? csvField(row.key) + format(",%lld,%lld,%.6f\r\n", asLong(row.bytes), asLong(row.count), row.share)
                    : format("%-44s %10s %8lld %6.1f%%\n", row.key.c_str(), memorySize(row.bytes).c_str(),
                             asLong(row.count), 100 * row.share);
    isCsv ? printCsv(text) : print(text);
}

/** "+4 kB", "-1.2 MB". */
std::string signedBytes(int64_t bytes) {
    return (bytes < 0 ? "-" : bytes > 0 ? "+" : "") + memorySize(std::llabs(bytes));
}

void showDifference(const RunMemory &run, int64_t fromNs, int64_t toNs, const Arguments &arguments) {
    const std::string by = arguments.value("--by", "line");
    const MemoryDifference difference = memoryDifference(run.columns, run.use, fromNs, toNs, groupingOf(by));
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginObject().member("from_us", microseconds(run, fromNs)).member("to_us", microseconds(run, toNs));
        json.member("bytes_from", difference.bytesBefore).member("bytes_to", difference.bytesAfter);
        json.key("rows").beginArray();
        for (const MemoryDifferenceRow &row : difference.rows)
            json.beginObject()
                .member(by, row.key)
                .member("bytes_from", row.bytesBefore)
                .member("bytes_to", row.bytesAfter)
                .member("count_from", row.countBefore)
                .member("count_to", row.countAfter)
                .endObject();
        json.endArray();
        const std::pair<const char *, const std::vector<uint32_t> &> lists[] = {{"came", difference.came},
                                                                                {"gone", difference.gone}};
        for (const auto &[name, places] : lists) {
            json.key(name).beginArray();
            for (const uint32_t place : places)
                addLife(json, run, run.use.lives[place]);
            json.endArray();
        }
        print(json.endObject().text());
        return;
    }
    const bool isCsv = arguments.has("--csv");
    std::string text =
        isCsv ? by + ",bytes_from,bytes_to,count_from,count_to\r\n"
              : limitText(run) + "from " + momentText(run, fromNs) + "\nto " + momentText(run, toNs) +
                    format("\nmemories that came: %zu, went: %zu, stayed: %zu\n", difference.came.size(),
                           difference.gone.size(), difference.stayed.size()) +
                    format("%-44s %10s %10s %10s %8s %8s\n", by.c_str(), "from", "to", "change", "count", "then");
    for (const MemoryDifferenceRow &row : difference.rows)
        text +=
            isCsv ? csvField(row.key) + format(",%lld,%lld,%lld,%lld\r\n", asLong(row.bytesBefore),
                                               asLong(row.bytesAfter), asLong(row.countBefore), asLong(row.countAfter))
                  : format("%-44s %10s %10s %10s %8lld %8lld\n", row.key.c_str(), memorySize(row.bytesBefore).c_str(),
                           memorySize(row.bytesAfter).c_str(), signedBytes(row.delta()).c_str(),
                           asLong(row.countBefore), asLong(row.countAfter));
    isCsv ? printCsv(text) : print(text);
}

/** "4 steps", "6 calls of f at train.py:20", "6 rounds that begin at train.py:12". */
std::string roundsText(const Repetition &rounds) {
    const std::string count = std::to_string(rounds.ends.size());
    if (rounds.kind == RoundKind::Step) return count + " steps";
    if (rounds.kind == RoundKind::Calls) return count + " calls of " + rounds.function + " at " + rounds.line;
    return count + " rounds that begin at " + rounds.line;
}

const char *nameOf(RoundKind kind) {
    switch (kind) {
    case RoundKind::None:
        return "none";
    case RoundKind::Step:
        return "step";
    case RoundKind::Calls:
        return "calls";
    case RoundKind::Line:
        return "line";
    }
    return "";
}

/** Where a memory was made, or of what no operator made, who took it first. */
std::string placeText(const MemoryGrowth &growth) {
    if (!growth.opName.empty() || growth.firstUse.empty()) return growth.line;
    return "used at " + growth.firstUse;
}

std::string growthText(const MemoryGrowthReport &report) {
    if (!report.isKnown())
        return format("Growth is not known: it shows from three steps that end with an optimizer on (the run has %zu), "
                      "or from four rounds of a loop (it has none with so many).\n",
                      report.rounds.steps);
    if (report.growing.empty()) return "Nothing grows over the " + roundsText(report.rounds) + ".\n";
    std::string text = "Over the " + roundsText(report.rounds) + " (kept: at the end, without what the last made):\n" +
                       format("%10s %10s %10s %10s %10s %-14s %-18s %-20s %-24s %s\n", "growth", "a round", "first",
                              "last", "kept", "from rounds", "type", "operator", "line", "scope");
    for (const MemoryGrowth &each : report.growing)
        text += format("%10s %10s %10s %10s %10s %-14s %-18s %-20s %-24s %s\n", signedBytes(each.growth()).c_str(),
                       signedBytes(std::llround(each.growthPerRound())).c_str(),
                       memorySize(each.bytesAtEnds.front()).c_str(), memorySize(each.bytesAtEnds.back()).c_str(),
                       memorySize(each.keptBytes).c_str(),
                       format("%zu of %zu", each.keptRounds, each.bytesAtEnds.size()).c_str(), each.type.c_str(),
                       each.opName.empty() ? fromOutside : each.opName.c_str(), placeText(each).c_str(),
                       (each.name.empty() ? each.scope : each.name).c_str());
    const bool hasOutside = std::ranges::any_of(report.growing, [](const auto &each) { return each.opName.empty(); });
    if (hasOutside)
        text += "(from outside): made of NumPy arrays or numbers; where is not recorded, only who first used it.\n";
    return text;
}

std::string growthJson(const RunMemory &run, const MemoryGrowthReport &report) {
    JsonWriter json;
    const Repetition &rounds = report.rounds;
    json.beginObject().member("steps", int64_t(rounds.steps)).member("is_known", report.isKnown());
    json.member("rounds", int64_t(report.isKnown() ? rounds.ends.size() : 0)).member("rounds_are", nameOf(rounds.kind));
    json.member("function", rounds.function).member("rounds_begin_at", rounds.line).key("growing").beginArray();
    for (const MemoryGrowth &each : report.growing) {
        json.beginObject().member("operator", each.opName).member("scope", each.scope).member("line", each.line);
        json.member("type", each.type).member("name", each.name).member("first_used_at", each.firstUse);
        json.member("kept_bytes", each.keptBytes)
            .member("kept_rounds", int64_t(each.keptRounds))
            .key("bytes_at_ends")
            .beginArray();
        for (const int64_t bytes : each.bytesAtEnds)
            json.value(bytes);
        json.endArray().member("bytes_per_round", each.growthPerRound()).key("latest");
        addLife(json, run, run.use.lives[each.latest]);
        json.endObject();
    }
    return json.endArray().endObject().text();
}

std::string growthCsv(const MemoryGrowthReport &report) {
    std::string text = "growth,first,last,type,operator,line,scope,name,per_round,kept,kept_rounds,first_used_at\r\n";
    for (const MemoryGrowth &each : report.growing)
        text += format("%lld,%lld,%lld,", asLong(each.growth()), asLong(each.bytesAtEnds.front()),
                       asLong(each.bytesAtEnds.back())) +
                csvField(each.type) + "," + csvField(each.opName) + "," + csvField(each.line) + "," +
                csvField(each.scope) + "," + csvField(each.name) +
                format(",%.1f,%lld,%zu,", each.growthPerRound(), asLong(each.keptBytes), each.keptRounds) +
                csvField(each.firstUse) + "\r\n";
    return text;
}

int showGrowth(const RunMemory &run, const Arguments &arguments) {
    const MemoryGrowthReport report = memoryGrowth(run.session, run.columns, run.use);
    if (arguments.has("--json"))
        print(growthJson(run, report));
    else if (arguments.has("--csv"))
        printCsv(growthCsv(report));
    else
        print(limitText(run) + growthText(report));
    return report.growing.empty() ? exitGood : exitFinding;
}

int showMemory(const Session &session, const Arguments &arguments) {
    if (arguments.has("--plan")) return showMemoryPlans(session, arguments);
    const RunMemory run{session, memoryUse(session), opColumns(session)};
    if (!run.use.isRecorded) return fail(exitUnreadable, notRecorded);
    if (arguments.has("--growth")) return showGrowth(run, arguments);
    if (arguments.has("--recompute")) return showRecomputation(session, run.columns, run.use, arguments);
    const auto at = momentOf(run, arguments.value("--at", "peak"));
    if (!at) return fail(exitUsage, at.error().message);
    if (arguments.has("--from")) {
        const auto from = momentOf(run, arguments.value("--from"));
        if (!from) return fail(exitUsage, from.error().message);
        showDifference(run, *from, *at, arguments);
    } else if (arguments.has("--by")) {
        showSums(run, *at, arguments);
    } else {
        showHeld(run, *at, arguments);
    }
    return exitGood;
}

} // namespace

Subcommand memoryCommand() {
    return {
        .name = "memory",
        .operands = "SOURCE",
        .summary = "show what memory the run's tensors held at a moment, and who made it",
        .details =
            "A moment is peak, begin, end, #OPERATOR (when it begins) or a time since the begin: 1.5ms. Memory is "
            "what\n"
            "tensors of operators stand in, from the operator that makes it until the program lets go of it. What\n"
            "came from outside counts from when an operator first meets it. What kernels need while they run, arrays\n"
            "of numpy and freed blocks that wait to be used again are not in it. While a graph is recorded, none of\n"
            "its kernels takes over the memory of an input. --growth lists what is held more and more from step to\n"
            "step, or without an optimizer from round to round of the outer loop, and exits with 1 when there is "
            "some.\n"
            "--plan needs no recorded memory: it asks how the values of\n"
            "each compiled graph are laid out, for the kernels of this machine. --recompute lists what lies idle from\n"
            "the forward to the backward pass at the peak and takes few operations to compute again, with an estimate\n"
            "of what that would save and cost.",
        .options =
            sourceOptions({{"--at", "MOMENT", "the moment; the peak if not given", {}},
                           {"--from", "MOMENT", "what changed from there to --at", {}},
                           {"--by",
                            "GROUP",
                            "sum by what made the memory",
                            {"line", "scope", "operator", "type", "cell", "phase", "step"}},
                           {"--growth", "", "what grows over the steps of a training, or the rounds of a loop", {}},
                           {"--plan", "", "what compiled graphs reuse and take over by their plan", {}},
                           {"--graph", "G", "with --plan: which graph, its index or function", {}},
                           {"--recompute", "", "what computing activations again would save", {}},
                           {"--json", "", "as JSON", {}},
                           {"--csv", "", "as CSV (RFC 4180)", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showMemory(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
