// SPDX-License-Identifier: Apache-2.0
// Records as rows of a session file's tables, by their field lists (field.h): the columns, the writing, the reading.
#pragma once

#include "engine/base/idlist.h"
#include "engine/base/lazytext.h"
#include "engine/base/sharedtext.h"
#include "engine/base/strongid.h"
#include "engine/ir/graph.h"
#include "engine/session/database.h"
#include "engine/session/field.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace jitscope::inline session {

/** "3,4,7" */
std::string listText(std::span<const int64_t> numbers);
std::string listText(const std::vector<NodeId> &nodes);
/** The reverse, or a fault of the current row. */
std::vector<int64_t> numberList(DatabaseReader &in);
Dims dimsOf(DatabaseReader &in);
/** Columns of integers by their names: "compilation, pass_place". */
std::vector<ColumnDef> integerColumns(std::string_view names);

/** The columns of a record in its own table, or in that one beside it. */
template<class Record, const SideTable *side = nullptr> std::vector<ColumnDef> columnsOf() {
    std::vector<ColumnDef> columns;
    eachFieldIn<Record, side>([&](auto field) {
        using Each = decltype(field);
        using Value = typename Each::Value;
        constexpr bool isNumber = std::is_arithmetic_v<Value> || std::is_enum_v<Value> || std::is_same_v<Value, NodeId>;
        if constexpr (Listed<Value>) {
            for (ColumnDef &column : columnsOf<Value>())
                columns.push_back({column.name, column.type, std::max(column.since, Each::notes.since)});
        } else {
            columns.push_back({Each::field.column, isNumber ? "INTEGER" : "TEXT", Each::notes.since});
        }
    });
    return columns;
}

/** A table of such records; `keys` stand before their columns, `more` behind. */
template<class Record>
TableDef tableOf(const char *name, std::string_view keys = {}, std::string_view more = {}, int since = 1) {
    TableDef table{name, integerColumns(keys), since};
    std::ranges::copy(columnsOf<Record>(), std::back_inserter(table.columns));
    std::ranges::copy(integerColumns(more), std::back_inserter(table.columns));
    return table;
}

template<class Record, const SideTable *side> TableDef tableBeside() {
    TableDef table{side->name, integerColumns(side->keys), side->since};
    std::ranges::copy(columnsOf<Record, side>(), std::back_inserter(table.columns));
    return table;
}

template<const SideTable *side = nullptr, class Record> void putFields(DatabaseWriter &out, const Record &record);
template<const SideTable *side = nullptr, class Record> void takeFields(DatabaseReader &in, Record &record);

template<class Value> void putValue(DatabaseWriter &out, const Value &value) {
    if constexpr (Listed<Value>)
        putFields(out, value);
    else if constexpr (std::is_same_v<Value, double>)
        out.real(value);
    else if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>)
        out.integer(int64_t(value));
    else if constexpr (std::is_same_v<Value, NodeId>)
        out.integer(value.value);
    else if constexpr (std::is_same_v<Value, LazyText>)
        out.text(value.text());
    else if constexpr (std::is_same_v<Value, IdList> || std::is_same_v<Value, Dims>)
        out.text(listText(value.span()));
    else if constexpr (std::is_same_v<Value, std::vector<NodeId>>)
        out.text(listText(value));
    else
        out.text(value);
}

/** The value of the next column, or of the next columns. */
template<class Value> Value takeValue(DatabaseReader &in) {
    if constexpr (Listed<Value>) {
        Value value;
        takeFields(in, value);
        return value;
    } else if constexpr (std::is_same_v<Value, double>) {
        return in.real();
    } else if constexpr (std::is_same_v<Value, bool>) {
        return in.integerIn(0, 1) == 1;
    } else if constexpr (std::is_same_v<Value, int>) {
        return int(in.integerIn(INT32_MIN, INT32_MAX));
    } else if constexpr (std::is_enum_v<Value>) {
        return Value(in.integerIn(0, int64_t(lastOf<Value>)));
    } else if constexpr (std::is_arithmetic_v<Value>) {
        return in.integer();
    } else if constexpr (std::is_same_v<Value, NodeId>) {
        return NodeId{in.integer()};
    } else if constexpr (std::is_same_v<Value, IdList>) {
        return IdList(numberList(in));
    } else if constexpr (std::is_same_v<Value, Dims>) {
        return dimsOf(in);
    } else if constexpr (std::is_same_v<Value, std::vector<NodeId>>) {
        Value nodes;
        for (const int64_t number : numberList(in))
            nodes.push_back(NodeId{number});
        return nodes;
    } else {
        return Value(in.text());
    }
}

/** The columns of a record in the row being written. */
template<const SideTable *side, class Record> void putFields(DatabaseWriter &out, const Record &record) {
    eachFieldIn<Record, side>([&](auto field) {
        using Each = decltype(field);
        if (Each::notes.since <= out.version()) putValue(out, Each::of(record));
    });
}

/** Fills in what the current row has of a record. */
template<const SideTable *side, class Record> void takeFields(DatabaseReader &in, Record &record) {
    eachFieldIn<Record, side>([&](auto field) {
        using Each = decltype(field);
        if (Each::notes.since <= in.version()) Each::of(record) = takeValue<typename Each::Value>(in);
    });
}

/** Whether a record says anything in the table beside its own. */
template<const SideTable *side, class Record> bool isSaidIn(const Record &record) {
    static const Record silent{};
    bool isSaid = false;
    eachFieldIn<Record, side>([&](auto field) {
        using Each = decltype(field);
        isSaid = isSaid || !(Each::of(record) == Each::of(silent));
    });
    return isSaid;
}

template<class Records> void putTable(DatabaseWriter &out, const char *table, const Records &records) {
    out.begin(table);
    for (const auto &record : records) {
        putFields(out, record);
        out.endRow();
    }
}

/** Rows of `table` behind what is in `records`. */
template<class Records> void takeTable(DatabaseReader &in, const char *table, Records &records) {
    in.begin(table);
    while (in.next())
        records.push_back(takeValue<typename Records::value_type>(in));
}

} // namespace jitscope::inline session
