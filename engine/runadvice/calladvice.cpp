// SPDX-License-Identifier: Apache-2.0
// Python between operators, and operators that are over before a call of Python is.
#include "engine/analysis/intervals.h"
#include "engine/base/text.h"
#include "engine/ops/opname.h"
#include "engine/runadvice/runadvicerules.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
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

std::optional<RunMeasured> smallCalls(const RunAdviceInput &input) {
    const OpColumns &columns = input.columns;
    std::vector<uint32_t> places;
    for (size_t place = 0; place < columns.size(); ++place)
        if (isEager(columns, place) && isSmall(columns, place)) places.push_back(uint32_t(place));
    if (places.size() < fewCalls) return std::nullopt;
    RunMeasured found;
    found.concernsNs = selfOf(columns, places);
    found.value = percentOf(double(found.concernsNs), double(input.operatorsNs));
    found.arguments = {std::to_string(places.size()), percentText(found.value), medianText(columns, places)};
    found.evidence = byLine(columns, places);
    return found;
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

/** The time that nothing was busy before operators and calls of graphs, by the line that began them. */
class Waits {
public:
    explicit Waits(const Intervals &busy) {
        for (size_t i = 1; i < busy.size(); ++i)
            m_before[busy[i].beginNs] = busy[i].beginNs - busy[i - 1].endNs;
    }
    /** A moment at which several begin counts once. */
    void add(int64_t beginNs, const std::string &line, int64_t op) {
        const auto wait = m_before.find(beginNs);
        if (wait == m_before.end()) return;
        RunEvidence &row = m_rows[line];
        if (row.count < 0) row = {line, {}, 0, 0, -1, op};
        if (row.op < 0) row.op = op;
        ++row.count;
        row.ns += wait->second;
        m_before.erase(wait);
    }
    std::vector<RunEvidence> longest() const {
        std::vector<RunEvidence> all;
        for (const auto &[line, row] : m_rows)
            all.push_back(row);
        std::ranges::stable_sort(all, std::ranges::greater(), &RunEvidence::ns);
        if (all.size() > mostEvidence) all.resize(mostEvidence);
        return all;
    }

private:
    std::unordered_map<int64_t, int64_t> m_before;
    std::map<std::string, RunEvidence> m_rows;
};

std::vector<RunEvidence> waitsByLine(const RunAdviceInput &input, const Intervals &busy) {
    const OpColumns &columns = input.columns;
    Waits waits(busy);
    for (const GraphCall &call : input.session.graphCalls)
        waits.add(call.startNs, lineText(input.session, call.stack), -1);
    const OpGroups &lines = columns.by(OpGrouping::Line);
    for (size_t place = 0; place < columns.size(); ++place)
        waits.add(columns.start[place], lines.texts[lines.of[place]], columns.number(place));
    return waits.longest();
}

std::optional<RunMeasured> pythonBetween(const RunAdviceInput &input) {
    const Intervals busy = busyTimes(input);
    if (busy.size() < fewCalls) return std::nullopt;
    const int64_t whole = busy.back().endNs - busy.front().beginNs;
    RunMeasured found;
    found.concernsNs = whole - totalLength(busy);
    found.value = percentOf(double(found.concernsNs), double(whole));
    found.arguments = {humanTime(found.concernsNs), percentText(found.value), humanTime(whole)};
    found.evidence = waitsByLine(input, busy);
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
         .pattern = "%1 eager calls move at most 64 KiB and compute at most 200,000 operations each; they take %2 of "
                    "the operators' time, %3 each in the median.",
         .advice = "Put the function around them into @jit: a compiled graph runs them without Python between them and "
                   "fuses what it can. The Bench panel measures what that gives.",
         .threshold = 20,
         .base = "of the operators' time",
         .check = RunCheck::Bench,
         .measure = smallCalls},
        {.id = "python_between",
         .title = "Python between operators",
         .pattern = "For %1 of %3 (%2) no operator, graph or compiler was at work: that is Python between them.",
         .advice = "Compile the function that calls them, or do its work in larger operators.",
         .threshold = 30,
         .base = "of the time from the first operator to the last",
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
