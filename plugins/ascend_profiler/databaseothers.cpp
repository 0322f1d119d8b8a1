// SPDX-License-Identifier: Apache-2.0
// Tables that have no place among the ones that analyses know: allocations that GE made, and what is shown as it is.
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** Tables that other parts read, that only serve them, or that a viewer put there. */
constexpr std::array<std::string_view, 63> knownTables = {"STRING_IDS",
                                                          "SESSION_TIME_INFO",
                                                          "NPU_INFO",
                                                          "RANK_DEVICE_MAP",
                                                          "HOST_INFO",
                                                          "META_DATA",
                                                          "TASK",
                                                          "COMPUTE_TASK_INFO",
                                                          "CANN_API",
                                                          "TASK_PMU_INFO",
                                                          "MSTX_EVENTS",
                                                          "MEMCPY_INFO",
                                                          "NPU_MEM",
                                                          "NPU_MODULE_MEM",
                                                          "NPU_OP_MEM",
                                                          "HBM",
                                                          "DDR",
                                                          "LLC",
                                                          "HCCS",
                                                          "PCIE",
                                                          "NIC",
                                                          "ROCE",
                                                          "NETDEV_STATS",
                                                          "ACC_PMU",
                                                          "SOC_BANDWIDTH_LEVEL",
                                                          "AICORE_FREQ",
                                                          "QOS",
                                                          "SIO",
                                                          "UB",
                                                          "CCU",
                                                          "DPU_TASK",
                                                          "CPU_USAGE",
                                                          "HOST_MEM_USAGE",
                                                          "HOST_DISK_USAGE",
                                                          "HOST_NETWORK_USAGE",
                                                          "OSRT_API",
                                                          "OVERLAP_ANALYSIS",
                                                          "PYTORCH_API",
                                                          "CONNECTION_IDS",
                                                          "PYTORCH_CALLCHAINS",
                                                          "MEMORY_RECORD",
                                                          "OP_MEMORY",
                                                          "STEP_TIME",
                                                          "GC_RECORD",
                                                          "CommAnalyzerTime",
                                                          "CommAnalyzerMatrix",
                                                          "CommAnalyzerBandwidth",
                                                          "StepTraceTime",
                                                          "COMMUNICATION_OP",
                                                          "COMMUNICATION_TASK_INFO",
                                                          "COMMUNICATION_SCHEDULE_TASK_INFO",
                                                          "SAMPLE_PMU_TIMELINE",
                                                          "ENUM_API_TYPE",
                                                          "ENUM_MODULE",
                                                          "ENUM_HCCL_DATA_TYPE",
                                                          "ENUM_HCCL_LINK_TYPE",
                                                          "ENUM_HCCL_TRANSPORT_TYPE",
                                                          "ENUM_HCCL_RDMA_TYPE",
                                                          "ENUM_MSTX_EVENT_TYPE",
                                                          "ENUM_MEMCPY_OPERATION",
                                                          "ENUM_OVERLAP_ANALYSIS_TYPE",
                                                          "status_info",
                                                          "connectionCats"};

bool isKnown(const std::string &table) {
    return std::find(knownTables.begin(), knownTables.end(), table) != knownTables.end();
}

/** The narrowest type that holds every value of each column. */
std::vector<ColumnType> columnTypes(DatabaseRead &read, const SqliteTable &table) {
    std::vector<ColumnType> types(table.columns.size(), ColumnType::Integer);
    read.each(table.name.c_str(), table.columns, [&](const SqliteRows &rows) {
        for (size_t i = 0; i < types.size(); ++i) {
            if (rows.isNull(int(i)) || types[i] == ColumnType::Text) continue;
            if (rows.isText(int(i)) || !rows.real(int(i)))
                types[i] = ColumnType::Text;
            else if (!rows.integer(int(i)))
                types[i] = ColumnType::Real;
        }
    });
    return types;
}

void copyTable(DatabaseRead &read, const SqliteTable &table) {
    const std::vector<ColumnType> types = columnTypes(read, table);
    DataTable copy(table.name);
    std::vector<int> columns;
    for (size_t i = 0; i < types.size(); ++i)
        columns.push_back(copy.addColumn(table.columns[i], types[i]));
    read.each(table.name.c_str(), table.columns, [&](const SqliteRows &rows) {
        const int64_t row = copy.addRow();
        read.charge(8 * copy.columnCount());
        for (size_t i = 0; i < types.size(); ++i) {
            if (rows.isNull(int(i))) continue;
            if (types[i] == ColumnType::Text) {
                const std::string_view text = rows.text(int(i));
                copy.setText(row, columns[i], text);
                read.charge(int64_t(text.size()));
            } else if (types[i] == ColumnType::Integer) {
                copy.setInteger(row, columns[i], rows.integer(int(i)).value_or(missingInteger));
            } else if (const auto value = rows.real(int(i))) {
                copy.setReal(row, columns[i], *value);
            }
        }
    });
    read.addTable(std::move(copy));
}

/** One allocation of GE till its release. */
struct Allocation {
    int64_t row = -1, timeNs = 0;
};

/** Without OP_MEMORY, the allocations and releases of GE (NPU_OP_MEM) are put together to the same table. */
class AllocationTable {
public:
    explicit AllocationTable(DatabaseRead &read)
        : m_read(read) {}

