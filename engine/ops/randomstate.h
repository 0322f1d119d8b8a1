// SPDX-License-Identifier: Apache-2.0
// Which random numbers come next: one state of the process, and one for every seed that an operator was given.
#pragma once

#include "engine/ops/kernels/philox.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace jitscope::inline ops {

/** A seed, and how many calls have drawn under it. */
struct RandomState {
    uint64_t seed = 0;
    uint64_t offset = 0;
    bool operator==(const RandomState &) const = default;
};

/** The state of the process. Before the first setRandomState its seed is another one in every process. */
RandomState randomState();

/** What is drawn afterwards depends on this alone: operators that have a seed of their own begin anew, too. */
void setRandomState(RandomState state);

/** The numbers of the next call: of the process without `seed`; else the next under that seed, or those of call
    `offset`. */
RandomStream nextRandomStream(std::optional<int64_t> seed, std::optional<int64_t> offset);

/** While one lives, operators that run on its thread draw from a state of its own; that of the process stays. */
class OwnRandomNumbers {
public:
    explicit OwnRandomNumbers(RandomState begin);
    ~OwnRandomNumbers();
    OwnRandomNumbers(const OwnRandomNumbers &) = delete;
    OwnRandomNumbers &operator=(const OwnRandomNumbers &) = delete;

private:
    struct Draws;
    std::unique_ptr<Draws> m_draws;
    Draws *m_before; ///< of the thread
    friend struct ThreadDraws;
};

} // namespace jitscope::inline ops
