// SPDX-License-Identifier: Apache-2.0
// Recordings with memory that comes and goes, written by hand for tests.
#pragma once

#include "engine/session/session.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::testing {

/** A recording by hand: operators that make tensors with memory of their own, times in ns. */
class MemoryScript {
public:
    /** A tensor that no operator made; it is met at `time` by the operator that comes next. */
    int64_t outside(int64_t bytes, int64_t time, const char *name = "") {
        const int64_t id = newTensor(bytes, name);
        m_met.push_back(id);
        session.storageEvents.push_back({id, bytes, time, false});
        return id;
    }
    /** The operator that comes next reads these. */
    MemoryScript &reading(std::initializer_list<int64_t> tensors) {
        m_met.insert(m_met.end(), tensors);
        return *this;
    }
    int64_t op(const char *name, int64_t bytes, int64_t time, const char *line = "a.py:1",
               OpPhase phase = OpPhase::Forward) {
        OpEvent op;
        op.number = int64_t(session.ops.size()) + 1;
        op.op = SharedText(name);
        op.scope = SharedText("Default/net-Net");
        op.startNs = time;
        op.durationNs = 2;
        op.phase = phase;
        op.stack = stackOf(line);
        op.inputs = IdList(std::exchange(m_met, {}));
        const int64_t id = bytes == 0 ? -1 : newTensor(bytes, "");
        if (id >= 0) op.outputs = IdList(std::vector<int64_t>{id});
        session.ops.push_back(op);
        if (id >= 0) session.storageEvents.push_back({id, bytes, time, false});
        return id;
    }
    template<class Change> void changeLast(Change change) { session.ops.change(session.ops.size() - 1, change); }
    void release(int64_t tensor, int64_t time) {
        session.storageEvents.push_back({tensor, session.tensors[size_t(tensor)].shape[0] * 4, time, true});
    }
    /** What analysis is asked of. */
    const Session &done() {
        session.linkTensors();
        return session;
    }

    Session session;

private:
    int64_t newTensor(int64_t bytes, const char *name) {
        TensorRecord record;
        record.id = int64_t(session.tensors.size());
        record.shape = Dims{bytes / 4};
        record.name = SharedText(name);
        session.tensors.push_back(record);
        return record.id;
    }
    int stackOf(const std::string &line) {
        StackFrame frame;
        frame.span.file = "/scripts/" + line.substr(0, line.find(':'));
        frame.span.line = std::stoi(line.substr(line.find(':') + 1));
        const std::vector<StackFrame> stack = {frame};
        const auto known = std::ranges::find(session.stacks, stack);
        if (known != session.stacks.end()) return int(known - session.stacks.begin());
        session.stacks.push_back(stack);
        return int(session.stacks.size()) - 1;
    }

    std::vector<int64_t> m_met;
};

} // namespace jitscope::testing
