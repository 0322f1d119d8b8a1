// SPDX-License-Identifier: Apache-2.0
// A small profile of two ranks whose clocks are 5 ms apart: steps of a Python thread, launches, kernels on two streams
// with flows to them, collectives.
#pragma once

#include "engine/profile/trace.h"

#include <string>

namespace jitscope::testing {

constexpr int64_t rankEpoch = 1'736'412'474'714'258'990; ///< ns, as profiles count
constexpr int64_t rankClock = 5'000'000;                 ///< that rank 1 is ahead

inline Trace rankTrace(int steps = 8) {
    Trace trace;
    for (int rank = 0; rank < 2; ++rank) {
        const auto lane = [&](const char *process, const std::string &name, int sortKey, LaneKind kind) {
            Track track;
            track.rank = rank;
            track.process = process;
            track.name = name;
            track.sortKey = sortKey;
            track.kind = kind;
            return trace.addTrack(track);
        };
        const TrackId python = lane("Python", "Thread 5011", 1, LaneKind::Framework),
                      cann = lane("CANN", "Thread 5012", 2, LaneKind::HostApi),
                      stream2 = lane("Ascend Hardware", "Stream 2", 3, LaneKind::Stream),
                      stream3 = lane("Ascend Hardware", "Stream 3", 4, LaneKind::Stream),
                      group = lane("Communication", "Group 7 Communication", 5, LaneKind::Communication);
        Counter counter{stream2, "HBM", "GB/s", {}};
        for (int i = 0; i < steps; ++i) {
            const int64_t begin = rankEpoch + rank * rankClock + i * 1'000'000 + i * i * 900;
            trace.addSlice(python, "train.py(88): step", "python_function", begin, 900'000);
            const SliceId mul = trace.addSlice(python, "aten::mul", "cpu_op", begin + 50'000, 200'000);
            const SliceId launch = trace.addSlice(cann, "Node@launch", "", begin + 100'000, 60'000);
            const SliceId kernel = trace.addSlice(stream2, "MatMul_1", "", begin + 200'000, 300'000);
            trace.addSlice(stream3, "Add_2", "", begin + 400'000, 240'000);
            trace.addSlice(group, "hcom_allReduce__618_" + std::to_string(i), "", begin + 600'000 + rank * 20'000,
                           250'000 - rank * 20'000);
            trace.addFlow(launch, kernel, "HostToDevice" + std::to_string(i), "HostToDevice");
            trace.addFlow(mul, kernel, "torch_to_npu", "async_npu");
            counter.samples.push_back({begin, double(i % 4)});
        }
        trace.addCounter(std::move(counter));
    }
    trace.arrange();
    return trace;
}

} // namespace jitscope::testing
