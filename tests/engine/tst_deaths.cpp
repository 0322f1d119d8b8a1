// SPDX-License-Identifier: Apache-2.0
// Ways for a script to die or to hang, each several times (JITSCOPE_DEATHS, else 2): what it had done is in the
// recording. Then the same with the debugger as the one that dies.
#include "engine/session/journal.h"
#include "tests/support/childscripts.h"
#include "tests/support/deathways.h"

#include <QFile>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <thread>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** The last value can be had, so the memory outlived its process. */
bool hasLastValue(const Session &session) {
    if (session.ops.empty() || session.ops.back().outputs.empty()) return false;
    const auto last = session.tensor(session.ops.back().outputs[0]);
    if (!last || !last->value.defined()) return false;
    const Result<Tensor> value = last->value.load();
    return value && reinterpret_cast<const float *>(value->rawData())[0] == float(session.ops.size());
}

/** Stands for a window: records a script that never ends into a folder, until it is killed. */
int beAWindow(char **arguments) {
    ChildScripts child({.journalFolder = arguments[2], .finisher = {}});
    RunOptions options;
    options.record = recordLevelOf(arguments[5]);
    child.beginRecording();
    child.program().runScript("/tmp/jitscope_test.py", counting(arguments[3], arguments[4]), options);
    std::printf("%d\n", child.process());
    std::fflush(stdout);
    while (true) {
        (void)child.session();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

} // namespace

class DeathsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_counter = m_folder.filePath("counter");
    }

    void nothingIsLostWhenAScriptDies_data() { addWaysToDie(); }
    void nothingIsLostWhenAScriptDies() {
        QFETCH(QString, end);
        QFETCH(int, signal);
        int64_t lost = 0, all = 0;
        for (int i = 0; i < repetitions(); ++i) {
            clearCount(m_counter);
            ChildScripts child;
            child.begin(counting(m_counter, end.toStdString()));
            if (signal != 0) {
                QVERIFY(child.prints("ready"));
                QTRY_VERIFY_WITH_TIMEOUT(countOf(m_counter) > 0, 10000);
                waitAMoment();
                ::kill(child.process(), signal);
            }
            const auto outcome = child.outcome();
            QVERIFY2(outcome, child.printed().c_str());
            const int64_t count = countOf(m_counter);
            QVERIFY2(count > 0, child.printed().c_str());
            lost += std::max<int64_t>(0, count - int64_t(child.session().ops.size()));
            all += count;
            QVERIFY2(hasLastValue(child.session()) || end.contains("broadcast_to"), child.printed().c_str());
        }
        qInfo("%s: %lld of %lld operators lost", QTest::currentDataTag(), (long long)lost, (long long)all);
        QCOMPARE(lost, int64_t(0));
    }

    /** What the system ends without a word has told all but the last moment. */
    void littleIsLostWhenAScriptIsKilled() {
        int64_t lost = 0, all = 0, mostMs = 0;
        for (int i = 0; i < repetitions(); ++i) {
            clearCount(m_counter);
            const QTemporaryDir folder; // as the window has one
            ChildScripts child({.journalFolder = folder.path().toStdString(), .finisher = {}});
            child.begin(counting(m_counter, "work()"));
            QVERIFY(child.prints("ready"));
            QElapsedTimer time;
            time.start();
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            ::kill(child.process(), SIGKILL);
            const int64_t ran = time.elapsed();
            QVERIFY(child.outcome());
            const int64_t count = countOf(m_counter), missing = count - int64_t(child.session().ops.size());
            lost += std::max<int64_t>(0, missing);
            all += count;
            mostMs = std::max(mostMs, missing * ran / std::max<int64_t>(1, count));
        }
        qInfo("SIGKILL: %lld of %lld operators lost, of %lld ms at most", (long long)lost, (long long)all,
              (long long)mostMs);
        QVERIFY(mostMs <= 500);
    }

    void whatHangsIsKilled_data() { addWaysToHang(); }
    void whatHangsIsKilled() {
        QFETCH(QString, work);
        int64_t lost = 0;
        for (int i = 0; i < repetitions(); ++i) {
            clearCount(m_counter);
            ChildScripts child;
            child.begin(counting(m_counter, "work(5000); print('hangs'); time.sleep(0.2)\n" + work.toStdString()));
            QVERIFY2(child.prints("hangs"), child.printed().c_str());
            waitAMoment();
            child.program().stop();
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            child.program().kill();
            const auto outcome = child.outcome();
            QVERIFY2(outcome && outcome->stopped, child.printed().c_str());
            QTRY_VERIFY(::kill(-child.process(), 0) != 0);
            lost += countOf(m_counter) - int64_t(child.session().ops.size());
            QVERIFY(hasLastValue(child.session()));
        }
        qInfo("%s: %lld operators lost", QTest::currentDataTag(), (long long)lost);
        QCOMPARE(lost, int64_t(0));
    }

    /** Nobody reads what is typed any more; that is no reason for the debugger to end. */
    void inputForAClosedStreamHarmsNobody() {
        ChildScripts child;
        child.begin("import os, time\nos.close(0)\nprint('closed')\ntime.sleep(0.5)\nprint('later')\n");
        QVERIFY(child.prints("closed"));
        child.program().input("anybody?\n");
        QVERIFY(child.outcome());
        child.program().input("anybody?\n");
        QVERIFY(child.prints("later"));
    }

    /** As when the disk is full: said at once, and the run goes on. */
    void aJournalThatCannotGrowIsToldOfWhileTheRunGoesOn() {
        QTemporaryDir folder;
        clearCount(m_counter);
        ChildScripts child({.journalFolder = folder.path().toStdString(), .finisher = {}});
        child.begin(counting(m_counter, "work(100); time.sleep(0.5)\n"
                                        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))\n"
                                        "work(20000); print('goes on'); input(); work(100)"));
        QVERIFY(child.prints("goes on"));
        QVERIFY(child.waitsForInput());
        const auto told = [&] {
            return std::ranges::any_of(child.session().problems, [](const Problem &problem) {
                return problem.kind == "journal" && problem.message.find("no longer kept on disk") != std::string::npos;
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(told(), 1000);
        child.program().input("\n");
        const auto outcome = child.outcome();
        QVERIFY2(outcome && outcome->exitCode == 0, child.printed().c_str());
        QCOMPARE(int64_t(child.session().ops.size()), countOf(m_counter));
    }

    void littleIsLostWhenTheWindowDies_data() { addWaysToKillAWindow(); }
    void littleIsLostWhenTheWindowDies() {
        QFETCH(bool, withProgram);
        QFETCH(QString, work);
        QFETCH(QString, record);
        int64_t lost = 0, all = 0;
        double mostSeconds = 0, mostRate = 0;
        for (int i = 0; i < repetitions(); ++i) {
            QTemporaryDir folder;
            clearCount(m_counter);
            QProcess window;
            window.start(QCoreApplication::applicationFilePath(), {"--window", folder.path(), m_counter, work, record});
            QVERIFY(window.waitForReadyRead(20000));
            const int program = window.readLine().trimmed().toInt();
            QTRY_VERIFY_WITH_TIMEOUT(countOf(m_counter) > 0, 20000);
            QElapsedTimer time;
            time.start();
            const int64_t before = countOf(m_counter);
            std::this_thread::sleep_for(std::chrono::milliseconds(1000));
            waitAMoment();
            ::kill(pid_t(window.processId()), SIGKILL);
            if (withProgram) ::kill(program, SIGKILL);
            const int64_t count = countOf(m_counter);
            const double rate = double(count - before) / (double(time.elapsed()) / 1000);
            mostRate = std::max(mostRate, rate);
            QVERIFY(window.waitForFinished(10000));
            const auto journals = [&] { return abandonedJournals(folder.path().toStdString()); };
            QTRY_COMPARE_WITH_TIMEOUT(journals().size(), size_t(1), 20000);
            const Result<Session> session = readJournal(journals()[0].path);
            QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
            const int64_t missing = std::max<int64_t>(0, count - int64_t(session->ops.size()));
            lost += missing;
            all += count;
            mostSeconds = std::max(mostSeconds, double(missing) / rate);
            if (!withProgram) QTRY_VERIFY(::kill(-program, 0) != 0);
        }
        qInfo("%s: %lld of %lld operators lost, %.3f s at most, at %.0f a second", QTest::currentDataTag(),
              (long long)lost, (long long)all, mostSeconds, mostRate);
        QVERIFY(mostSeconds <= 0.5);
        if (!withProgram) QCOMPARE(lost, int64_t(0));
    }

    /** Nobody is left who could kill it. */
    void whatHangsEndsWithItsWindow_data() {
        QTest::addColumn<QString>("threads"); // a condition on their number
        QTest::newRow("the one that listens") << "thread == os.getpid()";
        QTest::newRow("every one") << "thread != threading.get_native_id()";
    }
    void whatHangsEndsWithItsWindow() {
        QFETCH(QString, threads);
        const QTemporaryDir folder;
        clearCount(m_counter);
        const QString work = "libc = ctypes.CDLL(None)\n"
                             "libc.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]\n"
                             "hang = signal.SIGRTMAX - 1\n"
                             "libc.signal(hang, ctypes.cast(libc.pause, ctypes.c_void_p))\n"
                             "left = os.posix_spawn('/bin/sleep', ['sleep', '1000'], os.environ, setsid=True)\n"
                             "for thread in map(int, os.listdir('/proc/self/task')):\n    if " +
                             threads +
                             ": libc.syscall(234, os.getpid(), thread, int(hang))\n" // tgkill
                             "work(1); counter[0] = left\n"
                             "while True: ctypes.PyDLL(None).pause()\n";
        QProcess window;
        window.start(QCoreApplication::applicationFilePath(), {"--window", folder.path(), m_counter, work});
        QVERIFY(window.waitForReadyRead(scaledTimeout(20000)));
        const int program = window.readLine().trimmed().toInt();
        QTRY_VERIFY_WITH_TIMEOUT(countOf(m_counter) > 1, scaledTimeout(20000));
        const auto left = pid_t(countOf(m_counter));
        ::kill(pid_t(window.processId()), SIGKILL);
        QVERIFY(window.waitForFinished(10000));
        QTRY_VERIFY_WITH_TIMEOUT(::kill(-program, 0) != 0 && ::kill(left, 0) != 0, scaledTimeout(10000));
    }

private:
    QTemporaryDir m_folder;
    QString m_counter;
};

int main(int argc, char **argv) {
    if (argc == 6 && std::strcmp(argv[1], "--window") == 0) return beAWindow(argv);
    QCoreApplication application(argc, argv);
    DeathsTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_deaths.moc"
