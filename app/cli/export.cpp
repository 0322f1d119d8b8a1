// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope export`: a session or graph written for other programs.
#include "app/cli/command.h"
#include "app/cli/offscreen.h"
#include "app/cli/source.h"
#include "app/graphview/graphexport.h"
#include "app/models/timedplaces.h"
#include "app/report/htmlreport.h"
#include "engine/ascend/devicerun.h"
#include "engine/ascend/profilerwriter.h"
#include "engine/base/csv.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/ir/irtext.h"
#include "engine/ir/nodename.h"
#include "engine/extraction/region.h"
#include "engine/extraction/testcase.h"
#include "engine/profile/trace.h"
#include "engine/session/compilation.h"
#include "engine/session/irdump.h"
#include "engine/session/provenance.h"
#include "engine/session/session.h"
#include "engine/session/sessionjson.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <thread>

namespace jitscope {
inline namespace cli {

namespace {

std::string opsAsCsv(const Session &session) {
    std::string text = "number,op,operands,result,start_ns,duration_ns,scope,file,line,compilation,node\r\n";
    for (const OpEvent &op : session.ops) {
        const StackFrame *frame = userFrame(session, op.stack);
        text += format("%lld,", static_cast<long long>(op.number)) + csvField(op.op) + ',' + csvField(op.operands) +
                ',' + csvField(op.result) + format(",%lld,", static_cast<long long>(op.startNs)) +
                (isTimed(op) ? std::to_string(op.durationNs) : "") + ',' + csvField(op.scope) + ',' +
                (frame ? csvField(frame->span.file) : "") + ',' + (frame ? std::to_string(frame->span.line) : "") +
                ',' + (op.compilation >= 0 ? std::to_string(op.compilation) : "") + ',' +
                (op.node.valid() ? std::to_string(op.node.value) : "") + "\r\n";
    }
    return text;
}

/** The module that --graph and --pass name. */
Result<Module> chosenModule(const Session &session, const Arguments &arguments) {
    const auto compilation = findCompilation(session, arguments.value("--graph"));
    if (!compilation) return compilation.error();
    if (!arguments.has("--pass")) return (*compilation)->final;
    if (arguments.value("--pass") == "capture") return (*compilation)->captured;
    const auto pass = findPass(**compilation, arguments.value("--pass"));
    if (!pass) return pass.error();
    return (*pass)->after;
}

int written(const Result<void> &result) {
    return result ? int(exitGood) : fail(exitUnreadable, result.error().message);
}

int exportLiveTo(const Session &session, const Arguments &arguments, const std::string &path) {
    const std::string theme = arguments.value("--theme", "light");
    const auto application = startOffscreen(theme, "en");
    const auto shown = exportLive(session, path, Theme::named(QString::fromStdString(theme)));
    if (!shown) return fail(exitUnreadable, shown.error().message);
    print(*shown + "\n");
    return exitGood;
}

int exportGraphTo(const Session &session, const Arguments &arguments, const std::string &path) {
    const bool isLive = !arguments.has("--graph") && session.compilations.empty() && !session.ops.empty();
    if (isLive || arguments.value("--graph") == "live") return exportLiveTo(session, arguments, path);
    const auto module = chosenModule(session, arguments);
    if (!module) return fail(exitUsage, module.error().message);
    const std::string theme = arguments.value("--theme", "light");
    const auto application = startOffscreen(theme, "en"); // fonts decide the size of cards
    return written(exportGraph(*module, path, Theme::named(QString::fromStdString(theme))));
}

int exportIrTo(const Session &session, const Arguments &arguments, const std::string &path) {
    const auto module = chosenModule(session, arguments);
    if (!module) return fail(exitUsage, module.error().message);
    return written(writeFile(path, printModule(*module)));
}

/** All graphs of the session, or those that --graph and --pass name. */
Result<ReportChoice> reportChoice(const Session &session, const Arguments &arguments) {
    ReportChoice choice;
    if (!arguments.has("--graph") && !arguments.has("--pass")) return choice;
    const auto compilation = findCompilation(session, arguments.value("--graph"));
    if (!compilation) return compilation.error();
    choice.compilations = {(*compilation)->index};
    for (const std::string &name : arguments.values("--pass")) {
        const auto pass = findPass(**compilation, name);
        if (!pass) return pass.error();
        choice.passes.push_back((*pass)->index);
    }
    return choice;
}

int exportReportTo(const Session &session, const Arguments &arguments, const std::string &path) {
    const auto choice = reportChoice(session, arguments);
    if (!choice) return fail(exitUsage, choice.error().message);
    const std::string theme = arguments.value("--theme", "light");
    const auto application = startOffscreen(theme, "en"); // fonts decide the size of cards
    return written(writeFile(path, htmlReport(session, Theme::named(QString::fromStdString(theme)), *choice)));
}

/** What each file name ending writes. */
struct Format {
    const char *extension;
    std::function<int(const Session &, const Arguments &, const std::string &path)> write;
};

const std::vector<Format> &formats() {
    static const std::vector<Format> all = {
        {".trace.json",
         [](const Session &session, const Arguments &, const std::string &path) {
             return written(writeFile(path, toChromeJson(withOpArguments(session))));
         }},
        {".json", [](const Session &session, const Arguments &,
                     const std::string &path) { return written(writeFile(path, sessionAsJson(session))); }},
        {".csv", [](const Session &session, const Arguments &,
                    const std::string &path) { return written(writeFile(path, opsAsCsv(session))); }},
        {".html", exportReportTo},
        {".ir", exportIrTo},
        {".svg", exportGraphTo},
        {".png", exportGraphTo},
        {".dot", exportGraphTo},
    };
    return all;
}

int exportProfile(const Session &session, const Arguments &arguments) {
    const std::string said = std::to_string(simulationOptions(session.info).ranks);
    const auto ranks = rankCount(arguments.value("--ranks", said));
    if (!ranks) return fail(exitUsage, "export: --ranks takes a number from 1 to 1024");
    Progress progress;
    std::atomic<bool> isDone = false;
    // Told once a second where somebody looks at it: a long run takes a while.
    std::thread teller([&] {
        if (isatty(STDERR_FILENO) == 0) return;
        for (int tenths = 1; !isDone; ++tenths) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            if (tenths % 10 != 0 || isDone) continue;
            tell(format("%s (%lld of %lld)", progress.what().c_str(), static_cast<long long>(progress.done()),
                        static_cast<long long>(progress.total())));
        }
    });
    const DeviceModel model = currentDeviceModel();
    const auto folders =
        writeProfiles(model, session, arguments.value("--to-profiler"), {.ranks = *ranks, .progress = &progress});
    isDone = true;
    teller.join();
    if (!folders) return fail(exitUnreadable, folders.error().message);
    for (const std::string &folder : *folders)
        print(folder + " (simulated: " + model.name + ")\n");
    return exitGood;
}

/** The graph that the kernel of that name was compiled from. */
std::string graphOfKernel(const Compilation &compilation, const std::string &kernel) {
    for (const KernelRecord &record : compilation.kernels)
        if (record.name == kernel) return record.graph;
    return kernel;
}

/** The same error with where the call went, if it was there before. */
Error missingCall(const Compilation &compilation, int stage, const std::string &name, const Error &error) {
    const size_t count = stage == -2 ? 0 : stage < 0 ? compilation.passes.size() : size_t(stage) + 1;
    for (size_t i = count; i-- > 0;) {
        const PassRecord &pass = compilation.passes[i];
        const auto before = pass.changed ? callsNamed(pass.before, name) : Result<std::vector<NodeId>>(error);
        if (!before || before->size() != 1) continue;
        const std::string last = i == 0 ? "capture" : std::to_string(compilation.passes[i - 1].index);
        return Error{"'" + name +
                     "' is no call of this graph any more: " + nodeTitle(*findNode(pass.before, before->front())) +
                     " went in " + fullName(pass) + "; --pass " + last + " takes it from the graph before."};
    }
    return error;
}

/** The call that is named and what leads to it, out of the kernel that it is a member of. */
Result<CaseSpec> leadingSpec(const Compilation &compilation, CaseSpec spec, const std::string &name) {
    const Module &module = moduleAt(compilation, spec.pass);
    const auto node = callsNamed(module, name);
    if (!node) return missingCall(compilation, spec.pass, name, node.error());
    if (node->size() != 1) return Error{"export: --leading-to takes one call"};
    LeadingCalls leading = allLeadingTo(module, node->front());
    if (!leading.border.empty())
        tell("what leads to " + name + " is followed to the parameters of @" + leading.border +
             ", the function that it stands in: their values are kept, what computes them is not");
    spec.nodes = std::move(leading.nodes);
    spec.results = *node;
    spec.openKernel = std::move(leading.kernel);
    return spec;
}

/** Which part of the compilation --pass, --nodes and --kernel name. */
Result<CaseSpec> caseSpec(const Compilation &compilation, const Arguments &arguments) {
    CaseSpec spec;
    if (arguments.value("--pass") == "capture") {
        spec.pass = -2;
    } else if (arguments.has("--pass")) {
        const auto pass = findPass(compilation, arguments.value("--pass"));
        if (!pass) return pass.error();
        spec.pass = (*pass)->index;
    }
    const Module &module = moduleAt(compilation, spec.pass);
    const auto parts = std::ranges::count_if(std::array{"--nodes", "--kernel", "--leading-to"},
                                             [&](const char *part) { return arguments.has(part); });
    if (parts > 1) return Error{"export: only one of --nodes, --kernel and --leading-to"};
    if (parts == 0) return spec;
    if (arguments.has("--leading-to")) return leadingSpec(compilation, spec, arguments.value("--leading-to"));
    auto nodes = arguments.has("--nodes") ? callsNamed(module, arguments.value("--nodes"))
                                          : kernelCall(module, graphOfKernel(compilation, arguments.value("--kernel")));
    if (!nodes && arguments.has("--nodes"))
        return missingCall(compilation, spec.pass, arguments.value("--nodes"), nodes.error());
    if (!nodes) return nodes.error();
    spec.nodes = *std::move(nodes);
    return spec;
}

int exportCase(const Session &session, const Arguments &arguments) {
    const auto compilation = findCompilation(session, arguments.value("--graph"));
    if (!compilation) return fail(exitUsage, compilation.error().message);
    const auto spec = caseSpec(**compilation, arguments);
    if (!spec) return fail(exitUsage, spec.error().message);
    const auto made = testCaseOf(session, **compilation, *spec);
    if (!made) return fail(exitUnreadable, made.error().message);
    const auto script = writeTestCase(*made, arguments.value("--to-case"));
    if (!script) return fail(exitUnreadable, script.error().message);
    print(*script + ": " + made->what + " of " + made->function + "\n");
    if (!made->inputs.empty()) print("inputs of the function: " + toString(made->inputs) + "\n");
    print("expected: " + std::string(toString(made->expectedFrom)) + "\n");
    return exitGood;
}

int exportTo(const Session &session, const Arguments &arguments) {
    if (arguments.has("--to-case")) return exportCase(session, arguments);
    if (arguments.has("--to-profiler")) return exportProfile(session, arguments);
    if (arguments.has("--to-ir")) {
        const auto files = writeIrDump(session, arguments.value("--to-ir"));
        if (!files) return fail(exitUnreadable, files.error().message);
        print(format("%zu files written to %s\n", files->size(), arguments.value("--to-ir").c_str()));
        return exitGood;
    }
    const std::string path = arguments.value("--to");
    for (const Format &each : formats())
        if (path.ends_with(each.extension)) return each.write(session, arguments, path);
    return fail(exitUsage, "export: " + path +
                               ": the name must end in .json, .trace.json, .csv, .svg, .png, .dot, "
                               ".ir or .html");
}

} // namespace

Subcommand exportCommand() {
    return {
        .name = "export",
        .operands = "SOURCE",
        .summary = "write a session or a graph for other programs",
        .details =
            ".json: the session's graphs, passes and operators; .trace.json: the timeline for Perfetto and other\n"
            "trace viewers; .csv: one row an operator; .svg, .png, .dot, .ir: a graph; .html: a report, of one "
            "function\nwith --graph, with the graphs and differences of single passes with --pass.\n"
            "--to-profiler simulates what was recorded on an Ascend device (--device-model) and writes it as "
            "MindSpore's\n"
            "profiler would, marked as simulated in its files.\n"
            "--to-case writes case.py with inputs and expected outputs as .npy; it runs with MindSpore or with "
            "JitScope's\n"
            "package, and its exit code says whether the results are the expected ones.",
        .options = sourceOptions(
            {{"--to", "F", "the file to write; its ending decides the format", {}},
             {"--to-profiler",
              "DIR",
              "simulate the run on an Ascend device and write a profile into this directory",
              {}},
             {"--ranks",
              "N",
              "with --to-profiler: devices that take part in collectives; as many as the script said if not given",
              {}},
             {"--to-case",
              "DIR",
              "write a graph, or some of its nodes, as a script that runs them and checks the results",
              {}},
             {"--nodes", "N,N", "with --to-case: only these calls (%3,%4) and what they call", {}},
             {"--kernel", "K", "with --to-case: only this fused kernel", {}},
             {"--leading-to",
              "N",
              "with --to-case: this call and all that it is computed from, also before the fused kernel it is in",
              {}},
             {"--to-ir", "DIR", "write every stage as a numbered .ir file into this directory", {}},
             {"--graph",
              "G",
              "which graph: its index, its function, or `live`: the operators as they ran (default: the first)",
              {}},
             {"--pass", "P", "the graph after this pass; `capture` for the captured one", {}},
             {"--theme", "NAME", "colours of pictures", {"light", "dark", "high-contrast"}}}),
        .run =
            [](const Arguments &arguments) {
                int targets = 0;
                for (const char *target : {"--to", "--to-ir", "--to-profiler", "--to-case"})
                    targets += int(arguments.has(target));
                if (targets != 1)
                    return fail(exitUsage,
                                "export: needs one of --to FILE, --to-ir DIR, --to-profiler DIR and --to-case DIR");
                for (const char *part : {"--nodes", "--kernel", "--leading-to"})
                    if (arguments.has(part) && !arguments.has("--to-case"))
                        return fail(exitUsage, std::string("export: ") + part +
                                                   " names a part for --to-case DIR; --to, --to-ir and "
                                                   "--to-profiler take the whole");
                // A case holds what the first call was given.
                Arguments recording = arguments;
                if (arguments.has("--to-case") && !arguments.has("--record"))
                    recording.options["--record"] = {"values"};
                return withSource(recording, [&](const Session &session) { return exportTo(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
