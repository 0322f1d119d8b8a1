// SPDX-License-Identifier: Apache-2.0
// What many records have in common, each distinct one once, by number.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <unordered_map>
#include <vector>

namespace jitscope::inline session {

/** `Kind` has operator== and hash(). */
template<class Kind> class KindTable {
public:
    /** The number of a kind that is equal to it. */
    uint32_t numberOf(const Kind &kind) {
        const size_t hash = kind.hash();
        const auto [begin, end] = m_byHash.equal_range(hash);
        for (auto each = begin; each != end; ++each)
            if (m_kinds[each->second] == kind) return each->second;
        m_byHash.emplace(hash, uint32_t(m_kinds.size()));
        m_kinds.push_back(kind);
        return uint32_t(m_kinds.size() - 1);
    }
    /** Takes up the kinds of another table; their numbers here, by their numbers there. */
    std::vector<uint32_t> numbersOf(const KindTable &other) {
        std::vector<uint32_t> numbers;
        for (const Kind &kind : other.m_kinds)
            numbers.push_back(numberOf(kind));
        return numbers;
    }
    const Kind &operator[](uint32_t number) const { return m_kinds[number]; }
    size_t size() const { return m_kinds.size(); }

private:
    std::deque<Kind> m_kinds;
    std::unordered_multimap<size_t, uint32_t> m_byHash;
};

/** Whether a number, or -1 for none, fits the 32 bits that rows have for it. */
inline bool fitsRow(int64_t number) {
    return number >= -1 && number <= std::numeric_limits<int32_t>::max();
}

/** One hash of many, for Kind::hash(). */
inline size_t hashWith(size_t hash, size_t value) {
    return (hash ^ (value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2))) * 0xff51afd7ed558ccdU;
}

} // namespace jitscope::inline session
