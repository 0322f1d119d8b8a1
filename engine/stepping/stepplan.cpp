// SPDX-License-Identifier: Apache-2.0
// Steps over lines follow frames: those whose next line ends the step, and the one that has to be left first.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/stepping/stepplan.h"

#include "engine/stepping/breakpointtable.h"
#include "engine/stepping/objectref.h"
#include "engine/stepping/place.h"

#include <algorithm>
#include <utility>

namespace jitscope::inline stepping {

namespace {

using Kind = StepRequest::Kind;

PyFrameObject *asFrame(const ObjectRef &reference) {
    return reinterpret_cast<PyFrameObject *>(reference.get());
}

ObjectRef asRef(PyFrameObject *owned) {
    return ObjectRef(reinterpret_cast<PyObject *>(owned));
}

FrameKind kindOf(PyFrameObject *frame) {
    PyCodeObject *code = PyFrame_GetCode(frame);
    const FrameKind kind = frameKind(code);
    Py_DECREF(code);
    return kind;
}

/** The innermost frame of that kind on this thread, or none. */
ObjectRef innermost(FrameKind kind) {
    PyFrameObject *frame = PyThreadState_GetFrame(PyThreadState_Get());
    while (frame && kindOf(frame) != kind) {
        PyFrameObject *outer = PyFrame_GetBack(frame);
        Py_DECREF(frame);
        frame = outer;
    }
    return asRef(frame);
}

bool isInside(const std::string &scope, const std::string &outer) {
    return scope == outer || scope.starts_with(outer + "/");
}

} // namespace

/** The frames that a step follows; references keep CPython from giving their addresses to others. */
struct StepPlan::Frames {
    PyThreadState *thread = PyThreadState_Get();
    std::vector<ObjectRef> ending; ///< Line: the next line in one of these ends the step
    ObjectRef left;                ///< Out, OutOfCell: must return first
    bool hasLeft = false;
    ObjectRef landing; ///< then: the user's frame that it returned to

    ~Frames() {
        if (landing) tellInstructions(asFrame(landing), 0);
    }

    bool ends(PyFrameObject *frame) const {
        return std::ranges::any_of(ending, [&](const ObjectRef &one) { return asFrame(one) == frame; });
    }

    /** A line of the caller ends the step now; so does one of a generator that is resumed. */
    void returned(PyFrameObject *frame, bool comesBack) {
        PyFrameObject *caller = userCaller(frame);
        if (!comesBack) std::erase_if(ending, [&](const ObjectRef &one) { return asFrame(one) == frame; });
        if (caller == nullptr) return;
        tellLines(caller);
        ending.push_back(asRef(caller));
    }

