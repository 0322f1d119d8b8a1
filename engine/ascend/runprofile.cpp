// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/runprofile.h"

#include "engine/ascend/profilerdata.h"

namespace jitscope::inline ascend {

namespace {

void shift(Intervals &set, int64_t byNs) {
    for (Interval &each : set) {
        each.beginNs += byNs;
        each.endNs += byNs;
    }
}

} // namespace

Profile profileOfRun(const DeviceModel &model, const DeviceRun &run) {
    ProfilerData data = profilerData(model, run, 0, 1);
    const int64_t backNs = -data.shiftNs; // files count from another time than the recording
    data.shiftNs = 0;
    data.beginNs += backNs;
    data.endNs += backNs;
    for (Intervals *set :
         {&data.overlap.computing, &data.overlap.communication, &data.overlap.notOverlapped, &data.overlap.free})
        shift(*set, backNs);
    return simulatedProfile(data);
}

} // namespace jitscope::inline ascend
