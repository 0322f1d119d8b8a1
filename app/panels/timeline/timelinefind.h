// SPDX-License-Identifier: GPL-3.0-or-later
// The row of the timeline in which one looks for slices by name, and steps through what was found.
#pragma once

#include "app/sdk/paneldef.h"
#include "app/sdk/tracefocus.h"

#include <QTimer>

class QLabel;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class FilterEdit;
}
inline namespace timeline {
class TimelineView;
}
} // namespace jitscope

namespace jitscope {
inline namespace timelinepanel {

class TimelineFind : public QWidget {
    Q_OBJECT
public:
    TimelineFind(const PanelContext &context, TimelineView &view, QWidget *parent = nullptr);

    void open(); ///< shows the row, the text selected
    void search(const QString &text);
    void step(int direction); ///< +1 or -1 from the selected slice, around the end
    bool isSearching() const { return m_isSearching || m_delay.isActive(); }
    /** The selected slice may be one of those that were found: "3 of 1,234". */
    void updateCount();
    void forget(); ///< another trace

Q_SIGNALS:
    void closed();
    void listWanted(); ///< of everything that was found

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QToolButton *option(const QString &id, const QString &text, const QString &toolTip);
    void start();
    int64_t indexOfSelected() const;

    PanelContext m_context;
    TimelineView &m_view;
    FilterEdit *m_text;
    QToolButton *m_case, *m_word, *m_regex, *m_list;
    QLabel *m_count;
    QTimer m_delay;
    bool m_isSearching = false;
    int m_stepWhenFound = 0; ///< Enter was pressed before the search was done
    QString m_error;
};

} // namespace timelinepanel
} // namespace jitscope
