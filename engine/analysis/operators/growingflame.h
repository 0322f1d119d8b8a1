// SPDX-License-Identifier: Apache-2.0
// A flame graph while it grows: frames in the order in which they are met, told apart by what they are and whose child.
#pragma once

#include "engine/analysis/operators/flametree.h"

#include <unordered_map>
#include <vector>

namespace jitscope::inline analysis {

inline size_t mixedHash(size_t hash, size_t part) {
    return (hash ^ part) * 0x9E3779B97F4A7C15u ^ hash >> 29;
}

/** What a frame is, whoever called it. */
struct FrameKey {
    FlameKind kind = FlameKind::All;
    SharedText name, file;
    int line = 0;
    bool operator==(const FrameKey &) const = default;
};

struct ChildKey {
    int32_t parent = -1;
    FrameKey frame;
    bool operator==(const ChildKey &) const = default;
};

struct ChildHash {
    size_t operator()(const ChildKey &key) const noexcept {
        size_t hash = mixedHash(size_t(key.parent) + 1, size_t(key.frame.kind));
        for (const SharedText &text : {key.frame.name, key.frame.file})
            hash = mixedHash(hash, reinterpret_cast<size_t>(text.identity()));
        return mixedHash(hash, size_t(key.frame.line));
    }
};

/** A tree while it grows: frames in the order in which they are met. */
class GrowingFlame {
public:
    GrowingFlame() { m_frames.emplace_back(); }

    int32_t child(int32_t parent, const FrameKey &key) {
        const auto [entry, isNew] = m_children.try_emplace({parent, key}, int32_t(m_frames.size()));
        if (!isNew) return entry->second;
        FlameFrame &frame = m_frames.emplace_back();
        frame.kind = key.kind;
        frame.name = key.name;
        frame.file = key.file;
        frame.line = key.line;
        frame.parent = parent;
        frame.depth = m_frames[size_t(parent)].depth + 1;
        return entry->second;
    }
    FlameFrame &at(int32_t frame) { return m_frames[size_t(frame)]; }
    const std::vector<FlameFrame> &frames() const { return m_frames; }

    /** The frames in the order of a walk, with totals. */
    struct Walked {
        std::vector<FlameFrame> frames;
        std::vector<int32_t> placeOf; ///< among them, of each frame as it was met
    };
    Walked finished() &&;

private:
    std::vector<FlameFrame> m_frames;
    std::unordered_map<ChildKey, int32_t, ChildHash> m_children;
};

/** The same frames the other way round: each with time of its own becomes a path from it up to the root. */
struct TurnedFlame {
    GrowingFlame tree;
    std::vector<int32_t> ends; ///< of each frame of the other tree that has time of its own
};
TurnedFlame turned(const GrowingFlame &topDown);

/** Puts the finished frames into the tree, and makes each frame's longest that of all below, so that a click on any
    leads to one. */
void finish(GrowingFlame grown, const std::function<int64_t(int64_t longest)> &durationOf, FlameTree &tree);

} // namespace jitscope::inline analysis
