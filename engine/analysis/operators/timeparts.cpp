// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/timeparts.h"

#include "engine/analysis/intervals.h"
#include "engine/analysis/operators/opcolumns.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <utility>

namespace jitscope::inline analysis {

namespace {

/** A set of stretches that tells in the logarithm of their number how much of a time it covers. */
class Covered {
public:
    explicit Covered(Intervals set)
        : m_set(std::move(set)) {
        m_before.reserve(m_set.size());
        int64_t sum = 0;
        for (const Interval &each : m_set) {
            m_before.push_back(sum);
            sum += each.length();
        }
    }
    /** The begin of the first stretch that begins there or later; `otherwise` where none does. */
    int64_t firstBeginFrom(int64_t ns, int64_t otherwise) const {
        const auto first = std::ranges::lower_bound(m_set, ns, {}, &Interval::beginNs);
        return first == m_set.end() ? otherwise : first->beginNs;
    }
    int64_t within(int64_t beginNs, int64_t endNs) const { return until(endNs) - until(beginNs); }

private:
    int64_t until(int64_t ns) const {
        const auto next = std::ranges::upper_bound(m_set, ns, {}, &Interval::beginNs);
        if (next == m_set.begin()) return 0;
        const auto last = std::prev(next);
        return m_before[size_t(last - m_set.begin())] + std::min(ns, last->endNs) - last->beginNs;
    }

    Intervals m_set;
    std::vector<int64_t> m_before; ///< covered before each
};

Intervals operatorTimes(const OpColumns &columns) {
    Intervals times;
    times.reserve(columns.size());
    for (size_t place = 0; place < columns.size(); ++place)
        if (columns.parent[place] < 0) times.push_back({columns.start[place], columns.end(place)});
    return unite(std::move(times));
}

Intervals compileTimes(const Session &session) {
    Intervals times;
    for (const Compilation &compilation : session.compilations) {
        if (compilation.imported) continue;
        for (const StageTime &stage : compilation.stages)
            times.push_back({stage.startNs, stage.startNs + stage.durationNs});
    }
    return unite(std::move(times));
}

Intervals callTimes(const Session &session) {
    Intervals times;
    for (const GraphCall &call : session.graphCalls)
        times.push_back({call.startNs, call.startNs + call.durationNs});
    return unite(std::move(times));
}

Intervals dataTimes(const Session &session) {
    Intervals times;
    for (const DataWait &wait : session.dataWaits)
        times.push_back({wait.startNs, wait.startNs + wait.durationNs});
    return unite(std::move(times));
}

bool hasEnded(const GraphCall &call) {
    return call.durationNs > 0;
}

/** What each moment belongs to: the first of operators, compilations, calls and waits for data that covers it. */
class TimeAxis {
public:
    TimeAxis(const Session &session, const OpColumns &columns)
        : TimeAxis(operatorTimes(columns), compileTimes(session), callTimes(session), dataTimes(session)) {}

    /** The whole of it. */
    Interval extent() const { return m_extent; }
    const Covered &waits() const { return m_waits; }
    void fill(TimeParts &parts) const {
        parts.operatorNs = m_operators.within(parts.beginNs, parts.endNs);
        parts.compileNs = m_compiles.within(parts.beginNs, parts.endNs);
        parts.callNs = m_calls.within(parts.beginNs, parts.endNs);
        parts.dataNs = m_idleWaits.within(parts.beginNs, parts.endNs);
        parts.hasData = m_hasData;
        parts.hasCalls = parts.hasCalls || parts.callNs > 0; // of another thread
    }

private:
    TimeAxis(Intervals operators, const Intervals &compiles, const Intervals &calls, const Intervals &waits)
        : m_extent(extentOf({&operators, &compiles, &calls, &waits}))
        , m_hasData(!waits.empty())
        , m_waits(waits)
        , m_idleWaits(difference(difference(difference(waits, operators), compiles), calls))
        , m_compiles(difference(compiles, operators))
        , m_calls(difference(difference(calls, operators), compiles))
        , m_operators(std::move(operators)) {}

    static Interval extentOf(std::initializer_list<const Intervals *> sets) {
        Interval extent;
        for (const Intervals *set : sets) {
            if (set->empty()) continue;
            const Interval own{set->front().beginNs, set->back().endNs};
            const bool isFirst = extent.length() == 0;
            extent = isFirst ? own : Interval{std::min(extent.beginNs, own.beginNs), std::max(extent.endNs, own.endNs)};
        }
        return extent;
    }

    Interval m_extent;
    bool m_hasData;
    Covered m_waits, m_idleWaits;             ///< all of them, and what none of the others covers
    Covered m_compiles, m_calls, m_operators; ///< of compiles what no operator covers, of calls neither of these
};

void addOperator(const Session &session, const OpColumns &columns, size_t place, TimeParts &parts) {
    const int32_t call = columns.call[place];
    const GraphCall *around = call < 0 ? nullptr : &session.graphCalls[size_t(call)];
    const bool isKnown = around == nullptr || hasEnded(*around);
    const int64_t begin = around && isKnown ? std::min(around->startNs, columns.start[place]) : columns.start[place];
    const int64_t end =
        around && isKnown ? std::max(around->startNs + around->durationNs, columns.end(place)) : columns.end(place);
    const bool isFirst = parts.operators == 0;
    parts.beginNs = isFirst ? begin : std::min(parts.beginNs, begin);
    parts.endNs = isFirst ? end : std::max(parts.endNs, end);
    parts.isComplete = (isFirst || parts.isComplete) && isKnown;
    parts.hasCalls = parts.hasCalls || around != nullptr;
    ++parts.operators;
}

/** Everything since the step before is of the step, so the rows that it waited for are, too. */
void beginWithData(std::vector<TimeParts> &steps, const Covered &waits) {
    int64_t before = std::numeric_limits<int64_t>::min();
    for (TimeParts &step : steps) {
        if (step.operators == 0) continue;
        step.beginNs = std::min(step.beginNs, waits.firstBeginFrom(before, step.beginNs));
        before = std::max(before, step.endNs);
    }
}

TimeParts wholeOf(const Session &session, const OpColumns &columns, const TimeAxis &axis) {
    const Interval extent = axis.extent();
    TimeParts parts{.beginNs = extent.beginNs, .endNs = extent.endNs, .operators = int64_t(columns.size())};
    parts.hasCalls = !session.graphCalls.empty();
    parts.isComplete = extent.length() > 0 && std::ranges::all_of(session.graphCalls, hasEnded);
    axis.fill(parts);
    return parts;
}

} // namespace

RunTimes runTimes(const Session &session, const OpColumns &columns) {
    const TimeAxis axis(session, columns);
    const OpGroups &steps = columns.by(OpGrouping::Step);
    RunTimes times{wholeOf(session, columns, axis), std::vector<TimeParts>(steps.texts.size())};
    if (steps.texts.size() < 2) return times; // no step is known
    for (size_t place = 0; place < columns.size(); ++place)
        if (const uint32_t step = steps.of[place]; step != OpGroups::unknown && step < times.steps.size())
            addOperator(session, columns, place, times.steps[step]);
    beginWithData(times.steps, axis.waits());
    for (TimeParts &each : times.steps)
        axis.fill(each);
    return times;
}

} // namespace jitscope::inline analysis
