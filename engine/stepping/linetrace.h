// SPDX-License-Identifier: Apache-2.0
// CPython's trace function, made cheap: frames that nobody waits for tell no lines. No Python.h here.
#pragma once

#include <string>
#include <utility>
#include <vector>

struct PyCodeObject;
struct _frame;
struct _object;
struct _ts;

namespace jitscope::inline stepping {

/** What holds for a code object for as long as it lives. */
struct TracedCode {
    bool isUser = false;
    bool isGenerator = false; ///< its frames come back after they gave a value
    std::string file;         ///< canonical
    std::vector<int> lines;   ///< that a frame of it can come to, sorted
    std::vector<int> stops;   ///< those of them that somebody waits for
    /** Each with the line that was asked for: one without code stands for the next that has some. */
    std::vector<std::pair<int, int>> meant;
    unsigned generation = 0;
};

/** Who hears of lines. On the thread that runs the frame, with the GIL held; false ends the program. */
class LineListener {
public:
    virtual ~LineListener() = default;
    /** The lines of a file at which to stop, sorted. */
    virtual std::vector<int> stopLines(const std::string &file) const = 0;
    /** Whether lines of this frame are wanted that are no stops. */
    virtual bool wantsLines(_frame *frame, const TracedCode &code) const = 0;
    /** Whether such lines are wanted of any frame. */
    virtual bool wantsMoreThanStops() const = 0;
    virtual bool onLine(_frame *frame, const TracedCode &code, int line) = 0;
    /** Before an instruction, for frames of tellInstructions(). */
    virtual bool onInstruction(_frame *frame) = 0;
    virtual void onReturn(_frame *frame, const TracedCode &code) = 0;
    /** `value` was raised, or comes through; only in the user's frames, before they are left. `isNew`: no frame of the
        user's has seen it. */
    virtual bool onException(_frame *frame, _object *value, bool isNew) = 0;
};

/** Sets the trace function on all threads, and looks anew at who wants which lines; null removes it. */
void traceLines(LineListener *listener);
/** What a new thread of Python's `threading` is to call first. */
_object *newThreadTracer();
/** The first line from `line` on that has code anywhere in the file (canonical), as far as the file is known; else
    `line`. */
int lineWithCode(const std::string &file, int line);
/** Forgets all code; at the begin of a run. */
void forgetTracedCode();

/** Instructions of this frame are told from now on, or no more. */
void tellInstructions(_frame *frame, int on);
/** Lines of this frame are told from now on. */
void tellLines(_frame *frame);
/** The next frame of the user's outwards, a new reference, or null. */
_frame *userCaller(_frame *frame);

} // namespace jitscope::inline stepping
