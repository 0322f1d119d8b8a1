// SPDX-License-Identifier: GPL-3.0-or-later
// One column of IR text with a marker and a ground for each changed row.
#pragma once

#include "app/graphview/wordmarks.h"
#include "engine/ir/diff.h"

#include <QPlainTextEdit>
#include <QTimer>
#include <deque>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <unordered_map>
#include <vector>

namespace jitscope {
inline namespace graphview {

/** One row as the pane shows it; rows without text keep the two sides in step. */
struct IrRow {
    QString text;
    LineChange change = LineChange::Same;
    NodeId node;
    bool isEmpty = false; ///< stands opposite of a row that exists on the other side only
    int foldOf = -1;      ///< stands for unchanged rows that are not shown: which of the folds; else -1
    /** Modified: the line of the other side, whose words are compared with it where it is looked at. */
    std::optional<QString> left = {}, right = {};

    /** The words that the other side lacks. */
    std::vector<TextMark> marks() const;
};

/** Rows in their order. Most belong to somebody else, who is kept for them: of a long text none is copied. */
struct IrRows {
    std::shared_ptr<const void> owner = {};
    std::deque<IrRow> own = {}; // grows without moving what is in it
    std::vector<const IrRow *> shown = {};

    IrRows() = default;
    IrRows(IrRows &&) = default;
    IrRows &operator=(IrRows &&) = default;

    void add(const IrRow &row) { shown.push_back(&row); }
    void put(IrRow row) {
        own.push_back(std::move(row));
        shown.push_back(&own.back());
    }
};

class IrTextPane : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit IrTextPane(QWidget *parent = nullptr);

    /** What fits on a screen is there at once; the rest follows in pieces, so that no event takes long. */
    void setRows(IrRows rows);
    /** At least up to this row now. */
    void fillTo(int row);
    auto rows() const {
        return std::views::transform(std::span(m_rows.shown), [](const IrRow *row) -> const IrRow & { return *row; });
    }
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
    void fill(int count);
    int rowCount() const { return int(m_rows.shown.size()); }
    const std::vector<TextMark> &marksOf(size_t row);

    IrRows m_rows;
    std::unordered_map<size_t, std::vector<TextMark>> m_marks; ///< of rows that were painted
    std::vector<NodeId> m_selected;
    QWidget *m_gutter;
    QTimer m_filling;
    int m_filled = 0; ///< rows that the document has
};

} // namespace graphview
} // namespace jitscope
