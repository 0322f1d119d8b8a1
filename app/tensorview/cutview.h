// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the elements of a cut: they lie in its rows and columns. An element outside of the cut can be current;
// it is shown again with the next cut that has it.
#pragma once

#include "app/sdk/widgets/pickview.h"
#include "app/tensorview/tensorcut.h"

namespace jitscope {
inline namespace tensorview {

class CutView : public PickView {
    Q_OBJECT
public:
    const TensorCut &cut() const { return m_cut; }
    int64_t count() const override { return m_cut.tensor().defined() ? m_cut.tensor().count() : 0; }
    /** "[3, 4] = 0.25" */
    QString textOf(int64_t element) const override;

protected:
    explicit CutView(QWidget *parent)
        : PickView(Qt::Horizontal | Qt::Vertical, parent) {}

    /** The number as the picture writes it. */
    virtual QString numberOf(int64_t element) const;
    int64_t rows() const override { return m_cut.rows(); }
    int64_t columnsOf(int64_t row) const override { return m_cut.columnsOf(row); }
    int64_t itemIn(const Cell &cell) const override { return m_cut.elementAt(cell.row, cell.column); }
    std::optional<Cell> cellOf(int64_t element) const override;
    bool isKept(int64_t element) const override { return element >= 0; }
    QString toolTipOf(int64_t) const override { return {}; }

    TensorCut m_cut;
};

} // namespace tensorview
} // namespace jitscope
