// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/tracecomparison.h"

#include "engine/analysis/comparison/sequencealignment.h"
#include "engine/analysis/comparison/significance.h"
#include "engine/analysis/comparison/tasksequence.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

/** Differences below are within what clocks and schedulers do. */
constexpr int64_t smallestNs = 1000;
constexpr double smallestRatio = 0.10;      ///< of a single pair
constexpr double smallestGroupRatio = 0.02; ///< of the mean of a group
constexpr double errorRate = 0.01;          ///< over all groups together
constexpr double farOut = 8;                ///< standard deviations for a single pair
/** Two clock ticks of the device: durations cannot be told better. */
constexpr double tickNs = 20;

double logOf(int64_t durationNs) {
    return std::log(double(std::max<int64_t>(durationNs, 0)) + tickNs);
}

struct Pair {
    const DeviceTask *a, *b;
    MatchedBy by;
    bool isMoved;
};

/** One kind of task on both sides, as far as it was matched. */
struct Group {
    std::vector<double> changes; ///< of the logarithms of durations, by pair
    double scatter = 0;          ///< of a single change
    int direction = 0;           ///< 1: slower as a whole, -1: faster
};

class Comparison {
public:
    Comparison(const TraceSide &a, const TraceSide &b, const std::function<bool()> &shouldContinue)
        : m_traceA(a.session->trace)
        , m_traceB(b.session->trace)
        , m_shouldContinue(shouldContinue)
        , m_a(taskSequences(a, m_keys))
        , m_b(taskSequences(b, m_keys)) {}

    TraceComparison compare() {
        m_result.counts.assign(size_t(DifferenceKind::Moved) + 1, 0);
        matchLanes();
        matchMoved();
        judgeGroups();
        judgePairs();
        for (const DeviceTask *task : m_leftA)
            addLeft(*task, DifferenceKind::Missing);
        for (const DeviceTask *task : m_leftB)
            addLeft(*task, DifferenceKind::New);
        sumUp();
        const auto size = [](const TraceDifference &each) { return std::abs(each.deltaNs); };
        std::stable_sort(m_result.differences.begin(), m_result.differences.end(),
                         [&](const TraceDifference &a, const TraceDifference &b) { return size(a) > size(b); });
        return std::move(m_result);
    }

private:
    using Key = int32_t DeviceTask::*;
    using Tasks = std::vector<DeviceTask>;

    int64_t durationA(const DeviceTask &task) const { return m_traceA.durationOf(task.slice); }
    int64_t durationB(const DeviceTask &task) const { return m_traceB.durationOf(task.slice); }

    void matchLanes() {
        std::vector<bool> isTaken(m_b.lanes.size(), false);
        std::vector<std::pair<size_t, size_t>> lanes;
        std::vector<size_t> alone;
        for (size_t i = 0; i < m_a.lanes.size(); ++i) {
            const auto found = std::find(m_b.laneKeys.begin(), m_b.laneKeys.end(), m_a.laneKeys[i]);
            const size_t k = size_t(found - m_b.laneKeys.begin());
            if (found == m_b.laneKeys.end() || isTaken[k]) {
                alone.push_back(i);
                continue;
            }
            isTaken[k] = true;
            lanes.push_back({i, k});
        }
        // Numbers of streams change from run to run: those left over go together by how much runs on them.
        const auto busiest = [](const std::vector<Tasks> &of, const std::vector<size_t> &among) {
            return *std::max_element(among.begin(), among.end(),
                                     [&](size_t x, size_t y) { return of[x].size() < of[y].size(); });
        };
        std::vector<size_t> free;
        for (size_t k = 0; k < isTaken.size(); ++k)
            if (!isTaken[k]) free.push_back(k);
        while (!alone.empty() && !free.empty()) {
            lanes.push_back({busiest(m_a.lanes, alone), busiest(m_b.lanes, free)});
            std::erase(alone, lanes.back().first);
            std::erase(free, lanes.back().second);
        }
        for (const auto &[i, k] : lanes)
            matchLane(m_a.lanes[i], m_b.lanes[k]);
        for (const size_t i : alone)
            takeLeft(m_a.lanes[i], 0, m_a.lanes[i].size(), m_leftA);
        for (const size_t k : free)
            takeLeft(m_b.lanes[k], 0, m_b.lanes[k].size(), m_leftB);
    }

