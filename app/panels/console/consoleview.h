// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the console: printed output above, the prompt with what is being typed below.
#pragma once

#include "app/panels/console/printedfile.h"
#include "app/panels/console/suggestions.h"

#include <QPlainTextEdit>
#include <QPointer>
#include <QTextCursor>
#include <QTimer>

namespace jitscope {
inline namespace stepping {
struct ConsolePicture;
}
} // namespace jitscope

namespace jitscope {
inline namespace consolepanel {

enum class ConsoleText : uint8_t { Output, Error, Input, Note };

/**
 * Two cursors divide the text: everything before m_promptStart was printed or entered and cannot be changed; between it
 * and m_inputStart stands the prompt; the rest is the line being typed. Output goes in before the prompt, so a program
 * that prints never disturbs what is typed.
 */
class ConsoleView : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit ConsoleView(QWidget *parent = nullptr);

    /** Text that takes longer than a moment to lay out comes in over several turns of the event loop. */
    void print(ConsoleText kind, const QString &text);
    /** A picture on a line of its own, with its title below. */
    void showPicture(std::shared_ptr<const ConsolePicture> picture);
    /** Whether all that was printed stands there. */
    bool isReady() const { return m_unwritten.isEmpty(); }
    /** What is not written yet included. */
    QString wholeText() const;
    void clearText();
    /** All that was printed since then, also the lines that are no longer shown, goes to that file. */
    Result<void> savePrinted(const QString &path) { return m_printed.copyTo(path); }
    /** Shows `prompt` with `input` behind it. */
    void setPrompt(const QString &prompt, const QString &input = {});
    /** While a program runs there is nothing to type at. */
    void hidePrompt();
    bool hasPrompt() const { return m_hasPrompt; }
    QString input() const;
    void setInput(const QString &input);
    QString inputBeforeCursor() const;
    /** Puts `text` in the place of the last `length` characters before the cursor. */
    void replaceBeforeCursor(qsizetype length, const QString &text);
    /** Pops up what could be put in; hides the list when there is nothing. */
    void suggest(Suggestions::Kind kind, const QStringList &suggestions, Suggestions::Describe describe);
    void stopSuggesting();
    /** The list in sight, or null. */
    Suggestions *suggestions() const;
    /** Where the cursor is, on the screen. */
    QPoint cursorPlace() const;
    /** Lines longer than the view go on below, or are cut off by its edge. */
    void setWraps(bool wraps);
    /** Turns prompt and input into printed text and gives the input. */
    QString takeInput();

Q_SIGNALS:
    void entered();
    void completionWanted();
    /** Something was typed, pasted or deleted. */
    void inputEdited();
    void suggestionAccepted(jitscope::Suggestions::Kind kind, const QString &suggestion);
    void historySearchWanted();
    void historyWanted(int direction); ///< -1 = older
    void interruptWanted();
    void inputEndWanted(); ///< Ctrl+D
    void clearWanted();
    /** A place in a traceback was clicked. */
    void placeClicked(const QString &file, int line);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool canInsertFromMimeData(const QMimeData *source) const override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    struct Piece {
        ConsoleText kind;
        QString text;
        std::shared_ptr<const ConsolePicture> picture = {};
    };
    void put(const Piece &piece);
    static void add(QList<Piece> &pieces, const Piece &piece);
    QString broken(const QString &text);
    void writeSome();
    void letGo();
    Piece takeSlice();
    void insertPiece(const Piece &piece);
    void insertWithLinks(QTextCursor &cursor, const QString &text, const QTextCharFormat &format);
    bool editKeys(QKeyEvent *event);
    void typeAhead(const QKeyEvent &event);
    QTextCursor selectionFrom(const QTextCursor &start) const;
    bool inputHasCursor() const;
    void moveIntoInput();
    void renderAnew();

    PrintedFile m_printed;
    QList<Piece> m_pieces;    ///< all that is printed, to colour it anew when the theme changes
    qsizetype m_length = 0;   ///< of their texts
    QList<Piece> m_unwritten; ///< the last of them, not in the document yet
    qsizetype m_unwrittenLength = 0;
    qsizetype m_column = 0;    ///< characters of the last line so far
    qsizetype m_leftOut = 0;   ///< lines that will not be written
    qsizetype m_letGo = 0;     ///< lines that were written and are no longer there
    qsizetype m_forgotten = 0; ///< lines that are not in m_pieces any more
    QTimer m_writing;
    QTextCursor m_promptStart, m_inputStart;
    QString m_prompt;
    QString m_typedAhead; ///< while there was no prompt
    QPointer<Suggestions> m_suggestions;
    bool m_hasPrompt = false;
    bool m_atEnd = true; ///< of the scroll bar; whoever scrolled up stays there
};

} // namespace consolepanel
} // namespace jitscope
