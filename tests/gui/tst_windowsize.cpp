// SPDX-License-Identifier: Apache-2.0
// The window stays as large as its user made it, and can always be made small: whatever is shown, said or opened.
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/infobar.h"
#include "app/sdk/selection.h"
#include "app/shell/builtins.h"
#include "app/shell/dockframe.h"
#include "app/shell/language.h"
#include "app/shell/onscreen.h"
#include "app/shell/perspectives.h"
#include "app/shell/preferences.h"
#include "app/shell/statusline.h"
#include "app/shell/toolbar.h"
#include "engine/base/spillmemory.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QRandomGenerator>
#include <QScreen>
#include <QScrollBar>
#include <QToolBar>

namespace jitscope::tst_windowsize {

using namespace jitscope;

namespace {

constexpr int runTimeoutMs = 30000;
constexpr int steps = 40;
constexpr QSize largestMinimum(1024, 640);
const QString manyOperators = QStringLiteral("import numpy as np\nimport mindspore as ms\n"
                                             "x = ms.Tensor(np.ones(64, np.float32))\n"
                                             "for i in range(20000):\n    y = x + x\n");

QString asText(QSize size) {
    return QString::number(size.width()) + QLatin1Char('x') + QString::number(size.height());
}

} // namespace

class WindowSizeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        const auto window = testing::openWindow();
        QVERIFY(window);
        window->openPath(QStringLiteral(JITSCOPE_SOURCE_DIR "/resources/samples/attention.py"));
        window->runOrContinue();
        QTRY_VERIFY_WITH_TIMEOUT(window->runner().state() != RunState::Idle, testing::scaledTimeout(runTimeoutMs));
        QTRY_VERIFY_WITH_TIMEOUT(window->runner().state() == RunState::Idle, testing::scaledTimeout(runTimeoutMs));
        QTRY_VERIFY(!window->document().session().compilations.empty());
        m_session = window->document().session();
    }

    void theWindowNeverGrowsByItself_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<double>("textPixels");
        QTest::newRow("English") << "en" << 12.5;
        QTest::newRow("English, 150 %") << "en" << 18.75;
        QTest::newRow("Chinese") << "zh_CN" << 12.5;
        QTest::newRow("Chinese, 150 %") << "zh_CN" << 18.75;
    }

    void theWindowNeverGrowsByItself() {
        QFETCH(QString, language);
        QFETCH(double, textPixels);
        installLanguage(language);
        Preferences look;
        look.theme = QStringLiteral("dark");
        look.textPixels = textPixels;
        applyLook(look);
        const QSize size = largestMinimum.boundedTo(QGuiApplication::primaryScreen()->availableSize());
        const auto window = testing::openWindow(testing::onRealScreen() ? largestMinimum - QSize(40, 60) : size);
        QVERIFY(window);
        window->showSession(m_session, {});
        window->openPath(QStringLiteral(JITSCOPE_SOURCE_DIR "/resources/samples/attention.py"));
        QTRY_VERIFY_WITH_TIMEOUT(window->isReady(), testing::scaledTimeout(runTimeoutMs));
        const QSize before = window->size();
        QRandomGenerator random(quint32(language.size() * 100 + textPixels));
        for (int i = 0; i < steps; ++i) {
            const QString done = change(*window, random);
            QTRY_VERIFY2_WITH_TIMEOUT(window->isReady(), qPrintable(done), testing::scaledTimeout(runTimeoutMs));
            QCoreApplication::processEvents();
            const QSize least = window->minimumSizeHint().expandedTo(window->minimumSize());
            QVERIFY2(least.width() <= largestMinimum.width() && least.height() <= largestMinimum.height(),
                     qPrintable(done + " needs " + asText(least)));
            QVERIFY2(window->size() == before, qPrintable(done + " made it " + asText(window->size())));
        }
        installLanguage(QStringLiteral("en"));
        look.textPixels = Preferences().textPixels;
        applyLook(look);
    }

    /** At 200 % a screen of 1024x640 has 512x320 of the window's own pixels. */
    void theWindowFitsOnAHalvedSmallScreen() {
        const auto window = testing::openWindow();
        window->showSession(m_session, {});
        for (const Perspective &perspective : perspectives()) {
            window->setPerspective(perspective.id);
            QTRY_VERIFY_WITH_TIMEOUT(window->isReady(), runTimeoutMs);
            const QSize least = window->minimumSizeHint();
            QVERIFY2(least.width() <= 512 && least.height() <= 320, qPrintable(perspective.id + ' ' + asText(least)));
        }
    }

    void allOfTheToolBarIsInSightAt1024() {
        if (QGuiApplication::primaryScreen()->availableSize().width() < 1000) QSKIP("the screen is narrower");
        const auto window = testing::openWindow({1000, 600});
        QTRY_VERIFY(window->width() <= 1024);
        for (const char *id : {"tool-run", "tool-step-op", "tool-go-to"})
            QTRY_VERIFY2(window->findChild<QWidget *>(id)->isVisible(), id);
        QVERIFY(!window->findChild<QWidget *>("qt_toolbar_ext_button")->isVisible());
    }

    /** With long texts of each: what has no room for all of its text is not there. */
    void partsOfTheStatusBarAreWholeAtAnyWidth_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("isPast"); ///< whether one looks at an operator of the past
        QTest::newRow("English") << "en" << false;
        QTest::newRow("English, in the past") << "en" << true;
        QTest::newRow("Chinese") << "zh_CN" << false;
        QTest::newRow("Chinese, in the past") << "zh_CN" << true;
    }
    void partsOfTheStatusBarAreWholeAtAnyWidth() {
        if (testing::onRealScreen()) QSKIP("window managers keep windows within the screen");
        QFETCH(QString, language);
        QFETCH(bool, isPast);
        installLanguage(language);
        const int64_t budget = spillUse().budget;
        useSpillFolder(m_spilled.path().toStdString());
        setSpillBudget(0);
        const auto window = testing::openWindow({1280, 700});
        window->runner().runFile(m_folder.filePath("many.py"), manyOperators, false);
        QTRY_VERIFY_WITH_TIMEOUT(window->document().session().ops.size() == 20000 && window->isReady() &&
                                     window->runner().state() == RunState::Idle,
                                 testing::scaledTimeout(runTimeoutMs));
        setSpillBudget(budget);
        if (isPast) window->selection().selectOp(10000);
        auto *const line = window->findChild<StatusLine *>();
        const auto *const memory = line->findChild<QLabel *>("statusMemory");
        QTRY_VERIFY2(memory->text().contains(QLatin1String("   ")), qPrintable(memory->text())); // operators on disk
        QSet<QString> seen;
        for (int width = 800; width < 1500; width += 7) {
            window->resize(width, 700);
            for (int turns = 0; turns < 3; ++turns)
                QCoreApplication::processEvents();
            for (const char *name : {"statusMemory", "statusCounts", "statusMode"}) {
                const auto *const part = line->findChild<ElidedLabel *>(name);
                if (!part->isVisible()) continue;
                seen.insert(name);
                QVERIFY2(part->shownText() == part->text(),
                         qPrintable(QString::number(width) + ' ' + part->shownText()));
            }
        }
        QCOMPARE(seen.size(), 3);
        installLanguage(QStringLiteral("en"));
    }

    /** What stands in front of each group, with a tensor chosen: nobody scrolls sideways for the end of a row. */
    void noPanelIsScrolledSidewaysAt1280() {
        if (testing::onRealScreen() && QGuiApplication::primaryScreen()->availableSize().width() < 1280)
            QSKIP("the screen is narrower");
        const auto window = testing::openWindow({1280, 700});
        window->showSession(m_session, {});
        const auto hasResult = [](const OpEvent &op) { return !op.outputs.empty(); };
        const auto op = std::ranges::find_if(m_session.ops, hasResult);
        QVERIFY(op != m_session.ops.end());
        window->selection().selectOp((*op).number);
        QStringList scrolled;
        for (const Perspective &perspective : perspectives()) {
            window->setPerspective(perspective.id);
            QTRY_VERIFY_WITH_TIMEOUT(window->isReady(), runTimeoutMs);
            QCoreApplication::processEvents();
            for (const DockFrame *frame : window->findChildren<DockFrame *>()) {
                const auto *area = frame->findChild<QScrollArea *>(QString(), Qt::FindDirectChildrenOnly);
                if (area && area->isVisible() && area->horizontalScrollBar()->maximum() > 0)
                    scrolled.append(perspective.id + ' ' + area->widget()->objectName());
            }
        }
        QVERIFY2(scrolled.isEmpty(), qPrintable(scrolled.join(", ")));
    }

    void noPanelMakesItsDockWiderThanTheOthersOfItsGroup() {
        const auto window = testing::openWindow({1280, 720});
        window->showSession(m_session, {});
        for (const Perspective &perspective : perspectives()) {
            window->setPerspective(perspective.id);
            QTRY_VERIFY_WITH_TIMEOUT(window->isReady(), runTimeoutMs);
            checkTabs(*window, perspective.layout);
        }
    }

    void partsTooLowToBeOfUseShareAPlace() {
        if (QGuiApplication::primaryScreen()->availableSize().height() < 600) QSKIP("the screen is lower");
        const auto height = [](MainWindow &window, const QString &id) {
            return window.findChild<QWidget *>("dock-" + id)->height();
        };
        const auto low = testing::openWindow({1280, 720});
        QTRY_VERIFY(low->isReady());
        QVERIFY(height(*low, "editor") > 200 && height(*low, "events") > 200);
        low->showPanel("callstack");
        QTRY_VERIFY(!low->findChild<QWidget *>("dock-events")->findChild<QWidget *>("events")->isVisible());
        if (QGuiApplication::primaryScreen()->availableSize().height() < 1000) return;
        const auto high = testing::openWindow({1600, 1000});
        high->showPanel("callstack");
        QTRY_VERIFY(high->findChild<QWidget *>("events")->isVisible());
    }

    void theFirstWindowLiesOnTheScreen() {
        WindowOptions options;
        options.programs = WindowOptions::Programs::None;
        options.memory = WindowOptions::Memory::None;
        const auto window = MainWindow::create(options);
        const QRect available = QGuiApplication::primaryScreen()->availableGeometry();
        QVERIFY(available.contains(window->geometry()));
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        QTRY_VERIFY2(available.contains(window->frameGeometry()), qPrintable(asText(window->frameSize())));
    }

    void aWindowKeptFromALargerScreenLiesOnThisOne() {
        WindowOptions options;
        options.programs = WindowOptions::Programs::None;
        {
            const auto window = MainWindow::create(options);
            window->resize(4000, 3000);
            window->close();
        }
        const auto window = MainWindow::create(options);
        const QRect available = QGuiApplication::primaryScreen()->availableGeometry();
        QVERIFY2(available.contains(window->geometry()), qPrintable(asText(window->size())));
    }

    void aRectangleIsMovedIntoTheScreen_data() {
        QTest::addColumn<QRect>("wanted");
        QTest::addColumn<QRect>("expected");
        QTest::newRow("inside") << QRect(10, 20, 300, 200) << QRect(10, 20, 300, 200);
        QTest::newRow("too large") << QRect(0, 0, 4000, 3000) << QRect(0, 10, 1000, 700);
        QTest::newRow("beyond right and bottom") << QRect(900, 600, 300, 200) << QRect(700, 510, 300, 200);
        QTest::newRow("beyond left and top") << QRect(-50, -50, 300, 200) << QRect(0, 10, 300, 200);
    }

    void aRectangleIsMovedIntoTheScreen() {
        QFETCH(QRect, wanted);
        QFETCH(QRect, expected);
        QCOMPARE(movedInto(QRect(0, 10, 1000, 700), wanted), expected);
    }

    void listsOfChoicesOpenBelowTheirBoxes() {
        QComboBox box;
        box.addItems({"one", "two", "three"});
        box.ensurePolished();
        QStyleOptionComboBox option;
        option.initFrom(&box);
        QVERIFY(!box.style()->styleHint(QStyle::SH_ComboBox_Popup, &option, &box));
    }

