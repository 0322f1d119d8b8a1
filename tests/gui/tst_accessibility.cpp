// SPDX-License-Identifier: Apache-2.0
// The window as a screen reader and as somebody without a mouse meet it: the whole tree of accessible objects, the way
// from panel to panel by keys, the frame around what has the focus, and texts of one and a half the size.
#include "app/sdk/theme.h"
#include "app/shell/builtins.h"
#include "app/shell/perspectives.h"
#include "app/shell/preferences.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTabBar>
#include <QToolButton>

#include <span>

namespace jitscope::tst_accessibility {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 20000;
constexpr int childLimit = 300; ///< of one list or table: their rows are all alike

/** What a user acts on or must be able to tell from others. */
const QSet<QAccessible::Role> controls = {
    QAccessible::Button,   QAccessible::PushButton,  QAccessible::ButtonMenu,  QAccessible::ButtonDropDown,
    QAccessible::CheckBox, QAccessible::RadioButton, QAccessible::ComboBox,    QAccessible::EditableText,
    QAccessible::SpinBox,  QAccessible::Slider,      QAccessible::Tree,        QAccessible::Table,
    QAccessible::List,     QAccessible::PageTab,     QAccessible::PageTabList, QAccessible::MenuItem,
    QAccessible::Graphic,  QAccessible::Terminal,    QAccessible::Pane,        QAccessible::Dialog,
};

/** Qt's own parts of a control, which is named itself. */
bool isInnerPart(const QAccessibleInterface &each) {
    const QObject *object = each.object();
    if (!object) return false;
    const QString name = object->objectName();
    // The bars by which Qt keeps docks behind each other; ours stand in the titles.
    if (object->inherits("QTabBar") && object->parent() && object->parent()->inherits("QMainWindow")) return true;
    if (name.startsWith("qt_") || object->inherits("QScrollBar") || object->inherits("QToolBarExtension")) return true;
    for (const QObject *above = object->parent(); above; above = above->parent())
        if (above->inherits("QAbstractSpinBox") || above->inherits("QComboBox") || above->inherits("QHeaderView"))
            return true;
    // The arrows of a tab bar that is too narrow.
    return object->inherits("QToolButton") && qobject_cast<QTabBar *>(object->parent());
}

QString describe(const QAccessibleInterface &each) {
    const QObject *object = each.object();
    QStringList path;
    for (const QObject *at = object; at && path.size() < 5; at = at->parent())
        path.prepend(QLatin1String(at->metaObject()->className()) + QLatin1Char(' ') + at->objectName());
    return qAccessibleRoleString(each.role()) + QStringLiteral(" \"") + each.text(QAccessible::Name) +
           QStringLiteral("\" of ") + path.join(QStringLiteral(" / "));
}

void collectFaults(QAccessibleInterface *each, QSet<QString> &faults, int &seen, int depth = 0) {
    if (!each || !each->isValid() || each->state().invisible || depth > 40) return;
    ++seen;
    const bool isWidget = each->object() && each->object()->isWidgetType();
    // Not a label that only lets its text be marked with the mouse.
    const bool takesKeys = isWidget && each->state().focusable && !each->state().disabled &&
                           (static_cast<QWidget *>(each->object())->focusPolicy() & Qt::TabFocus);
    if (!isInnerPart(*each)) {
        if (each->role() == QAccessible::NoRole) faults.insert("no role: " + describe(*each));
        if (takesKeys && each->role() == QAccessible::Client) faults.insert("no role of its own: " + describe(*each));
        const bool mustHaveName = takesKeys || (controls.contains(each->role()) && isWidget);
        const QString name = each->text(QAccessible::Name);
        if (mustHaveName && name.trimmed().isEmpty()) faults.insert("no name: " + describe(*each));
        static const QRegularExpression mark(QStringLiteral("&\\w"));
        if (mustHaveName && name.contains(mark)) faults.insert("a mark of a menu in the name: " + describe(*each));
    }
    const int count = std::min(each->childCount(), childLimit);
    for (int i = 0; i < count; ++i)
        collectFaults(each->child(i), faults, seen, depth + 1);
}

/** Of a widget in its window, as far as its parents let it be seen. */
QRect seenPart(const QWidget &widget) {
    QRect seen(widget.mapTo(widget.window(), QPoint()), widget.size());
    for (const QWidget *above = widget.parentWidget(); above;
         above = above->isWindow() ? nullptr : above->parentWidget())
        seen &= QRect(above->mapTo(widget.window(), QPoint()), above->size());
    return seen;
}

bool isInside(const QWidget *widget, const QWidget *outer) {
    return widget && outer && (widget == outer || outer->isAncestorOf(widget));
}

} // namespace

class AccessibilityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        QAccessible::setActive(true);
        m_window = testing::openWindow({1600, 1000});
        QVERIFY(m_window);
    }

    void init() { QVERIFY(QTest::qWaitForWindowActive(m_window.get())); }

    void cleanupTestCase() { m_window.reset(); }

    void everyControlOfEveryPanelHasANameAndARole_data() {
        QTest::addColumn<bool>("isRun");
        QTest::newRow("nothing is open") << false;
        QTest::newRow("a run is open") << true;
    }

    void everyControlOfEveryPanelHasANameAndARole() {
        QFETCH(bool, isRun);
        if (isRun) run();
        QSet<QString> faults;
        int seen = 0;
        for (const PanelDef &def : allPanels()) {
            m_window->showPanel(def.id);
            QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
            collectFaults(QAccessible::queryAccessibleInterface(dockOf(def.id)), faults, seen);
        }
        for (const Perspective &perspective : perspectives()) {
            m_window->setPerspective(perspective.id);
            collectFaults(QAccessible::queryAccessibleInterface(m_window.get()), faults, seen);
        }
        m_window->showStartPage();
        collectFaults(QAccessible::queryAccessibleInterface(m_window.get()), faults, seen);
        m_window->leaveStartPage();
        QVERIFY(seen > 500);
        QStringList sorted(faults.begin(), faults.end());
        sorted.sort();
        QVERIFY2(sorted.isEmpty(), qPrintable("\n" + sorted.join('\n')));
    }

    void everyPanelIsReachedAndLeftByKeys_data() { panelRows(); }

    void everyPanelIsReachedAndLeftByKeys() {
        QFETCH(QString, id);
        m_window->showPanel(id);
        QWidget *wanted = m_window->panel(id);
        QTRY_VERIFY(wanted->isVisible());
        // A panel with nothing in it leaves the focus to its tab.
        const QWidget *dock = dockOf(id);
        QTRY_VERIFY2(isInside(QApplication::focusWidget(), dock), qPrintable(id + " did not take the focus"));
        cycle(Qt::ControlModifier);
        QVERIFY2(!isInside(QApplication::focusWidget(), dock), qPrintable(id + " cannot be left"));
        cycle(Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY2(isInside(QApplication::focusWidget(), dock), qPrintable(id + " cannot be reached"));
    }

    void theFocusIsAlwaysSeen_data() {
        QTest::addColumn<QString>("theme");
        for (const char *theme : {"dark", "light", "high-contrast"})
            QTest::newRow(theme) << theme;
    }

    void theFocusIsAlwaysSeen() {
        QFETCH(QString, theme);
        applyTheme(Theme::named(theme));
        const std::vector<PanelDef> panels = allPanels();
        const size_t asked = theme == "dark" ? panels.size() : 6; // the others only differ in colours
        for (const PanelDef &def : std::span(panels).first(asked)) {
            m_window->showPanel(def.id);
            cycle(Qt::ControlModifier | Qt::ShiftModifier);
            cycle(Qt::ControlModifier);
            for (int stop = 0; stop < 3; ++stop) {
                QTest::qWait(5);
                QWidget *focused = QApplication::focusWidget();
                QVERIFY2(focused && focused->isVisible(), qPrintable(def.id));
                const auto *ring = focused->window()->findChild<QWidget *>("focusRing");
                QTRY_VERIFY2(ring && ring->isVisible(), qPrintable(def.id));
                const QRect place = seenPart(*focused);
                QTRY_COMPARE(ring->geometry(), place);
                const QImage picture = focused->window()->grab(place).toImage();
                const QColor edge = picture.pixelColor(picture.width() / 2, 1);
                QVERIFY2(contrast(edge, currentTheme().accent) < 1.2,
                         qPrintable(def.id + ": " + focused->metaObject()->className() + " " + edge.name()));
                if (focused->inherits("QsciScintillaBase")) break; // Tab is a character there
                QTest::keyClick(focused, Qt::Key_Tab);
            }
        }
        applyTheme(Theme::dark());
    }

    void textsOfOneAndAHalfTheSizeAreNotCut() {
        Preferences large;
        large.theme = "dark";
        large.textPixels = 1.5 * large.textPixels;
        applyLook(large);
        QStringList faults;
        for (const PanelDef &def : allPanels()) {
            m_window->showPanel(def.id);
            if (!QTest::qWaitFor([&] { return cutTexts(def.id).isEmpty(); }, 1000)) faults += cutTexts(def.id);
        }
        Preferences usual;
        usual.theme = "dark";
        applyLook(usual);
        QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
    }

private:
    void panelRows() {
        QTest::addColumn<QString>("id");
        for (const PanelDef &def : allPanels())
            QTest::newRow(qPrintable(def.id)) << def.id;
    }
    QStringList cutTexts(const QString &id) const {
        QStringList cut;
        const QWidget *dock = dockOf(id);
        for (const QAbstractButton *button : dock->findChildren<QAbstractButton *>()) {
            if (!button->isVisible() || button->objectName().startsWith("qt_") || isInner(button)) continue;
            const QSize least = button->minimumSizeHint().boundedTo(button->sizeHint());
            const int textWidth = button->text().isEmpty() || isIconOnly(button)
                                      ? 0
                                      : button->fontMetrics().size(Qt::TextShowMnemonic, button->text()).width();
            if (button->height() < std::min(least.height(), button->fontMetrics().height()) ||
                button->width() < textWidth)
                cut.append(QStringLiteral("%1: %2 \"%3\" %4x%5, wants %6x%7")
                               .arg(id, button->objectName(), button->text())
                               .arg(button->width())
                               .arg(button->height())
                               .arg(button->sizeHint().width())
                               .arg(button->sizeHint().height()));
        }
        for (const QLabel *label : dock->findChildren<QLabel *>()) {
            if (!label->isVisible() || label->text().isEmpty() || label->wordWrap() || elides(label)) continue;
            if (label->height() < inkHeight(*label))
                cut.append(QStringLiteral("%1: label \"%2\" is %3 high").arg(id, label->text()).arg(label->height()));
        }
        for (const QAbstractItemView *view : dock->findChildren<QAbstractItemView *>())
            if (view->isVisible() && view->model() && view->model()->rowCount() > 0) {
                const QRect row = view->visualRect(view->model()->index(0, 0, view->rootIndex()));
                if (row.isValid() && row.height() < inkHeight(*view))
                    cut.append(
                        QStringLiteral("%1: rows of %2 are %3 high").arg(id, view->accessibleName()).arg(row.height()));
            }
        return cut;
    }
    /** What letters fill of a line: fonts leave some pixels free above. */
    static int inkHeight(const QWidget &widget) {
        return widget.fontMetrics().tightBoundingRect(QStringLiteral("Agjpq")).height();
    }
    void run() {
        m_window->openSample("attention.py");
        m_window->action("run")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle &&
                                     !m_window->document().session().compilations.empty(),
                                 runTimeoutMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), runTimeoutMs);
        m_window->selection().selectOp(5);
    }
    /** The panel with its title and what stands there. */
    QWidget *dockOf(const QString &id) const {
        QWidget *widget = m_window->panel(id);
        while (widget && !qobject_cast<QDockWidget *>(widget))
            widget = widget->parentWidget();
        return widget;
    }
    void cycle(Qt::KeyboardModifiers modifiers) { QTest::keyClick(m_window.get(), Qt::Key_F6, modifiers); }
    static bool isIconOnly(const QAbstractButton *button) {
        const auto *tool = qobject_cast<const QToolButton *>(button);
        return tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
    }
    /** Of a list, or the small pictures at the ends of a line to type in. */
    static bool isInner(const QWidget *widget) {
        const QWidget *parent = widget->parentWidget();
        return parent && (parent->inherits("QAbstractItemView") || parent->inherits("QLineEdit"));
    }
    /** Labels that shorten their text by themselves and tell the whole in a tool tip. */
    static bool elides(const QLabel *label) { return label->minimumSizeHint().width() < label->sizeHint().width(); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(AccessibilityTest)

} // namespace jitscope::tst_accessibility

#include "tst_accessibility.moc"
