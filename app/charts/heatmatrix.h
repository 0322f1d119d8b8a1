// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix of figures between ranks as shades with the figure in each cell. Paints only what is in view.
#pragma once

#include <QAbstractScrollArea>
#include <QString>
#include <map>
#include <utility>
#include <vector>

namespace jitscope {

struct MatrixCell {
    double value = 0;
    QString text;          ///< in the cell, short: "18.7"
    QString toolTip;       ///< all of it
    bool isMarked = false; ///< worth a look: drawn with a frame and a sign
};

class HeatMatrix : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit HeatMatrix(QWidget *parent = nullptr);

    using Place = std::pair<int, int>; ///< row, column
    /** Rows send, columns receive; `labels` of both. Places without a cell are empty. */
    void setCells(std::vector<QString> labels, std::map<Place, MatrixCell> cells);
    const std::map<Place, MatrixCell> &cells() const { return m_cells; }
    Place current() const { return m_current; }
    void setCurrent(const Place &place);
    QString asText() const;

Q_SIGNALS:
    void chosen(int row, int column);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void measure();
    void choose(const Place &place);
    Place placeAt(const QPoint &position) const;
    QRect rectOf(const Place &place) const;
    void paintCell(QPainter &painter, const Place &place) const;
    void paintHeads(QPainter &painter) const;
    int count() const { return int(m_labels.size()); }

    std::vector<QString> m_labels;
    std::map<Place, MatrixCell> m_cells;
    double m_most = 0;
    int m_headWidth = 0;
    QSize m_cell;
    Place m_current{-1, -1};
};

} // namespace jitscope
