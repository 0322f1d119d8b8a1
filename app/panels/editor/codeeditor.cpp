// SPDX-License-Identifier: GPL-3.0-or-later
// Scintilla edits; what it cannot show (texts behind lines, marks of our own) is painted over it, for lines in view.
#include "app/panels/editor/codeeditor.h"

#include "app/panels/editor/gutterpaint.h"
#include "app/panels/editor/problemlist.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/theme.h"
#include "engine/session/records.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QToolTip>
#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexerpython.h>

#include <algorithm>

namespace jitscope {
inline namespace editorpanel {

namespace {

enum Column { BreakpointColumn, ArrowColumn, NumberColumn, HeatColumn, CoverageColumn, FoldColumn, columnCount };
/** The first two have no look of their own: they are places that move with the text, or grounds. */
enum Marker { BreakpointPlace, LiveGround, PastGround };
/** Numbers of Scintilla's indicators that it leaves to its owners; one for each Severity, then that of matches. */
constexpr int problemIndicator = 9, matchIndicator = 12;
constexpr int matchAlpha = 70; ///< of 255: the text is read through it
constexpr int foldWidth = 12;
constexpr int breakpointWidth = 16, arrowWidth = 13, heatWidth = 5, coverageWidth = 12;
constexpr int annotationGap = 28;
constexpr int noteMargin = 4; ///< between a text behind a line and the edge of the panel
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
    setMargins(columnCount);
    setFolding(QsciScintilla::PlainFoldStyle, FoldColumn);
    setMarginWidth(FoldColumn, foldWidth);
    for (const int key : {Qt::Key_Slash, Qt::Key_M, Qt::Key_H})
        leaveKey(int(Qt::CTRL) | key);
    applyMarkers();
    connect(this, &CodeView::themed, this, &CodeEditor::applyMarkers);
    connect(this, &QsciScintilla::linesChanged, this, [this] {
        showLineNumbers(NumberColumn);
        if (!m_isLoading) Q_EMIT breakpointsMoved();
    });
    connect(this, &QsciScintilla::marginClicked, this, [this](int, int line) { Q_EMIT breakpointWanted(line + 1); });
}

/** A key that the window has a command for must not be one of Scintilla's own commands as well. */
void CodeEditor::leaveKey(int key) {
    QsciCommand *command = standardCommands()->boundTo(key);
    if (!command) return;
    if (command->key() == key) command->setKey(0);
    if (command->alternateKey() == key) command->setAlternateKey(0);
}

void CodeEditor::setPath(const QString &path) {
    m_path = path;
    m_isUntitled = false;
}

void CodeEditor::setRecorded() {
    m_isRecorded = true;
    setReadOnly(true);
}

void CodeEditor::replaceText(const QString &content) {
    const std::vector<Breakpoint> kept = breakpoints();
    int line = 0, column = 0;
    getCursorPosition(&line, &column);
    const int top = firstVisibleLine();
    m_isLoading = true;
    setText(content);
    m_isLoading = false;
    setCursorPosition(std::min(line, std::max(0, lines() - 1)), column);
    setFirstVisibleLine(top);
    setBreakpoints({});
    setBreakpoints(kept);
}

void CodeEditor::reload(const QString &content) {
    replaceText(content);
    setModified(false);
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

ScriptPlace CodeEditor::place() const {
    const long at = SendScintilla(SCI_GETCURRENTPOS);
    const long line = SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(at));
    const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    return {m_path, int(line) + 1, int(at - start)};
}

void CodeEditor::goTo(const ScriptPlace &place) {
    const int line = std::clamp(place.line - 1, 0, std::max(0, lines() - 1));
    const long start = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    ensureLineVisible(line);
    SendScintilla(SCI_GOTOPOS, static_cast<unsigned long>(start + place.column));
}

void CodeEditor::setProblems(const QList<ScriptProblem> &problems) {
    m_problems = problems;
    const int all = int(SendScintilla(SCI_GETLENGTH));
    for (const Severity severity : {Severity::Note, Severity::Warning, Severity::Error}) {
        SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(problemIndicator + int(severity)));
        SendScintilla(SCI_INDICATORCLEARRANGE, 0ul, long(all));
        for (const ScriptProblem &each : problems)
            if (each.severity == severity) {
                const CodeMatch range = rangeOf(each);
                SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(range.begin),
                              long(range.end - range.begin));
            }
    }
}

CodeMatch CodeEditor::rangeOf(const ScriptProblem &problem) const {
    const auto position = [this](int line, int column) {
        const auto index = static_cast<unsigned long>(std::clamp(line - 1, 0, std::max(0, lines() - 1)));
        const long start = SendScintilla(SCI_POSITIONFROMLINE, index);
        return int(std::min(start + column, SendScintilla(SCI_GETLINEENDPOSITION, index)));
    };
    CodeMatch range{position(problem.line, problem.column), position(problem.endLine, problem.endColumn), {}};
    // At the end of a line there is nothing to underline: the character before it takes the mark.
    if (range.end <= range.begin && range.begin > position(problem.line, 0)) --range.begin;
    range.end = std::max(range.end, range.begin + 1);
    return range;
}

