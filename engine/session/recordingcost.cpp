// SPDX-License-Identifier: Apache-2.0
#include "engine/session/recordingcost.h"

#include "engine/base/text.h"
#include "engine/base/ticks.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace jitscope::inline session {

const char *const recordingCostKey = "recording_ns";

std::string recordingCostText(const RecordingCost &cost) {
    return format("%lld of %lld measured, %lld written", static_cast<long long>(cost.meanNs),
                  static_cast<long long>(cost.measured), static_cast<long long>(cost.written));
}

std::optional<RecordingCost> recordingCost(const Session &session) {
    const auto found = session.info.find(recordingCostKey);
    if (found == session.info.end()) return std::nullopt;
    long long mean = 0, measured = 0, written = 0;
    if (std::sscanf(found->second.c_str(), "%lld of %lld measured, %lld written", &mean, &measured, &written) != 3)
        return std::nullopt;
    constexpr long long mostNs = 1'000'000'000, mostOperators = 1'000'000'000'000;
    if (mean < 0 || mean > mostNs || measured < 1 || written < 0 || written > mostOperators) return std::nullopt;
    return RecordingCost{mean, measured, written};
}

namespace {

constexpr int64_t interruptedNs = 50'000;

/** Of one reading of the clock; the smallest of some rounds, so that none was interrupted. */
int64_t clockReadingNs() {
    constexpr int rounds = 5, readings = 200;
    int64_t least = interruptedNs;
    for (int round = 0; round < rounds; ++round) {
        const int64_t beginNs = quickNowNs();
        int64_t endNs = beginNs;
        for (int i = 0; i < readings; ++i)
            endNs = quickNowNs();
        least = std::min(least, (endNs - beginNs) / readings);
    }
    return least;
}

} // namespace

void RecordingClock::add(int64_t ns) {
    if (ns > interruptedNs) return;
    const std::lock_guard guard(m_mutex);
    if (m_times.size() < mostKept)
        m_times.push_back(ns);
    else
        m_times[size_t(m_measured) % mostKept] = ns;
    ++m_measured;
}

std::optional<RecordingCost> RecordingClock::cost(int64_t written) const {
    const std::lock_guard guard(m_mutex);
    if (m_times.empty()) return std::nullopt;
    // The mean: every some operators one pays for a fresh page of memory, which a median would not know of.
    const int64_t sum = std::accumulate(m_times.begin(), m_times.end(), int64_t(0));
    const int64_t mean = sum / int64_t(m_times.size()) + 2 * clockReadingNs();
    return RecordingCost{mean, m_measured, written};
}

void RecordingClock::restart() {
    const std::lock_guard guard(m_mutex);
    m_times.clear();
    m_measured = 0;
}

} // namespace jitscope::inline session
