// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/flamedifference.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

/** The times of the operators that are exactly at a frame, by the frame's path. */
std::unordered_map<uint64_t, MeasuredTimes> measuredOf(const FlameSide &side) {
    std::unordered_map<uint64_t, MeasuredTimes> measured;
    for (size_t i = 0; i < side.places.size(); ++i) {
        const FlameFrame &frame = side.tree.frames[size_t(side.tree.frameOf[i])];
        measured[frame.hash].times.push_back(side.columns.self[side.places[i]]);
    }
    return measured;
}

/** That a side lacks a frame is a finding, and no noise; that of the other's times is. */
DifferenceNoise noiseAt(const MeasuredTimes *before, const MeasuredTimes *now, double least) {
    static const MeasuredTimes none;
    return partNoiseOf(before ? *before : none, now ? *now : none, least);
}

/** What the baseline's frames that are nowhere here scatter by, at the nearest frame above that is here, too. */
void addMissing(std::vector<DifferenceNoise> &noises, const FlameSide &baseline,
                const std::unordered_map<uint64_t, MeasuredTimes> &before, const std::vector<FlameFrame> &frames,
                double least) {
    std::unordered_map<uint64_t, size_t> here;
    for (size_t i = 0; i < frames.size(); ++i)
        here.emplace(frames[i].hash, i);
    for (const FlameFrame &frame : baseline.tree.frames) {
        const auto own = before.find(frame.hash);
        if (own == before.end() || here.contains(frame.hash)) continue;
        const FlameFrame *above = &frame;
        while (above->parent >= 0 && !here.contains(above->hash))
            above = &baseline.tree.frames[size_t(above->parent)];
        if (const auto found = here.find(above->hash); found != here.end())
            noises[found->second].add(noiseAt(&own->second, nullptr, least));
    }
}

DeltaVerdict verdictOf(int64_t total, bool isInBaseline, bool isNoiseKnown, const FlameDelta &delta) {
    if (!isInBaseline) return DeltaVerdict::New;
    const int64_t difference = total - delta.baselineNs;
    if (difference == 0) return DeltaVerdict::Same;
    if (!isNoiseKnown) return DeltaVerdict::TooFew;
    if (std::abs(double(difference)) <= delta.noiseNs) return DeltaVerdict::Noise;
    return difference > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

} // namespace

FlameDifference compareFlames(const FlameSide &baseline, const FlameSide &side) {
    const auto before = measuredOf(baseline), now = measuredOf(side);
    std::unordered_map<uint64_t, const FlameFrame *> known;
    for (const FlameFrame &frame : baseline.tree.frames)
        known.emplace(frame.hash, &frame);
    const std::vector<FlameFrame> &frames = side.tree.frames;
    const auto at = [](const auto &measured, uint64_t hash) {
        const auto found = measured.find(hash);
        return found == measured.end() ? nullptr : &found->second;
    };
    GeneralSpread spread;
    for (const auto &[hash, measured] : now)
        if (const MeasuredTimes *other = at(before, hash)) spread.add(*other, measured);
    const double least = spread.share(leastOfRunsThatWaited(baseline.columns.waitedShare, side.columns.waitedShare));
    std::vector<DifferenceNoise> noises(frames.size());
    addMissing(noises, baseline, before, frames, least);
    for (size_t i = frames.size(); i-- > 0;) {
        noises[i].add(noiseAt(at(before, frames[i].hash), at(now, frames[i].hash), least));
        if (frames[i].parent >= 0) noises[size_t(frames[i].parent)].add(noises[i]);
    }
    FlameDifference difference;
    const double probability = falseFindings / double(frames.size());
    for (size_t i = 0; i < frames.size(); ++i) {
        const auto found = known.find(frames[i].hash);
        FlameDelta &delta = difference.frames.emplace_back();
        if (found != known.end()) delta.baselineNs = found->second->totalNs;
        if (noises[i].isKnown) delta.noiseNs = noises[i].limitNs(probability);
        delta.verdict = verdictOf(frames[i].totalNs, found != known.end(), noises[i].isKnown, delta);
    }
    for (const auto &[hash, measured] : before) {
        if (now.count(hash) > 0) continue;
        ++difference.missing;
        difference.missingNs += measured.sum();
    }
    return difference;
}

} // namespace jitscope::inline analysis
