// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the console: printed output above, the prompt with what is being typed below.
#pragma once

#include <QPlainTextEdit>
#include <QTextCursor>
#include <QTimer>

namespace jitscope {

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
    /** Whether all that was printed stands there. */
    bool isReady() const { return m_unwritten.isEmpty(); }
    /** What is not written yet included. */
    QString wholeText() const;
    void clearText();
    /** Shows `prompt` with `input` behind it. */
    void setPrompt(const QString &prompt, const QString &input = {});
    /** While a program runs there is nothing to type at. */
    void hidePrompt();
    bool hasPrompt() const { return m_hasPrompt; }
    QString input() const;
    void setInput(const QString &input);
    /** Turns prompt and input into printed text and gives the input. */
    QString takeInput();

Q_SIGNALS:
    void entered();
    void completionWanted(const QString &textBeforeCursor);
    void historyWanted(int direction); ///< -1 = older
    void interruptWanted();
    void clearWanted();
    /** A place in a traceback was clicked. */
    void placeClicked(const QString &file, int line);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool canInsertFromMimeData(const QMimeData *source) const override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    struct Piece {
        ConsoleText kind;
        QString text;
    };
    static void add(QList<Piece> &pieces, const Piece &piece);
    void writeSome();
    Piece takeSlice();
    void insertPiece(const Piece &piece);
    void insertWithLinks(QTextCursor &cursor, const QString &text, const QTextCharFormat &format);
    bool editKeys(QKeyEvent *event);
    void typeAhead(const QKeyEvent &event);
    QTextCursor selectionFrom(const QTextCursor &start) const;
    bool inputHasCursor() const;
    void moveIntoInput();
    void renderAnew();

    QList<Piece> m_pieces;    ///< all that is printed, to colour it anew when the theme changes
    qsizetype m_length = 0;   ///< of their texts
    QList<Piece> m_unwritten; ///< the last of them, not in the document yet
    qsizetype m_unwrittenLength = 0;
    qsizetype m_leftOut = 0; ///< lines that will not be written
    QTimer m_writing;
    QTextCursor m_promptStart, m_inputStart;
    QString m_prompt;
    QString m_typedAhead; ///< while there was no prompt
    bool m_hasPrompt = false;
    bool m_atEnd = true; ///< of the scroll bar; whoever scrolled up stays there
};

} // namespace jitscope
