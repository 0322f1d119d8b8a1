// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/links/sliceorigin.h"

#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope::inline analysis {

namespace {

constexpr const char *noStack = "No call stack was recorded (profile with stacks, for instance with_stack=True).";

bool isDeviceLane(LaneKind kind) {
    return kind == LaneKind::Stream || kind == LaneKind::Communication || kind == LaneKind::Plane;
}

std::string argument(const SliceArguments &arguments, std::string_view key) {
    for (const auto &[name, value] : arguments)
        if (name == key) return value;
    return {};
}

/** Writers of JSON leave line ends in stacks as they are or as "\r\n" in text. */
std::string withLineEnds(std::string text) {
    for (const std::string_view written : {std::string_view("\\r\\n"), std::string_view("\\n")})
        for (size_t at = text.find(written); at != std::string::npos; at = text.find(written, at + 1))
            text.replace(at, written.size(), "\n");
    return text;
}

} // namespace

OriginFinder::OriginFinder(const Session &session, const LaneIndex &lanes, const TaskRoles &roles,
                           const FlowIndex &flows, const NodeNames *nodes)
    : m_session(session)
    , m_trace(session.trace)
    , m_lanes(lanes)
    , m_roles(roles)
    , m_flows(flows)
    , m_nodes(nodes) {}

SliceOrigin OriginFinder::originOf(SliceId slice) const {
    SliceOrigin origin;
    origin.slice = slice;
    OriginStep self;
    self.slice = slice;
    self.text = m_trace.nameOf(slice);
    self.certainty = Certainty::Certain;
    origin.steps.push_back(self);
    addHost(origin);
    addOwn(origin);
    addNode(origin);
    if (!origin.stack.empty()) std::erase(origin.missing, noStack); // our own recording has one
    return origin;
}

/** Device tasks by their flows; slices of the host are where they are already. */
void OriginFinder::addHost(SliceOrigin &origin) const {
    const SliceId slice = origin.slice;
    const LaneKind kind = m_trace.trackAt(m_trace.trackOf(slice)).kind;
    if (!isDeviceLane(kind)) {
        const SliceId op = flowSource(m_trace, m_flows, slice, queueFlow);
        if (op.valid()) return addOperator(origin, op, "queued there", Certainty::Certain);
        if (kind == LaneKind::Framework || kind == LaneKind::HostApi) addStack(origin, slice);
        return;
    }
    SliceId task = slice;
    if (kind == LaneKind::Plane) {
        // Transfers have no flows of their own: their collective has.
        const DeviceKey device{m_trace.trackAt(m_trace.trackOf(slice)).rank,
                               m_trace.trackAt(m_trace.trackOf(slice)).device};
        for (const TrackId track : m_lanes.tracksOf(device, LaneKind::Communication))
            if (const SliceId found = m_lanes.covering(track, m_trace.startOf(slice)); found.valid()) task = found;
        if (task != slice) {
            OriginStep step;
            step.slice = task;
            step.text = m_trace.nameOf(task);
            step.how = "the collective that runs at that time";
            step.certainty = Certainty::Likely;
            origin.steps.push_back(step);
        }
    }
    const SliceId launch = flowSource(m_trace, m_flows, task, launchFlow);
    const SliceId op = flowSource(m_trace, m_flows, task, operatorFlow);
    if (launch.valid()) {
        OriginStep step;
        step.kind = OriginKind::Launch;
        step.slice = launch;
        step.text = m_trace.nameOf(launch);
        step.how = "flow HostToDevice";
        step.certainty = Certainty::Certain;
        const std::vector<SliceId> around = m_lanes.enclosing(launch);
        // "Node@launch" says little; the interface call around it says which.
        if (!around.empty() && m_trace.trackAt(m_trace.trackOf(launch)).kind == LaneKind::HostApi)
            step.text = std::string(m_trace.nameOf(around.front())) + " > " + step.text;
        origin.steps.push_back(step);
    } else {
        origin.missing.push_back("No flow HostToDevice ends at this task, so the call that launched it is not known.");
    }
    if (op.valid()) return addOperator(origin, op, "flow async_npu", Certainty::Certain);
    if (!launch.valid()) return;
    for (const SliceId around : m_lanes.enclosing(launch)) {
        if (m_trace.trackAt(m_trace.trackOf(around)).kind != LaneKind::Framework) continue;
        return addOperator(origin, around, "encloses the launch", Certainty::Likely);
    }
    const SliceId queued = [&]() -> SliceId { // the framework's lane of the same thread, over which it was queued
        const Track &thread = m_trace.trackAt(m_trace.trackOf(launch));
        for (const TrackId track : m_lanes.tracksOf(thread.rank, LaneKind::Framework)) {
            if (thread.number < 0 || m_trace.trackAt(track).number != thread.number) continue;
            if (const SliceId found = m_lanes.covering(track, m_trace.startOf(launch)); found.valid()) return found;
        }
        return {};
    }();
    if (!queued.valid()) {
        origin.missing.push_back("No flow async_npu ends at this task and no operator encloses its launch.");
        return;
    }
    const SliceId enqueue = flowSource(m_trace, m_flows, queued, queueFlow);
    addOperator(origin, enqueue.valid() ? enqueue : queued,
                enqueue.valid() ? "queued there" : "runs at that time on the same thread", Certainty::Likely);
}

