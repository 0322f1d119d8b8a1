// SPDX-License-Identifier: Apache-2.0
// Splits a compilation into stretches of which each is counted once, and sums them up by path.
#include "engine/session/compilecosts.h"

#include "engine/base/text.h"
#include "engine/session/compiledetails.h"
#include "engine/session/session.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

namespace jitscope::inline session {

namespace {

using Kind = CompileRowKind;

/** One level of the way from a compilation down to a cost. */
struct Step {
    Kind kind;
    std::string name;
    int64_t occurrence = 0; ///< equal numbers count once
    int64_t count = 1;
    int pass = -1;
    std::string kernel = {}, file = {};
    int line = 0;
};

/** A stretch of time that is in no other. */
struct Cost {
    int compilation = -1;
    int64_t startNs = 0, timeNs = 0;
    std::vector<Step> way;
};

struct Part {
    std::string name;
    int64_t startNs = 0, endNs = 0;
    const PassRecord *pass = nullptr;
    int parent = -1;
    int64_t innerNs = 0; ///< what the parts directly below it took
    bool hasParts = false;

    int64_t selfNs() const { return endNs - startNs - innerNs; }
};

/** Each behind the one that contains it in time. */
std::vector<Part> nestedParts(const Compilation &compilation) {
    std::vector<Part> parts;
    for (const StageTime &stage : compilation.stages)
        parts.push_back({stage.name, stage.startNs, stage.startNs + stage.durationNs});
    for (const PassRecord &pass : compilation.passes)
        if (pass.startNs > 0) parts.push_back({pass.name, pass.startNs, pass.startNs + pass.timeNs, &pass});
    std::ranges::stable_sort(parts, [](const Part &a, const Part &b) {
        return a.startNs != b.startNs ? a.startNs < b.startNs : a.endNs > b.endNs;
    });
    std::vector<int> open;
    for (int i = 0; i < int(parts.size()); ++i) {
        Part &part = parts[size_t(i)];
        while (!open.empty() && part.startNs >= parts[size_t(open.back())].endNs)
            open.pop_back();
        if (!open.empty()) {
            Part &parent = parts[size_t(open.back())];
            part.parent = open.back();
            part.endNs = std::min(part.endNs, parent.endNs);
            parent.innerNs += part.endNs - part.startNs;
            parent.hasParts = true;
        }
        open.push_back(i);
    }
    return parts;
}

/** The costs of one compilation. */
class Splitter {
public:
    Splitter(const Compilation &compilation, CompileNotes notes, int64_t &occurrences)
        : m_compilation(compilation)
        , m_notes(std::move(notes))
        , m_occurrences(occurrences)
        , m_parts(nestedParts(compilation)) {}

    std::vector<Cost> split();
    CompileWindow window() const { return {m_compilation.index, m_startNs, m_endNs - m_startNs}; }

private:
    std::vector<Step> stepsOf(const Part &part);
    void splitPart(size_t place);
    void splitPass(const PassRecord &pass, const Part &part, const std::vector<Step> &way);
    void splitCapture(const Part &part, const std::vector<Step> &way);
    void splitLlvm(const Part &part, const std::vector<Step> &way);
    void add(int64_t startNs, int64_t timeNs, std::vector<Step> way, std::optional<Step> last = {});
    const KernelRecord *kernelNamed(const std::string &graph) const;

