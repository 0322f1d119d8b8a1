// SPDX-License-Identifier: Apache-2.0
// The lane of a recording of our own, which stands under no rank.
#pragma once

#include "engine/profile/trace.h"

namespace jitscope::inline session {

/** The one of that name, made where there is none. */
inline TrackId recordedTrack(Trace &trace, const char *process, const char *name, int sortKey, LaneKind kind) {
    for (const Track &track : trace.tracks())
        if (track.rank < 0 && track.process == process && track.name == name) return track.id;
    Track track;
    track.process = process;
    track.name = name;
    track.sortKey = sortKey;
    track.kind = kind;
    return trace.addTrack(std::move(track));
}

} // namespace jitscope::inline session
