// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/runcomparison.h"

#include "engine/analysis/operators/optable.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace jitscope::inline analysis {

RunComparison compareRuns(const Session &a, const Session &b, OpGrouping grouping) {
    std::map<std::string, RunDifference> groups;
    RunComparison comparison;
    for (const OpRow &row : opTable(a, grouping)) {
        groups[row.key].countA = row.count;
        groups[row.key].totalA = row.selfNs;
    }
    for (const OpRow &row : opTable(b, grouping)) {
        groups[row.key].countB = row.count;
        groups[row.key].totalB = row.selfNs;
    }
    for (auto &[key, group] : groups) {
        group.key = key;
        comparison.total.countA += group.countA;
        comparison.total.countB += group.countB;
        comparison.total.totalA += group.totalA;
        comparison.total.totalB += group.totalB;
        comparison.rows.push_back(group);
    }
    std::ranges::stable_sort(comparison.rows, [](const RunDifference &left, const RunDifference &right) {
        return std::abs(left.deltaNs()) > std::abs(right.deltaNs());
    });
    return comparison;
}

std::string sentence(const RunComparison &comparison) {
    const RunDifference &total = comparison.total;
    return format("A: %lld operators in %s, B: %lld operators in %s.", (long long)total.countA,
                  humanTime(total.totalA).c_str(), (long long)total.countB, humanTime(total.totalB).c_str());
}

} // namespace jitscope::inline analysis
