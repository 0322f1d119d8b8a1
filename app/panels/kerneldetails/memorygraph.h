// SPDX-License-Identifier: GPL-3.0-or-later
// The memories and units of a core as boxes, and what moved between them as arrows: wide for much, warm for close to
// the path's peak, both said in words beside it.
#pragma once

#include "app/sdk/widgets/pickview.h"
#include "engine/profile/kernelprofile.h"

#include <QPolygonF>
#include <QString>
#include <vector>

namespace jitscope {
inline namespace kerneldetailspanel {

/** "L2 to L1: 3.3 MB, 10.3 GB/s, 4.6 % of the path's peak" */
QString edgeSentence(const MemoryEdge &edge);

/** Left and Right go from path to path. */
class MemoryGraph : public PickView {
    Q_OBJECT
public:
    explicit MemoryGraph(QWidget *parent = nullptr);
    void setEdges(std::vector<MemoryEdge> edges);
    int64_t count() const override { return int64_t(m_edges.size()); }
    QString textOf(int64_t edge) const override { return edgeSentence(m_edges[size_t(edge)]); }
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t edge) const override;
    /** Edges between places that the picture does not have; the table has them. */
    int leftOut() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    int64_t columnsOf(int64_t row) const override;
    int64_t itemIn(const Cell &cell) const override;
    std::optional<Cell> cellOf(int64_t edge) const override;
    void paint(QPainter &painter, const QRect &dirty) override;

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
    int rowsShown() const;
    std::vector<Box> boxes() const;
    std::vector<Arrow> arrows(const std::vector<Box> &boxes) const;
    Arrow straight(int edge, const QRectF &from, const QRectF &to) const;
    Arrow overhead(int edge, const QRectF &from, const QRectF &to, int channel) const;
    void paintArrow(QPainter &painter, const Arrow &arrow) const;

    std::vector<MemoryEdge> m_edges;
    std::vector<int64_t> m_drawn; ///< the edges of the picture
};

} // namespace kerneldetailspanel
} // namespace jitscope
