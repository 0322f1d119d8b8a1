// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope follow`: a value from its source line through every stage to the code of its kernel.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/ir/nodename.h"
#include "engine/session/journey.h"
#include "engine/variants/namedecision.h"

#include <charconv>

namespace jitscope {
inline namespace cli {

namespace {

/** The captured nodes that `name` stands for: a parameter's name, else nodes as everywhere on the command line. */
Result<std::vector<NodeId>> nodesCalled(const Compilation &compilation, const std::string &name) {
    for (const GraphPtr &graph : compilation.captured.graphs)
        for (const NodePtr &parameter : graph->parameters)
            if (parameter->name == name) return std::vector<NodeId>{parameter->id};
    return nodesNamed(compilation, name);
}

/** "model.py:12", with any part of the path in front. */
Result<Journey> followPlace(const Session &session, const Compilation &compilation, const std::string &place) {
    const size_t colon = place.rfind(':');
    int line = 0;
    if (colon != std::string::npos) std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
    if (line <= 0) return Error{"--line takes FILE:LINE, such as model.py:12"};
    const std::string end = place.substr(0, colon);
    for (const SourceFile &source : session.sources)
        if (source.path == end || source.path.ends_with("/" + end))
            return followLine(session, compilation, source.path, line);
    return Error{"no file of the recording is called " + end};
}

Result<Journey> journeyOf(const Session &session, const Compilation &compilation, const Arguments &arguments) {
    if (arguments.has("--line")) return followPlace(session, compilation, arguments.value("--line"));
    const auto nodes = nodesCalled(compilation, arguments.value("--node"));
    if (!nodes) return nodes.error();
    return followNodes(session, compilation, *nodes);
}

/** A place in a kernel with the lines of its texts. */
struct CodePlace {
    JourneyKernel kernel;
    std::vector<KernelLine> loops, ir, assembly;
    std::vector<int> ofLoops, ofIr, ofAssembly; ///< lines from 0
};

Result<std::vector<CodePlace>> codePlaces(const Compilation &compilation, const Journey &journey) {
    std::vector<CodePlace> places;
    for (const JourneyKernel &kernel : journey.kernels) {
        const GraphPtr graph = compilation.final.find(kernel.graph);
        const auto texts = graph ? kernelTexts(*graph) : Result<KernelTexts>(Error{"no graph of " + kernel.kernel});
        if (!texts) return texts.error();
        CodePlace place{
            kernel, kernelLines(texts->loops), kernelLines(texts->optimizedIr), kernelLines(texts->assembly), {}, {},
            {}};
        const KernelPart part{kernel.member, kernel.input};
        place.ofLoops = linesOf(place.loops, part);
        place.ofIr = linesOf(place.ir, part);
        place.ofAssembly = assemblyLinesOf(place.assembly, place.ir, part);
        places.push_back(std::move(place));
    }
    return places;
}

std::string linesText(const char *title, const std::vector<KernelLine> &lines, const std::vector<int> &shown) {
    std::string text = format("    %s, %zu of %zu lines\n", title, shown.size(), lines.size());
    for (const int at : shown)
        text += format("    %5d  %s\n", at + 1, lines[size_t(at)].code.c_str());
    return text;
}

std::string asText(const Journey &journey, const std::vector<CodePlace> &places) {
    std::string text = toString(journey);
    for (const CodePlace &place : places) {
        text += "  " + place.kernel.kernel;
        if (place.kernel.member > 0) text += format(", member [%d]", place.kernel.member);
        if (place.kernel.input >= 0) text += format(", input %d", place.kernel.input);
        text += "\n" + linesText("loops", place.loops, place.ofLoops) + linesText("LLVM IR", place.ir, place.ofIr) +
                linesText("assembly", place.assembly, place.ofAssembly);
    }
    return text;
}

void appendStage(JsonWriter &json, const JourneyStage &stage, const JourneyStage *before) {
    json.beginObject().member("pass", stage.pass).member("name", stage.name).member("changed", stage.isChanged);
    json.key("forms").beginArray();
    for (const JourneyForm &form : stage.forms) {
        json.beginObject().member("node", form.node->id.value).member("title", nodeTitle(*form.node));
        json.member("graph", form.graph).member("type", brief(form.node->abstract)).member("rule", form.rule);
        json.member("text", before ? textOf(form, stage, *before) : nodeTitle(*form.node));
        json.key("from").beginArray();
        for (const int from : form.from)
            json.value(from);
        json.endArray().endObject();
    }
    json.endArray().key("ends").beginArray();
    for (const JourneyEnd &end : stage.ends)
        json.beginObject()
            .member("node", end.node.value)
            .member("rule", end.rule)
            .member("text", textOf(end, stage))
            .endObject();
    json.endArray().endObject();
}

void appendLines(JsonWriter &json, const char *name, const std::vector<KernelLine> &lines,
                 const std::vector<int> &shown) {
    json.key(name).beginArray();
    for (const int at : shown)
        json.beginObject().member("line", at + 1).member("code", lines[size_t(at)].code).endObject();
    json.endArray();
}

void appendReaders(JsonWriter &json, const char *name, const std::vector<JourneyReader> &readers) {
    json.key(name).beginArray();
    for (const JourneyReader &reader : readers)
        json.beginObject()
            .member("form", reader.form)
            .member("node", reader.node->id.value)
            .member("title", nodeTitle(*reader.node))
            .member("graph", reader.graph)
            .endObject();
    json.endArray();
}

std::string asJson(const Compilation &compilation, const Journey &journey, const std::vector<CodePlace> &places) {
    JsonWriter json;
    json.beginObject().member("graph", compilation.function).member("graph_index", compilation.index);
    json.key("lines").beginArray();
    for (const JourneyLine &line : journey.lines)
        json.beginObject().member("file", line.span.file).member("line", line.span.line).endObject();
    json.endArray().key("stages").beginArray();
    for (size_t i = 0; i < journey.stages.size(); ++i)
        appendStage(json, journey.stages[i], i > 0 ? &journey.stages[i - 1] : nullptr);
    json.endArray().key("kernels").beginArray();
    for (const CodePlace &place : places) {
        json.beginObject().member("kernel", place.kernel.kernel).member("member", place.kernel.member);
        json.member("input", place.kernel.input);
        appendLines(json, "loops", place.loops, place.ofLoops);
        appendLines(json, "ir", place.ir, place.ofIr);
        appendLines(json, "assembly", place.assembly, place.ofAssembly);
        json.endObject();
    }
    json.endArray();
    appendReaders(json, "first_readers", journey.firstReaders);
    appendReaders(json, "last_readers", journey.lastReaders);
    json.key("ends").beginArray();
    for (const std::string &end : endsOf(journey))
        json.value(end);
    return json.endArray().endObject().text();
}

int showJourney(const Session &session, const Arguments &arguments) {
    const auto found = findCompilation(session, arguments.value("--graph"));
    if (!found) return fail(exitUsage, found.error().message);
    const auto journey = journeyOf(session, **found, arguments);
    if (!journey) return fail(exitUsage, journey.error().message);
    if (journey->empty()) return fail(exitFinding, "nothing of it was captured in " + (*found)->function);
    const auto places = codePlaces(**found, *journey);
    if (!places) return fail(exitFinding, places.error().message);
    print(arguments.has("--json") ? asJson(**found, *journey, *places) : asText(*journey, *places));
    return exitGood;
}

} // namespace

Subcommand followCommand() {
    return {
        .name = "follow",
        .operands = "SOURCE",
        .summary = "follow a value from its line through every pass to the assembly of its kernel",
        .details = "What it became and by which rule; where it was removed, by which pass and why.",
        .options = sourceOptions({{"--graph", "G", "which graph: its index or function (default: the first)", {}},
                                  {"--node", "N", "CNode_12, %12, or a parameter's name such as fc.bias", {}},
                                  {"--line", "FILE:LINE", "all that was captured on this line", {}},
                                  {"--json", "", "as JSON", {}}}),
        .run =
            [](const Arguments &arguments) {
                if (arguments.has("--node") == arguments.has("--line"))
                    return fail(exitUsage, "follow: give --node or --line");
                return withSource(arguments, [&](const Session &session) { return showJourney(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
