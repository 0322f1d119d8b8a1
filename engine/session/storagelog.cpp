// SPDX-License-Identifier: Apache-2.0
#include "engine/session/storagelog.h"

#include <limits>
#include <utility>

namespace jitscope::inline session {

namespace {

bool fits(const StorageEvent &event) {
    constexpr int64_t mostBytes = std::numeric_limits<uint32_t>::max() / 2 - 1;
    return event.tensor >= -1 && event.tensor <= std::numeric_limits<int32_t>::max() && event.bytes >= 0 &&
           event.bytes <= mostBytes;
}

} // namespace

StorageEvent StorageLog::operator[](size_t place) const {
    const Row &row = m_rows[place];
    if (row.bytes == wide) return m_wide.at(place);
    return {row.tensor, int64_t(row.bytes >> 1), row.timeNs, (row.bytes & 1) != 0};
}

void StorageLog::push_back(const StorageEvent &event) {
    if (fits(event)) {
        m_rows.push_back({event.timeNs, int32_t(event.tensor), uint32_t(event.bytes) << 1 | uint32_t(event.isRelease)});
    } else {
        m_wide.emplace(m_rows.size(), event);
        m_rows.push_back({.bytes = wide});
    }
}

void StorageLog::append(StorageLog &&later) {
    for (const auto &[place, event] : later.m_wide)
        m_wide.emplace(size() + place, event);
    m_rows.insert(m_rows.end(), later.m_rows.begin(), later.m_rows.end());
    later = {};
}

} // namespace jitscope::inline session
