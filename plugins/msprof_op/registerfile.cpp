// SPDX-License-Identifier: Apache-2.0
// A record is a 32-bit tag, a 64-bit length, and that many bytes; containers hold records. Tags of what is needed are
// named below, all others are counts that the records themselves show.
#include "plugins/msprof_op/registerfile.h"

#include "engine/base/text.h"

#include <algorithm>
#include <vector>

namespace jitscope {
inline namespace msprof_op {

namespace {

enum Tag : uint32_t {
    Whole = 0,
    Kinds = 1,
    FunctionList = 5,
    FunctionName = 6,
    FunctionStarts = 7,
    Lists = 8,
    ListOfKind = 9,
    Instruction = 10,
    Address = 11,
    Uses = 12
};

constexpr int maxDepth = 8;
constexpr size_t headerBytes = 12;

uint64_t littleEndian(std::string_view bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes.size() && i < 8; ++i)
        value |= uint64_t(uint8_t(bytes[i])) << (8 * i);
    return value;
}

struct Record {
    uint32_t tag = 0;
    std::string_view value;
};

/** The records of a container, as far as they are whole. */
struct Records {
    std::vector<Record> all;
    bool isWhole = true;
};

Records recordsIn(std::string_view bytes) {
    Records records;
    while (!bytes.empty()) {
        const uint64_t length = bytes.size() < headerBytes ? ~uint64_t(0) : littleEndian(bytes.substr(4, 8));
        if (bytes.size() < headerBytes || length > bytes.size() - headerBytes) {
            records.isWhole = false;
            break;
        }
        records.all.push_back({uint32_t(littleEndian(bytes.substr(0, 4))), bytes.substr(headerBytes, size_t(length))});
        bytes.remove_prefix(headerBytes + size_t(length));
    }
    return records;
}

const char *kindName(uint64_t kind) {
    constexpr const char *names[] = {"R", "S", "P", "X"};
    return kind < 4 ? names[kind] : "?";
}

const char *useName(uint64_t use) {
    constexpr const char *names[] = {"free", "read", "written", "read and written", "in use"};
    return use < 5 ? names[use] : "?";
}

class Reader {
public:
    Reader(DataTable &table, const std::string &name, Diagnostics &diagnostics)
        : m_table(table)
        , m_name(name)
        , m_diagnostics(diagnostics) {}

    void read(std::string_view bytes, int depth) {
        const Records records = recordsIn(bytes);
        if (!records.isWhole)
            m_diagnostics.add(DiagnosticKind::Skipped, m_name, "", "a record is longer than what holds it");
        for (const Record &record : records.all) {
            if (record.tag == Kinds)
                for (size_t at = 0; at + 4 <= record.value.size(); at += 4)
                    m_kinds.push_back(littleEndian(record.value.substr(at, 4)));
            if (record.tag == FunctionName) m_functions.emplace_back(record.value);
            if (record.tag == FunctionStarts)
                for (size_t at = 0; at + 8 <= record.value.size(); at += 8)
                    m_starts.push_back(littleEndian(record.value.substr(at, 8)));
            if (record.tag == Instruction) readInstruction(record.value);
            const bool holdsRecords =
                record.tag == Whole || record.tag == FunctionList || record.tag == Lists || record.tag == ListOfKind;
            if (holdsRecords && depth < maxDepth) {
                m_number = 0;
                m_function = 0;
                read(record.value, depth + 1);
            }
            if (record.tag == ListOfKind) ++m_kind;
        }
    }

private:
    void readInstruction(std::string_view bytes) {
        uint64_t address = 0;
        std::string_view uses;
        for (const Record &record : recordsIn(bytes).all) {
            if (record.tag == Address) address = littleEndian(record.value);
            if (record.tag == Uses) uses = record.value;
        }
        if (uses.empty()) addRow(address, "", "none");
        for (size_t at = 0; at + 4 <= uses.size(); at += 4)
            addRow(address,
                   kindName(m_kind < m_kinds.size() ? m_kinds[m_kind] : 99) +
                       std::to_string(littleEndian(uses.substr(at, 2))),
                   useName(littleEndian(uses.substr(at + 2, 2))));
        ++m_number;
    }

    /** The function that the instruction stands in: the last one that begins before it. */
    std::string function() {
        while (m_function + 1 < std::min(m_functions.size(), m_starts.size()) && m_starts[m_function + 1] <= m_number)
            ++m_function;
        return m_function < m_functions.size() ? m_functions[m_function] : std::string();
    }

    void addRow(uint64_t address, const std::string &reg, const char *use) {
        const int64_t row = m_table.addRow();
        m_table.setText(row, 0, function());
        m_table.setText(row, 1, format("0x%llx", static_cast<unsigned long long>(address)));
        m_table.setText(row, 2, reg);
        m_table.setText(row, 3, use);
    }

    DataTable &m_table;
    const std::string &m_name;
    Diagnostics &m_diagnostics;
    std::vector<uint64_t> m_kinds, m_starts;
    std::vector<std::string> m_functions;
    size_t m_kind = 0, m_function = 0;
    uint64_t m_number = 0; ///< of the instruction in its list
};

} // namespace

bool looksLikeRegisters(std::string_view firstBytes, int64_t fileBytes) {
    return firstBytes.size() >= 2 * headerBytes && littleEndian(firstBytes.substr(0, 4)) == Whole &&
           littleEndian(firstBytes.substr(4, 8)) == uint64_t(fileBytes) - headerBytes &&
           littleEndian(firstBytes.substr(headerBytes, 4)) == Kinds;
}

DataTable registersIn(std::string_view bytes, const std::string &name, Diagnostics &diagnostics) {
    DataTable table("op_registers");
    for (const char *column : {"function", "address", "register", "use"})
        table.addColumn(column, ColumnType::Text);
    Reader(table, name, diagnostics).read(bytes, 0);
    return table;
}

} // namespace msprof_op
} // namespace jitscope
