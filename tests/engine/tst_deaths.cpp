// SPDX-License-Identifier: Apache-2.0
// Ways for a script to die or to hang, each several times (JITSCOPE_DEATHS, else 2): what it had done is in the
// recording, counted by the script itself in a file that it maps. Then the same with the debugger as the one that dies.
#include "engine/session/journal.h"
#include "tests/support/childscripts.h"

#include <QFile>
#include <QObject>
#include <QProcess>
#include <QRandomGenerator>
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

constexpr auto longestMoment = 300; ///< ms until a program is struck

int repetitions() {
    const int given = qEnvironmentVariableIntValue("JITSCOPE_DEATHS");
    return given > 0 ? given : 2;
}

/** Counts each operator once it has run, then goes on with `end`. */
std::string counting(const QString &counter, const std::string &end) {
    return "import os, sys, ctypes, mmap, resource, signal, struct, threading, time\nimport numpy as np\n"
           "import mindspore as ms\n"
           "counter = mmap.mmap(os.open('" +
           counter.toStdString() +
           "', os.O_RDWR), 8)\nx = ms.Tensor(np.arange(8, dtype=np.float32))\ndone = 0\n"
           "def work(count=10**12):\n    global x, done\n    for i in range(count):\n        x = x + 1\n"
           "        done += 1\n        struct.pack_into('<q', counter, 0, done)\n"
           "print('ready')\n" +
           end + "\n";
}

int64_t countOf(const QString &path) {
    QFile file(path);
    int64_t count = -1;
    if (file.open(QIODevice::ReadOnly)) file.read(reinterpret_cast<char *>(&count), sizeof count);
    return count;
}

void clearCount(const QString &path) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(8, 0)) == 8);
}

void waitAMoment() {
    std::this_thread::sleep_for(std::chrono::milliseconds(QRandomGenerator::global()->bounded(longestMoment)));
}

/** The last value can be had, so the memory outlived its process. */
bool hasLastValue(const Session &session) {
    if (session.ops.empty() || session.ops.back().outputs.empty()) return false;
    const auto last = session.tensor(session.ops.back().outputs[0]);
    if (!last || !last->value.defined()) return false;
    const Result<Tensor> value = last->value.load();
    return value && reinterpret_cast<const float *>(value->rawData())[0] == float(session.ops.size());
}

