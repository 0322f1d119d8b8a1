// SPDX-License-Identifier: Apache-2.0
// Which rank makes the others wait: of a collective that all ranks run, the rank that is in it for the shortest time
// came last, and the others spent their surplus waiting for it. Needs no common clock, but all ranks: of a collective
// in which others take part that are not open, nobody knows who came last.
#pragma once

#include "engine/analysis/ranks/communication.h"
#include "engine/analysis/ranks/rankgroups.h"
#include "engine/base/phrase.h"
#include "engine/profile/trace.h"

#include <vector>

namespace jitscope::inline analysis {

struct RankWait {
    int rank = -1;
    int64_t collectives = 0; ///< it took part in, all of whose ranks are open
    int64_t last = 0;        ///< of these it came last to, by more than the uncertainty
    int64_t causedNs = 0;    ///< sum of what others waited for it
    int64_t waitedNs = 0;    ///< what it waited for others
    int64_t runNs = 0;       ///< sum of its collectives
    SliceId worst;           ///< its own slice of the collective in which it made others wait longest
};

struct RankWaits {
    std::vector<RankWait> ranks; ///< by rank; empty without a collective all of whose ranks are open
    int64_t waitedNs = 0;        ///< by all
    int64_t uncertaintyNs = 0;   ///< by which the ends of a collective on its ranks differ
    int64_t shared = 0;          ///< collectives that two open ranks or more run
    int64_t incomplete = 0;      ///< of these, those with ranks that are not open
    int64_t ofUnknownSize = 0;   ///< of these, those of which nothing tells how many ranks take part
    int size = 0;                ///< ranks of the largest incomplete group, at least
    std::vector<int> missing;    ///< ranks that are not open, by number, as far as their numbers are known
    /** The rank that most of the waiting goes to, if that is at least half of it and 2 % of all collective time. */
    int slowRank = -1;
};

/** Collectives are matched by name and by which of that name they are. */
RankWaits rankWaits(const Trace &trace, const RankGroups &groups);
/** A rank for which the others of its group wait, by the producer's tables of communication. */
struct SlowRankOfGroup {
    SlowRank slow;
    std::vector<int> open;                                          ///< ranks of the group that are open
    RankGroup group;                                                ///< as far as it is known
    bool isWhole() const { return group.size <= int(open.size()); } ///< else nobody knows who is late
};
/** By falling lateness, groups with ranks that are not open among them. */
std::vector<SlowRankOfGroup> slowRanksByTables(const std::vector<ProfilePtr> &profiles);
/** What is missing so that no rank can be told to be the slow one; empty where it can. By the context "Advice". */
Phrase whyNoSlowRank(const RankWaits &waits);
/** The patterns of these. */
std::vector<const char *> slowRankTexts();

} // namespace jitscope::inline analysis
