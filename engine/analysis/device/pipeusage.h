// SPDX-License-Identifier: Apache-2.0
// How busy the pipes of the AI cores were, by operator type: means of the counters of the kernels table.
#pragma once

#include "engine/analysis/device/groupdurations.h"
#include "engine/analysis/intervals.h"
#include "engine/profile/datatable.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline analysis {

/** A mean of values that count by their weights, and how far it is to be trusted. */
class WeightedMean {
public:
    void add(double value, double weight);
    int64_t count() const { return m_count; }
    /** NaN without weight. */
    double mean() const;
    /** Of the mean, by the scatter of the values; 0 for fewer than two. */
    double variance() const;

private:
    int64_t m_count = 0;
    double m_weights = 0, m_sum = 0;                    ///< of w, of w x
    double m_squares = 0, m_linear = 0, m_constant = 0; ///< of w² x², w² x, w²
};

/** The kernels of a type and core. */
struct PipeUsage {
    std::string type, core;
    int64_t count = 0, totalNs = 0;
    std::vector<WeightedMean> means; ///< by ratio, weighted by the kernels' durations

    /** What it is on any rank. */
    std::string identity() const { return type + '\n' + core; }
};

struct PipeRatio {
    std::string name, unit; ///< of the column
};

struct PipeUsages {
    std::vector<PipeRatio> ratios;
    std::vector<PipeUsage> rows; ///< by falling total
    GroupDurations times;        ///< of single kernels, by the rows' identities

    /** Null for none. */
    const PipeUsage *find(std::string_view identity) const;
};

/** Of the computing kernels that overlap `within` (all without it). Without ratios there are no rows. */
PipeUsages pipeUsages(const DataTable &kernels, const std::optional<Interval> &within = std::nullopt);
/** A row a type and core, a column for each ratio: its mean over the kernels that have it. */
DataTable pipeUsageTable(const PipeUsages &usages);

} // namespace jitscope::inline analysis
