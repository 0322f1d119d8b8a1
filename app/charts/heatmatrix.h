// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix of figures between ranks as shades with the figure in each cell. Paints only what is in view.
#pragma once

#include "app/sdk/widgets/pickview.h"

#include <QString>
#include <map>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace charts {

struct MatrixCell {
    double value = 0;
    QString text;          ///< in the cell, short: "18.7"
    QString toolTip;       ///< all of it
    bool isMarked = false; ///< worth a look: drawn with a frame and a sign
};

class HeatMatrix : public PickView {
    Q_OBJECT
public:
    explicit HeatMatrix(QWidget *parent = nullptr);

    using Place = std::pair<int, int>; ///< row, column
    /** Rows send, columns receive; `labels` of both. Places without a cell are empty. */
    void setCells(std::vector<QString> labels, std::map<Place, MatrixCell> cells);
    const std::map<Place, MatrixCell> &cells() const { return m_cells; }
    /** Row by row, places without a cell too. */
    int64_t count() const override { return rows() * rows(); }
    QString textOf(int64_t item) const override;
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t item) const override { return placeRect(placeOf(item)); }

protected:
    int64_t rows() const override { return int64_t(m_labels.size()); }
    int64_t columnsOf(int64_t) const override { return rows(); }
    QMargins heads() const override;
    void arrange() override;
    void paint(QPainter &painter, const QRect &dirty) override;

private:
    Place placeOf(int64_t item) const { return {int(item / rows()), int(item % rows())}; }
    QRect placeRect(const Place &place) const;
    void paintCell(QPainter &painter, const Place &place) const;
    void paintHeads(QPainter &painter) const;

    std::vector<QString> m_labels;
    std::map<Place, MatrixCell> m_cells;
    double m_most = 0;
    int m_headWidth = 0;
    QSize m_cell;
};

} // namespace charts
} // namespace jitscope
