// SPDX-License-Identifier: Apache-2.0
// All that is known of one slice: times, arguments, its row in the table of kernels, its flows, and where it comes
// from.
#pragma once

#include "engine/analysis/links/sliceorigin.h"
#include "engine/session/session.h"

#include <memory>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** What questions about slices need of a trace, made once. */
struct SliceIndexes {
    FlowIndex flows;
    NodeNames nodes;
    int64_t slices = 0; ///< of the trace it was made of
    explicit SliceIndexes(const Session &session)
        : flows(session.trace)
        , nodes(session)
        , slices(session.trace.sliceCount()) {}
};

struct SliceFlow {
    SliceId other;
    std::string category;
    int64_t latencyNs = 0; ///< from the begin of the one to the begin of the other; negative where clocks disagree
    bool isInto = false;   ///< it ends at the slice that was asked about
};

struct SliceFact {
    std::string name, value;
};

struct SliceFacts {
    SliceId slice;
    int64_t selfNs = 0;
    std::vector<SliceFact> arguments;
    std::vector<SliceFact> kernel; ///< the cells of its row in the table of kernels that hold something
    std::vector<SliceFlow> flows;
    SliceOrigin origin;
};

SliceFacts sliceFacts(const Session &session, const SliceIndexes &indexes, SliceId slice);

} // namespace jitscope::inline analysis
