// SPDX-License-Identifier: GPL-3.0-or-later
// The line over a panel: the tabs of its group, the panel's own controls, its menu. What finds no room folds into
// menus; controls that are to be seen (their property `ownRow`) get a row below the tabs first, where the panel is
// large enough.
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

class QFrame;
class QToolButton;

namespace jitscope {
inline namespace shell {

class Dock;
class DockTab;

class DockTitleBar : public QWidget {
    Q_OBJECT
public:
    explicit DockTitleBar(Dock &dock);

    /** They stay the panel's; they stand at the right while there is room, else in a row below or behind a button. */
    void setControls(QWidget *controls);
    /** In the language now in force; tabs get theirs with the next setGroup(). */
    void setTexts();
    /** Opens the folded controls if one of them asked for the focus. */
    void revealFocusedControl();
    void focusFrontTab();
    /** The docks that share this one's place, this one among them, in the order of their tabs. */
    void setGroup(const QList<Dock *> &group);
    /** A panel in a window of its own can be put back and closed with buttons here. */
    void setFloating(bool floating);
    /** Its dock has another size. */
    void arrange();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /** A tab was clicked, or chosen from the list of those without room. */
    void tabChosen(jitscope::Dock *dock);
    void menuWanted(const QPoint &globalPosition);

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    enum class Room : uint8_t { Beside, Below, Nowhere };

    QToolButton *makeButton(const QString &icon);
    Room roomFor(int needed, int beside) const;
    int wantedHeight() const;
    void placeControls(const QRect &room, int needed);
    int placeButtons(int right);
    void placeTabs(int left, int right);
    void setFolded(bool folded);
    void closeOnClicks();
    void clickBelow(const QPoint &globalPosition);
    void openControls();
    void openTabList();
    int tabsWidth() const;
    int controlsWidth() const;

    Dock &m_dock;
    QList<DockTab *> m_tabs;
    QStringList m_tabTexts;
    QPointer<QWidget> m_controls; ///< they go with their panel
    Room m_room = Room::Beside;   ///< where they are
    QFrame *m_popup = nullptr;    ///< of the folded controls
    QToolButton *m_moreTabs, *m_moreControls, *m_putBack, *m_menu, *m_close;
};

} // namespace shell
} // namespace jitscope
