// SPDX-License-Identifier: Apache-2.0
// The tensors of a recording by place, 16 bytes each and 4 more once values are recorded, which stand in a table then
// (values of this process: 28 more): what tensors of a loop have in common (dtype, shape, name, how the value lies in
// its memory) stands once. As in OpLog, nothing points into it.
#pragma once

#include "engine/base/longlist.h"
#include "engine/session/kindtable.h"
#include "engine/session/placeiterator.h"
#include "engine/session/records.h"

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <unordered_map>

namespace jitscope::inline session {

class TensorLog {
public:
    using value_type = TensorRecord;
    using const_iterator = PlaceIterator<TensorLog>;
    using iterator = const_iterator;

    TensorLog() = default;
    TensorLog(std::initializer_list<TensorRecord> records) {
        for (const TensorRecord &each : records)
            push_back(each);
    }

    size_t size() const { return m_rows.size(); }
    bool empty() const { return m_rows.empty(); }
    const TensorRecord operator[](size_t place) const; // const: what is written to the copy would be lost
    const TensorRecord front() const { return (*this)[0]; }
    const TensorRecord back() const { return (*this)[size() - 1]; }
    const_iterator begin() const { return {*this, 0}; }
    const_iterator end() const { return {*this, size()}; }

    /** The place of the tensor of that id, counted from the first; it is here when that is in [0, size()). */
    int64_t placeOf(int64_t id) const { return id - m_firstId; }
    /** Of the tensor there, without making a record of it. */
    int64_t op(size_t place) const;
    int64_t firstUse(size_t place) const;
    /** The same number for tensors of equal name, type and view; nothing for one that stands alone. */
    std::optional<uint32_t> kind(size_t place) const;
    /** `op` is the operator whose result it is, or -1. */
    void setUse(size_t place, int64_t firstUse, int64_t op);

    void push_back(const TensorRecord &tensor);
    /** Takes the place of the tensor there. */
    void set(size_t place, const TensorRecord &tensor);
    template<class Change> void change(size_t place, Change change) {
        TensorRecord tensor = (*this)[place];
        change(tensor);
        set(place, tensor);
    }
    /** Puts all of a later part behind what is here. */
    void append(TensorLog &&later);
    /** What it takes in memory, values and texts not counted. */
    int64_t bytes() const;

private:
    struct Kind {
        SharedText name;
        DType dtype = DType::Float32;
        Dims shape;
        RecordedView view; ///< of the value
        bool operator==(const Kind &) const = default;
        size_t hash() const;
    };
    struct Row {
        uint32_t kind = 0;
        int32_t op = -1, firstUse = -1, memory = -1;
    };
    /** Where a value is, by place. The upper bits say in what of the members below, the others where in it. */
    using Held = uint32_t;
    static constexpr Held none = 0; ///< of values of the table there is one more than their number
    static constexpr Held kindOfHeld = Held(3) << 30, ofTable = 0, ofTableWithOffset = Held(1) << 30,
                          ofThisProcess = Held(2) << 30, ofOtherTable = Held(3) << 30;
    struct InTable {
        uint32_t number = 0;
        int64_t offset = 0;
    };
    struct OfThisProcess {
        std::shared_ptr<RecordedStorage> storage;
        int64_t offset = 0;
    };
    struct InOtherTable {
        RecordedMemory memory;
        int64_t offset = 0;
    };
    /** In Row::kind: the tensor does not fit a row, and stands in m_wide as it is. */
    static constexpr uint32_t wide = ~uint32_t(0);

    bool fits(size_t place, const TensorRecord &tensor) const;
    void hold(size_t place, const RecordedValue &value);
    Held heldFor(Held before, const RecordedValue &value);
    RecordedValue valueAt(size_t place, const RecordedView &view) const;
    void appendHeld(size_t before, TensorLog &later);

    int64_t m_firstId = 0;
    LongList<Row> m_rows;
    LongList<Held> m_held;                     ///< as far as the last tensor with a value
    std::shared_ptr<const ValueTable> m_table; ///< of the first value that stands in one
    LongList<InTable> m_offsets;
    std::deque<OfThisProcess> m_own;
    std::deque<InOtherTable> m_others;
    KindTable<Kind> m_kinds;
    std::unordered_map<size_t, TensorRecord> m_wide; ///< by place
};

} // namespace jitscope::inline session
