// SPDX-License-Identifier: GPL-3.0-or-later
// The search line under the event list: the next or previous operator for which a query holds.
#pragma once

#include "app/models/opsearch.h"
#include "app/sdk/paneldef.h"

class QLabel;

namespace jitscope {
inline namespace models {
class QueryEdit;
}
} // namespace jitscope

namespace jitscope {
inline namespace eventspanel {

class EventFindBar : public QWidget {
    Q_OBJECT
public:
    EventFindBar(const PanelContext &context, QWidget *parent = nullptr);

    void open();
    /** From the operator that is looked at; past the end it goes on at the other. Only what `filter` holds for. */
    void findNext(FindDirection direction);
    void setFilter(const Query &filter) { m_filter = filter; }
    bool isSearching() const { return m_search.isRunning(); }

Q_SIGNALS:
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void search(const OpRange &range, FindDirection direction, bool wraps);
    OpQuestion question() const;

    PanelContext m_context;
    QueryEdit *m_text;
    QLabel *m_message;
    OpSearch m_search;
    Query m_filter;
};

} // namespace eventspanel
} // namespace jitscope
