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

/** A frame that one side lacks is a finding, and no noise. */
DifferenceNoise noiseAt(const MeasuredTimes *before, const MeasuredTimes *now, double least) {
    return before == nullptr || now == nullptr ? DifferenceNoise() : partNoiseOf(*before, *now, least);
}

DeltaVerdict verdictOf(int64_t total, bool isInBaseline, const FlameDelta &delta) {
    if (!isInBaseline) return DeltaVerdict::New;
    const int64_t difference = total - delta.baselineNs;
    if (difference == 0) return DeltaVerdict::Same;
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
    const double least = spread.share();
    std::vector<DifferenceNoise> noises(frames.size());
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
        delta.noiseNs = noises[i].limitNs(probability);
        delta.verdict = verdictOf(frames[i].totalNs, found != known.end(), delta);
    }
    for (const auto &[hash, measured] : before) {
        if (now.count(hash) > 0) continue;
        ++difference.missing;
        difference.missingNs += measured.sum();
    }
    return difference;
}

} // namespace jitscope::inline analysis
