// SPDX-License-Identifier: Apache-2.0
// Writes slices whose arguments say what they select: a line, a kernel. Passes and compilations are in their links.
#include "engine/session/compilelanes.h"

#include "engine/session/compilation.h"
#include "engine/session/compiledetails.h"
#include "engine/session/recordedtrack.h"
#include "engine/session/session.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace jitscope::inline session {

namespace {

/** From the first start to the last end of all stages and passes, or nothing without any. */
std::optional<StageTime> wholeTime(const Compilation &compilation) {
    if (compilation.stages.empty() && compilation.passes.empty()) return std::nullopt;
    int64_t begin = std::numeric_limits<int64_t>::max(), end = std::numeric_limits<int64_t>::min();
    for (const StageTime &stage : compilation.stages) {
        begin = std::min(begin, stage.startNs);
        end = std::max(end, stage.startNs + stage.durationNs);
    }
    for (const PassRecord &pass : compilation.passes) {
        begin = std::min(begin, pass.startNs);
        end = std::max(end, pass.startNs + pass.timeNs);
    }
    return StageTime{compilation.function, begin, end - begin};
}

/** The fused kernel in whose compile the stage lies, or that it is; null for none. */
const KernelRecord *kernelOf(const Compilation &compilation, const StageTime &stage) {
    const auto isAround = [&](const StageTime &outer) {
        return outer.startNs <= stage.startNs && stage.startNs + stage.durationNs <= outer.startNs + outer.durationNs;
    };
    for (const StageTime &outer : compilation.stages) {
        const auto kernel = std::ranges::find(compilation.kernels, outer.name, &KernelRecord::graph);
        if (kernel != compilation.kernels.end() && isAround(outer)) return &*kernel;
    }
    return nullptr;
}

void addStages(Trace &trace, TrackId track, const Compilation &compilation) {
    for (const StageTime &stage : compilation.stages) {
        const SliceId slice = trace.addSlice(track, stage.name, "stage", stage.startNs, stage.durationNs,
                                             {.compilation = compilation.index});
        if (const KernelRecord *kernel = kernelOf(compilation, stage))
            trace.addArgument(slice, "kernel", kernel->graph);
    }
}

/** Passes one behind the other that are of one stage, or of one cycle of it, as a slice that selects the longest. Of
   one alone it would say no more than the pass does. */
template<class Text>
void addGroups(Trace &trace, TrackId track, const Compilation &compilation, const char *category, const Text &text) {
    const std::vector<PassRecord> &passes = compilation.passes;
    for (size_t first = 0; first < passes.size();) {
        const std::string name = text(passes[first]);
        size_t end = first + 1, longest = first;
        for (; end < passes.size() && text(passes[end]) == name; ++end)
            if (passes[end].timeNs > passes[longest].timeNs) longest = end;
        const PassRecord &last = passes[end - 1];
        if (!name.empty() && end - first > 1 && passes[first].startNs > 0)
            trace.addSlice(track, name, category, passes[first].startNs,
                           last.startNs + last.timeNs - passes[first].startNs,
                           {.compilation = compilation.index, .pass = passes[longest].index});
        first = end;
    }
}

void addPasses(Trace &trace, TrackId track, const Compilation &compilation) {
    addGroups(trace, track, compilation, "pass stage", [](const PassRecord &pass) { return pass.stage; });
    addGroups(trace, track, compilation, "cycle",
              [](const PassRecord &pass) { return pass.cycle > 0 ? stageText(pass) : std::string(); });
    for (const PassRecord &pass : compilation.passes) {
        const SliceId slice = trace.addSlice(track, pass.name, "pass", pass.startNs, pass.timeNs,
                                             {.compilation = compilation.index, .pass = pass.index});
        if (!pass.stage.empty()) trace.addArgument(slice, "stage", stageText(pass));
        trace.addArgument(slice, "changed", pass.changed ? "yes" : "no");
        trace.addArgument(slice, "nodes before", std::to_string(pass.nodesBefore));
        trace.addArgument(slice, "nodes after", std::to_string(pass.nodesAfter));
    }
}

/** The compilation as one slice that holds its stages, which hold the passes. */
void addCompilation(Trace &trace, const Compilation &compilation) {
    const auto whole = wholeTime(compilation);
    if (!whole) return;
    const TrackId track = recordedTrack(trace, "Compile", "stages", compileOrder, LaneKind::Compile);
    const SliceId slice = trace.addSlice(track, whole->name, "compile", whole->startNs, whole->durationNs,
                                         {.compilation = compilation.index});
    trace.addArgument(slice, "for", compilation.key);
    trace.addArgument(slice, "because", compilation.reason);
    addStages(trace, track, compilation);
    addPasses(trace, track, compilation);
}

void addLineArguments(Trace &trace, SliceId slice, const CaptureLine &line) {
    trace.addArgument(slice, "file", line.file);
    trace.addArgument(slice, "line", std::to_string(line.line));
}

std::string lineName(const CaptureLine &line) {
    return line.file.substr(line.file.rfind('/') + 1) + ":" + std::to_string(line.line);
}

/** The front end around its lines, and types within the line that is at work. */
void addCapture(Trace &trace, int compilation, const CompileNotes &notes) {
    std::vector<CompileRun> runs = notes.runs;
    std::erase_if(runs, [&](const CompileRun &run) {
        const bool isLine = run.kind == CompileRun::Kind::Line;
        const bool isKnown = run.place >= 0 && size_t(run.place) < notes.lines.size();
        return run.kind == CompileRun::Kind::LlvmPart || (isLine && !isKnown);
    });
    if (runs.empty()) return;
    const TrackId track = recordedTrack(trace, "Compile", "capture", compileOrder + 1, LaneKind::Compile);
    const SliceLink link{.compilation = compilation};
    const auto endOf = [](const CompileRun &run) { return run.startNs + run.timeNs; };
    const int64_t begin = std::ranges::min(runs, {}, &CompileRun::startNs).startNs;
    const int64_t end = endOf(std::ranges::max(runs, {}, endOf));
    if (!notes.frontEnd.empty()) trace.addSlice(track, notes.frontEnd, "front end", begin, end - begin, link);
    const CaptureLine *atWork = nullptr;
    for (const CompileRun &run : runs) {
        const bool isLine = run.kind == CompileRun::Kind::Line;
        if (isLine) atWork = &notes.lines[size_t(run.place)];
        const SliceId slice = trace.addSlice(track, isLine ? lineName(*atWork) : "type inference",
                                             isLine ? "captured line" : "inference", run.startNs, run.timeNs, link);
        if (atWork) addLineArguments(trace, slice, *atWork);
    }
}

void addLlvm(Trace &trace, int compilation, const CompileNotes &notes) {
    for (const CompileRun &run : notes.runs) {
        const bool isKnown = run.place >= 0 && size_t(run.place) < notes.llvm.size();
        if (run.kind != CompileRun::Kind::LlvmPart || !isKnown) continue;
        const LlvmPart &part = notes.llvm[size_t(run.place)];
        const TrackId track = recordedTrack(trace, "Compile", "LLVM", compileOrder + 2, LaneKind::Compile);
        const SliceId slice =
            trace.addSlice(track, part.name, "LLVM pass", run.startNs, run.timeNs, {.compilation = compilation});
        trace.addArgument(slice, "kernel", part.kernel);
    }
}

} // namespace

void addCompileLanes(Session &part) {
    for (const Compilation &compilation : part.compilations)
        if (!compilation.imported) addCompilation(part.trace, compilation);
    for (const auto &[key, text] : part.info) {
        const int compilation = compilationOfNotesKey(key);
        if (compilation < 0) continue;
        const CompileNotes notes = readCompileNotes(text);
        addCapture(part.trace, compilation, notes);
        addLlvm(part.trace, compilation, notes);
    }
}

} // namespace jitscope::inline session
