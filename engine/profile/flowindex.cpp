// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/flowindex.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace jitscope::inline profile {

int64_t latencyNs(const Trace &trace, const Flow &flow) {
    return trace.startOf(flow.to) - trace.startOf(flow.from);
}

TextId categoryOf(const Flow &flow, const Trace &trace) {
    return flow.category.valid() && !trace.texts().text(flow.category).empty() ? flow.category : flow.name;
}

FlowIndex::FlowIndex(const Trace &trace) {
    const LongVector<Flow> &flows = trace.flows();
    m_byFrom.resize(flows.size());
    std::iota(m_byFrom.begin(), m_byFrom.end(), 0);
    m_byTo = m_byFrom;
    std::sort(m_byFrom.begin(), m_byFrom.end(),
              [&](uint32_t a, uint32_t b) { return std::pair(flows[a].from, a) < std::pair(flows[b].from, b); });
    std::sort(m_byTo.begin(), m_byTo.end(),
              [&](uint32_t a, uint32_t b) { return std::pair(flows[a].to, a) < std::pair(flows[b].to, b); });

    std::map<TextId, std::vector<uint32_t>> ofCategory;
    for (size_t i = 0; i < flows.size(); ++i)
        ofCategory[categoryOf(flows[i], trace)].push_back(uint32_t(i));
    std::vector<std::pair<FlowCategory, std::vector<uint32_t>>> all;
    for (auto &[category, members] : ofCategory) {
        FlowCategory entry{category, int64_t(members.size()), 0, 0};
        for (const uint32_t flow : members) {
            const int64_t latency = latencyNs(trace, flows[flow]);
            if (latency < 0) ++entry.negative;
            entry.longestNs = std::max(entry.longestNs, latency < 0 ? -latency : latency);
        }
        std::sort(members.begin(), members.end(),
                  [&](uint32_t a, uint32_t b) { return trace.startOf(flows[a].from) < trace.startOf(flows[b].from); });
        all.emplace_back(entry, std::move(members));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto &a, const auto &b) { return a.first.count > b.first.count; });
    for (auto &[entry, members] : all) {
        m_categories.push_back(entry);
        m_ofCategory.push_back(std::move(members));
    }
}

std::vector<uint32_t> FlowIndex::from(const Trace &trace, SliceId slice) const {
    const LongVector<Flow> &flows = trace.flows();
    const auto first = std::lower_bound(m_byFrom.begin(), m_byFrom.end(), slice,
                                        [&](uint32_t flow, SliceId id) { return flows[flow].from < id; });
    auto last = first;
    while (last != m_byFrom.end() && flows[*last].from == slice)
        ++last;
    return {first, last};
}

std::vector<uint32_t> FlowIndex::to(const Trace &trace, SliceId slice) const {
    const LongVector<Flow> &flows = trace.flows();
    const auto first = std::lower_bound(m_byTo.begin(), m_byTo.end(), slice,
                                        [&](uint32_t flow, SliceId id) { return flows[flow].to < id; });
    auto last = first;
    while (last != m_byTo.end() && flows[*last].to == slice)
        ++last;
    return {first, last};
}

std::vector<uint32_t> FlowIndex::visible(const Trace &trace, TextId category, int64_t beginNs, int64_t endNs,
                                         int64_t limit) const {
    const LongVector<Flow> &flows = trace.flows();
    for (size_t i = 0; i < m_categories.size(); ++i) {
        if (m_categories[i].category != category) continue;
        const std::vector<uint32_t> &members = m_ofCategory[i];
        const auto startsBefore = [&](uint32_t flow, int64_t time) { return trace.startOf(flows[flow].from) < time; };
        const int64_t reach = m_categories[i].longestNs;
        const int64_t from = beginNs < INT64_MIN + reach ? INT64_MIN : beginNs - reach;
        const int64_t until = endNs > INT64_MAX - reach ? INT64_MAX : endNs + reach;
        const auto first = std::lower_bound(members.begin(), members.end(), from, startsBefore);
        const auto last = std::lower_bound(first, members.end(), until, startsBefore);
        std::vector<uint32_t> seen;
        const int64_t looked = limit * 8; // more are not looked at: a frame must not wait
        const int64_t step = std::max<int64_t>(1, (last - first) / std::max<int64_t>(looked, 1));
        for (int64_t k = 0; k < last - first; k += step) {
            const Flow &flow = flows[first[k]];
            const std::pair<int64_t, int64_t> ends = std::minmax(trace.startOf(flow.from), trace.startOf(flow.to));
            if (ends.second >= beginNs && ends.first <= endNs) seen.push_back(first[k]);
        }
        if (int64_t(seen.size()) <= limit) return seen;
        std::vector<uint32_t> picked;
        for (int64_t k = 0; k < limit; ++k)
            picked.push_back(seen[size_t(k * int64_t(seen.size()) / limit)]);
        return picked;
    }
    return {};
}

} // namespace jitscope::inline profile
