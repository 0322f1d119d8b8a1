// SPDX-License-Identifier: GPL-3.0-or-later
// Two stages of a graph, as before and after one pass, side by side on one layout, with one camera.
#pragma once

#include "app/graphview/graphpainter.h"
#include "app/graphview/unionlayout.h"

#include <QWidget>
#include <memory>

class QKeyEvent;
class QLabel;

namespace jitscope {
inline namespace sdk {
class PillLabel;
}
} // namespace jitscope

namespace jitscope {
inline namespace graphview {

class GraphView;

/** Both sides ready to be shown; made off the GUI thread, where the pictures are. A copy shares them. */
struct PaintedUnion {
    PaintedUnion() = default;
    PaintedUnion(UnionPicture pictures);

    std::shared_ptr<GraphPainter> before = std::make_shared<GraphPainter>(), after = before;
    QRectF changes, firstChange; ///< around all cards that changed; the topmost
    bool isComplete = true;

    /** Of both sides. */
    size_t cards() const { return before->graph().nodes.size() + after->graph().nodes.size(); }
};

/** What is written above the graphs of what changed; a tool tip says what a number is made of. */
struct ChangePills {
    int removed = 0, added = 0, changed = 0, fused = 0;
    QString removedWords = {}, addedWords = {}, changedWords = {}, fusedWords = {};
    int merged = 0; ///< equal constants, which stand in the cards of their users: no card shows it
};

/** Those of the calls of `diff`. */
ChangePills pillsOf(const ModuleDiff &diff);

class PassCompare : public QWidget {
    Q_OBJECT
public:
    explicit PassCompare(QWidget *parent = nullptr);

    enum class Side : uint8_t { Before, After };
    Q_ENUM(Side)

    enum class Camera : uint8_t { Fit, Keep };
    void setPictures(PaintedUnion pictures, const ChangePills &pills, Camera camera);
    void setTitles(const QString &before, const QString &after);
    /** What the sides are called; "Before" and "After" unless somebody says otherwise. */
    void setSides(const QString &before, const QString &after);
    void setSelectedNodes(const std::vector<NodeId> &before, const std::vector<NodeId> &after);
    GraphView *view(Side side) const { return side == Side::Before ? m_before : m_after; }
    /** Both graphs as text. */
    QString asText() const;

    /** Shows each side in the other's place while B is held: what jumps is what changed. */
    void blink(bool held);

Q_SIGNALS:
    void nodeChosen(jitscope::NodeId node, jitscope::PassCompare::Side side);
    /** Several at once, the last one last. */
    void nodesChosen(const std::vector<jitscope::NodeId> &nodes, jitscope::PassCompare::Side side);
    void toggled(const QString &key);
    /** The menu of a node, or of the edge between two, was asked for at that place of the screen. */
    void nodeMenuWanted(jitscope::NodeId node, jitscope::PassCompare::Side side, const QPoint &place);
    void edgeMenuWanted(jitscope::NodeId from, jitscope::NodeId to, jitscope::PassCompare::Side side,
                        const QPoint &place);

protected:
    /** Of all of the application while this is shown: B is held wherever the focus is in the window. */
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *column(Side side);
    void link(GraphView *view, GraphView *other, Side side);
    void lookAtChanges();
    void revealSelected();
    bool isBlinkKey(const QObject *watched, const QKeyEvent &event) const;

    QRectF m_changes, m_firstChange;
    GraphView *m_before, *m_after;
    QString m_sides[2];
    std::vector<NodeId> m_selected[2]; ///< before, after
    QLabel *m_titles[2], *m_names[2];
    PillLabel *m_removed, *m_added, *m_changed, *m_fused, *m_merged;
    bool m_isFollowing = false, m_isBlinking = false;
    bool m_isUnseen = false; ///< the changes were looked at while nothing had its size yet
};

} // namespace graphview
} // namespace jitscope
