// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/growingflame.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

namespace jitscope::inline analysis {

namespace {

bool isBefore(const FlameFrame &a, const FlameFrame &b) {
    if (a.totalNs != b.totalNs) return a.totalNs > b.totalNs;
    return std::tie(a.name.str(), a.file.str(), a.line, a.kind) < std::tie(b.name.str(), b.file.str(), b.line, b.kind);
}

/** Of what a frame is, the same in every process. */
uint64_t hashOf(const FlameFrame &frame, uint64_t parent) {
    const std::hash<std::string_view> hash;
    uint64_t mixedUp = mixedHash(parent, size_t(frame.kind));
    for (const SharedText &text : {frame.name, frame.file})
        mixedUp = mixedHash(mixedUp, hash(text.str()));
    return mixedHash(mixedUp, size_t(frame.line));
}

FrameKey keyOf(const FlameFrame &frame) {
    return {frame.kind, frame.name, frame.file, frame.line};
}

} // namespace

GrowingFlame::Walked GrowingFlame::finished() && {
    // A frame is made after its parent, so backwards each is complete when it is added.
    std::vector<int32_t> begin(m_frames.size() + 1, 0); ///< of the children of each in `children`
    for (size_t i = m_frames.size(); i-- > 0;) {
        FlameFrame &frame = m_frames[i];
        frame.totalNs += frame.selfNs;
        if (frame.parent < 0) continue;
        FlameFrame &parent = m_frames[size_t(frame.parent)];
        parent.totalNs += frame.totalNs;
        parent.count += frame.count;
        ++begin[size_t(frame.parent) + 1];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<int32_t> children(m_frames.size()), next = begin;
    for (size_t i = 1; i < m_frames.size(); ++i)
        children[size_t(next[size_t(m_frames[i].parent)]++)] = int32_t(i);
    Walked result;
    result.placeOf.resize(m_frames.size());
    std::vector<FlameFrame> &walked = result.frames;
    walked.reserve(m_frames.size());
    std::vector<std::pair<int32_t, int32_t>> open = {{0, -1}}; ///< frame, its parent among `walked`
    while (!open.empty()) {
        const auto [from, parent] = open.back();
        open.pop_back();
        const int32_t place = int32_t(walked.size());
        result.placeOf[size_t(from)] = place;
        FlameFrame &frame = walked.emplace_back(std::move(m_frames[size_t(from)]));
        frame.parent = parent;
        frame.hash = hashOf(frame, parent < 0 ? 0 : walked[size_t(parent)].hash);
        frame.end = place + 1;
        const auto below = std::span(children).subspan(size_t(begin[size_t(from)]),
                                                       size_t(begin[size_t(from) + 1] - begin[size_t(from)]));
        std::ranges::sort(below,
                          [&](int32_t a, int32_t b) { return isBefore(m_frames[size_t(b)], m_frames[size_t(a)]); });
        for (const int32_t child : below)
            open.emplace_back(child, place);
    }
    for (size_t i = walked.size(); i-- > 1;) {
        FlameFrame &parent = walked[size_t(walked[i].parent)];
        parent.end = std::max(parent.end, walked[i].end);
    }
    return result;
}

TurnedFlame turned(const GrowingFlame &topDown) {
    TurnedFlame result;
    result.ends.resize(topDown.frames().size());
    for (size_t i = 1; i < topDown.frames().size(); ++i) {
        const FlameFrame &leaf = topDown.frames()[i];
        if (leaf.longest < 0) continue; // no operator is exactly there
        int32_t at = 0;
        for (const FlameFrame *frame = &leaf; frame->parent >= 0; frame = &topDown.frames()[size_t(frame->parent)])
            at = result.tree.child(at, keyOf(*frame));
        FlameFrame &end = result.tree.at(at);
        end.selfNs += leaf.selfNs;
        end.count += leaf.count;
        end.longest = leaf.longest;
        result.ends[i] = at;
    }
    return result;
}

void finish(GrowingFlame grown, const std::function<int64_t(int64_t longest)> &durationOf, FlameTree &tree) {
    GrowingFlame::Walked walked = std::move(grown).finished();
    tree.frames = std::move(walked.frames);
    for (int32_t &frame : tree.frameOf)
        frame = walked.placeOf[size_t(frame)];
    const auto duration = [&](int64_t longest) { return longest < 0 ? int64_t(-1) : durationOf(longest); };
    for (size_t i = tree.frames.size(); i-- > 1;) {
        FlameFrame &parent = tree.frames[size_t(tree.frames[i].parent)];
        if (duration(tree.frames[i].longest) > duration(parent.longest)) parent.longest = tree.frames[i].longest;
    }
    for (const FlameFrame &frame : tree.frames)
        tree.depth = std::max(tree.depth, frame.depth);
}

} // namespace jitscope::inline analysis
