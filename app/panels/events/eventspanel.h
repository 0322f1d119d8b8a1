// SPDX-License-Identifier: GPL-3.0-or-later
// Every operator that ran, one a row: where the playhead is moved and seen.
#pragma once

#include "app/models/opmatches.h"
#include "app/sdk/paneldef.h"

class QLabel;
class QMenu;
class QStackedWidget;

namespace jitscope {
inline namespace sdk {
class EmptyState;
}
} // namespace jitscope

namespace jitscope {
inline namespace eventspanel {

class EventColumns;
class EventFilterBar;
class EventFindBar;
class EventModel;
class EventView;

PanelDef eventsPanel();

class EventsPanel : public Panel {
    Q_OBJECT
public:
    EventsPanel(const PanelContext &context, QWidget *parent);

    bool isReady() const override;
    QString contentAsText() const override;
    bool startFind() override;
    void findNext(FindDirection direction) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void connectAll();
    void onFilter(const Query &query);
    void onChosen(int row);
    void followPlayhead();
    void updateNext();
    void updatePage();
    void updateFooter();
    void goToNumber(qint64 number);
    void fillMenu(QMenu &menu, int row);
    void addFilterActions(QMenu &menu, int row);
    void addBreakActions(QMenu &menu, int row);
    void addFilterTerm(const QString &term);
    void copySelected();
    QString headerText() const;
    QString filterText() const;

    PanelContext m_context;
    OpMatches m_matches;
    EventFilterBar *m_bar;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    EventView *m_view;
    EventModel *m_model;
    EventColumns *m_columns;
    EventFindBar *m_find;
    QLabel *m_footer;
    bool m_choosing = false; ///< the playhead moves because a row was chosen here
};

} // namespace eventspanel
} // namespace jitscope
