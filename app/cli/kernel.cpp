// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope kernel`: what a fused kernel is made of, from its members down to the assembly.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/ir/nodecounts.h"
#include "engine/codegen/kernelsamples.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/session/compilation.h"
#include "engine/session/nodefacts.h"
#include "engine/session/session.h"
#include "engine/variants/kernelinputs.h"

#include <optional>

namespace jitscope {
inline namespace cli {

namespace {

constexpr double secondsWanted = 1; ///< of measuring, for each kernel

struct FoundKernel {
    const Compilation *compilation = nullptr;
    const KernelRecord *record = nullptr;
    GraphPtr graph;
    KernelTexts texts;
    std::optional<KernelSamples> samples;
    std::string inputs; ///< what it was measured with
};

/** Of one compilation, or of all for null. */
Result<std::vector<FoundKernel>> kernelsOf(const Session &session, const Compilation *only, const std::string &name) {
    std::vector<FoundKernel> found;
    for (const Compilation &compilation : session.compilations)
        for (const KernelRecord &record : compilation.kernels) {
            const GraphPtr graph = compilation.final.find(record.graph);
            if (!graph || (only && only != &compilation) || (!name.empty() && record.name != name)) continue;
            auto texts = kernelTexts(*graph);
            if (!texts) return texts.error();
            found.push_back({&compilation, &record, graph, std::move(*texts), {}, {}});
        }
    if (found.empty() && !name.empty()) return Error{"no kernel is called " + name};
    return found;
}

/** Runs the kernel in a loop and samples its thread. */
Result<void> measure(const Session &session, FoundKernel &kernel, double seconds) {
    const auto inputs = loadInputs(kernelInputSources(session, *kernel.compilation, *kernel.record, *kernel.graph));
    if (!inputs) return inputs.error();
    auto samples = sampleKernel(*kernel.graph, inputs->tensors, {seconds, seconds});
    if (!samples) return samples.error();
    kernel.samples = std::move(*samples);
    kernel.inputs = toString(*inputs);
    return {};
}

std::string valuesText(const char *title, const std::vector<KernelValue> &values) {
    std::string text;
    for (size_t i = 0; i < values.size(); ++i) {
        text += format("%s %zu: %s %s, %lld bytes", title, i, values[i].name.c_str(), brief(values[i].type).c_str(),
                       static_cast<long long>(values[i].bytes));
        text += values[i].member > 0 ? format(", of [%d]\n", values[i].member) : "\n";
    }
    return text;
}

std::string factsText(const KernelCodeFacts &facts) {
    const KernelCoverage &coverage = facts.coverage;
    std::string text = "widest vector: " + (facts.widestVector.empty() ? "none" : facts.widestVector);
    text += facts.registerBits > 0 ? format(", in registers of %d bits\n", facts.registerBits) : "\n";
    text += format("registers spilled: %d stores, %d reloads\n", facts.spills.stores, facts.spills.reloads);
    text += format("instructions of the optimized LLVM IR: %lld, of no single member %lld, of members %lld, with a "
                   "source line %lld\n",
                   static_cast<long long>(coverage.instructions), static_cast<long long>(coverage.ofNone),
                   static_cast<long long>(coverage.ofMembers), static_cast<long long>(coverage.withSource));
    return text;
}

std::string costText(const FoundKernel &kernel) {
    const auto cost = kernelCost(*kernel.compilation, *kernel.record);
    if (!cost) return {};
    std::string text = format("one run: %.0f flops, %.0f bytes read and written", cost->flops, cost->bytes);
    return text + (cost->bytes > 0 ? format(", %.2f flops per byte\n", cost->flops / cost->bytes) : "\n");
}

/** Costs need not add up: what runs beside something slower costs nothing. */
std::string costsText(const FoundKernel &kernel) {
    const MemberCosts &costs = kernel.samples->costs;
    if (costs.members.empty())
        return "what its members cost: not known, nothing can stand in their place or it runs too long for that\n";
    std::string text = format("what a run takes less without a member, the kernels run in turn for %d rounds (noise "
                              "%.1f %%);\nwhere it joins two computed values, with an addition in its place:\n",
                              costs.rounds, 100 * costs.noise);
    for (size_t i = 0; i < costs.members.size(); ++i) {
        if (isPlumbing(*kernel.graph->nodes[i])) continue;
        const MemberCost &cost = costs.members[i];
        const std::string name = format("[%zu] %s", i + 1, kernel.graph->nodes[i]->op.c_str());
        if (!cost.isKnown())
            text += "   not known     " + name + ": " + cost.whyNot + "\n";
        else if (!costs.isFelt(cost))
            text += "   in the noise  " + name + "\n";
        else
            text += format("  %5.1f %% +- %-4.1f ", 100 * cost.share, 100 * cost.margin) + name + "\n";
    }
    return text;
}

std::string samplesText(const FoundKernel &kernel) {
    const KernelSamples &samples = *kernel.samples;
    std::string text = format("measured: %s, %s; %.0f ns of CPU time a run\n", howMeasured(samples).c_str(),
                              kernel.inputs.c_str(), samples.runNs());
    return text + costsText(kernel);
}

std::string asText(const FoundKernel &kernel) {
    std::string text = format("%s of %s\n", kernel.record->name.c_str(), kernel.compilation->function.c_str());
    text += valuesText("input", kernelInputs(*kernel.graph)) + valuesText("output", kernelOutputs(*kernel.graph));
    text += costText(kernel) + factsText(kernel.texts.facts);
    if (kernel.samples) text += samplesText(kernel);
    text += "\nloops\n" + kernel.texts.loops + "\nLLVM IR before its optimizer\n" + kernel.texts.unoptimizedIr;
    text += "\nLLVM IR\n" + kernel.texts.optimizedIr + "\nassembly\n" + kernel.texts.assembly;
    return text;
}

void appendMembers(JsonWriter &json, const Graph &graph) {
    json.key("members").beginArray();
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const Node &node = *graph.nodes[i];
        if (isPlumbing(node)) continue;
        json.beginObject().member("number", int64_t(i) + 1).member("op", node.op.text()).member("node", node.id.value);
        if (node.spans && !node.spans->empty())
            json.member("file", node.spans->front().file).member("line", node.spans->front().line);
        json.endObject();
    }
    json.endArray();
}

void appendLines(JsonWriter &json, const char *name, const std::string &text) {
    json.key(name).beginArray();
    for (const KernelLine &line : kernelLines(text))
        json.beginObject().member("member", line.member).member("code", line.code).endObject();
    json.endArray();
}

void appendValues(JsonWriter &json, const char *name, const std::vector<KernelValue> &values) {
    json.key(name).beginArray();
    for (const KernelValue &value : values)
        json.beginObject()
            .member("name", value.name)
            .member("type", brief(value.type))
            .member("bytes", value.bytes)
            .endObject();
    json.endArray();
}

void appendSamples(JsonWriter &json, const FoundKernel &kernel) {
    const KernelSamples &samples = *kernel.samples;
    json.key("measured").beginObject().member("how", howMeasured(samples) + ", " + kernel.inputs);
    json.member("runs", samples.runs).member("run_ns", samples.runNs()).member("samples", samples.inside());
    json.member("samples_elsewhere", samples.elsewhere).key("members").beginArray();
    for (size_t member = 0; member < samples.ofMember.size(); ++member)
        json.beginObject().member("member", int64_t(member)).member("samples", samples.ofMember[member]).endObject();
    json.endArray().member("rounds", samples.costs.rounds).member("noise", samples.costs.noise);
    json.key("costs").beginArray();
    for (size_t i = 0; i < samples.costs.members.size(); ++i) {
        const MemberCost &cost = samples.costs.members[i];
        json.beginObject().member("member", int64_t(i) + 1);
        if (cost.isKnown())
            json.member("share", cost.share).member("margin", cost.margin).member("felt", samples.costs.isFelt(cost));
        else
            json.member("why_not", cost.whyNot);
        json.endObject();
    }
    json.endArray().endObject();
}

void appendJson(JsonWriter &json, const FoundKernel &kernel) {
    const KernelCodeFacts &facts = kernel.texts.facts;
    const KernelCoverage &coverage = facts.coverage;
    json.beginObject();
    json.member("kernel", kernel.record->name).member("graph_index", kernel.compilation->index);
    if (const auto cost = kernelCost(*kernel.compilation, *kernel.record))
        json.member("flops", cost->flops).member("bytes", cost->bytes);
    appendValues(json, "inputs", kernelInputs(*kernel.graph));
    appendValues(json, "outputs", kernelOutputs(*kernel.graph));
    json.member("widest_register_bits", facts.registerBits).member("widest_vector", facts.widestVector);
    json.member("spill_stores", facts.spills.stores).member("spill_reloads", facts.spills.reloads);
    if (kernel.samples) appendSamples(json, kernel);
    json.member("instructions", coverage.instructions).member("instructions_of_none", coverage.ofNone);
    json.member("instructions_of_members", coverage.ofMembers).member("instructions_with_source", coverage.withSource);
    appendMembers(json, *kernel.graph);
    appendLines(json, "loops", kernel.texts.loops);
    appendLines(json, "unoptimized_ir", kernel.texts.unoptimizedIr);
    appendLines(json, "ir", kernel.texts.optimizedIr);
    appendLines(json, "assembly", kernel.texts.assembly);
    json.endObject();
}

int showKernels(const Session &session, const Arguments &arguments) {
    const Result<const Compilation *> only = arguments.has("--graph")
                                                 ? findCompilation(session, arguments.value("--graph"))
                                                 : Result<const Compilation *>(nullptr);
    if (!only) return fail(exitUsage, only.error().message);
    auto kernels = kernelsOf(session, *only, arguments.value("--kernel"));
    if (!kernels) return fail(exitUsage, "kernel: " + kernels.error().message);
    if (arguments.has("--measure"))
        for (FoundKernel &kernel : *kernels)
            if (const auto measured = measure(session, kernel, secondsWanted); !measured)
                return fail(exitFinding, "kernel: " + measured.error().message);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginArray();
        for (const FoundKernel &kernel : *kernels)
            appendJson(json, kernel);
        json.endArray();
        print(json.text());
        return exitGood;
    }
    if (kernels->empty()) print("No fused kernels.\n");
    for (const FoundKernel &kernel : *kernels)
        print(asText(kernel));
    return exitGood;
}

} // namespace

Subcommand kernelCommand() {
    return {
        .name = "kernel",
        .operands = "SOURCE",
        .summary = "print fused kernels: loops, LLVM IR, assembly",
        .details = "The texts are made from the kernels' graphs for this machine; [3] is the third member.",
        .options = sourceOptions({{"--graph", "G", "only the kernels of this graph: its index or function", {}},
                                  {"--kernel", "NAME", "only this kernel (default: all)", {}},
                                  {"--measure", "", "run each for a second and sample which members take its time", {}},
                                  {"--json", "", "as JSON, each line with its member", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showKernels(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
