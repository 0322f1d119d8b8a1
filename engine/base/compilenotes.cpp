// SPDX-License-Identifier: Apache-2.0
// Keeps whose notes a thread writes.
#include "engine/base/compilenotes.h"

#include "engine/base/clock.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace jitscope::inline base {

namespace {

thread_local CompileNotes *currentNotes = nullptr;
thread_local std::vector<int64_t> rewriteTimes;

} // namespace

std::vector<CompileRun> longestRuns(std::vector<CompileRun> runs) {
    if (runs.size() <= mostRuns) return runs;
    std::vector<int64_t> times;
    for (const CompileRun &run : runs)
        times.push_back(run.timeNs);
    std::ranges::nth_element(times, times.begin() + std::ptrdiff_t(mostRuns), std::ranges::greater());
    std::erase_if(runs, [least = times[mostRuns]](const CompileRun &run) { return run.timeNs <= least; });
    return runs;
}

std::vector<CompileRun> joinedRuns(std::vector<CompileRun> runs, const std::vector<CompileRun> &others) {
    runs.insert(runs.end(), others.begin(), others.end());
    std::ranges::stable_sort(runs, {}, &CompileRun::startNs);
    return runs;
}

NoteTaking::NoteTaking(CompileNotes &notes)
    : m_before(std::exchange(currentNotes, &notes)) {
    rewriteTimes.clear();
}

NoteTaking::~NoteTaking() {
    currentNotes = m_before;
    rewriteTimes.clear();
}

CompileNotes *NoteTaking::current() {
    return currentNotes;
}

void NoteTaking::noteRewrite() {
    if (currentNotes) rewriteTimes.push_back(nowNs());
}

std::vector<int64_t> NoteTaking::takeRewriteTimes() {
    return std::exchange(rewriteTimes, {});
}

} // namespace jitscope::inline base
