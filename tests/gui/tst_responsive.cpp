// SPDX-License-Identifier: Apache-2.0
// No event holds the GUI thread for 100 ms while a program runs, prints, stops, is stepped, spills or is stopped hard.
#include "app/panels/editor/editorpanel.h"
#include "engine/session/session.h"
#include "tests/support/eventwatch.h"
#include "tests/support/testing.h"
#include "tests/support/windowtest.h"

#include <QAction>

#include <limits>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

#ifdef JITSCOPE_SANITIZED
constexpr double limitMs = 800;
#else
constexpr double limitMs = 100;
#endif
constexpr int timeoutMs = 120000;
constexpr int attempts = 3;

const char *const manyOps = "import numpy as np\n"
                            "from mindspore import Tensor, ops\n"
                            "x = Tensor(np.ones((2, 3), np.float32))\n"
                            "for i in range(%1):\n"
                            "    x = x + x\n"
                            "    x = x * 0.5\n";

const char *const manyOpsAndPrints = "import numpy as np\n"
                                     "from mindspore import Tensor, ops\n"
                                     "x = Tensor(np.ones((8, 8), np.float32))\n"
                                     "for i in range(3000):\n"
                                     "    x = ops.tanh(x)\n"
                                     "    print('line', i)\n";

const char *const manyPrints = "for i in range(30000):\n"
                               "    print('line', i)\n";

const char *const largeValues = "import numpy as np\n"
                                "from mindspore import Tensor, ops\n"
                                "x = Tensor(np.ones((512, 1024), np.float32))\n"
                                "for i in range(120):\n"
                                "    x = x * 1.0001\n"
                                "    x += 0.5\n";

const char *const endless = "from mindspore import Tensor\n"
                            "x = Tensor([1.0])\n"
                            "while True:\n"
                            "    x = x + 1\n";

} // namespace

class ResponsiveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow();
        QVERIFY(m_window);
        // Loading Python, fonts and the first painting of every panel are the start of the program, not part of a run.
        run("print('ready')\n");
        finish();
    }

    void cleanup() { stop(); }

    void cleanupTestCase() { m_window.reset(); }

    void whileManyOperatorsRun_data() {
        QTest::addColumn<QString>("perspective");
        for (const char *perspective : {"step", "passes", "profile"})
            QTest::newRow(perspective) << perspective;
    }
    void whileManyOperatorsRun() {
        QFETCH(QString, perspective);
        m_window->setPerspective(perspective);
        settle(); // the first painting of other panels is no part of the run
        verifyResponsive([this] {
            run(QString(manyOps).arg(150000));
            finish();
            QVERIFY(m_window->document().session().ops.size() >= 300000);
        });
        m_window->setPerspective("step");
        settle(); // nor its first painting of the next
    }

    void whileItPrints_data() {
        QTest::addColumn<QString>("script");
        QTest::newRow("lines only") << manyPrints;
        QTest::newRow("between operators") << manyOpsAndPrints;
    }
    void whileItPrints() {
        QFETCH(QString, script);
        verifyResponsive([this, &script] {
            run(script);
            finish();
            QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), timeoutMs); // the last lines are laid out after the run
        });
    }

    void whileValuesGrowOverTheBudget() {
        RunOptions options = m_window->runner().options();
        const RunOptions before = options;
        options.record = RecordLevel::Values;
        options.valueBudgetBytes = int64_t(16) << 20;
        m_window->runner().setOptions(options);
        verifyResponsive([this] {
            run(largeValues);
            finish();
        });
        m_window->runner().setOptions(before);
    }

    void whileItIsStepped() {
        verifyResponsive([this] {
            run(QString(manyOps).arg(300), Start::Stepping);
            QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused, timeoutMs);
            for (int i = 0; i < 100; ++i) {
                const auto ops = m_window->document().session().ops.size();
                m_window->action("step-op")->trigger();
                QTRY_VERIFY_WITH_TIMEOUT(m_window->document().session().ops.size() > ops &&
                                             m_window->runner().state() == RunState::Paused,
                                         timeoutMs);
            }
            QVERIFY2(watch().windows().isEmpty(), qPrintable(watch().windows().mid(0, 10).join(", ")));
            stop();
        });
    }

    void whileAnEmptyLoopIsStopped() {
        verifyResponsive([this] {
            run("print('begun', flush=True)\nwhile True:\n    pass\n");
            QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Running, timeoutMs);
            QTest::qWait(300);
            stop();
        });
    }

    void whileAnEndlessLoopIsPausedAndStopped() {
        verifyResponsive([this] {
            run(endless);
            QTRY_VERIFY_WITH_TIMEOUT(m_window->document().session().ops.size() > 1000, timeoutMs);
            m_window->runner().pause();
            QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused, timeoutMs);
            stop();
        });
    }

private:
    enum class Start : uint8_t { Free, Stepping };

    WatchedApplication &watch() { return *static_cast<WatchedApplication *>(QCoreApplication::instance()); }

    void run(const QString &text, Start start = Start::Free) {
        m_window->runner().runFile(m_folder.filePath("script.py"), text, start == Start::Stepping);
    }
    void finish() { QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, timeoutMs); }
    void stop() {
        m_window->runner().stop();
        finish();
    }
    void settle() {
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady(), timeoutMs);
        QCoreApplication::processEvents();
    }

    /** What our code holds the thread for shows in every attempt; a core that the machine lent to others does not. */
    template<class Attempt> void verifyResponsive(Attempt attempt) {
        double shortest = std::numeric_limits<double>::max();
        QString longest;
        for (int i = 0; i < attempts && shortest >= limitMs; ++i) {
            watch().restart();
            attempt();
            if (QTest::currentTestFailed()) return;
            QVERIFY2(watch().events() > 10, "nothing was watched");
            qInfo("longest: %s, %.1f ms", qPrintable(watch().longest()), watch().longestMs());
            if (watch().longestMs() < shortest) shortest = watch().longestMs(), longest = watch().longest();
        }
        QVERIFY2(shortest < limitMs, qPrintable(QStringLiteral("%1 took %2 ms").arg(longest).arg(shortest)));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

int main(int argc, char **argv) {
    WatchedApplication application(argc, argv);
    ResponsiveTest test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_responsive.moc"
