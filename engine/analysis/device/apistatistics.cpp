// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/apistatistics.h"

#include "engine/analysis/derivedtables.h"

#include <algorithm>
#include <map>

namespace jitscope::inline analysis {

namespace {

/** How the lanes of timelines call the levels. */
struct LevelName {
    std::string_view prefix, level;
};
constexpr LevelName levelNames[] = {
    {"AscendCL", "acl"},       {"Model", "model"},        {"Node", "node"},      {"Communication", "communication"},
    {"Hccl", "communication"}, {"HCCL", "communication"}, {"Runtime", "runtime"}};
/** Of outer levels first: a call of one is made by the one before. */
constexpr std::string_view levelOrder[] = {"acl", "model", "node", "communication", "hccl", "runtime"};

size_t rankOf(std::string_view level) {
    return size_t(std::find(std::begin(levelOrder), std::end(levelOrder), level) - std::begin(levelOrder));
}

/** Sums by group, with the variance by Welford's method: squares of nanoseconds would lose it. */
class Gatherer {
public:
    /** The texts of `key` must live on. */
    void add(const std::pair<std::string_view, std::string_view> &key, int64_t durationNs, SliceId slice) {
        const auto [found, isNew] = m_places.try_emplace(key, m_groups.size());
        if (isNew) {
            ApiGroup group;
            group.level = key.first;
            group.name = key.second;
            group.minNs = group.maxNs = durationNs;
            group.longest = slice;
            m_groups.push_back(std::move(group));
            m_spread.push_back(0);
        }
        ApiGroup &group = m_groups[found->second];
        if (durationNs > group.maxNs) group.longest = slice;
        group.minNs = std::min(group.minNs, durationNs);
        group.maxNs = std::max(group.maxNs, durationNs);
        group.totalNs += durationNs;
        ++group.count;
        const double distance = double(durationNs) - group.meanNs;
        group.meanNs += distance / double(group.count);
        m_spread[found->second] += distance * (double(durationNs) - group.meanNs);
    }

    std::vector<ApiGroup> take() {
        std::map<std::string, int64_t> totals;
        for (size_t i = 0; i < m_groups.size(); ++i) {
            m_groups[i].varianceUs2 = m_spread[i] / double(m_groups[i].count) / 1e6;
            totals[m_groups[i].level] += m_groups[i].totalNs;
        }
        for (ApiGroup &group : m_groups)
            if (totals[group.level] > 0) group.share = double(group.totalNs) / double(totals[group.level]);
        std::stable_sort(m_groups.begin(), m_groups.end(), [](const ApiGroup &a, const ApiGroup &b) {
            const size_t left = rankOf(a.level), right = rankOf(b.level);
            return left != right ? left < right : a.totalNs > b.totalNs;
        });
        return std::move(m_groups);
    }

private:
    std::map<std::pair<std::string_view, std::string_view>, size_t> m_places;
    std::vector<ApiGroup> m_groups;
    std::vector<double> m_spread;
};

bool isOutside(const std::optional<Interval> &within, int64_t start, int64_t duration) {
    return within && (start == missingInteger || start >= within->endNs || start + duration <= within->beginNs);
}

/** Calls `each` with level and name, duration and slice of every call in `within`. */
template<class Each>
void forCallsOfTable(const DataTable &calls, const std::optional<Interval> &within, const Each &each) {
    const int level = calls.column("level"), name = calls.column("name");
    const int start = calls.column("start"), duration = calls.column("duration");
    for (int64_t row = 0; row < calls.rowCount(); ++row) {
        const int64_t length = calls.integer(row, duration);
        if (length == missingInteger || isOutside(within, calls.integer(row, start), length)) continue;
        const ApiName parts = apiName(calls.text(row, name));
        const std::string_view shown = calls.text(row, level).empty() ? parts.level : calls.text(row, level);
        each({shown, parts.name}, length, SliceId{});
    }
}

template<class Each>
void forCallsOfLanes(const Trace &trace, int rank, const std::optional<Interval> &within, const Each &each) {
    for (const LaneRow &row : trace.laneRows()) {
        const Track &track = trace.trackAt(row.track);
        if (track.kind != LaneKind::HostApi || track.rank != rank) continue;
        for (int64_t i = row.first; i < row.first + row.count; ++i) {
            const SliceId slice{i};
            if (isOutside(within, trace.startOf(slice), trace.durationOf(slice))) continue;
            ApiName parts = apiName(trace.nameOf(slice));
            if (parts.level.empty()) parts.level = trace.texts().text(trace.categoryIdOf(slice));
            each({parts.level, parts.name}, trace.durationOf(slice), slice);
        }
    }
}

using CallKey = std::pair<std::string_view, std::string_view>;

/** Of the table host_api, or of the timeline's lanes where that is missing or empty. */
template<class Each>
void forCalls(const Profile &profile, const Trace &trace, const std::optional<Interval> &within, const Each &each) {
    const DataTable *calls = profile.table("host_api");
    if (calls != nullptr && calls->rowCount() > 0) return forCallsOfTable(*calls, within, each);
    forCallsOfLanes(trace, profile.rank, within, each);
}

} // namespace

ApiName apiName(std::string_view sliceName) {
    const size_t at = sliceName.find('@');
    if (at == std::string_view::npos) return {{}, sliceName};
    for (const LevelName &each : levelNames)
        if (sliceName.substr(0, at) == each.prefix) return {each.level, sliceName.substr(at + 1)};
    return {{}, sliceName};
}

std::vector<ApiGroup> apiStatistics(const Profile &profile, const Trace &trace, const std::optional<Interval> &within) {
    Gatherer gatherer;
    forCalls(profile, trace, within,
             [&](const CallKey &key, int64_t durationNs, SliceId slice) { gatherer.add(key, durationNs, slice); });
    return gatherer.take();
}

GroupDurations apiTimes(const Profile &profile, const Trace &trace, const std::optional<Interval> &within) {
    std::map<CallKey, std::vector<int64_t>> gathered; // texts are made once a group, not once a call
    forCalls(profile, trace, within,
             [&](const CallKey &key, int64_t durationNs, SliceId) { gathered[key].push_back(durationNs); });
    GroupDurations times;
    for (auto &[key, measured] : gathered)
        times.emplace(std::string(key.first) + '\n' + std::string(key.second), std::move(measured));
    return times;
}

DataTable apiStatisticsTable(const std::vector<ApiGroup> &groups) {
    using enum ColumnType;
    DataTable table("host_api_calls");
    const int level = table.addColumn("level", Text), name = table.addColumn("name", Text);
    const int count = table.addColumn("count", Integer), total = table.addColumn("total", Integer, "ns");
    const int share = table.addColumn("share", Real, "share"), mean = table.addColumn("mean", Integer, "ns");
    const int least = table.addColumn("min", Integer, "ns"), most = table.addColumn("max", Integer, "ns");
    const int variance = table.addColumn("variance", Real, "us2");
    for (const ApiGroup &group : groups) {
        const int64_t row = table.addRow();
        table.setText(row, level, group.level);
        table.setText(row, name, group.name);
        table.setInteger(row, count, group.count);
        table.setInteger(row, total, group.totalNs);
        table.setReal(row, share, group.share);
        table.setInteger(row, mean, rounded(group.meanNs));
        table.setInteger(row, least, group.minNs);
        table.setInteger(row, most, group.maxNs);
        table.setReal(row, variance, group.varianceUs2);
    }
    return table;
}

} // namespace jitscope::inline analysis
