// SPDX-License-Identifier: Apache-2.0
// What is free of a large range of addresses or of a file: best fit first, and neighbours become one again.
#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace jitscope::inline base {

class FreeRanges {
public:
    void add(size_t offset, size_t bytes) {
        auto next = m_byPlace.lower_bound(offset);
        if (next != m_byPlace.end() && offset + bytes == next->first) {
            bytes += next->second;
            next = drop(next);
        }
        if (next != m_byPlace.begin()) {
            const auto before = std::prev(next);
            if (before->first + before->second == offset) {
                offset = before->first;
                bytes += before->second;
                drop(before);
            }
        }
        m_byPlace.emplace(offset, bytes);
        m_bySize.emplace(bytes, offset);
    }

    /** The offset of so many bytes, which are not free any more; nothing where no range is as large. */
    std::optional<size_t> take(size_t bytes) {
        const auto found = m_bySize.lower_bound({bytes, 0});
        if (found == m_bySize.end()) return std::nullopt;
        const auto [room, offset] = *found;
        drop(m_byPlace.find(offset));
        if (room > bytes) add(offset + bytes, room - bytes);
        return offset;
    }

private:
    using ByPlace = std::map<size_t, size_t>;
    ByPlace::iterator drop(ByPlace::iterator at) {
        m_bySize.erase({at->second, at->first});
        return m_byPlace.erase(at);
    }

    ByPlace m_byPlace;
    std::set<std::pair<size_t, size_t>> m_bySize;
};

} // namespace jitscope::inline base
