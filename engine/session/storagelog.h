// SPDX-License-Identifier: Apache-2.0
// When memory came and went, 12 bytes an event. As in OpLog, events come out as values.
#pragma once

#include "engine/base/longlist.h"
#include "engine/session/placeiterator.h"
#include "engine/session/storageevent.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <unordered_map>

namespace jitscope::inline session {

class StorageLog {
public:
    using value_type = StorageEvent;
    using const_iterator = PlaceIterator<StorageLog>;
    using iterator = const_iterator;

    StorageLog() = default;
    StorageLog(std::initializer_list<StorageEvent> records) {
        for (const StorageEvent &each : records)
            push_back(each);
    }

    size_t size() const { return m_rows.size(); }
    bool empty() const { return m_rows.empty(); }
    StorageEvent operator[](size_t place) const;
    const_iterator begin() const { return {*this, 0}; }
    const_iterator end() const { return {*this, size()}; }
    StorageEvent back() const { return (*this)[size() - 1]; }

    void push_back(const StorageEvent &event);
    /** Puts all of a later part behind what is here. */
    void append(StorageLog &&later);

private:
    /** Times of neighbours lie near each other. */
    static constexpr size_t neighbours = 64;
    struct Row {
        int32_t afterNs = 0; ///< behind m_times of its neighbours
        int32_t tensor = -1;
        uint32_t bytes = 0; ///< twice as many, and 1 for a release
    };
    /** In Row::bytes: the event does not fit a row, and stands in m_wide as it is. */
    static constexpr uint32_t wide = ~uint32_t(0);

    LongList<Row> m_rows;
    LongList<int64_t> m_times;                       ///< of each first of `neighbours`
    std::unordered_map<size_t, StorageEvent> m_wide; ///< by place
};

} // namespace jitscope::inline session
