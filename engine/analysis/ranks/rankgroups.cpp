// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/ranks/rankgroups.h"

#include "engine/analysis/laneindex.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace jitscope::inline analysis {

namespace {

/** Tasks of one collective whose arguments are read: each reads a piece of a file. */
constexpr size_t readTasks = 256;
constexpr int mostRanks = 1'000'000;
/** What torch and MindSpore call the group of all ranks. */
constexpr std::array<std::string_view, 2> worldNames = {"default_group", "hccl_world_group"};

/** -1 for what is no rank; 4294967295 stands for none. */
int rankIn(std::string_view text) {
    text = trimmed(text);
    int64_t number = -1;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = problem == std::errc() && rest == text.data() + text.size();
    return isNumber && number >= 0 && number < mostRanks ? int(number) : -1;
}

std::vector<int> rankList(const std::string &text) {
    std::vector<int> ranks;
    std::string digits = text;
    std::replace_if(
        digits.begin(), digits.end(), [](char c) { return c < '0' || c > '9'; }, ',');
    for (const std::string &part : split(digits, ','))
        if (const int rank = rankIn(part); rank >= 0) ranks.push_back(rank);
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

int worldSizeIn(const Profile &profile) {
    const auto found = profile.info.find("world size");
    return found == profile.info.end() ? 0 : std::max(0, rankIn(found->second));
}

/** The ranks that the tasks of a collective name: their highest number and one. */
int namedBy(const LaneIndex &lanes, SliceId collective) {
    const Trace &trace = lanes.trace();
    const Track &lane = trace.trackAt(trace.trackOf(collective));
    int highest = -1;
    size_t left = readTasks;
    for (const TrackId plane : lanes.tracksOf(DeviceKey{lane.rank, lane.device}, LaneKind::Plane))
        for (const SliceId task :
             lanes.overlapping(plane, trace.startOf(collective), trace.endOf(collective), std::min<size_t>(left, 32))) {
            if (left-- == 0) return highest + 1;
            for (const auto &[key, value] : trace.argumentsOf(task))
                if (key == "src rank" || key == "dst rank") highest = std::max(highest, rankIn(value));
        }
    return highest + 1;
}

} // namespace

std::vector<int> RankGroup::missing(const std::vector<int> &open) const {
    std::vector<int> left;
    for (const int member : members)
        if (std::find(open.begin(), open.end(), member) == open.end()) left.push_back(member);
    return left;
}

RankGroups::RankGroups(const std::vector<ProfilePtr> &profiles) {
    for (const ProfilePtr &profile : profiles) {
        addTables(*profile);
        m_worldSize = std::max(m_worldSize, worldSizeIn(*profile));
    }
}

RankGroups::RankGroups(const Session &session)
    : RankGroups(session.profiles) {
    addTasks(session.trace);
}

void RankGroups::addTables(const Profile &profile) {
    if (const DataTable *groups = profile.table("communication_groups"))
        for (int64_t row = 0; row < groups->rowCount(); ++row) {
            const std::string id = groups->text(row, groups->column("group"));
            const std::vector<int> members = rankList(groups->text(row, groups->column("ranks")));
            if (id.empty() || members.empty()) continue;
            m_groups[id] = {int(members.size()), members};
            const std::string &name = groups->text(row, groups->column("name"));
            if (std::find(worldNames.begin(), worldNames.end(), name) != worldNames.end())
                m_worldSize = std::max(m_worldSize, int(members.size()));
        }
    if (const DataTable *matrix = profile.table("communication_matrix"))
        for (int64_t row = 0; row < matrix->rowCount(); ++row) {
            RankGroup &group = m_groups[matrix->text(row, matrix->column("group"))];
            if (!group.members.empty()) continue;
            for (const char *end : {"source", "target"}) {
                const int64_t rank = matrix->integer(row, matrix->column(end));
                if (rank >= 0 && rank < mostRanks) group.size = std::max(group.size, int(rank) + 1);
            }
        }
    if (const DataTable *ops = profile.table("communication_ops"))
        for (int64_t row = 0; row < ops->rowCount(); ++row)
            m_operators[ops->text(row, ops->column("name"))] = ops->text(row, ops->column("group"));
}

void RankGroups::addTasks(const Trace &trace) {
    const LaneIndex lanes(trace);
    for (const Track &track : trace.tracks()) {
        if (track.kind != LaneKind::Communication) continue;
        int size = 0; // of the lane: all its collectives are of one group
        for (const LaneLine &line : lanes.linesOf(track.id)) {
            if (line.count > 0 && size == 0) size = namedBy(lanes, line.at(0));
            for (int64_t place = 0; size > 1 && place < line.count; ++place) {
                const std::string name(trace.nameOf(line.at(place)));
                m_byTasks[name] = std::max(m_byTasks[name], size);
            }
        }
    }
}

RankGroup RankGroups::ofGroup(const std::string &id) const {
    const auto found = m_groups.find(id);
    return found == m_groups.end() ? RankGroup() : found->second;
}

RankGroup RankGroups::ofOperator(std::string_view name) const {
    RankGroup group;
    if (const auto id = m_operators.find(name); id != m_operators.end()) group = ofGroup(id->second);
    if (!group.members.empty()) return group;
    if (const auto size = m_byTasks.find(name); size != m_byTasks.end())
        group.size = std::max(group.size, size->second);
    // One that moved data only on its own device names itself alone.
    return group.size > 1 ? group : RankGroup();
}

} // namespace jitscope::inline analysis
