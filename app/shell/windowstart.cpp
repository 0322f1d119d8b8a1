// SPDX-License-Identifier: GPL-3.0-or-later
// What helps a user begin: the start page, samples, the guide; and going from panel to panel by key.
#include "app/shell/mainwindow.h"

#include "app/guide/samples.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/guide/guidepanel.h"
#include "app/shell/desk.h"
#include "app/shell/dock.h"
#include "app/shell/guideplaces.h"
#include "app/shell/start/startpage.h"
#include "app/shell/tour/tour.h"
#include "app/shell/tour/tourcard.h"
#include "engine/session/session.h"

#include <QApplication>

namespace jitscope {
inline namespace shell {

namespace {

const QString guideId = QStringLiteral("guide");

/** To the widget, or where it takes none to the first inside of it that does. */
void giveFocus(QWidget &widget) {
    widget.activateWindow();
    widget.setFocus(Qt::TabFocusReason);
    const auto isInside = [&widget](const QWidget *each) {
        return each && (each == &widget || widget.isAncestorOf(each));
    };
    const QWidget *given = QApplication::focusWidget();
    if (isInside(given) && given->focusPolicy() != Qt::NoFocus) return;
    for (QWidget *next = widget.nextInFocusChain(); next && next != &widget; next = next->nextInFocusChain()) {
        if (!isInside(next) || !next->isVisible() || !next->isEnabled() || !(next->focusPolicy() & Qt::TabFocus))
            continue;
        next->setFocus(Qt::TabFocusReason);
        return;
    }
}

/** Whether the focus is in it; a panel with nothing in it leaves the focus to its title. */
bool holds(const QWidget &stop, const QWidget &focused) {
    const QWidget *whole = &stop;
    if (qobject_cast<const Panel *>(&stop))
        while (whole->parentWidget() && !qobject_cast<const Dock *>(whole))
            whole = whole->parentWidget();
    return whole == &focused || whole->isAncestorOf(&focused);
}

} // namespace

void MainWindow::makeStartPage() {
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openPath);
    connect(m_start, &StartPage::sampleChosen, this, &MainWindow::openSample);
    connect(m_start, &StartPage::guideWanted, this, &MainWindow::openGuideAt);
    connect(m_start, &StartPage::closeWanted, this, &MainWindow::leaveStartPage);
    connect(m_desk, &Desk::panelWanted, this, &MainWindow::leaveStartPage);
    connect(&m_document, &Document::replaced, this, &MainWindow::leaveStartPage);
    connect(m_runner.get(), &Runner::stateChanged, this, [this](RunState state) {
        if (state != RunState::Idle) leaveStartPage();
    });
    for (QAction *action : m_desk->viewActions())
        connect(action, &QAction::triggered, this, &MainWindow::leaveStartPage);
}

void MainWindow::showStartPage() {
    m_start->refresh();
    m_desk->hide();
    m_start->show();
    m_start->setFocus(Qt::OtherFocusReason);
}

void MainWindow::leaveStartPage() {
    if (m_start->isHidden()) return;
    m_start->hide();
    m_desk->show();
    const QList<Panel *> panels = m_desk->shownPanels();
    if (!panels.isEmpty()) giveFocus(*panels.constFirst());
}

bool MainWindow::isEmpty() {
    return !editor().hasCurrent() && m_document.session().empty();
}

void MainWindow::openSample(const QString &file) {
    const Result<QString> placed = placeSample(file);
    if (!placed) {
        fail(QString::fromStdString(placed.error().message));
        return;
    }
    openPath(*placed);
}

void MainWindow::openGuideAt(const GuidePlace &place) {
    auto *guide = static_cast<GuidePanel *>(m_desk->panel(guideId));
    showPanel(guideId);
    guide->open(place);
}

void MainWindow::startTour() {
    if (!m_tour) m_tour = new Tour(*this);
    m_tour->start();
}

/** About the panel with the focus; in the guide itself, its beginning. */
void MainWindow::openGuide() {
    const Panel *focused = m_start->isHidden() ? m_desk->focusedPanel() : nullptr;
    openGuideAt(guidePlaceOf(focused ? focused->objectName() : guideId));
}

/** The places that F6 and its like go through: the panels in view, or the start page; and the tour, if it is on. */
QList<QWidget *> MainWindow::keyStops() const {
    QList<QWidget *> stops;
    if (m_start->isHidden()) {
        for (Panel *panel : m_desk->shownPanels())
            stops.append(panel);
    } else {
        stops.append(m_start);
    }
    if (m_tour && m_tour->isOn()) stops.append(&m_tour->card());
    return stops;
}

void MainWindow::focusNextPanel(int direction) {
    const QList<QWidget *> stops = keyStops();
    if (stops.isEmpty()) return;
    const QWidget *focused = QApplication::focusWidget();
    int at = direction > 0 ? -1 : 0;
    for (int i = 0; i < stops.size(); ++i)
        if (focused && holds(*stops[i], *focused)) at = i;
    QWidget *next = stops[(at + direction + stops.size()) % stops.size()];
    if (qobject_cast<Panel *>(next)) {
        m_desk->showPanel(next->objectName());
    } else {
        giveFocus(*next);
    }
}

} // namespace shell
} // namespace jitscope
