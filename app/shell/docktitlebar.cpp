// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/docktitlebar.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "app/shell/builtins.h"
#include "app/shell/dock.h"
#include "app/shell/dockframe.h"
#include "app/shell/docktab.h"

#include <QAbstractButton>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScreen>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int titleHeight = 31;
constexpr int rowHeight = 36;        ///< of controls below the tabs
constexpr int leastForARow = 6 * 36; ///< so tall is a dock in which something is left to be seen below such a row
constexpr int leastWidth = 80;
constexpr int buttonWidth = 24;
constexpr int sideMargin = 6;
constexpr int spacing = 6;

} // namespace

DockTitleBar::DockTitleBar(Dock &dock)
    : QWidget(&dock)
    , m_dock(dock)
    , m_moreTabs(makeButton(QStringLiteral("down")))
    , m_moreControls(makeButton(QStringLiteral("settings")))
    , m_putBack(makeButton(QStringLiteral("layout")))
    , m_menu(makeButton(QStringLiteral("menu")))
    , m_close(makeButton(QStringLiteral("close"))) {
    setFixedHeight(titleHeight);
    m_moreTabs->setObjectName(QStringLiteral("moreTabs"));
    m_moreControls->setObjectName(QStringLiteral("moreControls"));
    connect(m_moreTabs, &QToolButton::clicked, this, &DockTitleBar::openTabList);
    connect(m_moreControls, &QToolButton::clicked, this, &DockTitleBar::openControls);
    connect(m_putBack, &QToolButton::clicked, &dock, &Dock::putBack);
    connect(m_close, &QToolButton::clicked, &dock, &QWidget::close);
    connect(m_menu, &QToolButton::clicked, this,
            [this] { Q_EMIT menuWanted(m_menu->mapToGlobal(QPoint(0, m_menu->height()))); });
    for (QToolButton *button : {m_moreTabs, m_moreControls, m_putBack, m_close})
        button->hide();
}

void DockTitleBar::setTexts() {
    const QString title = titleOf(m_dock.def());
    const auto name = [](QToolButton *button, const QString &text, const QString &accessible) {
        button->setToolTip(text);
        button->setAccessibleName(accessible);
    };
    const QString tabs = tr("Panels without room for a tab"), controls = tr("Controls of panel %1").arg(title);
    const QString putBack = tr("Put back into the window"), close = tr("Close");
    name(m_moreTabs, tabs, tabs);
    name(m_moreControls, controls, controls);
    name(m_putBack, putBack, putBack);
    name(m_menu, tr("Move, detach or close this panel"), tr("Options of panel %1").arg(title));
    name(m_close, close, close);
    m_tabTexts.clear();
}

