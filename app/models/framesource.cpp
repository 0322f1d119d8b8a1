// SPDX-License-Identifier: GPL-3.0-or-later
// Takes frames from the runner while the program stands still at the playhead, else from what was recorded.
#include "app/models/framesource.h"

#include "app/sdk/document.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace models {

namespace {

constexpr int longStepMs = 150; ///< what takes longer is no step of a moment

std::vector<FrameView> viewsOf(const std::vector<StackFrame> &stack,
                               const std::vector<std::vector<Variable>> &variables = {}) {
    std::vector<FrameView> views;
    for (size_t i = 0; i < stack.size(); ++i)
        views.push_back({stack[i], i < variables.size() ? variables[i] : std::vector<Variable>(), false});
    return views;
}

/** Whether the program stood in the same calls; where it stands in the innermost one may differ. Of a node of a graph
    only the calls of its capture are known, without their functions. */
bool isSameCalls(const std::vector<StackFrame> &op, const std::vector<StackFrame> &stop) {
    const bool isNode = !op.empty() && op.front().function.empty();
    if (op.size() > stop.size() || (!isNode && op.size() < stop.size())) return false;
    return std::equal(op.begin(), op.end(), stop.begin(), [&](const StackFrame &left, const StackFrame &right) {
        return left.span.file == right.span.file &&
               (isNode ? left.span.line == right.span.line : left.function == right.function);
    });
}

} // namespace

std::vector<StackFrame> userFrames(const Session &session, int stack) {
    std::vector<StackFrame> own;
    if (stack < 0 || size_t(stack) >= session.stacks.size()) return own;
    for (const StackFrame &frame : session.stacks[size_t(stack)])
        if (userSpan(session, std::make_shared<const std::vector<SourceSpan>>(1, frame.span))) own.push_back(frame);
    return own;
}

FrameSource::FrameSource(const PanelContext &context, QObject *parent)
    : QObject(parent)
    , m_context(context) {
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FrameSource::update);
    const auto later = [this] {
        // A step takes a moment: what is shown stays until it is over or known to take long.
        if (m_context.runner.state() != RunState::Running || !m_context.playhead.isLive())
            m_timer.start(0);
        else if (!m_timer.isActive())
            m_timer.start(longStepMs);
    };
    const auto anew = [this] {
        m_isStale = true;
        m_timer.start(0);
    };
    connect(&context.playhead, &Playhead::changed, this, later);
    connect(&context.playhead, &Playhead::frameChosen, this, &FrameSource::changed);
    connect(&context.runner, &Runner::paused, this, anew);
    connect(&context.runner, &Runner::stateChanged, this, later);
    connect(&context.runner, &Runner::valuesChanged, this, [this] {
        if (m_kind == Kind::Live) ask();
    });
    connect(&context.document, &Document::replaced, this, anew);
    update();
}

const FrameView *FrameSource::chosen() const {
    return m_frames.empty() ? nullptr : &m_frames[size_t(chosenIndex())];
}

int FrameSource::chosenIndex() const {
    return std::clamp(m_context.playhead.frame(), 0, std::max(0, int(m_frames.size()) - 1));
}

const Variable *FrameSource::find(const std::string &name) const {
    const FrameView *frame = chosen();
    if (!frame) return nullptr;
    const auto found = std::find_if(frame->variables.begin(), frame->variables.end(),
                                    [&name](const Variable &each) { return each.name == name; });
    return found == frame->variables.end() ? nullptr : &*found;
}

/** Frames are the same ones when as many lie below them and they run the same function. */
const std::vector<Variable> *FrameSource::before(int frame) const {
    const auto &stops = m_context.document.session().stops;
    if (m_stop <= 0 || frame < 0 || size_t(frame) >= m_frames.size()) return nullptr;
    const StopRecord &stop = stops[size_t(m_stop) - 1];
    const int64_t index = int64_t(stop.stack.size()) - (int64_t(m_frames.size()) - frame);
    if (index < 0 || size_t(index) >= stop.variables.size()) return nullptr;
    if (stop.stack[size_t(index)].function != m_frames[size_t(frame)].frame.function) return nullptr;
    return &stop.variables[size_t(index)];
}

/** The playhead says that it changed with each recorded part too; only what is new here is told on. */
void FrameSource::update() {
    const RunState state = m_context.runner.state();
    const bool isLive = m_context.playhead.isLive();
    if (state == RunState::Paused && isLive) {
        if (m_isStale || m_kind != Kind::Live) showLive();
        return;
    }
    const int64_t op = state == RunState::Running && isLive ? -1 : m_context.playhead.viewed();
    if (!m_isStale && op == m_shownOp && m_kind != Kind::Live) return;
    clear(Kind::None);
    m_shownOp = op;
    if (const auto event = m_context.document.session().op(op)) showOp(*event);
    Q_EMIT changed();
}

void FrameSource::clear(Kind kind) {
    m_kind = kind;
    m_frames.clear();
    m_stop = -1;
    m_hasVariables = false;
    m_isStale = false;
    m_sentence.clear();
}

/** The recording of a stop may come later than the stop, or never. */
int64_t FrameSource::presentStop() const {
    const auto &stops = m_context.document.session().stops;
    const PauseInfo &pause = m_context.runner.pauseInfo();
    const bool isRecorded = !stops.empty() && stops.back().nextOp == pause.nextOp && stops.back().stack == pause.stack;
    return int64_t(stops.size()) - (isRecorded ? 1 : 0);
}

void FrameSource::showLive() {
    clear(Kind::Live);
    const PauseInfo &pause = m_context.runner.pauseInfo();
    m_frames = viewsOf(pause.stack);
    for (size_t i = 0; i < m_frames.size(); ++i)
        m_frames[i].isCaptured = int(i) < pause.capturedFrames;
    m_stop = presentStop();
    Q_EMIT changed();
    ask();
}

void FrameSource::ask() {
    m_context.runner.frames(this, [this](const std::vector<FrameView> &frames) {
        if (m_kind != Kind::Live) return;
        m_frames = frames;
        m_hasVariables = true;
        m_stop = presentStop();
        Q_EMIT changed();
    });
}

/** A stop further away, or in other calls, tells nothing of the names here: only one right before or right behind does.
 */
void FrameSource::showOp(const OpEvent &op) {
    const Session &session = m_context.document.session();
    const StopRecord *stop = stopAt(session, op.number);
    const bool isBefore = stop && stop->nextOp == op.number;
    if (!isBefore) stop = stopAt(session, op.number + 1);
    const std::vector<StackFrame> own = userFrames(session, op.stack);
    const bool isNear = stop && stop->nextOp == op.number + (isBefore ? 0 : 1);
    if (!isNear || (!own.empty() && !isSameCalls(own, stop->stack))) {
        m_kind = Kind::Bare;
        m_frames = viewsOf(own);
        m_sentence = tr("Call stack of #%1. Names are known only where the program stopped.").arg(op.number);
        return;
    }
    m_kind = Kind::Recorded;
    m_frames = viewsOf(stop->stack, stop->variables);
    m_hasVariables = true;
    m_stop = stop - session.stops.data();
    m_sentence = isBefore ? tr("As they were at the stop before #%1").arg(op.number)
                          : tr("As they were at the stop after #%1").arg(op.number);
}

} // namespace models
} // namespace jitscope

#include "moc_framesource.cpp"
