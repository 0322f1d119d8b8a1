// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/idlecause.h"

#include "engine/analysis/device/hostactivity.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cassert>

namespace jitscope::inline analysis {

namespace {

/** A cause must cover this share of a gap to be named. */
constexpr double namedShare = 0.3, likelyShare = 0.5, certainShare = 0.8;
/** Between two tasks that were launched in time the device itself takes 0.1 to 1.5 us, at times more. */
constexpr int64_t schedulingNs = 20'000;
/** A wait ends a little behind the record that it stands for. */
constexpr int64_t releaseSlackNs = 5'000;

double coveredShare(int64_t part, int64_t whole) {
    return whole <= 0 ? 0 : std::clamp(double(part) / double(whole), 0.0, 1.0);
}

Certainty certaintyOf(double share) {
    if (share >= certainShare) return Certainty::Certain;
    return share >= likelyShare ? Certainty::Likely : Certainty::Possible;
}

struct RoleCause {
    HostRole role;
    IdleCauseKind kind;
};
/** What a host call says by itself, the most telling first. */
constexpr RoleCause roleCauses[] = {{HostRole::Compile, IdleCauseKind::Compile},
                                    {HostRole::DataInput, IdleCauseKind::DataInput},
                                    {HostRole::Copy, IdleCauseKind::HostCopy},
                                    {HostRole::Synchronize, IdleCauseKind::Synchronization},
                                    {HostRole::Allocate, IdleCauseKind::Allocation}};

const std::vector<TaskRole> anyWait = {TaskRole::Wait, TaskRole::RankWait};

std::string argument(const SliceArguments &arguments, std::string_view key) {
    for (const auto &[name, value] : arguments)
        if (name == key) return value;
    return {};
}

} // namespace

std::string_view toString(Certainty certainty) {
    static constexpr std::string_view names[] = {"none", "possible", "likely", "certain"};
    return names[size_t(certainty)];
}

const std::vector<IdleCauseWords> &idleCauseWords() {
    using enum IdleCauseKind;
    static const std::vector<IdleCauseWords> words = {
        {HostOperator, "host_operator", "Host operator", "The next task was launched late: the host was in %1.",
         "The launch of the next task (its HostToDevice flow) lies in the gap; named is the call with the most time of "
         "its own until then on the threads that lead to the launch."},
        {HostUnknown, "host_unknown", "Host, not recorded",
         "The next task was launched late, by host code that is not recorded; the last call before was %2.",
         "The launch of the next task lies in the gap, but calls cover less than 20 % of the time until then."},
        {DataInput, "data_input", "Data input", "The host was waiting for input data in %1.",
         "A call that fetches data covers at least 30 % of the time until the next launch."},
        {Synchronization, "synchronization", "Synchronization",
         "The host waited for the device in %1 and had nothing queued when it came back.",
         "A call that waits for the device was running when the gap began, or covers 30 % of the time until the next "
         "launch."},
        {Compile, "compile", "Compilation", "The host was compiling an operator in %1.",
         "A call that compiles covers at least 30 % of the time until the next launch."},
        {HostCopy, "host_copy", "Synchronous copy",
         "The host was in %1, a copy that it waits for: nothing can be queued meanwhile.",
         "A synchronous copy covers at least 30 % of the time until the next launch."},
        {Allocation, "allocation", "Memory allocation", "The host was allocating or freeing device memory in %1.",
         "Such calls cover at least 30 % of the time until the next launch."},
        {OtherRank, "other_rank", "Another rank", "%1 waits for %2.",
         "A collective runs, but no transfer of it: its planes only stand in Notify_Wait. The rank is that of the "
         "longest wait, as its group numbers it."},
        {CollectiveTable, "collective_table", "A collective, by its table",
         "In %1 nothing moves for at least %2, by the profiler's table of communication.",
         "No task of the collective is recorded. Its time is longer than all its transfers over all links one after "
         "the "
         "other (communication.json or its database); when it waited is not told."},
        {OtherStream, "other_stream", "Another stream", "The stream waits in %1 for %2.",
         "A wait on the stream of the next task covers at least 30 % of the gap."},
        {Scheduling, "scheduling", "Scheduling",
         "The next task was launched in time; the device took this long to begin it.",
         "The launch ended before the gap began, no wait is recorded, and the gap is shorter than 20 us."},
        {Unknown, "unknown", "Not known", "Nothing that is recorded explains this gap.",
         "Neither a late launch nor a wait nor any host call is recorded."},
    };
    return words;
}

const IdleCauseWords &wordsOf(IdleCauseKind kind) {
    const IdleCauseWords &words = idleCauseWords()[size_t(kind)];
    assert(words.kind == kind);
    return words;
}

std::string sentence(const IdleCause &cause) {
    return filled(wordsOf(cause.kind).pattern, {cause.name, sentence(cause.peer)});
}

IdleExplainer::IdleExplainer(const LaneIndex &lanes, const TaskRoles &roles, const FlowIndex &flows,
                             const DeviceKey &device)
    : m_lanes(lanes)
    , m_trace(lanes.trace())
    , m_roles(roles)
    , m_flows(flows)
    , m_device(device)
    , m_streams(lanes.tracksOf(device, LaneKind::Stream))
    , m_planes(lanes.tracksOf(device, LaneKind::Plane))
    , m_host(lanes.tracksOf(device.rank, LaneKind::Framework)) {
    const auto calls = lanes.tracksOf(device.rank, LaneKind::HostApi);
    m_host.insert(m_host.end(), calls.begin(), calls.end());
    const auto compiles = lanes.tracksOf(device.rank, LaneKind::Compile);
    m_host.insert(m_host.end(), compiles.begin(), compiles.end());
}

IdleCause IdleExplainer::explain(const IdleGap &gap) const {
    if (gap.waitedNs >= 0) return collectiveByTable(gap);
    if (gap.collective.valid()) return collectiveWaits(gap);
    if (!gap.after.valid()) return withoutLaunch(gap);
    SliceId launch = flowSource(m_trace, m_flows, gap.after, launchFlow);
    const SliceId op = flowSource(m_trace, m_flows, gap.after, operatorFlow);
    if (!launch.valid()) launch = op;
    IdleCause cause;
    if (!launch.valid())
        cause = withoutLaunch(gap);
    else if (coveredShare(m_trace.endOf(launch) - gap.span.beginNs, gap.span.length()) >= namedShare)
        cause = launchedLate(gap, launch, op);
    else
        cause = launchedInTime(gap, launch);
    cause.evidence.push_back({gap.after, "next task"});
    if (gap.before.valid()) cause.evidence.push_back({gap.before, "task before"});
    return cause;
}

IdleCause IdleExplainer::collectiveWaits(const IdleGap &gap) const {
    IdleCause cause{IdleCauseKind::OtherRank,
                    Certainty::Likely,
                    0,
                    std::string(m_trace.nameOf(gap.collective)),
                    {"other ranks", {}},
                    {},
                    {}};
    SliceId longest;
    int64_t covered = 0;
    for (const auto *tracks : {&m_planes, &m_streams}) // the lowest level records no planes
        for (const TrackId track : *tracks)
            if (const SliceId wait = waitOn(track, gap.span, {TaskRole::RankWait}); wait.valid()) {
                const int64_t overlap =
                    std::min(m_trace.endOf(wait), gap.span.endNs) - std::max(m_trace.startOf(wait), gap.span.beginNs);
                if (!longest.valid() || overlap > covered) longest = wait, covered = overlap;
            }
    cause.share = coveredShare(covered, gap.span.length());
    if (longest.valid() && cause.share >= namedShare) {
        const SliceArguments arguments = m_trace.argumentsOf(longest);
        const std::string from = argument(arguments, "src rank"), to = argument(arguments, "dst rank");
        // A wait names its own rank and the one that it waits for; 4294967295 stands for none.
        if (!to.empty() && to != from && to != "4294967295") cause.peer = {"rank %1 of its group", {to}};
        cause.certainty = certaintyOf(cause.share);
        cause.evidence.push_back({longest, "the longest wait"});
    }
    cause.evidence.push_back({gap.collective, "collective"});
    return cause;
}

IdleCause IdleExplainer::collectiveByTable(const IdleGap &gap) const {
    IdleCause cause;
    cause.kind = IdleCauseKind::CollectiveTable;
    cause.certainty = Certainty::Likely;
    cause.share = coveredShare(gap.waitedNs, gap.span.length());
    cause.name = m_trace.nameOf(gap.collective);
    cause.peer = {"%1", {humanTime(gap.waitedNs)}};
    cause.evidence.push_back({gap.collective, "collective"});
    return cause;
}

IdleCause IdleExplainer::launchedLate(const IdleGap &gap, SliceId launch, SliceId op) const {
    const Interval window{gap.span.beginNs, std::clamp(m_trace.endOf(launch), gap.span.beginNs + 1, gap.span.endNs)};
    std::vector<TrackId> tracks;
    for (const TrackId track : m_host) {
        const Track &lane = m_trace.trackAt(track);
        const auto sharesThread = [&](SliceId slice) {
            if (!slice.valid()) return false;
            const Track &of = m_trace.trackAt(m_trace.trackOf(slice));
            return of.id == track || (of.number >= 0 && of.number == lane.number);
        };
        // A simulated launch waits for the program that was recorded beside it, compiles included.
        const bool isRecorded = !lane.simulated && m_trace.trackAt(m_trace.trackOf(launch)).simulated;
        if (sharesThread(launch) || sharesThread(op) || lane.kind == LaneKind::Compile || isRecorded)
            tracks.push_back(track);
    }
    const HostActivity activity = hostActivity(m_lanes, m_roles, tracks, window);
    IdleCause cause;
    const auto covers = [&](int64_t ns) {
        cause.share = coveredShare(ns, gap.span.length());
        cause.certainty = certaintyOf(cause.share);
    };
    if (activity.python.slice.valid()) cause.python = m_trace.nameOf(activity.python.slice);
    const auto is = [&](IdleCauseKind kind, SliceId slice, const char *what) {
        cause.kind = kind;
        cause.name = m_trace.nameOf(slice);
        cause.evidence.push_back({slice, what});
        covers(std::min(m_trace.endOf(slice), window.endNs) - std::max(m_trace.startOf(slice), window.beginNs));
    };
    const auto telling = std::find_if(std::begin(roleCauses), std::end(roleCauses), [&](const RoleCause &each) {
        return coveredShare(activity.of(each.role).ns, window.length()) >= namedShare;
    });
    const auto running = [&]() -> SliceId { // a call that waited for the device as it ran dry
        for (const TrackId track : tracks)
            for (const SliceId slice : m_lanes.overlapping(track, window.beginNs, window.beginNs + 1, 64))
                if (m_roles.host(slice) == HostRole::Synchronize && m_trace.startOf(slice) < window.beginNs)
                    return slice;
        return {};
    };
    if (telling != std::end(roleCauses)) {
        is(telling->kind, activity.of(telling->role).longest, "host call");
        covers(activity.of(telling->role).ns);
    } else if (const SliceId sync = running(); sync.valid()) {
        is(IdleCauseKind::Synchronization, sync, "host call");
    } else if (activity.call.slice.valid() && coveredShare(activity.coveredNs, window.length()) >= 0.2) {
        is(IdleCauseKind::HostOperator, activity.call.slice, "host call");
    } else if (activity.python.slice.valid()) {
        is(IdleCauseKind::HostOperator, activity.python.slice, "Python function");
    } else {
        cause.kind = IdleCauseKind::HostUnknown;
        covers(window.length() - activity.coveredNs);
        cause.peer = activity.lastBefore.valid() ? Phrase{"%1", {std::string(m_trace.nameOf(activity.lastBefore))}}
                                                 : Phrase{"not recorded", {}};
        if (activity.lastBefore.valid()) cause.evidence.push_back({activity.lastBefore, "last call before"});
    }
    if (activity.python.slice.valid() && cause.evidence.front().slice != activity.python.slice)
        cause.evidence.push_back({activity.python.slice, "Python function"});
    if (op.valid() && op != launch) cause.evidence.push_back({op, "operator of the next task"});
    cause.evidence.push_back({launch, "launch of the next task"});
    return cause;
}

IdleCause IdleExplainer::launchedInTime(const IdleGap &gap, SliceId launch) const {
    IdleCause cause;
    if (const SliceId wait = waitOn(m_trace.trackOf(gap.after), gap.span, anyWait); wait.valid())
        cause = waitOnStream(gap, wait);
    else if (gap.span.length() < schedulingNs)
        cause.kind = IdleCauseKind::Scheduling, cause.certainty = Certainty::Likely, cause.share = 1;
    cause.evidence.push_back({launch, "launch of the next task"});
    return cause;
}

/** Without a flow to the next task, what the host did at the same time is a hint, no more. */
IdleCause IdleExplainer::withoutLaunch(const IdleGap &gap) const {
    if (gap.after.valid())
        if (const SliceId wait = waitOn(m_trace.trackOf(gap.after), gap.span, anyWait); wait.valid())
            return waitOnStream(gap, wait);
    IdleCause cause;
    const HostActivity activity = hostActivity(m_lanes, m_roles, m_host, gap.span);
    if (activity.python.slice.valid()) cause.python = m_trace.nameOf(activity.python.slice);
    for (const RoleCause &each : roleCauses) {
        const HostActivity::Role &role = activity.of(each.role);
        if (cause.kind != IdleCauseKind::Unknown || coveredShare(role.ns, gap.span.length()) < likelyShare) continue;
        cause.kind = each.kind;
        cause.share = coveredShare(role.ns, gap.span.length());
        cause.name = m_trace.nameOf(role.longest);
        cause.evidence.push_back({role.longest, "host call"});
    }
    const HostShare &host = activity.call.slice.valid() ? activity.call : activity.python;
    if (cause.kind == IdleCauseKind::Unknown && coveredShare(host.selfNs, gap.span.length()) >= namedShare) {
        cause.kind = IdleCauseKind::HostOperator;
        cause.share = coveredShare(host.selfNs, gap.span.length());
        cause.name = m_trace.nameOf(host.slice);
        cause.evidence.push_back({host.slice, "host call"});
    }
    if (cause.kind != IdleCauseKind::Unknown)
        cause.certainty = Certainty::Possible;
    else if (gap.span.length() < schedulingNs)
        cause.kind = IdleCauseKind::Scheduling, cause.certainty = Certainty::Possible;
    return cause;
}

/** The wait of a lane that overlaps a stretch most, if it covers enough of it. */
SliceId IdleExplainer::waitOn(TrackId track, const Interval &span, const std::vector<TaskRole> &roles) const {
    constexpr size_t most = 10000;
    SliceId longest;
    int64_t best = 0;
    for (const SliceId slice : m_lanes.overlapping(track, span.beginNs, span.endNs, most)) {
        if (std::find(roles.begin(), roles.end(), m_roles.task(slice)) == roles.end()) continue;
        const int64_t overlap =
            std::min(m_trace.endOf(slice), span.endNs) - std::max(m_trace.startOf(slice), span.beginNs);
        if (overlap > best) best = overlap, longest = slice;
    }
    return coveredShare(best, span.length()) >= namedShare ? longest : SliceId();
}

IdleCause IdleExplainer::waitOnStream(const IdleGap &gap, SliceId wait) const {
    const std::string name(m_trace.nameOf(wait));
    IdleCause cause;
    cause.share =
        coveredShare(std::min(m_trace.endOf(wait), gap.span.endNs) - std::max(m_trace.startOf(wait), gap.span.beginNs),
                     gap.span.length());
    cause.certainty = certaintyOf(cause.share);
    cause.name = name;
    cause.evidence.push_back({wait, "wait"});
    if (m_roles.task(wait) == TaskRole::RankWait) {
        cause.kind = IdleCauseKind::OtherRank;
        cause.peer = {"another rank", {}};
        return cause;
    }
    cause.kind = IdleCauseKind::OtherStream;
    const SliceId release = releaseOf(wait);
    cause.peer = {"an event of another stream", {}};
    if (!release.valid()) return cause;
    cause.peer = {"%1", {m_trace.trackAt(m_trace.trackOf(release)).name}};
    cause.evidence.push_back({release, "the record that ends the wait"});
    return cause;
}

/** The last record of an event on another stream before a wait ends. */
SliceId IdleExplainer::releaseOf(SliceId wait) const {
    constexpr int farthest = 32;
    SliceId last;
    for (const TrackId track : m_streams) {
        if (track == m_trace.trackOf(wait)) continue;
        for (const LaneLine &line : m_lanes.linesOf(track)) {
            int64_t place = m_lanes.firstFrom(line, m_trace.endOf(wait) + releaseSlackNs);
            for (int steps = 0; place > 0 && steps < farthest; ++steps) {
                const SliceId slice = line.at(--place);
                if (m_trace.endOf(slice) < m_trace.startOf(wait)) break;
                if (m_roles.task(slice) != TaskRole::Record) continue;
                if (!last.valid() || m_trace.endOf(slice) > m_trace.endOf(last)) last = slice;
                break;
            }
        }
    }
    return last;
}

} // namespace jitscope::inline analysis
