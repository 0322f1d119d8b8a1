// SPDX-License-Identifier: Apache-2.0
// Which weights a gradient can not read any more as the forward run did, because the program has written to them since.
#pragma once

#include "engine/capture/graphcapture.h"

#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline capture {

class WeightWrites {
public:
    /** Of the calls of all open graphs from the id `first` on, and of what they call. */
    WeightWrites(const GraphCapture &capture, NodeId first);

    /** Whether `value` is a weight that a call behind `reader` writes to. */
    bool isWrittenBehind(const Node &value, const Node &reader) const;

private:
    void noteCall(const Node &node, NodeId at, std::unordered_set<std::string> &seen);
    void noteGraph(const std::string &name, NodeId at, std::unordered_set<std::string> &seen);

    const GraphCapture &m_capture;
    std::unordered_map<const Storage *, int64_t> m_last; ///< the id of the last call that writes to it
};

/** The memory of the weights that calls with an id from `first` on, and below `end`, write to. */
std::unordered_set<const Storage *> writtenWeights(const Module &module, NodeId first, NodeId end);

} // namespace jitscope::inline capture
