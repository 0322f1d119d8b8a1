// SPDX-License-Identifier: Apache-2.0
// Records as rows of a journal's block, by their field lists (field.h): compact bytes, texts that repeat once.
#pragma once

#include "engine/base/idlist.h"
#include "engine/base/sharedtext.h"
#include "engine/base/strongid.h"
#include "engine/ir/graph.h"
#include "engine/session/field.h"
#include "engine/session/packing.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jitscope::inline session {

/** Whether records of a list are counted through by a field of theirs. */
template<class Record> constexpr bool isCounted() {
    bool counted = false;
    eachField<Record>([&](auto field) { counted = counted || decltype(field)::notes.form == Form::Counts; });
    return counted;
}

/** Which of the record's fields is its first flag: in its place stands the byte of them all. */
template<class Record> constexpr size_t firstFlag() {
    size_t first = SIZE_MAX;
    eachField<Record>([&](auto field) {
        using Each = decltype(field);
        if (first == SIZE_MAX && Each::notes.bit >= 0) first = Each::index;
    });
    return first;
}

template<class Value> constexpr int lastValue() {
    if constexpr (std::is_same_v<Value, bool>)
        return 1;
    else
        return int(lastOf<Value>);
}

/** The byte of a record whose flags have their last values. */
template<class Record> constexpr uint8_t lastFlags() {
    int bits = 0;
    eachField<Record>([&](auto field) {
        using Each = decltype(field);
        if constexpr (Each::notes.bit >= 0) bits |= lastValue<typename Each::Value>() << Each::notes.bit;
    });
    return uint8_t(bits);
}

/** Writes rows; texts that repeat are numbers into a table that stands in front. */
class RecordPacker {
public:
    /** Where everything goes that no list describes. */
    ByteWriter &rows() { return m_rows; }

    template<class Value> void put(const Value &value) {
        if constexpr (Listed<Value>) {
            record(value);
        } else if constexpr (std::is_same_v<Value, SharedText>) {
            shared(value);
        } else if constexpr (std::is_same_v<Value, double>) {
            m_rows.real(value);
        } else if constexpr (std::is_same_v<Value, bool> || std::is_enum_v<Value>) {
            m_rows.byte(uint8_t(value));
        } else if constexpr (std::is_arithmetic_v<Value>) {
            m_rows.integer(value);
        } else if constexpr (std::is_same_v<Value, NodeId>) {
            m_rows.integer(value.value);
        } else if constexpr (std::is_same_v<Value, Dims>) {
            m_rows.byte(uint8_t(value.rank()));
            for (const int64_t size : value)
                m_rows.integer(size);
        } else if constexpr (std::is_same_v<Value, std::string>) {
            m_rows.text(value);
        } else {
            list(value);
        }
    }

    /** All of a list; `after` may write more behind each of them. */
    template<class Records, class After> void list(const Records &records, After after) {
        using Record = std::remove_cvref_t<decltype(*records.begin())>;
        const int64_t last = std::exchange(m_last, 0);
        m_rows.integer(int64_t(records.size()));
        if constexpr (isCounted<Record>())
            if (!records.empty()) putCount(records.front());
        for (const Record &each : records) {
            put(each);
            after(each);
        }
        m_last = last;
    }
    template<class Records> void list(const Records &records) {
        list(records, [](const auto &) {});
    }

    /** The texts, then the rows. */
    std::string bytes() const {
        ByteWriter texts;
        texts.integer(int64_t(m_texts.size()));
        texts.text(m_table.bytes());
        return texts.bytes() + m_rows.bytes();
    }

private:
    void shared(const SharedText &text) {
        const auto [entry, isNew] = m_texts.try_emplace(text.identity(), int64_t(m_texts.size()));
        if (isNew) m_table.text(text.str());
        m_rows.integer(entry->second);
    }
    template<class Record> void putCount(const Record &record) {
        eachField<Record>([&](auto field) {
            using Each = decltype(field);
            if constexpr (Each::notes.form == Form::Counts) m_rows.integer(Each::of(record));
        });
    }
    template<class Record> static uint8_t flags(const Record &record) {
        int bits = 0;
        eachField<Record>([&](auto field) {
            using Each = decltype(field);
            if constexpr (Each::notes.bit >= 0) bits |= int(Each::of(record)) << Each::notes.bit;
        });
        return uint8_t(bits);
    }
    template<class Record> void record(const Record &record) {
        eachField<Record>([&](auto field) {
            using Each = decltype(field);
            constexpr FieldNotes notes = Each::notes;
            if constexpr (!notes.isInJournal || notes.form == Form::Counts) {
                return;
            } else if constexpr (notes.bit >= 0) {
                if constexpr (Each::index == firstFlag<Record>()) m_rows.byte(flags(record));
            } else if constexpr (notes.form == Form::Repeats) {
                shared(SharedText(Each::of(record)));
            } else if constexpr (notes.form == Form::Rises) {
                m_rows.integer(Each::of(record) - m_last);
                m_last = Each::of(record);
            } else if constexpr (notes.form == Form::Wide) {
                m_rows.integer(int64_t(Each::of(record)));
            } else {
                put(Each::of(record));
            }
        });
    }

    std::unordered_map<const void *, int64_t> m_texts;
    ByteWriter m_table, m_rows;
    int64_t m_last = 0; ///< the rising time of the record before
};

