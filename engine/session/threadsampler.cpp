// SPDX-License-Identifier: Apache-2.0
#include "engine/session/threadsampler.h"

#include <algorithm>
#include <utility>

namespace jitscope::inline session {

std::vector<ThreadSpan> ThreadSampler::spans(std::span<const ThreadUse> now, int64_t nowNs) {
    std::vector<ThreadSpan> spans;
    if (nowNs < m_lastNs) *this = {}; // the program stood meanwhile: counting begins anew
    const bool isFirst = m_known.empty();
    std::unordered_map<int64_t, Known> before = std::exchange(m_known, {});
    const auto addWaiting = [&](int64_t thread, const Known &known) {
        if (known.sinceNs < m_lastNs)
            spans.push_back({thread, known.name, known.sinceNs, m_lastNs - known.sinceNs, 0, 0});
    };
    for (const ThreadUse &use : now) {
        const auto found = before.find(use.thread);
        Known known;
        if (found != before.end()) {
            known = std::move(found->second);
            before.erase(found);
        } else if (isFirst) {
            known = {{}, use.runNs, use.readyNs, nowNs};
        } else { // it began since, when exactly is not known
            known.sinceNs = m_lastNs;
        }
        if (known.name.str() != use.name) known.name = SharedText(use.name); // of equal names one text is kept
        const int64_t ranNs = use.runNs - known.runNs, readyNs = use.readyNs - known.readyNs;
        if (ranNs > 0 || readyNs > 0) {
            addWaiting(use.thread, known);
            spans.push_back({use.thread, known.name, m_lastNs, nowNs - m_lastNs, std::max<int64_t>(0, ranNs),
                             std::max<int64_t>(0, readyNs)});
            known = {known.name, use.runNs, use.readyNs, nowNs};
        }
        m_known.emplace(use.thread, std::move(known));
    }
    for (const auto &[thread, known] : before)
        addWaiting(thread, known); // it is gone
    m_lastNs = nowNs;
    return spans;
}

std::vector<ThreadSpan> ThreadSampler::lastSpans(std::span<const ThreadUse> now, int64_t nowNs) {
    std::vector<ThreadSpan> spans = this->spans(now, nowNs);
    for (const auto &[thread, known] : m_known)
        if (known.sinceNs < nowNs) spans.push_back({thread, known.name, known.sinceNs, nowNs - known.sinceNs, 0, 0});
    *this = {};
    return spans;
}

} // namespace jitscope::inline session