    const Compilation &m_compilation;
    CompileNotes m_notes;
    int64_t &m_occurrences;
    std::vector<Part> m_parts;
    std::vector<std::vector<Step>> m_ways; ///< by place in m_parts
    std::vector<Cost> m_costs;
    int64_t m_startNs = 0, m_endNs = 0;
};

const KernelRecord *Splitter::kernelNamed(const std::string &graph) const {
    const auto found = std::ranges::find(m_compilation.kernels, graph, &KernelRecord::graph);
    return found == m_compilation.kernels.end() ? nullptr : &*found;
}

std::vector<Step> Splitter::stepsOf(const Part &part) {
    const int64_t occurrence = ++m_occurrences;
    if (part.pass == nullptr) {
        const KernelRecord *kernel = part.parent >= 0 ? kernelNamed(part.name) : nullptr;
        Step step{kernel ? Kind::Kernel : Kind::Part, part.name, occurrence};
        if (kernel) step.kernel = kernel->graph;
        return {std::move(step)};
    }
    std::vector<Step> steps;
    if (!part.pass->stage.empty()) steps.push_back({Kind::Stage, part.pass->stage, occurrence});
    if (part.pass->cycle > 0) steps.push_back({Kind::Cycle, stageText(*part.pass), occurrence});
    steps.push_back({Kind::Pass, part.pass->name, occurrence, 1, part.pass->index});
    return steps;
}

void Splitter::add(int64_t startNs, int64_t timeNs, std::vector<Step> way, std::optional<Step> last) {
    if (timeNs <= 0 && !last) return;
    if (last) way.push_back(*std::move(last));
    m_costs.push_back({m_compilation.index, startNs, std::max<int64_t>(timeNs, 0), std::move(way)});
}

std::vector<Cost> Splitter::split() {
    const std::vector<Step> whole = {{Kind::Function, m_compilation.function, ++m_occurrences},
                                     {Kind::Compilation, m_compilation.key, m_occurrences}};
    m_ways.assign(m_parts.size(), whole);
    for (const Part &part : m_parts) {
        if (part.parent >= 0) continue;
        if (m_endNs == 0) m_startNs = m_endNs = part.startNs;
        if (part.startNs > m_endNs)
            add(m_endNs, part.startNs - m_endNs, whole, Step{Kind::Unaccounted, "", ++m_occurrences});
        m_endNs = std::max(m_endNs, part.endNs);
    }
    for (size_t i = 0; i < m_parts.size(); ++i)
        splitPart(i);
    return std::move(m_costs);
}

void Splitter::splitPart(size_t place) {
    const Part &part = m_parts[place];
    std::vector<Step> &way = m_ways[place];
    if (part.parent >= 0) way = m_ways[size_t(part.parent)];
    std::ranges::move(stepsOf(part), std::back_inserter(way));
    if (part.pass) return splitPass(*part.pass, part, way);
    if (part.name == "capture") return splitCapture(part, way);
    if (part.name == "LLVM") return splitLlvm(part, way);
    if (!part.hasParts) return add(part.startNs, part.selfNs(), way, std::nullopt);
    const int64_t kept = part.name == "passes" ? std::clamp<int64_t>(m_notes.snapshotNs, 0, part.selfNs()) : 0;
    if (kept > 0) add(part.startNs, kept, way, Step{Kind::Part, "snapshots", ++m_occurrences});
    if (part.selfNs() > kept)
        add(part.startNs, part.selfNs() - kept, way, Step{Kind::Unaccounted, "", ++m_occurrences});
}

bool areOfOneRule(const PassRecord &pass) {
    return std::ranges::adjacent_find(pass.rewrites, std::ranges::not_equal_to(), &Rewrite::rule) ==
           pass.rewrites.end();
}

/** The times of its rules; where they were not noted, all of it is of its only rule, or of none that is known. */
std::vector<RuleTime> ruleTimesOf(const PassRecord &pass, const CompileNotes &notes, int64_t timeNs) {
    std::vector<RuleTime> times;
    for (const RuleTime &each : notes.rules)
        if (each.pass == pass.index) times.push_back(each);
    if (times.empty() && !pass.rewrites.empty() && areOfOneRule(pass))
        times.push_back({pass.index, pass.rewrites.front().rule, timeNs, int64_t(pass.rewrites.size())});
    return times;
}

void Splitter::splitPass(const PassRecord &pass, const Part &part, const std::vector<Step> &way) {
    int64_t left = part.selfNs(), at = part.startNs;
    if (pass.rewrites.empty()) return add(at, left, way, std::nullopt);
    for (const RuleTime &each : ruleTimesOf(pass, m_notes, left)) {
        const int64_t time = std::clamp<int64_t>(each.timeNs, 0, left);
        add(at, time, way, Step{Kind::Rule, each.rule, ++m_occurrences, each.count, pass.index});
        at += time;
        left -= time;
    }
    if (left > 0) add(at, left, way, Step{Kind::NoRule, "", ++m_occurrences});
}

void Splitter::splitCapture(const Part &part, const std::vector<Step> &way) {
    int64_t left = part.selfNs();
    for (const CaptureLine &each : m_notes.lines) {
        const int64_t whole = std::min(each.timeNs, left), inference = std::clamp<int64_t>(each.inferenceNs, 0, whole);
        std::vector<Step> lineWay = way;
        lineWay.push_back({Kind::Line,
                           each.file + ":" + std::to_string(each.line),
                           ++m_occurrences,
                           each.turns,
                           -1,
                           {},
                           each.file,
                           each.line});
        add(each.startNs, whole - inference, lineWay, std::nullopt);
        if (inference > 0) add(each.startNs, inference, lineWay, Step{Kind::Inference, "", ++m_occurrences});
        left -= whole;
    }
    if (m_notes.lines.empty()) return add(part.startNs, left, way, std::nullopt);
    if (left > 0) add(part.startNs, left, way, Step{Kind::NoLine, "", ++m_occurrences});
}

void Splitter::splitLlvm(const Part &part, const std::vector<Step> &way) {
    const std::string kernel = part.parent >= 0 ? m_parts[size_t(part.parent)].name : "";
    int64_t left = part.selfNs(), at = part.startNs;
    bool isKnown = false;
    for (const LlvmPart &each : m_notes.llvm) {
        if (each.kernel != kernel) continue;
        const int64_t time = std::clamp<int64_t>(each.timeNs, 0, left);
        add(at, time, way, Step{Kind::LlvmPart, each.name, ++m_occurrences, each.count});
        at += time;
        left -= time;
        isKnown = true;
    }
    if (!isKnown) return add(at, left, way, std::nullopt);
    if (left > 0) add(at, left, way, Step{Kind::Unaccounted, "", ++m_occurrences});
}

/** The level that a grouping asks for, and the one below it. */
struct Levels {
    Kind first, second;
};

Levels levelsOf(CompileGrouping grouping) {
    switch (grouping) {
    case CompileGrouping::Stage:
        return {Kind::Stage, Kind::Pass};
    case CompileGrouping::Cycle:
        return {Kind::Cycle, Kind::Pass};
    case CompileGrouping::Rule:
        return {Kind::Rule, Kind::Pass};
    case CompileGrouping::Line:
        return {Kind::Line, Kind::Inference};
    case CompileGrouping::Pass:
        return {Kind::Pass, Kind::Function};
    case CompileGrouping::Function:
    case CompileGrouping::Waterfall:
        break;
    }
    return {Kind::Function, Kind::Compilation};
}

const Step *stepOf(const std::vector<Step> &way, Kind kind) {
    const auto found = std::ranges::find(way, kind, &Step::kind);
    return found == way.end() ? nullptr : &*found;
}

/** What has no level of the asked kind stands under its part: "capture", "codegen". */
std::vector<Step> groupedWay(const std::vector<Step> &way, CompileGrouping grouping) {
    if (grouping == CompileGrouping::Waterfall) return {way.begin() + 1, way.end()};
    if (grouping == CompileGrouping::Function) return way;
    const Levels levels = levelsOf(grouping);
    const Step *first = stepOf(way, levels.first);
    if (first == nullptr) {
        if (grouping == CompileGrouping::Line && stepOf(way, Kind::NoLine)) return {*stepOf(way, Kind::NoLine)};
        const Step &part = way.at(2);
        const Step *pass = stepOf(way, Kind::Pass);
        std::vector<Step> steps = {part};
        if (pass) steps.push_back(*pass);
        if (!pass && way.size() > 3 && part.kind != Kind::Unaccounted) steps.push_back(way.at(3));
        return steps;
    }
    std::vector<Step> steps = {*first};
    if (const Step *second = stepOf(way, levels.second)) steps.push_back(*second);
    return steps;
}

/** Adds up costs by their ways. */
class Tree {
public:
    Tree(const std::vector<CompileWindow> &windows, int64_t totalNs)
        : m_totalNs(totalNs) {
        int64_t at = 0;
        for (const CompileWindow &window : windows) {
            m_windows[window.compilation] = {at, window.startNs};
            at += window.totalNs;
        }
    }

