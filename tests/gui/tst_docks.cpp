// SPDX-License-Identifier: Apache-2.0
// Docks: where keys go when panels come and go, tabs dragged out, dropped and put back, layouts with names. On a real
// screen the mouse is the real one.
#include "app/models/recordview.h"
#include "app/panels/editor/editorpanel.h"
#include "app/shell/builtins.h"
#include "app/shell/desk.h"
#include "app/shell/dock.h"
#include "app/shell/docktab.h"
#include "app/shell/layoutmenu.h"
#include "app/shell/layouts.h"
#include "app/shell/mnemonics.h"
#include "app/shell/perspectives.h"
#include "tests/support/nestedops.h"
#include "tests/support/stepsession.h"
#include "tests/support/testing.h"
#include "tests/support/windowtest.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QHoverEvent>
#include <QInputDialog>
#include <QMenu>
#include <QMouseEvent>
#include <QProcess>
#include <QRandomGenerator>
#include <QScreen>
#include <QMenuBar>
#include <QScrollBar>
#include <QToolBar>
#include <QToolButton>

#include <functional>

using namespace jitscope;

namespace {

const QString script = QStringLiteral("import mindspore as ms\nx = ms.Tensor([1.0])\nprint(x)\n");

} // namespace

Q_DECLARE_METATYPE(std::function<void(jitscope::MainWindow &)>)

class DocksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow();
        QVERIFY(m_window);
        const QString path = m_folder.filePath("script.py");
        QVERIFY(writeFile(path.toStdString(), script.toStdString()).ok());
        m_window->openPath(path);
    }
    void init() {
        for (const Perspective &perspective : perspectives()) {
            m_window->setPerspective(perspective.id);
            m_window->action("reset-perspective")->trigger();
        }
        m_window->setPerspective("step");
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->panel("editor")->setFocus();
    }
    void cleanupTestCase() { m_window.reset(); }

    void keysNeverReachAnEditorThatIsNotShown() {
        m_window->action("perspective-passes")->trigger();
        for (int i = 0; i < 2; ++i)
            m_window->action("maximize-panel")->trigger();
        for (int i = 0; i < 3; ++i)
            press(Qt::Key_Tab);
        for (int key : {Qt::Key_Z, Qt::Key_Return})
            press(Qt::Key(key));
        QCOMPARE(editor().currentText(), script);
        QVERIFY(!dock("editor")->isInView());
    }

    void aClosedPanelGivesItsFocusToTheOneBehindIt() {
        m_window->showPanel("console");
        QTRY_VERIFY(dock("console")->isAncestorOf(QApplication::focusWidget()));
        dock("console")->close();
        QTRY_VERIFY(dock("editor")->isAncestorOf(QApplication::focusWidget()));
    }

    void whatFindsNoRoomFoldsIntoMenus() {
        m_window->setPerspective("trace");
        m_window->showPanel("statistics");
        Dock *statistics = dock("statistics");
        const auto button = [statistics](const char *id) { return statistics->findChild<QToolButton *>(id); };
        statistics->setFloating(true);
        statistics->setFloating(false);
        QTRY_VERIFY(statistics->isInView());
        QTRY_VERIFY(statistics->findChildren<QToolButton *>(QRegularExpression("^tab-")).size() > 1);
        narrow(*statistics, 160);
        QTRY_VERIFY(button("moreTabs")->isVisible());
        QVERIFY(tab("statistics", "statistics")->isVisible());
        QVERIFY(!tab("statistics", "comparison")->isVisible());
    }

    void controlsWithoutRoomOpenBehindAButton() {
        m_window->showPanel("graph");
        Dock *graph = dock("graph");
        QWidget *controls = m_window->panel("graph")->titleControls();
        desk().resizeDocks({graph}, {700}, Qt::Horizontal);
        QTRY_VERIFY(controls->isVisible());
        narrow(*graph, 140);
        QTRY_VERIFY(!controls->isVisible());
        auto *more = graph->findChild<QToolButton *>("moreControls");
        QVERIFY(more->isVisible());
        more->click();
        QTRY_VERIFY(controls->isVisible());
        QVERIFY(controls->window() != m_window.get());
        controls->window()->close();
        desk().resizeDocks({graph}, {700}, Qt::Horizontal);
        QTRY_VERIFY(controls->isVisible() && controls->window() == m_window.get());
    }

    /** What a button among them shows in the panel does not lie under them. */
    void foldedControlsCloseOnAClick() {
        m_window->showPanel("timings");
        Dock *timings = dock("timings");
        QWidget *controls = m_window->panel("timings")->titleControls();
        timings->setFloating(true);
        timings->resize(240, 300);
        auto *more = timings->findChild<QToolButton *>("moreControls");
        QTRY_VERIFY(more->isVisible());
        more->click();
        QTRY_VERIFY(controls->isVisible());
        auto *histogram = controls->findChild<QToolButton *>("timingsHistogram");
        histogram->click();
        QVERIFY(histogram->isChecked() && !controls->isVisible());
        more->click();
        QVERIFY(controls->isVisible());
        histogram->click();
        QVERIFY(!histogram->isChecked() && !controls->isVisible());
        timings->setFloating(false);
    }

    void aClickOnATabBesideOpenedControlsGoesThere() {
        m_window->setPerspective("step");
        m_window->showPanel("timings");
        Dock *timings = dock("timings");
        auto *more = timings->findChild<QToolButton *>("moreControls");
        QTRY_VERIFY(more->isVisible());
        more->click();
        QWidget *popup = m_window->panel("timings")->titleControls()->window();
        QTRY_VERIFY(popup->isVisible() && popup != m_window.get());
        const QWidget *events = tab("timings", "events");
        const QPoint place = popup->mapFromGlobal(events->mapToGlobal(events->rect().center()));
        QVERIFY(!popup->rect().contains(place));
        QTest::mouseClick(popup, Qt::LeftButton, {}, place);
        QTRY_VERIFY(!popup->isVisible() && dock("events")->isInView());
    }

    /** Behind a button nobody sees what a table is filtered by, and opened they cover it. */
    void controlsThatAreToBeSeenGetARowBelowTheTabs() {
        m_window->showPanel("timings");
        Dock *timings = dock("timings");
        QWidget *controls = m_window->panel("timings")->titleControls();
        auto *more = timings->findChild<QToolButton *>("moreControls");
        timings->setFloating(true);
        const int wide = controls->minimumSizeHint().width() + 40;
        timings->resize(wide, 300);
        QTRY_VERIFY(controls->isVisible() && !more->isVisible());
        QCOMPARE(controls->window(), timings->window());
        const auto bottomOf = [&](QWidget *widget) { return widget->mapTo(timings, widget->rect().bottomLeft()).y(); };
        const auto topOf = [&](QWidget *widget) { return widget->mapTo(timings, QPoint()).y(); };
        QTRY_VERIFY(topOf(controls) >= bottomOf(tab("timings", "timings")));
        QTRY_VERIFY(bottomOf(controls) < topOf(m_window->panel("timings")));
        timings->resize(wide, 160); // the row would leave nothing of the table
        QTRY_VERIFY(!controls->isVisible() && more->isVisible());
        timings->resize(wide, 300);
        QTRY_VERIFY(controls->isVisible() && !more->isVisible());
        timings->setFloating(false);
    }

    /** A ring around a panel whose rows do not move says that keys go there, and they do not. */
    void theKeyToTheNextPanelGoesToItsMainView() {
        m_window->document().replace(testing::NestedOps(3).make(100));
        m_window->setPerspective("profile");
        for (const char *id : {"timings", "flame"}) {
            m_window->showPanel(id);
            const Panel *panel = m_window->panel(id);
            QVERIFY2(QTest::qWaitFor([panel] { return panel->isVisible() && panel->isReady(); }), id);
            m_window->action("next-panel")->trigger();
            m_window->action("previous-panel")->trigger();
            const QWidget *focused = QApplication::focusWidget();
            QVERIFY2(panel->isAncestorOf(focused), id);
            QVERIFY2(qobject_cast<const QAbstractScrollArea *>(focused), id);
        }
        auto *table = m_window->panel("timings")->findChild<RecordView *>("timingsTable");
        m_window->showPanel("timings");
        QTRY_COMPARE(QApplication::focusWidget(), table);
        QTRY_VERIFY(table->model()->rowCount() > 1);
        const int row = table->currentIndex().row(); // -1: nothing is chosen, and the first key does
        QTest::keyClick(QApplication::focusWidget(), row <= 0 ? Qt::Key_Down : Qt::Key_Up);
        QCOMPARE(table->currentIndex().row(), row <= 0 ? row + 1 : row - 1);
        m_window->setPerspective("step");
        m_window->document().replace({});
    }

    void panelsThatOthersLeadToAreThere() {
        for (const PanelId each : panels::all)
            QVERIFY2(dock(each.text()), qPrintable(each.text()));
    }

    void aTabIsDraggedOutAndDroppedOnOtherTabs() {
        m_window->showPanel("events");
        Dock *events = dock("events");
        QTRY_VERIFY(tab("events", "events")->isVisible());
        const QPoint from = restingPlace("events", "events");
        const QPoint outside = centre(*m_window->menuBar()); // above any other panel it would dock there
        drag(from, {from + QPoint(60, 60), outside + QPoint(0, 20), outside});
        QTRY_VERIFY(events->isFloating());
        QVERIFY(dock("breakpoints")->isInView()); // it was behind the one that went
        if (testing::onRealScreen())              // offscreen no window is active after a drag
            QTRY_VERIFY(events->isAncestorOf(QApplication::focusWidget()));

        const QPoint target = centre(*dock("graph"));
        const QPoint grip = restingPlace("events", "events");
        drag(grip, {grip + QPoint(20, 20), target + QPoint(8, 8), target});
        QTRY_VERIFY(!events->isFloating());
        QTRY_VERIFY(tab("events", "graph") != nullptr);
        QCOMPARE(events->geometry(), dock("events")->geometry());
    }

    /** Work that ends, or a breakpoint, shows panels also while one is held by the mouse. */
    void aPanelThatIsHeldIsLetGoBeforeTheLayoutChanges_data() {
        using Change = std::function<void(MainWindow &)>;
        QTest::addColumn<Change>("change");
        QTest::newRow("perspective") << Change([](MainWindow &window) { window.setPerspective("passes"); });
        QTest::newRow("panel shown") << Change([](MainWindow &window) { window.showPanel("lockstep"); });
        QTest::newRow("panel closed") << Change([](MainWindow &window) {
            const QList<QAction *> toggles = window.findChild<Desk *>()->viewActions();
            for (QAction *each : toggles)
                if (each->objectName() == "graph") each->trigger();
        });
        QTest::newRow("panel alone") << Change([](MainWindow &window) { window.action("maximize-panel")->trigger(); });
    }
    void aPanelThatIsHeldIsLetGoBeforeTheLayoutChanges() {
        using Change = std::function<void(MainWindow &)>;
        QFETCH(Change, change);
        QTest::failOnWarning(QRegularExpression("objectName"));
        m_window->showPanel("events");
        Dock *events = dock("events");
        const QPoint from = restingPlace("events", "events"), over = centre(*dock("graph"));
        QWidget *title = events->titleBarWidget();
        const QPoint grip = title->mapToGlobal(QPoint(title->width() / 2, title->height() / 2));
        send(*events, QEvent::MouseButtonPress, title->childAt(title->width() / 2, 4) ? from : grip);
        for (const QPoint &point : {grip + QPoint(40, 40), over + QPoint(10, 10), over}) {
            send(*events, QEvent::MouseMove, point);
            QTest::qWait(20);
        }
        QCOMPARE(QWidget::mouseGrabber(), events);
        change(*m_window);
        QVERIFY(!QWidget::mouseGrabber());
        QTest::qWait(50);
        m_window->setPerspective("passes");
        m_window->setPerspective("step");
        QTRY_VERIFY(m_window->isReady());
    }

    /** Groups of detached panels are where Qt loses places of its layout, and the program with them. */
    void detachedPanelsDoNotGroup() {
        m_window->showPanel("graph");
        dock("graph")->detach();
        QTRY_VERIFY(dock("graph")->isFloating());
        m_window->showPanel("events");
        Dock *events = dock("events");
        QTRY_VERIFY(events->isInView());
        const QPoint over = centre(*dock("graph"));
        QWidget *title = events->titleBarWidget();
        const QPoint grip = title->mapToGlobal(QPoint(title->width() - 60, title->height() / 2));
        drag(grip, {grip + QPoint(40, 40), over + QPoint(30, 30), over});
        QVERIFY(events->window() != dock("graph")->window());
        QVERIFY(dock("breakpoints")->isInWindow()); // one goes, not all that stand behind each other
    }

    void aTabDroppedAtAnEdgeSplitsThePlace() {
        m_window->showPanel("lockstep");
        Dock *lockstep = dock("lockstep");
        QTRY_VERIFY(tab("lockstep", "lockstep")->isVisible());
        const QPoint from = restingPlace("lockstep", "lockstep");
        const QRect place(lockstep->mapToGlobal(QPoint(0, 0)), lockstep->size());
        const QPoint target(place.center().x(), place.bottom() - 12);
        drag(from, {from + QPoint(30, 60), target - QPoint(0, 10), target});
        QTRY_VERIFY(!lockstep->isFloating());
        QTRY_VERIFY(dock("graph")->isInView() && lockstep->isInView());
        QVERIFY(lockstep->geometry().top() > dock("graph")->geometry().bottom());
        QCOMPARE(lockstep->geometry().left(), dock("graph")->geometry().left());
    }

    void aDetachedPanelHasATitleAndStandsBesideItsOldPlace() {
        m_window->showPanel("graph");
        Dock *graph = dock("graph");
        const QRect old(graph->mapToGlobal(QPoint(0, 0)), graph->size());
        graph->detach();
        QTRY_VERIFY(graph->isFloating() && graph->isVisible());
        QVERIFY(graph->geometry().topLeft() != old.topLeft());
        QVERIFY(graph->screen()->availableGeometry().contains(graph->frameGeometry()));
        QVERIFY(graph->titleBarWidget()->isVisible());
        QTRY_VERIFY(graph->isAncestorOf(QApplication::focusWidget()));

        const QRect before = graph->geometry();
        m_window->action("maximize-panel")->trigger();
        QTRY_COMPARE(graph->geometry(), graph->screen()->availableGeometry());
        m_window->action("maximize-panel")->trigger();
        QTRY_COMPARE(graph->geometry(), before);

        const QPoint grip = restingPlace("graph", "graph");
        drag(grip, {grip + QPoint(10, 8), grip + QPoint(24, 20)});
        QTRY_VERIFY(graph->pos() != before.topLeft());
        graph->putBack();
        QTRY_VERIFY(!graph->isFloating() && graph->isInView());
        QTRY_VERIFY(graph->isAncestorOf(QApplication::focusWidget()));
    }

    void resettingKeepsWhatIsInView() {
        m_window->showSession(testing::loopSession(400), {});
        m_window->showPanel("events");
        auto *list = m_window->panel("events")->findChild<QAbstractItemView *>("eventList");
        QTRY_VERIFY(list->verticalScrollBar()->maximum() > 200);
        list->verticalScrollBar()->setValue(100);
        QCoreApplication::processEvents();
        m_window->action("reset-perspective")->trigger();
        QTest::qWait(200);
        QCOMPARE(list->verticalScrollBar()->value(), 100);
        m_window->showSession({}, {});
    }

    void aDoubleClickOnTheTitleDetachesBesideTheOldPlace() {
        Dock *values = dock("values");
        QTRY_VERIFY(values->isInView());
        const QPoint old = values->mapToGlobal(QPoint(0, 0));
        QTest::mouseDClick(values, Qt::LeftButton, {}, QPoint(values->width() - 60, 10));
        QTRY_VERIFY(values->isFloating() && values->isVisible());
        QVERIFY(values->geometry().topLeft() != old);
        QVERIFY(values->screen()->availableGeometry().contains(values->geometry()));
        QTest::mouseDClick(values, Qt::LeftButton, {}, QPoint(values->width() - 110, 10));
        QTRY_VERIFY(values->isInWindow() && values->isInView());
    }

    void aTabShowsItsWholeNameWhereThereIsRoom() {
        for (const char *id : {"editor", "events", "graph", "values"}) {
            QToolButton *front = tab(id, id);
            QVERIFY(front && front->isVisible());
            QVERIFY2(!front->text().contains(QChar(0x2026)), qPrintable(front->text()));
            const int text = QFontMetrics(front->font()).horizontalAdvance(front->text());
            QVERIFY2(front->width() >= text + 2, id);
        }
    }

    void f12ShowsThePanelInFrontAloneAndAllAgain() {
        m_window->showPanel("values");
        m_window->action("maximize-panel")->trigger();
        QTRY_VERIFY(dock("values")->isInView());
        for (const Dock *each : docks())
            QVERIFY2(each->isInView() == (each == dock("values")), qPrintable(each->objectName()));
        QVERIFY(dock("values")->isAncestorOf(QApplication::focusWidget()));
        m_window->action("maximize-panel")->trigger();
        for (const char *id : {"editor", "events", "graph", "values"})
            QTRY_VERIFY2(dock(id)->isInView(), id);
        QVERIFY(dock("values")->isAncestorOf(QApplication::focusWidget()));
    }

    void aNamedLayoutIsAppliedAndDeleted() {
        m_window->showPanel("lockstep");
        dock("values")->close();
        saveLayout("narrow / wide & more", desk().arrangement());
        QCOMPARE(layoutNames(), QStringList{"narrow / wide & more"});
        m_window->action("reset-perspective")->trigger();
        QTRY_VERIFY(dock("values")->isInView());
        auto *menu = m_window->findChild<QMenu *>("menu-layouts");
        Q_EMIT menu->aboutToShow();
        QAction *apply = nullptr;
        for (QAction *action : menu->actions())
            if (withoutMnemonic(action->text()) == "narrow / wide & more") apply = action;
        QVERIFY(apply);
        apply->trigger();
        QTRY_VERIFY(dock("lockstep")->isInView());
        QVERIFY(dock("values")->isHidden());
        deleteLayout("narrow / wide & more");
        QVERIFY(layoutNames().isEmpty());
        QVERIFY(!desk().applyArrangement("not a layout"));
        QTRY_VERIFY(dock("lockstep")->isInView());
    }

    void oneResetDocksAClosedPanelThatFloated() {
        const QByteArray docked = desk().arrangement();
        for (const char *id : {"values", "events"}) {
            dock(id)->detach();
            QTRY_VERIFY(dock(id)->isFloating() && dock(id)->isVisible());
            dock(id)->close();
            QTRY_VERIFY(dock(id)->isHidden());
        }
        m_window->action("reset-perspective")->trigger();
        for (const char *id : {"values", "events"})
            QTRY_VERIFY2(dock(id)->isInView() && dock(id)->isInWindow(), id);

        dock("values")->detach();
        QTRY_VERIFY(dock("values")->isFloating() && dock("values")->isVisible());
        dock("values")->close();
        QVERIFY(desk().applyArrangement(docked));
        QTRY_VERIFY(dock("values")->isInView() && dock("values")->isInWindow());
    }

    void theSeparatorUnderTheMouseIsForgottenWhenDocksChangePlaces() {
        Desk &desk = *m_window->findChild<Desk *>();
        const auto hover = [&desk](QPoint place) {
            QHoverEvent move(QEvent::HoverMove, place, desk.mapToGlobal(place), place);
            QApplication::sendEvent(&desk, &move);
        };
        int separators = 0;
        for (const Perspective &from : perspectives())
            for (int at = 0; at < 5; ++at) {
                m_window->setPerspective(from.id);
                QApplication::processEvents();
                const QPoint place(desk.width() / 9, desk.height() * (at + 1) / 6);
                QPoint edge = place; // the nearest separator to the right
                while (edge.x() < desk.width() && desk.childAt(edge))
                    edge.rx() += 2;
                if (edge.x() >= desk.width()) continue;
                ++separators;
                hover(edge);
                m_window->setPerspective(from.id == "trace" ? "step" : "trace");
                hover(place); // Qt looked the old separator up in the new layout
            }
        QVERIFY(separators > 0);
    }

    // At the end: what it leaves behind is random.
    void theFocusIsAlwaysInSight_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 4; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }

    void theFocusIsAlwaysInSight() {
        QFETCH(int, seed);
        QRandomGenerator random{quint32(seed)};
        for (int i = 0; i < 60; ++i) {
            const QString done = change(random);
            QCoreApplication::processEvents();
            QTRY_VERIFY2(focusNow() && focusNow()->isVisible(),
                         qPrintable(QStringLiteral("%1: no focus in sight after %2").arg(i).arg(done)));
            const QWidget *focus = focusNow();
            for (const Dock *each : docks())
                if (each->isAncestorOf(focus))
                    QVERIFY2(each->isInView(), qPrintable(done + " left it in " + each->objectName()));
            if (dock("editor")->isInView()) continue;
            QCOMPARE(editor().currentText(), script);
        }
    }