/** Stands for a window: records a script that never ends into `folder`, until it is killed. */
int beAWindow(char **arguments) {
    ChildScripts child({.journalFolder = arguments[2], .finisher = {}});
    child.begin(counting(arguments[3], "work()"));
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

    void nothingIsLostWhenAScriptDies_data() {
        QTest::addColumn<QString>("end");
        QTest::addColumn<int>("signal"); // that strikes it at some moment; 0 for none
        const auto signalRow = [](const char *name, int number) { QTest::newRow(name) << "work()" << number; };
        signalRow("SIGSEGV", SIGSEGV);
        signalRow("SIGBUS", SIGBUS);
        signalRow("SIGFPE", SIGFPE);
        signalRow("SIGILL", SIGILL);
        signalRow("SIGABRT", SIGABRT);
        signalRow("SIGSYS", SIGSYS);
        signalRow("SIGTRAP", SIGTRAP);
        signalRow("SIGTERM", SIGTERM);
        signalRow("SIGHUP", SIGHUP);
        signalRow("SIGINT", SIGINT);
        signalRow("SIGQUIT", SIGQUIT);
        signalRow("SIGUSR1", SIGUSR1);
        signalRow("SIGALRM", SIGALRM);
        signalRow("SIGVTALRM", SIGVTALRM);
        signalRow("SIGPROF", SIGPROF);
        signalRow("SIGXCPU", SIGXCPU);
        const auto row = [](const char *name, const char *end) { QTest::newRow(name) << end << 0; };
        row("exit of the script", "work(5000); sys.exit(4)");
        row("an error", "work(5000); 1 / 0");
        row("os._exit", "work(5000); os._exit(4)");
        row("os._exit in a thread", "threading.Timer(0.2, lambda: os._exit(5)).start(); work()");
        row("a crash in a thread", "threading.Timer(0.2, lambda: ctypes.string_at(0)).start(); work()");
        row("abort of C++", "work(5000); ctypes.CDLL(None).abort()");
        row("an alarm", "signal.setitimer(signal.ITIMER_REAL, 0.2); work()");
        row("no processor time left", "resource.setrlimit(resource.RLIMIT_CPU, (1, 60)); work()");
        row("the stack overflows",
            "work(5000)\nsys.setrecursionlimit(10**8)\na = []\nfor _ in range(200000): a = [a]\nstr(a)");
        row("memory runs out", "work(5000)\nresource.setrlimit(resource.RLIMIT_DATA, (2**29, 2**29))\n"
                               "held = []\nwhile True: held.append(bytearray(2**24))");
        row("memory of tensors runs out", "work(5000)\nms.Tensor(np.ones(8, np.float32)).broadcast_to((2**40, 8)) + 1");
        row("descriptors are closed", "work(5000); os.closerange(0, 900); os._exit(3)");
        row("all descriptors are closed", "work(5000); time.sleep(0.5); os.closerange(0, 65536); time.sleep(3)");
        row("standard streams are closed", "os.close(0); os.close(1); os.close(2); work(5000); os.abort()");
        row("another program takes the process", "work(5000); os.execv('/bin/true', ['true'])");
        row("a fork dies", "if os.fork() == 0:\n    os.abort()\nos.wait(); work(5000); os._exit(0)");
        row("a fork stays", "if os.fork() == 0:\n    time.sleep(1000)\nwork(5000); os._exit(0)");
        row("modules are gone", "work(5000); sys.modules.clear(); os._exit(1)");
        row("its folder is gone",
            "import tempfile\nd = tempfile.mkdtemp(); os.chdir(d); os.rmdir(d); work(5000); os.abort()");
        row("a pipe breaks",
            "r, w = os.pipe(); os.close(r)\ntry: os.write(w, b'x')\nexcept BrokenPipeError: work(5000)");
        row("a file grows too large",
            "import tempfile; f = tempfile.TemporaryFile(buffering=0)\nresource.setrlimit(resource.RLIMIT_FSIZE, (100, "
            "100))\n"
            "try: f.write(b'x' * 1000); f.write(b'x')\n"
            "except OSError: work(5000)\nos._exit(0)");
    }
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
            ChildScripts child;
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
    }

    void whatHangsIsKilled_data() {
        QTest::addColumn<QString>("work");
        QTest::newRow("a loop of C") << "sum(range(10**12))";
        QTest::newRow("everything is swallowed")
            << "while True:\n    try:\n        while True: pass\n    except BaseException: pass";
        QTest::newRow("SIGSTOP") << "os.kill(os.getpid(), signal.SIGSTOP)";
        QTest::newRow("SIGSTOP of its group") << "os.killpg(0, signal.SIGSTOP)";
        QTest::newRow("a lock is held") << "ctypes.CDLL(None).pause(); ctypes.CDLL(None).sleep(1000)";
        QTest::newRow("threads that never end")
            << "for _ in range(20): threading.Thread(target=lambda: sum(range(10**12))).start()\nsum(range(10**12))";
        QTest::newRow("the interpreter is held") << "ctypes.PyDLL(None).sleep(1000)\nctypes.PyDLL(None).sleep(1000)";
        QTest::newRow("signals are blocked")
            << "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())\nwhile True:\n    try:\n"
               "        time.sleep(1000)\n    except BaseException: pass";
        QTest::newRow("a stopped fork is waited for")
            << "p = os.fork()\nif p == 0: os.kill(os.getpid(), signal.SIGSTOP)\nctypes.PyDLL(None).waitpid(p, None, 0)";
    }
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

    void littleIsLostWhenTheWindowDies_data() {
        QTest::addColumn<bool>("withProgram");
        QTest::newRow("the window alone") << false;
        QTest::newRow("the window and its program at once") << true;
    }
    void littleIsLostWhenTheWindowDies() {
        QFETCH(bool, withProgram);
        int64_t lost = 0, all = 0;
        double mostSeconds = 0;
        for (int i = 0; i < repetitions(); ++i) {
            QTemporaryDir folder;
            clearCount(m_counter);
            QProcess window;
            window.start(QCoreApplication::applicationFilePath(), {"--window", folder.path(), m_counter});
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
        qInfo("%s: %lld of %lld operators lost, %.3f s at most", QTest::currentDataTag(), (long long)lost,
              (long long)all, mostSeconds);
        // Of both at once the recorder's thread, which gives way to others, may be further behind on a busy machine.
        if (withProgram) return;
        QVERIFY(mostSeconds <= 0.5);
        QCOMPARE(lost, int64_t(0));
    }

private:
    QTemporaryDir m_folder;
    QString m_counter;
};

int main(int argc, char **argv) {
    if (argc == 4 && std::strcmp(argv[1], "--window") == 0) return beAWindow(argv);
    QCoreApplication application(argc, argv);
    DeathsTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_deaths.moc"
