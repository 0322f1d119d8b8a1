// SPDX-License-Identifier: Apache-2.0
// Ways for a script to die or to hang, and a script that counts in a file that it maps what it had done before.
#pragma once

#include "engine/stepping/runstate.h"

#include <QFile>
#include <QRandomGenerator>
#include <QString>
#include <QtTest>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

namespace jitscope::testing {

constexpr auto longestMoment = 300; ///< ms until a program is struck

inline int repetitions() {
    const int given = qEnvironmentVariableIntValue("JITSCOPE_DEATHS");
    return given > 0 ? given : 2;
}

/** Counts each operator once it has run, in one store, then goes on with `end`. */
inline std::string counting(const QString &counter, const std::string &end) {
    return "import os, sys, ctypes, mmap, resource, signal, threading, time\nimport numpy as np\n"
           "import mindspore as ms\n"
           "counter = np.frombuffer(mmap.mmap(os.open('" +
           counter.toStdString() +
           "', os.O_RDWR), 16), np.int64)\ncounter[1] = os.getpid()\n"
           "x = ms.Tensor(np.arange(8, dtype=np.float32))\ndone = 0\n"
           "def work(count=10**12):\n    global x, done\n    for i in range(count):\n        x = x + 1\n"
           "        done += 1\n        counter[0] = done\n"
           // The same with next to nothing besides the operators.
           "def hurry():\n    global x, done\n    y = x + 1\n    while True:\n        for i in range(10):\n" +
           "            y + y; y + y; y + y; y + y; y + y; y + y; y + y; y + y; y + y; y + y\n"
           "        done += 100\n        counter[0] = done\n"
           "print('ready')\n" +
           end + "\n";
}

/** How many operators it has done, and in which process. */
struct Counter {
    int64_t count = -1, process = -1;
};
inline Counter counterIn(const QString &path) {
    QFile file(path);
    Counter counter;
    if (file.open(QIODevice::ReadOnly)) file.read(reinterpret_cast<char *>(&counter), sizeof counter);
    return counter;
}
inline int64_t countOf(const QString &path) {
    return counterIn(path).count;
}

inline void clearCount(const QString &path) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(16, 0)) == 16);
}

inline void waitAMoment() {
    std::this_thread::sleep_for(std::chrono::milliseconds(QRandomGenerator::global()->bounded(longestMoment)));
}