    void take(const SqliteRows &rows) {
        const auto time = m_read.time("NPU_OP_MEM", rows, 0);
        const auto size = rows.integer(2);
        if (!time) return;
        if (!size || *size == INT64_MIN) return m_read.skip("NPU_OP_MEM", rows, "an allocation has no size");
        const std::string kind = kindOf(rows);
        const std::array<int64_t, 3> key = {rows.integer(1).value_or(-1), rows.integer(4).value_or(-1),
                                            rows.integer(6).value_or(-1)};
        if (kind == "release" || (kind != "allocate" && *size < 0))
            release(rows, key, *time, *size);
        else
            allocate(rows, key, *time, *size);
    }

    DataTable finish() { return std::move(m_table); }

private:
    /** Some producers write the kind as a string id, others as a number of ENUM_MEMORY; where it says neither, only the
     *  sign of the size tells. */
    std::string kindOf(const SqliteRows &rows) {
        const auto id = rows.integer(3);
        if (m_read.has("ENUM_MEMORY")) return m_read.enumName("ENUM_MEMORY", id);
        return m_read.string(id);
    }

    int64_t addRow(const SqliteRows &rows, int64_t size) {
        const int64_t row = m_table.addRow();
        m_read.charge(8 * m_table.columnCount() + 64);
        const TextId name = m_read.name("NPU_OP_MEM", rows, 1);
        m_table.setText(row, m_table.column("name"), m_read.trace.texts().text(name));
        m_table.setInteger(row, m_table.column("size"), size);
        if (const auto device = rows.integer(6); device && *device >= 0)
            m_table.setText(row, m_table.column("device_type"), format("NPU:%lld", (long long)*device));
        return row;
    }

    void setTotals(int64_t row, const char *allocated, const char *reserved, const SqliteRows &rows) {
        if (const auto value = rows.integer(5)) m_table.setInteger(row, m_table.column(allocated), *value);
        if (const auto value = rows.integer(7)) m_table.setInteger(row, m_table.column(reserved), *value);
    }

    void allocate(const SqliteRows &rows, const std::array<int64_t, 3> &key, int64_t time, int64_t size) {
        const int64_t row = addRow(rows, size);
        m_table.setInteger(row, m_table.column("allocation_time"), time);
        setTotals(row, "allocation_allocated", "allocation_reserved", rows);
        m_open[key] = {row, time};
    }

    void release(const SqliteRows &rows, const std::array<int64_t, 3> &key, int64_t time, int64_t size) {
        const auto open = m_open.find(key);
        const bool isKnown = open != m_open.end() && open->second.timeNs <= time;
        const int64_t row = isKnown ? open->second.row : addRow(rows, -std::abs(size));
        m_table.setInteger(row, m_table.column("release_time"), time);
        setTotals(row, "release_allocated", "release_reserved", rows);
        if (!isKnown) return;
        m_table.setInteger(row, m_table.column("duration"), time - open->second.timeNs);
        m_open.erase(open);
    }

    DatabaseRead &m_read;
    DataTable m_table = makeTable("operator_memory");
    std::map<std::array<int64_t, 3>, Allocation> m_open; ///< by name, address and device
};

/** The totals that GE had with each allocation. */
DataTable allocatorRecords(DatabaseRead &read) {
    DataTable table = makeTable("memory_record");
    const int component = table.column("component"), time = table.column("time"), allocated = table.column("allocated"),
              reserved = table.column("reserved"), device = table.column("device_type");
    read.each("NPU_OP_MEM", {"timestampNs", "component", "totalAllocate", "totalReserve", "deviceId"},
              [&](const SqliteRows &rows) {
                  const auto at = read.time("NPU_OP_MEM", rows, 0);
                  if (!at) return;
                  const int64_t row = table.addRow();
                  read.charge(8 * table.columnCount());
                  table.setText(row, component, read.string(rows.integer(1)));
                  table.setInteger(row, time, *at);
                  if (const auto value = rows.integer(2)) table.setInteger(row, allocated, *value);
                  if (const auto value = rows.integer(3)) table.setInteger(row, reserved, *value);
                  if (const auto value = rows.integer(4); value && *value >= 0)
                      table.setText(row, device, format("NPU:%lld", (long long)*value));
              });
    return table;
}

void readAllocations(DatabaseRead &read) {
    if (!read.has("NPU_OP_MEM")) return;
    if (!read.has("OP_MEMORY")) {
        AllocationTable allocations(read);
        read.each("NPU_OP_MEM",
                  {"timestampNs", "operatorName", "size", "type", "addr", "totalAllocate", "deviceId", "totalReserve"},
                  [&](const SqliteRows &rows) { allocations.take(rows); });
        read.addTable(allocations.finish());
    }
    if (!read.has("MEMORY_RECORD")) read.addTable(allocatorRecords(read));
}

} // namespace

void readOtherTables(DatabaseRead &read) {
    readAllocations(read);
    for (const SqliteTable &table : read.reader().tables()) {
        if (isKnown(table.name) || table.name.starts_with("ENUM_") || table.name.starts_with('_')) continue;
        copyTable(read, table);
    }
}

} // namespace ascend_profiler
} // namespace jitscope
