// SPDX-License-Identifier: Apache-2.0
// Advice that the tables of memory, host calls and transfers give.
#include "engine/analysis/advicerules.h"

#include "engine/base/sizes.h"
#include "engine/base/text.h"

#include <algorithm>

namespace jitscope {

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

std::optional<Measured> smallPackets(const AdviceInput &input, double threshold) {
    const DataTable &table = *input.profile->table("communication_bandwidth");
    const int transport = table.column("transport"), time = table.column("transit_time"),
              large = table.column("large_packet_ratio"), name = table.column("name");
    Measured measured;
    int64_t all = 0;
    for (int64_t row = 0; row < table.rowCount(); ++row) {
        const std::string &link = table.text(row, transport);
        if (table.text(row, name) == "Total Op Info" || (link != "HCCS" && link != "RDMA")) continue;
        const int64_t length = std::max<int64_t>(table.integer(row, time), 0);
        all += length;
        if (!(table.real(row, large) < 0.5)) continue;
        measured.gainNs += length;
        measured.rows.push_back(row);
    }
    measured.value = 100 * shareOf(measured.gainNs, all);
    if (measured.rows.empty() || measured.value < threshold) return std::nullopt;
    measured.table = "communication_bandwidth";
    measured.arguments = {percentText(measured.value / 100)};
    return measured;
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
        {"small_packets", "Transfers in small packets",
         "%1 of the time on links goes to operators that mostly send packets too small for the link's speed.",
         "Fuse collectives: larger buckets of gradients, fewer and larger messages.", 20, "%",
         "large packet ratio below 0.5", "communication_bandwidth", smallPackets},
    };
}

} // namespace jitscope
