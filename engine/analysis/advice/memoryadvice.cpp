// SPDX-License-Identifier: Apache-2.0
// Advice that the tables of memory, host calls and transfers give.
#include "engine/analysis/advice/advicerules.h"

#include "engine/base/sizes.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace jitscope::inline analysis {

namespace {

struct Peak {
    int64_t bytes = -1, row = -1;
    void take(int64_t value, int64_t at) {
        if (value == missingInteger || value <= bytes) return;
        bytes = value;
        row = at;
    }
};

/** The allocator's own records: not those of the whole program ("APP"), which fill in the reserved memory alone. */
std::pair<Peak, Peak> peaksOf(const DataTable &table) {
    std::pair<Peak, Peak> peaks; // allocated, reserved
    const int component = table.column("component"), allocated = table.column("allocated"),
              reserved = table.column("reserved");
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, component) == "APP" || table.text(row, component) == "WORKSPACE") continue;
        peaks.first.take(table.integer(row, allocated), row);
        peaks.second.take(table.integer(row, reserved), row);
    }
    return peaks;
}

std::optional<Measured> fragmented(const AdviceInput &input, double threshold) {
    const DataTable &table = *input.profile->table("memory_record");
    const auto [allocated, reserved] = peaksOf(table);
    if (allocated.bytes <= 0 || reserved.bytes <= 0) return std::nullopt;
    constexpr int64_t smallest = int64_t(1) << 30;
    Measured measured;
    measured.value = 100 * shareOf(reserved.bytes - allocated.bytes, reserved.bytes);
    if (measured.value < threshold || reserved.bytes - allocated.bytes < smallest) return std::nullopt;
    measured.arguments = {memorySize(reserved.bytes), memorySize(allocated.bytes), percentText(measured.value / 100)};
    measured.table = "memory_record";
    measured.rows = {reserved.row};
    return measured;
}

/** Sizes in which such devices are sold; what is reserved is held against the next above. */
std::optional<Measured> nearLimit(const AdviceInput &input, double threshold) {
    const DataTable &table = *input.profile->table("memory_record");
    const auto reserved = peaksOf(table).second;
    if (reserved.bytes <= 0) return std::nullopt;
    constexpr int64_t sizes[] = {int64_t(32) << 30, int64_t(64) << 30};
    const auto size =
        std::find_if(std::begin(sizes), std::end(sizes), [&](int64_t each) { return reserved.bytes <= each; });
    if (size == std::end(sizes)) return std::nullopt;
    Measured measured;
    measured.value = 100 * shareOf(reserved.bytes, *size);
    if (measured.value < threshold) return std::nullopt;
    measured.arguments = {memorySize(reserved.bytes), memorySize(*size), percentText(measured.value / 100)};
    measured.table = "memory_record";
    measured.rows = {reserved.row};
    return measured;
}

std::optional<Measured> compileCalls(const AdviceInput &input, double threshold) {
    const DataTable &table = *input.profile->table("api_statistic");
    const int name = table.column("name"), count = table.column("count"), total = table.column("total");
    Measured measured;
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        if (hostRole(table.text(row, name)) != HostRole::Compile) continue;
        if (double(table.integer(row, count)) <= measured.value) continue;
        measured.value = double(table.integer(row, count));
        measured.gainNs = std::max<int64_t>(table.integer(row, total), 0);
        measured.rows = {row};
    }
    if (measured.rows.empty() || measured.value < threshold) return std::nullopt;
    measured.table = "api_statistic";
    measured.arguments = {format("%.0f", measured.value), table.text(measured.rows.front(), name),
                          humanTime(measured.gainNs)};
    return measured;
}

/** Below this a transfer is mostly latency. */
constexpr double smallBytes = 1e6;

constexpr const char *packetsNotRecorded = "sizes of packets are not recorded, and no large packet ratio is filled in";

/** Columns that say which run of which operator a row of the tables of communication is about. */
using OperatorKey = std::tuple<std::string, std::string, std::string>;
OperatorKey operatorOf(const DataTable &table, int64_t row) {
    return {table.text(row, table.column("step")), table.text(row, table.column("group")),
            table.text(row, table.column("name"))};
}

bool isOnLink(const DataTable &table, int64_t row) {
    const std::string &link = table.text(row, table.column("transport"));
    return (link == "HCCS" || link == "RDMA") && !table.text(row, table.column("name")).starts_with("Total Op Info");
}

struct PacketTimes {
    int64_t allNs = 0, smallNs = 0; ///< summed over links
};

/** By the sizes of the packets; empty where they are not recorded. */
std::map<OperatorKey, PacketTimes> packetTimes(const Profile &profile) {
    std::map<OperatorKey, PacketTimes> times;
    const DataTable *packets = profile.table("communication_packets");
    if (packets == nullptr) return times;
    const int size = packets->column("package_size"), total = packets->column("total");
    for (int64_t row = 0; row < packets->rowCount(); ++row) {
        const double bytes = packets->real(row, size);
        const int64_t ns = packets->integer(row, total);
        if (!isOnLink(*packets, row) || std::isnan(bytes) || ns == missingInteger || ns < 0) continue;
        PacketTimes &of = times[operatorOf(*packets, row)];
        of.allNs += ns;
        if (bytes < smallBytes) of.smallNs += ns;
    }
    return times;
}

