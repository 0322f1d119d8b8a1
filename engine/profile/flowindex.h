// SPDX-License-Identifier: Apache-2.0
// The arrows of a trace found by slice, by category and by time.
#pragma once

#include "engine/profile/trace.h"

#include <cstdint>
#include <vector>

namespace jitscope::inline profile {

struct FlowCategory {
    TextId category; ///< Flow::category, or the name where it has none
    int64_t count = 0;
    int64_t negative = 0; ///< that end before they begin: the clocks of host and device are aligned only roughly
    int64_t longestNs = 0;
};

class FlowIndex {
public:
    FlowIndex() = default;
    explicit FlowIndex(const Trace &trace);

    int64_t count() const { return int64_t(m_byFrom.size()); }                   ///< flows of the trace it was made of
    const std::vector<FlowCategory> &categories() const { return m_categories; } ///< the most frequent first
    /** Places in Trace::flows() of those that begin (or end) at a slice. */
    std::vector<uint32_t> from(const Trace &trace, SliceId slice) const;
    std::vector<uint32_t> to(const Trace &trace, SliceId slice) const;
    /** Of the flows of a category that pass through [beginNs, endNs], `limit` at most, evenly picked. */
    std::vector<uint32_t> visible(const Trace &trace, TextId category, int64_t beginNs, int64_t endNs,
                                  int64_t limit) const;

private:
    std::vector<uint32_t> m_byFrom, m_byTo;
    std::vector<FlowCategory> m_categories;
    std::vector<std::vector<uint32_t>> m_ofCategory; ///< by the begin of the slice that it comes from
};

/** From the begin of one slice to the begin of the other; may be negative. */
int64_t latencyNs(const Trace &trace, const Flow &flow);

/** What shows and hides together with others. */
TextId categoryOf(const Flow &flow, const Trace &trace);

} // namespace jitscope::inline profile
