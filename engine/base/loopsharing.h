// SPDX-License-Identifier: Apache-2.0
// Decides whether a loop is shared with other threads at once, from how earlier loops fared.
//
// Where another program computes on the cores too, the system may take a core from a worker in the middle of a piece,
// and a loop of half a millisecond waits some milliseconds for it. A loop that waited so is followed by a pause in
// which loops begin on the caller alone; only those that turn out to be long are opened to the workers. So are, for
// much shorter, loops that are done before a worker has woken up.
#pragma once

#include <algorithm>
#include <cstdint>

namespace jitscope::inline base {

/** Times are nanoseconds of one clock. */
class LoopSharing {
public:
    /** How long a loop that begins now is to run alone before others are called; 0: not at all. */
    int64_t aloneNs(int64_t nowNs) {
        if (nowNs < m_pauseEndNs) return longNs;
        const int64_t sinceNs = nowNs - m_unhelpedSinceNs;
        if (m_unhelped < mostUnhelped || sinceNs < wakeNs) return 0;
        if (sinceNs < askAgainNs) return shortNs;
        m_unhelped = 0;
        return 0;
    }

    /** A shared loop that began at `startNs` has ended, with workers or before any came. */
    void noteHelped() {
        m_unhelped = 0;
        if (++m_smooth == forgetAfter) m_pauseNs = 0;
    }
    void noteUnhelped(int64_t startNs) {
        if (m_unhelped++ == 0) m_unhelpedSinceNs = startNs;
    }

    /** A worker stood still in the middle of a piece. */
    void noteStandstill(int64_t nowNs) {
        m_smooth = 0;
        m_pauseNs = std::clamp(2 * m_pauseNs, leastPauseNs, mostPauseNs);
        m_pauseEndNs = nowNs + m_pauseNs;
    }

    static constexpr int64_t longNs = 3'000'000; ///< as long as the system lets others run
    static constexpr int64_t shortNs = 15'000;   ///< what is not worth waking a worker for
    static constexpr int64_t wakeNs = 500'000;   ///< the longest that it takes one to wake up on an idle core
    static constexpr int64_t askAgainNs = 5'000'000;
    static constexpr int64_t leastPauseNs = 10'000'000, mostPauseNs = 40'000'000;
    static constexpr int mostUnhelped = 8, forgetAfter = 100;

private:
    int64_t m_pauseNs = 0, m_pauseEndNs = 0;
    int m_smooth = 0;   ///< loops with help since a worker stood still
    int m_unhelped = 0; ///< loops in a row that were done before any worker came
    int64_t m_unhelpedSinceNs = 0;
};

} // namespace jitscope::inline base
