// SPDX-License-Identifier: Apache-2.0
// Python between operators, and operators that are over before a call of Python is.
#include "engine/analysis/intervals.h"
#include "engine/base/text.h"
#include "engine/ops/opname.h"
#include "engine/runadvice/runadvicerules.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace jitscope::inline runadvice {

namespace {

constexpr double fewBytes = 64 << 10, fewFlops = 200'000;
constexpr size_t fewCalls = 100; ///< so few small ones are nobody's problem

bool isEager(const OpColumns &columns, size_t place) {
    return columns.call[place] < 0 && columns.by(OpGrouping::Node).of[place] == OpGroups::outside;
}

bool isSmall(const OpColumns &columns, size_t place) {
    return columns.bytes[place] > 0 && columns.bytes[place] <= fewBytes && columns.flops[place] <= fewFlops;
}

std::string medianText(const OpColumns &columns, const std::vector<uint32_t> &places) {
    std::vector<int64_t> durations;
    for (const uint32_t place : places)
        durations.push_back(columns.duration[place]);
    const auto middle = durations.begin() + int64_t(durations.size() / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    return humanTime(*middle);
}

/** When operators ran, graphs did, or something was compiled. */
Intervals busyTimes(const RunAdviceInput &input) {
    Intervals busy;
    for (size_t place = 0; place < input.columns.size(); ++place)
        busy.push_back({input.columns.start[place], input.columns.end(place)});
    for (const GraphCall &call : input.session.graphCalls)
        busy.push_back({call.startNs, call.startNs + call.durationNs});
    for (const Compilation &compilation : input.session.compilations)
        if (!compilation.imported)
            for (const StageTime &stage : compilation.stages)
                busy.push_back({stage.startNs, stage.startNs + stage.durationNs});
    return unite(std::move(busy));
}

enum class WaitsFor : uint8_t { SmallCalls, Others };

/** An operator that Python was busy before. */
struct WaitingOp {
    int64_t number = -1;
    int64_t ownNs = 0; ///< that counts with the time before it
};

/** The time that nothing was busy before operators and calls of graphs, by the line that began them. */
class Waits {
public:
    explicit Waits(const Intervals &busy) {
        for (size_t i = 1; i < busy.size(); ++i)
            m_before[busy[i].beginNs] = busy[i].beginNs - busy[i - 1].endNs;
    }
    /** A moment at which several begin counts once. */
    void add(int64_t beginNs, const std::string &line, WaitingOp op, WaitsFor what) {
        const auto wait = m_before.find(beginNs);
        const int64_t waited = wait == m_before.end() ? 0 : wait->second;
        if (waited == 0 && op.ownNs == 0) return;
        RunEvidence &row = m_rows[size_t(what)][line];
        if (row.count < 0) row = {.subject = line, .count = 0, .ns = 0, .op = op.number};
        if (row.op < 0) row.op = op.number;
        ++row.count;
        row.ns += waited + op.ownNs;
        m_sums[size_t(what)] += waited + op.ownNs;
        if (wait != m_before.end()) m_before.erase(wait);
    }
    int64_t sum(WaitsFor what) const { return m_sums[size_t(what)]; }
    std::vector<RunEvidence> longest(WaitsFor what) const {
        std::vector<RunEvidence> all;
        for (const auto &[line, row] : m_rows[size_t(what)])
            all.push_back(row);
        std::ranges::stable_sort(all, std::ranges::greater(), &RunEvidence::ns);
        if (all.size() > mostEvidence) all.resize(mostEvidence);
        return all;
    }

private:
    std::unordered_map<int64_t, int64_t> m_before;
    std::array<std::map<std::string, RunEvidence>, 2> m_rows;
    std::array<int64_t, 2> m_sums{};
};

int64_t compileTime(const Session &session) {
    Intervals compiling;
    for (const Compilation &compilation : session.compilations)
        if (!compilation.imported)
            for (const StageTime &stage : compilation.stages)
                compiling.push_back({stage.startNs, stage.startNs + stage.durationNs});
    return totalLength(unite(std::move(compiling)));
}

/** Where the time between operators went: before calls of next to no work, whose own time is part of their overhead,
    and before all others. */
struct CallTimes {
    std::vector<uint32_t> small;
    int64_t smallNs = 0;  ///< of these calls and of the Python before them
    int64_t pythonNs = 0; ///< before all others
    int64_t wholeNs = 0;  ///< from the first operator to the last, without compiling
    std::vector<RunEvidence> smallLines, otherLines;
};

CallTimes callTimes(const RunAdviceInput &input) {
    const OpColumns &columns = input.columns;
    const Intervals busy = busyTimes(input);
    CallTimes times;
    if (busy.empty()) return times;
    times.wholeNs = busy.back().endNs - busy.front().beginNs - compileTime(input.session);
    Waits waits(busy);
    const OpGroups &lines = columns.by(OpGrouping::Line);
    for (const GraphCall &call : input.session.graphCalls)
        waits.add(call.startNs, lineText(input.session, call.stack), {}, WaitsFor::Others);
    for (size_t place = 0; place < columns.size(); ++place) {
        const bool isSmallCall = isEager(columns, place) && isSmall(columns, place);
        if (isSmallCall) times.small.push_back(uint32_t(place));
        waits.add(columns.start[place], lines.texts[lines.of[place]],
                  WaitingOp{columns.number(place), isSmallCall ? columns.self[place] : 0},
                  isSmallCall ? WaitsFor::SmallCalls : WaitsFor::Others);
    }
    times.smallLines = waits.longest(WaitsFor::SmallCalls);
    times.otherLines = waits.longest(WaitsFor::Others);
    times.smallNs = waits.sum(WaitsFor::SmallCalls);
    times.pythonNs = waits.sum(WaitsFor::Others);
    return times;
}

std::optional<RunMeasured> smallCalls(const RunAdviceInput &input) {
    CallTimes times = callTimes(input);
    if (times.small.size() < fewCalls) return std::nullopt;
    RunMeasured found;
    found.concernsNs = times.smallNs;
    found.value = percentOf(double(times.smallNs), double(times.wholeNs));
    found.arguments = {std::to_string(times.small.size()), percentText(found.value),
                       medianText(input.columns, times.small)};
    found.evidence = std::move(times.smallLines);
    return found;
}

std::optional<RunMeasured> pythonBetween(const RunAdviceInput &input) {
    CallTimes times = callTimes(input);
    if (times.otherLines.empty()) return std::nullopt;
    RunMeasured found;
    found.concernsNs = times.pythonNs;
    found.value = percentOf(double(times.pythonNs), double(times.wholeNs));
    found.arguments = {humanTime(times.pythonNs), percentText(found.value), humanTime(times.wholeNs)};
    found.evidence = std::move(times.otherLines);
    return found;
}

std::optional<RunMeasured> pythonInGraphs(const RunAdviceInput &input) {
    const OpColumns &columns = input.columns;
    const OpGroups &names = columns.by(OpGrouping::Op);
    const uint32_t python = names.find(std::string(op::PyExecute.text()));
    std::vector<uint32_t> places;
    for (size_t place = 0; place < columns.size() && python != OpGroups::outside; ++place)
        if (names.of[place] == python) places.push_back(uint32_t(place));
    if (places.empty()) return std::nullopt;
    RunMeasured found;
    found.concernsNs = selfOf(columns, places);
    found.value = percentOf(double(found.concernsNs), double(input.operatorsNs));
    found.arguments = {std::to_string(places.size()), percentText(found.value)};
    found.evidence = byLine(columns, places);
    return found;
}

} // namespace

std::vector<RunRule> callAdvice() {
    return {
        {.id = "small_calls",
         .title = "Calls smaller than their overhead",
         .pattern = "%1 eager calls move at most 64 KiB and compute at most 200,000 operations each. With the Python "
                    "before them they take %2 of the run; alone %3 each in the median.",
         .advice = "Put the function around them into @jit: a compiled graph runs them without Python between them and "
                   "fuses what it can. The Bench panel measures what that gives.",
         .threshold = 20,
         .base = "of the time from the first operator to the last, without compiling",
         .check = RunCheck::Bench,
         .measure = smallCalls},
        {.id = "python_between",
         .title = "Python between operators",
         .pattern = "For %1 of %3 (%2) no operator, graph or compiler was at work before calls of some size: that is "
                    "Python between them.",
         .advice = "Compile the function that calls them, or do its work in larger operators.",
         .threshold = 30,
         .base = "of the time from the first operator to the last, without compiling",
         .check = RunCheck::Bench,
         .measure = pythonBetween},
        {.id = "python_in_graph",
         .title = "Python inside of compiled graphs",
         .pattern = "Calls of Python from compiled graphs (PyExecute): %1; they take %2 of the operators' time.",
         .advice = "Replace what is no operator by operators, or move it out of the function. fullgraph=True names the "
                   "first line that falls back.",
         .threshold = 2,
         .base = "of the operators' time",
         .check = RunCheck::Place,
         .measure = pythonInGraphs},
    };
}

} // namespace jitscope::inline runadvice
