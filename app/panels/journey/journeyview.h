// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a followed value as a strip of columns with lines from cell to cell; arrows walk along it.
#pragma once

#include "app/panels/journey/journeycells.h"
#include "app/sdk/widgets/pickview.h"

namespace jitscope {
inline namespace journeypanel {

class JourneyView : public PickView {
    Q_OBJECT
public:
    explicit JourneyView(QWidget *parent = nullptr);

    void setGrid(JourneyGrid grid);
    const JourneyGrid &grid() const { return m_grid; }
    QString columnTitleOf(int64_t cell) const;

    int64_t count() const override { return int64_t(m_grid.cells.size()); }
    QString textOf(int64_t cell) const override;
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t cell) const override;

Q_SIGNALS:
    /** Enter, or a double click: its form is to be shown. */
    void activated(qint64 cell);
    void menuWanted(qint64 cell, const QPoint &place);

protected:
    int64_t rows() const override;
    int64_t columnsOf(int64_t row) const override;
    int64_t itemIn(const Cell &cell) const override;
    std::optional<Cell> cellOf(int64_t item) const override;
    QMargins heads() const override;
    void arrange() override;
    void paint(QPainter &painter, const QRect &dirty) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void paintHeads(QPainter &painter) const;
    void paintLinks(QPainter &painter) const;
    void paintCell(QPainter &painter, int cell) const;
    int columnOf(int64_t cell) const;

    JourneyGrid m_grid;
    std::vector<int> m_columnOfCell;
    std::vector<int> m_lefts, m_widths; ///< of columns
    int m_rowHeight = 64, m_headHeight = 24, m_width = 0;
};

} // namespace journeypanel
} // namespace jitscope
