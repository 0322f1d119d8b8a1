// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope kernel`: what a fused kernel is made of, from its members down to the assembly.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/session/compilation.h"
#include "engine/session/nodefacts.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace cli {

namespace {

struct FoundKernel {
    const Compilation *compilation = nullptr;
    const KernelRecord *record = nullptr;
    GraphPtr graph;
    KernelTexts texts;
};

Result<std::vector<FoundKernel>> kernelsOf(const Session &session, const std::string &name) {
    std::vector<FoundKernel> found;
    for (const Compilation &compilation : session.compilations)
        for (const KernelRecord &record : compilation.kernels) {
            const GraphPtr graph = compilation.final.find(record.graph);
            if (!graph || (!name.empty() && record.name != name)) continue;
            auto texts = kernelTexts(*graph);
            if (!texts) return texts.error();
            found.push_back({&compilation, &record, graph, std::move(*texts)});
        }
    if (found.empty() && !name.empty()) return Error{"no kernel is called " + name};
    return found;
}

std::string asText(const FoundKernel &kernel) {
    const KernelCoverage &coverage = kernel.texts.coverage;
    const int bits = widestRegisterBits(kernel.texts.assembly);
    std::string text = format("%s of %s\n", kernel.record->name.c_str(), kernel.compilation->function.c_str());
    text += "widest vector register: " + (bits > 0 ? format("%d bits\n", bits) : std::string("not known\n"));
    if (const auto cost = kernelCost(*kernel.compilation, *kernel.record))
        text += format("one run: %.0f flops, %.0f bytes read and written\n", cost->flops, cost->bytes);
    text += format("instructions: %lld, of no single member %lld, of members %lld, with a source line %lld\n",
                   static_cast<long long>(coverage.instructions), static_cast<long long>(coverage.ofNone),
                   static_cast<long long>(coverage.ofMembers), static_cast<long long>(coverage.withSource));
    text += "\nloops\n" + kernel.texts.loops + "\nLLVM IR before its optimizer\n" + kernel.texts.unoptimizedIr;
    text += "\nLLVM IR\n" + kernel.texts.optimizedIr + "\nassembly\n" + kernel.texts.assembly;
    return text;
}

void appendMembers(JsonWriter &json, const Graph &graph) {
    json.key("members").beginArray();
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const Node &node = *graph.nodes[i];
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

void appendJson(JsonWriter &json, const FoundKernel &kernel) {
    const KernelCoverage &coverage = kernel.texts.coverage;
    json.beginObject();
    json.member("kernel", kernel.record->name).member("graph_index", kernel.compilation->index);
    if (const auto cost = kernelCost(*kernel.compilation, *kernel.record))
        json.member("flops", cost->flops).member("bytes", cost->bytes);
    json.member("widest_register_bits", widestRegisterBits(kernel.texts.assembly));
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
    const auto kernels = kernelsOf(session, arguments.value("--kernel"));
    if (!kernels) return fail(exitUsage, "kernel: " + kernels.error().message);
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
        .options = sourceOptions({{"--kernel", "NAME", "only this kernel (default: all)", {}},
                                  {"--json", "", "as JSON, each line with its member", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showKernels(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
