// SPDX-License-Identifier: Apache-2.0
// From a task of a device back to what the host did for it, by the flows that profilers write.
#pragma once

#include "engine/profile/flowindex.h"

#include <string_view>

namespace jitscope::inline analysis {

/** Categories of flows as profilers write them. */
constexpr std::string_view launchFlow = "HostToDevice", operatorFlow = "async_npu", queueFlow = "async_task_queue";

/** Where the first flow into `slice` begins whose category or name begins so; none if there is none. */
SliceId flowSource(const Trace &trace, const FlowIndex &flows, SliceId slice, std::string_view category);

} // namespace jitscope::inline analysis
