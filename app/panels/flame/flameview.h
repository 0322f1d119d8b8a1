// SPDX-License-Identifier: GPL-3.0-or-later
// A flame graph, hanging down from its root: each frame as wide as its time. Paints only what is a pixel wide.
#pragma once

#include "app/sdk/widgets/pickview.h"
#include "engine/analysis/operators/flametree.h"

#include <QColor>

#include <functional>
#include <memory>

namespace jitscope {
inline namespace flamepanel {

class FlameView : public PickView {
    Q_OBJECT
public:
    explicit FlameView(QWidget *parent = nullptr);

    /** Where it is the same, by path, what is zoomed to and what is current stay. */
    void setTree(std::shared_ptr<const FlameTree> tree);
    const FlameTree &tree() const { return *m_tree; }
    /** Frames of others are dimmed; empty: none is. */
    void setMatches(std::vector<uint8_t> isMatch);
    /** What is written behind a frame's title and in its tool tip, and its colour, in place of the usual ones. */
    struct Shade {
        QColor colour;
        QString text, explanation;
    };
    using Shading = std::function<Shade(int64_t frame)>;
    void setShading(Shading shading);

    /** The frame that fills the width; 0 for all. */
    int64_t zoomed() const { return m_zoomed; }
    /** A further step of the history. */
    void zoomTo(int64_t frame);
    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < m_history.size(); }
    void goBack();
    void goForward();

    int64_t count() const override { return int64_t(m_tree->frames.size()); }
    /** "MatMul: 1.20 ms (12.3 %), self 1.20 ms, 100 calls" */
    QString textOf(int64_t frame) const override;
    int64_t itemAt(const QPointF &place) const override;
    /** Empty for a frame that is not in view. */
    QRectF rectOf(int64_t frame) const override;

Q_SIGNALS:
    void zoomChanged();
    void menuWanted(qint64 frame, const QPoint &globalPlace);

protected:
    QString toolTipOf(int64_t frame) const override;
    void arrange() override;
    void paint(QPainter &painter, const QRect &dirty) override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    const FlameFrame &frame(int64_t item) const { return m_tree->frames[size_t(item)]; }
    bool isAround(int64_t outer, int64_t inner) const { return outer <= inner && inner < frame(outer).end; }
    int64_t stepFrom(int64_t item, int key) const;
    int64_t find(uint64_t hash) const;
    void show(int64_t zoomed);
    QColor colourOf(int64_t item) const;
    void paintFrame(QPainter &painter, int64_t item, const QRectF &rect) const;
    QString shareText(int64_t item) const;

    std::shared_ptr<const FlameTree> m_tree;
    std::vector<int64_t> m_begin; ///< ns, by frame, from the begin of the root
    std::vector<uint8_t> m_isMatch;
    Shading m_shading;
    int64_t m_zoomed = 0;
    std::vector<int64_t> m_history = {0};
    size_t m_at = 0;
};

} // namespace flamepanel
} // namespace jitscope
