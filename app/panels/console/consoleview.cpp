// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/console/consoleview.h"

#include "app/panels/console/pictureobject.h"
#include "app/sdk/theme.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMimeData>
#include <QRegularExpression>
#include <QScrollBar>

namespace jitscope {
inline namespace consolepanel {

namespace {

constexpr int lineLimit = 20000;                   ///< older lines are let go of
constexpr int letGoStep = 1000;                    ///< so many at once: each time costs
constexpr qsizetype pieceLimit = 200000;           ///< characters of one burst of output that are shown
constexpr qsizetype waitingLimit = 2 * pieceLimit; ///< characters that wait to be shown; older ones are left out
constexpr qsizetype sliceLength = 4000;            ///< characters that are laid out before looking at the clock
constexpr qsizetype lineLength = 2000;             ///< longer lines go on in a new one: one is laid out at once
constexpr int turnMs = 8;                          ///< how long writing may hold the window at once
constexpr int pauseMs = 8;                         ///< so that half of the time is left to everything else
constexpr qsizetype keptLimit = 4000000;           ///< characters that are kept for colouring anew
const QString linkScheme = QStringLiteral("place:");

QTextCharFormat formatOf(ConsoleText kind) {
    const Theme &theme = currentTheme();
    QTextCharFormat format;
    switch (kind) {
    case ConsoleText::Output:
        format.setForeground(theme.text);
        break;
    case ConsoleText::Error:
        format.setForeground(theme.error);
        break;
    case ConsoleText::Input:
        format.setForeground(theme.text2);
        break;
    case ConsoleText::Note:
        format.setForeground(theme.text3);
        break;
    }
    return format;
}

QString leftOut(qsizetype lines) {
    return ConsoleView::tr("[%n line(s) not shown here]", nullptr, int(lines)) + QLatin1Char('\n');
}

QString letGoNote(qsizetype lines) {
    return ConsoleView::tr("[%n earlier line(s) not kept here]", nullptr, int(lines)) + QLatin1Char('\n');
}

/** A burst of a million lines would stop the window; its end is what one wants to see. */
QString shortened(const QString &text) {
    if (text.size() <= pieceLimit) return text;
    const qsizetype end = text.indexOf(QLatin1Char('\n'), text.size() - pieceLimit) + 1;
    const qsizetype cut = end > 0 ? end : text.size() - pieceLimit; // of a line that is longer, the end
    return leftOut(text.left(cut).count(QLatin1Char('\n')) + (end > 0 ? 0 : 1)) + text.mid(cut);
}

} // namespace

ConsoleView::ConsoleView(QWidget *parent)
    : QPlainTextEdit(parent) {
    setObjectName(QStringLiteral("consoleText"));
    setAccessibleName(tr("Console"));
    setFont(codeFont());
    setUndoRedoEnabled(false);
    setMouseTracking(true);
    setTabChangesFocus(false);
    setWraps(true);
    new PictureObject(*this);
    setFrameShape(QFrame::NoFrame);
    document()->setDocumentMargin(metrics::grid);
    // The range grows also when a horizontal bar appears, after the last print.
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this](int value) { m_atEnd = value >= verticalScrollBar()->maximum() - 1; });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int maximum) {
        if (m_atEnd) verticalScrollBar()->setValue(maximum);
    });
    m_promptStart = QTextCursor(document());
    m_inputStart = QTextCursor(document());
    m_promptStart.setKeepPositionOnInsert(true);
    m_inputStart.setKeepPositionOnInsert(true);
    m_writing.setSingleShot(true);
    m_writing.setInterval(pauseMs);
    connect(&m_writing, &QTimer::timeout, this, &ConsoleView::writeSome);
}

