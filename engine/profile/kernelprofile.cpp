// SPDX-License-Identifier: Apache-2.0
// From the tables of operator tuning to records. Tables may come from a file that somebody else wrote: columns may be
// missing or of another type.
#include "engine/profile/kernelprofile.h"

#include "engine/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

namespace jitscope::inline profile {

namespace {

/** Operations of one read of L0B: a tile of 16 x 16 times one of 16 x 16, multiply and add. */
constexpr double operationsPerCubeRead = 2.0 * 16 * 16 * 16;

/** Cells by the names of columns, whatever their type. */
class Rows {
public:
    Rows(const Profile &profile, const char *table)
        : m_table(profile.table(table)) {}
    int64_t count() const { return m_table == nullptr ? 0 : m_table->rowCount(); }
    std::string text(int64_t row, const char *column) const {
        const int at = m_table->column(column);
        return at < 0 ? std::string() : m_table->cell(row, at);
    }
    double real(int64_t row, const char *column) const { return m_table->number(row, m_table->column(column)); }
    int64_t integer(int64_t row, const char *column) const { return m_table->whole(row, m_table->column(column)); }

private:
    const DataTable *m_table;
};

/** Sums of counts that may be missing and must not overflow. */
int64_t added(int64_t a, int64_t b) {
    if (b == missingInteger) return a;
    if (a == missingInteger) return b;
    int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<int64_t>::max() : sum;
}

double addedReal(double a, double b) {
    if (std::isnan(b)) return a;
    return std::isnan(a) ? b : a + b;
}

double largest(double a, double b) {
    if (std::isnan(b)) return a;
    return std::isnan(a) ? b : std::max(a, b);
}

uint64_t addressOf(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    uint64_t address = 0;
    std::from_chars(text.data(), text.data() + text.size(), address, 16);
    return address;
}

std::vector<AddressRange> rangesOf(const std::string &text) {
    std::vector<AddressRange> ranges;
    if (text.empty()) return ranges;
    for (const std::string &piece : split(text, ',')) {
        const size_t dash = piece.find('-');
        if (dash == std::string::npos) continue;
        const uint64_t first = addressOf(std::string_view(piece).substr(0, dash));
        ranges.emplace_back(first, std::max(first, addressOf(std::string_view(piece).substr(dash + 1))));
    }
    return ranges;
}

void readBase(KernelProfile &kernel, const Profile &profile) {
    const Rows base(profile, "op_basic_info");
    if (base.count() == 0) return;
    kernel.name = base.text(0, "name");
    kernel.type = base.text(0, "type");
    kernel.soc = base.text(0, "soc");
    kernel.durationNs = base.integer(0, "duration");
    kernel.blocks = base.integer(0, "blocks");
    kernel.mixBlocks = base.integer(0, "mix_blocks");
    kernel.device = base.integer(0, "device");
    kernel.pid = base.integer(0, "pid");
    kernel.currentMHz = base.real(0, "current_freq");
    kernel.ratedMHz = base.real(0, "rated_freq");
}

void readCores(KernelProfile &kernel, const Profile &profile) {
    const Rows cores(profile, "op_cores");
    for (int64_t row = 0; row < cores.count(); ++row)
        kernel.cores.push_back({cores.integer(row, "core"), cores.text(row, "part"), cores.integer(row, "duration"),
                                cores.integer(row, "cycles"), cores.integer(row, "bytes"),
                                cores.real(row, "l2_hit_rate")});
    std::stable_sort(kernel.cores.begin(), kernel.cores.end(), [](const CoreLoad &a, const CoreLoad &b) {
        return std::pair(a.core, a.part) < std::pair(b.core, b.part);
    });
}

void readLoads(KernelProfile &kernel, const Profile &profile) {
    const Rows loads(profile, "op_compute_load");
    for (int64_t row = 0; row < loads.count(); ++row)
        kernel.loads.push_back({loads.integer(row, "core"), loads.text(row, "part"), loads.text(row, "name"),
                                loads.text(row, "unit"), loads.real(row, "value"), loads.real(row, "cycles")});
    const Rows caches(profile, "op_caches");
    for (int64_t row = 0; row < caches.count(); ++row)
        kernel.caches.push_back({caches.integer(row, "core"), caches.text(row, "cache"), caches.integer(row, "hit"),
                                 caches.integer(row, "miss"), caches.real(row, "hit_rate")});
}

void readRooflines(KernelProfile &kernel, const Profile &profile) {
    const Rows roofs(profile, "op_roofline");
    for (int64_t row = 0; row < roofs.count(); ++row) {
        RooflinePoint point{roofs.text(row, "group"),        roofs.text(row, "bandwidth_name"),
                            roofs.text(row, "compute_name"), roofs.real(row, "bandwidth"),
                            roofs.real(row, "compute"),      roofs.real(row, "intensity"),
                            roofs.real(row, "performance"),  "msprof op"};
        const bool isWhole = point.bandwidthTBs > 0 && point.computeTops > 0 && point.intensity > 0 &&
                             point.performanceTops > 0 && std::isfinite(point.intensity * point.bandwidthTBs);
        if (isWhole) kernel.rooflines.push_back(std::move(point));
    }
}

double cubeOperationsOf(const Profile &profile) {
    const Rows edges(profile, "op_memory_graph");
    double operations = 0;
    for (int64_t row = 0; row < edges.count(); ++row) {
        const int64_t requests = edges.integer(row, "requests");
        if (edges.text(row, "from") == "L0B" && edges.text(row, "to") == "Cube" && requests > 0)
            operations += double(requests) * operationsPerCubeRead;
    }
    return operations;
}

/** Where an edge stands in the order in which data flows: by its ends. */
int orderOf(const std::string &unit) {
    static const std::vector<std::string> units = {"GM",   "L2",     "L1",      "L0A", "L0B",    "Cube", "L0C",
                                                   "FIXP", "DCache", "DCache1", "UB",  "Vector", "UB1",  "Vector1"};
    return int(std::find(units.begin(), units.end(), unit) - units.begin());
}

/** Figures of a row of hot lines or spots. */
template<class Spot> void addFigures(Spot &spot, const Rows &rows, int64_t row) {
    spot.cycles = added(spot.cycles, rows.integer(row, "cycles"));
    spot.calls = added(spot.calls, rows.integer(row, "calls"));
    if (const int64_t bytes = rows.integer(row, "bytes"); bytes >= 0) spot.bytes = added(spot.bytes, bytes);
    spot.timeNs = added(spot.timeNs, rows.integer(row, "time"));
    spot.l2HitRate = largest(spot.l2HitRate, rows.real(row, "l2_hit_rate"));
}

} // namespace

double RooflinePoint::attainableTops() const {
    return std::min(computeTops, intensity * bandwidthTBs);
}

bool RooflinePoint::isMemoryBound() const {
    return intensity * bandwidthTBs < computeTops;
}

bool isKernelProfile(const Profile &profile) {
    return std::any_of(profile.tables.begin(), profile.tables.end(), [](const DataTable &table) {
        const auto &schemas = kernelTableSchemas();
        return table.rowCount() > 0 && std::any_of(schemas.begin(), schemas.end(), [&](const TableSchema &schema) {
                   return table.name() == schema.name;
               });
    });
}

KernelProfile kernelProfile(const Profile &profile) {
    KernelProfile kernel;
    readBase(kernel, profile);
    readCores(kernel, profile);
    readLoads(kernel, profile);
    readRooflines(kernel, profile);
    kernel.cubeOperations = cubeOperationsOf(profile);
    const Rows advice(profile, "op_advice");
    for (int64_t row = 0; row < advice.count(); ++row) {
        const std::pair remark(advice.text(row, "subject"), advice.text(row, "text"));
        if (std::find(kernel.advice.begin(), kernel.advice.end(), remark) == kernel.advice.end() &&
            kernel.advice.size() < 200)
            kernel.advice.push_back(remark);
    }
    return kernel;
}

std::vector<int64_t> memoryCores(const Profile &profile) {
    const Rows edges(profile, "op_memory_graph");
    std::set<int64_t> cores;
    for (int64_t row = 0; row < edges.count(); ++row)
        cores.insert(edges.integer(row, "core"));
    return {cores.begin(), cores.end()};
}

std::vector<MemoryEdge> memoryEdges(const Profile &profile, std::optional<int64_t> core) {
    const Rows rows(profile, "op_memory_graph");
    std::map<std::pair<std::string, std::string>, MemoryEdge> edges;
    for (int64_t row = 0; row < rows.count(); ++row) {
        if (core && rows.integer(row, "core") != *core) continue;
        const std::string from = rows.text(row, "from"), to = rows.text(row, "to");
        MemoryEdge &edge = edges[{from, to}];
        edge.from = from;
        edge.to = to;
        edge.requests = added(edge.requests, rows.integer(row, "requests"));
        edge.bytes = added(edge.bytes, rows.integer(row, "bytes"));
        edge.bandwidth = addedReal(edge.bandwidth, rows.real(row, "bandwidth"));
        edge.peakRatio = largest(edge.peakRatio, rows.real(row, "peak_ratio"));
    }
    std::vector<MemoryEdge> result;
    for (auto &[ends, edge] : edges)
        result.push_back(std::move(edge));
    std::stable_sort(result.begin(), result.end(), [](const MemoryEdge &a, const MemoryEdge &b) {
        return std::pair(orderOf(a.from), orderOf(a.to)) < std::pair(orderOf(b.from), orderOf(b.to));
    });
    return result;
}

std::vector<std::string> hotCores(const Profile &profile) {
    std::vector<std::string> cores;
    for (const char *name : {"op_hot_spots", "op_hot_lines"}) {
        const DataTable *table = profile.table(name);
        const int column = table == nullptr ? -1 : table->column("core");
        if (column < 0 || table->columns()[size_t(column)].type != ColumnType::Text) continue;
        for (const std::string &core : table->columns()[size_t(column)].pool.all())
            if (!core.empty() && std::find(cores.begin(), cores.end(), core) == cores.end() && cores.size() < 1000)
                cores.push_back(core);
    }
    std::sort(cores.begin(), cores.end());
    return cores;
}

std::vector<HotLine> hotLines(const Profile &profile, const std::string &core) {
    const Rows rows(profile, "op_hot_lines");
    std::map<std::pair<std::string, int64_t>, HotLine> lines;
    for (int64_t row = 0; row < rows.count(); ++row) {
        if (!core.empty() && rows.text(row, "core") != core) continue;
        const std::string file = rows.text(row, "file");
        HotLine &line = lines[{file, rows.integer(row, "line")}];
        if (line.addresses.empty()) line.addresses = rangesOf(rows.text(row, "addresses"));
        line.file = file;
        line.line = rows.integer(row, "line");
        addFigures(line, rows, row);
    }
    std::vector<HotLine> result;
    for (auto &[place, line] : lines)
        result.push_back(std::move(line));
    std::stable_sort(result.begin(), result.end(), [](const HotLine &a, const HotLine &b) {
        return std::pair(a.cycles, a.calls) > std::pair(b.cycles, b.calls);
    });
    return result;
}

std::vector<HotSpot> hotSpots(const Profile &profile, const std::string &core) {
    const Rows rows(profile, "op_hot_spots");
    std::map<std::tuple<uint64_t, std::string, std::string>, HotSpot> spots;
    for (int64_t row = 0; row < rows.count(); ++row) {
        if (!core.empty() && rows.text(row, "core") != core) continue;
        const std::string address = rows.text(row, "address"), pipe = rows.text(row, "pipe");
        HotSpot &spot = spots[{addressOf(address), address, pipe}];
        if (spot.addressText.empty()) {
            spot.address = addressOf(address);
            spot.addressText = address;
            spot.pipe = pipe;
            spot.instruction = rows.text(row, "instruction");
            spot.code = rows.text(row, "code");
        }
        addFigures(spot, rows, row);
    }
    std::vector<HotSpot> result;
    for (auto &[place, spot] : spots)
        result.push_back(std::move(spot));
    return result;
}

bool belongs(const HotSpot &spot, const HotLine &line) {
    if (!line.addresses.empty())
        return std::any_of(line.addresses.begin(), line.addresses.end(), [&](const AddressRange &range) {
            return spot.address >= range.first && spot.address <= range.second;
        });
    return line.line != missingInteger && spot.code == line.file + ":" + std::to_string(line.line);
}

std::vector<CoreSpread> coreSpreads(const KernelProfile &kernel) {
    std::vector<CoreSpread> spreads;
    for (const char *kind : {"cube", "vector"}) {
        CoreSpread spread{kind};
        const auto isOf = [&](const CoreLoad &core) { return core.part.starts_with(kind); };
        spread.areCycles = std::any_of(kernel.cores.begin(), kernel.cores.end(), [&](const CoreLoad &core) {
            return isOf(core) && core.cycles != missingInteger;
        });
        double sum = 0;
        for (size_t i = 0; i < kernel.cores.size(); ++i) {
            const int64_t figure = spread.areCycles ? kernel.cores[i].cycles : kernel.cores[i].durationNs;
            if (!isOf(kernel.cores[i]) || figure == missingInteger) continue;
            sum += double(figure);
            if (spread.parts == 0 || double(figure) < spread.least) spread.least = double(figure);
            if (spread.parts == 0 || double(figure) > spread.most) {
                spread.most = double(figure);
                spread.slowest = i;
            }
            ++spread.parts;
        }
        if (spread.parts == 0) continue;
        spread.mean = sum / spread.parts;
        spreads.push_back(spread);
    }
    return spreads;
}

std::optional<RooflinePoint> measuredRoofline(const Profile &profile, const DevicePeaks &peaks) {
    const KernelProfile kernel = kernelProfile(profile);
    double bytes = 0;
    for (const MemoryEdge &edge : memoryEdges(profile, std::nullopt))
        if ((edge.from == "GM" || edge.to == "GM") && edge.bytes > 0) bytes += double(edge.bytes);
    const bool isCounted = bytes > 0 && kernel.cubeOperations > 0 && kernel.durationNs > 0;
    if (!isCounted || peaks.cubeTops <= 0 || peaks.memoryTBs <= 0) return std::nullopt;
    return RooflinePoint{"Global memory",
                         "GM read + write",
                         "cube, 16-bit",
                         peaks.memoryTBs,
                         peaks.cubeTops,
                         kernel.cubeOperations / bytes,
                         kernel.cubeOperations / double(kernel.durationNs) / 1000,
                         peaks.source};
}

} // namespace jitscope::inline profile
