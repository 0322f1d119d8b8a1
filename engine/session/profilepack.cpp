// SPDX-License-Identifier: Apache-2.0
#include "engine/session/profilepack.h"

#include "engine/session/packing.h"

namespace jitscope::inline session {

namespace {

void packColumn(ByteWriter &out, const DataColumn &column) {
    out.text(column.name);
    out.byte(uint8_t(column.type));
    out.text(column.unit);
    if (column.type == ColumnType::Integer)
        for (const int64_t value : column.integers)
            out.integer(value);
    if (column.type == ColumnType::Real)
        for (const double value : column.reals)
            out.real(value);
    if (column.type != ColumnType::Text) return;
    out.integer(int64_t(column.pool.all().size()));
    for (const std::string &text : column.pool.all())
        out.text(text);
    for (const uint32_t text : column.texts)
        out.integer(text);
}

void unpackTexts(ByteReader &in, DataTable &table, int column) {
    std::vector<std::string> texts;
    const int64_t count = in.count();
    for (int64_t i = 0; i < count && in.ok(); ++i)
        texts.push_back(in.text());
    for (int64_t row = 0; row < table.rowCount() && in.ok(); ++row) {
        const int64_t text = in.integerIn(0, int64_t(texts.size()) - 1);
        if (in.ok()) table.setText(row, column, texts[size_t(text)]);
    }
}

DataTable unpackTable(ByteReader &in) {
    DataTable table(in.text());
    const int64_t rows = in.count(), columns = in.count();
    for (int64_t i = 0; i < rows && in.ok(); ++i)
        table.addRow();
    for (int64_t i = 0; i < columns && in.ok(); ++i) {
        std::string name = in.text();
        const ColumnType type = ColumnType(in.byteUpTo(uint8_t(ColumnType::Text)));
        const int column = table.addColumn(std::move(name), type, in.text());
        if (column != i) in.fail(); // two of one name
        if (in.ok() && type == ColumnType::Text) unpackTexts(in, table, column);
        for (int64_t row = 0; row < rows && in.ok() && type == ColumnType::Integer; ++row)
            table.setInteger(row, column, in.integer());
        for (int64_t row = 0; row < rows && in.ok() && type == ColumnType::Real; ++row)
            table.setReal(row, column, in.real());
    }
    return table;
}

} // namespace

std::string packProfile(const Profile &profile) {
    ByteWriter out;
    out.integer(profile.rank);
    out.integer(profile.device);
    out.text(profile.label);
    out.text(profile.folder);
    out.text(profile.producer);
    out.byte(profile.simulated ? 1 : 0);
    out.integer(int64_t(profile.info.size()));
    for (const auto &[key, value] : profile.info) {
        out.text(key);
        out.text(value);
    }
    out.integer(int64_t(profile.tables.size()));
    for (const DataTable &table : profile.tables) {
        out.text(table.name());
        // A table without columns has no bytes a row, which the count of rows is checked by.
        out.integer(table.columnCount() == 0 ? 0 : table.rowCount());
        out.integer(table.columnCount());
        for (const DataColumn &column : table.columns())
            packColumn(out, column);
    }
    return out.bytes();
}

Result<Profile> unpackProfile(std::string_view bytes) {
    ByteReader in(bytes);
    Profile profile;
    profile.rank = int(in.integerIn(-1, INT32_MAX));
    profile.device = int(in.integerIn(-1, INT32_MAX));
    profile.label = in.text();
    profile.folder = in.text();
    profile.producer = in.text();
    profile.simulated = in.byte() != 0;
    const int64_t infos = in.count();
    for (int64_t i = 0; i < infos && in.ok(); ++i) {
        std::string key = in.text();
        profile.info[std::move(key)] = in.text();
    }
    const int64_t tables = in.count();
    for (int64_t i = 0; i < tables && in.ok(); ++i)
        profile.tables.push_back(unpackTable(in));
    if (!in.ok() || !in.atEnd()) return Error{"has a damaged profile"};
    return profile;
}

} // namespace jitscope::inline session
