// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/ranks/communicationlinks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace jitscope::inline analysis {

namespace {

struct UsualBandwidth {
    std::string_view transport;
    double gigabytesPerSecond;
};
/** MindStudio Insight's documentation calls these empirical. */
constexpr UsualBandwidth usualBandwidths[] = {{"HCCS", 18}, {"RDMA", 12.5}, {"PCIE", 20}};

constexpr double slowShare = 0.8;
constexpr double leastBytes = 1e6;

/** The rows of a matrix that say each transfer once. Producers write the fastest and slowest operators of a class
    beside its total ("allreduce-top1", "allreduce-total"); older ones one row an operator and one "Total Op Info". */
class MatrixRows {
public:
    explicit MatrixRows(const DataTable &matrix)
        : m_matrix(matrix)
        , m_name(matrix.column("name")) {
        for (int64_t row = 0; row < matrix.rowCount() && !m_hasTotals; ++row)
            m_hasTotals = matrix.text(row, m_name).ends_with("-total");
    }
    bool counts(int64_t row) const {
        const std::string &name = m_matrix.text(row, m_name);
        return m_hasTotals ? name.ends_with("-total") : !name.starts_with("Total Op Info");
    }

private:
    const DataTable &m_matrix;
    int m_name;
    bool m_hasTotals = false;
};

using LocalRanks = std::map<std::pair<std::string, int64_t>, int64_t>; ///< group and place -> rank

LocalRanks localRanks(const std::vector<ProfilePtr> &profiles) {
    LocalRanks ranks;
    for (const ProfilePtr &profile : profiles) {
        const DataTable *matrix = profile->table("communication_matrix");
        if (matrix == nullptr || profile->rank < 0) continue;
        const int group = matrix->column("group"), source = matrix->column("source"), target = matrix->column("target");
        for (int64_t row = 0; row < matrix->rowCount(); ++row)
            if (matrix->integer(row, source) == matrix->integer(row, target))
                ranks[{matrix->text(row, group), matrix->integer(row, source)}] = profile->rank;
    }
    return ranks;
}

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace

std::vector<LinkTraffic> linkTraffic(const std::vector<ProfilePtr> &profiles) {
    const LocalRanks ranks = localRanks(profiles);
    std::map<std::tuple<std::string, int64_t, int64_t, std::string>, LinkTraffic> sums;
    std::set<std::string> unclear; // groups with a place that nobody's rank is known of
    for (const ProfilePtr &profile : profiles) {
        const DataTable *matrix = profile->table("communication_matrix");
        if (matrix == nullptr) continue;
        const auto column = [&](const char *name) { return matrix->column(name); };
        const int group = column("group"), source = column("source"), target = column("target");
        const int transport = column("transport"), bytes = column("transit_size"), time = column("transit_time");
        const MatrixRows rows(*matrix);
        for (int64_t row = 0; row < matrix->rowCount(); ++row) {
            if (!rows.counts(row) || matrix->integer(row, source) == missingInteger) continue;
            const std::string &id = matrix->text(row, group);
            LinkTraffic &sum =
                sums[{id, matrix->integer(row, source), matrix->integer(row, target), matrix->text(row, transport)}];
            if (const double size = matrix->real(row, bytes); !std::isnan(size)) sum.bytes += size;
            if (const int64_t ns = matrix->integer(row, time); ns != missingInteger) sum.timeNs += ns;
            for (const int64_t end : {matrix->integer(row, source), matrix->integer(row, target)})
                if (!ranks.contains({id, end})) unclear.insert(id);
        }
    }
    std::vector<LinkTraffic> links;
    for (auto &[key, sum] : sums) {
        const auto &[group, source, target, transport] = key;
        sum.group = group;
        sum.transport = transport;
        sum.isLocalNumber = unclear.contains(group);
        sum.source = sum.isLocalNumber ? source : ranks.at({group, source});
        sum.target = sum.isLocalNumber ? target : ranks.at({group, target});
        links.push_back(std::move(sum));
    }
    return links;
}

std::optional<double> usualBandwidth(std::string_view transport) {
    for (const UsualBandwidth &each : usualBandwidths)
        if (each.transport == transport) return each.gigabytesPerSecond;
    return std::nullopt;
}

std::vector<SlowLink> slowLinks(const std::vector<LinkTraffic> &links) {
    std::map<std::string, std::vector<double>> byTransport;
    for (const LinkTraffic &each : links)
        if (each.bytes >= leastBytes && each.timeNs > 0) byTransport[each.transport].push_back(each.bandwidth());
    std::vector<SlowLink> slow;
    for (const LinkTraffic &each : links) {
        if (each.bytes < leastBytes || each.timeNs <= 0 || each.transport == "LOCAL") continue;
        const SlowLink link{each, usualBandwidth(each.transport).value_or(0), medianOf(byTransport[each.transport])};
        if (each.bandwidth() < slowShare * std::max(link.usual, link.median)) slow.push_back(link);
    }
    std::stable_sort(slow.begin(), slow.end(),
                     [](const SlowLink &a, const SlowLink &b) { return a.link.bandwidth() < b.link.bandwidth(); });
    return slow;
}

std::vector<PacketRate> packetRates(const std::vector<ProfilePtr> &profiles) {
    std::map<std::pair<std::string, double>, PacketRate> sums;
    for (const ProfilePtr &profile : profiles) {
        const DataTable *packets = profile->table("communication_packets");
        if (packets == nullptr) continue;
        const int transport = packets->column("transport"), size = packets->column("package_size");
        const int count = packets->column("count"), total = packets->column("total"), name = packets->column("name");
        for (int64_t row = 0; row < packets->rowCount(); ++row) {
            const double bytes = packets->real(row, size);
            if (std::isnan(bytes) || packets->integer(row, count) == missingInteger) continue;
            if (packets->text(row, name).starts_with("Total Op Info")) continue; // says again what the others say
            PacketRate &sum = sums[{packets->text(row, transport), bytes}];
            sum.count += packets->integer(row, count);
            if (const int64_t ns = packets->integer(row, total); ns != missingInteger) sum.totalNs += ns;
        }
    }
    std::vector<PacketRate> rates;
    for (auto &[key, sum] : sums) {
        sum.transport = key.first;
        sum.bytes = key.second;
        rates.push_back(std::move(sum));
    }
    return rates;
}

} // namespace jitscope::inline analysis
