// SPDX-License-Identifier: Apache-2.0
// What a long recording takes in memory, with the whole window (offscreen) around it: recorded by a program in a
// process of its own, filtered, saved, and opened by a second window. Of each, what the process has now and had at
// most, in bytes an operator. build/bin/jitscope_bench_memory [--budget MB] [OPERATORS [ops|values [PANEL...]]]
// With a budget lists go on in a file beyond it: "own" is what is in memory whatever happens.
#include "app/models/opmatches.h"
#include "app/sdk/runner.h"
#include "app/sdk/runs.h"
#include "app/shell/application.h"
#include "app/shell/mainwindow.h"
#include "engine/base/spillmemory.h"
#include "engine/inspect/query.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/processmemory.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <malloc.h>
#include <memory>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

struct Wanted {
    qint64 operators = 1'000'000;
    RecordLevel level = RecordLevel::Values;
    QStringList panels{"events", "timeline", "values", "statistics"};
};

/** Two operators a round, each result a value of its own. */
QString loopOf(qint64 operators) {
    return QStringLiteral("import mindspore as ms, numpy as np\nx = ms.Tensor(np.ones((2, 3), np.float32))\n"
                          "for i in range(%1):\n    y = x + x\n    z = y * x\n")
        .arg(operators / 2);
}

/** The memory of this process, phase by phase. */
class Book {
public:
    explicit Book(qint64 operators)
        : m_operators(double(operators)) {
        begin();
    }
    void begin() {
        resetPeak();
        m_time.start();
    }
    void note(const char *phase) {
        const ProcessMemory now = memoryOf("self");
        std::printf("%-10s %7.1f s %8.2f GB, own %6.2f GB, in the file %6.2f GB, peak %6.2f GB %8.0f bytes an operator "
                    "(without the window), peak %6.0f, in use %6.0f\n",
                    phase, double(m_time.elapsed()) / 1e3, double(now.resident) / 1e9, double(now.own) / 1e9,
                    double(spillUse().inFile) / 1e9, double(now.peak) / 1e9,
                    double(now.resident - m_before.resident) / m_operators,
                    double(now.peak - m_before.resident) / m_operators, double(inUse() - m_usedBefore) / m_operators);
        std::fflush(stdout);
        begin();
    }

private:
    /** What was asked for and not given back: the rest of what is resident lies between. */
    static int64_t inUse() {
        const auto blocks = ::mallinfo2();
        return int64_t(blocks.uordblks + blocks.hblkhd);
    }

    const ProcessMemory m_before = memoryOf("self");
    const int64_t m_usedBefore = inUse();
    const double m_operators;
    QElapsedTimer m_time;
};

std::unique_ptr<MainWindow> openWindow(const Wanted &wanted) {
    auto window = MainWindow::create({.memory = WindowOptions::Memory::None, .perspective = QStringLiteral("step")});
    window->resize(1600, 1000);
    window->show();
    for (const QString &panel : wanted.panels)
        window->showPanel(panel);
    return window;
}

template<class IsDone> void waitUntil(IsDone isDone) {
    while (!isDone())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 100);
}

void settle(MainWindow &window) {
    for (int quiet = 0; quiet < 3; quiet = window.isReady() ? quiet + 1 : 0)
        QApplication::processEvents(QEventLoop::AllEvents, 100);
}

/** Finds the operators of a query, as the search of a panel does. */
void filter(MainWindow &window) {
    OpMatches matches(window.document(), window.jobs(), QStringLiteral("bench"));
    matches.start(questionOf(*Query::parse("op == \"Mul\" and time > 2us")));
    waitUntil([&] { return matches.isComplete(); });
    std::printf("           %zu found\n", matches.found().size());
}

void tellProblems(const Session &session) {
    for (const Problem &each : session.problems)
        std::printf("           %s\n", each.message.c_str());
}

int recorded(const Wanted &wanted, const QString &file) {
    const auto window = openWindow(wanted);
    settle(*window);
    Book book(wanted.operators);
    RunOptions options = window->runner().options();
    options.record = wanted.level;
    window->runner().setOptions(options);
    window->runner().runFile(QStringLiteral("/bench.py"), loopOf(wanted.operators), false);
    waitUntil([&] { return window->runner().state() == RunState::Idle; });
    settle(*window);
    const Session &session = window->document().session();
    std::printf("           %zu operators\n", session.ops.size());
    tellProblems(session);
    book.note("recorded");
    for (const int child : childrenOf("self")) {
        const ProcessMemory memory = memoryOf(std::to_string(child));
        std::printf("           process %d: %.2f GB, peak %.2f GB, of it %.2f GB of its own\n", child,
                    double(memory.resident) / 1e9, double(memory.peak) / 1e9, double(memory.own) / 1e9);
    }
    book.begin();
    filter(*window);
    book.note("filtered");
    // By itself, among the runs. Not at the same time as the other file.
    const auto isKept = [](const RunRecord &run) { return run.bytes >= 0 || run.needs >= 0; };
    waitUntil([&] { return std::ranges::all_of(window->runs()->runs(), isKept); });
    book.note("kept");
    if (const auto saved = saveSession(session, file.toStdString()); !saved) {
        std::printf("%s\n", saved.error().message.c_str());
        return 1;
    }
    book.note("saved");
    std::printf("           %.2f GB\n", double(QFileInfo(file).size()) / 1e9);
    return 0;
}

int opened(const Wanted &wanted, const QString &file) {
    const auto window = openWindow(wanted);
    settle(*window);
    Book book(wanted.operators);
    window->openPath(file);
    waitUntil([&] { return !window->document().session().ops.empty(); });
    settle(*window);
    const Session &session = window->document().session();
    std::printf("           %zu operators\n", session.ops.size());
    book.note("opened");
    filter(*window);
    book.note("filtered");
    const auto tensor = session.tensors.empty() ? std::nullopt : std::optional(session.tensors.back());
    if (wanted.level == RecordLevel::Values && (!tensor || !tensor->value.load())) return 1;
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const QTemporaryDir folder;
    setenv("JITSCOPE_CONFIG_DIR", qPrintable(folder.path()), 1);
    const QApplication application(argc, argv);
    setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
    QStringList arguments = QApplication::arguments().mid(1);
    Wanted wanted;
    useSpillFolder(QDir::current().absolutePath().toStdString());
    QStringList budget;
    if (arguments.value(0) == QLatin1String("--budget")) {
        budget = arguments.mid(0, 2);
        setSpillBudget(arguments.value(1).toLongLong() << 20);
        arguments = arguments.mid(2);
    }
    // Its own second process: what opens a file has recorded nothing.
    const QString toOpen = arguments.value(0) == QLatin1String("--open") ? arguments.value(1) : QString();
    if (!toOpen.isEmpty()) arguments = arguments.mid(2);
    if (!arguments.isEmpty()) wanted.operators = arguments[0].toLongLong();
    if (arguments.value(1) == QLatin1String("ops")) wanted.level = RecordLevel::Ops;
    if (arguments.size() > 2) wanted.panels = arguments.mid(2);
    if (!toOpen.isEmpty()) return opened(wanted, toOpen);
    const QString file = folder.filePath(QStringLiteral("long.jitscope"));
    if (const int failed = recorded(wanted, file)) return failed;
    return QProcess::execute(QApplication::applicationFilePath(), budget + QStringList{"--open", file} + arguments);
}
