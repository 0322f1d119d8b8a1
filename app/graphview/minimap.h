// SPDX-License-Identifier: GPL-3.0-or-later
// The whole graph in a corner, with the part in view framed; a click or drag goes there.
#pragma once

#include <QWidget>

namespace jitscope {
inline namespace graphview {

class GraphView;

class Minimap : public QWidget {
    Q_OBJECT
public:
    explicit Minimap(GraphView &view);

    /** Moves to the bottom right of the view, above a caption that reaches so far; hidden while all of the graph is in
     * view anyway. */
    void updatePlace();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    /** The graph's bounds as fitted into the map. */
    QRectF mapArea() const;
    void goTo(QPointF point);

    GraphView &m_view;
};

} // namespace graphview
} // namespace jitscope