    static void takeLeft(const Tasks &tasks, size_t begin, size_t end, std::vector<const DeviceTask *> &left) {
        for (size_t i = begin; i < end; ++i)
            left.push_back(&tasks[i]);
    }

    void matchLane(const Tasks &a, const Tasks &b) { matchStretch(a, 0, a.size(), b, 0, b.size(), 0); }

    /** By what tasks are first; what stands between those that were found by type and shapes, then by type. */
    void matchStretch(const Tasks &a, size_t beginA, size_t endA, const Tasks &b, size_t beginB, size_t endB,
                      size_t level) {
        static constexpr Key keys[] = {&DeviceTask::identity, &DeviceTask::coarse, &DeviceTask::type};
        if (beginA == endA || beginB == endB || level == std::size(keys)) {
            takeLeft(a, beginA, endA, m_leftA);
            takeLeft(b, beginB, endB, m_leftB);
            return;
        }
        const auto keysOf = [&](const Tasks &tasks, size_t begin, size_t end) {
            std::vector<int32_t> of;
            for (size_t i = begin; i < end; ++i)
                of.push_back(tasks[i].*keys[level]);
            return of;
        };
        AlignedPairs pairs = alignSequences(keysOf(a, beginA, endA), keysOf(b, beginB, endB), m_shouldContinue);
        pairs.push_back({endA - beginA, endB - beginB});
        size_t atA = beginA, atB = beginB;
        for (const auto &[i, k] : pairs) {
            matchStretch(a, atA, beginA + i, b, atB, beginB + k, level + 1);
            if (beginA + i < endA && beginB + k < endB) addPair(a[beginA + i], b[beginB + k], level);
            atA = beginA + i + 1;
            atB = beginB + k + 1;
        }
    }

    void addPair(const DeviceTask &a, const DeviceTask &b, size_t level) {
        static constexpr MatchedBy coarser[] = {MatchedBy::NameAndOrder, MatchedBy::TypeAndOrder,
                                                MatchedBy::NameAndOrder};
        m_pairs.push_back({&a, &b, level == 0 ? a.by : coarser[level], false});
    }

    /** What is left on both sides and is the same thing by its full name stands elsewhere now. */
    void matchMoved() {
        std::unordered_map<int32_t, std::vector<const DeviceTask *>> byIdentity;
        for (const DeviceTask *task : m_leftB)
            byIdentity[task->identity].push_back(task);
        for (auto &[key, tasks] : byIdentity)
            std::reverse(tasks.begin(), tasks.end()); // the first is taken first
        std::vector<const DeviceTask *> left;
        std::unordered_map<const DeviceTask *, bool> isTaken;
        for (const DeviceTask *task : m_leftA) {
            const auto found = byIdentity.find(task->identity);
            if (found == byIdentity.end() || found->second.empty()) {
                left.push_back(task);
                continue;
            }
            m_pairs.push_back({task, found->second.back(), task->by, true});
            isTaken[found->second.back()] = true;
            found->second.pop_back();
        }
        m_leftA = std::move(left);
        std::erase_if(m_leftB, [&](const DeviceTask *task) { return isTaken.contains(task); });
    }

    double changeOf(const Pair &pair) const { return logOf(durationB(*pair.b)) - logOf(durationA(*pair.a)); }

    void judgeGroups() {
        for (const Pair &pair : m_pairs)
            m_groups[pair.a->identity].changes.push_back(changeOf(pair));
        constexpr size_t often = 4;
        std::vector<double> scatters, all;
        for (auto &[key, group] : m_groups) {
            const double mean = meanOf(group.changes);
            if (pairedProbability(group.changes) < errorRate / double(m_groups.size()) &&
                std::abs(mean) > smallestGroupRatio)
                group.direction = mean > 0 ? 1 : -1;
            if (group.changes.size() >= often) scatters.push_back(robustDeviation(group.changes));
            all.insert(all.end(), group.changes.begin(), group.changes.end());
        }
        // Of tasks that come once or twice, the scatter is taken from the others; a few that agree by chance prove
        // nothing either.
        const double usual = scatters.empty() ? robustDeviation(std::move(all)) : middleOf(scatters);
        for (auto &[key, group] : m_groups)
            group.scatter = group.changes.size() >= often ? std::max(usual, robustDeviation(group.changes)) : usual;
    }

