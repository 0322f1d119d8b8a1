// SPDX-License-Identifier: GPL-3.0-or-later
// Where a breakpoint stops, as the user reads and writes it: "train.py:27", "MatMul", "#118".
#pragma once

#include "engine/base/result.h"
#include "engine/stepping/breakpoint.h"

#include <QString>
#include <QStringList>

namespace jitscope {
inline namespace breakpointspanel {

/** One kind of breakpoint. */
struct BreakpointKind {
    Breakpoint::Kind kind;
    const char *name;        ///< translated in the context "BreakpointKinds"
    const char *placeholder; ///< what is to be written, likewise
};

const std::vector<BreakpointKind> &breakpointKinds();
QString nameOf(Breakpoint::Kind kind);

/** The short form for the list. */
QString placeText(const Breakpoint &breakpoint);
/** The form that placeFrom() reads. */
QString placeSource(const Breakpoint &breakpoint);
/** `breakpoint` at the place that `text` means, or why it means none. `files` are sources that a name may stand for. */
Result<Breakpoint> placeFrom(Breakpoint breakpoint, const QString &text, const QStringList &files);
/** Whether a condition can be understood. Those of lines are Python, which the program itself judges. */
Result<void> checkCondition(const Breakpoint &breakpoint);

/** All primitives there are, sorted. */
QStringList operatorNames();

} // namespace breakpointspanel
} // namespace jitscope
