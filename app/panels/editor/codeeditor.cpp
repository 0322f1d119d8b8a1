// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/codeeditor.h"

#include "app/sdk/theme.h"
#include "engine/base/text.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace jitscope {

namespace {

enum Margin { BreakpointColumn, ArrowColumn, NumberColumn, HeatColumn };
enum Marker { BreakpointMarker, ArrowMarker, PausedGround, FirstHeat = 8 };
constexpr int heatLevels = 6;
constexpr int annotationGap = 28;
constexpr long goToSlack = 6; ///< lines kept above and below a line that is jumped to

unsigned maskOf(int marker) {
    return 1u << unsigned(marker);
}

/** 0..heatLevels-1; the root makes small shares visible beside one that takes nearly all. */
int heatLevel(double share) {
    return std::min(heatLevels - 1, int(std::sqrt(share) * heatLevels));
}

QString annotationOf(const LineStat &stat) {
    QStringList parts;
    if (!stat.result.empty()) parts.append(QString::fromStdString(stat.result));
    parts.append(QString::fromStdString(humanTime(stat.totalNs)));
    if (stat.count > 1) parts.append(QStringLiteral("%1×").arg(stat.count));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

CodeEditor::CodeEditor(QString path, const QString &content, QWidget *parent)
    : CodeView(CodeLanguage::Python, parent)
    , m_path(std::move(path)) {
    setText(content);
    setModified(false);
    setCaretLineVisible(true);
    SendScintilla(SCI_SETCARETLINEVISIBLEALWAYS, 1);
    setIndentationGuides(false);
    setAutoCompletionThreshold(-1);
    setMarginType(BreakpointColumn, QsciScintilla::SymbolMargin);
    setMarginWidth(BreakpointColumn, 16);
    setMarginMarkerMask(BreakpointColumn, int(maskOf(BreakpointMarker)));
    setMarginSensitivity(BreakpointColumn, true);
    setMarginType(ArrowColumn, QsciScintilla::SymbolMargin);
    setMarginWidth(ArrowColumn, 13);
    setMarginMarkerMask(ArrowColumn, int(maskOf(ArrowMarker)));
    setMarginSensitivity(ArrowColumn, true);
    showLineNumbers(NumberColumn);
    setMarginMarkerMask(NumberColumn, 0);
    setMarginSensitivity(NumberColumn, true);
    setMarginType(HeatColumn, QsciScintilla::SymbolMargin);
    setMarginWidth(HeatColumn, 5);
    unsigned heat = 0;
    for (int level = 0; level < heatLevels; ++level)
        heat |= maskOf(FirstHeat + level);
    setMarginMarkerMask(HeatColumn, int(heat));
    SendScintilla(SCI_SETMARGINLEFT, 0ul, 8l);
    SendScintilla(SCI_SETYCARETPOLICY, CARET_SLOP | CARET_STRICT | CARET_EVEN, goToSlack);
    applyMarkers();
    connect(this, &CodeView::themed, this, &CodeEditor::applyMarkers);
    connect(this, &QsciScintilla::linesChanged, this, [this] {
        showLineNumbers(NumberColumn);
        Q_EMIT breakpointsMoved();
    });
    connect(this, &QsciScintilla::marginClicked, this, [this](int, int line) { Q_EMIT breakpointWanted(line + 1); });
}

void CodeEditor::setPath(const QString &path) {
    m_path = path;
    m_isUntitled = false;
}

void CodeEditor::setRecorded() {
    m_isRecorded = true;
    setReadOnly(true);
}

int CodeEditor::currentLine() const {
    int line = 0, column = 0;
    getCursorPosition(&line, &column);
    return line + 1;
}

void CodeEditor::goToLine(int line) {
    const int index = std::clamp(line - 1, 0, std::max(0, lines() - 1));
    setCursorPosition(index, 0);
    ensureLineVisible(index);
}

QSet<int> CodeEditor::breakpointLines() const {
    QSet<int> lines;
    for (int line = markerFindNext(0, maskOf(BreakpointMarker)); line >= 0;
         line = markerFindNext(line + 1, maskOf(BreakpointMarker)))
        lines.insert(line + 1);
    return lines;
}

void CodeEditor::setBreakpointLines(const QSet<int> &lines) {
    if (lines == breakpointLines()) return;
    markerDeleteAll(BreakpointMarker);
    for (int line : lines)
        markerAdd(line - 1, BreakpointMarker);
}

void CodeEditor::setPausedLine(int line) {
    if (line == m_pausedLine) return;
    m_pausedLine = line;
    markerDeleteAll(ArrowMarker);
    markerDeleteAll(PausedGround);
    // The ground of the caret's line would lie over that of the line where the program stands.
    setCaretLineVisible(line <= 0);
    if (line <= 0) return;
    markerAdd(line - 1, ArrowMarker);
    markerAdd(line - 1, PausedGround);
    goToLine(line);
}

void CodeEditor::setStats(const std::map<int, LineStat> &stats, Notes notes) {
    m_annotations.clear();
    if (int(notes) & int(Notes::Values))
        for (const auto &[line, stat] : stats)
            m_annotations.insert(line, annotationOf(stat));
    updateHeat(int(notes) & int(Notes::Heat) ? stats : std::map<int, LineStat>());
    viewport()->update();
}

void CodeEditor::updateHeat(const std::map<int, LineStat> &stats) {
    for (int level = 0; level < heatLevels; ++level)
        markerDeleteAll(FirstHeat + level);
    int64_t most = 1;
    for (const auto &[line, stat] : stats)
        most = std::max(most, stat.totalNs);
    for (const auto &[line, stat] : stats)
        markerAdd(line - 1, FirstHeat + heatLevel(double(stat.totalNs) / double(most)));
}

void CodeEditor::mouseReleaseEvent(QMouseEvent *event) {
    CodeView::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !hasSelectedText()) Q_EMIT lineClicked(currentLine());
}

/** Keys of the window's own commands that Scintilla would take for line commands of its own. */
void CodeEditor::keyPressEvent(QKeyEvent *event) {
    const bool scrolls = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (scrolls && event->modifiers() == Qt::ControlModifier) {
        event->ignore();
        return;
    }
    CodeView::keyPressEvent(event);
}

/** This Scintilla has no texts behind the end of a line, so they are painted over it, on visible lines only. */
void CodeEditor::paintEvent(QPaintEvent *event) {
    CodeView::paintEvent(event);
    if (m_annotations.isEmpty()) return;
    QPainter painter(viewport());
    painter.setFont(smallUiFont());
    painter.setPen(currentTheme().text3);
    const int first = int(SendScintilla(SCI_GETFIRSTVISIBLELINE));
    const int last = std::min(lines(), first + int(SendScintilla(SCI_LINESONSCREEN)) + 1);
    for (int line = first; line < last; ++line) {
        const auto found = m_annotations.constFind(line + 1);
        if (found == m_annotations.constEnd()) continue;
        const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line));
        const int x = int(SendScintilla(SCI_POINTXFROMPOSITION, 0ul, end)) + annotationGap;
        const int y = int(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, end));
        painter.drawText(QRect(x, y, std::max(0, viewport()->width() - x), textHeight(line)),
                         Qt::AlignVCenter | Qt::AlignLeft, *found);
    }
}

void CodeEditor::applyMarkers() {
    const Theme &theme = currentTheme();
    markerDefine(QsciScintilla::Circle, BreakpointMarker);
    setMarkerBackgroundColor(theme.breakpoint, BreakpointMarker);
    setMarkerForegroundColor(theme.breakpoint, BreakpointMarker);
    markerDefine(QsciScintilla::RightTriangle, ArrowMarker);
    setMarkerBackgroundColor(theme.currentOp, ArrowMarker);
    setMarkerForegroundColor(theme.currentOp, ArrowMarker);
    markerDefine(QsciScintilla::Background, PausedGround);
    setMarkerBackgroundColor(blend(theme.currentOp, theme.panel, 0.2), PausedGround);
    for (int level = 0; level < heatLevels; ++level) {
        const QColor colour = blend(theme.reduction, theme.panel, 0.25 + 0.75 * level / (heatLevels - 1));
        markerDefine(QsciScintilla::FullRectangle, FirstHeat + level);
        setMarkerBackgroundColor(colour, FirstHeat + level);
        setMarkerForegroundColor(colour, FirstHeat + level);
    }
    setCaretLineBackgroundColor(blend(theme.selection, theme.panel, 0.45));
}

} // namespace jitscope
