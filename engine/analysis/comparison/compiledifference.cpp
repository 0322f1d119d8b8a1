// SPDX-License-Identifier: Apache-2.0
// Merges two trees of compile time, then judges the differences, as how many there are decides what is improbable.
#include "engine/analysis/comparison/compiledifference.h"

#include "engine/analysis/comparison/significance.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <tuple>
#include <utility>

namespace jitscope::inline analysis {

namespace {

using Identity = std::vector<std::string>;

Identity exactly(const Compilation &each) {
    return {each.function, each.key, each.jitLevel, each.captureMode};
}

Identity byArguments(const Compilation &each) {
    return {each.function, each.key};
}

Identity byFunction(const Compilation &each) {
    return {each.function};
}

/** A row of either side or of both. */
struct Merged {
    const CompileRow *before = nullptr, *now = nullptr;
    std::vector<Merged> rows;
};

class Merger {
public:
    explicit Merger(const CompilationPairs &pairs) {
        for (const auto &[now, before] : pairs)
            m_nowOf.emplace(before, now);
    }

    std::vector<Merged> merge(const std::vector<CompileRow> &before, const std::vector<CompileRow> &now) const {
        std::vector<Merged> merged;
        std::map<Key, std::deque<size_t>> places; // several rows may be called alike
        for (const CompileRow &row : now) {
            places[nowKey(row)].push_back(merged.size());
            merged.push_back({nullptr, &row, {}});
        }
        for (const CompileRow &row : before) {
            std::deque<size_t> &found = places[beforeKey(row)];
            if (found.empty()) {
                merged.push_back({&row, nullptr, {}});
                continue;
            }
            merged[found.front()].before = &row;
            found.pop_front();
        }
        static const std::vector<CompileRow> none;
        for (Merged &each : merged)
            each.rows = merge(each.before ? each.before->rows : none, each.now ? each.now->rows : none);
        return merged;
    }

    /** For each compilation of both sides how many times as long its pair takes here, as a logarithm: compilations
       differ in size. Nothing where one has no pair. */
    std::optional<std::vector<double>> ratiosOf(const Merged &row) const {
        if (row.before == nullptr || row.now == nullptr || row.before->timeOf.size() != row.now->timeOf.size())
            return std::nullopt;
        const auto logarithm = [](int64_t ns) { return std::log(double(std::max<int64_t>(ns, 1))); };
        std::vector<double> ratios;
        for (const auto &[compilation, time] : row.before->timeOf) {
            const auto pair = m_nowOf.find(compilation);
            if (pair == m_nowOf.end()) return std::nullopt;
            const auto now = row.now->timeOf.find(pair->second);
            if (now == row.now->timeOf.end()) return std::nullopt;
            ratios.push_back(logarithm(now->second) - logarithm(time));
        }
        return ratios;
    }

private:
    using Key = std::tuple<CompileRowKind, int, std::string>;

    static Key nowKey(const CompileRow &row) {
        if (row.kind == CompileRowKind::Compilation) return {row.kind, row.compilation, ""};
        return {row.kind, -1, row.name};
    }
    Key beforeKey(const CompileRow &row) const {
        if (row.kind != CompileRowKind::Compilation) return {row.kind, -1, row.name};
        const auto pair = m_nowOf.find(row.compilation);
        return {row.kind, pair == m_nowOf.end() ? -1 : pair->second, ""};
    }

    std::map<int, int> m_nowOf; ///< by index in the baseline
};

TimesFigures rowFigures(const CompileRow *row) {
    std::vector<int64_t> times;
    if (row)
        for (const auto &[compilation, time] : row->timeOf)
            times.push_back(time);
    return figuresOf(times);
}

size_t countOf(const std::vector<Merged> &rows) {
    size_t count = rows.size();
    for (const Merged &each : rows)
        count += countOf(each.rows);
    return count;
}

void addTo(GeneralSpread &spread, const std::vector<Merged> &rows) {
    for (const Merged &each : rows) {
        spread.add(rowFigures(each.before), rowFigures(each.now));
        addTo(spread, each.rows);
    }
}

class Judge {
public:
    Judge(const Merger &merger, const std::vector<Merged> &rows)
        : m_merger(merger)
        , m_probability(falseFindings / double(std::max<size_t>(countOf(rows), 1))) {
        GeneralSpread spread;
        addTo(spread, rows);
        m_least = spread.share(leastOfRuns);
    }

    std::vector<ComparedCompileRow> judge(const std::vector<Merged> &rows) const {
        std::vector<ComparedCompileRow> judged;
        for (const Merged &each : rows)
            judged.push_back({rowOf(each), deltaOf(each), judge(each.rows)});
        return judged;
    }

private:
    static CompileRow rowOf(const Merged &each) {
        CompileRow row;
        if (each.now == nullptr) {
            row.kind = each.before->kind;
            row.name = each.before->name;
            return row;
        }
        row = *each.now;
        row.rows.clear();
        return row;
    }

    OpDelta deltaOf(const Merged &each) const {
        OpDelta delta;
        delta.key = (each.now ? each.now : each.before)->name;
        delta.selfNs = each.now ? each.now->totalNs : 0;
        delta.baselineSelfNs = each.before ? each.before->totalNs : 0;
        delta.count = each.now ? int64_t(each.now->timeOf.size()) : 0;
        delta.baselineCount = each.before ? int64_t(each.before->timeOf.size()) : 0;
        const std::optional<double> noise = noiseOf(each);
        delta.noiseNs = noise.value_or(0);
        delta.verdict = verdictOf(each, delta, noise.has_value());
        return delta;
    }

