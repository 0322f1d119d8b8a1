// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory/memorygrowth.h"

#include "engine/session/session.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <unordered_set>

namespace jitscope::inline analysis {

namespace {

/** Who made a memory: groups of its operator, and the type and name of its tensor. */
using Maker = std::tuple<int64_t, int64_t, int64_t, std::string, std::string>;

Maker makerOf(const Session &session, const OpColumns &columns, const MemoryLife &life) {
    HeldMemory held = heldMemory(session, columns, life);
    return {groupOf(columns, life, OpGrouping::Op), groupOf(columns, life, OpGrouping::Scope),
            groupOf(columns, life, OpGrouping::Line), std::move(held.type), std::move(held.name)};
}

/** Of one maker: what is held at each end. */
struct Series {
    std::vector<int64_t> bytes, counts; ///< first the changes at each end, then, summed up, what is held
    uint32_t latest = 0;
    void sumUp() {
        for (size_t i = 1; i < bytes.size(); ++i) {
            bytes[i] += bytes[i - 1];
            counts[i] += counts[i - 1];
        }
    }
};

bool grows(const std::vector<int64_t> &bytes) {
    size_t rises = 0;
    for (size_t i = 1; i < bytes.size(); ++i) {
        if (bytes[i] < bytes[i - 1]) return false;
        rises += bytes[i] > bytes[i - 1];
    }
    return rises >= 2 && 2 * rises >= bytes.size() - 1;
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
            continue;
        }
        series.bytes[size_t(behind - ends.begin())] -= life.bytes;
        --series.counts[size_t(behind - ends.begin())];
    }
    for (auto &[maker, series] : makers) {
        series.sumUp();
        if (!grows(series.bytes)) continue;
        HeldMemory held = heldMemory(session, columns, use.lives[series.latest]);
        report.growing.push_back({std::move(held.opName), std::move(held.scope), std::move(held.line),
                                  std::move(held.type), std::move(held.name), std::move(series.bytes),
                                  std::move(series.counts), series.latest});
    }
    std::ranges::stable_sort(report.growing, std::ranges::greater(), &MemoryGrowth::growth);
    return report;
}

} // namespace jitscope::inline analysis
