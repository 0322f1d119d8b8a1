// SPDX-License-Identifier: GPL-3.0-or-later
// The line under the editor that searches, and the one below it that replaces.
#pragma once

#include "app/panels/editor/codesearch.h"
#include "app/sdk/paneldef.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class FilterEdit;
}
} // namespace jitscope

namespace jitscope {
inline namespace editorpanel {

class FindBar : public QWidget {
    Q_OBJECT
public:
    explicit FindBar(QWidget *parent = nullptr);

    enum class Mode : uint8_t { Find, Replace };
    /** Shows it with `text` (if any) to search for. */
    void open(const QString &text, Mode mode);
    CodeQuery query() const;
    QString replacement() const;
    /** Says which of how many places is selected (from 1; 0 for none), or what is wrong with the expression. */
    void tellPlace(qsizetype at, qsizetype count);
    void tell(const QString &message);

Q_SIGNALS:
    /** The query changed, or the next or previous match is wanted. `fromStart` begins at the present match. */
    void searchWanted(jitscope::FindDirection direction, bool fromStart);
    void replaceWanted();
    void replaceAllWanted();
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QToolButton *addButton(QHBoxLayout &row, const QString &name, const char *icon);
    QToolButton *addOption(QHBoxLayout &row, const QString &text, const QString &name, const QString &id);

    FilterEdit *m_text;
    QLineEdit *m_replacement;
    QToolButton *m_case = nullptr, *m_word = nullptr, *m_expression = nullptr;
    QWidget *m_replaceRow;
    QLabel *m_message;
};

} // namespace editorpanel
} // namespace jitscope
