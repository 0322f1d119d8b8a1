// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/growingrows.h"

#include <algorithm>
#include <climits>
#include <functional>
#include <queue>

namespace jitscope::inline profile {

RowColumns OwnRow::columns(const Trace &trace) const {
    return {trace.columns().start.data(), trace.columns().duration.data(), slices.data(), 0, int64_t(slices.size())};
}

/*
 * A slice takes the lowest row that is free at its start (see layoutSlices). Which rows are free at a time follows from
 * the last slice of each row before it, so laying out can begin anew at any time: everything from there on is taken out
 * of the rows and put back together with what is new.
 */
void GrowingLane::add(const Trace &trace, std::vector<uint32_t> slices) {
    if (slices.empty()) return;
    int64_t from = INT64_MAX;
    for (const uint32_t slice : slices)
        from = std::min(from, trace.startOf(SliceId{slice}));
    std::vector<int64_t> unchanged;
    for (OwnRow &row : m_rows) {
        const auto keep = size_t(row.columns(trace).firstStartingFrom(from));
        slices.insert(slices.end(), row.slices.begin() + ptrdiff_t(keep), row.slices.end());
        row.slices.resize(keep);
        unchanged.push_back(int64_t(keep));
    }
    const auto before = [&](uint32_t a, uint32_t b) {
        const int64_t first = trace.startOf(SliceId{a}), second = trace.startOf(SliceId{b});
        if (first != second) return first < second;
        const int64_t long1 = trace.durationOf(SliceId{a}), long2 = trace.durationOf(SliceId{b});
        return long1 != long2 ? long1 > long2 : a < b;
    };
    if (!std::is_sorted(slices.begin(), slices.end(), before)) std::sort(slices.begin(), slices.end(), before);

    using Open = std::pair<int64_t, size_t>; // end and row
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    std::priority_queue<size_t, std::vector<size_t>, std::greater<>> free;
    const auto endOf = [](int64_t start, int64_t duration) { // an instant counts as one nanosecond
        const int64_t length = std::max<int64_t>(duration, 1);
        return start > INT64_MAX - length ? INT64_MAX : start + length;
    };
    if (m_rows.empty()) { // of a trace that was opened most stand in one row
        m_rows.emplace_back();
        unchanged.push_back(0);
        m_rows[0].slices.reserve(slices.size());
    }
    const auto freeFrom = [&](const OwnRow &row) {
        if (row.slices.empty()) return INT64_MIN;
        const SliceId last{row.slices.back()};
        return endOf(trace.startOf(last), trace.durationOf(last));
    };
    for (size_t row = 0; row < m_rows.size(); ++row)
        open.emplace(freeFrom(m_rows[row]), row);
    for (const uint32_t slice : slices) {
        const int64_t start = trace.startOf(SliceId{slice}), duration = trace.durationOf(SliceId{slice});
        while (!open.empty() && open.top().first <= start) {
            free.push(open.top().second);
            open.pop();
        }
        size_t row = m_rows.size();
        if (free.empty()) {
            m_rows.emplace_back();
            unchanged.push_back(0);
        } else {
            row = free.top();
            free.pop();
        }
        open.emplace(endOf(start, duration), row);
        m_rows[row].slices.push_back(slice);
    }
    while (!m_rows.empty() && m_rows.back().slices.empty()) // what came needs fewer rows
        m_rows.pop_back();
    for (size_t row = 0; row < m_rows.size(); ++row)
        m_rows[row].pyramid.cover(m_rows[row].columns(trace), unchanged[row]);
}

void GrowingRows::extend(const Trace &trace) {
    std::vector<std::vector<uint32_t>> added(trace.tracks().size());
    std::vector<size_t> counts(added.size());
    for (int64_t i = m_taken; i < trace.sliceCount(); ++i)
        ++counts[size_t(trace.trackOf(SliceId{i}).value)];
    for (size_t track = 0; track < added.size(); ++track)
        added[track].reserve(counts[track]);
    for (int64_t i = m_taken; i < trace.sliceCount(); ++i)
        added[size_t(trace.trackOf(SliceId{i}).value)].push_back(uint32_t(i));
    m_lanes.resize(trace.tracks().size());
    for (size_t track = 0; track < added.size(); ++track)
        m_lanes[track].add(trace, std::move(added[track]));
    m_taken = trace.sliceCount();
}

} // namespace jitscope::inline profile
