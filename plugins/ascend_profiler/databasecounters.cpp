// SPDX-License-Identifier: Apache-2.0
// Counters: each table with the names and units that the text export gives its numbers.
#include "plugins/ascend_profiler/databaseparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

constexpr double mega = 1.0 / (1024 * 1024), kilo = 1.0 / 1024;

/** One counter of a table. In `name` stands "{column}" for the value of a column in the row, "{column^}" for the text
    of its string id with a capital letter first. */
struct Series {
    const char *name, *unit;
    const char *column; ///< "a+b" for a sum
    double scale = 1;
};

struct CounterTable {
    const char *table, *process;
    const char *time, *device; ///< "" for the host
    std::vector<Series> series;
};

const std::vector<CounterTable> &counterTables() {
    static const std::vector<CounterTable> tables = {
        {"AICORE_FREQ", "AI Core Freq", "timestampNs", "deviceId", {{"AI Core Freq", "MHz", "freq"}}},
        {"HBM", "HBM", "timestampNs", "deviceId", {{"HBM {hbmId}/{type^}", "{type^}(MB/s)", "bandwidth", mega}}},
        {"DDR",
         "DDR",
         "timestampNs",
         "deviceId",
         {{"DDR/Read", "Read(MB/s)", "read", mega}, {"DDR/Write", "Write(MB/s)", "write", mega}}},
        {"LLC",
         "LLC",
         "timestampNs",
         "deviceId",
         {{"LLC {llcId} {mode^}/Hit Rate", "Hit Rate(%)", "hitRate", 0.01},
          {"LLC {llcId} {mode^}/Throughput", "Throughput(MB/s)", "throughput", mega}}},
        {"NPU_MEM",
         "NPU MEM",
         "timestampNs",
         "deviceId",
         {{"{type^}/DDR", "KB", "ddr", kilo},
          {"{type^}/HBM", "KB", "hbm", kilo},
          {"{type^}/Memory", "KB", "ddr+hbm", kilo}}},
        {"ACC_PMU",
         "Acc PMU",
         "timestampNs",
         "deviceId",
         {{"read_bandwidth", "value", "readBwLevel"},
          {"read_ost", "value", "readOstLevel"},
          {"write_bandwidth", "value", "writeBwLevel"},
          {"write_ost", "value", "writeOstLevel"}}},
        {"SOC_BANDWIDTH_LEVEL",
         "Stars Soc Info",
         "timestampNs",
         "deviceId",
         {{"L2 Buffer Bw Level", "L2 Buffer Bw Level", "l2BufferBwLevel"},
          {"Mata Bw Level", "Mata Bw Level", "mataBwLevel"}}},
        {"QOS", "QoS", "timestampNs", "deviceId", {{"{eventName^}", "value", "bandwidth", mega}}},
        {"HCCS",
         "HCCS",
         "timestampNs",
         "deviceId",
         {{"Rx", "Rx(MB/s)", "rxThroughput", mega}, {"Tx", "Tx(MB/s)", "txThroughput", mega}}},
        {"PCIE",
         "PCIe",
         "timestampNs",
         "deviceId",
         {{"PCIe_cpl", "Tx", "txCplAvg", mega},
          {"PCIe_cpl", "Rx", "rxCplAvg", mega},
          {"PCIe_nonpost", "Tx", "txNonpostAvg", mega},
          {"PCIe_nonpost", "Rx", "rxNonpostAvg", mega},
          {"PCIe_nonpost_latency", "Tx", "txNonpostLatencyAvg", 1e-3},
          {"PCIe_post", "Tx", "txPostAvg", mega},
          {"PCIe_post", "Rx", "rxPostAvg", mega}}},
        {"NIC",
         "NIC",
         "timestampNs",
         "deviceId",
         {{"Port {funcId}/Rx", "Rx Packets", "rxPacketRate"},
          {"Port {funcId}/Rx", "Rx(MB/s)", "rxByteRate", mega},
          {"Port {funcId}/Tx", "Tx Packets", "txPacketRate"},
          {"Port {funcId}/Tx", "Tx(MB/s)", "txByteRate", mega}}},
        {"ROCE",
         "RoCE",
         "timestampNs",
         "deviceId",
         {{"Port {funcId}/Rx", "Rx Packets", "rxPacketRate"},
          {"Port {funcId}/Rx", "Rx(MB/s)", "rxByteRate", mega},
          {"Port {funcId}/Tx", "Tx Packets", "txPacketRate"},
          {"Port {funcId}/Tx", "Tx(MB/s)", "txByteRate", mega}}},
        {"NETDEV_STATS",
         "Network Devices",
         "timestampNs",
         "deviceId",
         {{"MAC/Rx", "Rx(MB/s)", "macRxBandwidth", mega},
          {"MAC/Tx", "Tx(MB/s)", "macTxBandwidth", mega},
          {"NIC/Rx", "Rx(MB/s)", "nicRxBandwidth", mega},
          {"NIC/Tx", "Tx(MB/s)", "nicTxBandwidth", mega},
          {"RoCE/Retries", "packets", "roceNewPktRty"}}},
        {"SIO",
         "SIO",
         "timestampNs",
         "deviceId",
         {{"req_rx", "{name^}", "rxReq", mega},
          {"rsp_rx", "{name^}", "rxRsp", mega},
          {"snp_rx", "{name^}", "rxSnp", mega},
          {"dat_rx", "{name^}", "rxDat", mega},
          {"req_tx", "{name^}", "txReq", mega},
          {"rsp_tx", "{name^}", "txRsp", mega},
          {"snp_tx", "{name^}", "txSnp", mega},
          {"dat_tx", "{name^}", "txDat", mega}}},
        {"UB",
         "UB",
         "timestampNs",
         "deviceId",
         {{"Port {portId}/Rx", "value", "rxUdmaBind"}, {"Port {portId}/Tx", "value", "txUdmaBind"}}},
        {"SAMPLE_PMU_TIMELINE",
         "AI Core Utilization",
         "timestampNs",
         "deviceId",
         {{"{coreType^} {coreId}", "utilization(%)", "usage"}, {"{coreType^} {coreId}/Freq", "MHz", "freq"}}},
        {"CPU_USAGE", "CPU Usage", "timestampNs", "", {{"CPU {cpuId}", "Usage(%)", "usage"}}},
        {"HOST_MEM_USAGE", "Memory Usage", "timestampNs", "", {{"Memory Usage", "Usage(%)", "usage"}}},
        {"HOST_DISK_USAGE", "Disk Usage", "timestampNs", "", {{"Disk Usage", "Usage(%)", "usage"}}},
        {"HOST_NETWORK_USAGE", "Network Usage", "timestampNs", "", {{"Network Usage", "Usage(%)", "usage"}}},
    };
    return tables;
}