void CodeEditor::setMatches(const std::vector<CodeMatch> &matches) {
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(matchIndicator));
    SendScintilla(SCI_INDICATORCLEARRANGE, 0ul, SendScintilla(SCI_GETLENGTH));
    for (const CodeMatch &match : matches)
        SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(match.begin), long(match.end - match.begin));
}

void CodeEditor::select(const CodeMatch &match) {
    ensureLineVisible(int(SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(match.begin))));
    SendScintilla(SCI_SETSEL, static_cast<unsigned long>(match.begin), long(match.end));
}

CodeMatch CodeEditor::selection() const {
    return {int(SendScintilla(SCI_GETSELECTIONSTART)), int(SendScintilla(SCI_GETSELECTIONEND)), {}};
}

void CodeEditor::toggleFold() {
    SendScintilla(SCI_COLOURISE, 0ul, -1l); // else levels of lines that were not in view are not known
    const auto line = static_cast<unsigned long>(currentLine() - 1);
    const bool begins = (SendScintilla(SCI_GETFOLDLEVEL, line) & SC_FOLDLEVELHEADERFLAG) != 0;
    const long header = begins ? long(line) : SendScintilla(SCI_GETFOLDPARENT, line);
    if (header < 0) return;
    foldLine(int(header));
    setCursorPosition(int(header), 0);
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
    if (event->button() == Qt::LeftButton && inText && event->modifiers() == Qt::ControlModifier) {
        Q_EMIT definitionWanted();
        return;
    }
    if (event->button() == Qt::LeftButton && inText && !hasSelectedText()) Q_EMIT lineClicked(currentLine());
}

/** Of what is typed, Undo takes back a word or a line at a time. */
bool CodeEditor::beginsWord(const QString &typed) const {
    if (typed.isEmpty()) return false;
    const long before = SendScintilla(SCI_GETCHARAT, static_cast<unsigned long>(SendScintilla(SCI_GETCURRENTPOS)) - 1);
    const bool isSpace = typed[0].isSpace(), wasSpace = before == ' ' || before == '\t' || before == '\n';
    return typed[0] == QLatin1Char('\r') || typed[0] == QLatin1Char('\n') || (wasSpace && !isSpace);
}

/** Scintilla puts all that is typed in a row into one group; a group of its own without content ends it. */
void CodeEditor::endUndoGroup() {
    SendScintilla(SCI_BEGINUNDOACTION);
    SendScintilla(SCI_ENDUNDOACTION);
}

