// SPDX-License-Identifier: Apache-2.0
// What the parts of the stepper share: the place where an operator stands, looked up when it is asked for.
#pragma once

#include "engine/stepping/graphlines.h"
#include "engine/stepping/heldframes.h"
#include "engine/stepping/place.h"

#include <optional>

namespace jitscope::inline stepping {

/** Looked up at most once; with the GIL held. */
class Here {
public:
    const Place &place() {
        if (!m_place) m_place = currentPlace();
        return *m_place;
    }
    const HeldFrames &frames() {
        if (!m_frames) m_frames.emplace();
        return *m_frames;
    }

private:
    std::optional<Place> m_place;
    std::optional<HeldFrames> m_frames;
};

/** A compiled graph at work. */
struct GraphRun {
    const Compilation *compilation;
    LineArrivals before, after; ///< of what is asked before nodes run, and of their results
};

/** Those of this thread, innermost last. */
std::vector<GraphRun> &graphRuns();

inline int graphDepth() {
    return int(graphRuns().size());
}

/** The user's frames that the node was captured in, innermost first; of functions without names. */
std::vector<StackFrame> capturedFrames(const Node &site);

} // namespace jitscope::inline stepping
