// SPDX-License-Identifier: Apache-2.0
// How many ranks take part in the collectives of a session, open or not: who is missing decides what can be said about
// those that are open.
#pragma once

#include "engine/profile/profile.h"
#include "engine/session/sessionfwd.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline analysis {

struct RankGroup {
    int size = 0;             ///< ranks at least; 0: not recorded
    std::vector<int> members; ///< as the whole run numbers them, by number; empty: only the size is known
    /** Members that are not among `open`, by number; empty where the members are not known. */
    std::vector<int> missing(const std::vector<int> &open) const;
};

/**
 * From, by trust: the members that the profiler was told (parallel_group_info, communication_group.json); the pairs of
 * ranks between which the group moved something (communication_matrix), which its own numbers name; the ranks that
 * tasks on planes name; and, as an upper limit of all, the size of the run.
 */
class RankGroups {
public:
    RankGroups() = default;
    explicit RankGroups(const Session &session);
    /** Without what tasks tell. */
    explicit RankGroups(const std::vector<ProfilePtr> &profiles);
    RankGroup ofGroup(const std::string &id) const;
    /** Of the group that a collective of that name belongs to. */
    RankGroup ofOperator(std::string_view name) const;
    /** Ranks of the whole run; 0: not recorded. */
    int worldSize() const { return m_worldSize; }

private:
    void addTables(const Profile &profile);
    void addTasks(const Trace &trace);

    std::map<std::string, RankGroup> m_groups;                   ///< by id
    std::map<std::string, std::string, std::less<>> m_operators; ///< name of a collective to the id of its group
    std::map<std::string, int, std::less<>> m_byTasks;           ///< size by the name of a collective
    int m_worldSize = 0; ///< as the profiler was told, else the size of the group of all ranks
};

} // namespace jitscope::inline analysis
