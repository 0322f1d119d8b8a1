// SPDX-License-Identifier: GPL-3.0-or-later
// Paints rows of the event list.
#pragma once

#include <QFontMetrics>
#include <QRect>

class QHeaderView;
class QPainter;

namespace jitscope {
inline namespace base {
class SharedText;
}
} // namespace jitscope

namespace jitscope {
inline namespace eventspanel {

class EventModel;

/** Where a heading's arrow stands in its operator cell. */
QRect headingArrow(const QRect &cell, int depth);

/** For one paint event: fonts are measured once. */
class EventPainter {
public:
    EventPainter(QPainter &painter, const EventModel &events, const QHeaderView &header);

    struct Look {
        bool isSelected = false, isHovered = false, isViewed = false, isNext = false, hasFocus = false;
    };
    void paint(int row, const QRect &rect, const Look &look);

private:
    void paintGround(int row, const QRect &rect, const Look &look);
    void paintName(int row, const QRect &cell, const Look &look);
    void paintHealth(int row, const QRect &cell);
    void paintText(const QString &text, const QRect &cell, int column);

    QString fitted(const QString &text, int width, int column) const;

    QPainter &m_painter;
    const EventModel &m_events;
    const QHeaderView &m_header;
    QFontMetrics m_textMetrics, m_codeMetrics, m_boldMetrics;
};

} // namespace eventspanel
} // namespace jitscope
