// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/counterpyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jitscope::inline profile {

namespace {

constexpr SampleRange nothing{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

void take(SampleRange &range, double value) {
    if (!std::isfinite(value)) return;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
}

void take(SampleRange &range, const SampleRange &other) {
    range.low = std::min(range.low, other.low);
    range.high = std::max(range.high, other.high);
}

} // namespace

void CounterPyramid::cover(const std::vector<CounterSample> &samples, int64_t unchanged) {
    int64_t from = std::min(unchanged, m_count) / branching;
    m_count = int64_t(samples.size());
    int64_t finer = m_count, blocks = (finer + branching - 1) / branching;
    for (size_t level = 0;; ++level) {
        if (level == m_levels.size()) m_levels.emplace_back();
        m_levels[level].resize(size_t(blocks));
        for (int64_t i = from; i < blocks; ++i) {
            SampleRange range = nothing;
            for (int64_t k = i * branching; k < std::min((i + 1) * branching, finer); ++k)
                if (level == 0)
                    take(range, samples[size_t(k)].value);
                else
                    take(range, m_levels[level - 1][size_t(k)]);
            m_levels[level][size_t(i)] = range;
        }
        if (blocks <= branching) {
            m_levels.resize(level + 1);
            break;
        }
        finer = blocks;
        from /= branching;
        blocks = (finer + branching - 1) / branching;
    }
    m_whole = nothing;
    for (const SampleRange &range : m_levels.back())
        take(m_whole, range);
    if (m_whole.low > m_whole.high) m_whole = {};
}

SampleRange CounterPyramid::over(const std::vector<CounterSample> &samples, int64_t first, int64_t last) const {
    SampleRange range = nothing;
    const auto takeAll = [&](size_t level, int64_t begin, int64_t end) { // level 0 are the samples themselves
        for (int64_t k = begin; k < end; ++k)
            if (level == 0)
                take(range, samples[size_t(k)].value);
            else
                take(range, m_levels[level - 1][size_t(k)]);
    };
    for (size_t level = 0; first < last; ++level) {
        const int64_t nextFirst = (first + branching - 1) / branching, nextLast = last / branching;
        if (level >= m_levels.size() || nextFirst >= nextLast) {
            takeAll(level, first, last);
            break;
        }
        takeAll(level, first, nextFirst * branching);
        takeAll(level, nextLast * branching, last);
        first = nextFirst;
        last = nextLast;
    }
    return range;
}

int64_t sampleAt(const std::vector<CounterSample> &samples, int64_t timeNs) {
    return std::upper_bound(samples.begin(), samples.end(), timeNs,
                            [](int64_t time, const CounterSample &sample) { return time < sample.timeNs; }) -
           samples.begin() - 1;
}

std::vector<CounterColumn> counterColumns(const std::vector<CounterSample> &samples, const CounterPyramid &pyramid,
                                          const TimeAxis &axis) {
    std::vector<CounterColumn> columns(size_t(std::max(axis.width, 0)));
    if (samples.empty() || pyramid.count() != int64_t(samples.size())) return columns;
    int64_t held = sampleAt(samples, axis.beginNs);
    for (size_t x = 0; x < columns.size(); ++x) {
        const int64_t end = axis.timeAt(double(x) + 1);
        int64_t last = held + 1; // behind the samples of this pixel
        if (last < int64_t(samples.size()) && samples[size_t(last)].timeNs <= end) {
            int64_t step = 1;
            while (last + step < int64_t(samples.size()) && samples[size_t(last + step)].timeNs <= end)
                step *= 2;
            const auto reach = std::min<int64_t>(last + step, int64_t(samples.size()));
            last = std::upper_bound(samples.begin() + last, samples.begin() + reach, end,
                                    [](int64_t time, const CounterSample &sample) { return time < sample.timeNs; }) -
                   samples.begin();
        }
        if (last == 0) continue; // nothing yet
        const SampleRange values = pyramid.over(samples, std::max<int64_t>(held, 0), last);
        held = last - 1;
        if (values.low <= values.high) columns[x] = {values, samples[size_t(held)].value, true};
    }
    return columns;
}

} // namespace jitscope::inline profile
