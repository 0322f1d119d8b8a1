// SPDX-License-Identifier: Apache-2.0
// Who wrote a tensor, who read it, what it was before, and which operator an exception came from.
#include "engine/inspect/navigation.h"

#include "engine/inspect/memoryviews.h"
#include "engine/inspect/opcall.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope::inline inspect {

namespace {

/** Whether two records are views of one memory between the same two writes. Only known where values were recorded. */
bool shareMemory(const TensorRecord &a, const TensorRecord &b) {
    return a.value.memory() && a.value.memory() == b.value.memory();
}

/** Which input becomes that result: of lists of tensors (optimizers of many variables) the item of its place in the
    first, else each written parameter gives one result. */
int64_t writtenInput(const OpCall &call, size_t output) {
    const std::vector<size_t> &written = call.op->written;
    if (written.front() >= call.arguments.size()) return -1;
    const OpCall::Argument &first = call.arguments[written.front()];
    if (first.type.kind == Abstract::Kind::Tuple)
        return first.count == call.outputs.size() ? int64_t(first.first + output) : -1;
    if (output >= written.size() || written[output] >= call.arguments.size()) return -1;
    const OpCall::Argument &argument = call.arguments[written[output]];
    return argument.count == 1 ? int64_t(argument.first) : -1;
}

int64_t placeOf(const IdList &ids, int64_t id) {
    return std::find(ids.begin(), ids.end(), id) - ids.begin();
}

/** The last operator before `op` that ran the same node of the same compilation. */
std::optional<OpEvent> sameNodeBefore(const Session &session, const OpEvent &op) {
    for (int64_t number = op.number - 1; const auto each = session.op(number); --number)
        if (each->compilation == op.compilation && each->node == op.node) return each;
    return std::nullopt;
}

/** The operators from `end` back that ran at the same place without another between: their first number. */
int64_t beginOfRun(const Session &session, int64_t end) {
    const int stack = session.op(end)->stack;
    int64_t begin = end;
    while (const auto before = session.op(begin - 1)) {
        if (before->stack != stack) break;
        --begin;
    }
    return begin;
}

/** In a run of operators of one place, the shortest distance after which they repeat up to `number`; 0 if they do not.
 */
int64_t periodAt(const Session &session, int64_t begin, int64_t number) {
    constexpr int64_t longest = 4096; // operators of one line; more are not looked through
    const auto same = [&](int64_t a, int64_t b) {
        return session.op(a)->op == session.op(b)->op && session.op(a)->operands == session.op(b)->operands;
    };
    for (int64_t period = 1; period <= std::min(longest, number - begin); ++period) {
        int64_t i = 0;
        while (i < period && number - i - period >= begin && same(number - i, number - i - period))
            ++i;
        if (i == period) return period;
    }
    return 0;
}

/**
 * The operator that ran one round earlier at the same place. A line with several operators gives a run of them; the one
 * with the same rank among those of its name in the run before is meant. Where rounds follow each other without another
 * line between, the run repeats itself, and one period back is meant.
 */
std::optional<OpEvent> sameLineBefore(const Session &session, const OpEvent &op) {
    if (op.stack < 0) return std::nullopt;
    const int64_t begin = beginOfRun(session, op.number);
    if (const int64_t period = periodAt(session, begin, op.number)) return session.op(op.number - period);
    int64_t rank = 0;
    for (int64_t number = begin; number < op.number; ++number)
        rank += session.op(number)->op == op.op;
    int64_t end = begin - 1;
    while (session.op(end) && session.op(end)->stack != op.stack)
        --end;
    if (!session.op(end)) return std::nullopt;
    for (int64_t number = beginOfRun(session, end); number <= end; ++number)
        if (session.op(number)->op == op.op && rank-- == 0) return session.op(number);
    return std::nullopt;
}

bool ranBelow(const Session &session, const OpEvent &op, const SourceSpan &line) {
    if (op.stack < 0) return false;
    const auto &stack = session.stacks[size_t(op.stack)];
    return std::any_of(stack.begin(), stack.end(), [&](const StackFrame &frame) {
        return frame.span.line == line.line && frame.span.file == line.file;
    });
}

const Problem *lastError(const Session &session) {
    const auto found = std::find_if(session.problems.rbegin(), session.problems.rend(), [](const Problem &problem) {
        return problem.severity == Severity::Error && problem.kind == "error";
    });
    return found == session.problems.rend() ? nullptr : &*found;
}

std::optional<OpEvent> lastFailed(const Session &session) {
    const auto found =
        std::find_if(session.ops.rbegin(), session.ops.rend(), [](const OpEvent &op) { return !op.error.empty(); });
    return found == session.ops.rend() ? std::nullopt : std::optional(*found);
}

} // namespace

