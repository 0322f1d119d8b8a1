// SPDX-License-Identifier: GPL-3.0-or-later
// Named bars below each other with their figures: shares of pipes, loads of cores, hits of caches.
#pragma once

#include "app/sdk/widgets/pickview.h"
#include "app/sdk/widgets/pilllabel.h"

#include <QString>
#include <vector>

namespace jitscope {
inline namespace kerneldetailspanel {

struct ShareBar {
    QString name;
    double share = 0; ///< 0..1
    QString figure;   ///< "46,050 cycles · 11.1 %"
    QString toolTip;
    QString mark; ///< a word behind the figure: "slowest"; "" for none
    Tone tone = Tone::Accent;
};

/** As high as its bars; where there is little room, names stand above their bars. Up and Down go from bar to bar. */
class ShareBars : public PickView {
    Q_OBJECT
public:
    explicit ShareBars(const QString &accessibleName, QWidget *parent = nullptr);
    void setBars(std::vector<ShareBar> bars);
    const std::vector<ShareBar> &bars() const { return m_bars; }
    int64_t count() const override { return int64_t(m_bars.size()); }
    QString textOf(int64_t row) const override;
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t row) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    QString toolTipOf(int64_t row) const override { return m_bars[size_t(row)].toolTip; }
    void arrange() override;
    void paint(QPainter &painter, const QRect &dirty) override;
    void focusInEvent(QFocusEvent *event) override;

private:
    bool isNarrow(int width) const;
    int rowHeight() const; ///< of a bar with its name
    void paintBar(QPainter &painter, int row) const;

    std::vector<ShareBar> m_bars;
    int m_nameWidth = 0, m_figureWidth = 0, m_lineHeight = 0;
};

} // namespace kerneldetailspanel
} // namespace jitscope
