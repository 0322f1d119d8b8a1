// SPDX-License-Identifier: Apache-2.0
// The random state of the process. Operators run on several threads; each call takes its number once.
#include "engine/ops/randomstate.h"

#include <mutex>
#include <random>
#include <unordered_map>

namespace jitscope {

namespace {

struct Shared {
    std::mutex mutex;
    RandomState state = {std::random_device()(), 0};
    std::unordered_map<int64_t, uint64_t> callsOfSeeds;
};

Shared &shared() {
    static Shared instance;
    return instance;
}

} // namespace

RandomState randomState() {
    const std::lock_guard lock(shared().mutex);
    return shared().state;
}

void setRandomState(RandomState state) {
    const std::lock_guard lock(shared().mutex);
    shared().state = state;
    shared().callsOfSeeds.clear();
}

RandomStream nextRandomStream(std::optional<int64_t> seed, std::optional<int64_t> offset) {
    if (seed && offset) return {uint64_t(*seed), uint64_t(*offset)};
    const std::lock_guard lock(shared().mutex);
    if (seed) return {uint64_t(*seed), shared().callsOfSeeds[*seed]++};
    return {shared().state.seed, shared().state.offset++};
}

} // namespace jitscope
