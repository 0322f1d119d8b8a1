// SPDX-License-Identifier: Apache-2.0
// The user's frames of a program that stands still: what they hold, and code that runs in them. No Python.h here.
#pragma once

#include "engine/base/result.h"
#include "engine/stepping/consoleinput.h"
#include "engine/stepping/frameview.h"
#include "engine/stepping/runstate.h"

struct _object;

namespace jitscope::inline stepping {

/** How much of the frames is looked at: what is beyond is left out. */
struct FrameLimits {
    size_t frames = 20, names = 100;
    double cpuSeconds = 0.005; ///< of the thread itself: a busy machine loses no values
};

/**
 * Of the thread that makes it, as it stands then; with the GIL held. Nothing that it runs is part of the program.
 *
 * A compiled graph that runs has no Python frames: those of its capture stand above the caller's. In them an expression
 * sees the globals of their file; it is told so when it names what the function holds.
 */
class HeldFrames {
public:
    /** `captured`: innermost first; functions get their names by their source. */
    explicit HeldFrames(const std::vector<StackFrame> &captured = {});
    ~HeldFrames();
    HeldFrames(const HeldFrames &) = delete;
    HeldFrames &operator=(const HeldFrames &) = delete;

    /** Innermost first. */
    const std::vector<StackFrame> &stack() const { return m_stack; }
    const std::string &scope() const { return m_scope; }
    /** One for each frame within the limits. */
    std::vector<FrameView> views(const FrameLimits &limits) const;

    EvaluationResult evaluate(int frame, const std::string &source) const;
    EvaluationResult assign(int frame, const std::string &target, const std::string &source) const;
    RunOutcome console(const std::string &source) const;
    std::vector<std::string> completions(const std::string &prefix) const;
    NameHelp describe(const std::string &name) const;
    /** In the innermost frame; `exception` is what was raised there, or null. */
    Result<bool> isTrue(const std::string &condition, _object *exception) const;
    void log(const std::string &message, _object *exception) const;

private:
    bool isCaptured(int index) const { return index >= 0 && size_t(index) < m_captured; }
    /** Of Python; that which runs the graph stands for captured ones. */
    _object *frame(int index) const;
    /** The innermost one of Python. */
    _object *innermost() const { return frame(int(m_captured)); }
    _object *call(const char *function, int index, const std::string &text, _object *exception) const;

    std::vector<_object *> m_frames; ///< owned references, of Python alone
    size_t m_captured = 0;           ///< so many of the stack are of a compiled graph
    std::vector<StackFrame> m_stack;
    std::string m_scope;
};

/** Loads Python's side of it; with the GIL held. */
void startFrames();

} // namespace jitscope::inline stepping
