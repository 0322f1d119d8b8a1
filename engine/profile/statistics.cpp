// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/statistics.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace jitscope::inline profile {

namespace {

double median(std::vector<int64_t> &durations) {
    const size_t middle = durations.size() / 2;
    std::nth_element(durations.begin(), durations.begin() + std::ptrdiff_t(middle), durations.end());
    const double upper = double(durations[middle]);
    if (durations.size() % 2 == 1) return upper;
    const double lower = double(*std::max_element(durations.begin(), durations.begin() + std::ptrdiff_t(middle)));
    return (lower + upper) / 2;
}

} // namespace

std::vector<TimeRow> summarize(const std::vector<TimeSample> &samples) {
    std::vector<std::string> keys;
    std::vector<std::vector<int64_t>> durations;
    std::unordered_map<std::string, size_t> places;
    int64_t all = 0;
    for (const TimeSample &sample : samples) {
        const auto [place, isNew] = places.try_emplace(sample.key, keys.size());
        if (isNew) {
            keys.push_back(sample.key);
            durations.emplace_back();
        }
        durations[place->second].push_back(sample.durationNs);
        all += sample.durationNs;
    }

    std::vector<TimeRow> rows;
    for (size_t i = 0; i < keys.size(); ++i) {
        std::vector<int64_t> &group = durations[i];
        TimeRow row{.key = keys[i], .count = int64_t(group.size())};
        row.totalNs = std::accumulate(group.begin(), group.end(), int64_t(0));
        row.minNs = *std::min_element(group.begin(), group.end());
        row.maxNs = *std::max_element(group.begin(), group.end());
        row.meanNs = double(row.totalNs) / double(row.count);
        row.medianNs = median(group);
        row.share = all > 0 ? double(row.totalNs) / double(all) : 0;
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const TimeRow &a, const TimeRow &b) { return a.totalNs > b.totalNs; });
    return rows;
}

} // namespace jitscope::inline profile