/** Keys of the window's own commands that Scintilla would take for line commands of its own. */
void CodeEditor::keyPressEvent(QKeyEvent *event) {
    const bool scrolls = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    const bool givesUp = event->key() == Qt::Key_Escape && !hasSelectedText(); // somebody else may have something to
    if (givesUp || (scrolls && event->modifiers() == Qt::ControlModifier)) {
        event->ignore();
        return;
    }
    if (beginsWord(event->text())) endUndoGroup();
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
        if (showGutterTip(help) || showProblemTip(help) || showNoteTip(help)) return true;
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

bool CodeEditor::showProblemTip(QHelpEvent &event) {
    const long at =
        SendScintilla(SCI_POSITIONFROMPOINTCLOSE, static_cast<unsigned long>(event.pos().x()), long(event.pos().y()));
    QStringList messages;
    for (const ScriptProblem &each : m_problems)
        if (const CodeMatch range = rangeOf(each); at >= range.begin && at < range.end) messages.append(each.message);
    if (messages.isEmpty()) return false;
    QToolTip::showText(event.globalPos(), brokenLines(messages.join(QLatin1Char('\n'))), viewport());
    return true;
}

/** The whole of a text behind a line that was too long to stand there. */
bool CodeEditor::showNoteTip(QHelpEvent &event) {
    const int line = lineAtY(event.pos().y());
    if (event.pos().x() < noteX(line)) return false;
    const QString note = facts(line).note;
    if (shownNote(line, note) == note) return false;
    QToolTip::showText(event.globalPos(), brokenLines(note), viewport());
    return true;
}

QString CodeEditor::gutterTip(int line) const {
    QStringList lines;
    for (const Mark &mark : m_marks)
        if (markerLine(mark.handle) + 1 == line) {
            const QString lost = facts(line).lost;
            lines.append(lost.isEmpty() ? describe(mark.breakpoint) : brokenLines(lost));
        }
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

/** Neither folded away nor scrolled out. */
bool CodeEditor::isInSight(int line) const {
    if (line <= 0 || line > lines()) return false;
    if (SendScintilla(SCI_GETLINEVISIBLE, static_cast<unsigned long>(line - 1)) == 0) return false;
    const QRect row = lineRect(line);
    return row.bottom() >= 0 && row.top() <= viewport()->height();
}

void CodeEditor::paintBreakpoints(QPainter &painter) const {
    for (const Mark &mark : m_marks) {
        const int line = markerLine(mark.handle) + 1;
        if (!isInSight(line)) continue;
        const QRect row = lineRect(line);
        const MarkKind kind = facts(line).lost.isEmpty() ? MarkKind::Stops : MarkKind::Lost;
        paintBreakpoint(painter, QRectF(0, row.top(), breakpointWidth, row.height()), mark.breakpoint, kind);
    }
}

void CodeEditor::paintArrows(QPainter &painter) const {
    for (const Arrow arrow : {Arrow::Live, Arrow::Past}) {
        const int line = this->arrow(arrow);
        if (!isInSight(line)) continue;
        const QRect row = lineRect(line);
        paintArrow(painter, QRectF(breakpointWidth, row.top(), arrowWidth, row.height()), arrow);
    }
}

void CodeEditor::paintFacts(QPainter &painter) const {
    // Lines that are folded away are counted by the text and not by the screen.
    const auto top = static_cast<unsigned long>(SendScintilla(SCI_GETFIRSTVISIBLELINE));
    const auto onScreen = static_cast<unsigned long>(SendScintilla(SCI_LINESONSCREEN));
    const int first = int(SendScintilla(SCI_DOCLINEFROMVISIBLE, top));
    const int last = std::min(lines(), int(SendScintilla(SCI_DOCLINEFROMVISIBLE, top + onScreen)) + 1);
    const int heatX = breakpointWidth + arrowWidth + marginWidth(NumberColumn);
    const int coverageX = heatX + marginWidth(HeatColumn);
    for (int line = first + 1; line <= last; ++line) {
        if (!isInSight(line)) continue;
        const LineFacts facts = m_facts(line);
        const QRect row = lineRect(line);
        if (marginWidth(HeatColumn) > 0 && facts.heat >= 0)
            paintHeat(painter, QRectF(heatX, row.top(), heatWidth, row.height()), facts.heat);
        if (marginWidth(CoverageColumn) > 0)
            paintCoverage(painter, QRectF(coverageX, row.top(), coverageWidth, row.height()), facts.coverage);
        if (!facts.note.isEmpty()) paintNote(painter, line, facts);
    }
}

int CodeEditor::noteX(int line) const {
    const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line - 1));
    return int(SendScintilla(SCI_POINTXFROMPOSITION, 0ul, end)) + annotationGap;
}

QString CodeEditor::shownNote(int line, const QString &note) const {
    const int room = viewport()->width() - noteX(line) - noteMargin;
    return QFontMetrics(smallUiFont()).elidedText(note, Qt::ElideRight, std::max(0, room));
}

/** This Scintilla has no texts behind the end of a line of its own. */
void CodeEditor::paintNote(QPainter &painter, int line, const LineFacts &facts) const {
    const int x = noteX(line);
    const QRect row = lineRect(line);
    painter.setFont(smallUiFont());
    painter.setPen(facts.isNear ? currentTheme().text2 : currentTheme().text3);
    painter.drawText(QRect(x, row.top(), std::max(0, viewport()->width() - x), row.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, shownNote(line, facts.note));
}

void CodeEditor::applyMarkers() {
    const Theme &theme = currentTheme();
    markerDefine(QsciScintilla::Invisible, BreakpointPlace);
    markerDefine(QsciScintilla::Background, LiveGround);
    setMarkerBackgroundColor(blend(theme.currentOp, theme.panel, 0.2), LiveGround);
    markerDefine(QsciScintilla::Background, PastGround);
    setMarkerBackgroundColor(blend(theme.currentOp, theme.panel, 0.08), PastGround);
    constexpr Severity severities[] = {Severity::Note, Severity::Warning, Severity::Error};
    for (const Severity severity : severities) {
        const int indicator = problemIndicator + int(severity);
        indicatorDefine(QsciScintilla::SquiggleIndicator, indicator);
        setIndicatorForegroundColor(colourOf(severity), indicator);
        setIndicatorDrawUnder(true, indicator);
    }
    indicatorDefine(QsciScintilla::StraightBoxIndicator, matchIndicator);
    QColor matchGround = theme.warning;
    matchGround.setAlpha(matchAlpha);
    setIndicatorForegroundColor(matchGround, matchIndicator);
    setIndicatorDrawUnder(true, matchIndicator);
    setFoldMarginColors(theme.panel, theme.panel);
    for (int marker = SC_MARKNUM_FOLDEREND; marker <= int(SC_MARKNUM_FOLDEROPEN); ++marker) {
        setMarkerForegroundColor(theme.text3, marker);
        setMarkerBackgroundColor(theme.text3, marker);
    }
    setCaretLineBackgroundColor(blend(theme.selection, theme.panel, 0.45));
}

} // namespace editorpanel
} // namespace jitscope

#include "moc_codeeditor.cpp"