void OriginFinder::addOperator(SliceOrigin &origin, SliceId op, const char *how, Certainty certainty) const {
    OriginStep step;
    step.kind = m_trace.nameOf(op) == "Enqueue" ? OriginKind::Queue : OriginKind::Operator;
    step.slice = op;
    step.text = m_trace.nameOf(op);
    step.how = how;
    step.certainty = certainty;
    origin.steps.push_back(step);
    // The framework writes the flow from the innermost operator: those around it say what the program called.
    SliceId outermost = op;
    for (const SliceId around : m_lanes.enclosing(op)) {
        if (m_roles.host(around) != HostRole::Operator) continue;
        OriginStep outer;
        outer.kind = OriginKind::Operator;
        outer.slice = around;
        outer.text = m_trace.nameOf(around);
        outer.how = "encloses it";
        outer.certainty = certainty;
        origin.steps.push_back(outer);
        outermost = around;
    }
    addStack(origin, op);
    if (origin.stack.empty() && outermost != op) addStack(origin, outermost);
}

/** Of what the profiler wrote with the call, else of the Python functions around it, else of its table. */
void OriginFinder::addStack(SliceOrigin &origin, SliceId call) const {
    for (SliceId each = call; each.valid() && origin.stack.empty();) {
        origin.stack = stackLines(withLineEnds(argument(m_trace.argumentsOf(each), "Call stack")));
        origin.stackHow = "written with the operator";
        const std::vector<SliceId> around = m_lanes.enclosing(each);
        each = around.empty() ? SliceId() : around.front();
        if (each.valid() && m_roles.host(each) != HostRole::Operator) break;
    }
    if (origin.stack.empty()) {
        origin.stackHow = "functions that enclose it in time";
        for (const SliceId around : m_lanes.enclosing(call))
            if (StackLine line = stackLine(m_trace.nameOf(around)); line.line > 0) origin.stack.push_back(line);
    }
    if (origin.stack.empty()) {
        origin.stack = tableStack(call);
        origin.stackHow = "table of operators, by name and order";
    }
    if (origin.stack.empty()) {
        origin.missing.emplace_back(noStack);
        return;
    }
    const auto own = std::find_if(origin.stack.begin(), origin.stack.end(),
                                  [](const StackLine &line) { return isUserFile(line.file); });
    const StackLine &line = own == origin.stack.end() ? origin.stack.front() : *own;
    OriginStep step;
    step.kind = OriginKind::Source;
    step.text = line.file + format("(%d): ", line.line) + line.function;
    step.how = origin.stackHow;
    step.file = line.file;
    step.line = line.line;
    step.certainty = own == origin.stack.end() ? Certainty::Possible : Certainty::Certain;
    origin.steps.push_back(step);
}

