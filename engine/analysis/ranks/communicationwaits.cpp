// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/ranks/communicationwaits.h"

#include <algorithm>
#include <tuple>

namespace jitscope::inline analysis {

namespace {

/** A start in communication.json is a rounded number; two runs of a name lie further apart. */
constexpr int64_t startSlackNs = 1'000'000;

using Key = std::tuple<std::string, std::string, std::string>; ///< step, group, name

Key keyOf(const DataTable &table, int64_t row) {
    return {table.text(row, table.column("step")), table.text(row, table.column("group")),
            table.text(row, table.column("name"))};
}

/** Over all links, one transfer after the other. "SDMA" is the producer's sum over the links within a server. */
std::map<Key, int64_t> movedTimes(const DataTable &bandwidth) {
    struct Parts {
        int64_t sum = 0, within = 0;
    };
    std::map<Key, Parts> parts;
    const int transport = bandwidth.column("transport"), time = bandwidth.column("transit_time");
    for (int64_t row = 0; row < bandwidth.rowCount(); ++row) {
        const int64_t ns = bandwidth.integer(row, time);
        if (ns == missingInteger || ns < 0) continue;
        Parts &of = parts[keyOf(bandwidth, row)];
        (bandwidth.text(row, transport) == "SDMA" ? of.within : of.sum) += ns;
    }
    std::map<Key, int64_t> moved;
    for (const auto &[key, of] : parts)
        moved[key] = std::max(of.sum, of.within);
    return moved;
}

} // namespace

CommunicationWaits::CommunicationWaits(const Profile *profile) {
    const DataTable *ops = profile ? profile->table("communication_ops") : nullptr;
    const DataTable *bandwidth = profile ? profile->table("communication_bandwidth") : nullptr;
    if (ops == nullptr || bandwidth == nullptr) return;
    const std::map<Key, int64_t> moved = movedTimes(*bandwidth);
    for (int64_t row = 0; row < ops->rowCount(); ++row) {
        const int64_t start = ops->integer(row, ops->column("start"));
        const int64_t transit = ops->integer(row, ops->column("transit")); // databases leave out links without traffic
        const auto found = moved.find(keyOf(*ops, row));
        if (start == missingInteger || transit == missingInteger) continue;
        m_operators[ops->text(row, ops->column("name"))].push_back(
            {start, std::max(transit, found == moved.end() ? 0 : found->second)});
    }
}

std::optional<int64_t> CommunicationWaits::leastWait(std::string_view name, int64_t startNs, int64_t durationNs) const {
    const auto found = m_operators.find(name);
    if (found == m_operators.end()) return {};
    const auto away = [&](const Operator &each) { return std::abs(each.startNs - startNs); };
    const auto nearest = std::min_element(found->second.begin(), found->second.end(),
                                          [&](const Operator &a, const Operator &b) { return away(a) < away(b); });
    if (away(*nearest) > startSlackNs) return {};
    return std::max<int64_t>(0, durationNs - nearest->movedNs);
}

} // namespace jitscope::inline analysis
