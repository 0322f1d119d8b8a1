// SPDX-License-Identifier: Apache-2.0
// What files know of a member of a record, said once: its name, since when they have it, and how they write it where
// its type does not say that.
//
// `fieldsOf<Record>` lists the members of a record (sessionfields.h). The tables of session files (recordtables.h), the
// rows of journals (recordpack.h) and the JSON of operators are made of these lists alone. What an older file lacks
// keeps the default that the record gives it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace jitscope::inline session {

enum class Form : uint8_t {
    Plain,    ///< as its type says
    Repeats,  ///< a std::string that many records have: a journal's block has it once (as it has each SharedText)
    Counts,   ///< one more than the record before: a journal's block has that of the first record alone
    Rises,    ///< a time: a journal has the difference to the record before
    Duration, ///< a time that a journal refuses when it is negative
    Wide      ///< an enumeration that a journal has as a number of any size, not as a byte
};

/** A table beside that of the record, for members that files got later or that few records have. */
struct SideTable {
    const char *name;
    const char *keys; ///< the columns in front, by which a row finds its record: "compilation, pass_place"; "" for none
    int since = 1;    ///< the version of session files that first has it
};

struct FieldNotes {
    Form form = Form::Plain;
    int since = 1;                   ///< the version of session files that first has its column
    const SideTable *side = nullptr; ///< null: it stands in the record's own table
    int bit = -1;                    ///< where it begins in the byte that a journal has for the record's flags
    bool isInJournal = true;
    bool isInJson = false;
};

/** `Access` is a pointer to a member, or Through. */
template<class Access> struct Field {
    const char *column;
    Access access;
    FieldNotes notes = {};
};
template<class Access> Field(const char *, Access) -> Field<Access>;
template<class Access> Field(const char *, Access, FieldNotes) -> Field<Access>;

/** A member of a member: Through<&OpEvent::cost, &OpCost::flops>. */
template<auto outer, auto inner> struct Through {
    constexpr auto &operator()(auto &record) const { return record.*outer.*inner; }
};

/** The fields of a record in the order of its columns and of a journal's rows: a tuple of Field. */
template<class Record> inline constexpr std::tuple<> fieldsOf{};

template<class T>
concept Listed = std::tuple_size_v<std::remove_cv_t<decltype(fieldsOf<T>)>> >
0;

/** The last value of an enumeration that records have: files with a larger one are refused. */
template<class Enum> inline constexpr std::nullptr_t lastOf = nullptr;

/** Names a table in a type: addresses can be compared as types where sanitizers forbid to compare them as values. */
template<const SideTable *> struct TableTag;
template<const SideTable *a, const SideTable *b>
inline constexpr bool isSameTable = std::is_same_v<TableTag<a>, TableTag<b>>;

/** One field of a list as a type, so that all its notes are known to the compiler. */
template<class Record, size_t place> struct FieldAt {
    static constexpr size_t index = place;
    static constexpr const auto &field = std::get<place>(fieldsOf<Record>);
    static constexpr FieldNotes notes = field.notes;
    static constexpr int since = [] {
        if constexpr (isSameTable<notes.side, nullptr>)
            return notes.since;
        else
            return notes.side->since;
    }();
    static constexpr auto &of(Record &record) { return std::invoke(field.access, record); }
    static constexpr const auto &of(const Record &record) { return std::invoke(field.access, record); }
    using Value = std::remove_cvref_t<decltype(of(std::declval<Record &>()))>;
};

/** Calls `visit` with the FieldAt of each field in turn. */
template<class Record, class Visit> constexpr void eachField(Visit visit) {
    [&]<size_t... places>(std::index_sequence<places...>) {
        (visit(FieldAt<Record, places>()), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<std::remove_cv_t<decltype(fieldsOf<Record>)>>>());
}

/** The same for those of the record's own table (null), or of that one beside it. */
template<class Record, const SideTable *side, class Visit> constexpr void eachFieldIn(Visit visit) {
    eachField<Record>([&](auto field) {
        if constexpr (isSameTable<decltype(field)::notes.side, side>) visit(field);
    });
}

} // namespace jitscope::inline session
