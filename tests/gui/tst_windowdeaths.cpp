// SPDX-License-Identifier: Apache-2.0
// The ways for a script to die or to hang, each several times (JITSCOPE_DEATHS, else 2), begun from a window: it has
// all that the script had done, says how it ended, is never held for 100 ms, and runs the next script. Then the window
// itself is killed: the next one is arranged as it was, and offers what was recorded.
#include "app/panels/console/consoleview.h"
#include "app/sdk/settings.h"
#include "app/sdk/widgets/infobar.h"
#include "engine/session/session.h"
#include "tests/support/deathways.h"
#include "tests/support/eventwatch.h"
#include "tests/support/windowtest.h"

#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <set>
#include <vector>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int timeoutMs = 60000;
constexpr double limitMs = 100;
constexpr double mostLostSeconds = 0.5;
const char *const rearranged = "statistics"; ///< a panel that is in no perspective's first arrangement of scripts

std::set<QString> shownDocksOf(const MainWindow &window) {
    std::set<QString> names;
    for (const QDockWidget *dock : window.findChildren<QDockWidget *>())
        if (dock->isVisible()) names.insert(dock->objectName());
    return names;
}

QString textOf(const std::set<QString> &names) {
    return QStringList(names.begin(), names.end()).join(QLatin1Char(' '));
}

/** Stands for the window that is killed: arranges itself, says how (in a file), and runs a script that never ends. */
int beAWindow(const QString &said, const QString &counter, const QString &work, RecordLevel level) {
    setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
    const auto window = MainWindow::create({});
    window->show();
    QTimer look;
    bool isRunning = false;
    QObject::connect(&look, &QTimer::timeout, window.get(), [&] {
        if (isRunning || !window->isReady()) return;
        isRunning = true;
        window->showPanel(QString::fromLatin1(rearranged));
        RunOptions options = window->runner().options();
        options.record = level;
        window->runner().setOptions(options);
        window->runner().runFile(QStringLiteral("/killed.py"),
                                 QString::fromStdString(counting(counter, work.toStdString())), false);
        QTimer::singleShot(4000, window.get(), [&] { // what it looks like is kept by then
            QFile file(said);
            if (file.open(QIODevice::WriteOnly)) file.write(textOf(shownDocksOf(*window)).toUtf8());
        });
    });
    look.start(50);
    return QCoreApplication::exec();
}

} // namespace

class WindowDeathsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        setUpWindowTest(m_folder);
        m_counter = m_folder.filePath("counter");
        m_window = openWindow({1280, 720});
        QVERIFY(m_window);
        m_window->showPanel("console");
        run("print('ready')\n"); // what Python and the first painting of all panels take is the start of the program
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && m_window->isReady(), timeoutMs);
        m_docks = shownDocks();
    }

    void cleanup() {
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), timeoutMs);
    }

    void cleanupTestCase() { m_window.reset(); }

    void theWindowHasAllAndGoesOnWhenAScriptDies_data() { addWaysToDie(); }
    void theWindowHasAllAndGoesOnWhenAScriptDies() {
        QFETCH(QString, end);
        QFETCH(int, signal);
        int64_t lost = 0, all = 0;
        std::vector<double> longest; // of each repetition, ms
        for (int i = 0; i < repetitions(); ++i) {
            begin(end.toStdString());
            if (QTest::currentTestFailed()) return;
            if (signal != 0) {
                QTRY_VERIFY_WITH_TIMEOUT(countOf(m_counter) > 0, timeoutMs);
                QTest::qWait(QRandomGenerator::global()->bounded(longestMoment));
                ::kill(pid_t(counterIn(m_counter).process), signal);
            }
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), timeoutMs);
            const int64_t count = countOf(m_counter), known = operators();
            QVERIFY(count > 0);
            lost += std::max<int64_t>(0, count - known);
            all += count;
            longest.push_back(watch().longestMs());
            verifyEndIsTold();
            verifyItGoesOn();
            if (QTest::currentTestFailed()) return;
        }
        qInfo("%s: %lld of %lld operators lost; an event took %.1f ms at most", QTest::currentDataTag(),
              (long long)lost, (long long)all, *std::ranges::max_element(longest));
        QCOMPARE(lost, int64_t(0));
        verifyAnswers(longest);
    }

    void whatHangsIsKilledFromTheBar_data() { addWaysToHang(); }
    void whatHangsIsKilledFromTheBar() {
        QFETCH(QString, work);
        int64_t lost = 0;
        std::vector<double> longest; // of each repetition, ms
        for (int i = 0; i < repetitions(); ++i) {
            begin("work(5000)\n" + work.toStdString());
            if (QTest::currentTestFailed()) return;
            QTRY_VERIFY_WITH_TIMEOUT(countOf(m_counter) == 5000, timeoutMs);
            QTest::qWait(200 + QRandomGenerator::global()->bounded(longestMoment));
            m_window->action("stop")->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(isIdle() || button("Kill"), timeoutMs);
            QToolButton *kill = isIdle() ? nullptr : button("Kill"); // some listen after all
            if (kill) QTest::mouseClick(kill, Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), timeoutMs);
            if (kill) QTRY_VERIFY(::kill(-pid_t(counterIn(m_counter).process), 0) != 0);
            lost += std::max<int64_t>(0, countOf(m_counter) - operators());
            longest.push_back(watch().longestMs());
            verifyItGoesOn();
            if (QTest::currentTestFailed()) return;
        }
        qInfo("%s: %lld operators lost; an event took %.1f ms at most", QTest::currentDataTag(), (long long)lost,
              *std::ranges::max_element(longest));
        QCOMPARE(lost, int64_t(0));
        verifyAnswers(longest);
    }

    void aKilledWindowComesBack_data() { addWaysToKillAWindow(); }
    void aKilledWindowComesBack() {
        QFETCH(bool, withProgram);
        m_window.reset();
        int64_t lost = 0, all = 0;
        double mostSeconds = 0, mostRate = 0;
        for (int i = 0; i < repetitions(); ++i) {
            const KilledWindow killed = killAWindow(withProgram);
            if (QTest::currentTestFailed()) return;
            m_window = MainWindow::create({});
            m_window->resize(1280, 720);
            m_window->show();
            QTRY_VERIFY_WITH_TIMEOUT(m_window->isReady() && button("Restore"), timeoutMs);
            QCOMPARE(textOf(shownDocks()), killed.docks);
            QVERIFY(bar()->findChild<QLabel *>("infoBarMessage")->text().contains("killed.py"));
            QTest::mouseClick(button("Restore"), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(operators() > 0, timeoutMs);
            const int64_t missing = std::max<int64_t>(0, killed.operators - operators());
            lost += missing;
            all += killed.operators;
            mostRate = std::max(mostRate, killed.rate);
            mostSeconds = std::max(mostSeconds, double(missing) / killed.rate);
            m_window.reset();
            forgetRuns();
        }
        openAnew();
        qInfo("%s: %lld of %lld operators lost, %.3f s at most, at %.0f a second", QTest::currentDataTag(),
              (long long)lost, (long long)all, mostSeconds, mostRate);
        QVERIFY(mostSeconds <= mostLostSeconds);
        if (!withProgram) QCOMPARE(lost, int64_t(0));
    }

private:
    struct KilledWindow {
        QString docks; ///< that it showed
        int64_t operators = 0;
        double rate = 1; ///< operators a second
    };
    KilledWindow killAWindow(bool withProgram) {
        const QString said = m_folder.filePath("said");
        QFile::remove(said);
        clearCount(m_counter);
        QProcess window;
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(QCoreApplication::applicationFilePath(),
                     {"--window", said, m_counter, workToDo(), recordToKeep()});
        KilledWindow killed;
        const auto toldAndRuns = [&] { return QFileInfo(said).size() > 0 && countOf(m_counter) > 0; };
        [&] { QTRY_VERIFY_WITH_TIMEOUT(toldAndRuns(), timeoutMs); }();
        if (QTest::currentTestFailed()) return killed;
        QElapsedTimer time;
        time.start();
        const int64_t before = countOf(m_counter);
        std::this_thread::sleep_for(std::chrono::milliseconds(1000));
        waitAMoment();
        ::kill(pid_t(window.processId()), SIGKILL);
        const auto program = pid_t(counterIn(m_counter).process);
        if (withProgram) ::kill(-program, SIGKILL);
        killed.operators = countOf(m_counter);
        killed.rate = double(killed.operators - before) / (double(time.elapsed()) / 1e3);
        window.waitForFinished(timeoutMs);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(::kill(-program, 0) != 0, timeoutMs); }();
        if (QFile file(said); file.open(QIODevice::ReadOnly)) killed.docks = QString::fromUtf8(file.readAll());
        settingsFile().sync(); // it was another process that wrote
        return killed;
    }
    QString workToDo() {
        QFETCH(QString, work);
        return work;
    }
    QString recordToKeep() {
        QFETCH(QString, record);
        return record;
    }
    /** Of the windows that were killed. */
    void forgetRuns() {
        for (const char *folder : {"config/journals", "config/runs"})
            QDir(m_folder.filePath(folder)).removeRecursively();
    }
    void openAnew() {
        m_window = openWindow({1280, 720});
        QVERIFY(m_window);
    }
    WatchedApplication &watch() { return *static_cast<WatchedApplication *>(QCoreApplication::instance()); }
    bool isIdle() const { return m_window->runner().state() == RunState::Idle; }
    int64_t operators() const { return int64_t(m_window->document().session().ops.size()); }
    InfoBar *bar() const { return m_window->findChild<InfoBar *>("infoBar"); }
    QToolButton *button(const QString &text) const {
        for (QToolButton *button : bar()->findChildren<QToolButton *>())
            if (button->isVisible() && button->text() == text) return button;
        return nullptr;
    }
    std::set<QString> shownDocks() const { return shownDocksOf(*m_window); }

    void run(const QString &text) { m_window->runner().runFile(m_folder.filePath("script.py"), text, false); }
    void begin(const std::string &end) {
        m_window->findChild<ConsoleView *>("consoleText")->clearText();
        clearCount(m_counter);
        RunOptions options = m_window->runner().options();
        options.record = RecordLevel::Values;
        m_window->runner().setOptions(options);
        watch().restart();
        run(QString::fromStdString(counting(m_counter, end)));
        QTRY_VERIFY_WITH_TIMEOUT(countOf(m_counter) > 0, timeoutMs);
    }
    /** That a process went without being asked, and how far it came, is said in the console. */
    void verifyEndIsTold() {
        const pid_t process = pid_t(counterIn(m_counter).process);
        if (::kill(process, 0) == 0) return; // it lives on, with the console
        const auto told = [this] { return m_window->findChild<ConsoleView *>("consoleText")->toPlainText(); };
        QTRY_VERIFY2(told().contains("after operator"), qPrintable(told().right(300)));
    }
    /** What our code holds the window for shows in most repetitions; what a busy disk does shows in one. */
    void verifyAnswers(std::vector<double> longest) {
        const auto middle = longest.begin() + std::ptrdiff_t(longest.size() / 2);
        std::ranges::nth_element(longest, middle);
        QVERIFY2(*middle < limitMs, qPrintable(watch().longest()));
    }
    void verifyItGoesOn() {
        QVERIFY(shownDocks() == m_docks);
        run("print('next')\n");
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), timeoutMs);
        m_window->runner().runConsole("6 * 7");
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), timeoutMs);
    }

    QTemporaryDir m_folder;
    QString m_counter;
    std::unique_ptr<MainWindow> m_window;
    std::set<QString> m_docks;
};

int main(int argc, char **argv) {
    WatchedApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--window") && arguments.size() == 6)
        return beAWindow(arguments[2], arguments[3], arguments[4], recordLevelOf(arguments[5].toStdString()));
    WindowDeathsTest test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
}
#include "tst_windowdeaths.moc"