void ConsoleView::setWraps(bool wraps) {
    setLineWrapMode(wraps ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
}

void ConsoleView::print(ConsoleText kind, const QString &text) {
    if (text.isEmpty()) return;
    m_printed.add(text);
    put({kind, broken(shortened(text))});
}

/** Counts from where the text before ended. */
QString ConsoleView::broken(const QString &text) {
    QString lines;
    for (qsizetype done = 0; done < text.size();) {
        const qsizetype end = text.indexOf(QLatin1Char('\n'), done);
        const qsizetype rest = (end < 0 ? text.size() : end) - done;
        qsizetype room = std::max<qsizetype>(0, lineLength - m_column);
        if (rest > room && room > 0 && text[done + room].isLowSurrogate()) --room; // both halves of a character
        const qsizetype taken = std::min(rest, room);
        lines += QStringView(text).mid(done, taken);
        done += taken;
        m_column += taken;
        if (taken == rest && end < 0) break;
        if (taken == rest) ++done; // its own end
        lines += QLatin1Char('\n');
        m_column = 0;
    }
    return lines;
}

void ConsoleView::showPicture(std::shared_ptr<const ConsolePicture> picture) {
    const QString title = QString::fromStdString(picture->title);
    if (!m_pieces.isEmpty() && !m_pieces.last().text.endsWith(QLatin1Char('\n')))
        print(ConsoleText::Output, QStringLiteral("\n"));
    put({ConsoleText::Note,
         QString(QChar(QChar::ObjectReplacementCharacter)) + QLatin1Char('\n') + title + QLatin1Char('\n'),
         std::move(picture)});
}

void ConsoleView::put(const Piece &piece) {
    add(m_pieces, piece);
    m_length += piece.text.size();
    while (m_length > keptLimit && m_pieces.size() > 1) {
        const QString text = m_pieces.takeFirst().text;
        m_length -= text.size();
        m_forgotten += text.count(QLatin1Char('\n'));
    }
    add(m_unwritten, piece);
    m_unwrittenLength += piece.text.size();
    // A program that prints faster than text can be laid out.
    while (m_unwrittenLength > waitingLimit && m_unwritten.size() > 1) {
        const QString text = m_unwritten.takeFirst().text;
        m_unwrittenLength -= text.size();
        m_leftOut += text.count(QLatin1Char('\n'));
    }
    if (!m_writing.isActive()) writeSome();
}

/** Behind a short last one of its kind: a document pays for every insertion, however small. */
void ConsoleView::add(QList<Piece> &pieces, const Piece &piece) {
    const bool isJoined = !pieces.isEmpty() && pieces.last().kind == piece.kind && !pieces.last().picture &&
                          !piece.picture && pieces.last().text.size() < sliceLength;
    if (isJoined)
        pieces.last().text += piece.text;
    else
        pieces.append(piece);
}

/** Lays text out for as long as one turn of the event loop may take. */
void ConsoleView::writeSome() {
    QElapsedTimer time;
    time.start();
    const bool atEnd = m_atEnd;
    if (m_leftOut > 0 && !m_unwritten.isEmpty()) insertPiece({ConsoleText::Note, leftOut(std::exchange(m_leftOut, 0))});
    while (!m_unwritten.isEmpty() && time.elapsed() < turnMs)
        insertPiece(takeSlice());
    if (blockCount() > lineLimit + letGoStep) letGo();
    if (!m_unwritten.isEmpty()) m_writing.start();
    if (!atEnd) return;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    horizontalScrollBar()->setValue(0);
}

/** The oldest lines; a line in their place counts them. */
void ConsoleView::letGo() {
    const int lines = blockCount() - lineLimit;
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor, lines);
    m_letGo += lines - (m_letGo > 0 ? 1 : 0);
    cursor.beginEditBlock();
    cursor.removeSelectedText();
    cursor.insertText(letGoNote(m_letGo), formatOf(ConsoleText::Note));
    cursor.endEditBlock();
}

/** Whole lines from the start of what waits, so that the prompt behind them keeps a line of its own. */
ConsoleView::Piece ConsoleView::takeSlice() {
    Piece &first = m_unwritten.first();
    if (first.picture) {
        m_unwrittenLength -= first.text.size();
        return m_unwritten.takeFirst();
    }
    const qsizetype end = first.text.indexOf(QLatin1Char('\n'), std::min(sliceLength, first.text.size())) + 1;
    Piece slice{first.kind, end > 0 ? first.text.left(end) : first.text};
    m_unwrittenLength -= slice.text.size();
    if (slice.text.size() == first.text.size()) {
        m_unwritten.removeFirst();
    } else {
        first.text.remove(0, slice.text.size());
    }
    return slice;
}