QToolButton *DockTitleBar::makeButton(const QString &icon) {
    auto *button = new QToolButton(this);
    button->setProperty("role", "flat");
    button->setIcon(themedIcon(icon));
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void DockTitleBar::setControls(QWidget *controls) {
    m_controls = controls;
    controls->setParent(this);
    controls->show();
    arrange();
}

void DockTitleBar::setGroup(const QList<Dock *> &group) {
    QStringList texts;
    for (const Dock *dock : group)
        texts.append(dock->def().id + QLatin1Char('\n') + dock->tabText());
    if (texts == m_tabTexts) return;
    m_tabTexts = texts;
    const QWidget *focused = window()->focusWidget();
    const bool hadFocus = std::any_of(m_tabs.begin(), m_tabs.end(), [&](const DockTab *tab) { return tab == focused; });
    for (DockTab *tab : std::exchange(m_tabs, {})) {
        tab->hide();
        tab->deleteLater(); // it may be the sender of the click that leads here
    }
    for (Dock *dock : group) {
        auto *tab = new DockTab(*dock, dock == &m_dock ? DockTab::Place::Front : DockTab::Place::Behind, this);
        connect(tab, &DockTab::chosen, this, [this, dock] { Q_EMIT tabChosen(dock); });
        tab->show();
        m_tabs.append(tab);
    }
    arrange();
    if (hadFocus) focusFrontTab();
}

void DockTitleBar::setFloating(bool floating) {
    m_putBack->setVisible(floating);
    m_close->setVisible(floating);
    arrange();
}

QSize DockTitleBar::sizeHint() const {
    const int controls = controlsWidth();
    const int beside = m_room == Room::Beside && controls > 0 ? controls + spacing : 0;
    return {2 * sideMargin + tabsWidth() + beside + spacing + buttonWidth, wantedHeight()};
}

QSize DockTitleBar::minimumSizeHint() const {
    return {leastWidth, wantedHeight()};
}

int DockTitleBar::wantedHeight() const {
    return m_room == Room::Below ? titleHeight + rowHeight : titleHeight;
}

int DockTitleBar::tabsWidth() const {
    int width = 0;
    for (const DockTab *tab : m_tabs)
        width += tab->wholeWidth();
    return width;
}

/** What the controls need at least; 0 without any, or when the panel hides them. */
int DockTitleBar::controlsWidth() const {
    if (!m_controls || m_controls->isHidden()) return 0;
    return std::max(m_controls->minimumSizeHint().width(), m_controls->minimumWidth());
}

/** The buttons at the right end; returns where the room left of them ends. */
int DockTitleBar::placeButtons(int right) {
    for (QToolButton *button : {m_close, m_menu, m_putBack}) {
        if (button->isHidden()) continue;
        right -= buttonWidth;
        button->setGeometry(right, 0, buttonWidth, titleHeight - 1);
    }
    return right - spacing;
}

/** As many tabs as there is room for, the one in front always; the others are in a list behind a button. */
void DockTitleBar::placeTabs(int left, int right) {
    const bool fits = tabsWidth() <= right - left;
    m_moreTabs->setVisible(!fits);
    if (!fits) {
        right -= buttonWidth;
        m_moreTabs->setGeometry(right, 0, buttonWidth, titleHeight - 1);
    }
    int room = right - left;
    const auto front = std::find_if(m_tabs.begin(), m_tabs.end(), [](const DockTab *tab) { return tab->isFront(); });
    if (front != m_tabs.end()) room -= (*front)->wholeWidth();
    for (DockTab *tab : std::as_const(m_tabs)) {
        const int wanted = tab->wholeWidth();
        if (!tab->isFront()) {
            const bool shown = fits || wanted <= room;
            tab->setVisible(shown);
            if (!shown) continue;
            room -= wanted;
        }
        const int width = std::min(wanted, std::max(0, right - left));
        tab->setGeometry(left, 0, width, titleHeight - 1);
        left += width;
    }
}

DockTitleBar::Room DockTitleBar::roomFor(int needed, int beside) const {
    if (needed == 0 || beside >= needed) return Room::Beside;
    const bool isWanted = m_controls->property("ownRow").toBool();
    const bool fits = width() - 2 * sideMargin >= needed && m_dock.height() >= leastForARow;
    return isWanted && fits ? Room::Below : Room::Nowhere;
}

void DockTitleBar::placeControls(const QRect &room, int needed) {
    const bool stretches =
        m_room == Room::Below || m_controls->sizePolicy().expandingDirections().testFlag(Qt::Horizontal);
    const int width =
        stretches ? room.width() : std::min(room.width(), std::max(needed, m_controls->sizeHint().width()));
    const int tall = std::min(room.height(), std::max(m_controls->sizeHint().height(), 0));
    m_controls->setGeometry(room.right() + 1 - width, room.top() + (room.height() - tall) / 2, width, tall);
}

void DockTitleBar::arrange() {
    const int left = sideMargin;
    int right = placeButtons(width() - sideMargin);
    const int needed = controlsWidth();
    // The tabs come first: which of them are seen does not depend on the controls of the one in front.
    const int beside = right - left - tabsWidth() - spacing;
    m_room = roomFor(needed, beside);
    setFolded(m_room == Room::Nowhere);
    m_moreControls->setVisible(m_room == Room::Nowhere);
    setFixedHeight(wantedHeight());
    if (m_room == Room::Nowhere) {
        right -= buttonWidth;
        m_moreControls->setGeometry(right, 0, buttonWidth, titleHeight - 1);
    } else if (m_room == Room::Below) {
        placeControls({left, titleHeight - 1, width() - 2 * sideMargin, rowHeight}, needed);
    } else if (needed > 0) {
        placeControls({right - beside, 0, beside, titleHeight - 1}, needed);
        right -= m_controls->width() + spacing;
    }
    placeTabs(left, right);
    updateGeometry();
}

void DockTitleBar::setFolded(bool folded) {
    if (!m_controls || folded == (m_controls->parentWidget() != this)) return;
    const bool wanted = !m_controls->isHidden();
    if (folded) {
        if (!m_popup) {
            m_popup = new QFrame(this, Qt::Popup);
            m_popup->setObjectName(QStringLiteral("foldedControls"));
            m_popup->setAccessibleName(m_moreControls->accessibleName());
            m_popup->setProperty("role", "popup");
            m_popup->installEventFilter(this);
            auto *row = new QHBoxLayout(m_popup);
            row->setContentsMargins(metrics::grid, metrics::grid, metrics::grid, metrics::grid);
        }
        m_popup->layout()->addWidget(m_controls);
    } else {
        m_popup->hide();
        m_popup->layout()->removeWidget(m_controls);
        m_controls->setParent(this);
    }
    m_controls->setVisible(wanted);
}

/** As in a menu: what a click shows in the panel must not lie under the controls. */
void DockTitleBar::closeOnClicks() {
    for (QAbstractButton *button : m_controls->findChildren<QAbstractButton *>())
        if (!qobject_cast<QLineEdit *>(button->parentWidget())) // those in fields are about what is typed
            connect(button, &QAbstractButton::clicked, m_popup, &QWidget::hide, Qt::UniqueConnection);
}

void DockTitleBar::openControls() {
    closeOnClicks();
    m_popup->adjustSize();
    const QRect screen = m_moreControls->screen()->availableGeometry();
    const QPoint below = m_moreControls->mapToGlobal(QPoint(m_moreControls->width(), titleHeight));
    const int x = std::clamp(below.x() - m_popup->width(), screen.left(),
                             std::max(screen.left(), screen.right() - m_popup->width()));
    const int y = std::clamp(below.y(), screen.top(), std::max(screen.top(), screen.bottom() - m_popup->height()));
    m_popup->move(x, y);
    m_popup->show();
    if (QWidget *asked = m_popup->focusWidget()) {
        asked->setFocus(Qt::PopupFocusReason);
    } else {
        m_controls->setFocus(Qt::PopupFocusReason);
    }
}

void DockTitleBar::revealFocusedControl() {
    if (m_popup && m_controls->parentWidget() == m_popup && m_popup->focusWidget()) openControls();
}

void DockTitleBar::focusFrontTab() {
    for (DockTab *tab : std::as_const(m_tabs))
        if (tab->isFront()) tab->setFocus(Qt::OtherFocusReason);
}

void DockTitleBar::openTabList() {
    QMenu menu(this);
    for (const DockTab *tab : std::as_const(m_tabs)) {
        if (!tab->isHidden()) continue;
        Dock *dock = &tab->dock();
        menu.addAction(dock->tabText(), this, [this, dock] { Q_EMIT tabChosen(dock); })
            ->setToolTip(summaryOf(dock->def()));
    }
    menu.exec(m_moreTabs->mapToGlobal(QPoint(0, m_moreTabs->height())));
}

bool DockTitleBar::event(QEvent *event) {
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::FontChange) arrange();
    return QWidget::event(event);
}

