// SPDX-License-Identifier: Apache-2.0
// Why a device was idle in a gap: what the host, another stream or another rank did meanwhile, with the slices that
// show it.
#pragma once

#include "engine/analysis/device/idlegaps.h"
#include "engine/analysis/device/launches.h"
#include "engine/base/phrase.h"

#include <string>
#include <vector>

namespace jitscope::inline analysis {

enum class IdleCauseKind : uint8_t {
    HostOperator, ///< the host launched late: it was in an operator or function
    HostUnknown,  ///< the host launched late, in code that is not recorded
    DataInput,
    Synchronization,
    Compile,
    HostCopy,
    Allocation,
    OtherRank,       ///< a collective, or a wait on a stream, stands until another rank comes
    CollectiveTable, ///< a collective whose tasks are not recorded moves nothing for a time, by the producer's table
    OtherStream,     ///< an event of another stream
    Scheduling,      ///< launched in time, begun a little later
    Unknown,
};

/** How sure it is: by a flow, by what happened at the same time, or only a hint. */
enum class Certainty : uint8_t { None, Possible, Likely, Certain };
std::string_view toString(Certainty certainty);

/** A cause in words; windows translate `title`, `pattern` and `meaning` by the context "IdleCauses". */
struct IdleCauseWords {
    IdleCauseKind kind;
    const char *id;      ///< "host_operator"
    const char *title;   ///< "Host operator"
    const char *pattern; ///< a sentence with %1 (IdleCause::name) and %2 (IdleCause::peer)
    const char *meaning; ///< by which rule it is found
};
const std::vector<IdleCauseWords> &idleCauseWords();
const IdleCauseWords &wordsOf(IdleCauseKind kind);

struct IdleEvidence {
    SliceId slice;
    const char *what; ///< "next task", "its launch", "host operator"; translated by the context "IdleCauses"
};

struct IdleCause {
    IdleCauseKind kind = IdleCauseKind::Unknown;
    Certainty certainty = Certainty::None;
    double share = 0;   ///< of the gap that the evidence covers, 0..1
    std::string name;   ///< the host call, the collective, the wait
    Phrase peer;        ///< the rank or stream that is waited for, the last operator before; empty where not known
    std::string python; ///< "train.py(88): train_step" where the host was in a recorded Python function
    std::vector<IdleEvidence> evidence; ///< the first is the main one
};

/** In English, from the pattern. */
std::string sentence(const IdleCause &cause);

class IdleExplainer {
public:
    /** All must outlive it. */
    IdleExplainer(const LaneIndex &lanes, const TaskRoles &roles, const FlowIndex &flows, const DeviceKey &device);
    IdleCause explain(const IdleGap &gap) const;

private:
    IdleCause collectiveWaits(const IdleGap &gap) const;
    IdleCause collectiveByTable(const IdleGap &gap) const;
    IdleCause launchedLate(const IdleGap &gap, SliceId launch, SliceId op) const;
    IdleCause launchedInTime(const IdleGap &gap, SliceId launch) const;
    IdleCause withoutLaunch(const IdleGap &gap) const;
    SliceId waitOn(TrackId track, const Interval &span, const std::vector<TaskRole> &roles) const;
    IdleCause waitOnStream(const IdleGap &gap, SliceId wait) const;
    SliceId releaseOf(SliceId wait) const;

    const LaneIndex &m_lanes;
    const Trace &m_trace;
    const TaskRoles &m_roles;
    const FlowIndex &m_flows;
    DeviceKey m_device;
    std::vector<TrackId> m_streams, m_planes, m_host;
};

} // namespace jitscope::inline analysis
