// SPDX-License-Identifier: Apache-2.0
// Makes the spans of a recording's threads of what the system counts.
#pragma once

#include "engine/base/threaduse.h"
#include "engine/session/threadspan.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace jitscope::inline session {

/** Between two looks at the counts, which cost some 10 us a thread. */
constexpr int64_t threadPeriodNs = 100'000'000;

class ThreadSampler {
public:
    bool isDue(int64_t nowNs) const {
        return m_known.empty() || nowNs < m_lastNs || nowNs - m_lastNs >= threadPeriodNs;
    }
    /** The spans that end now or before, of threads whose counts changed or that are gone. The first time there are
        none: counting begins. */
    std::vector<ThreadSpan> spans(std::span<const ThreadUse> now, int64_t nowNs);
    /** The same, and those of threads that waited since; counting ends. */
    std::vector<ThreadSpan> lastSpans(std::span<const ThreadUse> now, int64_t nowNs);

private:
    struct Known {
        SharedText name;
        int64_t runNs = 0, readyNs = 0;
        int64_t sinceNs = 0; ///< the end of its last span
    };

    std::unordered_map<int64_t, Known> m_known; ///< by thread
    int64_t m_lastNs = 0;
};

} // namespace jitscope::inline session
