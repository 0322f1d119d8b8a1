// SPDX-License-Identifier: Apache-2.0
// Tables that a database has nearly as they are needed: memory, communication, parts of steps.
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** How a cell of the database becomes one of the table. */
enum class Form {
    Number,    ///< as it is
    Time,      ///< a time that must be there, else the row is left out
    String,    ///< an id of STRING_IDS, or a text
    Text,      ///< a text
    Device,    ///< a device id as "NPU:0"
    Module,    ///< a number of ENUM_MODULE
    Step,      ///< "step50" is step 50
    MicroTime, ///< µs as ns
    MilliTime, ///< ms as ns
    MegaBytes, ///< 10^6 bytes
};

struct Cell {
    const char *column, *source;
    Form form;
};

struct TableDefinition {
    const char *table, *source;
    std::vector<Cell> cells;
};

const std::vector<TableDefinition> &definitions() {
    using enum Form;
    static const std::vector<TableDefinition> tables = {
        {"memory_record",
         "MEMORY_RECORD",
         {{"component", "component", String},
          {"time", "timestamp", Time},
          {"allocated", "totalAllocated", Number},
          {"reserved", "totalReserved", Number},
          {"active", "totalActive", Number},
          {"stream", "streamPtr", Number},
          {"device_type", "deviceId", Device}}},
        {"operator_memory",
         "OP_MEMORY",
         {{"name", "name", String},
          {"size", "size", Number},
          {"allocation_time", "allocationTime", Number},
          {"release_time", "releaseTime", Number},
          {"active_release_time", "activeReleaseTime", Number},
          {"duration", "duration", Number},
          {"active_duration", "activeDuration", Number},
          {"allocation_allocated", "allocationTotalAllocated", Number},
          {"allocation_reserved", "allocationTotalReserved", Number},
          {"allocation_active", "allocationTotalActive", Number},
          {"release_allocated", "releaseTotalAllocated", Number},
          {"release_reserved", "releaseTotalReserved", Number},
          {"release_active", "releaseTotalActive", Number},
          {"stream", "streamPtr", Number},
          {"device_type", "deviceId", Device}}},
        {"module_memory",
         "NPU_MODULE_MEM",
         {{"component", "moduleId", Module},
          {"time", "timestampNs", Time},
          {"reserved", "totalReserved", Number},
          {"device", "deviceId", Device}}},
        {"communication_ops",
         "CommAnalyzerTime",
         {{"step", "step", Step},
          {"kind", "type", Text},
          {"name", "hccl_op_name", Text},
          {"group", "group_name", Text},
          {"start", "start_timestamp", MicroTime},
          {"elapse", "elapse_time", MilliTime},
          {"transit", "transit_time", MilliTime},
          {"wait", "wait_time", MilliTime},
          {"synchronization", "synchronization_time", MilliTime},
          {"idle", "idle_time", MilliTime}}},
        {"communication_packets",
         "CommAnalyzerBandwidth",
         {{"step", "step", Step},
          {"name", "hccl_op_name", Text},
          {"group", "group_name", Text},
          {"transport", "transport_type", Text},
          {"package_size", "package_size", MegaBytes},
          {"count", "count", Number},
          {"total", "total_duration", MilliTime}}},
        {"communication_matrix",
         "CommAnalyzerMatrix",
         {{"step", "step", Step},
          {"kind", "type", Text},
          {"name", "hccl_op_name", Text},
          {"group", "group_name", Text},
          {"op_name", "op_name", Text},
          {"source", "src_rank", Number},
          {"target", "dst_rank", Number},
          {"transport", "transport_type", Text},
          {"transit_size", "transit_size", MegaBytes},
          {"transit_time", "transit_time", MilliTime},
          {"bandwidth", "bandwidth", Number}}},
        {"step_trace",
         "StepTraceTime",
         {{"step", "step", Step},
          {"computing", "computing", Number},
          {"communication_not_overlapped", "communication_not_overlapped", Number},
          {"overlapped", "overlapped", Number},
          {"communication", "communication", Number},
          {"free", "free", Number},
          {"stage", "stage", Number},
          {"bubble", "bubble", Number},
          {"communication_not_overlapped_and_exclude_receive", "communication_not_overlapped_and_exclude_receive",
           Number},
          {"preparing", "preparing", Number},
          {"device", "deviceId", Number}}},
    };
    return tables;
}

/** A time as a real number of a larger unit; its whole part keeps all digits. */
std::optional<int64_t> nanoseconds(std::optional<double> value, int64_t unit) {
    if (!value || std::abs(*value) > 4e18 / double(unit)) return std::nullopt;
    const double whole = std::floor(*value);
    return int64_t(whole) * unit + int64_t(std::llround((*value - whole) * double(unit)));
}

class TableReader {
public:
    TableReader(DatabaseRead &read, const TableDefinition &definition)
        : m_read(read)
        , m_definition(definition)
        , m_table(makeTable(definition.table)) {
        for (const Cell &cell : definition.cells) {
            m_columns.push_back(m_table.addColumn(cell.column, ColumnType::Integer));
            m_sources.emplace_back(cell.source);
        }
    }

    DataTable run() {
        m_read.each(m_definition.source, m_sources, [&](const SqliteRows &rows) { take(rows); });
        return std::move(m_table);
    }

private:
    void take(const SqliteRows &rows) {
        for (size_t i = 0; i < m_sources.size(); ++i)
            if (m_definition.cells[i].form == Form::Time && !m_read.time(m_definition.source, rows, int(i))) return;
        const int64_t row = m_table.addRow();
        m_read.charge(8 * m_table.columnCount());
        for (size_t i = 0; i < m_sources.size(); ++i)
            if (!rows.isNull(int(i))) fill(row, m_columns[i], rows, int(i), m_definition.cells[i].form);
    }

