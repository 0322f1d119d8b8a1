// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/launches.h"

namespace jitscope::inline analysis {

SliceId flowSource(const Trace &trace, const FlowIndex &flows, SliceId slice, std::string_view category) {
    for (const uint32_t place : flows.to(trace, slice)) {
        const Flow &flow = trace.flows()[place];
        const auto is = [&](TextId text) {
            return text.valid() && std::string_view(trace.texts().text(text)).starts_with(category);
        };
        if (is(flow.category) || is(flow.name)) return flow.from;
    }
    return {};
}

} // namespace jitscope::inline analysis