/** A click outside of the controls closes them; X11 would keep it from what was clicked, as a tab. */
bool DockTitleBar::eventFilter(QObject *watched, QEvent *event) {
    // The mouse leaves a button behind a popup without a hover event, so that it is still painted as if under it.
    if (watched == m_popup && event->type() == QEvent::Hide) m_moreControls->update();
    if (watched != m_popup || event->type() != QEvent::MouseButtonPress) return QWidget::eventFilter(watched, event);
    const auto &press = static_cast<const QMouseEvent &>(*event);
    if (m_popup->rect().contains(press.position().toPoint())) return false;
    m_popup->hide();
    const QPoint place = press.globalPosition().toPoint();
    QMetaObject::invokeMethod(
        this, [this, place] { clickBelow(place); }, Qt::QueuedConnection);
    return true;
}

void DockTitleBar::clickBelow(const QPoint &globalPosition) {
    auto *button = qobject_cast<QAbstractButton *>(QApplication::widgetAt(globalPosition));
    if (button && button != m_moreControls && button->window() == window()) button->click();
}

void DockTitleBar::paintEvent(QPaintEvent *) {
    paintDockFrame(*this, FrameHalf::Top);
}

void DockTitleBar::resizeEvent(QResizeEvent *) {
    arrange();
}

void DockTitleBar::contextMenuEvent(QContextMenuEvent *event) {
    Q_EMIT menuWanted(event->globalPos());
}

} // namespace shell
} // namespace jitscope

#include "moc_docktitlebar.cpp"