/** By the producer's ratio. One that is 0 for every operator was not filled in. */
std::map<OperatorKey, PacketTimes> ratioTimes(const DataTable &table) {
    std::map<OperatorKey, PacketTimes> times;
    const int time = table.column("transit_time"), large = table.column("large_packet_ratio");
    bool isFilledIn = false;
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        const double ratio = table.real(row, large);
        const int64_t ns = table.integer(row, time);
        if (!isOnLink(table, row) || std::isnan(ratio) || ns == missingInteger || ns <= 0) continue;
        isFilledIn = isFilledIn || ratio > 0;
        PacketTimes &of = times[operatorOf(table, row)];
        of.allNs += ns;
        if (ratio < 0.5) of.smallNs += ns;
    }
    return isFilledIn ? times : std::map<OperatorKey, PacketTimes>();
}

std::map<OperatorKey, PacketTimes> linkTimes(const Profile &profile) {
    auto times = packetTimes(profile);
    return times.empty() ? ratioTimes(*profile.table("communication_bandwidth")) : times;
}

/** Links work beside each other: of an operator's own transit time (one plane's), the part of small packets. */
int64_t timeAtStake(const Profile &profile, const std::map<OperatorKey, PacketTimes> &times) {
    const DataTable *ops = profile.table("communication_ops");
    if (ops == nullptr) return 0;
    int64_t stake = 0;
    for (int64_t row = 0; row < ops->rowCount(); ++row) {
        const int64_t transit = ops->integer(row, ops->column("transit"));
        const auto found = times.find(operatorOf(*ops, row));
        if (found == times.end() || transit == missingInteger || transit <= 0) continue;
        stake += int64_t(double(transit) * shareOf(found->second.smallNs, found->second.allNs));
    }
    return stake;
}

std::optional<Measured> smallPackets(const AdviceInput &input, double threshold) {
    const DataTable &table = *input.profile->table("communication_bandwidth");
    const auto times = linkTimes(*input.profile);
    PacketTimes sum;
    for (const auto &[key, of] : times)
        sum.allNs += of.allNs, sum.smallNs += of.smallNs;
    Measured measured;
    measured.value = 100 * shareOf(sum.smallNs, sum.allNs);
    if (sum.smallNs == 0 || measured.value < threshold) return std::nullopt;
    measured.gainNs = timeAtStake(*input.profile, times);
    measured.table = "communication_bandwidth";
    for (int64_t row = 0; row < table.rowCount(); ++row)
        if (const auto found = times.find(operatorOf(table, row));
            isOnLink(table, row) && found != times.end() && found->second.smallNs > 0)
            measured.rows.push_back(row);
    measured.arguments = {percentText(measured.value / 100)};
    return measured;
}

/** Nothing to be told about where nothing moved over a link. */
Phrase lacksPackets(const AdviceInput &input) {
    const DataTable *table = input.profile ? input.profile->table("communication_bandwidth") : nullptr;
    if (table == nullptr || !linkTimes(*input.profile).empty()) return {};
    for (int64_t row = 0; row < table->rowCount(); ++row)
        if (const int64_t ns = table->integer(row, table->column("transit_time"));
            isOnLink(*table, row) && ns != missingInteger && ns > 0)
            return {packetsNotRecorded, {}};
    return {};
}

} // namespace

std::vector<AdviceRule> memoryAdvice() {
    static constexpr const char *own = "our own choice";
    return {
        {"fragmentation", "Reserved memory is not used",
         "At the peak %1 are reserved but never more than %2 in use: %3 of it lies idle in the allocator.",
         "Expandable segments, fewer sizes that come once, or clearing the cache between phases.", 30, "%", own,
         "memory_record", fragmented},
        {"memory_limit", "Memory is nearly full",
         "At the peak %1 are reserved; of a device with %2 (the next size) that is %3.",
         "Recompute activations, shard the optimizer's state, smaller batches.", 90, "%", own, "memory_record",
         nearLimit},
        {"compile_calls", "Repeated compiling", "%2 was called %1 times, %3 in all (sums of the whole run).",
         "Fixed shapes need no compiling again: pad dynamic shapes or prefer operators that ship as binaries (aclnn).",
         20, "", own, "api_statistic", compileCalls},
        {"small_packets",
         "Transfers in small packets",
         "%1 of the time on links goes to packets too small for the link's speed.",
         "Fuse collectives: larger buckets of gradients, fewer and larger messages.",
         20,
         "%",
         "packets below 1 MB, or a large packet ratio below 0.5",
         "communication_bandwidth",
         smallPackets,
         lacksPackets,
         {packetsNotRecorded}},
    };
}

} // namespace jitscope::inline analysis
