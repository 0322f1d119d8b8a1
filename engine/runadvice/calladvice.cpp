// SPDX-License-Identifier: Apache-2.0
// Python between operators, and operators that are over before a call of Python is.
#include "engine/analysis/intervals.h"
#include "engine/analysis/operators/operatorgaps.h"
#include "engine/base/text.h"
#include "engine/ops/opname.h"
#include "engine/runadvice/runadvicerules.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

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

int64_t medianOf(std::vector<int64_t> times) {
    if (times.empty()) return 0;
    const auto middle = times.begin() + int64_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

int64_t medianDuration(const OpColumns &columns, const std::vector<uint32_t> &places) {
    std::vector<int64_t> durations;
    for (const uint32_t place : places)
        durations.push_back(columns.duration[place]);
    return medianOf(std::move(durations));
}

/** What lies before an eager operator in the usual case: Python calls it. Where the script does something else before
    each, that is no launch: none takes longer than this. */
int64_t usualLaunch(const OpColumns &columns, const OperatorGaps &gaps) {
    constexpr int64_t longestLaunch = 50'000; ///< ns
    std::vector<int64_t> lengths;
    for (const OperatorGap &gap : gaps.gaps)
        if (gap.next >= 0 && isEager(columns, size_t(gap.next))) lengths.push_back(gap.length());
    return std::min(medianOf(std::move(lengths)), longestLaunch);
}

int64_t compileTime(const Session &session) {
    Intervals compiling;
    for (const Compilation &compilation : session.compilations)
        if (!compilation.imported)
            for (const StageTime &stage : compilation.stages)
                compiling.push_back({stage.startNs, stage.startNs + stage.durationNs});
    return totalLength(unite(std::move(compiling)));
}

/** Times by the number of a line or place, with their sum. */
class Sums {
public:
    struct Added {
        int64_t ns = 0, op = -1;
        int64_t count = 1; ///< 0: a further part of what was counted before
    };
    void add(uint32_t key, const Added &added) {
        if (added.ns == 0) return;
        Row &row = m_rows[key];
        row.count += added.count;
        row.ns += added.ns;
        m_sum += added.ns;
        if (added.ns <= row.longestNs) return;
        row.longestNs = added.ns;
        row.op = added.op;
    }
    int64_t sum() const { return m_sum; }
    /** `named` gives the words of a key. */
    template<class Named> std::vector<RunEvidence> longest(Named named) const {
        std::vector<std::pair<uint32_t, Row>> rows(m_rows.begin(), m_rows.end());
        std::ranges::stable_sort(rows, std::ranges::greater(), [](const auto &row) { return row.second.ns; });
        if (rows.size() > mostEvidence) rows.resize(mostEvidence);
        std::vector<RunEvidence> all;
        for (const auto &[key, row] : rows) {
            RunEvidence &evidence = all.emplace_back(named(key));
            evidence.count = row.count;
            evidence.ns = row.ns;
            evidence.op = row.op;
        }
        return all;
    }

private:
    struct Row {
        int64_t count = 0, ns = 0, longestNs = 0, op = -1;
    };
    std::map<uint32_t, Row> m_rows;
    int64_t m_sum = 0;
};

/** Time of one kind. */
struct PartOfRun {
    int64_t ns = 0;
    std::vector<RunEvidence> rows; ///< longest first, not all
};

/** Where the time between operators went. */
struct CallTimes {
    std::vector<uint32_t> small; ///< calls of next to no work
    int64_t launchNs = 0;        ///< that one call usually takes
    int64_t wholeNs = 0;         ///< from the first operator to the last, without compiling
    PartOfRun overhead;          ///< what small calls take, and launching them
    PartOfRun between;           ///< other time before operators: on the way through a function, and short elsewhere
    PartOfRun outside;           ///< longer where no function was on its way: between rounds, in the script itself
    PartOfRun data;              ///< of both, while the script waited for a row of a dataset
};

/** Stretches that tell how much of a time they cover. */
int64_t coveredBy(const Intervals &set, int64_t beginNs, int64_t endNs) {
    int64_t ns = 0;
    auto each = std::ranges::upper_bound(set, beginNs, {}, &Interval::endNs);
    for (; each != set.end() && each->beginNs < endNs; ++each)
        ns += std::min(each->endNs, endNs) - std::max(each->beginNs, beginNs);
    return ns;
}

Intervals waitsFor(const Session &session) {
    Intervals waits;
    for (const DataWait &wait : session.dataWaits)
        waits.push_back({wait.startNs, wait.startNs + wait.durationNs});
    return unite(std::move(waits));
}

/** "train.py:55" */
std::string lineOf(const Session &session, int stack) {
    const StackFrame *frame = userFrame(session, stack);
    if (frame == nullptr) return "?";
    const std::string &file = frame->span.file;
    return file.substr(file.rfind('/') + 1) + ':' + std::to_string(frame->span.line);
}

/** What of the waits lies in gaps, by the line that asked and the dataset. */
PartOfRun dataPart(const Session &session, const OpColumns &columns, const OperatorGaps &gaps) {
    Intervals idle;
    for (const OperatorGap &gap : gaps.gaps)
        idle.push_back({gap.beginNs, gap.endNs});
    /** The operator that came when the wait was over. */
    const auto opBehind = [&](const DataWait &wait) {
        const auto gap = std::ranges::lower_bound(gaps.gaps, wait.startNs + wait.durationNs, {}, &OperatorGap::endNs);
        return gap == gaps.gaps.end() || gap->next < 0 ? -1 : columns.number(size_t(gap->next));
    };
    struct Row {
        RunEvidence evidence;
        int64_t longestNs = 0;
    };
    std::map<std::pair<int, std::string>, Row> rows;
    PartOfRun part;
    for (const DataWait &wait : session.dataWaits) {
        const int64_t ns = coveredBy(idle, wait.startNs, wait.startNs + wait.durationNs);
        if (ns == 0) continue;
        part.ns += ns;
        auto &[evidence, longestNs] = rows[{wait.stack, wait.dataset.str()}];
        evidence.count = std::max<int64_t>(evidence.count, 0) + 1;
        evidence.ns = std::max<int64_t>(evidence.ns, 0) + ns;
        if (ns <= longestNs) continue;
        longestNs = ns;
        evidence.op = opBehind(wait);
    }
    for (auto &[key, row] : rows) {
        row.evidence.subject = lineOf(session, key.first);
        row.evidence.detail = key.second;
        part.rows.push_back(std::move(row.evidence));
    }
    std::ranges::stable_sort(part.rows, std::ranges::greater(), &RunEvidence::ns);
    if (part.rows.size() > mostEvidence) part.rows.resize(mostEvidence);
    return part;
}

bool isOutside(const OperatorGap &gap, const GapPlace &where) {
    constexpr int64_t shortest = 100'000; ///< ns: less is what the package's own Python takes around a call
    if (gap.length() < shortest || where.kind == GapPlace::Kind::Before) return false;
    return where.kind != GapPlace::Kind::Within || where.isOfScript();
}

/** "Add, Mul, Softmax", not all of many. */
std::string namesText(const OpColumns &columns, const std::set<uint32_t> &names) {
    constexpr size_t most = 3;
    std::vector<std::string> texts;
    for (const uint32_t name : names)
        if (texts.size() < most) texts.push_back(columns.by(OpGrouping::Op).texts[name]);
    return join(texts, ", ") + (names.size() > most ? ", ..." : "");
}

CallTimes callTimes(const RunAdviceInput &input) {
    const OpColumns &columns = input.columns;
    const OperatorGaps gaps = operatorGaps(input.session, columns);
    const OpGroups &lines = columns.by(OpGrouping::Line);
    CallTimes times;
    times.launchNs = usualLaunch(columns, gaps);
    times.wholeNs = gaps.spanNs - compileTime(input.session);
    const Intervals waits = waitsFor(input.session);
    const OpGroups &names = columns.by(OpGrouping::Op);
    std::map<uint32_t, std::set<uint32_t>> smallNames; ///< of operators, by line
    Sums overhead, between, outside;
    std::vector<uint8_t> isSmallCall(columns.size());
    for (size_t place = 0; place < columns.size(); ++place) {
        if (!isEager(columns, place) || !isSmall(columns, place)) continue;
        isSmallCall[place] = 1;
        smallNames[lines.of[place]].insert(names.of[place]);
        times.small.push_back(uint32_t(place));
        overhead.add(lines.of[place], {.ns = columns.self[place], .op = columns.number(place)});
    }
    for (const OperatorGap &gap : gaps.gaps) {
        const int64_t op = gap.next < 0 ? -1 : columns.number(size_t(gap.next));
        int64_t launchNs = 0;
        if (gap.next >= 0 && isSmallCall[size_t(gap.next)]) {
            launchNs = std::min(gap.length(), times.launchNs);
            overhead.add(lines.of[size_t(gap.next)], {.ns = launchNs, .op = op, .count = 0});
        }
        Sums &rest = isOutside(gap, gaps.places[gap.where]) ? outside : between;
        const int64_t dataNs = coveredBy(waits, gap.beginNs, gap.endNs);
        rest.add(gap.where, {.ns = std::max<int64_t>(0, gap.length() - launchNs - dataNs), .op = op});
    }
    const auto place = [&](uint32_t key) {
        const GapPlace &where = gaps.places[key];
        return RunEvidence{.subject = lineText(where), .detail = sentence(where), .gap = where};
    };
    times.overhead = {overhead.sum(), overhead.longest([&](uint32_t key) {
                          return RunEvidence{.subject = lines.texts[key],
                                             .detail = namesText(columns, smallNames[key])};
                      })};
    times.between = {between.sum(), between.longest(place)};
    times.outside = {outside.sum(), outside.longest(place)};
    times.data = dataPart(input.session, columns, gaps);
    return times;
}

std::optional<RunMeasured> smallCalls(const RunAdviceInput &input) {
    const CallTimes times = callTimes(input);
    if (times.small.size() < fewCalls) return std::nullopt;
    RunMeasured found;
    found.concernsNs = times.overhead.ns;
    found.value = percentOf(double(found.concernsNs), double(times.wholeNs));
    found.arguments = {std::to_string(times.small.size()), percentText(found.value),
                       humanTime(medianDuration(input.columns, times.small)), humanTime(times.launchNs)};
    found.evidence = times.overhead.rows;
    return found;
}

/** %1, %2, %3: the time, its share, the whole. */
std::optional<RunMeasured> waited(const PartOfRun &part, int64_t wholeNs) {
    if (part.ns == 0) return std::nullopt;
    RunMeasured found;
    found.concernsNs = part.ns;
    found.value = percentOf(double(found.concernsNs), double(wholeNs));
    found.arguments = {humanTime(found.concernsNs), percentText(found.value), humanTime(wholeNs)};
    found.evidence = part.rows;
    return found;
}

std::optional<RunMeasured> pythonBetween(const RunAdviceInput &input) {
    const CallTimes times = callTimes(input);
    return waited(times.between, times.wholeNs);
}

std::optional<RunMeasured> scriptWaits(const RunAdviceInput &input) {
    const CallTimes times = callTimes(input);
    return waited(times.outside, times.wholeNs);
}

std::optional<RunMeasured> dataWaits(const RunAdviceInput &input) {
    const CallTimes times = callTimes(input);
    return waited(times.data, times.wholeNs);
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

constexpr const char *ofTheRun = "of the time from the first operator to the last, without compiling";

} // namespace

std::vector<RunRule> callAdvice() {
    return {
        {.id = "small_calls",
         .title = "Calls smaller than their overhead",
         .pattern = "%1 eager calls move at most 64 KiB and compute at most 200,000 operations each. With what "
                    "launching them costs (%4 each in the median) they take %2 of the run; alone %3 each in the "
                    "median.",
         .advice = "Put the function around them into @jit: a compiled graph runs them without Python between them and "
                   "fuses what it can. The Bench panel measures what that gives.",
         .threshold = 20,
         .base = ofTheRun,
         .check = RunCheck::Bench,
         .measure = smallCalls},
        {.id = "python_between",
         .title = "Python between operators",
         .pattern = "For %1 of %3 (%2) no operator, graph or compiler was at work on the way from one call to the "
                    "next: what ran between these lines is Python.",
         .advice = "Look at what stands between these lines. Where it only calls operators, compile the function. "
                   "NumPy, loops, files and sleeps take as long in a compiled function: do that work in operators, or "
                   "less often.",
         .threshold = 30,
         .base = ofTheRun,
         .check = RunCheck::Bench,
         .measure = pythonBetween},
        {.id = "script_waits",
         .title = "Waiting outside of the network",
         .pattern = "For %1 of %3 (%2) no operator, graph or compiler was at work between rounds of loops or between "
                    "lines of the script itself.",
         .advice = "Compiling does not make that shorter: the script loads data there by its own means, or runs other "
                   "Python. Look at what stands between these lines.",
         .threshold = 20,
         .base = ofTheRun,
         .check = RunCheck::Place,
         .measure = scriptWaits},
        {.id = "data_waits",
         .title = "Waiting for data",
         .pattern = "For %1 of %3 (%2) no operator, graph or compiler was at work, and the script waited for the next "
                    "row of a dataset.",
         .advice = "Let the dataset make rows ahead (num_parallel_workers of its source, map and batch, "
                   "prefetch_size), do less Python in map and in the source, or cache what is the same in each epoch.",
         .threshold = 10,
         .base = ofTheRun,
         .check = RunCheck::Place,
         .measure = dataWaits},
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
