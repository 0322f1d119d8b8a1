// SPDX-License-Identifier: Apache-2.0
// What the parts of the stepper share: the place where an operator stands, looked up when it is asked for.
#pragma once

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

/** How many compiled graphs are at work on this thread. */
int &graphDepth();

} // namespace jitscope::inline stepping
