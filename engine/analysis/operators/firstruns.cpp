// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/firstruns.h"

#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <set>
#include <utility>

namespace jitscope::inline analysis {

namespace {

int64_t endOf(const Compilation &compilation) {
    int64_t end = 0;
    for (const StageTime &stage : compilation.stages)
        end = std::max(end, stage.startNs + stage.durationNs);
    return end;
}

struct Stretch {
    int64_t fromNs = 0, untilNs = 0;
    bool holds(int64_t ns) const { return ns >= fromNs && ns < untilNs; }
};

bool anyCompileBegins(const Session &session, const Stretch &stretch) {
    return std::ranges::any_of(session.compilations, [&](const Compilation &each) {
        return std::ranges::any_of(each.stages, [&](const StageTime &stage) { return stretch.holds(stage.startNs); });
    });
}

int64_t startOf(const OpLog &ops, size_t place) {
    return ops.kind(place) ? ops.startNs(place) : ops[place].startNs;
}

int64_t endOf(const OpLog &ops, size_t place) {
    return startOf(ops, place) + (ops.kind(place) ? ops.durationNs(place) : ops[place].durationNs);
}

/** Operators are listed as they end: the first of those that end behind the begin is found without asking all. */
bool anyOperatorBegins(const OpLog &ops, const Stretch &stretch) {
    size_t first = 0, last = ops.size();
    while (first < last) {
        const size_t middle = (first + last) / 2;
        if (endOf(ops, middle) < stretch.fromNs)
            first = middle + 1;
        else
            last = middle;
    }
    constexpr size_t asked = 16; // some may have begun before, on other threads
    for (size_t place = first; place < std::min(first + asked, ops.size()); ++place)
        if (stretch.holds(startOf(ops, place))) return true;
    return false;
}

} // namespace

std::map<int, int64_t> preparationTimes(const Session &session) {
    std::map<int, int64_t> times;
    std::set<int> seen;
    int64_t callBefore = 0; ///< when the call before began
    for (const GraphCall &call : session.graphCalls) {
        const int64_t before = std::exchange(callBefore, call.startNs);
        const bool isFirst = seen.insert(call.compilation).second;
        const Compilation *compiled = isFirst ? session.compilation(call.compilation) : nullptr;
        if (compiled == nullptr || compiled->stages.empty() || compiled->captureMode == "trace") continue;
        const Stretch stretch{endOf(*compiled), call.startNs};
        if (call.durationNs <= 0 || stretch.untilNs < stretch.fromNs || stretch.holds(before)) continue;
        if (anyCompileBegins(session, stretch) || anyOperatorBegins(session.ops, stretch)) continue;
        times[call.compilation] = stretch.untilNs - stretch.fromNs;
    }
    return times;
}

} // namespace jitscope::inline analysis