/** The row of its name that begins when it does. */
std::vector<StackLine> OriginFinder::tableStack(SliceId call) const {
    const int rank = m_trace.trackAt(m_trace.trackOf(call)).rank;
    for (const ProfilePtr &profile : m_session.profiles) {
        if (profile->rank != rank) continue;
        const DataTable *table = profile->table("operators");
        if (table == nullptr) continue;
        const int name = table->column("name"), start = table->column("start"), stack = table->column("call_stack");
        std::vector<int64_t> rows;
        for (int64_t row = 0; row < table->rowCount(); ++row) {
            if (table->text(row, name) != m_trace.nameOf(call)) continue;
            if (table->integer(row, start) == m_trace.startOf(call)) return stackLines(table->text(row, stack));
            rows.push_back(row);
        }
        // Tables without times: a name that stands there once can be no other.
        if (rows.size() == 1) return stackLines(table->text(rows.front(), stack));
    }
    return {};
}

void OriginFinder::addOwn(SliceOrigin &origin) const {
    const SliceLink link = m_trace.linkOf(origin.slice);
    if (const auto op = m_session.op(link.op)) {
        OriginStep step;
        step.kind = OriginKind::RecordedOp;
        step.op = op->number;
        step.text = format("#%lld ", (long long)op->number) + op->op.str();
        step.how = "recorded with the run";
        step.certainty = Certainty::Certain;
        origin.steps.push_back(step);
        if (const StackFrame *frame = userFrame(m_session, op->stack); frame && origin.stack.empty()) {
            for (const StackFrame &each : m_session.stacks[size_t(op->stack)])
                origin.stack.push_back({each.span.file, each.span.line, each.function});
            origin.stackHow = step.how;
            step.kind = OriginKind::Source;
            step.op = -1;
            step.file = frame->span.file;
            step.line = frame->span.line;
            step.text = frame->span.file + format("(%d): ", frame->span.line) + frame->function;
            origin.steps.push_back(step);
        }
    }
    const Compilation *compilation = m_session.compilation(link.compilation);
    if (compilation == nullptr || link.node < 0) return;
    OriginStep step;
    step.kind = OriginKind::GraphNode;
    step.compilation = link.compilation;
    step.node = NodeId{link.node};
    step.text = compilation->function;
    for (const GraphPtr &graph : compilation->final.graphs)
        for (const NodePtr &node : graph->nodes)
            if (node->id == step.node) step.text = node->scope + "/" + (node->op.empty() ? node->callee : node->op);
    step.how = "recorded with the run";
    step.certainty = Certainty::Certain;
    origin.steps.push_back(step);
}

void OriginFinder::addNode(SliceOrigin &origin) const {
    if (m_nodes == nullptr || m_nodes->empty() || m_trace.linkOf(origin.slice).node >= 0) return;
    if (!isDeviceLane(m_trace.trackAt(m_trace.trackOf(origin.slice)).kind)) return;
    std::vector<NodePlace> found;
    for (const OriginStep &step : origin.steps)
        if (found.empty() && step.kind != OriginKind::Source) found = m_nodes->find(step.text);
    if (found.empty()) {
        origin.missing.push_back("No node of an open graph has this task's full name.");
        return;
    }
    OriginStep step;
    step.kind = OriginKind::GraphNode;
    step.compilation = found.front().compilation;
    step.node = found.front().node;
    step.text = m_trace.nameOf(origin.slice);
    step.how = found.size() == 1 ? "exact name" : "exact name in several graphs";
    step.certainty = found.size() == 1 ? Certainty::Certain : Certainty::Likely;
    origin.steps.push_back(step);
}

} // namespace jitscope::inline analysis
