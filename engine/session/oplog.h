// SPDX-License-Identifier: Apache-2.0
// The operators of a recording by place, some 37 bytes each: runs are loops, so what an operator is (its name, its
// scope, its line, its work) stands once for all operators that agree in it, and a row holds the rest.
//
// Nothing points into a log: operators come out as values. Iterators are as those of a std::deque, but for that.
#pragma once

#include "engine/base/longlist.h"
#include "engine/session/kindtable.h"
#include "engine/session/placeiterator.h"
#include "engine/session/records.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <unordered_map>

namespace jitscope::inline session {

class OpLog {
public:
    using value_type = OpEvent;
    using const_iterator = PlaceIterator<OpLog>;
    using iterator = const_iterator;

    OpLog() = default;
    OpLog(std::initializer_list<OpEvent> records) {
        for (const OpEvent &each : records)
            push_back(each);
    }

    size_t size() const { return m_rows.size(); }
    bool empty() const { return m_rows.empty(); }
    const OpEvent operator[](size_t place) const; // const: what is written to the copy would be lost
    const OpEvent front() const { return (*this)[0]; }
    const OpEvent back() const { return (*this)[size() - 1]; }
    const_iterator begin() const { return {*this, 0}; }
    const_iterator end() const { return {*this, size()}; }
    auto rbegin() const { return std::reverse_iterator(end()); }
    auto rend() const { return std::reverse_iterator(begin()); }

    /** The place of the operator of that number, counted from the first; it is here when that is in [0, size()). */
    int64_t placeOf(int64_t number) const { return number - m_firstNumber; }
    int64_t numberOf(size_t place) const { return m_firstNumber + int64_t(place); }
    /** Of the operator there, without making a record of it: operators of the same number agree in all but their own
        number, their times, tensors, graph call and forward operator. Nothing for one that stands alone. */
    std::optional<uint32_t> kind(size_t place) const;
    /** Of one that has a kind. */
    int64_t startNs(size_t place) const { return m_firsts[place / neighbours].startNs + m_rows[place].afterNs; }
    int64_t durationNs(size_t place) const { return m_rows[place].durationNs; }
    int64_t forward(size_t place) const {
        const Row &row = m_rows[place];
        return row.kind == wide ? m_wide.at(place).forward : row.forward;
    }
    int64_t graphCall(size_t place) const { return m_rows[place].graphCall; }
    /** Some of the list of all ids. */
    struct Ids {
        LongList<int32_t>::const_iterator first, last;
        auto begin() const { return first; }
        auto end() const { return last; }
    };
    /** The ids of its inputs, then those of its outputs. */
    Ids tensors(size_t place) const {
        const Row &row = m_rows[place];
        const auto ids = idsOf(place);
        return {ids, ids + (row.inputs + row.outputs)};
    }
    size_t inputs(size_t place) const { return m_rows[place].inputs; }

    void push_back(const OpEvent &op);
    /** Takes the place of the operator there. */
    void set(size_t place, const OpEvent &op);
    template<class Change> void change(size_t place, Change change) {
        OpEvent op = (*this)[place];
        change(op);
        set(place, op);
    }
    /** Puts all of a later part behind what is here. */
    void append(OpLog &&later);
    /** What it takes in memory, texts not counted. */
    int64_t bytes() const;

private:
    /** What operators of a loop have in common. */
    struct Kind {
        SharedText op, operands, result, scope, error;
        NodeId node;
        OpCost cost;
        int stack = -1, compilation = -1;
        OpPhase phase = OpPhase::Forward;
        bool isKernel = false, writes = false;
        int64_t thread = -1;
        bool operator==(const Kind &) const = default;
        size_t hash() const;
    };
    /** Times and tensors of neighbours lie near each other. */
    static constexpr size_t neighbours = 16;
    struct First {
        int64_t startNs = 0;
        uint32_t ids = 0;
    };
    struct Row {
        int32_t afterNs = 0; ///< behind the first of its neighbours
        uint32_t durationNs = 0;
        uint32_t kind = 0;
        int32_t graphCall = -1, forward = -1;
        uint16_t ids = 0; ///< where its tensors stand in m_ids behind those of that one: inputs, then outputs
        uint8_t inputs = 0, outputs = 0;
    };
    /** In Row::kind: the operator does not fit a row, and stands in m_wide as it is. */
    static constexpr uint32_t wide = ~uint32_t(0);

    static Kind kindOf(const OpEvent &op);
    bool fits(size_t place, const OpEvent &op) const;
    bool hasTensorsOf(size_t place, const OpEvent &op) const;
    LongList<int32_t>::const_iterator idsOf(size_t place) const {
        return m_ids.begin() + (m_firsts[place / neighbours].ids + m_rows[place].ids);
    }
    bool isNear(size_t place, int64_t startNs, size_t ids) const;
    void putRow(size_t place, const OpEvent &op);
    void putWide(size_t place, const OpEvent &op);

    int64_t m_firstNumber = 1;
    LongList<Row> m_rows;
    LongList<First> m_firsts; ///< of each first of `neighbours`
    LongList<int32_t> m_ids;
    KindTable<Kind> m_kinds;
    std::unordered_map<size_t, OpEvent> m_wide; ///< by place
};

} // namespace jitscope::inline session
