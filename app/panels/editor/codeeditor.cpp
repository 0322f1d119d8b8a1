// SPDX-License-Identifier: GPL-3.0-or-later
// Scintilla edits; what it cannot show (texts behind lines, marks of our own) is painted over it, for lines in view.
#include "app/panels/editor/codeeditor.h"

#include "app/panels/editor/gutterpaint.h"
#include "app/sdk/theme.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QToolTip>
#include <Qsci/qscilexerpython.h>

#include <algorithm>

namespace jitscope {

namespace {

enum Column { BreakpointColumn, ArrowColumn, NumberColumn, HeatColumn, CoverageColumn, columnCount };
/** The first two have no look of their own: they are places that move with the text, or grounds. */
enum Marker { BreakpointPlace, LiveGround, PastGround };
constexpr int breakpointWidth = 16, arrowWidth = 13, heatWidth = 5, coverageWidth = 12;
constexpr int annotationGap = 28;
constexpr long goToSlack = 6; ///< lines kept above and below a line that is jumped to

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
    for (int column : {int(BreakpointColumn), int(ArrowColumn), int(HeatColumn), int(CoverageColumn)}) {
        setMarginType(column, QsciScintilla::SymbolMargin);
        setMarginMarkerMask(column, 0);
        setMarginSensitivity(column, true);
    }
    setMarginWidth(BreakpointColumn, breakpointWidth);
    setMarginWidth(ArrowColumn, arrowWidth);
    setMarginWidth(HeatColumn, heatWidth);
    showLineNumbers(NumberColumn);
    setMarginMarkerMask(NumberColumn, 0);
    setMarginSensitivity(NumberColumn, true);
    SendScintilla(SCI_SETMARGINLEFT, 0ul, 8l);
    SendScintilla(SCI_SETYCARETPOLICY, CARET_SLOP | CARET_STRICT | CARET_EVEN, goToSlack);
    applyMarkers();
    connect(this, &CodeView::themed, this, &CodeEditor::applyMarkers);
    connect(this, &QsciScintilla::linesChanged, this, [this] {
        showLineNumbers(NumberColumn);
        if (!m_isLoading) Q_EMIT breakpointsMoved();
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

void CodeEditor::reload(const QString &content) {
    const std::vector<Breakpoint> kept = breakpoints();
    m_isLoading = true;
    setText(content);
    m_isLoading = false;
    setModified(false);
    setBreakpoints({});
    setBreakpoints(kept);
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

QString CodeEditor::lineText(int line) const {
    return line >= 1 && line <= lines() ? text(line - 1) : QString();
}

std::vector<Breakpoint> CodeEditor::breakpoints() const {
    std::vector<Breakpoint> all;
    for (const Mark &mark : m_marks) {
        const int line = markerLine(mark.handle) + 1;
        // The text between two of them was deleted: they stand on one line now, where one is enough.
        const bool isTaken =
            std::any_of(all.begin(), all.end(), [line](const Breakpoint &b) { return b.line == line; });
        if (line <= 0 || isTaken) continue;
        all.push_back(mark.breakpoint);
        all.back().line = line;
        all.back().file = m_path.toStdString();
    }
    std::sort(all.begin(), all.end(), [](const Breakpoint &a, const Breakpoint &b) { return a.line < b.line; });
    return all;
}

void CodeEditor::setBreakpoints(const std::vector<Breakpoint> &breakpoints) {
    if (breakpoints == this->breakpoints() && breakpoints.size() == m_marks.size()) return;
    markerDeleteAll(BreakpointPlace);
    m_marks.clear();
    for (const Breakpoint &each : breakpoints)
        m_marks.push_back({markerAdd(std::min(each.line, lines()) - 1, BreakpointPlace), each});
    viewport()->update();
}

void CodeEditor::setArrow(Arrow arrow, int line) {
    int &shown = m_arrows[size_t(arrow)];
    if (line == shown) return;
    shown = line;
    const int ground = arrow == Arrow::Live ? LiveGround : PastGround;
    markerDeleteAll(ground);
    if (line > 0) markerAdd(line - 1, ground);
    // The ground of the caret's line would lie over that of the line where the program stands.
    setCaretLineVisible(m_arrows[0] <= 0 && m_arrows[1] <= 0);
    viewport()->update();
}

void CodeEditor::setFacts(std::function<LineFacts(int line)> facts) {
    m_facts = std::move(facts);
    updateFacts();
}

void CodeEditor::showMargin(Margin margin, bool shown) {
    const bool isHeat = margin == Margin::Heat;
    setMarginWidth(isHeat ? HeatColumn : CoverageColumn, !shown ? 0 : isHeat ? heatWidth : coverageWidth);
    updateFacts();
}

/** Grown to both sides of the place over letters, digits and dots; calls and indices are not evaluated by pointing. */
QString CodeEditor::expressionAt(const QPoint &place) const {
    const long position = SendScintilla(SCI_POSITIONFROMPOINTCLOSE, static_cast<unsigned long>(place.x()), place.y());
    if (position < 0) return {};
    const long style = SendScintilla(SCI_GETSTYLEAT, static_cast<unsigned long>(position));
    const bool isName = style == QsciLexerPython::Identifier || style == QsciLexerPython::HighlightedIdentifier ||
                        style == QsciLexerPython::Default || style == QsciLexerPython::FunctionMethodName ||
                        style == QsciLexerPython::ClassName;
    if (!isName) return {};
    int line = 0, column = 0;
    lineIndexFromPosition(int(position), &line, &column);
    const QString whole = text(line);
    const auto isPart = [&whole](qsizetype i, bool withDot) {
        return i >= 0 && i < whole.size() &&
               (whole[i].isLetterOrNumber() || whole[i] == QLatin1Char('_') ||
                (withDot && whole[i] == QLatin1Char('.')));
    };
    if (!isPart(column, false)) return {};
    qsizetype first = column, last = column;
    while (isPart(first - 1, true))
        --first;
    while (isPart(last + 1, false))
        ++last;
    const QString found = whole.mid(first, last - first + 1);
    return found[0].isDigit() || found[0] == QLatin1Char('.') ? QString() : found;
}

QString CodeEditor::expressionAtCursor() const {
    if (hasSelectedText()) return selectedText().section(QLatin1Char('\n'), 0, 0).trimmed();
    int line = 0, column = 0;
    getCursorPosition(&line, &column);
    return wordAtLineIndex(line, column);
}

QRect CodeEditor::lineRect(int line) const {
    const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line - 1));
    const int y = int(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, start));
    return {0, y, viewport()->width(), const_cast<CodeEditor *>(this)->textHeight(line - 1)};
}

void CodeEditor::mouseReleaseEvent(QMouseEvent *event) {
    CodeView::mouseReleaseEvent(event);
    const bool inText = event->pos().x() >= gutterWidth();
    if (event->button() == Qt::LeftButton && inText && !hasSelectedText()) Q_EMIT lineClicked(currentLine());
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

int CodeEditor::gutterWidth() const {
    int width = 0;
    for (int column = 0; column < columnCount; ++column)
        width += marginWidth(column);
    return width;
}

void CodeEditor::contextMenuEvent(QContextMenuEvent *event) {
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const bool isGutter = !isByKey && event->pos().x() < gutterWidth();
    const int line = isByKey ? currentLine() : lineAtY(event->pos().y());
    const QPoint place = isByKey ? viewport()->mapToGlobal(lineRect(line).bottomLeft()) : event->globalPos();
    Q_EMIT menuWanted(line, isGutter, place);
}

bool CodeEditor::viewportEvent(QEvent *event) {
    if (event->type() == QEvent::ToolTip) {
        auto &help = static_cast<QHelpEvent &>(*event);
        if (showGutterTip(help)) return true;
        const QString expression = expressionAt(help.pos());
        if (expression.isEmpty())
            QToolTip::hideText();
        else
            Q_EMIT hovered(expression, help.globalPos());
        return true;
    }
    return CodeView::viewportEvent(event);
}

bool CodeEditor::showGutterTip(QHelpEvent &event) {
    if (event.pos().x() >= gutterWidth()) return false;
    QToolTip::showText(event.globalPos(), gutterTip(lineAtY(event.pos().y())), viewport());
    return true;
}

QString CodeEditor::gutterTip(int line) const {
    QStringList lines;
    for (const Mark &mark : m_marks)
        if (markerLine(mark.handle) + 1 == line) lines.append(describe(mark.breakpoint));
    if (line == arrow(Arrow::Live)) lines.append(tr("The program stands here"));
    if (line == arrow(Arrow::Past)) lines.append(tr("The operator that is looked at ran here"));
    if (m_facts && marginWidth(CoverageColumn) > 0)
        if (const QString coverage = describe(m_facts(line).coverage); !coverage.isEmpty()) lines.append(coverage);
    return lines.join(QLatin1Char('\n'));
}

void CodeEditor::paintEvent(QPaintEvent *event) {
    CodeView::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    paintBreakpoints(painter);
    paintArrows(painter);
    if (m_facts) paintFacts(painter);
}

void CodeEditor::paintBreakpoints(QPainter &painter) const {
    for (const Mark &mark : m_marks) {
        const int line = markerLine(mark.handle) + 1;
        if (line <= 0) continue;
        const QRect row = lineRect(line);
        if (row.bottom() < 0 || row.top() > viewport()->height()) continue;
        paintBreakpoint(painter, QRectF(0, row.top(), breakpointWidth, row.height()), mark.breakpoint);
    }
}

void CodeEditor::paintArrows(QPainter &painter) const {
    for (const Arrow arrow : {Arrow::Live, Arrow::Past}) {
        const int line = this->arrow(arrow);
        if (line <= 0 || line > lines()) continue;
        const QRect row = lineRect(line);
        if (row.bottom() < 0 || row.top() > viewport()->height()) continue;
        paintArrow(painter, QRectF(breakpointWidth, row.top(), arrowWidth, row.height()), arrow);
    }
}

void CodeEditor::paintFacts(QPainter &painter) const {
    const int first = int(SendScintilla(SCI_GETFIRSTVISIBLELINE));
    const int last = std::min(lines(), first + int(SendScintilla(SCI_LINESONSCREEN)) + 1);
    const int heatX = breakpointWidth + arrowWidth + marginWidth(NumberColumn);
    const int coverageX = heatX + marginWidth(HeatColumn);
    for (int line = first + 1; line <= last; ++line) {
        const LineFacts facts = m_facts(line);
        const QRect row = lineRect(line);
        if (marginWidth(HeatColumn) > 0 && facts.heat >= 0)
            paintHeat(painter, QRectF(heatX, row.top(), heatWidth, row.height()), facts.heat);
        if (marginWidth(CoverageColumn) > 0)
            paintCoverage(painter, QRectF(coverageX, row.top(), coverageWidth, row.height()), facts.coverage);
        if (!facts.note.isEmpty()) paintNote(painter, line, facts);
    }
}

/** This Scintilla has no texts behind the end of a line of its own. */
void CodeEditor::paintNote(QPainter &painter, int line, const LineFacts &facts) const {
    const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line - 1));
    const int x = int(SendScintilla(SCI_POINTXFROMPOSITION, 0ul, end)) + annotationGap;
    const QRect row = lineRect(line);
    painter.setFont(smallUiFont());
    painter.setPen(facts.isNear ? currentTheme().text2 : currentTheme().text3);
    painter.drawText(QRect(x, row.top(), std::max(0, viewport()->width() - x), row.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, facts.note);
}

void CodeEditor::applyMarkers() {
    const Theme &theme = currentTheme();
    markerDefine(QsciScintilla::Invisible, BreakpointPlace);
    markerDefine(QsciScintilla::Background, LiveGround);
    setMarkerBackgroundColor(blend(theme.currentOp, theme.panel, 0.2), LiveGround);
    markerDefine(QsciScintilla::Background, PastGround);
    setMarkerBackgroundColor(blend(theme.currentOp, theme.panel, 0.08), PastGround);
    setCaretLineBackgroundColor(blend(theme.selection, theme.panel, 0.45));
}

} // namespace jitscope