    void add(const Cost &cost, const std::vector<Step> &way) {
        Node *node = &m_root;
        for (const Step &step : way)
            take(*(node = childOf(*node, step, cost.compilation)), cost, step);
        node->row.selfNs += cost.timeNs;
    }
    std::vector<CompileRow> rows(CompileGrouping grouping) { return rowsOf(m_root, grouping); }

private:
    struct Node {
        CompileRow row;
        int64_t lastOccurrence = 0;
        int64_t passNs = -1, kernelNs = -1, lineNs = -1; ///< of what `row` names
        std::map<std::pair<Kind, std::string>, size_t> places;
        std::vector<std::unique_ptr<Node>> inner;
    };

    static Node *childOf(Node &node, const Step &step, int compilation) {
        // Two compilations of a function for the same types are two.
        const std::string name = step.kind == Kind::Compilation ? std::to_string(compilation) : step.name;
        const auto [place, isNew] = node.places.try_emplace({step.kind, name}, node.inner.size());
        if (isNew) {
            node.inner.push_back(std::make_unique<Node>());
            node.inner.back()->row.kind = step.kind;
            node.inner.back()->row.name = step.name;
        }
        return node.inner[place->second].get();
    }

    void take(Node &node, const Cost &cost, const Step &step) {
        CompileRow &row = node.row;
        row.totalNs += cost.timeNs;
        if (std::exchange(node.lastOccurrence, step.occurrence) != step.occurrence) row.count += step.count;
        row.timeOf[cost.compilation] += cost.timeNs;
        for (const Step &each : cost.way) {
            if (each.pass >= 0 && cost.timeNs > node.passNs) row.pass = each.pass, node.passNs = cost.timeNs;
            if (!each.kernel.empty() && cost.timeNs > node.kernelNs)
                row.kernel = each.kernel, node.kernelNs = cost.timeNs;
            if (each.line > 0 && cost.timeNs > node.lineNs)
                row.file = each.file, row.line = each.line, node.lineNs = cost.timeNs;
        }
        addStretch(row, cost);
    }

