// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/ranks/rankalignment.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

namespace jitscope::inline analysis {

namespace {

constexpr int64_t widestOffset = 32; ///< operations of a name that one rank may have recorded before another began

/** Ends of the operations of a rank by lane and name, in their order. */
using Operations = std::map<std::pair<std::string, std::string>, std::vector<int64_t>>;

std::map<int, Operations> operationsByRank(const Trace &trace) {
    std::map<int, Operations> all;
    std::vector<SliceId> slices;
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        const Track &track = trace.trackAt(trace.trackOf(SliceId{i}));
        if (track.kind == LaneKind::Communication && track.rank >= 0) slices.push_back(SliceId{i});
    }
    std::stable_sort(slices.begin(), slices.end(),
                     [&](SliceId a, SliceId b) { return trace.startOf(a) < trace.startOf(b); });
    for (const SliceId slice : slices) {
        const Track &track = trace.trackAt(trace.trackOf(slice));
        all[track.rank][{track.name, std::string(trace.nameOf(slice))}].push_back(trace.endOf(slice));
    }
    return all;
}

/** The same with what tells one call of an operator from another taken off the names ("hcom_allReduce__618_0_1"), for
    ranks that number their groups in their own way. */
Operations byKind(const Operations &operations) {
    std::map<std::string, std::vector<int64_t>> kinds;
    for (const auto &[key, ends] : operations) {
        auto &kind = kinds[key.second.substr(0, key.second.find("__"))];
        kind.insert(kind.end(), ends.begin(), ends.end());
    }
    Operations all;
    for (auto &[kind, ends] : kinds) {
        std::sort(ends.begin(), ends.end());
        all[{"", kind}] = std::move(ends);
    }
    return all;
}

int64_t median(std::vector<int64_t> values) {
    const auto middle = values.begin() + ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/** What nine of ten differences are within, of their median. */
int64_t spreadOf(const std::vector<int64_t> &differences, int64_t centre) {
    std::vector<int64_t> away;
    for (const int64_t each : differences)
        away.push_back(std::abs(each - centre));
    const auto ninth = away.begin() + ptrdiff_t((away.size() - 1) * 9 / 10);
    std::nth_element(away.begin(), ninth, away.end());
    return *ninth;
}

/** Differences of two sequences, the second begun `offset` later. */
std::vector<int64_t> differences(const std::vector<int64_t> &a, const std::vector<int64_t> &b, int64_t offset) {
    std::vector<int64_t> all;
    for (int64_t i = std::max<int64_t>(0, offset); i < int64_t(a.size()); ++i)
        if (i - offset < int64_t(b.size())) all.push_back(a[size_t(i)] - b[size_t(i - offset)]);
    return all;
}

/** Of sequences of different length, under the offset with the smallest spread. */
std::vector<int64_t> bestDifferences(const std::vector<int64_t> &a, const std::vector<int64_t> &b) {
    std::vector<int64_t> best;
    int64_t smallest = INT64_MAX;
    const auto least = std::min(a.size(), b.size()) / 2;
    for (int64_t offset = -widestOffset; offset <= widestOffset; ++offset) {
        std::vector<int64_t> each = differences(a, b, offset);
        if (each.size() < 3 || each.size() <= least) continue;
        const int64_t spread = spreadOf(each, median(each));
        if (spread >= smallest) continue;
        smallest = spread;
        best = std::move(each);
    }
    return best;
}

std::optional<RankShift> shiftBetween(const Operations &fixed, const Operations &moved) {
    std::vector<int64_t> all, uncertain;
    for (const auto &[key, ends] : moved) {
        const auto same = fixed.find(key);
        if (same == fixed.end()) continue;
        if (same->second.size() == ends.size()) {
            const auto each = differences(same->second, ends, 0);
            all.insert(all.end(), each.begin(), each.end());
        } else {
            const auto each = bestDifferences(same->second, ends);
            uncertain.insert(uncertain.end(), each.begin(), each.end());
        }
    }
    if (all.empty()) all = std::move(uncertain);
    if (all.empty()) return {};
    RankShift shift;
    shift.shiftNs = median(all);
    shift.matched = int64_t(all.size());
    shift.spreadNs = spreadOf(all, shift.shiftNs);
    return shift;
}

std::optional<RankShift> bestShift(const Operations &fixed, const Operations &moved) {
    if (const auto exact = shiftBetween(fixed, moved)) return exact;
    return shiftBetween(byKind(fixed), byKind(moved));
}

} // namespace

std::map<int, int64_t> RankAlignment::shifts() const {
    std::map<int, int64_t> all;
    for (const RankShift &rank : ranks)
        if (rank.shiftNs != 0) all[rank.rank] = rank.shiftNs;
    return all;
}

RankAlignment alignRanks(const Trace &trace) {
    const std::map<int, Operations> operations = operationsByRank(trace);
    RankAlignment alignment;
    if (operations.empty()) return alignment;
    const int first = operations.begin()->first;
    alignment.ranks.push_back({first, first, 0, 0, 0});
    std::set<int> left;
    for (const auto &[rank, own] : operations)
        if (rank != first) left.insert(rank);
    // Ranks of other groups are reached over those that are in both: the best matched pair comes next.
    std::map<std::pair<int, int>, std::optional<RankShift>> pairs;
    while (!left.empty()) {
        std::optional<RankShift> best;
        for (const RankShift &done : alignment.ranks)
            for (const int rank : left) {
                const auto [pair, isNew] = pairs.try_emplace({done.rank, rank});
                if (isNew) pair->second = bestShift(operations.at(done.rank), operations.at(rank));
                const auto &shift = pair->second;
                if (!shift || (best && best->matched >= shift->matched)) continue;
                best = shift;
                best->rank = rank;
                best->towards = done.rank;
                best->shiftNs += done.shiftNs;
            }
        if (!best) break;
        alignment.ranks.push_back(*best);
        left.erase(best->rank);
    }
    std::sort(alignment.ranks.begin(), alignment.ranks.end(),
              [](const RankShift &a, const RankShift &b) { return a.rank < b.rank; });
    alignment.unmatched.assign(left.begin(), left.end());
    return alignment;
}

} // namespace jitscope::inline analysis
