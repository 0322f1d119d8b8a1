// SPDX-License-Identifier: Apache-2.0
// From a key to painted panels: the whole window, offscreen, with events, graph, values and call stack in view, over
// recordings of 10,000 and of 1,000,000 operators.
#include "app/sdk/jobs.h"
#include "app/sdk/runner.h"
#include "app/shell/application.h"
#include "app/shell/mainwindow.h"
#include "engine/session/session.h"
#include "tests/support/stepsession.h"

#include <benchmark/benchmark.h>

#include <QAction>
#include <QApplication>
#include <QWidget>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** One application for all rows; never destroyed, as the benchmark program ends at once after them. */
void startApplication() {
    if (QApplication::instance()) return;
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    setenv("JITSCOPE_CONFIG_DIR", "/nonexistent", 1); // the user's own layout would change what is measured
    static int argc = 1;
    static char name[] = "jitscope_bench";
    static char *argv[] = {name, nullptr};
    new QApplication(argc, argv);
    setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
}

struct Stage {
    std::unique_ptr<MainWindow> window;

    explicit Stage(int64_t ops) {
        startApplication();
        window = MainWindow::create({.programs = WindowOptions::Programs::None,
                                     .memory = WindowOptions::Memory::None,
                                     .perspective = QStringLiteral("step")});
        window->resize(1600, 1000);
        window->show();
        Session session = loopSession(ops, LoopValues::Small);
        addRecordedLanes(session);
        window->showSession(std::move(session), {});
        for (const char *panel : {"events", "callstack", "graph", "values"})
            window->showPanel(QLatin1String(panel));
        window->playhead().goTo(ops / 2);
        settle();
    }
    /** Until no job runs and all is painted. */
    void settle() {
        for (int quiet = 0; quiet < 3;) {
            QApplication::processEvents(QEventLoop::AllEvents, 50);
            QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            quiet = window->isReady() ? quiet + 1 : 0;
        }
    }
};

/** What one key costs until the event loop has nothing more to do at once: selection, panels, painting. */
void step(benchmark::State &state, const char *action) {
    Stage stage(state.range(0));
    QAction *act = stage.window->action(QLatin1String(action));
    for (auto _ : state) {
        act->trigger();
        QApplication::sendPostedEvents();
        QApplication::processEvents();
    }
    state.counters["ops"] = double(state.range(0));
    stage.settle();
}

void nextEvent(benchmark::State &state) {
    step(state, "next-event");
}

void previousEvent(benchmark::State &state) {
    step(state, "previous-event");
}

BENCHMARK(nextEvent)
    ->Name("step/next_event")
    ->Arg(10'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(previousEvent)
    ->Name("step/previous_event")
    ->Arg(10'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/** A jump far away: nothing on the screen stays. */
void jump(benchmark::State &state) {
    Stage stage(state.range(0));
    int64_t op = 1;
    for (auto _ : state) {
        op = (op + state.range(0) * 37 / 100) % state.range(0) + 1;
        stage.window->playhead().goTo(op);
        QApplication::sendPostedEvents();
        QApplication::processEvents();
    }
    stage.settle();
}
BENCHMARK(jump)->Name("step/jump")->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();

/** A part of 500 operators comes while 1,000,000 are there and nobody looks at the end. */
void append(benchmark::State &state) {
    Stage stage(state.range(0));
    int64_t first = state.range(0) + 1;
    for (auto _ : state) {
        state.PauseTiming();
        Session part = loopSession(500, LoopValues::Small, first);
        addRecordedLanes(part);
        first += 500;
        state.ResumeTiming();
        stage.window->document().append(std::move(part));
        QApplication::sendPostedEvents();
        QApplication::processEvents();
    }
    stage.settle();
}
BENCHMARK(append)->Name("step/append_500")->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();

/** Until the program stands again at another operator and what shows it is painted. */
void liveStep(MainWindow &window) {
    const int64_t before = window.runner().pauseInfo().nextOp;
    window.action(QStringLiteral("step-op"))->trigger();
    while (window.runner().state() != RunState::Paused || window.runner().pauseInfo().nextOp == before)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QApplication::sendPostedEvents();
    QApplication::processEvents();
}

/** The same of a program that runs in its own process: from the key over its answer to painted panels. */
void liveSteps(benchmark::State &state) {
    startApplication();
    const auto window =
        MainWindow::create({.memory = WindowOptions::Memory::None, .perspective = QStringLiteral("step")});
    window->resize(1600, 1000);
    window->show();
    for (const char *panel : {"events", "callstack", "graph", "values"})
        window->showPanel(QLatin1String(panel));
    window->runner().runFile(QStringLiteral("/bench.py"),
                             QStringLiteral("import mindspore as ms, numpy as np\n"
                                            "x = ms.Tensor(np.ones((8, 8), np.float32))\n"
                                            "while True:\n    x = x * 0.5\n    y = x + 1\n"),
                             true);
    while (window->runner().state() != RunState::Paused)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::vector<double> times;
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        liveStep(*window);
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    std::ranges::sort(times);
    state.counters["p50_ms"] = times[times.size() / 2];
    state.counters["p99_ms"] = times[times.size() * 99 / 100];
    window->runner().stop();
    while (window->runner().state() != RunState::Idle)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}
BENCHMARK(liveSteps)->Name("step/live_op")->Iterations(400)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace

BENCHMARK_MAIN();
