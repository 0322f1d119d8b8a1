// SPDX-License-Identifier: Apache-2.0
#include "engine/session/storagelog.h"

#include <limits>
#include <utility>

namespace jitscope::inline session {

namespace {

bool fits(const StorageEvent &event, int64_t neighbourNs) {
    constexpr int64_t mostBytes = std::numeric_limits<uint32_t>::max() / 2 - 1;
    int64_t afterNs = 0;
    return !__builtin_sub_overflow(event.timeNs, neighbourNs, &afterNs) && afterNs == int32_t(afterNs) &&
           event.tensor >= -1 && event.tensor <= std::numeric_limits<int32_t>::max() && event.bytes >= 0 &&
           event.bytes <= mostBytes;
}

} // namespace

StorageEvent StorageLog::operator[](size_t place) const {
    const Row &row = m_rows[place];
    if (row.bytes == wide) return m_wide.at(place);
    return {row.tensor, int64_t(row.bytes >> 1), m_times[place / neighbours] + row.afterNs, (row.bytes & 1) != 0};
}

void StorageLog::push_back(const StorageEvent &event) {
    if (m_rows.size() % neighbours == 0) m_times.push_back(event.timeNs);
    if (fits(event, m_times.back())) {
        m_rows.push_back({int32_t(event.timeNs - m_times.back()), int32_t(event.tensor),
                          uint32_t(event.bytes) << 1 | uint32_t(event.isRelease)});
    } else {
        m_wide.emplace(m_rows.size(), event);
        m_rows.push_back({.bytes = wide});
    }
}

void StorageLog::append(StorageLog &&later) {
    if (empty()) {
        *this = std::exchange(later, {});
        return;
    }
    for (const StorageEvent &event : later)
        push_back(event);
    later = {};
}

} // namespace jitscope::inline session
