// SPDX-License-Identifier: Apache-2.0
// The console and the editor in the window: what goes beyond the panel itself.
#include "app/panels/console/consoleview.h"
#include "app/sdk/runner.h"
#include "app/sdk/widgets/infobar.h"
#include "tests/support/codeeditor.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QLineEdit>

namespace jitscope::tst_consolewindow {

using namespace jitscope;
using namespace jitscope::testing;

class ConsoleWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        setUpWindowTest(m_folder);
    }

    void anErrorInTheBannerGoesWithEscapeFromTheConsole() {
        const auto window = openWindow({1100, 700});
        QVERIFY(window != nullptr);
        auto *bar = window->findChild<InfoBar *>("infoBar");
        window->showPanel("console");
        window->newScript();
        window->findChild<CodeEditor *>("code")->setText("1/0\n");
        window->action("run")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), scaledTimeout(30000));
        auto *view = window->findChild<ConsoleView *>("consoleText");
        QTRY_VERIFY_WITH_TIMEOUT(view->hasPrompt(), scaledTimeout(30000));
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(!bar->isVisible());
    }

    void anErrorOfAnInputIsToldInTheConsoleAlone() {
        const auto window = openWindow({1100, 700});
        QVERIFY(window != nullptr);
        window->showPanel("console");
        window->runner().runConsole("1/0");
        auto *view = window->findChild<ConsoleView *>("consoleText");
        QTRY_VERIFY_WITH_TIMEOUT(view->toPlainText().contains("ZeroDivisionError"), scaledTimeout(30000));
        QTRY_VERIFY_WITH_TIMEOUT(window->runner().state() == RunState::Idle, scaledTimeout(30000));
        QVERIFY(!window->findChild<InfoBar *>("infoBar")->isVisible());
    }

    void keysOfTheWindowWorkInTheEditor() {
        const auto window = openWindow({1100, 700});
        QVERIFY(window != nullptr);
        window->newScript();
        auto *code = window->findChild<CodeEditor *>("code");
        QVERIFY(code != nullptr);
        code->setFocus();
        code->setText("x = 1\n");
        QTest::keyClick(code, Qt::Key_Slash, Qt::ControlModifier);
        QCOMPARE(code->text(), QString("# x = 1\n"));
        QTest::keyClick(code, Qt::Key_H, Qt::ControlModifier);
        QTRY_VERIFY(window->findChild<QLineEdit *>("replaceText")->isVisible());
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(ConsoleWindowTest)

} // namespace jitscope::tst_consolewindow

#include "tst_consolewindow.moc"