/** The operator's record names the parameters that it writes, one for each of its results; else the first input of the
    same type is meant, by its first result. */
int64_t heldBefore(const Session &session, const OpEvent &op, size_t output) {
    if (!op.writes || output >= op.outputs.size()) return -1;
    const auto result = session.tensor(op.outputs[output]);
    const auto fits = [&](int64_t id) {
        const auto input = session.tensor(id);
        return input && result && id != result->id && input->dtype == result->dtype && input->shape == result->shape;
    };
    if (const auto call = callOf(session, op); call && !call->op->written.empty()) {
        const int64_t input = writtenInput(*call, output);
        return input >= 0 && fits(op.inputs[size_t(input)]) ? op.inputs[size_t(input)] : -1;
    }
    if (output > 0) return -1;
    const auto found = std::find_if(op.inputs.begin(), op.inputs.end(), fits);
    return found == op.inputs.end() ? -1 : *found;
}

int64_t writerOf(const Session &session, int64_t tensor) {
    const auto record = session.tensor(tensor);
    if (!record) return -1;
    if (record->op >= 0 || !record->value.memory()) return record->op;
    // Another view of memory that an operator wrote in place appears as an input of its own.
    for (int64_t number = record->firstUse - 1; const auto op = session.op(number); --number) {
        if (!op->writes) continue;
        for (const int64_t output : op->outputs)
            if (const auto written = session.tensor(output); written && shareMemory(*written, *record)) return number;
    }
    return -1;
}

std::vector<int64_t> readersOf(const Session &session, int64_t tensor) {
    std::vector<int64_t> readers;
    const auto record = session.tensor(tensor);
    if (!record || record->firstUse < 0) return readers;
    for (int64_t number = record->firstUse; const auto op = session.op(number); ++number)
        if (op->inputs.contains(tensor)) readers.push_back(number);
    return readers;
}

int64_t previousVersion(const Session &session, int64_t tensor) {
    const auto writer = session.op(writerOf(session, tensor));
    if (!writer) return -1;
    if (writer->writes) {
        const int64_t before = heldBefore(session, *writer, size_t(placeOf(writer->outputs, tensor)));
        if (before >= 0) return before;
    }
    const auto earlier = writer->node.valid() ? sameNodeBefore(session, *writer) : sameLineBefore(session, *writer);
    if (!earlier || !writer->outputs.contains(tensor)) return -1;
    const auto place = size_t(placeOf(writer->outputs, tensor));
    return place < earlier->outputs.size() ? earlier->outputs[place] : -1;
}

int64_t culpritOfException(const Session &session) {
    const Problem *problem = lastError(session);
    const auto failed = lastFailed(session);
    // An operator's failure may have been caught and forgotten before another error ended the run.
    const auto isAbout = [&] {
        return problem == nullptr || problem->message.find(failed->error.str()) != std::string::npos ||
               failed->number == session.ops.back().number;
    };
    if (failed && isAbout()) return failed->number;
    if (problem == nullptr || problem->span.line <= 0 || session.ops.empty()) return -1;
    const int64_t end = session.ops.back().number + 1;
    const int64_t onLine = nextAtLine(session, end, problem->span.file, problem->span.line, Direction::Back);
    if (onLine >= 0) return onLine;
    for (int64_t number = end - 1; const auto op = session.op(number); --number)
        if (ranBelow(session, *op, problem->span)) return number;
    return -1;
}

} // namespace jitscope::inline inspect
