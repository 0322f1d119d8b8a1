// SPDX-License-Identifier: Apache-2.0
// Writes a compilation's stages and passes as MindSpore prints them: TotalTime, Sums, groups.
#include "engine/session/compilereport.h"

#include "engine/base/text.h"
#include "engine/session/compilation.h"

#include <algorithm>

namespace jitscope::inline session {

namespace {

/** A line of the report with those below it. */
struct Entry {
    std::string name;
    int64_t durationNs = 0;
    std::vector<Entry> inner = {};
};

double seconds(int64_t ns) {
    return double(ns) / 1e9;
}

int64_t sumOf(const std::vector<Entry> &entries) {
    int64_t sum = 0;
    for (const Entry &entry : entries)
        sum += entry.durationNs;
    return sum;
}

int64_t timeOf(const Compilation &compilation, std::string_view name) {
    int64_t sum = 0;
    for (const StageTime &stage : compilation.stages)
        if (stage.name == name) sum += stage.durationNs;
    return sum;
}

int64_t timeOf(const Compilation &compilation, PassPhase phase) {
    int64_t sum = 0;
    for (const PassRecord &pass : compilation.passes)
        if (pass.phase == phase) sum += pass.timeNs;
    return sum;
}

/** The passes by stage and cycle. */
std::vector<Entry> passEntries(const Compilation &compilation) {
    std::vector<Entry> entries;
    for (const PassRecord &pass : compilation.passes) {
        if (pass.stage.empty()) {
            entries.push_back({pass.name, pass.timeNs});
            continue;
        }
        if (entries.empty() || entries.back().name != pass.stage) entries.push_back({pass.stage});
        entries.back().durationNs += pass.timeNs;
        std::vector<Entry> *home = &entries.back().inner;
        if (pass.cycle > 0) {
            const std::string cycle = format("Cycle %d", pass.cycle);
            if (home->empty() || home->back().name != cycle) home->push_back({cycle});
            home->back().durationNs += pass.timeNs;
            home = &home->back().inner;
        }
        home->push_back({pass.name, pass.timeNs});
    }
    return entries;
}

/** Code generation by what it consists of, over all kernels. */
Entry generation(const Compilation &compilation) {
    Entry entry{"codegen", timeOf(compilation, "codegen")};
    if (compilation.kernels.empty()) return entry;
    for (const char *part : {"loops", "cache", "LLVM", "link"})
        entry.inner.push_back({part, timeOf(compilation, part)});
    entry.inner.push_back({"other", std::max<int64_t>(entry.durationNs - sumOf(entry.inner), 0)});
    return entry;
}

/** What MindSpore calls task_emit: kernels are made, and what runs is laid out. */
Entry emission(const Compilation &compilation) {
    Entry emission{"task_emit"};
    emission.inner.push_back(generation(compilation));
    emission.inner.push_back({"plan", timeOf(compilation, "plan")});
    emission.durationNs = sumOf(emission.inner);
    return emission;
}

std::vector<Entry> entriesOf(const Compilation &compilation) {
    std::vector<Entry> entries = {{"type_inference", timeOf(compilation, "capture")}};
    for (Entry &entry : passEntries(compilation))
        entries.push_back(std::move(entry));
    entries.push_back({"validate", timeOf(compilation, "verify") + timeOf(compilation, "check")});
    entries.push_back(emission(compilation));
    return entries;
}

void addLines(const std::vector<Entry> &entries, int depth, std::string &text) {
    for (const Entry &entry : entries) {
        text += format("%*s[%s]: %g", 4 * depth, "", entry.name.c_str(), seconds(entry.durationNs));
        if (!entry.inner.empty()) text += format(", [%zu]", entry.inner.size());
        text += "\n";
        addLines(entry.inner, depth + 1, text);
    }
}

/** The leaves by their path without cycles, each once. */
void addLeaves(const std::vector<Entry> &entries, const std::string &path, std::vector<Entry> &leaves) {
    for (const Entry &entry : entries) {
        const std::string name = entry.name.starts_with("Cycle ") ? path
                                 : path.empty()                   ? entry.name
                                                                  : path + "." + entry.name;
        if (!entry.inner.empty()) {
            addLeaves(entry.inner, name, leaves);
            continue;
        }
        const auto known = std::ranges::find(leaves, name, &Entry::name);
        if (known == leaves.end())
            leaves.push_back({name, entry.durationNs});
        else
            known->durationNs += entry.durationNs;
    }
}

double share(int64_t part, int64_t whole) {
    return whole > 0 ? 100.0 * double(part) / double(whole) : 0.0;
}

std::string sumsText(const std::vector<Entry> &entries) {
    std::vector<Entry> leaves;
    addLeaves(entries, "", leaves);
    std::string text = "Sums\n";
    for (const Entry &leaf : leaves)
        text += format("    %-36s : %12.6fs : %5.2f%%\n", leaf.name.c_str(), seconds(leaf.durationNs),
                       share(leaf.durationNs, sumOf(leaves)));
    return text;
}

/** How often each pass rewrote something, and the time of those that did. */
std::string groupsText(const Compilation &compilation) {
    struct Row {
        std::string name;
        int64_t durationNs = 0;
        size_t count = 0;
    };
    std::vector<Row> rows;
    for (const PassRecord &pass : compilation.passes) {
        if (pass.rewrites.empty()) continue;
        auto row = std::ranges::find(rows, pass.name, &Row::name);
        if (row == rows.end()) row = rows.insert(rows.end(), Row{pass.name});
        row->durationNs += pass.timeNs;
        row->count += pass.rewrites.size();
    }
    std::ranges::sort(rows, {}, &Row::name);
    int64_t total = 0;
    size_t count = 0;
    for (const Row &row : rows)
        total += row.durationNs, count += row.count;
    std::string text = format("\n\nTime group info:\n------[substitution.] %10.6f%6zu\n", seconds(total), count);
    for (const Row &row : rows)
        text += format("%5.2f%% : %12.6fs : %6zu: substitution.", share(row.durationNs, total), seconds(row.durationNs),
                       row.count) +
                row.name + "\n";
    return text;
}

} // namespace

std::vector<CompilePart> compileParts(const Compilation &compilation) {
    std::vector<StageTime> stages = compilation.stages;
    for (const PassRecord &pass : compilation.passes)
        stages.push_back({"pass " + fullName(pass), pass.startNs, pass.timeNs});
    std::ranges::stable_sort(stages, [](const StageTime &a, const StageTime &b) {
        return a.startNs != b.startNs ? a.startNs < b.startNs : a.durationNs > b.durationNs;
    });
    std::vector<CompilePart> parts;
    std::vector<int64_t> ends;
    for (const StageTime &stage : stages) {
        while (!ends.empty() && stage.startNs >= ends.back())
            ends.pop_back();
        parts.push_back({stage, int(ends.size())});
        ends.push_back(stage.startNs + stage.durationNs);
    }
    return parts;
}

int64_t compileTotalNs(const Compilation &compilation) {
    int64_t begin = 0, end = 0;
    for (const CompilePart &part : compileParts(compilation)) {
        if (end == 0) begin = part.stage.startNs;
        end = std::max(end, part.stage.startNs + part.stage.durationNs);
    }
    return end - begin;
}

std::string totalTimeText(const Compilation &compilation) {
    const std::vector<Entry> entries = entriesOf(compilation);
    std::string text = format("\nTotalTime = %g, [%zu]\n", seconds(compileTotalNs(compilation)), entries.size());
    addLines(entries, 0, text);
    return text + sumsText(entries) + groupsText(compilation);
}

std::string statisticsText(const Compilation &compilation) {
    const int64_t hardware = timeOf(compilation, PassPhase::HardwareOptimization);
    const int64_t graphKernels = timeOf(compilation, PassPhase::GraphKernel);
    const int64_t kernels = timeOf(compilation, "codegen"), plan = timeOf(compilation, "plan");
    std::string text;
    const auto add = [&](const char *name, int64_t ns) {
        text += format("[PROF]%s costs %g msec.\n", name, double(ns) / 1e6);
    };
    add("OptimizeGraph", hardware);
    if (graphKernels > 0) add("GraphKernelOptimize", graphKernels);
    add("CreateKernel", kernels);
    add("PreprocessBeforeRun", plan);
    add("compile_backend_graph", hardware + graphKernels + kernels + plan);
    add("compile_graph", compileTotalNs(compilation));
    const Module &final = compilation.final;
    const size_t order = final.graphs.empty() ? 0 : final.entry()->nodes.size();
    text += format("[PROF]The size of execution order: %zu\n[PROF]The size of all node: %d\n", order, callCount(final));
    return text;
}

} // namespace jitscope::inline session