private:
    /** Does something at random; returns what, in words. */
    QString change(MainWindow &window, QRandomGenerator &random) {
        static const QString longText = QStringLiteral("a long text without an end ").repeated(40);
        const auto pick = [&random](const auto &list) { return list[qsizetype(random.bounded(int(list.size())))]; };
        switch (random.bounded(8)) {
        case 0: {
            const Perspective perspective = pick(perspectives());
            window.setPerspective(perspective.id);
            return "perspective " + perspective.id;
        }
        case 1:
            window.action(QStringLiteral("maximize-panel"))->trigger();
            return "maximize";
        case 2:
            window.findChild<StatusLine *>()->notify(longText);
            return "a notice";
        case 3:
            window.findChild<InfoBar *>()->showMessage(InfoBar::Kind::Error, longText,
                                                       (longText + QLatin1Char('\n')).repeated(60));
            return "an error";
        case 4: {
            const auto &ops = m_session.ops;
            if (!ops.empty()) window.selection().selectOp(ops[size_t(random.bounded(int(ops.size())))].number);
            return "an operator";
        }
        default: {
            const PanelDef def = allPanels()[size_t(random.bounded(int(allPanels().size())))];
            window.showPanel(def.id);
            return "panel " + def.id;
        }
        }
    }
    void checkTabs(MainWindow &window, const DockNode &node) {
        for (const DockNode &part : node.parts)
            checkTabs(window, part);
        if (node.panels.isEmpty()) return;
        window.showPanel(node.panels.constFirst());
        QCoreApplication::processEvents();
        const auto widthOf = [&](const QString &id) { return window.findChild<QWidget *>("dock-" + id)->width(); };
        const int width = widthOf(node.panels.constFirst());
        for (const QString &id : node.panels) {
            window.showPanel(id);
            QTRY_VERIFY_WITH_TIMEOUT(window.isReady(), runTimeoutMs);
            QCOMPARE(widthOf(id), width);
        }
    }

    QTemporaryDir m_folder, m_spilled{QDir::current().filePath("lists-XXXXXX")}; ///< files in the second are no memory
    Session m_session;
};

JITSCOPE_WINDOW_TEST(WindowSizeTest)

} // namespace jitscope::tst_windowsize

#include "tst_windowsize.moc"
