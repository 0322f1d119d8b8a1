// SPDX-License-Identifier: GPL-3.0-or-later
// A bar for each row: the median of a call, with a whisker from the first to the third quartile. Bars of one direction
// share a scale.
#pragma once

#include "app/sdk/widgets/pickview.h"

#include <QString>
#include <optional>
#include <vector>

namespace jitscope {
inline namespace benchpanel {

struct BenchBarItem {
    QString title, value; ///< left and right of the bar
    QString sentence;     ///< all of it in words
    int scale = 0;        ///< bars of the same number share one
    bool isBaseline = false;
    struct Times {
        double median = 0, low = 0, high = 0;
    };
    std::optional<Times> times; ///< none: not measured (yet)
};

class BenchChart : public PickView {
    Q_OBJECT
public:
    explicit BenchChart(QWidget *parent = nullptr);

    /** Keeps the current one, as long as there are as many. */
    void setItems(std::vector<BenchBarItem> items);
    const std::vector<BenchBarItem> &items() const { return m_items; }
    int64_t count() const override { return int64_t(m_items.size()); }
    QString textOf(int64_t item) const override { return m_items[size_t(item)].sentence; }
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t item) const override;
    /** Where its bar is; empty for one without times. */
    QRectF barOf(int64_t item) const;
    QSize sizeHint() const override;

protected:
    void arrange() override;
    void paint(QPainter &painter, const QRect &dirty) override;

private:
    double widestOf(int scale) const;
    void paintItem(QPainter &painter, int64_t item) const;

    std::vector<BenchBarItem> m_items;
    int m_titleWidth = 0, m_valueWidth = 0;
};

} // namespace benchpanel
} // namespace jitscope
