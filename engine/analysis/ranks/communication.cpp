// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/ranks/communication.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace jitscope::inline analysis {

namespace {

constexpr int64_t noiseNs = 100'000;
constexpr int64_t noiseShare = 20; ///< one part in so many

int64_t known(int64_t value) {
    return value == missingInteger ? 0 : value;
}

/** The producer's sum over all operators is no operator. */
bool isSum(const std::string &name) {
    return name.starts_with("Total Op Info");
}

void addTimes(CommunicationTime &sum, const CommunicationTime &each) {
    sum.elapse += each.elapse;
    sum.transit += each.transit;
    sum.wait += each.wait;
    sum.synchronization += each.synchronization;
    sum.idle += each.idle;
}

int64_t median(std::vector<int64_t> values) {
    const size_t middle = values.size() / 2;
    std::sort(values.begin(), values.end());
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

int64_t medianOfOthers(const CommunicationOp &op, int rank) {
    std::vector<int64_t> waits;
    for (const CommunicationTime &each : op.ranks)
        if (each.rank != rank) waits.push_back(each.wait);
    return median(waits);
}

/** The ranks of a group over its operators, each as if it were the slow one. */
std::map<int, SlowRank> candidates(const std::vector<const CommunicationOp *> &ops) {
    std::map<int, SlowRank> ranks;
    for (const CommunicationOp *op : ops) {
        const auto least = std::min_element(op->ranks.begin(), op->ranks.end(),
                                            [](const auto &a, const auto &b) { return a.wait < b.wait; });
        for (const CommunicationTime &each : op->ranks) {
            SlowRank &rank = ranks[each.rank];
            rank.group = op->group;
            rank.rank = each.rank;
            rank.ownWait += each.wait;
            rank.othersWait += medianOfOthers(*op, each.rank);
            ++rank.operators;
            rank.leastIn += each.wait == least->wait;
        }
    }
    return ranks;
}

} // namespace

int64_t CommunicationOp::longest() const {
    int64_t most = 0;
    for (const CommunicationTime &each : ranks)
        most = std::max(most, each.elapse);
    return most;
}

std::vector<CommunicationOp> communicationOps(const std::vector<ProfilePtr> &profiles) {
    std::map<std::tuple<std::string, std::string, std::string>, size_t> places;
    std::vector<CommunicationOp> ops;
    for (size_t i = 0; i < profiles.size(); ++i) {
        const DataTable *table = profiles[i]->table("communication_ops");
        if (table == nullptr) continue;
        const auto column = [&](const char *name) { return table->column(name); };
        const int step = column("step"), kind = column("kind"), name = column("name"), group = column("group");
        const int start = column("start"), elapse = column("elapse"), transit = column("transit");
        const int wait = column("wait"), synchronization = column("synchronization"), idle = column("idle");
        for (int64_t row = 0; row < table->rowCount(); ++row) {
            if (isSum(table->text(row, name))) continue;
            const auto key = std::tuple(table->text(row, step), table->text(row, group), table->text(row, name));
            const auto [found, isNew] = places.try_emplace(key, ops.size());
            if (isNew)
                ops.push_back({std::get<0>(key), table->text(row, kind), std::get<2>(key), std::get<1>(key), {}});
            CommunicationTime time;
            time.rank = profiles[i]->rank;
            time.label = profiles[i]->label;
            time.profile = i;
            time.start = table->integer(row, start);
            time.elapse = known(table->integer(row, elapse));
            time.transit = known(table->integer(row, transit));
            time.wait = known(table->integer(row, wait));
            time.synchronization = known(table->integer(row, synchronization));
            time.idle = known(table->integer(row, idle));
            ops[found->second].ranks.push_back(time);
        }
    }
    for (CommunicationOp &op : ops)
        std::stable_sort(op.ranks.begin(), op.ranks.end(),
                         [](const auto &a, const auto &b) { return a.rank < b.rank; });
    std::stable_sort(ops.begin(), ops.end(), [](const CommunicationOp &a, const CommunicationOp &b) {
        return a.ranks.front().start < b.ranks.front().start;
    });
    return ops;
}

std::vector<CommunicationTime> timesByRank(const std::vector<CommunicationOp> &ops, const std::string &group) {
    std::map<std::pair<int, size_t>, CommunicationTime> sums;
    for (const CommunicationOp &op : ops) {
        if (!group.empty() && op.group != group) continue;
        for (const CommunicationTime &each : op.ranks) {
            const auto [found, isNew] = sums.try_emplace({each.rank, each.profile}, each);
            if (isNew) continue;
            addTimes(found->second, each);
            ++found->second.operators;
        }
    }
    std::vector<CommunicationTime> times;
    for (const auto &[key, sum] : sums)
        times.push_back(sum);
    return times;
}

std::vector<CommunicationGroup> communicationGroups(const std::vector<CommunicationOp> &ops) {
    std::map<std::string, CommunicationGroup> byId;
    std::map<std::string, std::set<int>> ranks;
    for (const CommunicationOp &op : ops) {
        CommunicationGroup &group = byId[op.group];
        group.id = group.label = op.group;
        ++group.operators;
        for (const CommunicationTime &each : op.ranks) {
            group.elapse += each.elapse;
            ranks[op.group].insert(each.rank);
        }
    }
    std::vector<CommunicationGroup> groups;
    for (auto &[id, group] : byId) {
        group.ranks.assign(ranks[id].begin(), ranks[id].end());
        groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const auto &a, const auto &b) { return a.elapse > b.elapse; });
    return groups;
}

std::vector<SlowRank> slowRanks(const std::vector<CommunicationOp> &ops) {
    std::map<std::string, std::vector<const CommunicationOp *>> byGroup;
    for (const CommunicationOp &op : ops)
        if (op.ranks.size() >= 2) byGroup[op.group].push_back(&op);
    std::vector<SlowRank> slow;
    for (const auto &[group, members] : byGroup) {
        const std::map<int, SlowRank> ranks = candidates(members);
        const auto latest = std::max_element(
            ranks.begin(), ranks.end(), [](const auto &a, const auto &b) { return a.second.late() < b.second.late(); });
        int64_t elapse = 0, times = 0;
        for (const CommunicationOp *op : members)
            for (const CommunicationTime &each : op->ranks) {
                elapse += each.elapse;
                ++times;
            }
        const int64_t usual = times > 0 ? elapse / times * latest->second.operators : 0;
        if (latest->second.late() >= std::max(noiseNs, usual / noiseShare)) slow.push_back(latest->second);
    }
    std::stable_sort(slow.begin(), slow.end(), [](const auto &a, const auto &b) { return a.late() > b.late(); });
    return slow;
}

} // namespace jitscope::inline analysis