    void addStretch(CompileRow &row, const Cost &cost) const {
        constexpr double least = 0.002;
        const auto window = m_windows.find(cost.compilation);
        if (m_totalNs <= 0 || window == m_windows.end()) return;
        const auto &[offset, startNs] = window->second;
        const double begin = double(offset + cost.startNs - startNs) / double(m_totalNs);
        const double length = double(cost.timeNs) / double(m_totalNs);
        if (!row.stretches.empty()) {
            CompileStretch &last = row.stretches.back();
            const double gap = begin - last.begin - last.length;
            if (gap >= -least && gap < least) {
                last.length = std::max(last.length, begin + length - last.begin);
                return;
            }
        }
        row.stretches.push_back({begin, length});
    }

    std::vector<CompileRow> rowsOf(Node &node, CompileGrouping grouping) {
        std::vector<CompileRow> rows;
        for (const std::unique_ptr<Node> &inner : node.inner) {
            CompileRow &row = inner->row;
            row.share = m_totalNs > 0 ? double(row.totalNs) / double(m_totalNs) : 0;
            const auto most = std::ranges::max_element(row.timeOf, {}, [](const auto &each) { return each.second; });
            row.compilation = most->first;
            row.rows = rowsOf(*inner, grouping);
            rows.push_back(std::move(row));
        }
        if (grouping != CompileGrouping::Waterfall)
            std::ranges::stable_sort(rows, std::ranges::greater(), &CompileRow::totalNs);
        return rows;
    }

    int64_t m_totalNs;
    std::map<int, std::pair<int64_t, int64_t>> m_windows; ///< by compilation: its place on the axis, its begin
    Node m_root;
};

constexpr std::array<std::pair<CompileGrouping, std::string_view>, 7> groupingNames = {{
    {CompileGrouping::Waterfall, "waterfall"},
    {CompileGrouping::Function, "function"},
    {CompileGrouping::Stage, "stage"},
    {CompileGrouping::Pass, "pass"},
    {CompileGrouping::Cycle, "cycle"},
    {CompileGrouping::Rule, "rule"},
    {CompileGrouping::Line, "line"},
}};

} // namespace

std::string_view toString(CompileGrouping grouping) {
    return std::ranges::find(groupingNames, grouping, [](const auto &each) { return each.first; })->second;
}

std::optional<CompileGrouping> compileGroupingNamed(std::string_view name) {
    const auto found = std::ranges::find(groupingNames, name, [](const auto &each) { return each.second; });
    if (found == groupingNames.end()) return std::nullopt;
    return found->first;
}

std::string_view toString(CompileRowKind kind) {
    constexpr std::string_view names[] = {"function", "compilation", "part",      "stage",      "cycle",
                                          "pass",     "rule",        "no rule",   "kernel",     "LLVM part",
                                          "line",     "no line",     "inference", "unaccounted"};
    return names[size_t(kind)];
}

CompileProfile compileProfile(const Session &session, CompileGrouping grouping, std::optional<int> only) {
    CompileProfile profile;
    std::vector<Cost> costs;
    int64_t occurrences = 0;
    for (const Compilation &each : session.compilations) {
        if (only && each.index != *only) continue;
        Splitter splitter(each, compileNotes(session, each.index), occurrences);
        std::ranges::move(splitter.split(), std::back_inserter(costs));
        const CompileWindow window = splitter.window();
        if (window.totalNs <= 0) continue;
        profile.windows.push_back(window);
        profile.totalNs += window.totalNs;
    }
    std::ranges::stable_sort(costs, [](const Cost &a, const Cost &b) {
        return a.compilation != b.compilation ? a.compilation < b.compilation : a.startNs < b.startNs;
    });
    Tree tree(profile.windows, profile.totalNs);
    for (const Cost &cost : costs)
        tree.add(cost, groupedWay(cost.way, grouping));
    profile.rows = tree.rows(grouping);
    return profile;
}

const CompileRow *longestRow(const std::vector<CompileRow> &rows, CompileRowKind kind) {
    const CompileRow *longest = nullptr;
    for (const CompileRow &row : rows) {
        const CompileRow *inner = longestRow(row.rows, kind);
        for (const CompileRow *each : {row.kind == kind ? &row : nullptr, inner})
            if (each && (longest == nullptr || each->totalNs > longest->totalNs)) longest = each;
    }
    return longest;
}

} // namespace jitscope::inline session
