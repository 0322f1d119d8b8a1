// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/memorycurves.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace jitscope::inline analysis {

namespace {

std::optional<int64_t> known(int64_t value) {
    return value == missingInteger ? std::nullopt : std::optional(value);
}

/** Adds what a table of memory over time says, one curve for each of `quantities`. */
void addCurves(std::vector<MemoryCurve> &curves, const DataTable &table, const std::vector<const char *> &quantities,
               const char *deviceName) {
    const int component = table.column("component"), time = table.column("time"), device = table.column(deviceName);
    for (const char *quantity : quantities) {
        const int column = table.column(quantity);
        if (column < 0) continue;
        std::map<std::pair<std::string, std::string>, size_t> places;
        for (int64_t row = 0; row < table.rowCount(); ++row) {
            const int64_t bytes = table.integer(row, column), when = table.integer(row, time);
            if (bytes == missingInteger || when == missingInteger) continue;
            const auto [found, isNew] =
                places.try_emplace({table.text(row, component), table.text(row, device)}, curves.size());
            if (isNew) {
                MemoryCurve curve;
                curve.component = table.text(row, component);
                curve.quantity = quantity;
                curve.device = table.text(row, device);
                curve.isModule = table.name() == "module_memory";
                curves.push_back(std::move(curve));
            }
            curves[found->second].samples.push_back({when, double(bytes)});
        }
    }
}

} // namespace

std::vector<MemoryCurve> memoryCurves(const Profile &profile) {
    std::vector<MemoryCurve> curves;
    if (const DataTable *records = profile.table("memory_record"))
        addCurves(curves, *records, {"allocated", "reserved", "active"}, "device_type");
    if (const DataTable *modules = profile.table("module_memory")) addCurves(curves, *modules, {"reserved"}, "device");
    for (MemoryCurve &curve : curves) {
        const auto byTime = [](const CounterSample &a, const CounterSample &b) { return a.timeNs < b.timeNs; };
        if (!std::is_sorted(curve.samples.begin(), curve.samples.end(), byTime))
            std::stable_sort(curve.samples.begin(), curve.samples.end(), byTime);
        curve.peak = *std::max_element(curve.samples.begin(), curve.samples.end(),
                                       [](const auto &a, const auto &b) { return a.value < b.value; });
    }
    std::erase_if(curves, [](const MemoryCurve &curve) { return curve.peak.value <= 0; });
    std::stable_sort(curves.begin(), curves.end(), [](const MemoryCurve &a, const MemoryCurve &b) {
        return std::tuple(a.isModule, -a.peak.value) < std::tuple(b.isModule, -b.peak.value);
    });
    return curves;
}

std::vector<Allocation> allocationsOf(const Profile &profile) {
    std::vector<Allocation> all;
    const DataTable *table = profile.table("operator_memory");
    if (table == nullptr) return all;
    const int name = table->column("name"), size = table->column("size");
    const int begin = table->column("allocation_time"), end = table->column("release_time");
    all.reserve(size_t(table->rowCount()));
    for (int64_t row = 0; row < table->rowCount(); ++row) {
        const int64_t bytes = table->integer(row, size);
        if (bytes == missingInteger) continue;
        // A negative size is the release alone of what was allocated before the profile began.
        all.push_back({table->text(row, name), bytes < 0 ? -bytes : bytes, known(table->integer(row, begin)),
                       known(table->integer(row, end)), row});
    }
    return all;
}

std::vector<Allocation> heldAt(const std::vector<Allocation> &all, int64_t timeNs) {
    std::vector<Allocation> held;
    for (const Allocation &each : all)
        if ((each.begin || each.end) && each.isHeldAt(timeNs)) held.push_back(each);
    std::stable_sort(held.begin(), held.end(),
                     [](const Allocation &a, const Allocation &b) { return a.bytes > b.bytes; });
    return held;
}

std::vector<HeldByOperator> sumByOperator(const std::vector<Allocation> &allocations) {
    std::map<std::string, HeldByOperator> sums;
    for (const Allocation &each : allocations) {
        HeldByOperator &sum = sums[each.name];
        sum.name = each.name;
        sum.bytes += each.bytes;
        ++sum.count;
    }
    std::vector<HeldByOperator> byOperator;
    for (auto &[name, sum] : sums)
        byOperator.push_back(std::move(sum));
    std::stable_sort(byOperator.begin(), byOperator.end(),
                     [](const HeldByOperator &a, const HeldByOperator &b) { return a.bytes > b.bytes; });
    return byOperator;
}

std::vector<Allocation> neverReleased(const std::vector<Allocation> &all) {
    std::vector<Allocation> kept;
    for (const Allocation &each : all)
        if (each.begin && !each.end) kept.push_back(each);
    std::stable_sort(kept.begin(), kept.end(),
                     [](const Allocation &a, const Allocation &b) { return a.bytes > b.bytes; });
    return kept;
}

} // namespace jitscope::inline analysis