/** Reads what RecordPacker wrote; after the first fault everything reads as zero, and loops end. */
class RecordUnpacker {
public:
    /** `version` is that of the session files at the time. */
    RecordUnpacker(std::string_view bytes, int version)
        : m_in(bytes)
        , m_version(version) {
        readTexts();
    }

    ByteReader &rows() { return m_in; }

    template<class Value> Value take() {
        if constexpr (Listed<Value>) {
            Value value;
            record(value);
            return value;
        } else if constexpr (std::is_same_v<Value, SharedText>) {
            return shared();
        } else if constexpr (std::is_same_v<Value, double>) {
            return m_in.real();
        } else if constexpr (std::is_same_v<Value, bool> || std::is_enum_v<Value>) {
            return Value(m_in.byteUpTo(uint8_t(lastValue<Value>())));
        } else if constexpr (std::is_same_v<Value, int>) {
            return int(m_in.integerIn(INT32_MIN, INT32_MAX));
        } else if constexpr (std::is_arithmetic_v<Value>) {
            return m_in.integer();
        } else if constexpr (std::is_same_v<Value, NodeId>) {
            return NodeId{m_in.integer()};
        } else if constexpr (std::is_same_v<Value, Dims>) {
            Dims dims;
            for (int left = m_in.byteUpTo(uint8_t(maxRank)); left > 0; --left)
                dims.push(m_in.integer());
            return dims;
        } else if constexpr (std::is_same_v<Value, IdList>) {
            return IdList(take<std::vector<int64_t>>());
        } else if constexpr (std::is_same_v<Value, std::string>) {
            return m_in.text();
        } else {
            Value values;
            list(values);
            return values;
        }
    }

    /** Rows into `records`; `after` reads what stands behind each of them. */
    template<class Records, class After> void list(Records &records, After after) {
        using Record = typename Records::value_type;
        const uint64_t last = std::exchange(m_last, 0);
        const int64_t count = m_in.count();
        int64_t number = 0;
        if constexpr (isCounted<Record>()) number = count > 0 ? m_in.integerIn(0, INT64_MAX / 2) : 0;
        for (int64_t i = 0; i < count && m_in.ok(); ++i) {
            if constexpr (Listed<Record>) {
                Record each;
                setCount(each, number + i);
                record(each);
                after(each);
                records.push_back(std::move(each));
            } else {
                records.push_back(take<Record>());
            }
        }
        m_last = last;
    }
    template<class Records> void list(Records &records) {
        list(records, [](auto &) {});
    }

private:
    void readTexts() {
        const int64_t count = m_in.integer();
        const std::string bytes = m_in.text();
        ByteReader in(bytes);
        if (count < 0 || count > int64_t(bytes.size())) return m_in.fail();
        for (int64_t i = 0; i < count && in.ok(); ++i)
            m_texts.emplace_back(in.text());
        if (!in.ok()) m_in.fail();
    }
    SharedText shared() {
        const int64_t text = m_in.integerIn(0, int64_t(m_texts.size()) - 1);
        return m_in.ok() ? m_texts[size_t(text)] : SharedText();
    }
    template<class Record> static void setCount(Record &record, int64_t number) {
        eachField<Record>([&](auto field) {
            using Each = decltype(field);
            if constexpr (Each::notes.form == Form::Counts) Each::of(record) = number;
        });
    }
    template<class Record> void takeFlags(Record &record) {
        const int bits = m_in.byteUpTo(lastFlags<Record>());
        eachField<Record>([&](auto field) {
            using Each = decltype(field);
            if constexpr (Each::notes.bit >= 0) {
                constexpr int last = lastValue<typename Each::Value>();
                constexpr int mask = last > 1 ? 3 : 1;
                static_assert(last <= 3, "a flag has two bits at most");
                const int value = bits >> Each::notes.bit & mask;
                if (value > last) m_in.fail();
                Each::of(record) = typename Each::Value(value <= last ? value : 0);
            }
        });
    }
    template<class Record> void record(Record &record) {
        eachField<Record>([&](auto field) {
            using Each = decltype(field);
            using Value = typename Each::Value;
            constexpr FieldNotes notes = Each::notes;
            if constexpr (!notes.isInJournal || notes.form == Form::Counts) {
                return;
            } else if (Each::since > m_version) {
                return;
            } else if constexpr (notes.bit >= 0) {
                if constexpr (Each::index == firstFlag<Record>()) takeFlags(record);
            } else if constexpr (notes.form == Form::Repeats) {
                Each::of(record) = shared().str();
            } else if constexpr (notes.form == Form::Rises) {
                m_last += uint64_t(m_in.integer()); // unsigned: a wild number must not be undefined
                Each::of(record) = int64_t(m_last);
            } else if constexpr (notes.form == Form::Duration) {
                Each::of(record) = m_in.integerIn(0, INT64_MAX / 2);
            } else if constexpr (notes.form == Form::Wide) {
                Each::of(record) = Value(m_in.integerIn(0, int64_t(lastOf<Value>)));
            } else {
                Each::of(record) = take<Value>();
            }
        });
    }

    ByteReader m_in;
    const int m_version;
    std::vector<SharedText> m_texts;
    uint64_t m_last = 0;
};

} // namespace jitscope::inline session
