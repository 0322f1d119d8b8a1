// SPDX-License-Identifier: GPL-3.0-or-later
// Painted rather than made of Scintilla's markers: sharp at every scale, and a shape for each meaning.
#include "app/panels/editor/gutterpaint.h"

#include "app/sdk/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace jitscope {
inline namespace editorpanel {

namespace {

constexpr double markSize = 9, arrowSize = 9, coverageSize = 7, lineWidth = 1.5;

QRectF centred(const QRectF &room, double size) {
    return {room.center().x() - size / 2, room.center().y() - size / 2, size, size};
}

QPainterPath shapeOf(const Breakpoint &breakpoint, const QRectF &box) {
    QPainterPath path;
    if (breakpoint.logMessage.empty()) {
        path.addEllipse(box);
        return path;
    }
    path.moveTo(box.center().x(), box.top() - 1);
    path.lineTo(box.right() + 1, box.center().y());
    path.lineTo(box.center().x(), box.bottom() + 1);
    path.lineTo(box.left() - 1, box.center().y());
    path.closeSubpath();
    return path;
}

QString quoted(const std::string &text) {
    return QString::fromStdString(text);
}

} // namespace

void paintBreakpoint(QPainter &painter, const QRectF &room, const Breakpoint &breakpoint, MarkKind kind) {
    const Theme &theme = currentTheme();
    const QRectF box = centred(room, markSize);
    const bool isFilled = breakpoint.isEnabled && kind == MarkKind::Stops;
    QPen outline(theme.breakpoint, lineWidth);
    outline.setCapStyle(Qt::FlatCap); // others would close the gaps
    if (kind == MarkKind::Lost) outline.setDashPattern({3.0, 1.7});
    painter.setPen(outline);
    painter.setBrush(isFilled ? QBrush(theme.breakpoint) : QBrush(Qt::NoBrush));
    painter.drawPath(shapeOf(breakpoint, box));
    if (breakpoint.condition.empty() && breakpoint.hitCount <= 1) return;
    painter.setPen(QPen(isFilled ? theme.panel : theme.breakpoint, lineWidth));
    const QPointF middle = box.center();
    painter.drawLine(QPointF(middle.x() - 2.5, middle.y() - 1.5), QPointF(middle.x() + 2.5, middle.y() - 1.5));
    painter.drawLine(QPointF(middle.x() - 2.5, middle.y() + 1.5), QPointF(middle.x() + 2.5, middle.y() + 1.5));
}

void paintArrow(QPainter &painter, const QRectF &room, CodeEditor::Arrow arrow) {
    const QRectF box = centred(room, arrowSize);
    QPainterPath path(box.topLeft());
    path.lineTo(box.right(), box.center().y());
    path.lineTo(box.bottomLeft());
    path.closeSubpath();
    const QColor colour = currentTheme().currentOp;
    painter.setPen(QPen(colour, lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(arrow == CodeEditor::Arrow::Live ? QBrush(colour) : QBrush(Qt::NoBrush));
    painter.drawPath(path);
}

/** The root makes small shares visible beside one that takes nearly all. */
void paintHeat(QPainter &painter, const QRectF &room, double heat) {
    const Theme &theme = currentTheme();
    painter.fillRect(room, blend(theme.reduction, theme.panel, 0.25 + 0.75 * std::sqrt(heat)));
}

void paintCoverage(QPainter &painter, const QRectF &room, Coverage coverage) {
    if (coverage == Coverage::None) return;
    const Theme &theme = currentTheme();
    const QRectF box = centred(room, coverageSize);
    const bool hasRing = coverage != Coverage::Eager, hasDot = coverage != Coverage::Graph;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.fused, lineWidth));
    if (hasRing) painter.drawEllipse(box);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.matmul);
    if (hasDot) painter.drawEllipse(centred(room, hasRing ? coverageSize - 4 : coverageSize - 2));
}

QString describe(const Breakpoint &breakpoint) {
    QString text = breakpoint.logMessage.empty()
                       ? CodeEditor::tr("Stops here")
                       : CodeEditor::tr("Prints \"%1\" here").arg(quoted(breakpoint.logMessage));
    if (!breakpoint.condition.empty()) text = CodeEditor::tr("%1 if %2").arg(text, quoted(breakpoint.condition));
    if (breakpoint.hitCount > 1) text = CodeEditor::tr("%1, from hit %2 on").arg(text).arg(breakpoint.hitCount);
    return breakpoint.isEnabled ? text : CodeEditor::tr("%1 (off)").arg(text);
}

QString describe(Coverage coverage) {
    switch (coverage) {
    case Coverage::Eager:
        return CodeEditor::tr("Its operators ran eagerly");
    case Coverage::Graph:
        return CodeEditor::tr("It is part of a compiled graph that ran");
    case Coverage::Both:
        return CodeEditor::tr("Its operators ran eagerly, and it is part of a compiled graph that ran");
    case Coverage::None:
        break;
    }
    return {};
}

} // namespace editorpanel
} // namespace jitscope
