// SPDX-License-Identifier: Apache-2.0
// The random state of the process. Operators run on several threads; each call takes its number once.
#include "engine/ops/randomstate.h"

#include <mutex>
#include <random>
#include <unordered_map>
#include <utility>

namespace jitscope::inline ops {

namespace {

struct Shared {
    std::mutex mutex;
    RandomState state = {std::random_device()(), 0};
    std::unordered_map<int64_t, uint64_t> callsOfSeeds;
};

/** Of the process. */
Shared &process() {
    static Shared instance;
    return instance;
}

} // namespace

struct OwnRandomNumbers::Draws : Shared {};

/** What the operators of a thread draw from instead of that of the process. */
struct ThreadDraws {
    static inline thread_local OwnRandomNumbers::Draws *own = nullptr;
};

namespace {

Shared &shared() {
    return ThreadDraws::own ? *ThreadDraws::own : process();
}

} // namespace

OwnRandomNumbers::OwnRandomNumbers(RandomState begin)
    : m_draws(std::make_unique<Draws>())
    , m_before(std::exchange(ThreadDraws::own, m_draws.get())) {
    m_draws->state = begin;
}

OwnRandomNumbers::~OwnRandomNumbers() {
    ThreadDraws::own = m_before;
}

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

} // namespace jitscope::inline ops
