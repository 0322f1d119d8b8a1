// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/flamedifference.h"

#include "engine/base/threadpool.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

/** Of the operators that are exactly at each frame. */
std::vector<TimesFigures> figuresAt(const FlameSide &side) {
    const std::vector<int32_t> &frameOf = side.tree.frameOf;
    std::vector<size_t> begin(side.tree.frames.size() + 1, 0); ///< of each frame's times
    for (const int32_t frame : frameOf)
        ++begin[size_t(frame) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<int64_t> times(frameOf.size());
    std::vector<size_t> next = begin;
    for (size_t i = 0; i < frameOf.size(); ++i)
        times[next[size_t(frameOf[i])]++] = side.columns.self[side.places[i]];
    std::vector<TimesFigures> figures(side.tree.frames.size());
    constexpr int64_t grain = 20'000;           ///< times that one thread takes at a time
    const auto firstFrame = [&](int64_t part) { // of those whose times begin in it
        const auto first = std::ranges::lower_bound(begin, size_t(part * grain));
        return std::min(size_t(first - begin.begin()), figures.size());
    };
    parallelFor(std::ssize(times) / grain + 1, 1, [&](int64_t part, int64_t end) {
        for (size_t frame = firstFrame(part); frame < firstFrame(end); ++frame)
            figures[frame] = figuresOf(std::span(times).subspan(begin[frame], begin[frame + 1] - begin[frame]));
    });
    return figures;
}

/** Of each frame the one of the other tree that is the same; -1 where it has none. */
std::vector<int32_t> pairsOf(const FlameTree &tree, const FlameTree &other) {
    std::unordered_map<uint64_t, int32_t> known;
    known.reserve(other.frames.size());
    for (size_t i = 0; i < other.frames.size(); ++i)
        known.emplace(other.frames[i].hash, int32_t(i));
    std::vector<int32_t> pairs;
    pairs.reserve(tree.frames.size());
    for (const FlameFrame &frame : tree.frames) {
        const auto found = known.find(frame.hash);
        pairs.push_back(found == known.end() ? -1 : found->second);
    }
    return pairs;
}

/** Both sides, with what was measured at each frame. */
struct Sides {
    const FlameSide &baseline, &side;
    std::vector<TimesFigures> before = figuresAt(baseline), now = figuresAt(side);
    std::vector<int32_t> pairInBaseline = pairsOf(side.tree, baseline.tree);
    std::vector<int32_t> pairHere = pairsOf(baseline.tree, side.tree);

    size_t size() const { return now.size(); }
    /** At the same frame of the baseline. */
    const TimesFigures &beforeAt(size_t frame) const {
        static const TimesFigures none;
        return pairInBaseline[frame] < 0 ? none : before[size_t(pairInBaseline[frame])];
    }
    double leastShare() const {
        GeneralSpread spread;
        for (size_t i = 0; i < size(); ++i)
            spread.add(beforeAt(i), now[i]);
        return spread.share(leastOfRunsThatWaited(baseline.columns.waitedShare, side.columns.waitedShare));
    }
};

/** What the baseline's frames that are nowhere here scatter by, at the nearest frame above that is here, too. That a
    side lacks a frame is a finding, and no noise; that of the other's times is. */
void addMissing(std::vector<DifferenceNoise> &noises, const Sides &sides, double least) {
    const std::vector<FlameFrame> &frames = sides.baseline.tree.frames;
    for (size_t i = 0; i < frames.size(); ++i) {
        if (sides.before[i].count == 0 || sides.pairHere[i] >= 0) continue;
        size_t above = i;
        while (frames[above].parent >= 0 && sides.pairHere[above] < 0)
            above = size_t(frames[above].parent);
        if (const int32_t here = sides.pairHere[above]; here >= 0)
            noises[size_t(here)].add(partNoiseOf(sides.before[i], {}, least));
    }
}

/** By frame, of all below it together. */
std::vector<DifferenceNoise> noisesOf(const Sides &sides) {
    const double least = sides.leastShare();
    std::vector<DifferenceNoise> noises(sides.size());
    addMissing(noises, sides, least);
    for (size_t i = sides.size(); i-- > 0;) {
        noises[i].add(partNoiseOf(sides.beforeAt(i), sides.now[i], least));
        const int32_t parent = sides.side.tree.frames[i].parent;
        if (parent >= 0) noises[size_t(parent)].add(noises[i]);
    }
    return noises;
}

DeltaVerdict verdictOf(int64_t total, bool isInBaseline, bool isNoiseKnown, const FlameDelta &delta) {
    if (!isInBaseline) return DeltaVerdict::New;
    const int64_t difference = total - delta.baselineNs;
    if (difference == 0) return DeltaVerdict::Same;
    if (!isNoiseKnown) return DeltaVerdict::TooFew;
    if (std::abs(double(difference)) <= delta.noiseNs) return DeltaVerdict::Noise;
    return difference > 0 ? DeltaVerdict::Slower : DeltaVerdict::Faster;
}

FlameDelta deltaOf(const Sides &sides, size_t frame, const DifferenceNoise &noise, double probability) {
    const int32_t pair = sides.pairInBaseline[frame];
    FlameDelta delta;
    if (pair >= 0) delta.baselineNs = sides.baseline.tree.frames[size_t(pair)].totalNs;
    if (noise.isKnown) delta.noiseNs = noise.limitNs(probability);
    delta.verdict = verdictOf(sides.side.tree.frames[frame].totalNs, pair >= 0, noise.isKnown, delta);
    return delta;
}

} // namespace

FlameDifference compareFlames(const FlameSide &baseline, const FlameSide &side) {
    const Sides sides{baseline, side};
    const std::vector<DifferenceNoise> noises = noisesOf(sides);
    const double probability = falseFindings / double(sides.size());
    FlameDifference difference;
    difference.frames.resize(sides.size());
    constexpr int64_t grain = 500;
    parallelFor(std::ssize(noises), grain, [&](int64_t begin, int64_t end) {
        for (auto frame = size_t(begin); frame < size_t(end); ++frame)
            difference.frames[frame] = deltaOf(sides, frame, noises[frame], probability);
    });
    for (size_t i = 0; i < sides.before.size(); ++i) {
        const int32_t here = sides.pairHere[i];
        if (sides.before[i].count == 0 || (here >= 0 && sides.now[size_t(here)].count > 0)) continue;
        ++difference.missing;
        difference.missingNs += sides.before[i].sumNs;
    }
    return difference;
}

} // namespace jitscope::inline analysis
