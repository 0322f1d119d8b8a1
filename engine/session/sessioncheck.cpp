// SPDX-License-Identifier: Apache-2.0
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/sessiontables.h"
#include "engine/session/variantrecord.h"

#include "engine/base/text.h"

namespace jitscope::inline session {

namespace {

/** Collects the first reference that leads nowhere. */
class Check {
public:
    void inRange(const char *table, const char *field, int64_t record, int64_t value, int64_t low, int64_t high) {
        if (low <= value && value <= high) return;
        fault(format("table '%s': record %lld has %s %lld, which is not there", table, (long long)record, field,
                     (long long)value));
    }
    void equal(const char *table, int64_t record, int64_t value, int64_t expected) {
        if (value == expected) return;
        fault(format("table '%s': record %lld has the number %lld instead of %lld", table, (long long)record,
                     (long long)value, (long long)expected));
    }
    void fault(const std::string &message) {
        if (m_error.empty()) m_error = message;
    }
    const std::string &error() const { return m_error; }

private:
    std::string m_error;
};

/** The numbers that records count through, from that of the first. */
struct Range {
    int64_t first = 0, last = -1;
};

template<class Records, class Record, class Number> Range rangeOf(const Records &records, Number Record::*number) {
    if (records.empty()) return {};
    const int64_t first = int64_t(records.front().*number);
    return {first, first + int64_t(records.size()) - 1};
}

template<class Records, class Record, class Number>
void checkNumbers(Check &check, const char *table, const Records &records, Number Record::*number) {
    const int64_t first = rangeOf(records, number).first;
    if (first < 0) check.fault(format("table '%s': numbers begin below zero", table));
    for (size_t i = 0; i < records.size(); ++i)
        check.equal(table, int64_t(i), int64_t(records[i].*number), first + int64_t(i));
}

void checkOps(Check &check, const Session &session) {
    const Range tensors = rangeOf(session.tensors, &TensorRecord::id);
    const int64_t lastStack = int64_t(session.stacks.size()) - 1;
    for (const OpEvent &op : session.ops) {
        for (const IdList *ids : {&op.inputs, &op.outputs})
            for (const int64_t id : *ids)
                check.inRange("ops", "tensor", op.number, id, tensors.first, tensors.last);
        check.inRange("ops", "stack", op.number, op.stack, -1, lastStack);
        if (op.compilation != -1 && session.compilation(op.compilation) == nullptr)
            check.inRange("ops", "compilation", op.number, op.compilation, 0, -1);
    }
}

void checkSteps(Check &check, const Session &session) {
    const Range tensors = rangeOf(session.tensors, &TensorRecord::id);
    const auto isKnown = [&](const char *table, int64_t record, int64_t tensor) {
        if (tensor != -1) check.inRange(table, "tensor", record, tensor, tensors.first, tensors.last);
    };
    for (const TensorRecord &tensor : session.tensors)
        check.inRange("tensor_memories", "memory", tensor.id, tensor.memory, -1, tensor.id - 1);
    for (const OpEvent &op : session.ops)
        check.inRange("op_steps", "forward", op.number, op.forward, -1, op.number - 1);
    for (size_t i = 0; i < session.gradients.size(); ++i) {
        check.inRange("gradients", "tensor", int64_t(i), session.gradients[i].tensor, tensors.first, tensors.last);
        check.inRange("gradients", "tensor", int64_t(i), session.gradients[i].gradient, tensors.first, tensors.last);
    }
    for (size_t i = 0; i < session.stops.size(); ++i)
        for (const std::vector<Variable> &variables : session.stops[i].variables)
            for (const Variable &variable : variables)
                isKnown("stop_variables", int64_t(i), variable.tensor);
    for (size_t i = 0; i < session.watchHits.size(); ++i)
        isKnown("watch_hits", int64_t(i), session.watchHits[i].tensor);
}

void checkStorageEvents(Check &check, const Session &session) {
    const Range tensors = rangeOf(session.tensors, &TensorRecord::id);
    int64_t record = 0;
    for (const StorageEvent &event : session.storageEvents) {
        check.inRange("storage_events", "tensor", record, event.tensor, tensors.first, tensors.last);
        check.inRange("storage_events", "bytes", record, event.bytes, 0, INT64_MAX);
        ++record;
    }
}

void checkThreadSpans(Check &check, const Session &session) {
    constexpr int64_t longest = INT64_MAX / 2;
    int64_t record = 0;
    for (const ThreadSpan &span : session.threadSpans) {
        check.inRange("thread_spans", "start_ns", record, span.startNs, -longest, longest);
        check.inRange("thread_spans", "duration_ns", record, span.durationNs, 0, longest);
        check.inRange("thread_spans", "run_ns", record, span.runNs, 0, longest);
        check.inRange("thread_spans", "ready_ns", record, span.readyNs, 0, longest);
        ++record;
    }
}

void checkDataWaits(Check &check, const Session &session) {
    constexpr int64_t longest = INT64_MAX / 2;
    int64_t record = 0;
    for (const DataWait &wait : session.dataWaits) {
        check.inRange("data_waits", "stack", record, wait.stack, -1, int64_t(session.stacks.size()) - 1);
        check.inRange("data_waits", "start_ns", record, wait.startNs, -longest, longest);
        check.inRange("data_waits", "duration_ns", record, wait.durationNs, 0, longest);
        ++record;
    }
}

void checkCalls(Check &check, const Session &session) {
    for (const GraphCall &call : session.graphCalls) {
        check.inRange("graph_calls", "stack", call.number, call.stack, -1, int64_t(session.stacks.size()) - 1);
        if (call.compilation != -1 && session.compilation(call.compilation) == nullptr)
            check.inRange("graph_calls", "compilation", call.number, call.compilation, 0, -1);
    }
}

void checkLinks(Check &check, const Session &session) {
    for (int64_t i = 0; i < session.trace.sliceCount(); ++i) {
        const SliceLink &link = session.trace.linkOf(SliceId{i});
        if (link.op != -1 && !session.op(link.op)) check.inRange("trace", "op", i, link.op, 0, -1);
        if (link.compilation == -1) continue;
        const Compilation *compilation = session.compilation(link.compilation);
        if (compilation == nullptr) {
            check.inRange("trace", "compilation", i, link.compilation, 0, -1);
            return;
        }
        check.inRange("trace", "pass", i, link.pass, -1, int64_t(compilation->passes.size()) - 1);
    }
}

void checkVariants(Check &check, const Session &session) {
    for (size_t i = 0; i < session.variants.size(); ++i)
        if (session.compilation(session.variants[i].compilation) == nullptr)
            check.inRange("variants", "compilation", int64_t(i), session.variants[i].compilation, 0, -1);
}

} // namespace

Result<void> checkReferences(const Session &session) {
    Check check;
    checkNumbers(check, "tensors", session.tensors, &TensorRecord::id);
    checkNumbers(check, "ops", session.ops, &OpEvent::number);
    checkNumbers(check, "compilations", session.compilations, &Compilation::index);
    checkOps(check, session);
    checkSteps(check, session);
    checkStorageEvents(check, session);
    checkThreadSpans(check, session);
    checkDataWaits(check, session);
    checkCalls(check, session);
    checkLinks(check, session);
    checkVariants(check, session);
    if (!check.error().empty()) return Error{check.error()};
    return {};
}

} // namespace jitscope::inline session
