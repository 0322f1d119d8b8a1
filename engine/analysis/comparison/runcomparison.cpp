// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/runcomparison.h"

#include "engine/analysis/comparison/flamedifference.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope::inline analysis {

namespace {

/** The verdict on all of a run is that on the whole flame graph. */
FlameDelta differenceOfSums(const Session &a, const OpColumns &columnsA, const Session &b, const OpColumns &columnsB) {
    const std::vector<uint32_t> placesA = placesOf(columnsA, {}), placesB = placesOf(columnsB, {});
    const auto [before, now] =
        flameTrees({a, columnsA, placesA}, {b, columnsB, placesB}, FlameBy::Stack, FlameOrder::TopDown);
    return compareFlames({before, columnsA, placesA}, {now, columnsB, placesB}).frames.front();
}

/** Of the whole no number of samples tells: each of its parts has its own. */
std::string totalText(const RunDifference &total) {
    return total.verdict == DeltaVerdict::TooFew
               ? "nothing ran often enough to know the noise, so whether the sums differ cannot be told"
               : verdictText(total);
}

} // namespace

RunComparison compareRuns(const Session &a, const Session &b, OpGrouping grouping) {
    RunComparison comparison;
    RunDifference &total = comparison.total;
    const OpColumns columnsA = opColumns(a), columnsB = opColumns(b);
    for (const OpDelta &delta :
         compareOperators(columnsA, placesOf(columnsA, {}), columnsB, placesOf(columnsB, {}), grouping)) {
        comparison.rows.push_back({delta.key, delta.baselineCount, delta.count, delta.baselineSelfNs, delta.selfNs,
                                   delta.noiseNs, delta.verdict});
        total.countA += delta.baselineCount;
        total.countB += delta.count;
        total.totalA += delta.baselineSelfNs;
        total.totalB += delta.selfNs;
    }
    if (a.ops.empty() || b.ops.empty()) return comparison;
    const FlameDelta sums = differenceOfSums(a, columnsA, b, columnsB);
    total.noiseNs = sums.noiseNs;
    total.verdict = sums.verdict;
    return comparison;
}

std::string sentence(const RunComparison &comparison) {
    const RunDifference &total = comparison.total;
    const std::string sums =
        format("A: %lld operators in %s, B: %lld operators in %s", (long long)total.countA,
               humanTime(total.totalA).c_str(), (long long)total.countB, humanTime(total.totalB).c_str());
    if (comparison.rows.empty() || total.countA == 0 || total.countB == 0) return sums + ".";
    const auto count = [&](std::initializer_list<DeltaVerdict> verdicts) {
        return std::ranges::count_if(comparison.rows, [&](const RunDifference &row) {
            return std::ranges::find(verdicts, row.verdict) != verdicts.end();
        });
    };
    return sums + ": " + totalText(total) +
           format(". Of %zu rows %td differ in time, %td are within the noise, of %td there are too few calls to tell; "
                  "%td are only in A, %td only in B.",
                  comparison.rows.size(), count({DeltaVerdict::Slower, DeltaVerdict::Faster}),
                  count({DeltaVerdict::Noise, DeltaVerdict::Same}), count({DeltaVerdict::TooFew}),
                  count({DeltaVerdict::Missing}), count({DeltaVerdict::New}));
}

std::string verdictText(const RunDifference &row) {
    switch (row.verdict) {
    case DeltaVerdict::Same:
        return "the same";
    case DeltaVerdict::Noise:
        return "within the noise of " + humanTime(int64_t(row.noiseNs));
    case DeltaVerdict::Slower:
        return "slower, beyond the noise of " + humanTime(int64_t(row.noiseNs));
    case DeltaVerdict::Faster:
        return "faster, beyond the noise of " + humanTime(int64_t(row.noiseNs));
    case DeltaVerdict::New:
        return "only in B";
    case DeltaVerdict::Missing:
        return "only in A";
    case DeltaVerdict::TooFew:
        break;
    }
    if (std::min(row.countA, row.countB) == 1) return "one sample, no verdict";
    return format("%lld samples, no verdict", (long long)std::min(row.countA, row.countB));
}

} // namespace jitscope::inline analysis
