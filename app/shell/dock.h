// SPDX-License-Identifier: GPL-3.0-or-later
// One panel in the window: a rounded frame with the tabs of its group and the panel's own controls on one line.
#pragma once

#include "app/sdk/paneldef.h"

#include <QDockWidget>
#include <QPointer>

class QSizeGrip;

namespace jitscope {
inline namespace shell {

class DockFrame;
class DockTitleBar;

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
    /** Whether it can be seen: neither closed nor behind another tab. */
    bool isInView() const;
    /** Whether it stands in the window, not in one of its own. */
    bool isInWindow() const;

    /** The docks that share this one's place, this one among them, in the order of their tabs. */
    void setGroup(const QList<Dock *> &group);
    /** Opens the controls of the panel if they are folded and one of them asked for the focus. */
    void revealFocusedControl();

    /** To what keys in the panel are for; to its tab while an empty panel does not show that yet. */
    void focusPanel();

    /** Into a window of its own, beside its old place. */
    void detach();
    void putBack();
    void setVisible(bool visible) override;
    /** Of a dock in a window of its own: as large as the screen, or as before. */
    void toggleFullSize();

    /** Ends the drag of whichever dock the mouse holds. Before docks come, go or change places: Qt's layout holds a
       place for what is dragged over it and takes back an earlier arrangement when it is dropped, with what is gone by
       then. */
    static void letGoOfDragged();
    /** That, and of the separator under the mouse. */
    static void letGoOfMouse();

Q_SIGNALS:
    void tabTextChanged();
    /** A tab of the title bar was clicked. */
    void tabChosen(jitscope::Dock *dock);
    void maximizeWanted();
    /** It went out of view with the focus in it. */
    void focusLost();
    void resized();

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void onVisibilityChanged(bool visible);
    void onTopLevelChanged(bool floating);
    bool takeDoubleClick(const QMouseEvent &event);
    void takeFocus();
    QWidget *keyTarget();
    void showMenu(const QPoint &globalPosition);
    void setTexts();
    void makePanel();
    void makeAnew();
    void takeTextsOfTwin();

    PanelDef m_def;
    PanelContext m_context;
    Panel *m_panel = nullptr;
    bool m_isOfOtherLanguage = false; ///< the panel, which was not in view when the language changed
    DockFrame *m_frame;
    DockTitleBar *m_titleBar;
    QSizeGrip *m_grip; ///< a detached dock has no other border to pull
    QRect m_beforeFullSize;
    QPointer<QWidget> m_awaited; ///< gets the focus when it is shown, if its tab still has it
};

} // namespace shell
} // namespace jitscope
