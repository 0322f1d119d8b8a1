// SPDX-License-Identifier: Apache-2.0
// The graph view at 10,000 and 100,000 nodes: from data to the first paint, and frames while it is panned and zoomed.
#include "app/graphview/graphview.h"
#include "tests/support/irmodules.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>

namespace jitscope {

namespace {

using jitscope::testing::graphOf;
using jitscope::testing::NodeMaker;

constexpr QSize window(1600, 1000);

/** One for all rows; the window system is never asked. */
void needApplication() {
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    static int count = 1;
    static char name[] = "jitscope_bench";
    static char *arguments[] = {name, nullptr};
    static auto *application = new QApplication(count, arguments);
    benchmark::DoNotOptimize(application);
}

const char *const ops[] = {"MatMul", "BiasAdd", "ReLU", "Add", "LayerNorm", "Reshape", "Transpose", "Mul"};

/** Residual blocks, one after the other. */
Module blocks(int count) {
    NodeMaker make;
    const auto type = Abstract::tensor(DType::Float32, {32, 64});
    const auto x = make.parameter("x", type);
    std::vector<NodePtr> nodes{x};
    for (int i = 0; i < count; ++i) {
        std::vector<NodePtr> inputs{nodes.back()};
        if (i % 10 == 9) inputs.push_back(nodes[nodes.size() - 9]);
        if (i % 10 == 3) inputs.push_back(nodes[nodes.size() - 2]);
        nodes.push_back(make.call(ops[i % 8], inputs, type));
    }
    return {{graphOf("blocks", {x}, nodes.back())}, {}};
}

/** Forward and backward: every gradient takes what the forward operator took, from far away. */
Module training(int count) {
    NodeMaker make;
    const auto type = Abstract::tensor(DType::Float32, {32, 64});
    const auto x = make.parameter("x", type);
    std::vector<NodePtr> forward{x};
    for (int i = 0; i < count / 2; ++i)
        forward.push_back(make.call(ops[i % 8], {forward.back()}, type));
    NodePtr gradient = forward.back();
    for (size_t i = forward.size() - 1; i-- > 0;)
        gradient = make.call(i % 2 ? "Mul" : "ReluGrad", {gradient, forward[i]}, type);
    return {{graphOf("training", {x}, gradient)}, {}};
}

/** A hundred operators side by side in every row, each taking two of the row above. */
Module wide(int count) {
    NodeMaker make;
    const auto type = Abstract::tensor(DType::Float32, {32, 64});
    const auto x = make.parameter("x", type);
    std::vector<NodePtr> row(100, x), all;
    while (int(all.size()) < count) {
        std::vector<NodePtr> next;
        for (size_t i = 0; i < row.size(); ++i)
            next.push_back(make.call(ops[(all.size() + i) % 8], {row[i], row[(i * 7 + 3) % row.size()]}, type));
        all.insert(all.end(), next.begin(), next.end());
        row = std::move(next);
    }
    return {{graphOf("wide", {x}, make.call("AddN", row, type))}, {}};
}

/** Graphs of a hundred operators, all open: hulls. */
Module calls(int count) {
    NodeMaker make;
    const auto type = Abstract::tensor(DType::Float32, {32, 64});
    const auto x = make.parameter("x", type);
    Module module;
    NodePtr last = x;
    std::vector<GraphPtr> callees;
    for (int i = 0; i < count / 100; ++i) {
        const auto inner = make.parameter("p", type);
        NodePtr node = inner;
        for (int k = 0; k < 100; ++k)
            node = make.call(ops[k % 8], k % 10 == 9 ? std::vector{node, inner} : std::vector{node}, type);
        callees.push_back(graphOf("block" + std::to_string(i), {inner}, node));
        const auto call = std::make_shared<Node>(*make.call("", {last}, type));
        call->callee = callees.back()->name;
        last = call;
    }
    module.graphs = {graphOf("calls", {x}, last)};
    module.graphs.insert(module.graphs.end(), callees.begin(), callees.end());
    return module;
}

struct Shape {
    const char *name;
    Module (*make)(int count);
};
constexpr Shape shapes[] = {{"blocks", blocks}, {"training", training}, {"wide", wide}, {"calls", calls}};

DisplayGraph cardsOf(const Module &module) {
    DisplayOptions options;
    for (const NodePtr &node : module.entry()->nodes)
        if (!node->callee.empty()) options.expanded.insert(std::to_string(node->id.value));
    return displayGraph(module, options);
}

GraphPicture pictureOf(const Module &module) {
    GraphPicture picture{cardsOf(module), {}};
    picture.layout = layeredLayout(layoutInput(picture.graph));
    return picture;
}

void firstPaint(benchmark::State &state, const Shape &shape) {
    needApplication();
    const Module module = shape.make(int(state.range(0)));
    QImage image(window, QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        GraphView view;
        view.resize(window);
        view.setPicture(pictureOf(module));
        view.QWidget::render(&image);
        benchmark::DoNotOptimize(image.bits());
    }
}

void layoutAlone(benchmark::State &state, const Shape &shape) {
    needApplication();
    const LayoutInput input = layoutInput(cardsOf(shape.make(int(state.range(0)))));
    for (auto _ : state)
        benchmark::DoNotOptimize(layeredLayout(input));
}

/** What this thread has computed: on a busy machine the time of a frame says little. */
double cpuMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

/** Paints a frame after each move and reports the slowest of a hundred beside the mean. */
template<class Move> void frames(benchmark::State &state, const Shape &shape, Move move) {
    needApplication();
    GraphView view;
    view.resize(window);
    view.setPicture(pictureOf(shape.make(int(state.range(0)))));
    QImage image(window, QImage::Format_ARGB32_Premultiplied);
    view.QWidget::render(&image); // overviews and the like are made once
    std::vector<double> times, cpuTimes;
    int64_t frame = 0;
    for (auto _ : state) {
        QElapsedTimer timer;
        timer.start();
        const double cpu = cpuMs();
        move(view, frame++);
        view.QWidget::render(&image);
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
        cpuTimes.push_back(cpuMs() - cpu);
    }
    const auto p99 = [](std::vector<double> &values) {
        std::sort(values.begin(), values.end());
        return values[size_t(double(values.size() - 1) * 0.99)];
    };
    state.counters["p99_ms"] = p99(times);
    state.counters["p99_cpu_ms"] = p99(cpuTimes);
}

/** Across the whole at eight zooms, each for 40 frames. */
void pan(GraphView &view, int64_t frame) {
    constexpr double zooms[] = {1, 0.7, 0.5, 0.35, 0.2, 0.1, 0.06, 0.02};
    const QRectF bounds = view.painterOf().bounds();
    if (frame % 40 == 0) view.setZoom(zooms[frame / 40 % 8], QPointF(window.width() / 2, window.height() / 2));
    const double share = double(frame % 40) / 40;
    view.centreOn(bounds.topLeft() +
                  QPointF(bounds.width() * (0.5 + 0.4 * std::sin(share * 6)), bounds.height() * share));
}

/** From the whole to 200 % and back in steps of the wheel. */
void zoom(GraphView &view, int64_t frame) {
    if (frame == 0) view.fit();
    const bool isIn = frame / 80 % 2 == 0;
    view.setZoom(view.zoom() * (isIn ? 1.12 : 1 / 1.12), QPointF(window.width() * 0.6, window.height() * 0.4));
}

const bool registered = [] {
    for (const Shape &shape : shapes) {
        const auto name = [&](const char *what) { return std::string("graphview/") + what + "/" + shape.name; };
        for (const int64_t count : {10000, 100000}) {
            benchmark::RegisterBenchmark(name("first_paint").c_str(), firstPaint, shape)
                ->Arg(count)
                ->Unit(benchmark::kMillisecond);
            benchmark::RegisterBenchmark(name("layout").c_str(), layoutAlone, shape)
                ->Arg(count)
                ->Unit(benchmark::kMillisecond);
            benchmark::RegisterBenchmark(name("pan").c_str(),
                                         [&shape](benchmark::State &state) { frames(state, shape, pan); })
                ->Arg(count)
                ->Iterations(640)
                ->Unit(benchmark::kMillisecond);
            benchmark::RegisterBenchmark(name("zoom").c_str(),
                                         [&shape](benchmark::State &state) { frames(state, shape, zoom); })
                ->Arg(count)
                ->Iterations(480)
                ->Unit(benchmark::kMillisecond);
        }
    }
    return true;
}();

} // namespace

} // namespace jitscope
