// SPDX-License-Identifier: GPL-3.0-or-later
// Widths, order and choice of the event list's columns, kept between starts.
#pragma once

#include "app/panels/events/eventrows.h"

#include <QObject>
#include <QTimer>

class QHeaderView;

namespace jitscope {
inline namespace eventspanel {

class EventColumns : public QObject {
    Q_OBJECT
public:
    /** `header` has its model. */
    explicit EventColumns(QHeaderView *header);
    /** The texts take what the other columns leave, until the user sets widths by hand. */
    void fit(int width, EventRows::Form form);
    /** Makes room for numbers of so many digits; room once made stays. */
    void fitNumber(int digits);
    /** Columns in their order on the screen. */
    QList<int> shown() const;

private:
    void openMenu(const QPoint &at);
    void reset();

    QHeaderView *m_header;
    QTimer m_save;
    int m_digits = 0;       ///< that the column of the number has room for
    bool m_isUsers = false; ///< set by hand
    bool m_isFitting = false;
};

} // namespace eventspanel
} // namespace jitscope
