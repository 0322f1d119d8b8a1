// SPDX-License-Identifier: GPL-3.0-or-later
// One panel in the window: a rounded frame with the tabs of its group and the panel's own controls on one line.
#pragma once

#include "app/sdk/paneldef.h"

#include <QDockWidget>

class QHBoxLayout;
class QToolButton;

namespace jitscope {

class Dock : public QDockWidget {
    Q_OBJECT
public:
    /** The panel itself is made when the dock is first seen, or when somebody asks for it. */
    Dock(PanelDef def, const PanelContext &context, QWidget *parent);

    const PanelDef &def() const { return m_def; }
    Panel *panel();
    /** Puts the title into the language now in force; a panel that cannot do so itself is made anew. */
    void retranslate();
    bool hasPanel() const { return m_panel != nullptr; }
    /** What its tab says: the panel's window title if it has one, else the name of the panel. */
    QString tabText() const;

    /** The docks that share this one's place, this one among them, in the order of their tabs. */
    void setGroup(const QList<Dock *> &group);

Q_SIGNALS:
    void tabTextChanged();
    /** A tab of the title bar was clicked. */
    void tabChosen(jitscope::Dock *dock);
    void maximizeWanted();

private:
    void buildTitleBar();
    void setTexts();
    void takeTextsOfTwin();
    void showMenu();

    PanelDef m_def;
    PanelContext m_context;
    Panel *m_panel = nullptr;
    QWidget *m_frame;
    QWidget *m_titleBar;
    QHBoxLayout *m_tabs;
    QStringList m_tabTexts;
    QHBoxLayout *m_controls;
    QToolButton *m_menu;
};

} // namespace jitscope
