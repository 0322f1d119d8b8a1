// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of parts side by side: how each rank or step spent its time. Paints only what is in view.
#pragma once

#include "app/charts/partcolours.h"

#include <QAbstractScrollArea>
#include <QString>
#include <functional>
#include <vector>

namespace jitscope {

struct BarPart {
    QString name;
    QString meaning; ///< for the tool tip
    PartRole role = PartRole::Computing;
};

struct Bar {
    QString label;
    std::vector<double> values; ///< by part, not negative
};

class StackedBars : public QAbstractScrollArea {
    Q_OBJECT
public:
    /** `valueText` writes a value with its unit. */
    explicit StackedBars(std::function<QString(double)> valueText, QWidget *parent = nullptr);

    void setBars(std::vector<BarPart> parts, std::vector<Bar> bars);
    const std::vector<Bar> &bars() const { return m_bars; }
    /** -1 for none. Emits nothing. */
    void setCurrent(int bar);
    int current() const { return m_current; }
    /** Each bar as a line: "rank 0: Computing 231.29 ms (29 %), ...". */
    QString asText() const;
    /** What the pointer at that place is over: its tool tip, "" for nothing. */
    QString textAt(const QPoint &viewportPosition) const;
    QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(int bar);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    int legendHeight() const;
    double totalOf(const Bar &bar) const;
    void paintLegend(QPainter &painter) const;
    void paintBar(QPainter &painter, int bar, int top) const;
    QString partText(const Bar &bar, size_t part) const;
    void updateScroll();
    void choose(int bar);

    std::function<QString(double)> m_valueText;
    std::vector<BarPart> m_parts;
    std::vector<Bar> m_bars;
    int m_current = -1;
    int m_labelWidth = 0;
    double m_widest = 0;
};

} // namespace jitscope
