// SPDX-License-Identifier: Apache-2.0
// From a key to painted panels: the whole window, offscreen, with events, graph, values and call stack in view, over
// recordings of 10,000 and of 1,000,000 operators.
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/runner.h"
#include "app/shell/application.h"
#include "app/shell/mainwindow.h"
#include "engine/base/file.h"
#include "engine/session/session.h"
#include "tests/support/stepsession.h"

#include <benchmark/benchmark.h>

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QProxyStyle>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** One application for all rows; never destroyed, as the benchmark program ends at once after them. */
void startApplication() {
    if (QApplication::instance()) return;
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    static const QTemporaryDir settings; // the user's own layout would change what is measured
    qputenv("JITSCOPE_CONFIG_DIR", settings.path().toUtf8());
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

/** Which visible panels of a window were painted, and when the last of them was. */
class Paints : public QObject {
public:
    using Clock = std::chrono::steady_clock;
    explicit Paints(MainWindow &window) {
        for (Panel *panel : window.findChildren<Panel *>()) {
            if (panel->visibleRegion().isEmpty()) continue;
            m_panels.push_back(panel);
            panel->installEventFilter(this);
            for (QWidget *part : panel->findChildren<QWidget *>())
                part->installEventFilter(this);
        }
    }
    void forget() { m_painted.clear(); }
    /** To be called when events were handled: what they painted is painted by now. */
    void look() {
        if (std::exchange(m_isNew, false)) m_last = Clock::now();
    }
    Clock::time_point last() const { return m_last; }
    size_t panels() const { return m_painted.size(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override {
        if (event->type() != QEvent::Paint) return false;
        m_isNew = true;
        const auto holds = [&](const Panel *panel) {
            return panel == watched || panel->isAncestorOf(static_cast<QWidget *>(watched));
        };
        if (const auto panel = std::ranges::find_if(m_panels, holds); panel != m_panels.end()) m_painted.insert(*panel);
        return false;
    }

private:
    std::vector<Panel *> m_panels;
    std::set<Panel *> m_painted;
    bool m_isNew = false;
    Clock::time_point m_last;
};

/** New cards of the graph pulse for a moment after they are painted: that is no part of a step. */
class StillStyle : public QProxyStyle {
public:
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *data) const override {
        return hint == SH_Widget_Animation_Duration ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

/** Until the program stands at another operator, and then until nothing was computed or painted for as long as any
    timer of a panel takes: what came late counts. */
void waitForLastPaint(MainWindow &window, int64_t before, Paints &paints) {
    constexpr auto quiet = std::chrono::milliseconds(150);
    const auto isAsked = [&] {
        return window.runner().state() != RunState::Paused || window.runner().pauseInfo().nextOp == before;
    };
    auto since = Paints::Clock::now();
    while (isAsked() || !window.isReady() || Paints::Clock::now() - std::max(since, paints.last()) < quiet) {
        QApplication::processEvents(QEventLoop::AllEvents);
        paints.look();
        if (isAsked() || !window.isReady()) since = Paints::Clock::now();
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
}

/** From the key of a step, over the answer of a program in its own process, to the last painted panel. */
void liveSteps(benchmark::State &state) {
    startApplication();
    QApplication::setCursorFlashTime(0); // it paints as well
    const auto window =
        MainWindow::create({.memory = WindowOptions::Memory::None, .perspective = QStringLiteral("step")});
    window->resize(1600, 1000);
    window->show();
    window->activateWindow();
    if (!QTest::qWaitForWindowActive(window.get())) return state.SkipWithError("keys do not reach the window");
    for (const char *panel : {"editor", "events", "callstack", "graph", "values"})
        window->showPanel(QLatin1String(panel));
    const QString script = QDir::temp().filePath(QStringLiteral("jitscope_bench_steps.py"));
    const std::string text = "import mindspore as ms, numpy as np\n"
                             "x = ms.Tensor(np.ones((8, 8), np.float32))\n"
                             "while True:\n    x = x * 0.5\n    y = x + 1\n";
    if (const auto written = writeFile(script.toStdString(), text); !written)
        return state.SkipWithError(written.error().message.c_str());
    window->openPath(script);
    window->runner().runFile(script, QString::fromStdString(text), true);
    while (window->runner().state() != RunState::Paused)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    static StillStyle still;
    window->findChild<QWidget *>(QStringLiteral("graphView"))->setStyle(&still);
    Paints paints(*window);
    std::vector<double> times;
    size_t fewest = std::numeric_limits<size_t>::max();
    const auto step = [&] {
        paints.forget();
        const int64_t before = window->runner().pauseInfo().nextOp;
        const auto begin = Paints::Clock::now();
        QTest::keyClick(window.get(), Qt::Key_F10);
        waitForLastPaint(*window, before, paints);
        return std::chrono::duration<double>(paints.last() - begin).count();
    };
    for (int i = 0; i < 10; ++i) // what is made once is made now
        step();
    for (auto _ : state) {
        times.push_back(step());
        state.SetIterationTime(times.back());
        fewest = std::min(fewest, paints.panels());
    }
    std::ranges::sort(times);
    state.counters["p50_ms"] = times[times.size() / 2] * 1e3;
    state.counters["p99_ms"] = times[times.size() * 99 / 100] * 1e3;
    state.counters["panels"] = double(fewest);
    window->runner().stop();
    while (window->runner().state() != RunState::Idle)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QFile::remove(script);
}
BENCHMARK(liveSteps)->Name("step/live_key")->Iterations(250)->Unit(benchmark::kMillisecond)->UseManualTime();

} // namespace

BENCHMARK_MAIN();
