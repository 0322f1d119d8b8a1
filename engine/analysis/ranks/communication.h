// SPDX-License-Identifier: Apache-2.0
// Collectives and transfers of all ranks of a run: who waits for whom, and what moves over which link.
#pragma once

#include "engine/profile/profile.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** How one rank spent its time in a communication operator, in ns. */
struct CommunicationTime {
    int rank = -1;
    std::string label; ///< of its profile
    int64_t start = missingInteger;
    int64_t elapse = 0, transit = 0, wait = 0, synchronization = 0, idle = 0;
    int64_t operators = 1; ///< of a sum
    size_t profile = 0;    ///< index in the list that was asked
};

/** One operator as all ranks saw it that took part and were profiled. */
struct CommunicationOp {
    std::string step, kind, name, group;
    std::vector<CommunicationTime> ranks; ///< by rank
    /** The longest that a rank was in it. */
    int64_t longest() const;
};

/** Operators of all profiles, matched by step, group and name; in the order in which they begin. */
std::vector<CommunicationOp> communicationOps(const std::vector<ProfilePtr> &profiles);
/** Sums by rank, of one group or ("") of all. */
std::vector<CommunicationTime> timesByRank(const std::vector<CommunicationOp> &ops, const std::string &group = {});

struct CommunicationGroup {
    std::string id;
    std::string label;      ///< what the profile calls it, else the id
    std::vector<int> ranks; ///< that were profiled, by rank
    int64_t operators = 0;
    int64_t elapse = 0; ///< sum over its ranks
};
/** By falling time. */
std::vector<CommunicationGroup> communicationGroups(const std::vector<CommunicationOp> &ops);

/** A rank for which the others of its group wait: it comes late, so that it waits little itself. */
struct SlowRank {
    std::string group;
    int rank = -1;
    int64_t ownWait = 0;    ///< sum over the operators of the group
    int64_t othersWait = 0; ///< sum of the medians of the other ranks' waits
    int64_t operators = 0;  ///< in which two ranks or more were profiled
    int64_t leastIn = 0;    ///< operators in which no other rank waited less
    int64_t late() const { return othersWait - ownWait; }
};
/** One a group at most, by falling lateness. Only where the others wait longer by a twentieth of their time in the
   group and by 100 us: less is the noise of clocks. */
std::vector<SlowRank> slowRanks(const std::vector<CommunicationOp> &ops);

} // namespace jitscope::inline analysis