    static double meanOf(const std::vector<double> &values) {
        double sum = 0;
        for (const double value : values)
            sum += value;
        return values.empty() ? 0 : sum / double(values.size());
    }
    static double middleOf(std::vector<double> &values) {
        std::nth_element(values.begin(), values.begin() + int64_t(values.size() / 2), values.end());
        return values[values.size() / 2];
    }

    void judgePairs() {
        m_result.matched = int64_t(m_pairs.size());
        for (const Pair &pair : m_pairs) {
            const int64_t delta = durationB(*pair.b) - durationA(*pair.a);
            const DifferenceKind kind = pair.isMoved ? DifferenceKind::Moved : judged(pair, delta);
            ++m_result.counts[size_t(kind)];
            if (kind == DifferenceKind::Same) continue;
            m_result.differences.push_back({kind, pair.by, certaintyOf(pair), pair.a->slice, pair.b->slice, delta});
        }
    }

    DifferenceKind judged(const Pair &pair, int64_t delta) const {
        const double change = changeOf(pair);
        const Group &group = m_groups.at(pair.a->identity);
        const bool isAlone = std::abs(delta) >= smallestNs && std::abs(change) > smallestRatio &&
                             std::abs(change) > farOut * group.scatter;
        const bool isAmong = group.direction != 0 && (change > 0) == (group.direction > 0) && delta != 0;
        if (!isAlone && !isAmong) return DifferenceKind::Same;
        return delta > 0 ? DifferenceKind::Slower : DifferenceKind::Faster;
    }

    static Certainty certaintyOf(const Pair &pair) {
        if (pair.isMoved) return Certainty::Possible;
        if (pair.by == MatchedBy::Identity || pair.by == MatchedBy::FullName) return Certainty::Certain;
        return Certainty::Likely;
    }

    void addLeft(const DeviceTask &task, DifferenceKind kind) {
        ++m_result.counts[size_t(kind)];
        const bool isKnown = task.by == MatchedBy::Identity || task.by == MatchedBy::FullName;
        TraceDifference difference;
        difference.kind = kind;
        difference.certainty = isKnown ? Certainty::Certain : Certainty::Likely;
        (kind == DifferenceKind::Missing ? difference.a : difference.b) = task.slice;
        difference.deltaNs = kind == DifferenceKind::Missing ? -durationA(task) : durationB(task);
        m_result.differences.push_back(difference);
    }

    struct Sums {
        GroupDifference sums;
        std::vector<double> changes;
    };
    using SumsByKey = std::map<std::string, Sums>;

    void sumUp() {
        SumsByKey types, steps, collectives;
        const auto typeOf = [](const TaskSequences &of, const DeviceTask &task) { return of.typeNames.at(task.type); };
        const auto stepOf = [](const TaskSequences &of, const DeviceTask &task) {
            return task.step < 0 ? std::string() : of.steps[size_t(task.step)];
        };
        const auto add = [&](const DeviceTask *a, const DeviceTask *b) {
            const TaskSequences &of = a ? m_a : m_b;
            const DeviceTask &task = a ? *a : *b;
            addTo(types[typeOf(of, task)], a, b);
            addTo(steps[stepOf(of, task)], a, b);
            if (task.isCollective) addTo(collectives[of.collectiveNames.at(task.coarse)], a, b);
        };
        for (const Pair &pair : m_pairs)
            add(pair.a, pair.b);
        for (const DeviceTask *task : m_leftA)
            add(task, nullptr);
        for (const DeviceTask *task : m_leftB)
            add(nullptr, task);
        m_result.types = finished(types);
        m_result.steps = finished(steps);
        m_result.collectives = finished(collectives);
        m_result.extentA = extentOf(m_traceA, m_a);
        m_result.extentB = extentOf(m_traceB, m_b);
        for (const GroupDifference &each : m_result.types) {
            m_result.tasksA += each.countA;
            m_result.tasksB += each.countB;
            m_result.totalA += each.totalA;
            m_result.totalB += each.totalB;
        }
    }

