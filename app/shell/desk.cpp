// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/desk.h"

#include "app/sdk/theme.h"
#include "app/shell/dock.h"
#include "app/shell/keptviews.h"
#include "app/shell/preferences.h"

#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QDataStream>
#include <QIODevice>
#include <QLayout>
#include <QMouseEvent>
#include <QTabBar>

#include <algorithm>
#include <tuple>

namespace jitscope {
inline namespace shell {

namespace {

/** Goes up when panels or built-in layouts change so much that saved ones no longer fit. */
constexpr int layoutVersion = 1;
constexpr QSize leastSize(320, 160);
constexpr int leastPartHeight = 160; ///< a title and about five rows
constexpr int barsHeight = 160;      ///< of the menu, tool and status bars about the desk
constexpr Qt::DockWidgetArea theArea = Qt::LeftDockWidgetArea;

QString layoutKey(const QString &perspective) {
    return QStringLiteral("layouts/") + perspective;
}

const Perspective *findPerspective(const QString &id) {
    for (const Perspective &perspective : perspectives())
        if (perspective.id == id) return &perspective;
    return nullptr;
}

bool contains(const DockNode &node, const QString &panel) {
    return node.panels.contains(panel) || std::any_of(node.parts.begin(), node.parts.end(),
                                                      [&panel](const DockNode &part) { return contains(part, panel); });
}

/** Where the parts of a column would be too low to be of use, the last ones share a place as tabs. */
DockNode fitted(DockNode node, int height) {
    const bool isColumn = node.orientation == Qt::Vertical;
    int weights = 0;
    for (const DockNode &part : std::as_const(node.parts))
        weights += part.weight;
    for (DockNode &part : node.parts)
        part = fitted(part, isColumn ? height * part.weight / weights : height);
    while (isColumn && node.parts.size() > 1) {
        DockNode &last = node.parts.last(), &before = node.parts[node.parts.size() - 2];
        if (last.panels.isEmpty() || before.panels.isEmpty() || height * last.weight / weights >= leastPartHeight)
            break;
        before.panels += last.panels;
        before.weight = std::max(before.weight, last.weight);
        node.parts.removeLast();
        weights = 0;
        for (const DockNode &part : std::as_const(node.parts))
            weights += part.weight;
    }
    return node;
}

} // namespace

Desk::Desk(const std::vector<PanelDef> &panels, PanelContext context, QWidget *parent)
    : QMainWindow(parent) {
    setObjectName(QStringLiteral("desk"));
    setWindowFlags(Qt::Widget);
    // No GroupedDragging: with groups of detached docks Qt 6.4 keeps places in its layout that are gone, and
    // reads them.
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setContentsMargins(metrics::dockGap, metrics::dockGap, metrics::dockGap, metrics::dockGap);
    context.show = [this](PanelId panel) { showPanel(panel.text()); };
    m_groupTimer.setSingleShot(true);
    m_groupTimer.setInterval(0);
    connect(&m_groupTimer, &QTimer::timeout, this, &Desk::updateGroups);
    m_shareTimer.setSingleShot(true);
    m_shareTimer.setInterval(0);
    connect(&m_shareTimer, &QTimer::timeout, this, &Desk::noteShares);
    for (const PanelDef &def : panels) {
        auto *dock = new Dock(def, context, this);
        m_docks.append(dock);
        dock->setAllowedAreas(theArea);
        dock->hide();
        const auto regroup = [this] { m_groupTimer.start(); };
        connect(dock, &QDockWidget::dockLocationChanged, this, regroup);
        connect(dock, &QDockWidget::topLevelChanged, this, regroup);
        connect(dock, &QDockWidget::visibilityChanged, this, regroup);
        connect(dock, &Dock::tabTextChanged, this, regroup);
        // Not when the desk itself was resized: that is no choice of the user's.
        connect(dock, &Dock::resized, this, [this] {
            if (size() == m_sharedSize) m_shareTimer.start();
        });
        connect(dock, &Dock::tabChosen, this, [this](Dock *chosen) {
            chosen->raise();
            chosen->focusPanel();
        });
        connect(dock, &Dock::focusLost, this, [this, dock] {
            m_focusLost = dock;
            m_groupTimer.start();
        });
        connect(dock, &Dock::maximizeWanted, this, [this, dock] { toggleMaximized(dock->def().id); });
    }
}

void Desk::loadLayouts() {
    for (const Perspective &each : perspectives())
        if (const QByteArray saved = settingsFile().value(layoutKey(each.id)).toByteArray(); !saved.isEmpty())
            m_layouts.insert(each.id, saved);
}

void Desk::setPerspective(const QString &id) {
    if (id == m_perspective || !findPerspective(id)) return;
    if (!m_perspective.isEmpty()) {
        if (!m_beforeMaximize.isEmpty()) toggleMaximized({});
        m_layouts.insert(m_perspective, arrangement());
    }
    m_perspective = id;
    restorePerspective();
    // What had the focus may be hidden now, and Qt would hand it to a button of a bar.
    if (isVisible()) firstDock(onlyKnown(findPerspective(id)->layout))->focusPanel();
    Q_EMIT perspectiveChanged(id);
}

void Desk::resetPerspective() {
    const KeptViews views(*this);
    m_layouts.remove(m_perspective);
    m_beforeMaximize.clear();
    restorePerspective();
    QTimer::singleShot(0, this, [views] { views.restore(); });
}

void Desk::showPanel(const QString &id) {
    Dock *wanted = dock(id);
    if (!wanted) return;
    Dock::letGoOfMouse();
    Q_EMIT panelWanted();
    if (wanted->isHidden()) {
        // Beside the panel that has most room: the first of the perspective that is open.
        const Perspective *perspective = findPerspective(m_perspective);
        Dock *host = nullptr;
        for (Dock *each : m_docks)
            if (each != wanted && !each->isHidden() && !each->isFloating() && perspective &&
                contains(perspective->layout, each->def().id) && each->def().area == wanted->def().area)
                host = each;
        if (!host)
            for (Dock *each : m_docks)
                if (each != wanted && !each->isHidden() && !each->isFloating()) host = each;
        if (host) {
            tabifyDockWidget(host, wanted);
        } else {
            addDockWidget(theArea, wanted);
        }
        wanted->show();
    }
    wanted->raise();
    // From one of our windows to another; never away from another program.
    if (QApplication::activeWindow() && QApplication::activeWindow() != wanted->window())
        wanted->window()->activateWindow();
    wanted->focusPanel();
    m_lastFocused = id;
    m_groupTimer.start();
}

Panel *Desk::panel(const QString &id) {
    Dock *found = dock(id);
    return found ? found->panel() : nullptr;
}

bool Desk::isShown(const QString &id) const {
    Dock *found = dock(id);
    return found && found->hasPanel() && found->isInView() && found->panel()->isVisible();
}

Panel *Desk::focusedPanel() const {
    for (Dock *each : m_docks)
        if (each->hasPanel() && each->isAncestorOf(QApplication::focusWidget())) m_lastFocused = each->def().id;
    Dock *last = dock(m_lastFocused);
    return last && last->hasPanel() ? last->panel() : nullptr;
}

QList<Panel *> Desk::shownPanels() const {
    QList<Dock *> shown;
    for (Dock *each : m_docks)
        if (isShown(each->def().id)) shown.append(each);
    const auto place = [](const Dock *dock) {
        const QPoint corner = dock->mapToGlobal(QPoint());
        return std::make_tuple(dock->isFloating(), corner.x(), corner.y());
    };
    std::stable_sort(shown.begin(), shown.end(),
                     [&place](const Dock *a, const Dock *b) { return place(a) < place(b); });
    QList<Panel *> panels;
    for (Dock *each : std::as_const(shown))
        panels.append(each->panel());
    return panels;
}

QList<QAction *> Desk::viewActions() const {
    QList<QAction *> actions;
    for (Dock *each : m_docks)
        actions.append(each->toggleViewAction());
    for (int i = 0; i < actions.size(); ++i)
        actions[i]->setObjectName(m_docks[i]->def().id);
    return actions;
}

void Desk::toggleMaximized(const QString &id) {
    Dock::letGoOfMouse();
    Dock *wanted = dock(id);
    if (wanted && !wanted->isHidden() && !wanted->isInWindow()) {
        wanted->toggleFullSize();
        return;
    }
    if (!m_beforeMaximize.isEmpty()) {
        restoreArrangement(std::exchange(m_beforeMaximize, {}));
    } else {
        if (!wanted) return;
        m_beforeMaximize = arrangement();
        for (Dock *each : m_docks)
            if (each != wanted && each->isInWindow()) each->hide();
        wanted->show();
    }
    if (wanted && !wanted->isHidden()) {
        wanted->raise();
        wanted->focusPanel();
    }
    m_groupTimer.start();
}

bool Desk::startFind() {
    Panel *panel = focusedPanel();
    if (!panel || !panel->startFind()) return false;
    dock(panel->objectName())->revealFocusedControl();
    return true;
}

QSize Desk::minimumSizeHint() const {
    return QMainWindow::minimumSizeHint().boundedTo(leastSize);
}

void Desk::retranslate() {
    const Panel *focused = focusedPanel();
    const bool hadFocus = focused && focused->isAncestorOf(QApplication::focusWidget());
    const QString id = focused ? focused->objectName() : QString();
    for (Dock *each : std::as_const(m_docks))
        each->retranslate();
    updateGroups();
    if (hadFocus) panel(id)->setFocus(Qt::OtherFocusReason);
}

/** A panel that is maximized is so until the window goes. */
QByteArray Desk::layoutToKeep() {
    if (!m_beforeMaximize.isEmpty()) return m_beforeMaximize;
    return m_sizesPending || m_perspective.isEmpty() ? QByteArray() : arrangement();
}

void Desk::saveLayouts() {
    if (const QByteArray layout = layoutToKeep(); !layout.isEmpty()) m_layouts.insert(m_perspective, layout);
    for (const Perspective &each : perspectives()) {
        if (m_layouts.contains(each.id)) {
            settingsFile().setValue(layoutKey(each.id), m_layouts.value(each.id));
        } else {
            settingsFile().remove(layoutKey(each.id));
        }
    }
}

void Desk::showEvent(QShowEvent *event) {
    QMainWindow::showEvent(event);
    if (!m_sizesPending) return;
    restorePerspective();
    // The window manager may still have its say about the size.
    m_sizesPending = true;
    QTimer::singleShot(0, this, [this] { m_sizesPending = false; });
}

void Desk::resizeEvent(QResizeEvent *event) {
    QMainWindow::resizeEvent(event);
    // The first size that counts comes only after the window is on the screen (maximized, restored).
    if (m_sizesPending && isVisible()) {
        restorePerspective();
    } else {
        applyShares();
    }
}

void Desk::noteShares() {
    if (size() != m_sharedSize) return;
    m_shares.clear();
    for (Dock *each : std::as_const(m_docks))
        if (each->isInView() && each->isInWindow())
            m_shares.insert(each, {double(each->width()) / width(), double(each->height()) / height()});
}

void Desk::applyShares() {
    QList<QDockWidget *> docks;
    QList<int> widths, heights;
    for (auto share = m_shares.cbegin(); share != m_shares.cend(); ++share) {
        if (!share.key()->isInView() || !share.key()->isInWindow()) continue;
        docks.append(share.key());
        widths.append(std::max(1, qRound(share->width() * width())));
        heights.append(std::max(1, qRound(share->height() * height())));
    }
    if (!docks.isEmpty()) {
        resizeDocks(docks, widths, Qt::Horizontal);
        resizeDocks(docks, heights, Qt::Vertical);
    }
    m_sharedSize = size();
}

Dock *Desk::dock(const QString &id) const {
    const auto found =
        std::find_if(m_docks.begin(), m_docks.end(), [&id](const Dock *each) { return each->def().id == id; });
    return found == m_docks.end() ? nullptr : *found;
}

Dock *Desk::firstDock(const DockNode &node) const {
    return node.parts.isEmpty() ? dock(node.panels.constFirst()) : firstDock(node.parts.constFirst());
}

QStringList Desk::known(const QStringList &panels) const {
    QStringList those;
    for (const QString &id : panels)
        if (dock(id)) those.append(id);
    return those;
}

DockNode Desk::onlyKnown(const DockNode &node) const {
    DockNode pruned = node;
    pruned.panels = known(node.panels);
    pruned.parts.clear();
    for (const DockNode &part : node.parts)
        if (const DockNode kept = onlyKnown(part); !kept.panels.isEmpty() || !kept.parts.isEmpty())
            pruned.parts.append(kept);
    return pruned;
}

void Desk::applyLayout(const DockNode &wanted) {
    Dock::letGoOfMouse();
    // A desk that was never shown has no height of its own yet.
    const int height = isVisible() ? contentsRect().height() : window()->height() - barsHeight;
    const DockNode layout = fitted(wanted, height);
    placeAll(layout);
    // A dock that floated when it was closed floats once more when Qt shows it for the first time.
    const auto floats = [](const Dock *each) { return !each->isHidden() && each->isFloating(); };
    if (std::any_of(m_docks.begin(), m_docks.end(), floats)) placeAll(layout);
}

void Desk::placeAll(const DockNode &layout) {
    for (Dock *each : std::as_const(m_docks)) {
        each->setFloating(false);
        removeDockWidget(each);
    }
    Dock *first = firstDock(layout);
    addDockWidget(theArea, first);
    first->show();
    place(layout);
    raiseFirsts(layout);
    if (QMainWindow::layout()) QMainWindow::layout()->activate();
    applySizes(layout, contentsRect().size());
}

/** The first dock of `node` is in its place; splits that off for the other parts and goes down into each. */
void Desk::place(const DockNode &node) {
    for (int i = 1; i < node.panels.size(); ++i) {
        Dock *next = dock(node.panels[i]);
        tabifyDockWidget(dock(node.panels[i - 1]), next);
        next->show();
    }
    for (int i = 1; i < node.parts.size(); ++i) {
        Dock *next = firstDock(node.parts[i]);
        splitDockWidget(firstDock(node.parts[i - 1]), next, node.orientation);
        next->show();
    }
    for (const DockNode &part : node.parts)
        place(part);
}

void Desk::raiseFirsts(const DockNode &node) {
    if (node.panels.size() > 1) dock(node.panels.constFirst())->raise();
    for (const DockNode &part : node.parts)
        raiseFirsts(part);
}

void Desk::applySizes(const DockNode &node, const QSize &size) {
    if (node.parts.isEmpty()) return;
    const bool across = node.orientation == Qt::Horizontal;
    int weights = 0;
    for (const DockNode &part : node.parts)
        weights += part.weight;
    const int length = (across ? size.width() : size.height()) - metrics::dockGap * int(node.parts.size() - 1);
    QList<QDockWidget *> docks;
    QList<int> lengths;
    for (const DockNode &part : node.parts) {
        docks.append(firstDock(part));
        lengths.append(length * part.weight / weights);
    }
    resizeDocks(docks, lengths, node.orientation);
    for (int i = 0; i < node.parts.size(); ++i)
        applySizes(node.parts[i], across ? QSize(lengths[i], size.height()) : QSize(size.width(), lengths[i]));
}

void Desk::restorePerspective() {
    m_sizesPending = m_sizesPending || !isVisible();
    const bool restored = m_layouts.contains(m_perspective) && restoreArrangement(m_layouts.value(m_perspective));
    if (!restored) applyLayout(onlyKnown(findPerspective(m_perspective)->layout));
    m_sharedSize = size();
    m_shareTimer.start();
    m_groupTimer.start();
}

QByteArray Desk::arrangement() {
    Dock::letGoOfMouse();
    QStringList open;
    QList<QSize> sizes;
    for (const Dock *each : m_docks) {
        if (each->isHidden()) continue;
        open.append(each->def().id);
        // A dock behind a tab has no size of its own.
        sizes.append(each->isInView() ? each->size() : QSize());
    }
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << open << sizes << saveState(layoutVersion);
    return bytes;
}

bool Desk::applyArrangement(const QByteArray &bytes) {
    m_beforeMaximize.clear();
    const KeptViews views(*this);
    const QByteArray before = arrangement();
    if (!restoreArrangement(bytes)) {
        restoreArrangement(before);
        return false;
    }
    QTimer::singleShot(0, this, [views] { views.restore(); });
    m_sharedSize = size();
    m_shareTimer.start();
    m_groupTimer.start();
    return true;
}

bool Desk::restoreArrangement(const QByteArray &bytes) {
    Dock::letGoOfMouse();
    QStringList open;
    QList<QSize> sizes;
    QByteArray state;
    QDataStream stream(bytes);
    stream >> open >> sizes >> state;
    // Qt keeps docks that a state does not name, or brings them back: they go before, so that they take no room from
    // the others, and after.
    const auto removeOthers = [this, &open] {
        for (Dock *each : std::as_const(m_docks))
            if (!open.contains(each->def().id)) removeDockWidget(each);
    };
    removeOthers();
    if (!restoreState(state, layoutVersion)) return false;
    removeOthers();
    for (Dock *each : std::as_const(m_docks)) // earlier versions kept groups of detached ones
        if (each->parentWidget() != this && !each->isFloating()) each->setFloating(true);
    QList<QDockWidget *> sized;
    QList<int> widths, heights;
    for (int i = 0; i < open.size(); ++i) {
        Dock *each = dock(open[i]);
        if (!each || each->isFloating() || i >= sizes.size() || !sizes[i].isValid()) continue;
        sized.append(each);
        widths.append(sizes[i].width());
        heights.append(sizes[i].height());
    }
    resizeDocks(sized, widths, Qt::Horizontal);
    resizeDocks(sized, heights, Qt::Vertical);
    return true;
}

void Desk::updateGroups() {
    // Qt's own stand in no sight; Tab must not lead there.
    for (QTabBar *bar : findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
        bar->setFocusPolicy(Qt::NoFocus);
    for (Dock *each : std::as_const(m_docks))
        if (!each->isHidden()) each->setGroup(groupOf(each));
    if (isVisible()) giveFocusAway(std::exchange(m_focusLost, nullptr));
}

QList<Dock *> Desk::groupOf(Dock *dock) const {
    // Qt's own tab bars stand in no sight, but they know: the data of each of their tabs is the address of its dock.
    for (const QTabBar *bar : findChildren<QTabBar *>()) {
        QList<Dock *> group;
        for (int i = 0; i < bar->count(); ++i) {
            const auto address = bar->tabData(i).value<quintptr>();
            for (Dock *each : m_docks)
                if (reinterpret_cast<quintptr>(static_cast<QWidget *>(each)) == address && !each->isHidden())
                    group.append(each);
        }
        if (group.contains(dock)) return group;
    }
    return {dock};
}

/** Where the focus is in nothing seen, the panel in the place of the one that went takes it; else any in view. */
void Desk::giveFocusAway(Dock *from) {
    if (window()->focusWidget() && window()->focusWidget()->isVisible()) return;
    QList<Dock *> candidates = from ? groupOf(from) : QList<Dock *>();
    candidates.append(dock(m_lastFocused));
    candidates += m_docks;
    for (Dock *each : std::as_const(candidates)) {
        if (!each || !each->isInView() || !each->hasPanel() || each->window() != window()) continue;
        each->focusPanel();
        return;
    }
}

} // namespace shell
} // namespace jitscope

#include "moc_desk.cpp"
