// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/codeview.h"

#include "app/sdk/theme.h"

#include <QEvent>
#include <Qsci/qscilexerpython.h>

#include <utility>

namespace jitscope {
inline namespace sdk {

namespace {

constexpr int marginCount = 5;

using ColouredStyle = std::pair<int, QColor>;

/** Keywords as parameters are, numbers as reductions are, and so on: the same few hues as the rest of the window. */
QList<ColouredStyle> pythonStyles(const Theme &theme) {
    return {
        {QsciLexerPython::Comment, theme.text3},
        {QsciLexerPython::CommentBlock, theme.text3},
        {QsciLexerPython::Number, theme.reduction},
        {QsciLexerPython::DoubleQuotedString, theme.normalisation},
        {QsciLexerPython::SingleQuotedString, theme.normalisation},
        {QsciLexerPython::TripleSingleQuotedString, theme.normalisation},
        {QsciLexerPython::TripleDoubleQuotedString, theme.normalisation},
        {QsciLexerPython::DoubleQuotedFString, theme.normalisation},
        {QsciLexerPython::SingleQuotedFString, theme.normalisation},
        {QsciLexerPython::TripleSingleQuotedFString, theme.normalisation},
        {QsciLexerPython::TripleDoubleQuotedFString, theme.normalisation},
        {QsciLexerPython::UnclosedString, theme.error},
        {QsciLexerPython::Keyword, theme.parameter},
        {QsciLexerPython::HighlightedIdentifier, theme.matmul},
        {QsciLexerPython::ClassName, theme.text},
        {QsciLexerPython::FunctionMethodName, theme.matmul},
        {QsciLexerPython::Decorator, theme.changed},
    };
}

/** QScintilla's Python lexer with `self` and the like as a second set of words. */
class PythonLexer : public QsciLexerPython {
public:
    using QsciLexerPython::QsciLexerPython;
    const char *keywords(int set) const override {
        return set == 2 ? "self cls super print range len" : QsciLexerPython::keywords(set);
    }
};

void colourLexer(QsciLexerPython &lexer, const Theme &theme) {
    lexer.setDefaultFont(codeFont());
    lexer.setFont(codeFont(), -1);
    lexer.setDefaultColor(theme.text);
    lexer.setColor(theme.text, -1);
    lexer.setDefaultPaper(theme.panel);
    lexer.setPaper(theme.panel, -1);
    for (const auto &[style, colour] : pythonStyles(theme))
        lexer.setColor(colour, style);
}

} // namespace

CodeView::CodeView(CodeLanguage language, QWidget *parent)
    : QsciScintilla(parent)
    , m_language(language) {
    setFrameShape(QFrame::NoFrame);
    setUtf8(true);
    setTabWidth(4);
    setIndentationsUseTabs(false);
    setWrapMode(QsciScintilla::WrapNone);
    for (int margin = 0; margin < marginCount; ++margin)
        setMarginWidth(margin, 0);
    SendScintilla(SCI_SETSCROLLWIDTH, 1);
    SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1);
    SendScintilla(SCI_SETEXTRAASCENT, 2);
    SendScintilla(SCI_SETEXTRADESCENT, 2);
    if (language == CodeLanguage::Python) {
        setLexer(new PythonLexer(this));
        setAutoIndent(true);
        setBackspaceUnindents(true);
        setBraceMatching(QsciScintilla::SloppyBraceMatch);
    }
    applyColours();
}

void CodeView::showLineNumbers(int margin) {
    setMarginType(margin, QsciScintilla::NumberMargin);
    setMarginWidth(margin, QFontMetrics(codeFont()).horizontalAdvance(QString::number(lines() * 10)) + 8);
}

void CodeView::setText(const QString &text) {
    QsciScintilla::setText(text);
    setCursorPosition(0, 0);
}

int CodeView::lineAtY(int y) const {
    const long position = SendScintilla(SCI_POSITIONFROMPOINT, 0ul, long(y));
    return int(SendScintilla(SCI_LINEFROMPOSITION, position)) + 1;
}

void CodeView::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) applyColours();
    QsciScintilla::changeEvent(event);
}

void CodeView::applyColours() {
    const Theme &theme = currentTheme();
    setFont(codeFont());
    setColor(theme.text);
    setPaper(theme.panel);
    if (auto *python = dynamic_cast<QsciLexerPython *>(lexer())) colourLexer(*python, theme);
    setCaretForegroundColor(theme.accent);
    setCaretWidth(2);
    setSelectionBackgroundColor(blend(theme.accent, theme.panel, 0.35));
    resetSelectionForegroundColor();
    setMarginsFont(codeFont());
    setMarginsForegroundColor(theme.text3);
    setMarginsBackgroundColor(theme.panel);
    setMatchedBraceForegroundColor(theme.accent);
    setMatchedBraceBackgroundColor(theme.track);
    setUnmatchedBraceForegroundColor(theme.error);
    setUnmatchedBraceBackgroundColor(theme.panel);
    setEdgeColor(theme.line);
    Q_EMIT themed();
}

} // namespace sdk
} // namespace jitscope

#include "moc_codeview.cpp"
