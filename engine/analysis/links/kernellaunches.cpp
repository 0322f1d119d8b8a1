// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/links/kernellaunches.h"

#include "engine/analysis/device/launches.h"
#include "engine/analysis/links/rowslices.h"

namespace jitscope::inline analysis {

std::vector<int64_t> kernelLaunches(const Trace &trace, const DataTable &kernels, int rank) {
    std::vector<int64_t> launches(size_t(kernels.rowCount()), missingInteger);
    if (trace.flows().empty()) return launches;
    const SliceFinder finder(trace);
    const FlowIndex flows(trace);
    for (int64_t row = 0; row < kernels.rowCount(); ++row) {
        const SliceId kernel = sliceOfRow(finder, kernels, row, rank);
        if (!kernel.valid()) continue;
        const SliceId launch = flowSource(trace, flows, kernel, launchFlow);
        if (!launch.valid() || trace.startOf(launch) > trace.startOf(kernel)) continue;
        launches[size_t(row)] = trace.startOf(kernel) - trace.startOf(launch);
    }
    return launches;
}

} // namespace jitscope::inline analysis
