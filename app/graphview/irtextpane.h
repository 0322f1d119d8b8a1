// SPDX-License-Identifier: GPL-3.0-or-later
// One column of IR text with a marker and a ground for each changed row.
#pragma once

#include "engine/ir/diff.h"

#include <QPlainTextEdit>
#include <vector>

namespace jitscope {
inline namespace graphview {

/** One row as the pane shows it; rows without text keep the two sides in step. */
struct IrRow {
    QString text;
    LineChange change = LineChange::Same;
    NodeId node;
    bool isEmpty = false; ///< stands opposite of a row that exists on the other side only
    int changedFrom = 0;  ///< Modified: the characters that differ from the other side
    int changedLength = 0;
};

class IrTextPane : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit IrTextPane(QWidget *parent = nullptr);

    void setRows(std::vector<IrRow> rows);
    const std::vector<IrRow> &rows() const { return m_rows; }
    /** Marks the rows of these nodes. */
    void setSelectedNodes(std::vector<NodeId> nodes);
    /** Puts `row` into the middle of the view; does nothing if it is in view and `onlyIfHidden`. */
    enum class Scroll : uint8_t { Centre, IfHidden };
    void scrollToRow(int row, Scroll scroll);
    /** The first row of that node, or -1. */
    int rowOf(NodeId node) const;

Q_SIGNALS:
    /** The user put the cursor on that row by mouse or keyboard. */
    void rowChosen(int row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Gutter;
    void paintGutter(QPainter &painter);
    void paintGrounds(QPainter &painter);
    void applyFont();

    std::vector<IrRow> m_rows;
    std::vector<NodeId> m_selected;
    QWidget *m_gutter;
};

} // namespace graphview
} // namespace jitscope