QString ConsoleView::wholeText() const {
    QString waiting = m_leftOut > 0 ? leftOut(m_leftOut) : QString();
    for (const Piece &piece : m_unwritten)
        waiting += piece.text;
    return toPlainText()
        .insert(m_promptStart.position(), waiting)
        .remove(QString(QChar(QChar::ObjectReplacementCharacter)) + QLatin1Char('\n'));
}

void ConsoleView::insertPiece(const Piece &piece) {
    QTextCursor cursor(document());
    cursor.setPosition(m_promptStart.position());
    cursor.beginEditBlock();
    if (piece.picture) {
        cursor.insertText(piece.text.left(1), PictureObject::format(piece.picture));
        cursor.insertText(piece.text.mid(1), formatOf(piece.kind));
    } else {
        insertWithLinks(cursor, piece.text, formatOf(piece.kind));
    }
    cursor.endEditBlock();
    // The prompt's cursors stand where the insertion was and must come to stand behind it.
    m_promptStart.setPosition(cursor.position());
    m_inputStart.setPosition(cursor.position() + (m_hasPrompt ? int(m_prompt.size()) : 0));
}

/** Places of tracebacks become links: File "x.py", line 3. */
void ConsoleView::insertWithLinks(QTextCursor &cursor, const QString &text, const QTextCharFormat &format) {
    static const QRegularExpression place(QStringLiteral("File \"([^\"\\n]+)\", line (\\d+)"));
    qsizetype done = 0;
    auto matches = place.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        cursor.insertText(text.mid(done, match.capturedStart() - done), format);
        QTextCharFormat link = format;
        link.setAnchor(true);
        link.setAnchorHref(linkScheme + match.captured(2) + QLatin1Char(':') + match.captured(1));
        link.setFontUnderline(true);
        cursor.insertText(match.captured(), link);
        done = match.capturedEnd();
    }
    cursor.insertText(text.mid(done), format);
}

void ConsoleView::clearText() {
    m_printed.clear();
    m_pieces.clear();
    m_length = 0;
    m_column = 0;
    m_leftOut = 0;
    m_forgotten = 0;
    stopSuggesting();
    renderAnew();
}

void ConsoleView::setPrompt(const QString &prompt, const QString &input) {
    hidePrompt();
    // The prompt begins a line of its own, also behind output that did not end its last one.
    if (!m_pieces.isEmpty() && !m_pieces.last().text.endsWith(QLatin1Char('\n')))
        print(ConsoleText::Output, QStringLiteral("\n"));
    m_prompt = prompt;
    m_hasPrompt = true;
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    const int start = cursor.position();
    QTextCharFormat format;
    format.setForeground(currentTheme().accent);
    cursor.insertText(prompt, format);
    m_promptStart.setPosition(start);
    m_inputStart.setPosition(cursor.position());
    cursor.insertText(input + std::exchange(m_typedAhead, {}), formatOf(ConsoleText::Output));
    setTextCursor(cursor);
    setCurrentCharFormat(formatOf(ConsoleText::Output));
    horizontalScrollBar()->setValue(0);
    ensureCursorVisible();
}

void ConsoleView::hidePrompt() {
    stopSuggesting();
    if (!m_hasPrompt) return;
    selectionFrom(m_promptStart).removeSelectedText();
    m_hasPrompt = false;
    m_inputStart.setPosition(m_promptStart.position());
}

/** A new cursor, not a copy: copies keep their position where text is inserted, as the two members do. */
QTextCursor ConsoleView::selectionFrom(const QTextCursor &start) const {
    QTextCursor cursor(document());
    cursor.setPosition(start.position());
    cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
    return cursor;
}

QString ConsoleView::input() const {
    if (!m_hasPrompt) return {};
    return selectionFrom(m_inputStart).selectedText().replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
}

