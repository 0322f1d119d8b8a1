// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope variant`: a function compiled anew with other decisions, beside how the program compiled it.
#include "app/cli/command.h"
#include "app/cli/decisionarguments.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/session/session.h"
#include "engine/variants/decisionoptions.h"
#include "engine/variants/varianttext.h"

#include <cmath>
#include <cstdlib>
#include <functional>

namespace jitscope {
inline namespace cli {

namespace {

constexpr double usualSeconds = 1;

using Remarks = std::function<std::vector<std::string>(size_t decision)>;

void appendVariant(JsonWriter &json, const Variant &variant, const Compilation &compilation, const Remarks &remarks) {
    json.beginObject().member("jit_level", variant.spec.level == JitLevel::O1 ? "O1" : "O0");
    json.key("decisions").beginArray();
    const std::vector<OptionText> options = optionsOf({variant.spec.level, variant.spec.decisions}, compilation);
    for (size_t i = 0; i < variant.spec.decisions.size(); ++i) {
        json.beginObject()
            .member("decision", toString(variant.spec.decisions[i], compilation.captured))
            .member("option", options[i].first)
            .member("value", options[i].second)
            .member("uses", i < variant.decisionUses.size() ? variant.decisionUses[i] : 0)
            .member("reason", i < variant.decisionReasons.size() ? variant.decisionReasons[i] : std::string())
            .key("remarks")
            .beginArray();
        for (const std::string &remark : remarks(i))
            json.value(remark);
        json.endArray().endObject();
    }
    json.endArray().member("operators", variant.operators).member("kernels", variant.kernels);
    json.member("members", variant.members);
    json.member("kernels_from_cache", kernelsFromCache(variant.record));
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

void showJson(const VariantFindings &found) {
    const Module &captured = found.base.compilation.captured;
    JsonWriter json;
    json.beginObject().member("function", found.base.compilation.function).member("key", found.base.compilation.key);
    json.member("inputs", toString(found.base.call.inputs));
    appendVariant(json.key("as_compiled"), found.asCompiled, found.base.compilation, {});
    appendVariant(json.key("variant"), found.changed, found.base.compilation,
                  [&](size_t decision) { return remarksOn(found, decision); });
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
                .member("decision", toString(share.step, captured))
                .member("ns", share.ns)
                .member("noise_ns", share.noiseNs)
                .member("within_noise", share.isWithinNoise())
                .member("launches", share.launches)
                .member("bytes", share.bytes)
                .endObject();
    print(json.endArray().endObject().text() + "\n");
}

/** Other commands call it --graph. */
const char *nameOf(const Arguments &arguments) {
    return arguments.has("--graph") ? "--graph" : "--function";
}

int showVariant(const Session &session, const Arguments &arguments, double seconds) {
    const auto compilation = findCompilation(session, arguments.value(nameOf(arguments)));
    if (!compilation) return fail(exitUsage, compilation.error().message);
    const auto read = readDecisions(**compilation, arguments);
    if (!read) return fail(exitUsage, read.error().message);
    const auto base = variantBase(session, **compilation);
    if (!base) return fail(exitUnreadable, base.error().message);
    VariantFindings found = findingsOf(*base, read->spec, seconds, [] { return true; });
    found.readings = read->readings;
    arguments.has("--json") ? showJson(found) : print(toText(found));
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

/** The decisions' own, between those of the command. */
std::vector<OptionDef> variantOptions() {
    std::vector<OptionDef> options = decisionOptionDefs();
    const std::vector<OptionDef> names = {
        {"--function", "F", "which function: its name or its graph's index (default: the first)", {}},
        {"--graph", "G", "the same as --function", {}}};
    options.insert(options.begin(), names.begin(), names.end());
    options.push_back({"--seconds", "S", "how long to time (1); 0: not at all", {}});
    options.push_back({"--json", "", "as JSON", {}});
    return options;
}

} // namespace

Subcommand variantCommand() {
    return {
        .name = "variant",
        .operands = "SOURCE",
        .summary = "compile a function anew with other decisions and compare",
        .details =
            "NODE is a name as jitscope ir prints it (CNode_12) or a number as messages have it (%12), of any stage;\n"
            "several are joined by +. PASS and PLACE name runs of passes: cse every one, opt_a.cse those of a stage,\n"
            "opt_a.r1.cse of its first cycle, opt_a.r1.cse#2 the second of that name. The variant runs with what the\n"
            "first call was given, where values were recorded, in turn with the function as the program compiled it.\n"
            "Where several things were decided, the difference is shared out over them. Exit code 1: it gives\n"
            "something else than eager, or does not compile.",
        .options = sourceOptions(variantOptions()),
        .run = runVariant,
    };
}

} // namespace cli
} // namespace jitscope
