// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/memoryuse.h"

#include "engine/profile/counterpyramid.h"
#include "engine/session/session.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

/** Where a recording that became full ends; nothing of one that did not. */
std::optional<int64_t> endOfFull(const Session &session) {
    const auto isLimit = [](const Problem &problem) { return problem.kind == "limit"; };
    if (session.ops.empty() || std::ranges::none_of(session.problems, isLimit)) return std::nullopt;
    return session.ops.back().startNs + session.ops.back().durationNs;
}

MemoryLife lifeOf(const Session &session, const StorageEvent &event) {
    const auto tensor = session.tensor(event.tensor);
    return {event.tensor, tensor ? tensor->op : -1, event.bytes, event.timeNs, MemoryLife::stillHeld};
}

std::vector<MemoryLife> livesOf(const Session &session, std::optional<int64_t> unknownFrom) {
    std::vector<MemoryLife> lives;
    std::unordered_map<int64_t, size_t> held; ///< by the first tensor
    for (const StorageEvent &event : session.storageEvents) {
        if (!event.isRelease) {
            held.insert_or_assign(event.tensor, lives.size());
            lives.push_back(lifeOf(session, event));
            continue;
        }
        const auto found = held.find(event.tensor);
        if (found == held.end() || (unknownFrom && event.timeNs > *unknownFrom)) continue;
        MemoryLife &life = lives[found->second];
        life.endNs = std::max(event.timeNs, life.beginNs);
        held.erase(found);
    }
    std::ranges::stable_sort(lives, {}, &MemoryLife::beginNs);
    return lives;
}

struct Change {
    int64_t timeNs, bytes;
};

std::vector<CounterSample> curveOf(const std::vector<MemoryLife> &lives) {
    std::vector<Change> changes;
    changes.reserve(2 * lives.size());
    for (const MemoryLife &life : lives) {
        changes.push_back({life.beginNs, life.bytes});
        if (life.endNs != MemoryLife::stillHeld) changes.push_back({life.endNs, -life.bytes});
    }
    std::ranges::sort(changes, {}, &Change::timeNs);
    std::vector<CounterSample> curve;
    int64_t held = 0;
    for (const Change &change : changes) {
        held += change.bytes;
        if (curve.empty() || curve.back().timeNs != change.timeNs) curve.push_back({change.timeNs, 0});
        curve.back().value = double(held);
    }
    return curve;
}

} // namespace

int64_t memoryOriginNs(const Session &session, const MemoryUse &use) {
    const int64_t begin = session.trace.beginNs();
    return begin != 0 ? std::min(begin, use.beginNs()) : use.beginNs();
}

MemoryUse memoryUse(const Session &session) {
    MemoryUse use;
    use.isRecorded = !session.storageEvents.empty();
    use.unknownFrom = endOfFull(session);
    use.lives = livesOf(session, use.unknownFrom);
    use.curve = curveOf(use.lives);
    if (!use.curve.empty()) use.peak = *std::ranges::max_element(use.curve, {}, &CounterSample::value);
    return use;
}

int64_t MemoryUse::bytesAt(int64_t timeNs) const {
    const int64_t sample = sampleAt(curve, timeNs);
    return sample < 0 ? 0 : int64_t(curve[size_t(sample)].value);
}

std::vector<uint32_t> MemoryUse::heldAt(int64_t timeNs) const {
    std::vector<uint32_t> held;
    for (size_t i = 0; i < lives.size() && lives[i].beginNs <= timeNs; ++i)
        if (lives[i].isHeldAt(timeNs)) held.push_back(uint32_t(i));
    std::ranges::stable_sort(held, std::ranges::greater(), [&](uint32_t place) { return lives[place].bytes; });
    return held;
}

} // namespace jitscope::inline analysis