void ConsoleView::setInput(const QString &input) {
    if (!m_hasPrompt) return;
    QTextCursor cursor = selectionFrom(m_inputStart);
    cursor.insertText(input, formatOf(ConsoleText::Output));
    setTextCursor(cursor);
}

QString ConsoleView::inputBeforeCursor() const {
    if (!inputHasCursor()) return {};
    QTextCursor before(document());
    before.setPosition(m_inputStart.position());
    before.setPosition(textCursor().position(), QTextCursor::KeepAnchor);
    return before.selectedText().replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
}

void ConsoleView::replaceBeforeCursor(qsizetype length, const QString &text) {
    if (!inputHasCursor()) return;
    QTextCursor cursor(document());
    cursor.setPosition(textCursor().position());
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, int(length));
    cursor.insertText(text, formatOf(ConsoleText::Output));
    setTextCursor(cursor);
}

void ConsoleView::suggest(Suggestions::Kind kind, const QStringList &suggestions, Suggestions::Describe describe) {
    if (suggestions.isEmpty()) {
        stopSuggesting();
        return;
    }
    // The panel may have come to another window.
    if (!m_suggestions || m_suggestions->parentWidget() != window()) {
        delete m_suggestions;
        m_suggestions = new Suggestions(window());
        connect(m_suggestions, &Suggestions::accepted, this, [this](const QString &suggestion) {
            const Suggestions::Kind accepted = m_suggestions->kind();
            stopSuggesting();
            Q_EMIT suggestionAccepted(accepted, suggestion);
        });
    }
    const QRect line(viewport()->mapTo(window(), cursorRect().topLeft()), cursorRect().size());
    m_suggestions->suggest(kind, suggestions, line, std::move(describe));
}

void ConsoleView::stopSuggesting() {
    if (m_suggestions) m_suggestions->hide();
}

Suggestions *ConsoleView::suggestions() const {
    return m_suggestions && m_suggestions->isVisible() ? m_suggestions.data() : nullptr;
}

QPoint ConsoleView::cursorPlace() const {
    return viewport()->mapToGlobal(cursorRect().bottomLeft());
}

QString ConsoleView::takeInput() {
    const QString text = input(), prompt = m_prompt;
    hidePrompt();
    print(ConsoleText::Input, QString(prompt + text + QLatin1Char('\n')));
    return text;
}

bool ConsoleView::inputHasCursor() const {
    return m_hasPrompt && textCursor().position() >= m_inputStart.position();
}

void ConsoleView::moveIntoInput() {
    if (inputHasCursor() && textCursor().anchor() >= m_inputStart.position()) return;
    moveCursor(QTextCursor::End);
}

void ConsoleView::keyPressEvent(QKeyEvent *event) {
    if (event->matches(QKeySequence::Copy)) {
        if (textCursor().hasSelection()) {
            copy();
        } else {
            Q_EMIT interruptWanted();
        }
        return;
    }
    if (event->key() == Qt::Key_D && event->modifiers() == Qt::ControlModifier && input().isEmpty()) {
        Q_EMIT inputEndWanted();
        return;
    }
    if (event->key() == Qt::Key_L && event->modifiers() == Qt::ControlModifier) {
        Q_EMIT clearWanted();
        return;
    }
    if (m_hasPrompt && event->key() == Qt::Key_R && event->modifiers() == Qt::ControlModifier) {
        moveIntoInput();
        Q_EMIT historySearchWanted();
        return;
    }
    // What stands there already is entered, not put in once more.
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && suggestions() && suggestions()->kind() == Suggestions::Kind::Names &&
        inputBeforeCursor().endsWith(suggestions()->current()))
        stopSuggesting();
    if (suggestions() && event->modifiers() == Qt::NoModifier && suggestions()->takeKey(event->key())) return;
    if (editKeys(event)) return;
    const bool changes = !event->text().isEmpty() || event->matches(QKeySequence::Paste) ||
                         event->matches(QKeySequence::Cut) || event->key() == Qt::Key_Delete;
    if (changes) {
        if (!m_hasPrompt) {
            typeAhead(*event);
            return;
        }
        moveIntoInput();
    }
    QPlainTextEdit::keyPressEvent(event);
    if (changes) Q_EMIT inputEdited();
}

