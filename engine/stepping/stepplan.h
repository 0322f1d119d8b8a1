// SPDX-License-Identifier: Apache-2.0
// How far a program goes on from where it stood: where a step ends. No Python.h here.
#pragma once

#include "engine/stepping/linetrace.h"
#include "engine/stepping/operatorview.h"
#include "engine/stepping/steprequest.h"

#include <functional>
#include <memory>
#include <string>

namespace jitscope::inline stepping {

/** Where the program stands when it is told to go on; made on its thread, with the GIL held. */
struct StopPosition {
    std::string scope;                ///< of the operator about to run
    std::vector<StackFrame> captured; ///< of the node about to run, innermost first
    int graphDepth = 0;               ///< compiled graphs at work
    bool isAtGraph = false;           ///< about to call one
    bool isInCell = false;
    bool isBehindOp = false; ///< one has just run: a step by operators runs the next before it ends
    int64_t nextOp = -1;

    static StopPosition here();
};

/** One step. Asked with the GIL held, on any thread of the program. */
class StepPlan {
public:
    /** Goes on to the end. */
    StepPlan();
    /** Before the first operator. */
    static StepPlan toFirstOp();
    /** Why the step cannot be made is a sentence. */
    static Result<StepPlan> from(const StepRequest &request, const StopPosition &stand);

    StepPlan(StepPlan &&) noexcept;
    StepPlan &operator=(StepPlan &&) noexcept;
    ~StepPlan();

    bool needsTrace() const;
    /** More lines than that to run to may end it. */
    bool followsLines() const { return needsTrace() && m_kind != StepRequest::Kind::ToLine; }
    bool concernsOps() const; ///< asks before operators
    /** The number of the operator to run to, or -1. */
    int64_t toNumber() const { return m_kind == StepRequest::Kind::ToOp ? m_op : -1; }
    bool wantsNonFinite() const { return m_kind == StepRequest::Kind::NonFinite; }

    /** Where the operator runs, which takes a while to find out. */
    struct OpPlace {
        std::function<std::string()> scope;
        std::function<std::vector<StackFrame>()> captured; ///< of a node
    };
    bool endsBeforeOp(const OperatorView &sight, int graphDepth, const OpPlace &place);
    bool endsBehindGraph(int depthBehind);
    bool endsAtLine(_frame *frame, const TracedCode &code, int line) const;
    bool endsAtInstruction(_frame *frame) const;
    void onReturn(_frame *frame, const TracedCode &code);
    bool wantsLines(_frame *frame) const;
    /** The line to run to, when it is in this file; else 0. */
    int stopLine(const std::string &file) const;
    /** The file (canonical) and line to run to, or line 0. */
    std::pair<std::string, int> toLine() const;

private:
    struct Frames;
    bool isHere() const;
    bool isLeaving() const;
    bool isOnAnotherLine(const std::vector<StackFrame> &captured) const;

    StepRequest::Kind m_kind = StepRequest::Kind::Continue;
    std::string m_file, m_scope;
    std::vector<StackFrame> m_captured; ///< Line: where it stood in a graph
    int m_line = 0;
    int64_t m_op = -1;
    int m_graphDepth = 0;
    bool m_passesOne = false; ///< Op: the next operator is run first
    bool m_isInGraph = false; ///< what is left is told by the graph's nodes, not by frames
    std::unique_ptr<Frames> m_frames;
};

} // namespace jitscope::inline stepping
