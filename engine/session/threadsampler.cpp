// SPDX-License-Identifier: Apache-2.0
#include "engine/session/threadsampler.h"

#include <algorithm>
#include <utility>

namespace jitscope::inline session {

namespace {

void addWaiting(int64_t thread, const SharedText &name, int64_t fromNs, int64_t untilNs, int64_t readyNs,
                std::vector<ThreadSpan> &spans) {
    if (fromNs < untilNs) spans.push_back({thread, name, fromNs, untilNs - fromNs, 0, readyNs});
}

} // namespace

/** What the thread did until then; nothing as long as its counts stay. */
void ThreadSampler::count(const ThreadUse &use, Known &known, int64_t atNs, std::vector<ThreadSpan> &spans) const {
    const int64_t ranNs = std::max<int64_t>(0, use.runNs - known.runNs);
    const int64_t readyNs = std::max<int64_t>(0, use.readyNs - known.readyNs);
    const int64_t fromNs = std::max(m_lastNs, known.sinceNs);
    if ((ranNs == 0 && readyNs == 0) || atNs <= fromNs) return;
    // That a thread was ready is counted when it gets a core: what is more than fits belongs to where it seemed to
    // wait.
    const int64_t fits = std::min(readyNs, fromNs - known.sinceNs);
    const int64_t earlierNs = std::clamp<int64_t>(ranNs + readyNs - (atNs - fromNs), 0, fits);
    addWaiting(use.thread, known.name, known.sinceNs, fromNs, earlierNs, spans);
    spans.push_back({use.thread, known.name, fromNs, atNs - fromNs, ranNs, readyNs - earlierNs});
    known = {known.name, use.runNs, use.readyNs, atNs};
}

void ThreadSampler::note(const ThreadMoment &moment, std::vector<ThreadSpan> &spans) {
    const int64_t thread = moment.use.thread;
    if (moment.kind == ThreadMoment::Kind::Begin) {
        m_known[thread] = {SharedText(moment.use.name), moment.use.runNs, moment.use.readyNs, moment.atNs};
        return;
    }
    const auto found = m_known.find(thread);
    if (found == m_known.end()) return; // it began before counting did, and was not seen since
    Known &known = found->second;
    count(moment.use, known, moment.atNs, spans);
    addWaiting(thread, known.name, known.sinceNs, moment.atNs, 0, spans);
    known.isGone = true;
}

std::vector<ThreadSpan> ThreadSampler::spans(std::span<const ThreadUse> now, int64_t nowNs,
                                             std::span<const ThreadMoment> moments) {
    std::vector<ThreadSpan> spans;
    if (nowNs < m_lastNs) *this = {}; // the program stood meanwhile: counting begins anew
    const bool isFirst = !std::exchange(m_isCounting, true);
    for (const ThreadMoment &moment : moments)
        if (!isFirst) note(moment, spans);
    std::unordered_map<int64_t, Known> before = std::exchange(m_known, {});
    for (const ThreadUse &use : now) {
        const auto found = before.find(use.thread);
        Known known;
        if (found != before.end()) {
            known = std::move(found->second);
            before.erase(found);
            if (known.isGone) continue; // it ended after it was seen
        } else if (isFirst) {
            known = {{}, use.runNs, use.readyNs, nowNs};
        } else { // it began since, when exactly is not known
            known.sinceNs = m_lastNs;
        }
        // The system cuts names, the thread told the whole one. Of equal names one text is kept.
        if (!known.name.str().starts_with(use.name)) known.name = SharedText(use.name);
        count(use, known, nowNs, spans);
        m_known.emplace(use.thread, std::move(known));
    }
    for (auto &[thread, known] : before) {
        if (known.sinceNs > nowNs && !known.isGone)
            m_known.emplace(thread, std::move(known)); // it began after the others were looked at
        else if (!known.isGone)
            addWaiting(thread, known.name, known.sinceNs, m_lastNs, 0, spans); // it is gone without a word
    }
    m_lastNs = nowNs;
    return spans;
}

std::vector<ThreadSpan> ThreadSampler::lastSpans(std::span<const ThreadUse> now, int64_t nowNs,
                                                 std::span<const ThreadMoment> moments) {
    std::vector<ThreadSpan> spans = this->spans(now, nowNs, moments);
    for (const auto &[thread, known] : m_known)
        addWaiting(thread, known.name, known.sinceNs, nowNs, 0, spans);
    *this = {};
    return spans;
}

} // namespace jitscope::inline session
