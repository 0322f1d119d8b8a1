// SPDX-License-Identifier: Apache-2.0
// The stepper at operators and at nodes of graphs.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/ops/opdef.h"
#include "engine/stepping/stepper.h"

#include "engine/base/clock.h"
#include "engine/inspect/tensorhealth.h"
#include "engine/session/operandtext.h"
#include "engine/session/recorder.h"
#include "engine/stepping/besiderun.h"
#include "engine/stepping/stepperparts.h"
#include "engine/stepping/stop.h"

#include <algorithm>

namespace jitscope::inline stepping {

namespace {

bool anyNonFinite(const std::vector<Tensor> &tensors) {
    return std::ranges::any_of(tensors, [](const Tensor &tensor) { return hasNonFinite(tensor); });
}

bool makesNonFinite(const OperatorView &sight) {
    return sight.result && anyNonFinite(tensorsIn({sight.result, 1})) && !anyNonFinite(tensorsIn(sight.arguments));
}

} // namespace

std::vector<GraphRun> &graphRuns() {
    thread_local std::vector<GraphRun> runs;
    return runs;
}

void Stepper::beforeOp(const OpDef &op, std::span<const Value> arguments) {
    if (BesideRun::isHere()) return;
    if (!op.written.empty()) {
        if (m_isRecorded) Recorder::instance().beforeWrite(arguments);
        if (m_asksAfterwards) m_watches.beforeWrite(op, arguments);
    }
    if (m_attention == 0 && !(m_table.interestIn(op) & BreakpointTable::Before)) [[likely]]
        return;
    visitBefore(OperatorView::of(op, arguments));
}

void Stepper::afterOp(const OpDef &op, std::span<const Value> arguments, const Value &result, int64_t startNs,
                      int64_t endNs) {
    if (BesideRun::isHere()) return;
    const int64_t number =
        m_isRecorded ? Recorder::instance().recordOp(op, arguments, &result, startNs, endNs, {}) : -1;
    counted(number);
    m_failedOp = -1;
    if (!m_asksAfterwards && !(m_table.interestIn(op) & BreakpointTable::After)) [[likely]]
        return;
    OperatorView sight = OperatorView::of(op, arguments);
    sight.result = &result;
    sight.startNs = startNs;
    sight.endNs = endNs;
    sight.number = number < 0 && m_countsAll ? m_counted : number;
    visitAfter(sight);
}

void Stepper::failedOp(const OpDef &op, std::span<const Value> arguments, const std::string &message) {
    if (BesideRun::isHere() || isStopping()) return;
    const int64_t now = nowNs();
    m_failedOp = Recorder::instance().recordOp(op, arguments, nullptr, now, now, message);
    m_failure = message.substr(0, message.find('\n'));
    counted(m_failedOp);
}

void Stepper::gradientOf(const Tensor &tensor, const Tensor &gradient) {
    if (BesideRun::isHere()) return;
    Recorder::instance().recordGradient(tensor, gradient);
    if (m_asksAfterwards) m_watches.gradientOf(tensor, gradient);
}

bool Stepper::isAside() const {
    return BesideRun::isHere();
}

void Stepper::beforeGraph(const OpDef &call, std::span<const Value> arguments, const Compilation &compilation) {
    OperatorView sight = OperatorView::of(call, arguments);
    sight.isGraphCall = true;
    if (m_attention != 0 || m_table.interestIn(call) & BreakpointTable::Before) visitBefore(sight);
    graphRuns().push_back({&compilation, {}, {}});
}

void Stepper::afterGraph(const OpDef &) {
    graphRuns().pop_back();
    if (!m_plan.endsBehindGraph(graphDepth())) return;
    PauseInfo info;
    info.reason = PauseReason::Step;
    info.nextOp = nextNumber();
    hold(std::move(info), nullptr);
    if (isStopping()) throw StopRequested();
}

void Stepper::failedGraph(const OpDef &) noexcept {
    graphRuns().pop_back();
}

void Stepper::beforeNode(const Node &node, bool isKernel, std::span<const Value> arguments) {
    const OpDef *op = m_asksAfterwards && !isKernel ? findOp(node.op) : nullptr;
    if (op && !op->written.empty()) m_watches.beforeWrite(*op, arguments);
    const bool isWanted = m_attention != 0 || m_table.interestInNodes() & BreakpointTable::Before;
    if (!isWanted && (m_awaitedLines.empty() || targetsOf(node).empty())) [[likely]]
        return;
    visitBefore(OperatorView::of(node, isKernel, arguments));
}

void Stepper::afterNode(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &result,
                        int64_t startNs, int64_t endNs, int64_t number) {
    counted(number);
    const bool isOnLine = m_table.hasLinesAfter() && !targetsOf(node).empty();
    if (!isOnLine && !m_asksAfterwards && !(m_table.interestInNodes() & BreakpointTable::After)) [[likely]]
        return;
    OperatorView sight = OperatorView::of(node, isKernel, arguments);
    sight.result = &result;
    sight.startNs = startNs;
    sight.endNs = endNs;
    sight.number = number < 0 && m_countsAll ? m_counted : number;
    visitAfter(sight);
}

PauseInfo Stepper::pauseAt(const OperatorView &sight, const Node *site) {
    PauseInfo info;
    info.stack = capturedAt(sight, site);
    info.nextOp = sight.number;
    info.op = sight.name;
    info.operands = operandText(sight.op, sight.arguments);
    return info;
}

void Stepper::visitBefore(OperatorView sight) {
    respond();
    sight.number = nextNumber();
    Here here;
    const auto ask = [&](const OpQuestion &question) {
        return stepping::ask(question, sight, [&]() -> const Place & { return here.place(); });
    };
    const auto log = [&](const std::string &message) { here.frames().log(message, nullptr); };
    const NodeStop onLine = atLinesOf(sight, BreakpointTable::Before);
    auto stop = m_table.atOp(sight, BreakpointTable::Before, ask, log);
    if (onLine.stop) stop = onLine.stop;
    const StepPlan::OpPlace place = {
        .scope = [&] { return sight.node ? sight.node->scope.str() : std::string(here.place().scope); },
        .captured = [&] { return capturedAt(sight, nullptr); }};
    const bool isEnd = m_plan.endsBeforeOp(sight, graphDepth(), place) || onLine.endsStep;
    const bool isPause = m_attention & Pausing;
    if (m_attention & Numbered && !sight.isGraphCall) waitForNumber(sight.number + 1);
    if (!stop && !isEnd && !isPause) return;
    PauseInfo info = pauseAt(sight, onLine.site);
    info.reason = isPause ? PauseReason::Pause : stop ? PauseReason::Breakpoint : PauseReason::Step;
    if (stop) {
        info.breakpoint = stop->index;
        info.message = stop->message;
    }
    hold(std::move(info), &sight);
    if (isStopping()) throw StopRequested();
}

std::optional<PauseInfo> Stepper::watched(const OperatorView &sight, const Place &place) {
    std::optional<PauseInfo> stop;
    for (const Watches::Finding &finding : m_watches.after(sight, place)) {
        Recorder::instance().recordWatchHit(finding.hit);
        if (!finding.stops || stop) continue;
        stop.emplace();
        stop->reason = PauseReason::Watchpoint;
        stop->message = finding.message;
    }
    return stop;
}

void Stepper::visitAfter(const OperatorView &sight) {
    Here here;
    const auto ask = [&](const OpQuestion &question) {
        return stepping::ask(question, sight, [&]() -> const Place & { return here.place(); });
    };
    const auto log = [&](const std::string &message) { here.frames().log(message, nullptr); };
    std::optional<PauseInfo> info;
    if (!m_watches.isEmpty()) info = watched(sight, here.place());
    if (m_plan.wantsNonFinite() && makesNonFinite(sight)) {
        info.emplace();
        info->reason = PauseReason::NonFinite;
        info->message = "#" + std::to_string(sight.number) + " " + std::string(sight.name) +
                        " gave NaN or an infinity; nothing that it was given held one.";
    }
    const NodeStop onLine = atLinesOf(sight, BreakpointTable::After);
    auto stop = m_table.atOp(sight, BreakpointTable::After, ask, log);
    if (onLine.stop) stop = onLine.stop;
    if (stop) {
        if (!info) info.emplace();
        info->reason = PauseReason::Breakpoint;
        info->breakpoint = stop->index;
        info->message = stop->message;
    }
    if (!info) return;
    info->nextOp = nextNumber();
    info->lastOp = sight.number;
    info->stack = capturedAt(sight, onLine.site);
    hold(*std::move(info), nullptr);
    if (isStopping()) throw StopRequested();
}

} // namespace jitscope::inline stepping