/** Reads the counters of one table. */
class CounterReader {
public:
    CounterReader(DatabaseRead &read, const CounterTable &table)
        : m_read(read)
        , m_table(table) {
        m_columns = {table.time, table.device};
        for (const Series &series : table.series) {
            for (const std::string_view pattern : {series.name, series.unit})
                addPlaceholders(pattern);
            for (const std::string &part : split(series.column, '+'))
                addColumn(part);
        }
    }

    void run() {
        m_read.each(m_table.table, m_columns, [&](const SqliteRows &rows) { take(rows); });
        for (auto &[key, counter] : m_counters) {
            std::stable_sort(counter.samples.begin(), counter.samples.end(),
                             [](const CounterSample &a, const CounterSample &b) { return a.timeNs < b.timeNs; });
            m_read.addCounter(std::move(counter));
        }
    }

private:
    int addColumn(std::string_view name) {
        const auto known = std::find(m_columns.begin() + 2, m_columns.end(), name);
        if (known != m_columns.end()) return int(known - m_columns.begin());
        m_columns.emplace_back(name);
        return int(m_columns.size()) - 1;
    }

    void addPlaceholders(std::string_view pattern) {
        while (true) {
            const size_t open = pattern.find('{'), close = pattern.find('}');
            if (open == std::string_view::npos || close == std::string_view::npos) return;
            std::string_view name = pattern.substr(open + 1, close - open - 1);
            if (name.ends_with('^')) name.remove_suffix(1);
            addColumn(name);
            pattern.remove_prefix(close + 1);
        }
    }

    std::string filled(std::string_view pattern, const SqliteRows &rows) {
        std::string text;
        while (true) {
            const size_t open = pattern.find('{'), close = pattern.find('}');
            if (open == std::string_view::npos) return text + std::string(pattern);
            text += pattern.substr(0, open);
            std::string_view name = pattern.substr(open + 1, close - open - 1);
            const bool isString = name.ends_with('^');
            if (isString) name.remove_suffix(1);
            text += cell(addColumn(name), isString, rows);
            pattern.remove_prefix(close + 1);
        }
    }

    /** "app" is written "APP" and "read" "Read" in the text export. */
    std::string cell(int column, bool isString, const SqliteRows &rows) {
        if (!isString) return std::string(rows.text(column));
        std::string text = m_read.string(rows.integer(column));
        if (text.empty()) text = std::string(rows.text(column));
        if (text == "app") return "APP";
        if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
        return text;
    }

    void take(const SqliteRows &rows) {
        const auto time = m_read.time(m_table.table, rows, 0);
        if (!time) return;
        const int device =
            *m_table.device == 0 ? -1 : int(std::clamp<int64_t>(rows.integer(1).value_or(-1), -1, 65535));
        for (const Series &series : m_table.series)
            if (const auto value = valueOf(series, rows)) add(series, device, *time, *value, rows);
    }

    std::optional<double> valueOf(const Series &series, const SqliteRows &rows) {
        double sum = 0;
        for (const std::string &part : split(series.column, '+')) {
            const int column = addColumn(part);
            if (rows.isNull(column)) return std::nullopt; // a release that does not have this column
            const auto value = rows.real(column);
            if (!value) {
                m_read.skip(m_table.table, rows, "a sample is no number");
                return std::nullopt;
            }
            sum += *value;
        }
        return sum * series.scale;
    }

    void add(const Series &series, int device, int64_t time, double value, const SqliteRows &rows) {
        const std::string name = filled(series.name, rows), unit = filled(series.unit, rows);
        if (m_counters.size() >= mostCounters && !m_counters.contains({device, name, unit}))
            return m_read.skip(m_table.table, rows, "there are more counters than can be told apart");
        Counter &counter = m_counters[{device, name, unit}];
        if (!counter.track.valid()) counter = {m_read.counterLane(m_table.process, name, device), name, unit, {}};
        counter.samples.push_back({time, value});
        m_read.charge(int64_t(sizeof(CounterSample)));
    }

    static constexpr size_t mostCounters = 2000;
    DatabaseRead &m_read;
    const CounterTable &m_table;
    std::vector<std::string> m_columns;
    std::map<std::tuple<int, std::string, std::string>, Counter> m_counters;
};

} // namespace

void readCounters(DatabaseRead &read) {
    for (const CounterTable &table : counterTables())
        CounterReader(read, table).run();
}

} // namespace ascend_profiler
} // namespace jitscope
