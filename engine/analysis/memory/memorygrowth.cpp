// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/memorygrowth.h"

#include "engine/session/session.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

namespace jitscope::inline analysis {

namespace {

/** Who made a memory: groups of its operator, and the type and name of its tensor; of what came from outside, the line
    that first took it. */
using Maker = std::tuple<int64_t, int64_t, int64_t, std::string, std::string, std::string>;

Maker makerOf(const Session &session, const OpColumns &columns, const MemoryLife &life) {
    HeldMemory held = heldMemory(session, columns, life);
    return {groupOf(columns, life, OpGrouping::Op),
            groupOf(columns, life, OpGrouping::Scope),
            groupOf(columns, life, OpGrouping::Line),
            std::move(held.type),
            std::move(held.name),
            std::move(held.firstUse)};
}

/** Of one maker: what is held at each end. */
struct Series {
    std::vector<int64_t> bytes, counts; ///< first the changes at each end, then, summed up, what is held
    uint32_t latest = 0;
    int64_t keptBytes = 0;
    std::set<size_t> keptFrom; ///< rounds
    void sumUp() {
        for (size_t i = 1; i < bytes.size(); ++i) {
            bytes[i] += bytes[i - 1];
            counts[i] += counts[i - 1];
        }
    }
};

/** What is held at each end and at all later ones: what goes again before the last end is not in it. */
std::vector<int64_t> stayingOf(const std::vector<int64_t> &bytes) {
    std::vector<int64_t> staying = bytes;
    for (size_t i = staying.size(); i-- > 1;)
        staying[i - 1] = std::min(staying[i - 1], staying[i]);
    return staying;
}

/** The rounds after the first in which more stays than before. */
std::vector<size_t> risesOf(const std::vector<int64_t> &bytes) {
    const std::vector<int64_t> staying = stayingOf(bytes);
    std::vector<size_t> rises;
    for (size_t i = 1; i < staying.size(); ++i)
        if (staying[i] > staying[i - 1]) rises.push_back(i);
    return rises;
}

/**
 * A leak comes again and again until the end. What fills up in the first rounds and stays (a cache, the state of an
 * optimizer, a window of the latest tensors) rises no more afterwards, longer than it ever waited between two rises; of
 * what is let go of from time to time only the rounds since then stay.
 */
bool grows(const std::vector<int64_t> &bytes) {
    const std::vector<size_t> rises = risesOf(bytes);
    const size_t changes = bytes.size() - 1;
    if (rises.size() < 2 || (rises.size() < 3 && 2 * rises.size() < changes)) return false;
    size_t longestWait = 0;
    for (size_t i = 1; i < rises.size(); ++i)
        longestWait = std::max(longestWait, rises[i] - rises[i - 1]);
    constexpr size_t shortest = 2; ///< rounds: of very short recordings a third is less
    return rises.front() <= std::max((changes + 1) / 2, shortest) && changes - rises.back() <= 2 * longestWait &&
           longestWait <= std::max(bytes.size() / 3, shortest);
}

/** The first tensors of all memory that a parameter stands in. */
std::unordered_set<int64_t> memoryOfParameters(const Session &session) {
    std::unordered_set<int64_t> memory;
    for (const TensorRecord &tensor : session.tensors)
        if (!tensor.name.empty()) memory.insert(tensor.memory >= 0 ? tensor.memory : tensor.id);
    return memory;
}

} // namespace

MemoryGrowthReport memoryGrowth(const Session &session, const OpColumns &columns, const MemoryUse &use) {
    MemoryGrowthReport report;
    report.rounds = repetitionOf(session, columns);
    if (!report.isKnown()) return report;
    const std::vector<int64_t> &ends = report.rounds.ends;
    const std::unordered_set<int64_t> left =
        report.rounds.kind == RoundKind::Step ? std::unordered_set<int64_t>() : memoryOfParameters(session);
    std::map<Maker, Series> makers;
    for (size_t place = 0; place < use.lives.size(); ++place) {
        const MemoryLife &life = use.lives[place];
        const auto first = std::ranges::lower_bound(ends, life.beginNs),
                   behind = std::ranges::lower_bound(ends, life.endNs);
        if (first == behind || left.contains(life.tensor)) continue; // held at no end, or no matter
        Series &series = makers[makerOf(session, columns, life)];
        if (series.bytes.empty()) {
            series.bytes.resize(ends.size());
            series.counts.resize(ends.size());
        }
        series.bytes[size_t(first - ends.begin())] += life.bytes;
        ++series.counts[size_t(first - ends.begin())];
        if (behind == ends.end()) {
            series.latest = uint32_t(place);
            const bool mayBeInUse =
                first + 1 == ends.end() || (first + 2 == ends.end() && life.endNs != MemoryLife::stillHeld);
            if (mayBeInUse) continue;
            series.keptBytes += life.bytes;
            series.keptFrom.insert(size_t(first - ends.begin()));
            continue;
        }
        series.bytes[size_t(behind - ends.begin())] -= life.bytes;
        --series.counts[size_t(behind - ends.begin())];
    }
    for (auto &[maker, series] : makers) {
        series.sumUp();
        if (!grows(series.bytes)) continue;
        HeldMemory held = heldMemory(session, columns, use.lives[series.latest]);
        MemoryGrowth &growth = report.growing.emplace_back();
        growth.opName = std::move(held.opName);
        growth.scope = std::move(held.scope);
        growth.line = std::move(held.line);
        growth.type = std::move(held.type);
        growth.name = std::move(held.name);
        growth.firstUse = std::move(held.firstUse);
        growth.bytesAtEnds = std::move(series.bytes);
        growth.countAtEnds = std::move(series.counts);
        growth.keptBytes = series.keptBytes;
        growth.keptRounds = series.keptFrom.size();
        growth.latest = series.latest;
    }
    std::ranges::stable_sort(report.growing, std::ranges::greater(), &MemoryGrowth::growth);
    return report;
}

} // namespace jitscope::inline analysis
