// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a cut. It holds no cells: what is in view is read and painted, so a billion elements cost as much as
// ten.
#pragma once

#include "app/tensorview/cutview.h"
#include "app/tensorview/numberformat.h"

namespace jitscope {
inline namespace tensorview {

class TensorGrid : public CutView {
    Q_OBJECT
public:
    explicit TensorGrid(QWidget *parent = nullptr);

    void setCut(const TensorCut &cut);
    void setFormat(const NumberFormat &format);
    int64_t itemAt(const QPointF &position) const override;
    QRectF rectOf(int64_t element) const override;
    /** What a cell shows; "" where there is no element. */
    QString cellText(int64_t row, int64_t column) const;
    /** The cells in view, tab separated with their indices. */
    QString visibleText() const;
    QSize sizeHint() const override { return {280, 240}; }

protected:
    QString numberOf(int64_t element) const override;
    int64_t rowsOfPage() const override;
    void reveal(int64_t element) override;
    void arrange() override;
    void paint(QPainter &painter, const QRect &dirty) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Span {
        int64_t first = 0, last = -1; ///< inclusive
    };
    Span rowsInView() const;
    Span columnsInView() const;
    void measure();
    void paintHeads(QPainter &painter) const;
    void paintCell(QPainter &painter, int64_t row, int64_t column) const;
    QRect cellRect(int64_t row, int64_t column) const;

    NumberFormat m_format;
    int m_cellWidth = 0, m_headWidth = 0;
};

} // namespace tensorview
} // namespace jitscope