    void landIn(PyFrameObject *caller) {
        if (landing) tellInstructions(asFrame(landing), 0);
        landing = asRef(caller);
        if (caller == nullptr) return;
        tellLines(caller);
        tellInstructions(caller, 1);
    }
};

StopPosition StopPosition::here() {
    StopPosition stand;
    stand.scope = std::string(currentPlace().scope);
    stand.isInCell = bool(innermost(FrameKind::CellCall));
    return stand;
}

StepPlan::StepPlan() = default;
StepPlan::StepPlan(StepPlan &&) noexcept = default;
StepPlan &StepPlan::operator=(StepPlan &&) noexcept = default;
StepPlan::~StepPlan() = default;

StepPlan StepPlan::toFirstOp() {
    StepPlan plan;
    plan.m_kind = Kind::Op;
    return plan;
}

Result<StepPlan> StepPlan::from(const StepRequest &request, const StopPosition &stand) {
    const bool isOfCell = request.kind == Kind::OutOfCell || request.kind == Kind::NextInCell;
    if (request.kind == Kind::OutOfCell && !stand.isInCell && stand.graphDepth == 0)
        return Error{"The program stands in no cell here."};
    if (request.kind == Kind::ToOp && stand.nextOp > 0 && request.op < stand.nextOp)
        return Error{"Operator " + std::to_string(request.op) +
                     " has run already. Restart the program to stop before it."};
    StepPlan plan;
    plan.m_kind = request.kind;
    plan.m_file = canonicalFile(request.file);
    plan.m_line = request.line;
    plan.m_op = request.op;
    plan.m_scope = isOfCell ? stand.scope : std::string();
    plan.m_captured = stand.captured;
    plan.m_graphDepth = stand.graphDepth;
    plan.m_isInGraph = stand.graphDepth > 0;
    plan.m_passesOne = stand.isBehindOp;
    plan.m_frames = std::make_unique<Frames>();
    if (request.kind == Kind::Line)
        if (ObjectRef frame = innermost(FrameKind::User)) plan.m_frames->ending.push_back(std::move(frame));
    if (request.kind == Kind::Out && !plan.m_isInGraph) plan.m_frames->left = innermost(FrameKind::User);
    if (request.kind == Kind::OutOfCell && !plan.m_isInGraph) plan.m_frames->left = innermost(FrameKind::CellCall);
    return plan;
}

bool StepPlan::isHere() const {
    return m_frames && m_frames->thread == PyThreadState_Get();
}

bool StepPlan::isLeaving() const {
    return (m_kind == Kind::Out || m_kind == Kind::OutOfCell) && m_frames;
}

bool StepPlan::needsTrace() const {
    if (m_kind == Kind::Line || m_kind == Kind::Into || m_kind == Kind::ToLine) return true;
    return isLeaving() && !m_isInGraph;
}

/** The frames that the step began in, or some of them, are on another line, or left. Calls from it are passed over. */
bool StepPlan::isOnAnotherLine(const std::vector<StackFrame> &captured) const {
    const auto sameLine = [](const StackFrame &a, const StackFrame &b) {
        return a.span.line == b.span.line && a.span.file == b.span.file;
    };
    if (captured.empty()) return false;
    return captured.size() < m_captured.size() ||
           !std::equal(m_captured.rbegin(), m_captured.rend(), captured.rbegin(), sameLine);
}

bool StepPlan::concernsOps() const {
    switch (m_kind) {
    case Kind::Op:
    case Kind::Into:
    case Kind::OutOfCell:
    case Kind::NextInCell:
    case Kind::ToLine:
        return true;
    case Kind::Line:
        return m_isInGraph;
    default:
        return false;
    }
}

bool StepPlan::endsBeforeOp(const OperatorView &sight, int graphDepth, const OpPlace &place) {
    const bool isNode = sight.node != nullptr;
    switch (m_kind) {
    case Kind::Op:
        if (isNode && !(m_isInGraph && graphDepth <= m_graphDepth)) return false;
        return !std::exchange(m_passesOne, false);
    case Kind::Into:
        return isNode && (!m_frames || isHere());
    case Kind::Line:
        return isNode && m_isInGraph && isHere() && graphDepth <= m_graphDepth && isOnAnotherLine(place.captured());
    case Kind::OutOfCell:
        if (m_isInGraph) return isNode && !isInside(sight.node->scope, m_scope);
        return !isNode && isHere() && m_frames->hasLeft;
    case Kind::NextInCell:
        return (!isNode || m_isInGraph) && place.scope() == m_scope;
    case Kind::ToOp:
        return !sight.isGraphCall && sight.number >= m_op;
    default:
        return false;
    }
}

bool StepPlan::endsBehindGraph(int depthBehind) {
    if (!m_isInGraph || depthBehind >= m_graphDepth) return false;
    m_isInGraph = depthBehind > 0;
    m_graphDepth = depthBehind;
    return isLeaving();
}

bool StepPlan::endsAtLine(PyFrameObject *frame, const TracedCode &code, int line) const {
    if (m_kind == Kind::ToLine)
        return code.file == m_file && std::ranges::count(code.meant, std::pair(line, m_line)) > 0;
    if (!isHere()) return false;
    if (m_kind == Kind::Into) return true;
    if (m_kind == Kind::Line) return m_frames->ends(frame);
    return isLeaving() && m_frames->hasLeft && asFrame(m_frames->landing) == frame;
}

bool StepPlan::endsAtInstruction(PyFrameObject *frame) const {
    return isLeaving() && isHere() && m_frames->hasLeft && asFrame(m_frames->landing) == frame;
}

void StepPlan::onReturn(PyFrameObject *frame, const TracedCode &code) {
    if (!isHere()) return;
    Frames &frames = *m_frames;
    if (m_kind == Kind::Line && frames.ends(frame)) frames.returned(frame, code.isGenerator);
    if (!isLeaving() || m_isInGraph) return;
    const bool isLeft = !frames.hasLeft && asFrame(frames.left) == frame;
    const bool isPassed = frames.hasLeft && frames.landing && asFrame(frames.landing) == frame;
    if (!isLeft && !isPassed) return;
    frames.hasLeft = true;
    frames.left.reset();
    frames.landIn(userCaller(frame));
}

bool StepPlan::wantsLines(PyFrameObject *frame) const {
    if (!isHere()) return false;
    if (m_kind == Kind::Into) return true;
    if (m_kind == Kind::Line) return m_frames->ends(frame);
    return isLeaving() && m_frames->landing && asFrame(m_frames->landing) == frame;
}

std::pair<std::string, int> StepPlan::toLine() const {
    return m_kind == StepRequest::Kind::ToLine ? std::pair(m_file, m_line) : std::pair(std::string(), 0);
}

int StepPlan::stopLine(const std::string &file) const {
    return m_kind == Kind::ToLine && file == m_file ? m_line : 0;
}

} // namespace jitscope::inline stepping
