// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a cut. It holds no cells: what is in view is read and painted, so a billion elements cost as much as
// ten.
#pragma once

#include "app/tensorview/numberformat.h"
#include "app/tensorview/tensorcut.h"

#include <QAbstractScrollArea>

namespace jitscope {

class TensorGrid : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TensorGrid(QWidget *parent = nullptr);

    void setCut(const TensorCut &cut);
    const TensorCut &cut() const { return m_cut; }
    void setFormat(const NumberFormat &format);
    /** Scrolls to it; one outside of the cut is not shown. */
    void setCurrentElement(int64_t element);
    int64_t currentElement() const { return m_current; }
    /** What a cell shows; "" where there is no element. */
    QString cellText(int64_t row, int64_t column) const;
    /** The cells in view, tab separated with their indices. */
    QString visibleText() const;
    QSize sizeHint() const override { return {280, 240}; }

Q_SIGNALS:
    void picked(qint64 element);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Span {
        int64_t first = 0, last = -1; ///< inclusive
    };
    Span rowsInView() const;
    Span columnsInView() const;
    void measure();
    void updateBars();
    void pick(const TensorCut::Place &place);
    void scrollTo(const TensorCut::Place &place);
    void paintHeads(QPainter &painter) const;
    void paintCell(QPainter &painter, int64_t row, int64_t column) const;
    QRect cellRect(int64_t row, int64_t column) const;

    TensorCut m_cut;
    NumberFormat m_format;
    int64_t m_current = -1;
    int m_cellWidth = 0, m_headWidth = 0;
};

} // namespace jitscope