/** An answer takes a moment; what is typed meanwhile stands at the next prompt. */
void ConsoleView::typeAhead(const QKeyEvent &event) {
    if (event.key() == Qt::Key_Backspace) {
        m_typedAhead.chop(1);
    } else if (!event.text().isEmpty() && event.text().front().isPrint()) {
        m_typedAhead += event.text();
    }
}

/** The keys that mean something else at a prompt than in a text. */
bool ConsoleView::editKeys(QKeyEvent *event) {
    if (!m_hasPrompt) return false;
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        moveCursor(QTextCursor::End);
        Q_EMIT entered();
        return true;
    case Qt::Key_Tab:
        moveIntoInput();
        Q_EMIT completionWanted();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!inputHasCursor() || event->modifiers() != Qt::NoModifier) return false;
        Q_EMIT historyWanted(event->key() == Qt::Key_Up ? -1 : 1);
        return true;
    case Qt::Key_Backspace:
    case Qt::Key_Left:
        // Not into the prompt.
        return inputHasCursor() && !textCursor().hasSelection() && textCursor().position() == m_inputStart.position();
    case Qt::Key_Home: {
        if (!inputHasCursor() || event->modifiers() != Qt::NoModifier) return false;
        QTextCursor start(document());
        start.setPosition(m_inputStart.position());
        setTextCursor(start);
        return true;
    }
    case Qt::Key_Escape:
        // Nothing to give up here: somebody else may have.
        if (input().isEmpty()) event->ignore();
        setInput({});
        return true;
    default:
        return false;
    }
}

bool ConsoleView::canInsertFromMimeData(const QMimeData *source) const {
    return m_hasPrompt && source->hasText();
}

void ConsoleView::insertFromMimeData(const QMimeData *source) {
    if (!m_hasPrompt) return;
    moveIntoInput();
    textCursor().insertText(source->text(), formatOf(ConsoleText::Output));
}

void ConsoleView::mouseMoveEvent(QMouseEvent *event) {
    QPlainTextEdit::mouseMoveEvent(event);
    const bool onLink = anchorAt(event->pos()).startsWith(linkScheme);
    viewport()->setCursor(onLink ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void ConsoleView::mouseReleaseEvent(QMouseEvent *event) {
    QPlainTextEdit::mouseReleaseEvent(event);
    const QString link = anchorAt(event->pos());
    if (event->button() != Qt::LeftButton || textCursor().hasSelection() || !link.startsWith(linkScheme)) return;
    const QString place = link.mid(linkScheme.size());
    Q_EMIT placeClicked(place.section(QLatin1Char(':'), 1), place.section(QLatin1Char(':'), 0, 0).toInt());
}

void ConsoleView::changeEvent(QEvent *event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    setFont(codeFont());
    renderAnew();
}

void ConsoleView::focusOutEvent(QFocusEvent *event) {
    stopSuggesting();
    QPlainTextEdit::focusOutEvent(event);
}

void ConsoleView::resizeEvent(QResizeEvent *event) {
    stopSuggesting();
    QPlainTextEdit::resizeEvent(event);
}

void ConsoleView::renderAnew() {
    const QString prompt = m_prompt, typed = input();
    const bool hadPrompt = m_hasPrompt;
    hidePrompt();
    clear();
    m_letGo = m_forgotten;
    QTextCursor cursor(document());
    if (m_letGo > 0) cursor.insertText(letGoNote(m_letGo), formatOf(ConsoleText::Note));
    m_promptStart.setPosition(cursor.position());
    m_inputStart.setPosition(cursor.position());
    m_unwritten = m_pieces;
    m_unwrittenLength = m_length;
    writeSome();
    if (hadPrompt) setPrompt(prompt, typed);
}

} // namespace consolepanel
} // namespace jitscope

#include "moc_consoleview.cpp"
