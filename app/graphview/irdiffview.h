// SPDX-License-Identifier: GPL-3.0-or-later
// Two stages of a graph as IR text, line by line: side by side or as one text, with steps from change to change.
#pragma once

#include "app/graphview/irtextpane.h"
#include "engine/ir/diff.h"

#include <QWidget>
#include <memory>
#include <vector>

class QLabel;
class QSplitter;

namespace jitscope {
inline namespace graphview {

/** Both texts and how their lines belong together; made off the GUI thread. */
struct IrDiff {
    std::vector<PrintedLine> left, right;
    std::vector<DiffRow> rows;
    std::vector<IrRow> leftRows, rightRows; ///< as they stand side by side, one of each for a row
};

/** Prints both modules in canonical names and compares them; brief: one line a node. */
IrDiff irDiff(const Module &left, const Module &right, PrintOptions::Detail detail = PrintOptions::Detail::Brief);

/** A patch that `patch` and `git apply` read; "" when equal. */
QString patchText(const IrDiff &diff, const QString &leftName, const QString &rightName);

class IrDiffView : public QWidget {
    Q_OBJECT
public:
    explicit IrDiffView(QWidget *parent = nullptr);

    enum class Mode : uint8_t { SideBySide, Unified };
    enum class Side : uint8_t { Left, Right };
    Q_ENUM(Side)

    void setDiff(IrDiff diff);
    void setDiff(std::shared_ptr<const IrDiff> diff);
    const IrDiff &diff() const { return *m_diff; }
    /** Long runs of unchanged lines are one line each, until that is clicked; off, or where nothing changed: all. */
    enum class Folding : uint8_t { Unchanged, None };
    void setFolding(Folding folding);
    void setMode(Mode mode);
    Mode mode() const { return m_mode; }
    /** Marks the lines of these nodes and brings the first into view. */
    void setSelectedNodes(const std::vector<NodeId> &left, const std::vector<NodeId> &right);

    /** Runs of changed rows. */
    int changeCount() const { return int(m_changes.size()); }
    /** Goes to the next (+1) or previous (-1) run; wraps around. */
    void goToChange(int step);
    /** Both texts whole, with their markers. */
    QString shownText() const;

Q_SIGNALS:
    /** The user chose a line that belongs to a node of that side. */
    void nodeChosen(jitscope::NodeId node, jitscope::IrDiffView::Side side);
    /** "change 2 of 7" for the place of goToChange(); "no difference" when there is none. */
    void placeChanged(const QString &text);

private:
    /** Rows of the panes; an index into the diff stands behind each. */
    struct Rows {
        IrRows left, right;
        std::vector<Side> unified; ///< of the rows of the one text
    };
    /** A run of unchanged rows of the diff that is one line. */
    struct Fold {
        size_t begin = 0, end = 0;
        bool isOpen = false;
    };
    enum class Scrolling : uint8_t { ToFirstChange, Stay };
    void rebuild(Scrolling scrolling);
    void findFolds();
    void unfold(int fold);
    void unfoldAt(const std::vector<NodeId> &left, const std::vector<NodeId> &right);
    Rows rowsOf(const std::vector<Fold> &folds) const;
    Rows sideBySide(const std::vector<Fold> &folds) const;
    static IrRow foldRow(int fold, size_t size);
    Rows unified(const std::vector<Fold> &folds) const;
    void fillTo(int row);
    void scrollToRow(int row, IrTextPane::Scroll scroll);
    void findChanges();
    QString changeCountText() const;
    void link(IrTextPane *pane, IrTextPane *other);
    void choose(IrTextPane *pane, int row);

    std::shared_ptr<const IrDiff> m_diff = std::make_shared<const IrDiff>();
    Mode m_mode = Mode::SideBySide;
    QSplitter *m_splitter;
    IrTextPane *m_left, *m_right;
    std::vector<Side> m_unifiedSide; ///< of the rows of the one text
    std::vector<Fold> m_folds;
    Folding m_folding = Folding::Unchanged;
    std::vector<int> m_changes; ///< the first row of each run
    int m_change = -1;
};

} // namespace graphview
} // namespace jitscope
