// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/ranks/rankwaits.h"

#include "engine/analysis/laneindex.h"
#include "engine/analysis/ranks/rankalignment.h"
#include "engine/base/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace jitscope::inline analysis {

namespace {

constexpr double slowShare = 0.5, noticeableShare = 0.02;
constexpr const char *oneRankOpen = "only one rank of each collective is open";
constexpr const char *sizeUnknown =
    "how many ranks take part in the collectives is not recorded (profiler_metadata.json "
    "and communication_matrix.json tell it)";
constexpr const char *notAllOpen = "the collectives are of at least %1 ranks, and not all of them are open";
constexpr const char *ranksMissing = "ranks of the collectives are not open: %1";
/** The last hop of a collective reaches its ranks a little apart, however well the ends agree otherwise. */
constexpr int64_t leastUncertaintyNs = 10'000;

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

/** "1, 2, 5", at most a handful. */
std::string rankList(const std::vector<int> &ranks) {
    constexpr size_t most = 8;
    std::vector<std::string> texts;
    for (size_t i = 0; i < std::min(most, ranks.size()); ++i)
        texts.push_back(std::to_string(ranks[i]));
    return join(texts, ", ") + (ranks.size() > most ? format(", ... (%zu)", ranks.size()) : "");
}

/** Ends of one collective on two ranks, after their clocks were laid over each other. */
int64_t uncertaintyOf(const Trace &trace) {
    int64_t widest = leastUncertaintyNs;
    for (const RankShift &shift : alignRanks(trace).ranks)
        widest = std::max(widest, shift.spreadNs);
    return widest;
}

class WaitSums {
public:
    WaitSums(const Trace &trace, const RankGroups &groups, int openRanks)
        : m_trace(trace)
        , m_groups(groups)
        , m_isWholeRunOpen(groups.worldSize() > 0 && groups.worldSize() <= openRanks) {
        m_all.uncertaintyNs = uncertaintyOf(trace);
    }

    void add(std::string_view name, const std::map<int, SliceId> &byRank) {
        ++m_all.shared;
        if (!isComplete(name, byRank)) return;
        std::vector<std::pair<int64_t, int>> order; // by duration
        for (const auto &[rank, slice] : byRank)
            order.push_back({m_trace.durationOf(slice), rank});
        std::sort(order.begin(), order.end());
        const auto [shortest, last] = order.front();
        int64_t caused = 0;
        for (const auto &[duration, rank] : order) {
            RankWait &wait = m_waits[rank];
            wait.rank = rank;
            ++wait.collectives;
            wait.runNs += duration;
            m_runNs += duration;
            wait.waitedNs += duration - shortest;
            caused += duration - shortest;
        }
        m_all.waitedNs += caused;
        if (order[1].first - shortest <= m_all.uncertaintyNs) return; // two or more came together
        RankWait &late = m_waits[last];
        ++late.last;
        late.causedNs += caused;
        int64_t &worst = m_worst[last];
        if (caused > worst || !late.worst.valid()) {
            worst = caused;
            late.worst = byRank.at(last);
        }
    }

    RankWaits result() {
        for (const auto &[rank, wait] : m_waits)
            m_all.ranks.push_back(wait);
        m_all.missing.assign(m_missing.begin(), m_missing.end());
        const auto slowest =
            std::max_element(m_all.ranks.begin(), m_all.ranks.end(),
                             [](const RankWait &a, const RankWait &b) { return a.causedNs < b.causedNs; });
        if (slowest != m_all.ranks.end() && double(slowest->causedNs) >= slowShare * double(m_all.waitedNs) &&
            double(slowest->causedNs) >= noticeableShare * double(m_runNs) && slowest->causedNs > 0)
            m_all.slowRank = slowest->rank;
        return std::move(m_all);
    }

private:
    bool isComplete(std::string_view name, const std::map<int, SliceId> &byRank) {
        if (m_isWholeRunOpen) return true;
        const RankGroup group = m_groups.ofOperator(name);
        if (group.size == 0) {
            ++m_all.ofUnknownSize;
            return false;
        }
        if (group.size <= int(byRank.size())) return true;
        ++m_all.incomplete;
        m_all.size = std::max(m_all.size, group.size);
        std::vector<int> open;
        for (const auto &[rank, slice] : byRank)
            open.push_back(rank);
        for (const int rank : group.missing(open))
            m_missing.insert(rank);
        return false;
    }

    const Trace &m_trace;
    const RankGroups &m_groups;
    bool m_isWholeRunOpen;
    RankWaits m_all;
    int64_t m_runNs = 0;
    std::map<int, RankWait> m_waits;
    std::map<int, int64_t> m_worst;
    std::set<int> m_missing;
};

} // namespace

RankWaits rankWaits(const Trace &trace, const RankGroups &groups) {
    const LaneIndex lanes(trace);
    std::set<int> ranks;
    for (const Track &track : trace.tracks())
        if (track.kind == LaneKind::Communication) ranks.insert(track.rank);
    if (ranks.size() < 2) return {};
    std::map<std::pair<std::string_view, size_t>, std::map<int, SliceId>> shared;
    for (const int rank : ranks)
        for (const auto &[name, slices] : collectivesOf(trace, lanes, rank))
            for (size_t i = 0; i < slices.size(); ++i)
                shared[{name, i}][rank] = slices[i];

    WaitSums sums(trace, groups, int(ranks.size()));
    for (const auto &[key, byRank] : shared)
        if (byRank.size() >= 2) sums.add(key.first, byRank);
    return sums.result();
}

std::vector<SlowRankOfGroup> slowRanksByTables(const std::vector<ProfilePtr> &profiles) {
    const std::vector<CommunicationOp> ops = communicationOps(profiles);
    const std::vector<CommunicationGroup> groups = communicationGroups(ops);
    const RankGroups known(profiles);
    std::vector<SlowRankOfGroup> found;
    for (const SlowRank &slow : slowRanks(ops)) {
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const CommunicationGroup &each) { return each.id == slow.group; });
        found.push_back({slow, group == groups.end() ? std::vector<int>() : group->ranks, known.ofGroup(slow.group)});
    }
    return found;
}

std::vector<const char *> slowRankTexts() {
    return {oneRankOpen, sizeUnknown, notAllOpen, ranksMissing};
}

Phrase whyNoSlowRank(const RankWaits &waits) {
    if (!waits.ranks.empty()) return {};
    if (waits.shared == 0) return {oneRankOpen, {}};
    if (waits.incomplete == 0) return {sizeUnknown, {}};
    if (waits.missing.empty()) return {notAllOpen, {std::to_string(waits.size)}};
    return {ranksMissing, {rankList(waits.missing)}};
}

} // namespace jitscope::inline analysis
