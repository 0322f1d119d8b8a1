// SPDX-License-Identifier: Apache-2.0
// Each distinct text once, for a reader that meets millions of texts and knows most of them already.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline reading::tracejson {

/** Where in the input something stands, so that what several threads gathered can be put into the input's order. */
struct InputPlace {
    int64_t piece = 0, offset = 0;
    auto operator<=>(const InputPlace &) const = default;
};

class Interner {
public:
    /** The number of `text`; `place` is kept as that of its first occurrence. Texts with escapes that are not resolved
        yet are told apart from those of equal letters without. */
    uint32_t add(std::string_view text, InputPlace place, bool isEscaped = false) {
        if ((m_entries.size() + 1) * 2 > m_slots.size()) grow();
        const uint64_t hash = hashOf(text) ^ uint64_t(isEscaped);
        size_t slot = hash & (m_slots.size() - 1);
        while (m_slots[slot] != 0) {
            const Entry &entry = m_entries[m_slots[slot] - 1];
            if (entry.hash == hash && entry.isEscaped == isEscaped && textOf(entry) == text) return m_slots[slot] - 1;
            slot = (slot + 1) & (m_slots.size() - 1);
        }
        m_entries.push_back({hash, m_bytes.size(), uint32_t(text.size()), isEscaped, place});
        m_bytes.append(text);
        m_slots[slot] = uint32_t(m_entries.size());
        return uint32_t(m_entries.size()) - 1;
    }
    size_t size() const { return m_entries.size(); }
    std::string_view text(uint32_t number) const { return textOf(m_entries[number]); }
    bool isEscaped(uint32_t number) const { return m_entries[number].isEscaped; }
    InputPlace place(uint32_t number) const { return m_entries[number].place; }
    int64_t memoryBytes() const {
        return int64_t(m_bytes.capacity() + m_entries.capacity() * sizeof(Entry) + m_slots.capacity() * 4);
    }

private:
    struct Entry {
        uint64_t hash;
        size_t begin;
        uint32_t size;
        bool isEscaped;
        InputPlace place;
    };
    std::string_view textOf(const Entry &entry) const { return {m_bytes.data() + entry.begin, entry.size}; }

    /** Eight bytes at a time: multiplied out to 128 bits and folded. */
    static uint64_t hashOf(std::string_view text) {
        constexpr uint64_t factor = 0x9E3779B97F4A7C15U;
        uint64_t hash = text.size() * factor;
        const auto mix = [&](uint64_t word) {
            const unsigned __int128 product = (unsigned __int128)(hash ^ word) * (factor | 1);
            hash = uint64_t(product) ^ uint64_t(product >> 64) ^ (hash << 1);
        };
        uint64_t word = 0;
        for (; text.size() >= 8; text.remove_prefix(8)) {
            std::memcpy(&word, text.data(), 8);
            mix(word);
        }
        word = 0;
        if (!text.empty()) std::memcpy(&word, text.data(), text.size());
        mix(word ^ factor);
        return hash ^ hash >> 29;
    }

    void grow() {
        m_slots.assign(m_slots.empty() ? 256 : m_slots.size() * 2, 0);
        for (size_t i = 0; i < m_entries.size(); ++i) {
            size_t slot = m_entries[i].hash & (m_slots.size() - 1);
            while (m_slots[slot] != 0)
                slot = (slot + 1) & (m_slots.size() - 1);
            m_slots[slot] = uint32_t(i) + 1;
        }
    }

    std::string m_bytes;
    std::vector<Entry> m_entries;
    std::vector<uint32_t> m_slots; ///< number + 1, 0 = free
};

} // namespace jitscope::inline reading::tracejson
