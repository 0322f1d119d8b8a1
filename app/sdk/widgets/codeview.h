// SPDX-License-Identifier: GPL-3.0-or-later
// A text view for code in the colours of the theme: the common base of the editor, the console and IR text.
#pragma once

#include <Qsci/qsciscintilla.h>

namespace jitscope {
inline namespace sdk {

enum class CodeLanguage : uint8_t { None, Python };

class CodeView : public QsciScintilla {
    Q_OBJECT
public:
    explicit CodeView(CodeLanguage language, QWidget *parent = nullptr);

    /** Shows line numbers in `margin`, as wide as the count of lines needs. */
    void showLineNumbers(int margin = 0);
    /** The cursor stands before the text; QScintilla 2.14 would leave it behind. */
    void setText(const QString &text) override;
    /** The line (from 1) at a y coordinate of the viewport. */
    int lineAtY(int y) const;

Q_SIGNALS:
    /** The colours were set anew; markers and annotations of the owner need theirs. */
    void themed();

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyColours();
    CodeLanguage m_language;
};

} // namespace sdk
} // namespace jitscope