private:
    EditorPanel &editor() { return *static_cast<EditorPanel *>(m_window->panel("editor")); }
    Desk &desk() { return *m_window->findChild<Desk *>("desk"); }
    QList<Dock *> docks() { return m_window->findChildren<Dock *>(); }
    Dock *dock(const QString &id) { return m_window->findChild<Dock *>("dock-" + id); }
    /** The tab of `of` in the title bar of `in`. */
    QToolButton *tab(const QString &in, const QString &of) {
        QToolButton *found = nullptr;
        for (auto *each : dock(in)->findChildren<QToolButton *>("tab-" + of))
            if (!found || each->isVisible()) found = each;
        return found;
    }
    /** Sometimes no window is active after docks came and went: always offscreen, or when the manager says so. */
    QWidget *focusNow() const {
        return QApplication::activeWindow() ? QApplication::focusWidget() : m_window->focusWidget();
    }
    static QPoint centre(const QWidget &widget) { return widget.mapToGlobal(widget.rect().center()); }
    /** Of a tab, once the panels about it have found their places. */
    QPoint restingPlace(const QString &in, const QString &of) {
        QPoint before;
        const auto isAtRest = [&] {
            const QPoint now = tab(in, of) ? centre(*tab(in, of)) : QPoint();
            return std::exchange(before, now) == now;
        };
        do
            QTest::qWait(100);
        while (!isAtRest());
        return before;
    }
    void press(Qt::Key key) {
        if (QWidget *focus = QApplication::focusWidget()) QTest::keyClick(focus, key);
    }
    void narrow(Dock &dock, int width) {
        desk().resizeDocks({&dock}, {width}, Qt::Horizontal);
        QTRY_VERIFY2(dock.width() < 3 * width, qPrintable(QString::number(dock.width())));
    }
    /** Presses at `from`, moves through `way` and lets go at its end. */
    void drag(QPoint from, const QList<QPoint> &way) {
        if (testing::onRealScreen()) {
            dragForReal(from, way);
            return;
        }
        QWidget *pressed = widgetAt(from);
        QVERIFY(pressed);
        QWidget *held = pressed; // the dock grabs the mouse as soon as it is dragged
        if (const auto *tab = qobject_cast<DockTab *>(pressed)) held = &tab->dock();
        while (!qobject_cast<Dock *>(held))
            held = held->parentWidget();
        send(*pressed, QEvent::MouseButtonPress, from);
        for (const QPoint &point : way) {
            send(*held, QEvent::MouseMove, point);
            QCoreApplication::processEvents();
        }
        send(*held, QEvent::MouseButtonRelease, way.constLast());
    }
    /** The screen of the offscreen platform is smaller than the window: it is looked up here. */
    QWidget *widgetAt(QPoint point) {
        for (Dock *each : docks())
            if (each->isFloating() && each->isVisible() && each->geometry().contains(point))
                return each->childAt(each->mapFromGlobal(point));
        return m_window->childAt(m_window->mapFromGlobal(point));
    }
    static void send(QWidget &widget, QEvent::Type type, QPoint at) {
        const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, QPointF(widget.mapFromGlobal(at)), QPointF(at), button, held, Qt::NoModifier);
        QApplication::sendEvent(&widget, &event);
    }
    void dragForReal(QPoint from, const QList<QPoint> &way) {
        const qreal scale = m_window->devicePixelRatioF();
        const auto place = [scale](QPoint point) {
            return QStringList{"mousemove", QString::number(int(point.x() * scale)),
                               QString::number(int(point.y() * scale))};
        };
        act(place(from));
        act({"mousedown", "1"});
        for (const QPoint &point : way)
            act(place(point));
        act({"mouseup", "1"});
    }
    /** One act of xdotool, with the events that follow from it. */
    static void act(const QStringList &arguments) {
        QProcess process;
        process.start("xdotool", arguments);
        QVERIFY(QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }));
        QTest::qWait(60);
    }
    QString change(QRandomGenerator &random) {
        const auto id = [&random] { return allPanels()[size_t(random.bounded(int(allPanels().size())))].id; };
        switch (random.bounded(7)) {
        case 0: {
            const QString perspective = perspectives()[random.bounded(int(perspectives().size()))].id;
            m_window->setPerspective(perspective);
            return "perspective " + perspective;
        }
        case 1:
            m_window->action("maximize-panel")->trigger();
            return "maximize";
        case 2: {
            const QString shown = id();
            m_window->showPanel(shown);
            return "show " + shown;
        }
        case 3: {
            QList<Dock *> seen;
            for (Dock *each : docks())
                if (each->isInView()) seen.append(each);
            if (seen.size() < 2) return "nothing";
            Dock *closed = seen[random.bounded(int(seen.size()))];
            closed->close();
            return "close " + closed->objectName();
        }
        case 4: {
            for (Dock *each : docks())
                if (each->isInView() && each->isInWindow()) {
                    each->detach();
                    QCoreApplication::processEvents();
                    each->putBack();
                    return "detach and put back " + each->objectName();
                }
            return "nothing";
        }
        default:
            if (!dock("editor")->isAncestorOf(QApplication::focusWidget())) press(Qt::Key_Tab);
            return "Tab";
        }
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(DocksTest)
#include "tst_docks.moc"
