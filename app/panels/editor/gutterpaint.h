// SPDX-License-Identifier: GPL-3.0-or-later
// The marks in the editor's gutter, each with a shape of its own: breakpoints, arrows, heat, coverage.
#pragma once

#include "app/panels/editor/codeeditor.h"

class QPainter;
class QRectF;

namespace jitscope {
inline namespace editorpanel {

/** Whether anything is left on a line that a breakpoint can stop at. */
enum class MarkKind : uint8_t { Stops, Lost };

/** A dot; with a bar in it when it has a condition or a count, a diamond when it logs, hollow when it is off, hollow
   with a broken outline where nothing is left to stop at. */
void paintBreakpoint(QPainter &painter, const QRectF &room, const Breakpoint &breakpoint, MarkKind kind);
/** Filled where the program stands, hollow where one looks back at. */
void paintArrow(QPainter &painter, const QRectF &room, CodeEditor::Arrow arrow);
void paintHeat(QPainter &painter, const QRectF &room, double heat);
/** A dot for eager, a ring for a graph, a ring with a dot for both. */
void paintCoverage(QPainter &painter, const QRectF &room, Coverage coverage);

/** In words, for tool tips: "stops here if loss > 10, from hit 3 on". */
QString describe(const Breakpoint &breakpoint);
QString describe(Coverage coverage);

} // namespace editorpanel
} // namespace jitscope