    std::optional<double> noiseOf(const Merged &each) const {
        const std::optional<std::vector<double>> ratios = m_merger.ratiosOf(each);
        if (!ratios || ratios->size() < size_t(leastCalls)) return std::nullopt;
        const auto count = double(ratios->size());
        double mean = 0, squares = 0;
        for (const double ratio : *ratios)
            mean += ratio / count;
        for (const double ratio : *ratios)
            squares += (ratio - mean) * (ratio - mean);
        const double deviation = std::sqrt(squares / (count - 1));
        const double share = studentLimit(m_probability, count - 1) * deviation / std::sqrt(count);
        return (share + m_least) * double(std::max(each.before->totalNs, each.now->totalNs));
    }

    static DeltaVerdict verdictOf(const Merged &each, const OpDelta &delta, bool isKnown) {
        if (each.before == nullptr) return DeltaVerdict::New;
        if (each.now == nullptr) return DeltaVerdict::Missing;
        if (delta.deltaNs() == 0 && each.before->timeOf == each.now->timeOf) return DeltaVerdict::Same;
        if (!isKnown) return DeltaVerdict::TooFew;
        if (std::abs(double(delta.deltaNs())) <= delta.noiseNs) return DeltaVerdict::Noise;
        return delta.deltaNs() > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
    }

    const Merger &m_merger;
    double m_probability, m_least = 0;
};

/** Of single calls; where mean and median do not agree which side is slower, nothing is said. */
FirstCallDelta::Later laterOf(const OpDelta &delta, double medianDeltaNs) {
    DeltaVerdict verdict = delta.meanVerdict;
    const bool isFinding = verdict == DeltaVerdict::Slower || verdict == DeltaVerdict::Faster;
    const bool isWithinNoise = std::abs(medianDeltaNs) <= delta.meanNoiseNs;
    if (isFinding && (isWithinNoise || (medianDeltaNs > 0) != (verdict == DeltaVerdict::Slower)))
        verdict = DeltaVerdict::Noise;
    return {medianDeltaNs, delta.meanNoiseNs, verdict};
}

} // namespace

CompilationPairs pairCompilations(const Session &baseline, const Session &now) {
    CompilationPairs pairs;
    std::set<int> taken;
    for (Identity (*identityOf)(const Compilation &) : {exactly, byArguments, byFunction}) {
        std::map<Identity, std::deque<int>> free;
        for (const Compilation &each : baseline.compilations)
            if (!taken.contains(each.index)) free[identityOf(each)].push_back(each.index);
        for (const Compilation &each : now.compilations) {
            if (pairs.contains(each.index)) continue;
            const auto found = free.find(identityOf(each));
            if (found == free.end() || found->second.empty()) continue;
            pairs.emplace(each.index, found->second.front());
            taken.insert(found->second.front());
            found->second.pop_front();
        }
    }
    return pairs;
}

std::vector<ComparedCompileRow> compareCompiles(const CompileProfile &baseline, const CompileProfile &now,
                                                const CompilationPairs &pairs) {
    const Merger merger(pairs);
    const std::vector<Merged> rows = merger.merge(baseline.rows, now.rows);
    return Judge(merger, rows).judge(rows);
}

std::vector<FirstCallDelta> compareFirstCalls(const Session &baseline, const Session &now,
                                              const CompilationPairs &pairs) {
    std::map<int, int64_t> compileNs;
    for (const FirstCall &call : firstCalls(baseline))
        compileNs.emplace(call.compilation, call.compileNs);
    std::map<int, CallTimes> before = callTimes(baseline), later = callTimes(now);
    TimesByKey baselineTimes, nowTimes;
    for (const auto &[compilation, pair] : pairs) {
        if (before[pair].later.empty() || later[compilation].later.empty()) continue;
        const std::string key = std::to_string(compilation);
        baselineTimes.emplace(key, MeasuredTimes{before[pair].later});
        nowTimes.emplace(key, MeasuredTimes{later[compilation].later});
    }
    const double least = leastOfRunsThatWaited(waitedShare(baseline), waitedShare(now));
    std::map<std::string, OpDelta> judged;
    for (OpDelta &delta : compareTimes(baselineTimes, nowTimes, least))
        judged.emplace(delta.key, delta);
    std::map<int, double> mediansBefore, medians;
    for (const FirstCall &call : firstCalls(baseline))
        if (call.laterMedianNs) mediansBefore.emplace(call.compilation, *call.laterMedianNs);
    for (const FirstCall &call : firstCalls(now))
        if (call.laterMedianNs) medians.emplace(call.compilation, *call.laterMedianNs);
    std::vector<FirstCallDelta> deltas;
    for (const FirstCall &call : firstCalls(now)) {
        FirstCallDelta &delta = deltas.emplace_back();
        const auto pair = pairs.find(call.compilation);
        if (pair == pairs.end()) continue;
        if (const auto found = compileNs.find(pair->second); found != compileNs.end())
            delta.compileNs = call.compileNs - found->second;
        if (const auto found = judged.find(std::to_string(call.compilation)); found != judged.end())
            delta.later = laterOf(found->second, medians[call.compilation] - mediansBefore[pair->second]);
    }
    return deltas;
}

} // namespace jitscope::inline analysis
