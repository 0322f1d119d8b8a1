// SPDX-License-Identifier: Apache-2.0
// The tour: each step sees what the user did, does it when asked, and can be left.
#include "app/shell/tour/tour.h"
#include "app/shell/tour/tourcard.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QPushButton>

namespace jitscope::tst_tour {

using namespace jitscope;

namespace {

constexpr int stepTimeoutMs = 30000;

} // namespace

class TourTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { testing::setUpWindowTest(m_folder); }

    void init() {
        m_window = testing::openWindow({1280, 800});
        QVERIFY(m_window);
        m_window->action("tour")->trigger();
        m_tour = m_window->findChild<Tour *>();
        QVERIFY(m_tour && m_tour->isOn());
        QCOMPARE(m_tour->step(), 0);
    }

    void cleanup() {
        m_window->runner().stop();
        QTRY_VERIFY(m_window->runner().state() == RunState::Idle);
        m_window.reset();
    }

    void everyStepIsDoneForTheUserWhenAsked() {
        for (int step = 0; step < m_tour->stepCount(); ++step) {
            QTRY_COMPARE_WITH_TIMEOUT(m_tour->step(), step, stepTimeoutMs);
            const QString title = m_tour->card().title();
            QTest::mouseClick(help(), Qt::LeftButton);
            QTRY_VERIFY2_WITH_TIMEOUT(m_tour->step() > step, qPrintable(title), stepTimeoutMs);
        }
        QVERIFY(!help()->isVisible());
        QTest::mouseClick(m_tour->card().findChild<QPushButton *>("tourNext"), Qt::LeftButton);
        QVERIFY(!m_tour->isOn());
    }

    void aStepSeesWhatTheUserDid() {
        QTest::qWait(400);
        QCOMPARE(m_tour->step(), 0); // nothing was done yet
        m_window->openSample("attention.py");
        QTRY_COMPARE_WITH_TIMEOUT(m_tour->step(), 1, stepTimeoutMs);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_COMPARE_WITH_TIMEOUT(m_tour->step(), 2, stepTimeoutMs);
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QTRY_COMPARE_WITH_TIMEOUT(m_tour->step(), 3, stepTimeoutMs);
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, stepTimeoutMs);
        QTest::qWait(400);
        QCOMPARE(m_tour->step(), 3); // no operator was chosen
        m_window->selection().selectOp(2);
        m_window->selection().selectOp(3);
        QTRY_COMPARE_WITH_TIMEOUT(m_tour->step(), 4, stepTimeoutMs);
        m_window->action("perspective-passes")->trigger();
        m_window->action("captured-graph")->trigger();
        m_window->action("next-pass")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_tour->step(), 5, stepTimeoutMs);
        m_window->action("perspective-profile")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_tour->step(), 6, stepTimeoutMs);
    }

    void itIsLeftWithEscapeAndReachedByKeys() {
        QWidget *before = QApplication::focusWidget();
        QVERIFY(!m_tour->card().isAncestorOf(before)); // it takes no focus by itself
        for (int i = 0; i < 12 && !m_tour->card().isAncestorOf(QApplication::focusWidget()); ++i)
            QTest::keyClick(m_window.get(), Qt::Key_F6, Qt::ControlModifier);
        QVERIFY(m_tour->card().isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!m_tour->isOn());
    }

    void itStaysInsideOfTheWindow() {
        m_window->resize(1024, 640);
        QTRY_VERIFY(m_window->rect().contains(m_tour->card().geometry()));
        QVERIFY(m_tour->card().height() >= m_tour->card().heightForWidth(m_tour->card().width()));
    }

private:
    QPushButton *help() const { return m_tour->card().findChild<QPushButton *>("tourHelp"); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    Tour *m_tour = nullptr;
};

JITSCOPE_WINDOW_TEST(TourTest)

} // namespace jitscope::tst_tour

#include "tst_tour.moc"