/** Rows of a test: `end` is what the script does, `signal` strikes it at some moment; 0 for none. */
inline void addWaysToDie() {
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
    row("another program that prints without end takes the process", "work(5000); os.execvp('yes', ['yes'])");
    row("a fork dies", "if os.fork() == 0:\n    os.abort()\nos.wait(); work(5000); os._exit(0)");
    row("a fork stays", "if os.fork() == 0:\n    time.sleep(1000)\nwork(5000); os._exit(0)");
    row("modules are gone", "work(5000); sys.modules.clear(); os._exit(1)");
    row("its folder is gone",
        "import tempfile\nd = tempfile.mkdtemp(); os.chdir(d); os.rmdir(d); work(5000); os.abort()");
    row("a pipe breaks", "r, w = os.pipe(); os.close(r)\ntry: os.write(w, b'x')\nexcept BrokenPipeError: work(5000)");
    row("a file grows too large",
        "import tempfile; f = tempfile.TemporaryFile(buffering=0)\nresource.setrlimit(resource.RLIMIT_FSIZE, (100, "
        "100))\n"
        "try: f.write(b'x' * 1000); f.write(b'x')\n"
        "except OSError: work(5000)\nos._exit(0)");
    row("an error says much", "work(5000); raise ValueError('much ' * 20_000_000)");
    row("an error cannot say what it is",
        "class Mute(Exception):\n    def __str__(self): raise self\nwork(5000); raise Mute");
    row("an error has nowhere to go", "work(5000); sys.stdout = sys.stderr = None; 1 / 0");
    row("input is at its end", "os.dup2(os.open('/dev/null', os.O_RDONLY), 0)\nwork(5000)\nend = time.monotonic() + 1\n"
                               "while time.monotonic() < end:\n    try: input()\n    except EOFError: pass");
    row("long names", "threading.Thread(target=work, args=(5000,), name='n' * 3_000_000).start()\n"
                      "os.posix_spawn('/bin/sleep', ['<b>\\x1b[2J\\n' * 10_000, '1'], {})");
    row("a long name and deep calls", "x = ms.Parameter(ms.Tensor(np.ones(8, np.float32)), name='p' * 5_000_000) + x\n"
                                      "sys.setrecursionlimit(10**8)\nthreading.stack_size(2**29)\n"
                                      "def deep(n):\n    return deep(n - 1) if n else work(200)\n"
                                      "threading.Thread(target=deep, args=(20_000,)).start()");
    row("text of one line", "work(5000); print('line ' * 4_000_000); print('a' + '\\u0301' * 100_000)");
    row("many forks", "for _ in range(200):\n    if os.fork() == 0: time.sleep(1000)\nwork(5000); os._exit(0)");
    const std::string_view ownSocket = "work(5000); time.sleep(0.3)\n"
                                       "sockets = [int(file) for file in os.listdir('/proc/self/fd') if "
                                       "os.path.realpath('/proc/self/fd/' + file).find('socket:') >= 0]\n";
    const auto onSocket = [&](const char *name, std::string_view what) {
        QTest::newRow(name) << QString::fromStdString(std::string(ownSocket) + std::string(what)) << 0;
    };
    onSocket("descriptors become another file",
             "null = os.open('/dev/null', os.O_RDWR)\nfor file in sockets: os.dup2(null, file)\ntime.sleep(60)");
    onSocket("it writes into the debugger's socket",
             "for file in sockets: os.write(file, os.urandom(1000))\ntime.sleep(60)");
    onSocket("it makes messages up",
             "import struct\nfor file in sockets:\n    for kind in range(60):\n"
             "        os.write(file, struct.pack('<4sIq', b'JSSM', kind, 40) + os.urandom(40))\nos._exit(1)");
#ifndef JITSCOPE_SANITIZED // sanitizers have functions of their own in the place of the system's
    const std::string_view allSignals = "for number in signal.valid_signals():\n"
                                        "    try: signal.signal(number, signal.SIG_DFL)\n"
                                        "    except (OSError, ValueError): pass\n";
    const auto bySystem = [&](const char *name, std::string_view end) {
        QTest::newRow(name) << QString::fromStdString(std::string(allSignals) + std::string(end)) << 0;
    };
    bySystem("signals are the system's, SIGTERM", "work(5000); os.kill(os.getpid(), 15); time.sleep(60)");
    bySystem("signals are the system's, a crash", "work(5000); ctypes.string_at(0)");
    bySystem("signals are the system's, os._exit in a thread",
             "threading.Timer(0.2, lambda: os._exit(5)).start(); work()");
    row("it kills itself", "work(5000); os.kill(os.getpid(), 9)");
    row("the system ends its thread", "work(5000); ctypes.PyDLL(None).prctl(22, 1, 0, 0, 0); os.getpid()"); // seccomp
    row("it kills its group", "work(5000); os.killpg(0, 9)");
    row("another program takes the process, by C",
        "work(5000); ctypes.CDLL(None).execv(b'/bin/true', (ctypes.c_char_p * 2)(b'true', None))");
    row("the stack of a thread overflows",
        "libc = ctypes.CDLL(None)\nkind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)\n"
        "sys.setrecursionlimit(10**8)\n"
        "def compare(a, b):\n    libc.qsort((ctypes.c_char * 4000)(), 2000, 2, comparing)\n    return 0\n"
        "comparing = kind(compare)\n"
        "def overflow():\n    work(5000)\n    compare(0, 0)\nthreading.Thread(target=overflow).start()");
#endif
}

/** Rows of a test: whether the program is killed with its window, what it does last, and what is recorded of it. */
inline void addWaysToKillAWindow() {
    QTest::addColumn<bool>("withProgram");
    QTest::addColumn<QString>("work");
    QTest::addColumn<QString>("record");
    const auto row = [](const char *name, bool withProgram, const char *work, const char *record) {
        QTest::newRow(name) << withProgram << work << record;
    };
    row("the window alone", false, "work()", "values");
    row("the window alone, as fast as operators run", false, "hurry()", "values");
    row("the window and its program at once", true, "work()", "values");
    row("both, as fast as operators run", true, "hurry()", "values");
    // Twice as many as with them: up to a million operators a second.
    row("both, as fast as operators run without their values", true, "hurry()", "ops");
}

/** By the name in such a row. */
inline RecordLevel recordLevelOf(std::string_view name) {
    return name == "ops" ? RecordLevel::Ops : RecordLevel::Values;
}

/** Rows of a test: `work` is what the script does last. */
inline void addWaysToHang() {
    QTest::addColumn<QString>("work");
    QTest::newRow("a loop of C") << "sum(range(10**12))";
    QTest::newRow("everything is swallowed")
        << "while True:\n    try:\n        while True: pass\n    except BaseException: pass";
    // Let go on, it must not come to its end before it is stopped.
    QTest::newRow("SIGSTOP") << "os.kill(os.getpid(), signal.SIGSTOP); time.sleep(60)";
    QTest::newRow("SIGSTOP of its group") << "os.killpg(0, signal.SIGSTOP); time.sleep(60)";
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

} // namespace jitscope::testing
