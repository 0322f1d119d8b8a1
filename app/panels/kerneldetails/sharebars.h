// SPDX-License-Identifier: GPL-3.0-or-later
// Named bars below each other with their figures: shares of pipes, loads of cores, hits of caches.
#pragma once

#include "app/sdk/widgets/pilllabel.h"

#include <QString>
#include <QWidget>
#include <vector>

namespace jitscope {

struct ShareBar {
    QString name;
    double share = 0; ///< 0..1
    QString figure;   ///< "46,050 cycles · 11.1 %"
    QString toolTip;
    QString mark; ///< a word behind the figure: "slowest"; "" for none
    Tone tone = Tone::Accent;
};

/** As high as its bars; where there is little room, names stand above their bars. Up and Down go from bar to bar; the
 * current one is read out. */
class ShareBars : public QWidget {
    Q_OBJECT
public:
    explicit ShareBars(const QString &accessibleName, QWidget *parent = nullptr);
    void setBars(std::vector<ShareBar> bars);
    const std::vector<ShareBar> &bars() const { return m_bars; }
    QString asText() const; ///< a line a bar

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    bool event(QEvent *event) override;

private:
    bool isNarrow(int width) const;
    int rowHeight() const; ///< of a bar with its name
    int rowAt(double y) const;
    void setCurrent(int row);
    void paintBar(QPainter &painter, int row) const;
    void measure();

    std::vector<ShareBar> m_bars;
    int m_current = -1;
    int m_nameWidth = 0, m_figureWidth = 0, m_lineHeight = 0;
};

} // namespace jitscope
