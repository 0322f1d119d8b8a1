// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/rankwaits.h"

#include "engine/analysis/laneindex.h"
#include "engine/analysis/taskroles.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace jitscope {

namespace {

constexpr double slowShare = 0.5, noticeableShare = 0.02;

/** The collectives of one rank by name, each by time. */
using ByName = std::map<std::string_view, std::vector<SliceId>>;

ByName collectivesOf(const Trace &trace, const LaneIndex &lanes, int rank) {
    ByName byName;
    for (const TrackId track : lanes.tracksOf(rank, LaneKind::Communication))
        for (const LaneLine &line : lanes.linesOf(track))
            for (int64_t place = 0; place < line.count; ++place)
                byName[trace.nameOf(line.at(place))].push_back(line.at(place));
    for (auto &[name, slices] : byName)
        std::stable_sort(slices.begin(), slices.end(),
                         [&](SliceId a, SliceId b) { return trace.startOf(a) < trace.startOf(b); });
    return byName;
}

} // namespace

RankWaits rankWaits(const Trace &trace) {
    const LaneIndex lanes(trace);
    std::set<int> ranks;
    for (const Track &track : trace.tracks())
        if (track.kind == LaneKind::Communication) ranks.insert(track.rank);
    std::map<int, RankWait> waits;
    std::map<int, int64_t> worst;
    std::map<std::pair<std::string_view, size_t>, std::map<int, SliceId>> shared;
    for (const int rank : ranks)
        for (const auto &[name, slices] : collectivesOf(trace, lanes, rank))
            for (size_t i = 0; i < slices.size(); ++i)
                shared[{name, i}][rank] = slices[i];

    RankWaits all;
    int64_t runNs = 0;
    for (const auto &[key, byRank] : shared) {
        if (byRank.size() < 2) continue;
        const auto last = std::min_element(byRank.begin(), byRank.end(), [&](const auto &a, const auto &b) {
            return trace.durationOf(a.second) < trace.durationOf(b.second);
        });
        int64_t caused = 0;
        for (const auto &[rank, slice] : byRank) {
            RankWait &wait = waits[rank];
            wait.rank = rank;
            ++wait.collectives;
            wait.runNs += trace.durationOf(slice);
            runNs += trace.durationOf(slice);
            const int64_t surplus = trace.durationOf(slice) - trace.durationOf(last->second);
            wait.waitedNs += surplus;
            caused += surplus;
        }
        RankWait &late = waits[last->first];
        ++late.last;
        late.causedNs += caused;
        all.waitedNs += caused;
        if (caused > worst[last->first] || !late.worst.valid()) {
            worst[last->first] = caused;
            late.worst = last->second;
        }
    }
    for (const auto &[rank, wait] : waits)
        all.ranks.push_back(wait);
    const auto slowest = std::max_element(all.ranks.begin(), all.ranks.end(),
                                          [](const RankWait &a, const RankWait &b) { return a.causedNs < b.causedNs; });
    if (slowest != all.ranks.end() && double(slowest->causedNs) >= slowShare * double(all.waitedNs) &&
        double(slowest->causedNs) >= noticeableShare * double(runNs) && slowest->causedNs > 0)
        all.slowRank = slowest->rank;
    return all;
}

} // namespace jitscope
