// SPDX-License-Identifier: Apache-2.0
// A trace as a profiler writes it, made by hand: host operators and calls, kernels on streams, collectives with their
// planes, and the flows between them. Times are in microseconds.
#pragma once

#include "engine/profile/trace.h"

#include <string>

namespace jitscope::testing {

class ProfiledTrace {
public:
    explicit ProfiledTrace(int rank = 0)
        : m_rank(rank) {
        m_python = lane("Python", "Thread 1", LaneKind::Framework, 1, -1);
        m_cann = lane("CANN", "Thread 1", LaneKind::HostApi, 1, -1);
    }

    SliceId python(const std::string &name, double start, double duration) {
        return m_trace.addSlice(m_python, name, "python_function", ns(start), ns(duration));
    }
    SliceId op(const std::string &name, double start, double duration) {
        return m_trace.addSlice(m_python, name, "cpu_op", ns(start), ns(duration));
    }
    SliceId call(const std::string &name, double start, double duration) {
        return m_trace.addSlice(m_cann, name, "", ns(start), ns(duration));
    }
    SliceId task(int stream, const std::string &name, double start, double duration) {
        const std::string lane = "Stream " + std::to_string(stream);
        return m_trace.addSlice(this->lane("Ascend Hardware", lane, LaneKind::Stream, stream, m_rank), name, "",
                                ns(start), ns(duration));
    }
    SliceId collective(const std::string &name, double start, double duration) {
        return m_trace.addSlice(lane("Communication", "Group 0 Communication", LaneKind::Communication, 0, m_rank),
                                name, "", ns(start), ns(duration));
    }
    SliceId transfer(int plane, const std::string &name, double start, double duration) {
        const std::string lane = "Plane " + std::to_string(plane);
        return m_trace.addSlice(this->lane("Communication", lane, LaneKind::Plane, plane, m_rank), name, "", ns(start),
                                ns(duration));
    }
    /** A kernel with the launch that it came from and the operator around that. */
    SliceId launched(const std::string &kernel, double start, double duration, double launchStart, double launchLength,
                     SliceId op = {}, int stream = 2) {
        const SliceId launch = call("Node@launch", launchStart, launchLength);
        const SliceId task = this->task(stream, kernel, start, duration);
        m_trace.addFlow(launch, task, "HostToDevice", "HostToDevice");
        if (op.valid()) m_trace.addFlow(op, task, "mindspore_to_npu", "async_npu");
        return task;
    }
    void argument(SliceId slice, const std::string &key, const std::string &value) {
        m_trace.addArgument(slice, key, value);
    }
    Trace &trace() { return m_trace; }
    Trace arranged() const {
        Trace trace = m_trace;
        trace.arrange();
        return trace;
    }

    static int64_t ns(double us) { return int64_t(us * 1000 + (us < 0 ? -0.5 : 0.5)); }

private:
    TrackId lane(const std::string &process, const std::string &name, LaneKind kind, int64_t number, int device) {
        for (const Track &track : m_trace.tracks())
            if (track.process == process && track.name == name) return track.id;
        Track track;
        track.process = process;
        track.name = name;
        track.kind = kind;
        track.rank = m_rank;
        track.device = device;
        track.number = number;
        track.sortKey = int(kind);
        return m_trace.addTrack(track);
    }

    int m_rank;
    Trace m_trace;
    TrackId m_python, m_cann;
};

/** The slice of that name, the first by time; none if there is none. */
inline SliceId sliceNamed(const Trace &trace, std::string_view name, int rank = -2) {
    SliceId found;
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.nameOf(SliceId{i}) != name) continue;
        if (rank != -2 && trace.trackAt(trace.trackOf(SliceId{i})).rank != rank) continue;
        if (!found.valid() || trace.startOf(SliceId{i}) < trace.startOf(found)) found = SliceId{i};
    }
    return found;
}

} // namespace jitscope::testing
