// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of parts side by side: how each rank or step spent its time. Paints only what is in view.
#pragma once

#include "app/charts/partcolours.h"
#include "app/sdk/widgets/pickview.h"

#include <QString>
#include <functional>
#include <vector>

namespace jitscope {
inline namespace charts {

struct BarPart {
    QString name;
    QString meaning; ///< for the tool tip
    PartRole role = PartRole::Computing;
};

struct Bar {
    QString label;
    std::vector<double> values; ///< by part, not negative
};

class StackedBars : public PickView {
    Q_OBJECT
public:
    /** `valueText` writes a value with its unit. */
    explicit StackedBars(std::function<QString(double)> valueText, QWidget *parent = nullptr);

    void setBars(std::vector<BarPart> parts, std::vector<Bar> bars);
    const std::vector<Bar> &bars() const { return m_bars; }
    int64_t count() const override { return int64_t(m_bars.size()); }
    /** "rank 0: Computing 231.29 ms (29 %), ..." */
    QString textOf(int64_t bar) const override;
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t bar) const override;
    QSize sizeHint() const override;

protected:
    QString toolTipOf(int64_t bar) const override;
    QMargins heads() const override { return {0, legendHeight(), 0, 0}; }
    void arrange() override;
    void paint(QPainter &painter, const QRect &dirty) override;

private:
    int legendHeight() const;
    double totalOf(const Bar &bar) const;
    void paintLegend(QPainter &painter) const;
    void paintBar(QPainter &painter, int bar) const;
    QString partText(const Bar &bar, size_t part) const;

    std::function<QString(double)> m_valueText;
    std::vector<BarPart> m_parts;
    std::vector<Bar> m_bars;
    int m_labelWidth = 0;
    double m_widest = 0;
};

} // namespace charts
} // namespace jitscope
