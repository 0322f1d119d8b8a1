// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/intervals.h"

#include <algorithm>

namespace jitscope::inline analysis {

Intervals unite(Intervals stretches) {
    std::erase_if(stretches, [](const Interval &each) { return each.endNs <= each.beginNs; });
    const auto isBefore = [](const Interval &a, const Interval &b) { return a.beginNs < b.beginNs; };
    // Records mostly come in order, and sorting a million that are costs more than all else here.
    if (!std::is_sorted(stretches.begin(), stretches.end(), isBefore))
        std::sort(stretches.begin(), stretches.end(), isBefore);
    size_t count = 0; // in place: a second million would take longer than uniting the first
    for (const Interval each : stretches)
        if (count == 0 || each.beginNs > stretches[count - 1].endNs)
            stretches[count++] = each;
        else
            stretches[count - 1].endNs = std::max(stretches[count - 1].endNs, each.endNs);
    stretches.resize(count);
    return stretches;
}

Intervals intersection(const Intervals &a, const Intervals &b) {
    Intervals both;
    for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
        const int64_t begin = std::max(a[i].beginNs, b[k].beginNs), end = std::min(a[i].endNs, b[k].endNs);
        if (begin < end) both.push_back({begin, end});
        if (a[i].endNs < b[k].endNs)
            ++i;
        else
            ++k;
    }
    return both;
}

Intervals difference(const Intervals &a, const Intervals &b) {
    Intervals rest;
    size_t k = 0;
    for (const Interval &each : a) {
        int64_t begin = each.beginNs;
        while (k < b.size() && b[k].endNs <= begin)
            ++k;
        for (size_t i = k; i < b.size() && b[i].beginNs < each.endNs; ++i) {
            if (b[i].beginNs > begin) rest.push_back({begin, b[i].beginNs});
            begin = std::max(begin, b[i].endNs);
        }
        if (begin < each.endNs) rest.push_back({begin, each.endNs});
    }
    return rest;
}

Intervals clipped(const Intervals &a, const Interval &within) {
    return intersection(a, {within});
}

int64_t totalLength(const Intervals &set) {
    int64_t sum = 0;
    for (const Interval &each : set)
        sum += each.length();
    return sum;
}

} // namespace jitscope::inline analysis
