// SPDX-License-Identifier: GPL-3.0-or-later
// The area of docks: perspectives, their layouts as built in or as the user left them, showing a panel by its id.
#pragma once

#include "app/sdk/paneldef.h"
#include "app/shell/perspectives.h"

#include <QByteArray>
#include <QHash>
#include <QMainWindow>
#include <QPointer>
#include <QSizeF>
#include <QTimer>

#include <vector>

namespace jitscope {
inline namespace shell {

class Dock;

/**
 * A main window without menus inside of the real one, so that bars and messages above it take no part in the docking.
 * All docks live in one dock area, nested at will; there is no central widget.
 */
class Desk : public QMainWindow {
    Q_OBJECT
public:
    Desk(const std::vector<PanelDef> &panels, PanelContext context, QWidget *parent = nullptr);

    QString perspective() const { return m_perspective; }
    /** Keeps how the user left the present one. Does nothing for an unknown id. */
    void setPerspective(const QString &id);
    /** As built in again. */
    void resetPerspective();
    /** How the panels stand, for applyArrangement() of this or a later window. */
    QByteArray arrangement();
    /** False, and nothing changes, if it is not of this version of the program. */
    bool applyArrangement(const QByteArray &bytes);

    /** Brings the panel to the front, opening its dock beside its kind if the perspective has none. */
    void showPanel(const QString &id);
    /** The panel with that id, made if need be; null for an unknown one. */
    Panel *panel(const QString &id);
    /** Whether the panel with that id was made and can be seen. */
    bool isShown(const QString &id) const;
    /** The panel that has the focus, else the one that had it last, else null. */
    Panel *focusedPanel() const;
    QList<QAction *> viewActions() const;
    /** Those in view, column by column from the left, then those in windows of their own. */
    QList<Panel *> shownPanels() const;
    /** The panel alone, or all as they were; one in a window of its own fills the screen, or no longer. */
    void toggleMaximized(const QString &id);
    /** Asks the panel for its search; false if it has none. */
    bool startFind();

    /** Bounded, however many panels stand side by side: the window can always be made small. */
    QSize minimumSizeHint() const override;

    /** Titles and panels in the language now in force; the arrangement and what is selected stay. */
    void retranslate();

    /** Layouts as the user left them, of all perspectives; before the first setPerspective(). */
    void loadLayouts();
    void saveLayouts();
    /** That of the perspective now, as saveLayouts() keeps it; empty while the window is not laid out. */
    QByteArray layoutToKeep();

Q_SIGNALS:
    void perspectiveChanged(const QString &id);
    /** Before a panel is shown because somebody asked for it. */
    void panelWanted();

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    Dock *dock(const QString &id) const;
    Dock *firstDock(const DockNode &node) const;
    QStringList known(const QStringList &panels) const;
    DockNode onlyKnown(const DockNode &node) const;
    void applyLayout(const DockNode &layout);
    void placeAll(const DockNode &layout);
    void place(const DockNode &node);
    void raiseFirsts(const DockNode &node);
    void applySizes(const DockNode &node, const QSize &size);
    void restorePerspective();
    bool restoreArrangement(const QByteArray &bytes);
    void updateGroups();
    /** Keeps which share of the desk each dock in view has now. */
    void noteShares();
    /** Qt gives all new room to one dock; here each keeps its share. */
    void applyShares();
    /** The docks that share the place of `dock`, in the order of Qt's tabs. */
    QList<Dock *> groupOf(Dock *dock) const;
    void giveFocusAway(Dock *from);

    QList<Dock *> m_docks;
    QString m_perspective;
    QHash<QString, QByteArray> m_layouts; ///< by perspective, as the user left them
    QByteArray m_beforeMaximize;
    bool m_sizesPending = false; ///< lengths can only be given out once the desk has its own
    QTimer m_groupTimer, m_shareTimer;
    QHash<Dock *, QSizeF> m_shares; ///< of the docks in view, of the desk's size
    QSize m_sharedSize;             ///< of the desk, with which its docks were last laid out
    QPointer<Dock> m_focusLost;     ///< went out of view with the focus in it
    mutable QString m_lastFocused;
};

} // namespace shell
} // namespace jitscope
