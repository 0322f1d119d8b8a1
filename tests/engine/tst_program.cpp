// SPDX-License-Identifier: Apache-2.0
// A program in a process of its own: what it says arrives, and nothing it does takes this process or its recording
// along.
#include "engine/program/messagefields.h"
#include "engine/program/messages.h"
#include "engine/program/processwatch.h"
#include "engine/program/protocol.h"
#include "engine/session/journal.h"
#include "tests/support/childscripts.h"
#include "tests/support/membercount.h"
#include "tests/support/processmemory.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace jitscope::tst_program {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Runs 400 operators, prints, and goes on with `end`. */
std::string afterOperators(const std::string &end) {
    return "import os, sys, ctypes, signal, numpy as np\nimport mindspore as ms\nfrom mindspore import ops, Tensor\n"
           "x = Tensor(np.arange(8, dtype=np.float32))\n"
           "for i in range(400):\n    x = x + 1\n"
           "print('before the end')\n" +
           end + "\n";
}

constexpr int operatorCount = 400;

float elementOf(const Tensor &tensor, int place) {
    return reinterpret_cast<const float *>(tensor.rawData())[place];
}

template<class Record> constexpr int listedCount() {
    return int(std::tuple_size_v<std::remove_cv_t<decltype(fieldsOf<Record>)>>);
}

/** Processor time that a process used, in the system's ticks. */
int64_t cpuTicks(int process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    long long inProgram = 0, inSystem = 0;
    const size_t name = text.rfind(')'); // a name may hold anything
    if (name == std::string::npos ||
        std::sscanf(text.c_str() + name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld", &inProgram,
                    &inSystem) != 2)
        return -1;
    return inProgram + inSystem;
}

/** Waits until a process computes no more. */
bool comesToStand(int process) {
    constexpr int lookMs = 400, mostLooks = scaledTimeout(20'000) / lookMs, mostTicks = 2;
    for (int look = 0; look < mostLooks; ++look) {
        const int64_t before = cpuTicks(process);
        QTest::qWait(lookMs);
        if (cpuTicks(process) - before <= mostTicks) return true;
    }
    return false;
}

bool isGone(int process) {
    return ::kill(process, 0) != 0;
}

} // namespace

class ProgramTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aScriptIsRecordedWithItsValues() {
        ChildScripts child;
        const RunOutcome outcome = child.run("import mindspore as ms, numpy as np\n"
                                             "a = ms.Tensor(np.ones((3, 4), np.float32))\n"
                                             "b = a * 2\n"
                                             "b[0] = 7\n"
                                             "print(b.sum())\n");
        QVERIFY2(outcome.exitCode == 0, child.printed().c_str());
        COMPARE_TEXT(child.printed(), "44.0\n");
        const Session &session = child.session();
        QVERIFY(session.ops.size() >= 3);
        QCOMPARE(session.ops.front().op.str(), std::string("Mul"));
        const auto product = session.tensor(session.ops.front().outputs[0]);
        QVERIFY(product && product->value.defined());
        const Result<Tensor> value = product->value.load();
        QVERIFY2(value.ok(), value.ok() ? "" : value.error().message.c_str());
        QCOMPARE(elementOf(*value, 0), 2.0f); // as it was before the write
        QCOMPARE(session.info.at("outcome"), std::string("finished"));
    }

    void aScriptHasEndedWhenItsThreadsHave() {
        ChildScripts child;
        const RunOutcome outcome = child.run("import threading, time\n"
                                             "import mindspore as ms\n"
                                             "def work():\n"
                                             "    time.sleep(0.3)\n"
                                             "    print(ms.ops.relu(ms.Tensor([2.0])))\n"
                                             "threading.Thread(target=work).start()\n"
                                             "print('main')\n");
        QCOMPARE(outcome.exitCode, 0);
        COMPARE_TEXT(child.printed(), "main\n[2.]\n");
        QCOMPARE(child.session().ops.back().op.str(), std::string("ReLU"));
    }

    void aPoolOfThreadsDoesNotHoldTheEnd() {
        ChildScripts child;
        const RunOutcome outcome = child.run("from concurrent.futures import ThreadPoolExecutor\n"
                                             "pool = ThreadPoolExecutor(2)\n"
                                             "print(pool.submit(lambda: 5).result())\n");
        QCOMPARE(outcome.exitCode, 0);
        COMPARE_TEXT(child.printed(), "5\n");
    }

    void valuesAreReadAfterTheProcessIsGone_data() {
        QTest::addColumn<int>("elements");
        QTest::newRow("that went along") << 8;
        QTest::newRow("that it held") << 800;
    }
    void valuesAreReadAfterTheProcessIsGone() {
        QFETCH(int, elements);
        ChildScripts child;
        child.begin("import os, numpy as np\nimport mindspore as ms\n"
                    "x = ms.Tensor(np.arange(" +
                    std::to_string(elements) + ", dtype=np.float32))\nfor i in range(400): x = x + 1\nos._exit(4)\n");
        QVERIFY(child.end());
        const Session &session = child.session();
        const Result<Tensor> value = session.tensor(session.ops.back().outputs[0])->value.load();
        QVERIFY2(value.ok(), value.ok() ? "" : value.error().message.c_str());
        QCOMPARE(elementOf(*value, 7), 7.0f + operatorCount);
    }

    void smallValuesAreHereAtOnce() {
        ChildScripts child;
        QCOMPARE(child.run("import mindspore as ms\nx = ms.Tensor([1.0, 2.0])\ny = x + x\n").exitCode, 0);
        const auto sum = child.session().tensor(child.session().ops.back().outputs[0]);
        QVERIFY(sum->value.isInMemory());
        QCOMPARE(elementOf(sum->value.inMemory(), 1), 4.0f);
    }

    /** The process lets a small value go once it was told; what sees it later is a view of it all the same. */
    void aViewOfASmallValueIsOfItsMemoryHoweverLate() {
        ChildScripts child;
        QCOMPARE(child
                     .run("import mindspore as ms, time\nx = ms.Tensor([[1.0, 2.0]])\ny = x + x\ntime.sleep(0.5)\n"
                          "z = ms.ops.transpose(y, (1, 0))\ny[0] = 7\nw = ms.ops.transpose(y, (1, 0))\n")
                     .exitCode,
                 0);
        const Session &session = child.session();
        const auto resultOf = [&](const char *op, bool isLast) {
            std::optional<TensorRecord> found;
            for (const OpEvent &each : session.ops)
                if (each.op == op && (!found || isLast)) found = session.tensor(each.outputs[0]);
            return found;
        };
        const auto sum = resultOf("Add", false), early = resultOf("Transpose", false),
                   late = resultOf("Transpose", true);
        QVERIFY(sum && early && late);
        QVERIFY(sum->value.memory() == early->value.memory());
        QVERIFY(!(sum->value.memory() == late->value.memory()));
        QCOMPARE(elementOf(*early->value.load(), 0), 2.0f);
        QCOMPARE(elementOf(*late->value.load(), 0), 7.0f);
    }

    /** What nobody here holds any more is not held there. */
    void valuesAreForgottenWithTheirRecording() {
        const std::string script = "import mindspore as ms, numpy as np\nx = ms.Tensor(np.ones(250_000, np.float32))\n"
                                   "for i in range(50): y = x + x\n";
        ChildScripts child;
        QCOMPARE(child.run(script).exitCode, 0);
        const int64_t held = child.program().memory().bytes;
        QVERIFY(child.session().ops.size() == 50 && held > 50'000'000);
        child.forget();
        QCOMPARE(child.run("print('another')\n").exitCode, 0);
        QTRY_VERIFY_WITH_TIMEOUT(
            child.run("print('another')\n").exitCode == 0 && child.program().memory().bytes < held / 10, 20000);
    }

    /** All in all, with values: what ten million may take is two gigabytes. */
    void aMillionOperatorsWithSmallValuesTakeLittle() {
#ifdef JITSCOPE_SANITIZED // sanitizers keep memory of their own for each allocation
        constexpr int64_t mostOfOne = 1000;
#else
        constexpr int64_t mostOfOne = 170; // the window's panels need some, too
#endif
        constexpr int64_t count = 1'000'000;
        QTemporaryDir folder;
        ChildScripts child({.journalFolder = folder.path().toStdString(), .finisher = {}});
        QCOMPARE(child.run("print('ready')\n").exitCode, 0);
        const int64_t before = memoryOf("self").own;
        const RunOutcome outcome = child.run("import mindspore as ms, numpy as np\n"
                                             "x = ms.Tensor(np.ones((2, 3), np.float32))\n"
                                             "for i in range(500_000):\n    y = x + x\n    z = y * x\n");
        QCOMPARE(outcome.exitCode, 0);
        const Session &session = child.session();
        QCOMPARE(int64_t(session.ops.size()), count);
        const int64_t each = (memoryOf("self").own - before) / count;
        QVERIFY2(each <= mostOfOne, qPrintable(QStringLiteral("%1 bytes an operator").arg(each)));
        for (const size_t place : {size_t(0), size_t(499'999), size_t(999'999)}) {
            const Result<Tensor> value = session.tensor(session.ops[place].outputs[0])->value.load();
            QVERIFY(value.ok());
            QCOMPARE(elementOf(*value, 5), 2.0f);
        }
    }

    void whateverEndsAScriptEverythingBeforeIsThere_data() {
        QTest::addColumn<QString>("end");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("sentence");
        const auto add = [](const char *name, const char *end, int exitCode, const char *sentence) {
            QTest::newRow(name) << end << exitCode << sentence;
        };
        add("os._exit", "os._exit(4)", 4, "left its process with exit code 4 after operator 400");
        add("os._exit in a thread",
            "import threading, time\nthreading.Thread(target=lambda: os._exit(5)).start()\ntime.sleep(60)", 5,
            "exit code 5");
        add("exit of the C library", "ctypes.CDLL(None).exit(6)", 6, "exit code 6");
        add("_exit of the C library", "ctypes.CDLL(None)._exit(7)", 7, "exit code 7");
        add("abort", "os.abort()", 128 + SIGABRT, "SIGABRT");
        add("a null pointer read", "ctypes.string_at(0)", 128 + SIGSEGV, "SIGSEGV");
        add("a null pointer written", "ctypes.memset(0, 1, 1)", 128 + SIGSEGV, "SIGSEGV");
        add("a wild jump", "ctypes.CFUNCTYPE(None)(16)()", 128 + SIGSEGV, "SIGSEGV");
        add("the stack of C overflows",
            // CPython 3.12 and later count C frames of their own code; those of qsort nobody counts.
            "import sys\nsys.setrecursionlimit(10**8)\nlibc = ctypes.CDLL(None)\n"
            "kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)\n"
            "def compare(a, b):\n    libc.qsort((ctypes.c_char * 4000)(), 2000, 2, comparing)\n    return 0\n"
            "comparing = kind(compare)\ncompare(0, 0)",
            128 + SIGSEGV, "SIGSEGV");
#ifndef JITSCOPE_SANITIZED // the heap is the sanitizer's then
        add("the heap is damaged",
            "libc = ctypes.CDLL(None)\nlibc.malloc.restype = ctypes.c_void_p\n"
            "libc.malloc_usable_size.argtypes = [ctypes.c_void_p]\nblock = libc.malloc(60000)\n"
            "ctypes.memset(block + libc.malloc_usable_size(block), 255, 8)\n"
            "for size in range(10000, 120000, 1000): libc.malloc(size)",
            128 + SIGABRT, "SIGABRT");
#endif
        add("SIGFPE raised", "signal.raise_signal(signal.SIGFPE)", 128 + SIGFPE, "SIGFPE");
        add("SIGBUS raised", "signal.raise_signal(signal.SIGBUS)", 128 + SIGBUS, "SIGBUS");
        add("SIGILL raised", "signal.raise_signal(signal.SIGILL)", 128 + SIGILL, "SIGILL");
        add("SIGTERM to itself", "os.kill(os.getpid(), 15); import time; time.sleep(60)", 128 + SIGTERM, "SIGTERM");
        add("SIGHUP to itself", "os.kill(os.getpid(), 1); import time; time.sleep(60)", 128 + SIGHUP, "SIGHUP");
        add("SIGINT to itself", "os.kill(os.getpid(), 2); import time; time.sleep(60)", 128 + SIGINT, "SIGINT");
        add("closed descriptors", "for i in range(3, 64):\n    try: os.close(i)\n    except OSError: pass\nos._exit(3)",
            3, "");
    }
    void whateverEndsAScriptEverythingBeforeIsThere() {
        QFETCH(QString, end);
        QFETCH(int, exitCode);
        QFETCH(QString, sentence);
        ChildScripts child;
        child.begin(afterOperators(end.toStdString()));
        const auto outcome = child.outcome();
        QVERIFY2(outcome, child.printed().c_str());
        const auto told = child.end();
        QVERIFY(told);
        const Session &session = child.session();
        const int lost = operatorCount - int(session.ops.size());
        qInfo("%s: %d operators lost; %s", QTest::currentDataTag(), lost, told->c_str());
        {
            QCOMPARE(outcome->exitCode, exitCode);
            QVERIFY2(QString::fromStdString(*told).contains(sentence), told->c_str());
            QCOMPARE(lost, 0);
            // What the interpreter itself writes of a crash comes on another way and may stand before the line's end.
            QVERIFY2(child.printed().find("before the end") != std::string::npos, child.printed().c_str());
            std::string kept;
            for (const OutputChunk &chunk : session.output)
                if (!chunk.isError) kept += chunk.text;
            QVERIFY2(kept.find("before the end\n") != std::string::npos, kept.c_str());
        }
        QVERIFY(isGone(child.process()));
    }

    void aCrashTellsItsLine() {
        ChildScripts child;
        child.begin("import ctypes\n\ndef crash():\n    ctypes.string_at(0)\n\ncrash()\n");
        const auto outcome = child.outcome();
        QVERIFY(outcome);
        QCOMPARE(outcome->problem.span.line, 4);
        QVERIFY2(child.printed().find("Native stack") != std::string::npos, child.printed().c_str());
        QVERIFY2(child.printed().find("Segmentation fault") != std::string::npos, child.printed().c_str());
    }

    void whatALimitOfTheAddressSpaceDoesNotLimitIsSaid() {
#ifdef JITSCOPE_SANITIZED
        QSKIP("sanitizers need the address space");
#endif
        ChildScripts child;
        QCOMPARE(child
                     .run("import resource\nimport mindspore as ms\n"
                          "for _ in range(2): resource.setrlimit(resource.RLIMIT_AS, (2**43, 2**43))\n"
                          "x = ms.ops.ones(8)\n")
                     .exitCode,
                 0);
        const auto isSaid = [](const Problem &problem) {
            return problem.message.find("RLIMIT_AS") != std::string::npos;
        };
        QCOMPARE(std::ranges::count_if(child.session().problems, isSaid), std::ptrdiff_t(1));
    }

    void aKilledProcessLeavesWhatItHadSent() {
        ChildScripts child;
        child.begin(afterOperators("import time; time.sleep(1); os.kill(os.getpid(), 9)"));
        const auto outcome = child.outcome();
        QVERIFY(outcome);
        QCOMPARE(outcome->exitCode, 128 + SIGKILL);
        QCOMPARE(int(child.session().ops.size()), operatorCount);
    }

    void whatDoesNotStopIsKilled_data() {
        QTest::addColumn<QString>("work");
        QTest::newRow("a loop of C") << "sum(range(10**12))";
        QTest::newRow("a script that swallows everything")
            << "while True:\n    try:\n        while True: pass\n    except BaseException: pass";
        QTest::newRow("a stopped process") << "import time; time.sleep(0.3); os.kill(os.getpid(), signal.SIGSTOP)";
        QTest::newRow("a lock that nobody gives back")
            << "import threading\nl = threading.Lock(); l.acquire(); "
               "ctypes.CDLL(None).pause()\nctypes.CDLL(None).pause()\nctypes.CDLL(None).sleep(1000)";
    }
    void whatDoesNotStopIsKilled() {
        QFETCH(QString, work);
        ChildScripts child;
        child.begin(afterOperators("sys.stdout.flush()\n" + work.toStdString()));
        QVERIFY(child.prints("before the end"));
        child.program().stop();
        QTest::qWait(300);
        QVERIFY(child.program().kill());
        const auto outcome = child.outcome();
        QVERIFY(outcome);
        QVERIFY(outcome->stopped);
        QVERIFY(child.end()->find("was killed") != std::string::npos);
        QVERIFY(isGone(child.process()));
        QCOMPARE(int(child.session().ops.size()), operatorCount);
    }

    void aThreadThatTheSystemEndsIsTold_data() {
        QTest::addColumn<QString>("library"); ///< CDLL gives Python's lock back before it calls, PyDLL keeps it
        QTest::addColumn<bool>("goesOn");
        QTest::newRow("between two steps of Python") << "CDLL" << true;
        QTest::newRow("with the lock of Python") << "PyDLL" << false;
    }
    void aThreadThatTheSystemEndsIsTold() {
#ifdef JITSCOPE_SANITIZED
        QSKIP("sanitizers begin threads by a function of their own, so that the program cannot watch them");
#endif
        QFETCH(QString, library);
        QFETCH(bool, goesOn);
        ChildScripts child;
        // What Python does itself between the two calls is no call of the system while the other thread sleeps.
        child.begin(afterOperators("import threading, time\ndef end():\n    libc = ctypes." + library.toStdString() +
                                   "(None)\n    libc.getpid(), libc.prctl\n    time.sleep(0.3)\n"
                                   "    libc.prctl(22, 1, 0, 0, 0)\n    libc.getpid()\n" // seccomp
                                   "for _ in range(20): threading.Thread(target=int).start()\n"
                                   "threading.Thread(target=end, daemon=True).start()\n"
                                   "time.sleep(1)\nprint('it goes on')"));
        QVERIFY2(child.prints("The system ended a thread"), child.printed().c_str());
        if (!goesOn) {
            child.program().stop();
            QTest::qWait(300);
            QVERIFY(child.program().kill());
        }
        const auto outcome = child.outcome();
        QVERIFY2(outcome, child.printed().c_str());
        const std::string printed = child.printed();
        QCOMPARE(printed.find("it goes on") != std::string::npos, goesOn);
        QCOMPARE(printed.find("ended a thread"), printed.rfind("ended a thread")); // the others came to their end
        QCOMPARE(int(child.session().ops.size()), operatorCount);
    }

    /** All that was recorded is sent between the two, and a process may go meanwhile. */
    void aProcessThatGoesBetweenItsRunAndTheWordOfItsEndIsTold() {
        const std::string body = encode(std::vector<int64_t>{int64_t(RunState::Idle)});
        const std::string idle = QByteArray::fromStdString(body).toHex().toStdString();
        ChildScripts child;
        child.begin("import os, struct\nbody = bytes.fromhex('" + idle +
                    "')\nfor file in os.listdir('/proc/self/fd'):\n"
                    "    if 'socket:' in os.path.realpath('/proc/self/fd/' + file):\n"
                    "        os.write(int(file), struct.pack('<4sIq', b'JSSM', " +
                    std::to_string(uint32_t(MessageKind::StateChanged)) + ", len(body)) + body)\nos._exit(3)\n");
        const auto told = child.end();
        QVERIFY(told);
        const auto outcome = child.outcome();
        QVERIFY2(outcome, told->c_str());
        QCOMPARE(outcome->exitCode, 3);
        QCOMPARE(child.session().info.at("outcome"), std::string("failed"));
    }

    void anEndlessLoopOfPythonStops() {
#ifdef __SANITIZE_THREAD__
        QSKIP("the thread sanitizer keeps a signal until the thread calls the system, which this loop never does");
#endif
        ChildScripts child;
        child.begin(afterOperators("while True: pass"));
        QVERIFY(child.prints("before the end"));
        child.program().stop();
        const auto outcome = child.outcome();
        QVERIFY(outcome && outcome->stopped);
        child.console("1 + 1");
        QVERIFY(child.outcome());
        QVERIFY(child.printed().ends_with("2\n"));
    }

    /** Reading of a process fails in the middle when it ends there. */
    void processesMayEndWhileTheyAreLookedAt() {
        ProcessWatch watch;
        std::atomic<bool> isDone = false;
        std::thread looking([&] {
            while (!isDone)
                watch.look();
        });
        constexpr int count = 1500;
        char *const words[] = {const_cast<char *>("true"), nullptr};
        for (int i = 0; i < count; ++i) {
            pid_t process = -1;
            QCOMPARE(::posix_spawn(&process, "/bin/true", nullptr, nullptr, words, nullptr), 0);
            watch.note(process, "true");
            ::waitpid(process, nullptr, 0);
        }
        isDone = true;
        looking.join();
        for (const ProgramProcess &each : watch.look())
            QVERIFY(!each.isRunning);
    }

    void forkedChildrenRecordNothingAndHoldNobody_data() {
        QTest::addColumn<QString>("work");
        QTest::addColumn<QString>("prints");
#ifndef JITSCOPE_SANITIZED // a child waits for what its parent's threads held of g++ 12's sanitizer when it was forked
        QTest::newRow("sys.exit in the child") << "if os.fork() == 0: sys.exit(3)\nprint('status', os.wait()[1] >> 8)"
                                               << "status 3\n";
        QTest::newRow("the child runs to the end")
            << "pid = os.fork()\ny = x * 2\nif pid: os.wait()\nprint('end', pid > 0)"
            << "end True\n";
        QTest::newRow("the child writes tensors")
            << "pid = os.fork()\nif pid == 0:\n    x[0] = 5\n    os._exit(0 if x[0] == 5 else 1)\n"
               "print('good', os.wait()[1], x[0] == 400)"
            << "good 0 True\n";
        QTest::newRow("a pool of processes")
            << "import multiprocessing as mp\ndef f(i): return i * i\nwith mp.get_context('fork').Pool(2) as pool:\n"
               "    print(pool.map(f, [1, 2, 3]))"
            << "[1, 4, 9]\n";
#endif
        QTest::newRow("a subprocess") << "import subprocess\nsubprocess.run(['echo', 'from echo'])"
                                      << "from echo\n";
        QTest::newRow("a child that stays")
            << "if os.fork() == 0:\n    import time\n    time.sleep(1000)\nprint('left one')"
            << "left one\n";
    }
    void forkedChildrenRecordNothingAndHoldNobody() {
        QFETCH(QString, work);
        QFETCH(QString, prints);
        int process = -1;
        {
            ChildScripts child;
            process = child.process();
            child.begin(afterOperators("sys.stdout.flush()\n" + work.toStdString()));
            const auto outcome = child.outcome();
            QVERIFY2(outcome, child.printed().c_str());
            QVERIFY2(outcome->exitCode == 0, child.printed().c_str());
            QVERIFY2(child.prints(prints.toStdString()), child.printed().c_str());
            int relus = 0;
            for (const OpEvent &op : child.session().ops)
                relus += op.op.str() == "Add";
            QCOMPARE(relus, operatorCount);
        }
        // Nobody of its session is left.
        QTRY_VERIFY_WITH_TIMEOUT(::kill(-process, 0) != 0, 10000);
    }

    void theProcessesOfAProgramAreListed_data() {
        QTest::addColumn<QString>("work");
        QTest::addColumn<QStringList>("commands");
        QTest::newRow("a subprocess that is gone at once")
            << "import subprocess\nsubprocess.run(['true', 'two words'])" << QStringList{"true two words"};
        QTest::newRow("posix_spawn") << "os.waitpid(os.posix_spawn('/bin/true', ['true', 'spawned'], {}), 0)"
                                     << QStringList{"true spawned"};
        QTest::newRow("os.system") << "os.system('sleep 1.5; true')"
                                   << QStringList{"sh -c sleep 1.5; true", "sleep 1.5"};
#ifndef JITSCOPE_SANITIZED // as above
        QTest::newRow("a fork that is gone at once") << "if os.fork() == 0: os._exit(0)\nos.wait()" << QStringList{""};
        QTest::newRow("a pool") << "import multiprocessing as mp\nwith mp.get_context('fork').Pool(2) as pool:\n"
                                   "    pool.map(len, ['a', 'b'])"
                                << QStringList{"", ""};
        QTest::newRow("a child of a child") << "if os.fork() == 0:\n    import subprocess\n    "
                                               "subprocess.run(['sleep', '1.5'])\n    os._exit(0)\nos.wait()"
                                            << QStringList{"", "sleep 1.5"};
#endif
    }
    void theProcessesOfAProgramAreListed() {
        QFETCH(QString, work);
        QFETCH(QStringList, commands);
        ChildScripts child;
        child.begin("import os\n" + work.toStdString() + "\n");
        const auto outcome = child.outcome();
        QVERIFY2(outcome && outcome->exitCode == 0, child.printed().c_str());
        const std::vector<ProgramProcess> processes = child.processes();
        QStringList told;
        for (const ProgramProcess &each : processes) {
            // system() of glibc 2.38 and later ends the options of the shell.
            told.append(QString::fromStdString(each.command).replace("sh -c -- ", "sh -c "));
            QVERIFY2(!each.isRunning, each.command.c_str());
        }
        QCOMPARE(told, commands);
    }

    void oneThatGoesOnIsListedUntilItEnds() {
        ChildScripts child;
        child.run("import subprocess\nsubprocess.Popen(['sleep', '1'])\n");
        QTRY_COMPARE(child.processes().size(), size_t(1));
        QVERIFY(child.processes()[0].isRunning);
        QTRY_VERIFY_WITH_TIMEOUT(!child.processes()[0].isRunning, 10000);
    }

    void oneThatBecomesAnotherIsCalledAsThat() {
        ChildScripts child;
        child.run("import subprocess\nsubprocess.Popen(['sh', '-c', 'sleep 0.7; exec sleep 2'])\n");
        const auto command = [&] { return child.processes().empty() ? std::string() : child.processes()[0].command; };
        QTRY_COMPARE(QString::fromStdString(command()), QStringLiteral("sh -c sleep 0.7; exec sleep 2"));
        QTRY_COMPARE(QString::fromStdString(command()), QStringLiteral("sleep 2"));
    }

    /** However the program's own process ends, whatever they did to be left alone. */
    void processesEndWithTheProgram_data() {
        QTest::addColumn<QString>("begin");
        QTest::addColumn<QString>("end");
        const QString sleeps = "import subprocess, time\nprocess = subprocess.Popen(['sleep', '1000']";
        for (const auto &[name, end] :
             std::vector<std::pair<const char *, const char *>>{{"left", ""},
                                                                {"_exit", "os._exit(3)"},
                                                                {"crash", "os.abort()"},
                                                                {"kill", "os.kill(os.getpid(), 9)"}}) {
            QTest::addRow("%s", name) << sleeps + ")" << end;
            QTest::addRow("%s, in a session of its own", name) << sleeps + ", start_new_session=True)" << end;
        }
    }
    void processesEndWithTheProgram() {
        QFETCH(QString, begin);
        QFETCH(QString, end);
        int process = 0;
        {
            ChildScripts child;
            child.begin("import os\n" + begin.toStdString() + "\ntime.sleep(0.3)\n" + end.toStdString() + "\n");
            QVERIFY(child.outcome());
            QCOMPARE(child.processes().size(), size_t(1));
            process = int(child.processes()[0].process);
        }
        QTRY_VERIFY_WITH_TIMEOUT(::kill(process, 0) != 0, 10000);
    }

    /** Nobody sees one begin whose parents are gone a moment later. */
    void aProcessThatLeftItsParentsIsListedAndEnds_data() {
        QTest::addColumn<QString>("end");
        QTest::newRow("with a program that goes") << "pass";
        QTest::newRow("with one that ends itself") << "os._exit(3)";
#ifndef JITSCOPE_SANITIZED // kill() is the sanitizer's there, so that nothing is told before
        QTest::newRow("with one that is killed") << "os.kill(os.getpid(), 9)";
#endif
    }
    void aProcessThatLeftItsParentsIsListedAndEnds() {
        QFETCH(QString, end);
        QTemporaryDir folder;
        const std::string path = folder.filePath("process").toStdString();
        int process = 0;
        {
            ChildScripts child;
            child.begin("import os, time\nos.system(\"setsid sh -c 'echo $$ > " + path +
                        "; exec sleep 1000' &\")\nwhile not os.path.exists('" + path + "') or not open('" + path +
                        "').read().endswith('\\n'): time.sleep(0.01)\n" + end.toStdString() + "\n");
            QVERIFY2(child.outcome(), child.printed().c_str());
            process = std::stoi(readText(path));
            const auto isListed = [&] {
                return std::ranges::any_of(child.processes(),
                                           [&](const auto &each) { return each.process == process; });
            };
            QTRY_VERIFY(isListed());
        }
        QTRY_VERIFY_WITH_TIMEOUT(isGone(process), 10000);
    }

    void aScriptReadsWhatIsTyped() {
        ChildScripts child;
        child.begin("name = input('name? ')\nprint('hello', name)\nimport sys\nprint(len(sys.stdin.readlines()))\n");
        QVERIFY(child.waitsForInput());
        COMPARE_TEXT(child.printed(), "name? ");
        child.program().input("Ada\n");
        QVERIFY(child.prints("hello Ada\n"));
        QVERIFY(child.waitsForInput());
        child.program().input("one\ntwo\n");
        child.program().endInput();
        QCOMPARE(child.outcome()->exitCode, 0);
        QVERIFY(child.printed().ends_with("2\n"));
    }

    void waitingForInputCanBeStopped() {
        ChildScripts child;
        child.begin("input()\n");
        QVERIFY(child.waitsForInput());
        child.program().stop();
        const auto outcome = child.outcome();
        QVERIFY(outcome && outcome->stopped);
    }

    void itStopsStepsAndAnswers() {
        ChildScripts child;
        child.program().setBreakpoints({{.file = "/tmp/jitscope_test.py", .line = 4}});
        child.begin("import mindspore as ms\nx = ms.Tensor([1.0, 2.0])\ny = 3\nz = x * y\nprint(z)\n");
        const auto pause = child.pause();
        QVERIFY(pause);
        QCOMPARE(pause->stack.front().span.line, 4);
        std::promise<std::vector<FrameView>> frames;
        child.program().frames([&](const std::vector<FrameView> &views) { frames.set_value(views); });
        auto answer = frames.get_future();
        QVERIFY(answer.wait_for(std::chrono::seconds(10)) == std::future_status::ready);
        const std::vector<FrameView> views = answer.get();
        QCOMPARE(views.size(), size_t(1));
        const auto found = std::find_if(views[0].variables.begin(), views[0].variables.end(),
                                        [](const Variable &variable) { return variable.name == "x"; });
        QVERIFY(found != views[0].variables.end());
        const auto shown = child.session().tensor(found->tensor);
        QVERIFY(shown && shown->value.defined());
        QCOMPARE(elementOf(*shown->value.load(), 1), 2.0f);
        std::promise<EvaluationResult> assigned;
        child.program().assign(0, "y", "10", [&](const EvaluationResult &result) { assigned.set_value(result); });
        auto change = assigned.get_future();
        QVERIFY(change.wait_for(std::chrono::seconds(10)) == std::future_status::ready);
        child.program().step({.kind = StepRequest::Kind::Line});
        const auto next = child.pause();
        QVERIFY(next);
        QCOMPARE(next->stack.front().span.line, 5);
        child.program().step({});
        QVERIFY(child.outcome());
        COMPARE_TEXT(child.printed(), "[10. 20.]\n");
    }

    /** The console lives on in the process, so that is when it goes. */
    void whatAScriptRegisteredIsCalledWhenItsProcessGoes_data() {
        QTest::addColumn<QString>("end");
        QTest::addColumn<bool>("isOver");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("of a script that ended") << "" << true << QByteArray("handled\n");
        QTest::newRow("of one that called sys.exit") << "import sys; sys.exit(3)" << true << QByteArray("handled\n");
        QTest::newRow("of one that failed") << "1 / 0" << true << QByteArray("handled\n");
        QTest::newRow("of one that runs")
            << "import time\nwhile True: time.sleep(0.01)" << false << QByteArray("handled\n");
        QTest::newRow("of one that does not stop") << "sum(range(10**12))" << false << QByteArray();
    }
    void whatAScriptRegisteredIsCalledWhenItsProcessGoes() {
        QFETCH(QString, end);
        QFETCH(bool, isOver);
        QFETCH(QByteArray, written);
        QTemporaryDir folder;
        const QString path = folder.filePath("written");
        int process = 0;
        {
            ChildScripts child;
            process = child.process();
            child.begin("import atexit\nfile = open('" + path.toStdString() +
                        "', 'w')\natexit.register(lambda: print('handled', file=file))\nprint('ready')\n" +
                        end.toStdString() + "\n");
            QVERIFY(child.prints("ready"));
            if (isOver) QVERIFY(child.outcome());
            QFile before(path);
            QVERIFY(before.open(QIODevice::ReadOnly));
            QCOMPARE(before.readAll(), QByteArray());
        }
        QTRY_VERIFY_WITH_TIMEOUT(isGone(process), 5000);
        QFile after(path);
        QVERIFY(after.open(QIODevice::ReadOnly));
        QCOMPARE(after.readAll(), written);
    }

    void whatAFileHoldsBackIsWrittenWhenAScriptHasEnded() {
        QTemporaryDir folder;
        const QString path = folder.filePath("open");
        ChildScripts child;
        QCOMPARE(child.run("file = open('" + path.toStdString() + "', 'w')\nfile.write('left open')\n").exitCode, 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("left open"));
    }

    void aHandlerThatDoesNotReturnHoldsNobody() {
        int process = 0;
        {
            ChildScripts child;
            process = child.process();
            QCOMPARE(child.run("import atexit, time\natexit.register(time.sleep, 1000)\n").exitCode, 0);
        }
        QTRY_VERIFY_WITH_TIMEOUT(isGone(process), 5000);
    }

    void theConsoleLivesOnInTheProcess() {
        ChildScripts child;
        child.run("value = 42\n");
        child.console("value + 1");
        QVERIFY(child.outcome());
        COMPARE_TEXT(child.printed(), "43\n");
        QVERIFY(child.program().completeness("for i in range(3):") == Completeness::NeedsMore);
        const std::vector<std::string> names = child.program().completions("val");
        QVERIFY(std::find(names.begin(), names.end(), "value") != names.end());
    }

    /** Credit comes the same way as the request that waits for what waits for credit. */
    void aRecordingBeginsWhileAnotherWaitsToBeTaken() {
        QTemporaryDir folder;
        ChildScripts child({.journalFolder = folder.path().toStdString(), .finisher = {}});
        child.begin("import mindspore as ms\nx = ms.ops.ones(16)\nprint('begins')\nwhile True: x + x\n");
        QVERIFY2(child.prints("begins"), child.printed().c_str());
        // 64 MiB are less than a million operators with such values: then the program stands.
        QVERIFY(comesToStand(child.process()));
        child.beginRecording();
        QTRY_VERIFY_WITH_TIMEOUT(!child.session().ops.empty(), 20000);
        QCOMPARE(child.session().ops.front().number, int64_t(1));
    }

    void aStoppedProcessKeepsNobodyWaiting() {
        ChildScripts child;
        child.run("pass\n");
        ::kill(child.process(), SIGSTOP);
        QElapsedTimer time;
        time.start();
        (void)child.program().completions("a");
        (void)child.program().completions("a");
        (void)child.program().completeness("a");
        QVERIFY2(time.elapsed() < 2000, "it waited for the stopped process each time");
        ::kill(child.process(), SIGCONT);
    }

    void moreThanTheBudgetGoesToTheJournalAndComesBack() {
        QTemporaryDir folder;
        ChildScripts child({.journalFolder = folder.path().toStdString(), .finisher = {}});
        RunOptions options;
        options.valueBudgetBytes = int64_t(1) << 20;
        const RunOutcome outcome = child.run("import mindspore as ms, numpy as np, os\n"
                                             "x = ms.Tensor(np.zeros(100000, np.float32))\n"
                                             "for i in range(30): x = x + 1\n"
                                             "import time; time.sleep(0.5)\nos._exit(0)\n",
                                             options);
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY(child.end());
        const Session &session = child.session();
        QCOMPARE(int(session.ops.size()), 30);
        QVERIFY(child.program().memory().spilled > 0);
        for (size_t i = 0; i < session.ops.size(); ++i) {
            const Result<Tensor> value = session.tensor(session.ops[i].outputs[0])->value.load();
            QVERIFY2(value.ok(), value.ok() ? "" : value.error().message.c_str());
            QCOMPARE(elementOf(*value, 99999), float(i + 1));
        }
    }

    /** The journal is whole when the debugger dies, however. */
    void theJournalOfADeadDebuggerIsWhole() {
        QTemporaryDir folder;
        {
            ChildScripts child({.journalFolder = folder.path().toStdString(), .finisher = {}});
            child.begin(afterOperators("import time; time.sleep(60)"));
            QVERIFY(child.prints("before the end"));
        } // its socket is closed without a word, as if this process had died
        const auto journals = [&] { return abandonedJournals(folder.path().toStdString()); };
        QTRY_COMPARE_WITH_TIMEOUT(journals().size(), size_t(1), 10000);
        const Result<Session> session = readJournal(journals()[0].path);
        QVERIFY(session.ok());
        QCOMPARE(int(session->ops.size()), operatorCount);
    }

    void everyMemberIsInItsMessage() {
        static_assert(memberCount<RunOptions>() == listedCount<RunOptions>());
        static_assert(memberCount<RunOutcome>() == listedCount<RunOutcome>());
        static_assert(memberCount<Breakpoint>() == listedCount<Breakpoint>());
        static_assert(memberCount<StepRequest>() == listedCount<StepRequest>());
        static_assert(memberCount<PauseInfo>() == listedCount<PauseInfo>());
        static_assert(memberCount<FrameView>() == listedCount<FrameView>());
        static_assert(memberCount<EvaluationResult>() == listedCount<EvaluationResult>());
        static_assert(memberCount<ValueMemory>() == listedCount<ValueMemory>());
        static_assert(memberCount<ProgramProcess>() == listedCount<ProgramProcess>());
        static_assert(memberCount<Watchpoint>() == 5 && memberCount<ConsolePicture>() == 7,
                      "those are written by hand");
    }

    void messagesComeBackAsTheyWere() {
        const std::vector<Breakpoint> breakpoints{{.file = "a.py", .line = 3},
                                                  {.kind = Breakpoint::Kind::Op, .op = "MatMul", .hitCount = 4}};
        QVERIFY(*decode<std::vector<Breakpoint>>(encode(breakpoints)) == breakpoints);
        const std::vector<Watchpoint> watchpoints{{.rule = "tensor_overflow", .parameters = {{"param", 1.5}}}};
        QVERIFY(*decode<std::vector<Watchpoint>>(encode(watchpoints)) == watchpoints);
        ConsolePicture picture;
        picture.rows = 2;
        picture.columns = 3;
        picture.values = {1, 2, 3, 4, 5, 6.5f};
        QVERIFY(decode<ConsolePicture>(encode(picture))->values == picture.values);
        RunOutcome outcome;
        outcome.exitCode = 4;
        outcome.problem.span.line = 9;
        QCOMPARE(decode<RunOutcome>(encode(outcome))->problem.span.line, 9);
    }

    /** Nonsense is refused and never read beyond its end. */
    void damagedMessagesAreRefused() {
        PauseInfo info;
        info.stack.push_back({"f", {"a.py", 3, 3, 0, 5, "x = 1"}});
        info.message = "because";
        const std::string good = encode(info);
        for (size_t cut = 0; cut < good.size(); ++cut)
            QVERIFY(!decode<PauseInfo>(good.substr(0, cut)).ok());
        QVERIFY(!decode<PauseInfo>(good + "x").ok());
    }
};

JITSCOPE_TEST(ProgramTest)

} // namespace jitscope::tst_program

#include "tst_program.moc"
