// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope variant`: a function compiled anew with other decisions, beside how the program compiled it.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/session/session.h"
#include "engine/variants/deltasplit.h"
#include "engine/variants/namedecision.h"
#include "engine/variants/pairedtimes.h"

#include <cmath>
#include <cstdlib>

namespace jitscope {
inline namespace cli {

namespace {

constexpr double usualSeconds = 1;

/** What the options say, as decisions about `compilation`. */
Result<std::vector<Decision>> decisionsOf(const Compilation &compilation, const Arguments &arguments) {
    std::vector<Decision> decisions;
    for (const std::string &pass : arguments.values("--without")) {
        const auto isIt = [&](const PassDef &known) { return known.name == pass; };
        const std::vector<PassDef> all = pipeline();
        if (std::ranges::none_of(all, isIt)) return Error{"no pass '" + pass + "': jitscope passes SOURCE lists them"};
        decisions.push_back({Decision::Kind::SwitchOff, pass, {}});
    }
    for (const std::string &text : arguments.values("--refuse")) {
        auto decision = refusalNamed(compilation, text);
        if (!decision) return decision.error();
        decisions.push_back(*std::move(decision));
    }
    for (const auto &[option, kind] :
         {std::pair{"--keep-out", Decision::Kind::KeepOut}, {"--fuse", Decision::Kind::Fuse}})
        for (const std::string &text : arguments.values(option)) {
            auto nodes = nodesNamed(compilation, text);
            if (!nodes) return nodes.error();
            decisions.push_back({kind, {}, *std::move(nodes)});
        }
    return decisions;
}

Result<VariantSpec> specOf(const Compilation &compilation, const Arguments &arguments) {
    auto decisions = decisionsOf(compilation, arguments);
    if (!decisions) return decisions.error();
    const std::string level = arguments.value("--compile-at", compilation.jitLevel);
    return VariantSpec{level == "O1" ? JitLevel::O1 : JitLevel::O0, *std::move(decisions)};
}

/** Both variants with what was measured of them. */
struct Findings {
    const VariantBase &base;
    Variant asCompiled, changed;
    std::optional<PairedTimes> times;
    std::optional<DeltaSplit> split;
    std::string splitError = {};
};

std::string microseconds(double ns) {
    return format("%.1f us", ns / 1000);
}

/** A row of the table: a name, and a text for each of the two. */
struct Row {
    std::string name, before, after;
};

std::vector<Row> rowsOf(const Findings &found) {
    const Variant &a = found.asCompiled, &b = found.changed;
    const auto count = [](const Variant &variant, int value) {
        return variant.executable ? std::to_string(value) : std::string("?");
    };
    const auto bytes = [](const Variant &variant, double value) {
        return variant.executable ? humanBytes(int64_t(value)) : std::string("?");
    };
    const auto number = [](const Variant &variant, double value) {
        return variant.executable ? format("%.3g", value) : std::string("?");
    };
    std::vector<Row> rows = {
        {"nodes", std::to_string(a.nodes), std::to_string(b.nodes)},
        {"kernels", std::to_string(a.kernels), std::to_string(b.kernels)},
        {"launches", count(a, a.launches), count(b, b.launches)},
        {"compile time", microseconds(double(a.compileNs)), microseconds(double(b.compileNs))},
        {"bytes moved", bytes(a, a.bytes), bytes(b, b.bytes)},
        {"peak memory", bytes(a, double(a.peakBytes)), bytes(b, double(b.peakBytes))},
        {"largest absolute difference", number(a, a.check.maxAbsolute), number(b, b.check.maxAbsolute)},
        {"largest relative difference", number(a, a.check.maxRelative), number(b, b.check.maxRelative)},
        {"largest difference in ULP", a.check.maxUlps ? number(a, *a.check.maxUlps) : "-",
         b.check.maxUlps ? number(b, *b.check.maxUlps) : "-"},
        {"against eager", std::string(toString(a.check.verdict)), std::string(toString(b.check.verdict))},
    };
    if (found.times) {
        const auto time = [](double median, double spread) {
            return microseconds(median) + " +- " + microseconds(spread);
        };
        rows.insert(rows.begin() + 4, {"run time", time(found.times->medianA, found.times->spreadA),
                                       time(found.times->medianB, found.times->spreadB)});
    }
    return rows;
}

void showText(const Findings &found) {
    const Compilation &compilation = found.base.compilation;
    std::string text = compilation.function + " (" + compilation.key +
                       ")\ninputs: " + toString(found.base.call.inputs) + "\n\n" +
                       format("%-28s %-22s %s\n", "", "as compiled", "variant");
    for (const Row &row : rowsOf(found))
        text += format("%-28s %-22s %s\n", row.name.c_str(), row.before.c_str(), row.after.c_str());
    text += "\n";
    if (found.times) text += "run time: " + toString(*found.times) + format(", %d pairs\n", found.times->pairs);
    text += "variant: " + found.changed.check.text + "\n";
    const std::vector<Decision> &decisions = found.changed.spec.decisions;
    for (size_t i = 0; i < decisions.size(); ++i) {
        const int uses = i < found.changed.decisionUses.size() ? found.changed.decisionUses[i] : 0;
        text += "decision: " + toString(decisions[i], compilation.captured);
        text += uses > 0 ? format(" (took effect %d times)\n", uses) : " (no pass came across it)\n";
    }
    if (found.split) {
        text += format("total: %+.1f us\n", found.split->totalNs / 1000);
        for (const DecisionShare &share : found.split->shares)
            text += format("  %+.1f us, %+d launches, %+.0f bytes: ", share.ns / 1000, share.launches, share.bytes) +
                    toString(share.decision, compilation.captured) + "\n";
    }
    if (!found.splitError.empty()) text += "not split over the decisions: " + found.splitError + "\n";
    print(text);
}

void appendVariant(JsonWriter &json, const Variant &variant, const Module &captured) {
    json.beginObject().member("jit_level", variant.spec.level == JitLevel::O1 ? "O1" : "O0");
    json.key("decisions").beginArray();
    for (size_t i = 0; i < variant.spec.decisions.size(); ++i)
        json.beginObject()
            .member("decision", toString(variant.spec.decisions[i], captured))
            .member("uses", i < variant.decisionUses.size() ? variant.decisionUses[i] : 0)
            .endObject();
    json.endArray().member("nodes", variant.nodes).member("kernels", variant.kernels);
    json.member("compile_ns", variant.compileNs).member("verdict", std::string(toString(variant.check.verdict)));
    json.member("message", variant.check.text).member("error", variant.error);
    if (variant.executable) {
        json.member("launches", variant.launches).member("flops", variant.flops).member("bytes", variant.bytes);
        json.member("peak_bytes", variant.peakBytes).member("max_absolute", variant.check.maxAbsolute);
        json.member("max_relative", variant.check.maxRelative).key("max_ulps");
        if (variant.check.maxUlps)
            json.value(*variant.check.maxUlps);
        else
            json.null();
    }
    json.endObject();
}

void showJson(const Findings &found) {
    const Module &captured = found.base.compilation.captured;
    JsonWriter json;
    json.beginObject().member("function", found.base.compilation.function).member("key", found.base.compilation.key);
    json.member("inputs", toString(found.base.call.inputs));
    appendVariant(json.key("as_compiled"), found.asCompiled, captured);
    appendVariant(json.key("variant"), found.changed, captured);
    json.key("times");
    if (found.times) {
        const PairedTimes &times = *found.times;
        json.beginObject()
            .member("pairs", times.pairs)
            .member("before_ns", times.medianA)
            .member("after_ns", times.medianB);
        json.member("before_spread_ns", times.spreadA).member("after_spread_ns", times.spreadB);
        json.member("ratio", times.ratio).member("low", times.low).member("high", times.high);
        json.member("probability", times.probability).member("noise", times.noise);
        json.member("different", times.isDifferent).member("message", toString(times)).endObject();
    } else {
        json.null();
    }
    json.key("shares").beginArray();
    if (found.split)
        for (const DecisionShare &share : found.split->shares)
            json.beginObject()
                .member("decision", toString(share.decision, captured))
                .member("ns", share.ns)
                .member("launches", share.launches)
                .member("bytes", share.bytes)
                .endObject();
    print(json.endArray().endObject().text() + "\n");
}

int showVariant(const Session &session, const Arguments &arguments, double seconds) {
    const auto compilation = findCompilation(session, arguments.value("--function"));
    if (!compilation) return fail(exitUsage, compilation.error().message);
    const auto spec = specOf(**compilation, arguments);
    if (!spec) return fail(exitUsage, spec.error().message);
    const auto base = variantBase(session, **compilation);
    if (!base) return fail(exitUnreadable, base.error().message);
    const VariantSpec plain{jitLevelOf(**compilation), {}};
    Findings found{*base, makeVariant(*base, plain), makeVariant(*base, *spec), {}, {}};
    const auto always = [] { return true; };
    const bool canRun = found.asCompiled.executable && found.changed.executable && found.changed.error.empty();
    if (seconds > 0 && canRun)
        found.times =
            compareTimes(timeInTurn(callsOf(*found.asCompiled.executable, base->call.arguments),
                                    callsOf(*found.changed.executable, base->call.arguments), seconds, always));
    if (seconds > 0 && canRun && spec->decisions.size() > 1) {
        auto split = splitDelta(*base, *spec, seconds, always);
        if (split)
            found.split = *std::move(split);
        else
            found.splitError = split.error().message;
    }
    arguments.has("--json") ? showJson(found) : showText(found);
    const VariantVerdict verdict = found.changed.check.verdict;
    return verdict == VariantVerdict::Differs || verdict == VariantVerdict::Broken ? exitFinding : exitGood;
}

int runVariant(const Arguments &arguments) {
    double seconds = usualSeconds;
    if (arguments.has("--seconds")) {
        char *end = nullptr;
        const std::string text = arguments.value("--seconds");
        seconds = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end || !(seconds >= 0) || !std::isfinite(seconds))
            return fail(exitUsage, "--seconds takes a number from 0 (no timing) on, but got '" + text + "'");
    }
    // The function is run again with what its first call was given.
    Arguments recording = arguments;
    if (!recording.has("--record")) recording.options["--record"] = {"values"};
    return withSource(recording, [&](const Session &session) { return showVariant(session, arguments, seconds); });
}

} // namespace

Subcommand variantCommand() {
    return {
        .name = "variant",
        .operands = "SOURCE",
        .summary = "compile a function anew with other decisions and compare",
        .details =
            "NODE is a name as jitscope ir prints it (CNode_12) or a number as messages have it (%12), of any stage;\n"
            "several are joined by +. The variant runs with what the first call was given, where values were\n"
            "recorded, in turn with the function as the program compiled it. Exit code 1: it gives something else\n"
            "than eager, or does not compile.",
        .options = sourceOptions(
            {{"--function", "F", "which function: its name or its graph's index (default: the first)", {}},
             {"--without", "PASS", "switch this pass off; may be repeated", {}},
             {"--refuse", "RULE@NODE", "refuse this rule there; @NODE refuses every rule", {}},
             {"--keep-out", "NODE", "keep these nodes out of fused kernels", {}},
             {"--fuse", "NODE+NODE", "make these one kernel where that is legal, whatever the cost model says", {}},
             {"--compile-at", "L", "the level of the variant (default: that of the program)", {"O0", "O1"}},
             {"--seconds", "S", "how long to time (1); 0: not at all", {}},
             {"--json", "", "as JSON", {}}}),
        .run = runVariant,
    };
}

} // namespace cli
} // namespace jitscope