    void fill(int64_t row, int column, const SqliteRows &rows, int from, Form form) {
        if (m_table.columns()[size_t(column)].type == ColumnType::Text)
            return m_table.setText(row, column, text(rows, from, form));
        const auto number = rows.real(from);
        const auto whole = form == Form::MicroTime   ? nanoseconds(number, 1000)
                           : form == Form::MilliTime ? nanoseconds(number, 1'000'000)
                                                     : rows.integer(from);
        const bool isReal = m_table.columns()[size_t(column)].type == ColumnType::Real;
        if (isReal ? !number : !whole)
            return m_read.mend(m_definition.source, rows,
                               format("a value of '%s' is no number; it is left out", m_sources[size_t(from)].c_str()));
        if (isReal)
            m_table.setReal(row, column, form == Form::MegaBytes ? *number * 1e6 : *number);
        else
            m_table.setInteger(row, column, *whole);
    }

    std::string text(const SqliteRows &rows, int from, Form form) {
        const auto number = rows.integer(from);
        switch (form) {
        case Form::String: {
            const std::string &known = m_read.string(number);
            return known.empty() ? std::string(rows.text(from)) : known;
        }
        case Form::Module:
            return m_read.enumName("ENUM_MODULE", number);
        case Form::Device:
            return number && *number >= 0 ? format("NPU:%lld", (long long)*number) : std::string();
        case Form::Step: {
            const std::string_view step = rows.text(from);
            return std::string(step.starts_with("step") ? step.substr(4) : step);
        }
        default:
            return std::string(rows.text(from));
        }
    }

    DatabaseRead &m_read;
    const TableDefinition &m_definition;
    DataTable m_table;
    std::vector<int> m_columns;
    std::vector<std::string> m_sources;
};

/** What the device itself says of the process's memory stands among the records of allocators in the text export. */
void addDeviceMemory(DatabaseRead &read, DataTable &table) {
    const int component = table.column("component"), time = table.column("time"), reserved = table.column("reserved"),
              device = table.column("device_type");
    read.each("NPU_MEM", {"timestampNs", "type", "ddr", "hbm", "deviceId"}, [&](const SqliteRows &rows) {
        if (read.string(rows.integer(1)) != "app") return;
        const auto at = read.time("NPU_MEM", rows, 0);
        const auto ddr = rows.real(2), hbm = rows.real(3);
        if (!at || !ddr || !hbm || std::abs(*ddr + *hbm) > 1e18) return;
        const int64_t row = table.addRow();
        read.charge(8 * table.columnCount());
        table.setText(row, component, "APP");
        table.setInteger(row, time, *at);
        table.setInteger(row, reserved, std::llround(*ddr + *hbm));
        table.setText(row, device, format("NPU:%lld", (long long)rows.integer(4).value_or(0)));
    });
}

/** The one row a link of an operator, out of the rows that stand there for each size of packets. */
DataTable bandwidthTable(DatabaseRead &read) {
    DataTable table = makeTable("communication_bandwidth");
    std::set<std::string> seen;
    read.each("CommAnalyzerBandwidth",
              {"step", "type", "hccl_op_name", "group_name", "transport_type", "transit_size", "transit_time",
               "bandwidth", "large_packet_ratio"},
              [&](const SqliteRows &rows) {
                  std::string key;
                  for (int i = 0; i < 5; ++i)
                      key += std::string(rows.text(i)) + '\n';
                  if (!seen.insert(key).second) return;
                  const int64_t row = table.addRow();
                  read.charge(8 * table.columnCount() + int64_t(key.size()) + 64);
                  const std::string_view step = rows.text(0);
                  table.setText(row, 0, step.starts_with("step") ? step.substr(4) : step);
                  for (int i = 1; i < 5; ++i)
                      table.setText(row, i, rows.text(i));
                  if (const auto size = rows.real(5)) table.setReal(row, 5, *size * 1e6);
                  if (const auto time = nanoseconds(rows.real(6), 1'000'000)) table.setInteger(row, 6, *time);
                  for (int i = 7; i < 9; ++i)
                      if (const auto value = rows.real(i)) table.setReal(row, i, *value);
              });
    return table;
}

/** Rows of no packets stand for links whose packets were not counted by size. */
DataTable withoutEmptyPackets(const DataTable &table) {
    DataTable kept = makeTable("communication_packets");
    const int count = table.column("count");
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        if (table.integer(row, count) == 0) continue;
        const int64_t to = kept.addRow();
        for (int i = 0; i < table.columnCount(); ++i) {
            const ColumnType type = table.columns()[size_t(i)].type;
            if (type == ColumnType::Text) kept.setText(to, i, table.text(row, i));
            if (type == ColumnType::Integer) kept.setInteger(to, i, table.integer(row, i));
            if (type == ColumnType::Real) kept.setReal(to, i, table.real(row, i));
        }
    }
    return kept;
}

} // namespace

void readTables(DatabaseRead &read) {
    for (const TableDefinition &definition : definitions()) {
        DataTable table = TableReader(read, definition).run();
        if (table.name() == "memory_record") addDeviceMemory(read, table);
        if (table.name() == "communication_packets") table = withoutEmptyPackets(table);
        read.addTable(std::move(table));
    }
    read.addTable(bandwidthTable(read));
}

} // namespace ascend_profiler
} // namespace jitscope
