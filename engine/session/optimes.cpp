// SPDX-License-Identifier: Apache-2.0
#include "engine/session/optimes.h"

#include "engine/base/text.h"
#include "engine/session/session.h"

#include <unordered_map>

namespace jitscope::inline session {

namespace {

std::string lineOf(const Session &session, const OpEvent &op, std::unordered_map<int, std::string> &known) {
    const auto found = known.find(op.stack);
    if (found != known.end()) return found->second;
    const StackFrame *frame = userFrame(session, op.stack);
    std::string text = "(unknown)";
    if (frame != nullptr) {
        const std::string &path = frame->span.file;
        text = path.substr(path.rfind('/') + 1) + format(":%d", frame->span.line);
    }
    return known.emplace(op.stack, std::move(text)).first->second;
}

} // namespace

std::optional<OpGrouping> opGroupingNamed(std::string_view name) {
    constexpr std::pair<std::string_view, OpGrouping> names[] = {{"op", OpGrouping::Op},
                                                                 {"scope", OpGrouping::Scope},
                                                                 {"line", OpGrouping::Line},
                                                                 {"node", OpGrouping::Node},
                                                                 {"kernel", OpGrouping::Kernel}};
    for (const auto &[known, grouping] : names)
        if (known == name) return grouping;
    return std::nullopt;
}

std::vector<TimeSample> opTimes(const Session &session, OpGrouping grouping) {
    std::vector<TimeSample> samples;
    samples.reserve(session.ops.size());
    std::unordered_map<int, std::string> lines;
    for (const OpEvent &op : session.ops) {
        switch (grouping) {
        case OpGrouping::Op:
            samples.push_back({op.op, op.durationNs});
            break;
        case OpGrouping::Scope:
            samples.push_back({op.scope.empty() ? "(top level)" : op.scope, op.durationNs});
            break;
        case OpGrouping::Line:
            samples.push_back({lineOf(session, op, lines), op.durationNs});
            break;
        case OpGrouping::Node:
            if (op.compilation >= 0) samples.push_back({op.op, op.durationNs});
            break;
        case OpGrouping::Kernel:
            if (op.isKernel) samples.push_back({op.op, op.durationNs});
            break;
        }
    }
    return samples;
}

} // namespace jitscope::inline session
