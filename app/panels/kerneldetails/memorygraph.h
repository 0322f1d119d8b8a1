// SPDX-License-Identifier: GPL-3.0-or-later
// The memories and units of a core as boxes, and what moved between them as arrows: wide for much, warm for close to
// the path's peak, both said in words beside it.
#pragma once

#include "engine/profile/kernelprofile.h"

#include <QRectF>
#include <QString>
#include <QWidget>
#include <vector>

namespace jitscope {

/** "L2 to L1: 3.3 MB, 10.3 GB/s, 4.6 % of the path's peak" */
QString edgeSentence(const MemoryEdge &edge);

/** One path may be current. Left and Right go from path to path. */
class MemoryGraph : public QWidget {
    Q_OBJECT
public:
    explicit MemoryGraph(QWidget *parent = nullptr);
    void setEdges(std::vector<MemoryEdge> edges);
    void setCurrent(int edge);
    int current() const { return m_current; }
    /** Edges between places that the picture does not have; the table has them. */
    int leftOut() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentChanged(int edge);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Box {
        std::string name;
        QRectF rect;
    };
    struct Arrow {
        int edge = -1;
        QPolygonF line;
        QRectF label;
        Qt::Alignment alignment = Qt::AlignCenter;
    };
    bool uses(const std::string &unit) const;
    bool isDrawn(const MemoryEdge &edge) const;
    double gap() const;
    int rowHeight() const;
    double topOf(double row) const;
    int rows() const;
    std::vector<Box> boxes() const;
    std::vector<Arrow> arrows(const std::vector<Box> &boxes) const;
    Arrow straight(int edge, const QRectF &from, const QRectF &to) const;
    Arrow overhead(int edge, const QRectF &from, const QRectF &to, int channel) const;
    int edgeAt(const QPointF &place) const;
    void choose(int edge);
    void paintArrow(QPainter &painter, const Arrow &arrow) const;

    std::vector<MemoryEdge> m_edges;
    int m_current = -1;
};

} // namespace jitscope
