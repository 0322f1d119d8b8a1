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

/** A thread tells itself that it begins or is about to end: of one that lives for less than a period nothing else would
    be known. */
struct ThreadMoment {
    enum class Kind : uint8_t { Begin, End };
    Kind kind;
    ThreadUse use;
    int64_t atNs = 0;
};

class ThreadSampler {
public:
    bool isDue(int64_t nowNs) const { return !m_isCounting || nowNs < m_lastNs || nowNs - m_lastNs >= threadPeriodNs; }
    /** The spans that end now or before, of threads whose counts changed or that are gone; `moments` are those of
       before `now` was taken and some of after. The first time there are none: counting begins. */
    std::vector<ThreadSpan> spans(std::span<const ThreadUse> now, int64_t nowNs,
                                  std::span<const ThreadMoment> moments = {});
    /** The same, and those of threads that waited since; counting ends. */
    std::vector<ThreadSpan> lastSpans(std::span<const ThreadUse> now, int64_t nowNs,
                                      std::span<const ThreadMoment> moments = {});

private:
    struct Known {
        SharedText name;
        int64_t runNs = 0, readyNs = 0;
        int64_t sinceNs = 0; ///< the end of its last span
        bool isGone = false; ///< it has told its end
    };

    void note(const ThreadMoment &moment, std::vector<ThreadSpan> &spans);
    void count(const ThreadUse &use, Known &known, int64_t atNs, std::vector<ThreadSpan> &spans) const;

    std::unordered_map<int64_t, Known> m_known; ///< by thread
    int64_t m_lastNs = 0;
    bool m_isCounting = false;
};

} // namespace jitscope::inline session
