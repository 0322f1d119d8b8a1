// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/opdifference.h"

#include "engine/base/threadpool.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jitscope::inline analysis {

namespace {

TimesByKey measuredOf(const OpColumns &columns, const std::vector<uint32_t> &places, OpGrouping grouping) {
    const OpGroups &groups = columns.by(grouping);
    std::vector<MeasuredTimes> byGroup(groups.texts.size());
    for (const uint32_t place : places)
        if (groups.of[place] != OpGroups::outside) byGroup[groups.of[place]].times.push_back(columns.self[place]);
    TimesByKey measured;
    for (size_t group = 0; group < byGroup.size(); ++group)
        if (!byGroup[group].times.empty()) measured.emplace(groups.texts[group], std::move(byGroup[group]));
    return measured;
}

DeltaVerdict verdictOf(const OpDelta &delta, bool isKnown) {
    if (delta.baselineCount == 0) return DeltaVerdict::New;
    if (delta.count == 0) return DeltaVerdict::Missing;
    if (delta.deltaNs() == 0 && delta.count == delta.baselineCount) return DeltaVerdict::Same;
    if (!isKnown) return DeltaVerdict::TooFew;
    if (std::abs(double(delta.deltaNs())) <= delta.noiseNs) return DeltaVerdict::Noise;
    return delta.deltaNs() > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

/** Where the sums cannot be told, the means cannot either. */
DeltaVerdict meanVerdictOf(const OpDelta &delta) {
    const bool isOfSums = delta.verdict != DeltaVerdict::Noise && delta.verdict != DeltaVerdict::Slower &&
                          delta.verdict != DeltaVerdict::Faster;
    if (isOfSums) return delta.verdict;
    const double mean = delta.meanDeltaNs();
    if (std::abs(mean) <= delta.meanNoiseNs) return DeltaVerdict::Noise;
    return mean > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

/** What both sides measured of one thing. */
struct Compared {
    const std::string *key = nullptr;
    const MeasuredTimes *beforeTimes = nullptr, *nowTimes = nullptr; ///< null where a side has none
    TimesFigures before, now;
};

/** What is there now, then what only was there before. */
std::vector<Compared> comparedOf(const TimesByKey &before, const TimesByKey &now) {
    std::vector<Compared> all;
    for (const auto &[key, measured] : now) {
        const auto found = before.find(key);
        all.push_back({&key, found == before.end() ? nullptr : &found->second, &measured, {}, {}});
    }
    for (const auto &[key, measured] : before)
        if (!now.contains(key)) all.push_back({&key, &measured, nullptr, {}, {}});
    parallelFor(std::ssize(all), 1, [&](int64_t begin, int64_t end) {
        for (auto i = size_t(begin); i < size_t(end); ++i) {
            if (all[i].beforeTimes) all[i].before = figuresOf(all[i].beforeTimes->times);
            if (all[i].nowTimes) all[i].now = figuresOf(all[i].nowTimes->times);
        }
    });
    return all;
}

OpDelta deltaOf(const Compared &compared, double probability, double least) {
    OpDelta delta;
    delta.key = *compared.key;
    delta.count = compared.now.count;
    delta.baselineCount = compared.before.count;
    delta.selfNs = compared.now.sumNs;
    delta.baselineSelfNs = compared.before.sumNs;
    const DifferenceNoise noise = noiseOf(compared.before, compared.now, least);
    if (noise.isKnown) delta.noiseNs = noise.limitNs(probability);
    delta.verdict = verdictOf(delta, noise.isKnown);
    const DifferenceNoise ofMeans = meanNoiseOf(compared.before, compared.now, least);
    if (ofMeans.isKnown) delta.meanNoiseNs = ofMeans.limitNs(probability);
    delta.meanVerdict = meanVerdictOf(delta);
    return delta;
}

} // namespace

double OpDelta::meanDeltaNs() const {
    if (count == 0 || baselineCount == 0) return std::numeric_limits<double>::quiet_NaN();
    return double(selfNs) / double(count) - double(baselineSelfNs) / double(baselineCount);
}

std::vector<OpDelta> compareOperators(const OpColumns &baseline, const std::vector<uint32_t> &baselinePlaces,
                                      const OpColumns &columns, const std::vector<uint32_t> &places,
                                      OpGrouping grouping) {
    return compareTimes(measuredOf(baseline, baselinePlaces, grouping), measuredOf(columns, places, grouping),
                        leastOfRunsThatWaited(baseline.waitedShare, columns.waitedShare));
}

std::vector<OpDelta> compareTimes(const TimesByKey &before, const TimesByKey &now, double least) {
    const double probability = falseFindings / double(std::max<size_t>(now.size(), 1));
    const std::vector<Compared> all = comparedOf(before, now);
    GeneralSpread spread;
    for (const Compared &each : all)
        spread.add(each.before, each.now);
    const double share = spread.share(least);
    std::vector<OpDelta> deltas;
    for (const Compared &each : all)
        deltas.push_back(deltaOf(each, probability, share));
    std::ranges::sort(deltas, [](const OpDelta &a, const OpDelta &b) {
        const int64_t left = std::abs(a.deltaNs()), right = std::abs(b.deltaNs());
        return left != right ? left > right : a.key < b.key;
    });
    return deltas;
}

} // namespace jitscope::inline analysis