    void addTo(Sums &sums, const DeviceTask *a, const DeviceTask *b) {
        GroupDifference &group = sums.sums;
        if (a) {
            ++group.countA;
            group.totalA += durationA(*a);
            if (!group.a.valid() || m_traceA.startOf(a->slice) < m_traceA.startOf(group.a)) group.a = a->slice;
        }
        if (b) {
            ++group.countB;
            group.totalB += durationB(*b);
            if (!group.b.valid() || m_traceB.startOf(b->slice) < m_traceB.startOf(group.b)) group.b = b->slice;
        }
        if (!b) ++group.missing;
        if (!a) ++group.added;
        if (!a || !b) return;
        sums.changes.push_back(logOf(durationB(*b)) - logOf(durationA(*a)));
    }

    static std::vector<GroupDifference> finished(SumsByKey &groups) {
        std::vector<GroupDifference> rows;
        for (auto &[key, sums] : groups) {
            GroupDifference row = std::move(sums.sums);
            row.key = key;
            row.probability = pairedProbability(sums.changes);
            row.isSignificant = row.probability < errorRate / double(groups.size()) &&
                                std::abs(meanOf(sums.changes)) > smallestGroupRatio;
            rows.push_back(std::move(row));
        }
        std::stable_sort(rows.begin(), rows.end(), [](const GroupDifference &a, const GroupDifference &b) {
            return std::abs(a.deltaNs()) > std::abs(b.deltaNs());
        });
        return rows;
    }

    static int64_t extentOf(const Trace &trace, const TaskSequences &sequences) {
        int64_t begin = INT64_MAX, end = INT64_MIN;
        for (const Tasks &tasks : sequences.lanes)
            for (const DeviceTask &task : tasks) {
                begin = std::min(begin, trace.startOf(task.slice));
                end = std::max(end, trace.endOf(task.slice));
            }
        return begin > end ? 0 : end - begin;
    }

    const Trace &m_traceA, &m_traceB;
    const std::function<bool()> &m_shouldContinue;
    KeyNumbers m_keys;
    TaskSequences m_a, m_b;
    std::vector<Pair> m_pairs;
    std::vector<const DeviceTask *> m_leftA, m_leftB;
    std::unordered_map<int32_t, Group> m_groups;
    TraceComparison m_result;
};

} // namespace

std::string_view toString(DifferenceKind kind) {
    static constexpr std::string_view names[] = {"same", "slower", "faster", "missing", "new", "moved"};
    return names[size_t(kind)];
}

std::string_view toString(MatchedBy by) {
    static constexpr std::string_view names[] = {"no partner", "operator or node", "full name",
                                                 "type and shapes, in order", "name without numbers, in order"};
    return names[size_t(by)];
}

TraceComparison compareTraces(const TraceSide &a, const TraceSide &b, const std::function<bool()> &shouldContinue) {
    return Comparison(a, b, shouldContinue).compare();
}

std::string sentence(const TraceComparison &comparison) {
    const auto counted = [&](DifferenceKind kind, const char *word) {
        return format("%lld ", (long long)comparison.count(kind)) + word;
    };
    return format("%lld tasks on side A and %lld on side B, %lld of them matched: ", (long long)comparison.tasksA,
                  (long long)comparison.tasksB, (long long)comparison.matched) +
           counted(DifferenceKind::Slower, "slower, ") + counted(DifferenceKind::Faster, "faster, ") +
           counted(DifferenceKind::Missing, "missing, ") + counted(DifferenceKind::New, "new, ") +
           counted(DifferenceKind::Moved, "moved. ") + "The tasks take " + humanTime(comparison.totalA) + " and " +
           humanTime(comparison.totalB) + ".";
}

} // namespace jitscope::inline analysis
