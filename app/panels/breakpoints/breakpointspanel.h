// SPDX-License-Identifier: GPL-3.0-or-later
// All breakpoints of every kind: switched, edited, added and removed in place.
#pragma once

#include "app/models/opsearch.h"
#include "app/sdk/paneldef.h"
#include "engine/stepping/breakpoint.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QMenu;
class QTreeView;

namespace jitscope {
inline namespace breakpointspanel {

class BreakpointModel;

PanelDef breakpointsPanel();

class BreakpointsPanel : public Panel {
    Q_OBJECT
public:
    BreakpointsPanel(const PanelContext &context, QWidget *parent);

    /** Ready to type where a breakpoint of that kind shall stop. */
    void startAdding(Breakpoint::Kind kind);
    QString contentAsText() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeAddLine();
    void makeView();
    void updateKind();
    void updatePage();
    void add();
    void goTo(int row);
    void goToLastOf(const std::string &op);
    void fillMenu(QMenu &menu, int row);
    QList<int> selectedRows() const;
    void tell(const QString &reason);
    QStringList files() const;

    PanelContext m_context;
    BreakpointModel *m_model;
    QStackedWidget *m_pages;
    QTreeView *m_view;
    QComboBox *m_kind;
    QLineEdit *m_place;
    QLabel *m_error;
    OpSearch m_search;
};

} // namespace breakpointspanel
} // namespace jitscope
