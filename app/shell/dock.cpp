// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/dock.h"

#include "app/sdk/theme.h"
#include "app/shell/builtins.h"
#include "app/shell/dockframe.h"
#include "app/shell/docktitlebar.h"
#include "app/shell/onscreen.h"
#include "app/shell/panelstate.h"
#include "app/shell/paneltexts.h"
#include "app/shell/tabfocus.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QHoverEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMouseEvent>
#include <QPointer>
#include <QScreen>
#include <QSizeGrip>

#include <utility>

namespace jitscope {
inline namespace shell {

namespace {

constexpr QSize leastDetached(420, 300);
constexpr QPoint detachedOffset(32, 32); ///< from the old place, so that both are seen

/** Qt keeps the place in the layout of the separator under the mouse, and looks it up at the next move, wherever docks
    are by then. */
void letGoOfSeparators() {
    for (QWidget *window : QApplication::allWidgets()) {
        if (!qobject_cast<QMainWindow *>(window)) continue;
        constexpr QPointF outside(-1, -1);
        QMouseEvent release(QEvent::MouseButtonRelease, outside, window->mapToGlobal(outside), Qt::LeftButton, {}, {});
        QCoreApplication::sendEvent(window, &release);
        QHoverEvent leave(QEvent::HoverLeave, outside, window->mapToGlobal(outside), outside);
        QCoreApplication::sendEvent(window, &leave);
    }
}

} // namespace

Dock::Dock(PanelDef def, const PanelContext &context, QWidget *parent)
    : QDockWidget(parent)
    , m_def(std::move(def))
    , m_context(context)
    , m_frame(new DockFrame(this))
    , m_titleBar(new DockTitleBar(*this))
    , m_grip(new QSizeGrip(this)) {
    setObjectName(QStringLiteral("dock-") + m_def.id);
    setFeatures(DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable);
    setWidget(m_frame);
    setTitleBarWidget(m_titleBar);
    m_grip->hide();
    setTexts();
    connect(this, &QDockWidget::visibilityChanged, this, &Dock::onVisibilityChanged);
    connect(this, &QDockWidget::topLevelChanged, this, &Dock::onTopLevelChanged);
    connect(m_titleBar, &DockTitleBar::tabChosen, this, &Dock::tabChosen);
    connect(m_titleBar, &DockTitleBar::menuWanted, this, &Dock::showMenu);
    setGroup({this});
}

Panel *Dock::panel() {
    if (!m_panel) makePanel();
    if (std::exchange(m_isOfOtherLanguage, false)) makeAnew();
    return m_panel;
}

void Dock::makePanel() {
    m_panel = m_def.create(m_context, m_frame);
    m_panel->setObjectName(m_def.id);
    m_panel->setAccessibleName(titleOf(m_def));
    m_frame->setContent(m_panel);
    setFocusProxy(m_panel);
    if (QWidget *controls = m_panel->titleControls()) m_titleBar->setControls(controls);
    connect(m_panel, &QWidget::windowTitleChanged, this, &Dock::tabTextChanged);
    Q_EMIT tabTextChanged();
}

void Dock::setTexts() {
    setWindowTitle(titleOf(m_def));
    setAccessibleName(titleOf(m_def));
    setAccessibleDescription(summaryOf(m_def));
    toggleViewAction()->setToolTip(summaryOf(m_def));
    toggleViewAction()->setStatusTip(summaryOf(m_def));
    m_titleBar->setTexts();
}

/** A panel that is not in view takes its time until it is wanted: there may be thirty of them. */
void Dock::retranslate() {
    setTexts();
    m_isOfOtherLanguage = m_panel != nullptr;
    if (isInView()) panel();
}

void Dock::makeAnew() {
    if (m_panel->property("isIrreplaceable").toBool()) {
        takeTextsOfTwin();
        return;
    }
    const QPointer<QWidget> controls = m_panel->titleControls();
    const QVariant view = m_panel->property("viewState");
    const QVariantMap state = panelState(*m_panel), controlState = controls ? panelState(*controls) : QVariantMap();
    delete std::exchange(m_panel, nullptr);
    delete controls.data();
    makePanel();
    restorePanelState(*m_panel, state);
    if (view.isValid()) m_panel->setProperty("viewState", view);
    if (QWidget *made = m_panel->titleControls()) restorePanelState(*made, controlState);
}

/** A second panel, made in the language now in force, lends its texts. */
void Dock::takeTextsOfTwin() {
    const std::unique_ptr<Panel> twin(m_def.create(m_context, nullptr));
    twin->setAccessibleName(titleOf(m_def));
    QWidget *controls = m_panel->titleControls(), *twinControls = twin->titleControls();
    copyTexts(*twin, *m_panel);
    if (controls && twinControls) copyTexts(*twinControls, *controls);
}

QString Dock::tabText() const {
    return m_panel && !m_panel->windowTitle().isEmpty() ? m_panel->windowTitle() : titleOf(m_def);
}

bool Dock::isInView() const {
    // The docks behind a tab are not hidden: Qt moves them out of the window.
    return isVisible() && (isFloating() || (geometry().right() >= 0 && geometry().bottom() >= 0));
}

bool Dock::isInWindow() const {
    return !isFloating();
}

void Dock::setGroup(const QList<Dock *> &group) {
    m_titleBar->setGroup(group);
}

void Dock::revealFocusedControl() {
    m_titleBar->revealFocusedControl();
}

/** Qt only moves a dock behind a tab out of sight. What is in it is hidden too, so that no key gets there. */
void Dock::onVisibilityChanged(bool visible) {
    if (visible) panel();
    if (!visible && window()->isMinimized()) return;
    QWidget *focused = window()->focusWidget();
    const bool hadFocus = !visible && focused && isAncestorOf(focused);
    if (hadFocus) focused->clearFocus(); // else Qt hands it to whatever comes next
    m_frame->setContentVisible(visible);
    m_titleBar->setVisible(visible);
    if (hadFocus) Q_EMIT focusLost();
}

void Dock::onTopLevelChanged(bool floating) {
    m_titleBar->setFloating(floating);
    m_grip->setVisible(floating);
    m_grip->raise();
    m_beforeFullSize = {};
}

/** Wherever a drag of this dock ended, it goes on there. */
bool Dock::event(QEvent *event) {
    if (event->type() == QEvent::MouseButtonDblClick && takeDoubleClick(static_cast<QMouseEvent &>(*event)))
        return true;
    if (event->type() == QEvent::MouseButtonPress) letGoOfSeparators(); // a drag may begin: the dock leaves its place
    const bool handled = QDockWidget::event(event);
    if (event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(this, &Dock::takeFocus, Qt::QueuedConnection);
    return handled;
}

/** Of the empty part of the title: as the menu does it, so that the old place stays in sight. */
bool Dock::takeDoubleClick(const QMouseEvent &event) {
    if (event.button() != Qt::LeftButton || !m_titleBar->geometry().contains(event.position().toPoint())) return false;
    if (isInWindow()) {
        detach();
    } else {
        putBack();
    }
    return true;
}

/** Of a panel that names none, the largest view that takes keys: the focus on the panel itself would show a ring, and
    arrows would do nothing. */
QWidget *Dock::keyTarget() {
    QWidget *target = panel();
    while (target->focusProxy())
        target = target->focusProxy();
    if (target != m_panel || target->focusPolicy() != Qt::NoFocus) return target;
    const auto sizeOf = [](const QWidget *widget) { return widget->width() * widget->height(); };
    QWidget *largest = nullptr;
    for (auto *view : m_panel->findChildren<QAbstractScrollArea *>()) {
        const bool takesKeys = view->focusPolicy() & Qt::TabFocus && view->isEnabled();
        if (!takesKeys || !view->isVisible()) continue;
        if (largest == nullptr || sizeOf(view) > sizeOf(largest)) largest = view;
    }
    return largest ? largest : target;
}

void Dock::focusPanel() {
    QWidget *target = keyTarget();
    if (target->isVisible()) {
        target->setFocus(Qt::OtherFocusReason);
        return;
    }
    if (m_awaited) m_awaited->removeEventFilter(this);
    m_awaited = target;
    target->installEventFilter(this);
    m_titleBar->focusFrontTab();
}

bool Dock::eventFilter(QObject *watched, QEvent *event) {
    if (watched == m_awaited && event->type() == QEvent::Show) {
        m_awaited->removeEventFilter(this);
        m_awaited = nullptr;
        if (m_titleBar->isAncestorOf(window()->focusWidget())) keyTarget()->setFocus(Qt::OtherFocusReason);
    }
    return QDockWidget::eventFilter(watched, event);
}

void Dock::takeFocus() {
    if (!isInView() || isAncestorOf(QApplication::focusWidget())) return;
    window()->activateWindow();
    focusPanel();
}

void Dock::resizeEvent(QResizeEvent *event) {
    QDockWidget::resizeEvent(event);
    m_grip->adjustSize();
    m_grip->move(width() - m_grip->width(), height() - m_grip->height());
    m_titleBar->arrange(); // how tall it may be hangs on the dock
    Q_EMIT resized();
}

bool Dock::focusNextPrevChild(bool next) {
    if (!isWindow()) return QDockWidget::focusNextPrevChild(next);
    return moveFocusInSight(*this, next, [&] { return QDockWidget::focusNextPrevChild(next); });
}

void Dock::letGoOfDragged() {
    auto *dragged = qobject_cast<Dock *>(QWidget::mouseGrabber());
    if (!dragged) return;
    const QPointF place = QCursor::pos();
    QMouseEvent release(QEvent::MouseButtonRelease, dragged->mapFromGlobal(place), place, Qt::LeftButton, {}, {});
    QCoreApplication::sendEvent(dragged, &release);
}

void Dock::letGoOfMouse() {
    letGoOfDragged();
    letGoOfSeparators();
}

void Dock::setVisible(bool visible) {
    if (visible == isHidden() && QWidget::mouseGrabber() != this) letGoOfDragged();
    QDockWidget::setVisible(visible);
}

void Dock::detach() {
    letGoOfMouse();
    const QRect wanted(mapToGlobal(detachedOffset), size().expandedTo(leastDetached));
    setFloating(true);
    setGeometry(movedInto(screen()->availableGeometry(), wanted));
    show();
    takeFocus();
}

void Dock::putBack() {
    letGoOfMouse();
    setFloating(false);
    raise();
    takeFocus();
}

void Dock::toggleFullSize() {
    if (!m_beforeFullSize.isNull()) {
        setGeometry(movedInto(screen()->availableGeometry(), std::exchange(m_beforeFullSize, {})));
        return;
    }
    m_beforeFullSize = geometry();
    setGeometry(screen()->availableGeometry());
}

void Dock::showMenu(const QPoint &globalPosition) {
    QMenu menu(this);
    if (isInWindow()) {
        menu.addAction(tr("Detach into a window of its own"), this, &Dock::detach);
    } else {
        menu.addAction(tr("Put back into the window"), this, &Dock::putBack);
    }
    menu.addAction(tr("Maximize or restore"), this, &Dock::maximizeWanted);
    menu.addSeparator();
    menu.addAction(tr("Close"), this, &QWidget::close);
    menu.exec(globalPosition);
}

} // namespace shell
} // namespace jitscope

#include "moc_dock.cpp"
