// SPDX-License-Identifier: Apache-2.0
#include "engine/session/recordingcost.h"

#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cstdio>

namespace jitscope::inline session {

const char *const recordingCostKey = "recording_ns";

std::string recordingCostText(const RecordingCost &cost) {
    return format("%lld of %lld measured, %lld written", static_cast<long long>(cost.medianNs),
                  static_cast<long long>(cost.measured), static_cast<long long>(cost.written));
}

std::optional<RecordingCost> recordingCost(const Session &session) {
    const auto found = session.info.find(recordingCostKey);
    if (found == session.info.end()) return std::nullopt;
    long long median = 0, measured = 0, written = 0;
    if (std::sscanf(found->second.c_str(), "%lld of %lld measured, %lld written", &median, &measured, &written) != 3)
        return std::nullopt;
    constexpr long long mostNs = 1'000'000'000, mostOperators = 1'000'000'000'000;
    if (median < 0 || median > mostNs || measured < 1 || written < 0 || written > mostOperators) return std::nullopt;
    return RecordingCost{median, measured, written};
}

void RecordingClock::add(int64_t ns) {
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
    std::vector<int64_t> times = m_times;
    const auto middle = times.begin() + int64_t(times.size() / 2);
    std::ranges::nth_element(times, middle);
    return RecordingCost{*middle, m_measured, written};
}

void RecordingClock::restart() {
    const std::lock_guard guard(m_mutex);
    m_times.clear();
    m_measured = 0;
}

} // namespace jitscope::inline session
